//! `run --rounds`: a row for each seat and round, held to the run's own results and to the record
//! of the same rounds.

use super::*;
use std::borrow::Cow;
use unobench_files::csv::read;
use unobench_files::rows::{RoundRow, SeatRow, SummaryRow};

/// What is played: of two rule sets, with one strategy more than seats.
const PLAYED: [&str; 12] = [
    "run",
    "linear",
    "random",
    "most-colour",
    "-p",
    "2",
    "-r",
    "official",
    "-r",
    "everything",
    "-s",
    "5",
];

fn rounds(path: &Path) -> Vec<RoundRow<'static>> {
    read(&*bytes(path.to_owned())).expect("rows of rounds")
}

/// Plays with these arguments into `out` and `out.csv`, with so many threads; gives the rows.
fn play(dir: &Path, out: &str, threads: &str, args: &[&str]) -> Vec<RoundRow<'static>> {
    let file = format!("{out}.csv");
    let more = ["-q", "-o", out, "--rounds", &file, "--threads", threads];
    output(dir, &[args, &more].concat());
    rounds(&dir.join(file))
}

/// Asserts that rows tell what the run itself says: of each strategy and of each seat.
fn assert_as_summed_up(rows: &[RoundRow<'_>], out: &Path) {
    let of = |rules: &str, is_meant: &dyn Fn(&RoundRow<'_>) -> bool| -> Vec<RoundRow<'static>> {
        let rows = rows.iter().filter(|row| row.rules == rules && is_meant(row));
        rows.map(|row| RoundRow {
            rules: Cow::Owned(row.rules.to_string()),
            strategy: Cow::Owned(row.strategy.to_string()),
            ..*row
        })
        .collect()
    };
    let mean = |rows: &[RoundRow<'_>], value: fn(&RoundRow<'_>) -> f64| -> f64 {
        rows.iter().map(value).sum::<f64>() / rows.len() as f64
    };
    let near = |one: f64, other: Option<f64>| {
        let other = other.expect("a mean");
        assert!((one - other).abs() < 1e-9 * other.abs().max(1.0), "{one} and {other}");
    };
    let summary: Vec<SummaryRow> = read(&*bytes(out.join("summary.csv"))).expect("a summary");
    for sums in &summary {
        let rows = of(&sums.rules, &|row| row.strategy == sums.strategy);
        let wins = rows.iter().filter(|row| row.won == 1).count() as u64;
        assert_eq!((rows.len() as u64, wins), (sums.games, sums.wins), "{}", sums.strategy);
        near(mean(&rows, |row| f64::from(row.score)), sums.score_mean);
        near(mean(&rows, |row| f64::from(row.hand_points)), sums.hand_points_mean);
        near(mean(&rows, |row| f64::from(row.turns)), sums.turns_mean);
    }
    let seats: Vec<SeatRow> = read(&*bytes(out.join("seats.csv"))).expect("seats");
    for sums in &seats {
        let rows = of(&sums.rules, &|row| row.seat == sums.seat);
        let wins = rows.iter().filter(|row| row.won == 1).count() as u64;
        assert_eq!((rows.len() as u64, wins), (sums.games, sums.wins), "seat {}", sums.seat);
    }
    assert_eq!(rows.len() as u64, summary.iter().map(|sums| sums.games).sum::<u64>());
}

/// The rows that a record of single rounds or matches tells.
fn told(record: &str) -> Vec<RoundRow<'static>> {
    let (mut rows, mut began, mut drawn, mut place_1) = (Vec::new(), Value::Null, Vec::new(), 0);
    for line in record.lines() {
        let event: Value = serde_json::from_str(line).expect("a line of a record");
        let number = |of: &Value| of.as_i64().expect("a number");
        match event["event"].as_str().expect("an event") {
            "round" => {
                drawn = vec![0; event["players"].as_array().expect("seats").len()];
                if event["round"] == 0 {
                    place_1 = number(&event["first"]) as usize;
                }
                began = event;
            }
            "draw" => {
                let cards = event["cards"].as_array().expect("cards").len();
                drawn[number(&event["seat"]) as usize] += cards as u32;
            }
            "round_end" => rows.extend((0..drawn.len()).map(|place| {
                let seat = (place_1 + place) % drawn.len();
                RoundRow {
                    rules: Cow::Owned(began["rules"].as_str().expect("a name").to_owned()),
                    players: drawn.len() as u32,
                    block: number(&began["block"]) as u64,
                    seating: number(&began["seating"]) as u32,
                    round: number(&began["round"]) as u32,
                    seat: place as u32 + 1,
                    strategy: Cow::Owned(began["players"][seat].as_str().expect("one").to_owned()),
                    won: u32::from(event["winner"].as_u64() == Some(seat as u64)),
                    score: number(&event["scores"][seat]) as i32,
                    hand_points: number(&event["points"][seat]) as u32,
                    turns: number(&event["turns"]) as u32,
                    drawn: drawn[seat],
                }
            })),
            _ => {}
        }
    }
    rows
}

/// The record of what `play` plays of one rule set.
fn trace(dir: &Path, args: &[&str], games: &str) -> Vec<RoundRow<'static>> {
    let args = [&["trace"], &args[1..], &["-n", games]].concat();
    told(&output(dir, &args))
}

