//! `run --rounds`: a row for each seat and round, held to the run's own results and to the record
//! of the same rounds.

use crate::dir::{Dir, assert_reads, json, project, quoted};
use std::borrow::Cow;
use unobench_findings::csv::read;
use unobench_findings::finding::{Finding, all_of};
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::rows::{RoundRow, SummaryRow};

/// What is played: of two rule sets, with one strategy more than seats.
const PLAYED: &str = "linear random most-colour -p 2 -r official -r everything -s 5";

/// Plays with these arguments into `out` and `out.csv`, with so many threads; gives the rows.
fn play(dir: &Dir, out: &str, threads: u32, rest: &str) -> Vec<RoundRow<'static>> {
    dir.output(&format!("run {rest} -q -o {out} --rounds {out}.csv -j {threads}"));
    rounds(dir, &format!("{out}.csv"))
}

fn rounds(dir: &Dir, name: &str) -> Vec<RoundRow<'static>> {
    read(&*dir.bytes(name)).expect("rows of rounds")
}

/// Asserts that rows tell what the run itself says: of each strategy and of each seat.
fn assert_as_summed_up(rows: &[RoundRow<'_>], dir: &Dir, out: &str) {
    let selection =
        |rules: &str, is_meant: &dyn Fn(&RoundRow<'_>) -> bool| -> Vec<RoundRow<'static>> {
            let rows = rows.iter().filter(|row| row.rules == rules && is_meant(row));
            rows.map(|row| RoundRow {
                rules: Cow::Owned(row.rules.to_string()),
                strategy: Cow::Owned(row.strategy.to_string()),
                rules_digest: Cow::Owned(row.rules_digest.to_string()),
                ..*row
            })
            .collect()
        };
    let mean = |rows: &[RoundRow<'_>], value: fn(&RoundRow<'_>) -> f64| -> f64 {
        rows.iter().map(value).sum::<f64>() / rows.len() as f64
    };
    let near = |figure: f64, other: Option<f64>| {
        let other = other.expect("a mean");
        assert!((figure - other).abs() < 1e-9 * other.abs().max(1.0), "{figure} and {other}");
    };
    let summary: Vec<SummaryRow> =
        read(&*dir.bytes(&format!("{out}/summary.csv"))).expect("a summary");
    for sums in &summary {
        let rows = selection(&sums.rules, &|row| row.strategy == sums.strategy);
        let wins = rows.iter().filter(|row| row.won == 1).count() as u64;
        assert_eq!((rows.len() as u64, wins), (sums.games, sums.wins), "{}", sums.strategy);
        near(mean(&rows, |row| f64::from(row.score)), sums.score_mean);
        near(mean(&rows, |row| f64::from(row.hand_points)), sums.hand_points_mean);
        near(mean(&rows, |row| f64::from(row.turns)), sums.turns_mean);
    }
    let findings: Vec<Finding> =
        read(&*dir.bytes(&format!("{out}/findings.csv"))).expect("findings");
    for sums in all_of(&findings, Question::Seats, Metric::Wins) {
        let rows = selection(&sums.rules, &|row| Some(u64::from(row.seat)) == sums.number_of());
        let wins = rows.iter().filter(|row| row.won == 1).count() as f64;
        let told = (sums.games.expect("games"), sums.value.expect("a count"));
        assert_eq!((rows.len() as u64, wins), told, "seat {}", sums.subject);
    }
    assert_eq!(rows.len() as u64, summary.iter().map(|sums| sums.games).sum::<u64>());
}

fn digest_of(settings: &serde_json::Value) -> String {
    let digest = unobench_core::digest::fnv1a(settings.to_string().as_bytes());
    format!("{digest:016x}")[..12].to_owned()
}

/// The rows that a record of single rounds or matches tells.
fn told(record: &str) -> Vec<RoundRow<'static>> {
    let (mut rows, mut began, mut drawn, mut place_1) = (Vec::new(), json("null"), Vec::new(), 0);
    for line in record.lines() {
        let event = json(line);
        let number = |field: &serde_json::Value| field.as_i64().expect("a number");
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
                    rules_digest: Cow::Owned(digest_of(&began["settings"])),
                }
            })),
            _ => {}
        }
    }
    rows
}