#[test]
fn rounds_add_up_to_the_results_and_are_those_of_the_record() {
    let dir = scratch();
    let args = [&PLAYED[..], &["-n", "600"]].concat();
    let rows = play(dir.path(), "one", "1", &args);
    play(dir.path(), "two", "2", &args);
    assert!(bytes(dir.path().join("one.csv")) == bytes(dir.path().join("two.csv")));
    assert_as_summed_up(&rows, &dir.path().join("one"));
    // Who asks for rounds gets the same results.
    output(dir.path(), &[&args[..], &["-q", "-o", "plain"]].concat());
    assert_same_csv(&dir.path().join("one"), &dir.path().join("plain"));
    assert_eq!(
        bytes(dir.path().join("one/progress.jsonl")),
        bytes(dir.path().join("plain/progress.jsonl"))
    );
    let traced = trace(dir.path(), &PLAYED, "600");
    assert!(traced.iter().map(|row| row.drawn).sum::<u32>() > 1000, "cards are drawn");
    assert_eq!(rows, traced);
}

#[test]
fn a_match_has_a_row_for_each_of_its_rounds() {
    let dir = scratch();
    let args = ["run", "linear", "random", "-p", "4", "-r", "official", "--match"];
    let rows = play(dir.path(), "out", "2", &[&args[..], &["-n", "8"]].concat());
    assert!(rows.iter().any(|row| row.round > 3));
    assert_eq!(rows, trace(dir.path(), &args, "8"));
    let summary: Vec<SummaryRow> =
        read(&*bytes(dir.path().join("out/summary.csv"))).expect("a summary");
    for sums in summary {
        let of = rows.iter().filter(|row| row.strategy == sums.strategy);
        let score: i32 = of.map(|row| row.score).sum();
        let mean = sums.score_mean.expect("a mean");
        assert!((f64::from(score) / sums.games as f64 - mean).abs() < 1e-9, "{}", sums.strategy);
    }
}

#[test]
fn rounds_of_bots_and_of_games_that_a_fault_costs() {
    let dir = scratch();
    // Its answers are none, so random decides for it.
    let bot = format!("cmd:python3 '{}/tests/data/bot.py' range", env!("CARGO_MANIFEST_DIR"));
    for on_fault in ["random", "lose"] {
        let args = ["run", &bot, "random", "-r", "official", "-n", "40", "--on-fault", on_fault];
        let rows = play(dir.path(), on_fault, "1", &args);
        assert_as_summed_up(&rows, &dir.path().join(on_fault));
        let won = rows.iter().any(|row| row.strategy == "range" && row.won == 1);
        assert_eq!(won, on_fault == "random");
    }
}

#[test]
fn what_is_resumed_writes_the_rest_to_another_file() {
    let dir = scratch();
    let args = [&PLAYED[..], &["-n", "40000", "--no-progress"]].concat();
    let whole = play(dir.path(), "whole", "2", &args);
    let part = ["-o", "out", "--rounds", "out.csv", "--max-time", "100ms", "--threads", "1"];
    let stopped = [&args[..], &part].concat();
    let first = unobench(dir.path()).args(&stopped).assert().success();
    let first = String::from_utf8_lossy(&first.get_output().stderr).into_owned();
    assert!(
        first.contains("out.csv has ") && first.contains(" rows: all rounds until then"),
        "{first}"
    );
    assert!(first.contains("--rounds out-2.csv"), "{first}");
    let resumed = [&args[..], &["-q", "-o", "out", "--resume", "--rounds"]].concat();
    refused(
        dir.path(),
        &[&resumed[..], &["out.csv"]].concat(),
        &["--rounds out.csv", "there already", "out-2.csv"],
    );
    output(dir.path(), &[&resumed[..], &["out-2.csv"]].concat());
    let (one, other) = (rounds(&dir.path().join("out.csv")), rounds(&dir.path().join("out-2.csv")));
    assert!(!other.is_empty(), "it was stopped");
    assert!([one, other].concat() == whole);
}

#[test]
fn files_that_cannot_be_written_are_refused_and_named() {
    let dir = scratch();
    let run = |file: &'static str| [&small("out")[..], &["--rounds", file]].concat();
    refused(
        dir.path(),
        &run("rounds.txt"),
        &["rounds.txt", "--rounds", "FILE.csv", "FILE.parquet"],
    );
    refused(dir.path(), &run("-"), &["--rounds", "standard output"]);
    refused(dir.path(), &run("out/summary.csv"), &["--rounds out/summary.csv", "another file"]);
    #[cfg(not(feature = "parquet"))]
    refused(dir.path(), &run("a.parquet"), &["a.parquet", "--features parquet", "FILE.csv"]);
    fs::create_dir(dir.path().join("directory.csv")).expect("it is made");
    for file in ["nowhere/rounds.csv", "directory.csv"] {
        let said = format!("error: cannot write {file}: ");
        unobench(dir.path()).args(run(file)).assert().code(1).stderr(contains(said));
        assert!(!dir.path().join("out/progress.jsonl").exists(), "nothing is begun");
    }
    output(dir.path(), &run("out/rounds.csv"));
    assert_eq!(rounds(&dir.path().join("out/rounds.csv")).len(), 800);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_costs_no_results() {
    let dir = scratch();
    std::os::unix::fs::symlink("/dev/full", dir.path().join("full.csv")).expect("a link");
    let args = [&small("out")[..], &["--rounds", "full.csv"]].concat();
    let full = unobench(dir.path()).args(&args).assert().code(1);
    full.stderr(contains("error: cannot write full.csv: No space left on device"));
    output(dir.path(), &[&small("out")[..], &["--resume"]].concat());
    output(dir.path(), &small("plain"));
    assert_same_csv(&dir.path().join("out"), &dir.path().join("plain"));
}