/// The rows of the record of the same rounds.
fn trace(dir: &Dir, rest: &str) -> Vec<RoundRow<'static>> {
    told(&dir.output(&format!("trace {rest}")))
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_program_without_parquet_says_so() {
    let words = "a.parquet … FILE.csv … --features parquet";
    Dir::new().refused("run random --rounds a.parquet", words);
}

#[test]
fn rounds_add_up_to_the_results_and_are_those_of_the_record() {
    let dir = Dir::new();
    let rest = format!("{PLAYED} -n 300");
    let rows = play(&dir, "one", 1, &rest);
    play(&dir, "two", 2, &rest);
    assert!(dir.bytes("one.csv") == dir.bytes("two.csv"));
    assert_as_summed_up(&rows, &dir, "one");
    // Who asks for rounds gets the same results.
    dir.output(&format!("run {rest} -q -o plain"));
    dir.assert_same_csv("one", "plain");
    assert_eq!(dir.bytes("one/progress.jsonl"), dir.bytes("plain/progress.jsonl"));
    let traced = trace(&dir, &rest);
    assert!(traced.iter().map(|row| row.drawn).sum::<u32>() > 1000, "cards are drawn");
    assert_eq!(rows, traced);
}

#[test]
fn a_match_has_a_row_for_each_of_its_rounds() {
    let dir = Dir::new();
    let rest = "linear random -p 4 -r official --match -n 8";
    let rows = play(&dir, "out", 2, rest);
    assert!(rows.iter().any(|row| row.round > 3));
    assert_eq!(rows, trace(&dir, rest));
    let summary: Vec<SummaryRow> = read(&*dir.bytes("out/summary.csv")).expect("a summary");
    for sums in summary {
        let own_rows = rows.iter().filter(|row| row.strategy == sums.strategy);
        let score: i32 = own_rows.map(|row| row.score).sum();
        let mean = sums.score_mean.expect("a mean");
        assert!((f64::from(score) / sums.games as f64 - mean).abs() < 1e-9, "{}", sums.strategy);
    }
}

#[test]
fn rounds_of_bots_and_of_games_that_a_fault_costs() {
    let dir = Dir::new();
    // Its answers are none, so random decides for it.
    let bot = quoted(&format!("cmd:python3 '{}' range", project("tests/data/bot.py").display()));
    for on_fault in ["random", "lose"] {
        let rest = format!("{bot} random -r official -n 20 --on-fault {on_fault}");
        let rows = play(&dir, on_fault, 1, &rest);
        assert_as_summed_up(&rows, &dir, on_fault);
        let won = rows.iter().any(|row| row.strategy == "range" && row.won == 1);
        assert_eq!(won, on_fault == "random");
    }
}

#[test]
fn what_is_resumed_writes_the_rest_to_another_file() {
    let dir = Dir::new();
    let rest = format!("{PLAYED} -n 20000 --no-progress");
    let whole = play(&dir, "whole", 2, &rest);
    let part = "-o out --rounds out.csv --max-time 60ms -j 1";
    let first = dir.said(&format!("run {rest} {part}"));
    assert_reads(&first, "out.csv has … rows: all rounds until then … --rounds out-2.csv");
    let resumed = format!("run {rest} -q -o out --resume --rounds");
    dir.refused(&format!("{resumed} out.csv"), "--rounds out.csv … there already … out-2.csv");
    dir.output(&format!("{resumed} out-2.csv"));
    let [rows, other] = ["out.csv", "out-2.csv"].map(|name| rounds(&dir, name));
    assert!(!other.is_empty(), "it was stopped");
    assert!([rows, other].concat() == whole);
}
