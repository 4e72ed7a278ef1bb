//! Runs: their files, and what is made of files that are there already.

use super::SMALL;
use crate::dir::{Dir, assert_reads, json, without_footer};

#[test]
fn the_same_arguments_give_the_same_bytes_whatever_the_threads() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} one -j 1"));
    dir.output(&format!("{SMALL} two -j 2"));
    dir.assert_same_csv("one", "two");
    dir.output(&format!("{SMALL} other -s 2"));
    let seeds = ["one", "other"].map(|out| dir.bytes(&format!("{out}/scores.csv")));
    assert!(seeds[0] != seeds[1], "another seed plays other games");
}

#[test]
fn an_interrupted_default_run_makes_room_for_the_next_one() {
    let dir = Dir::new();
    // Long enough for a chunk where other checks take the processors.
    dir.output("run random counter -r official -n 10M --max-time 3s");
    let played = dir.bytes("results/latest/progress.jsonl");
    let told = dir.said("run random -p 2 -r official -n 200");
    let aside = "results/latest-interrupted-1";
    let resume = told.lines().find(|line| line.contains(aside)).expect("it says where it is");
    let (_, command) = resume.split_once("to continue it: unobench ").expect("and how to continue");
    assert_eq!(dir.bytes(&format!("{aside}/progress.jsonl")), played);
    assert!(dir.has("results/latest/summary.csv"));
    // What it says goes on where the run stopped.
    assert_reads(&dir.said(command), "resumed after ");
    let grown = dir.bytes(&format!("{aside}/progress.jsonl"));
    assert!(grown.starts_with(&played) && grown.len() > played.len(), "it is the same run");
}

#[cfg(unix)]
#[test]
fn a_default_run_that_is_still_going_on_is_left_alone() {
    let dir = Dir::new();
    let latest = dir.path("results/latest");
    let lock = unobench_experiment::Lock::take(&latest).expect("nobody has it");
    dir.write("results/latest/progress.jsonl", "it is being written\n");
    let told = dir.told("run random -p 2 -r official -n 200 -q").ended(1);
    assert_reads(&told.err, "another run is writing to results/latest; wait");
    drop(lock);
}

#[test]
fn resuming_a_finished_run_writes_the_files_again() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} out"));
    let header = dir.text("out/progress.jsonl").lines().next().expect("a header").to_owned();
    assert!(!header.contains("\"files\""), "nothing was read from a file");
    dir.only_rewrites(SMALL.trim_end_matches(" -o"), "out", "turns.csv");
}

/// What the weights in a file are is part of a run, its comments are not.
#[test]
fn a_run_does_not_go_on_with_other_weights_in_the_same_file() {
    let dir = Dir::new();
    let built_in = include_str!("../../strategies/learners/linear/built_in.toml");
    let run = "run linear:file=my.toml random -p 2 -r official -n 200 -o out -q";
    dir.write("my.toml", built_in);
    dir.output(run);
    let digest = dir.json("out/manifest.json")["files"]["my.toml"].clone();
    let digest = digest.as_str().filter(|digest| digest.starts_with("fnv1a64:")).expect("a digest");
    dir.write("my.toml", format!("# another comment\n{built_in}"));
    dir.output(&format!("{run} --resume"));
    let skip = built_in.lines().find(|line| line.starts_with("skip = ")).expect("a weight");
    dir.write("my.toml", built_in.replacen(skip, "skip = 3.25", 1));
    dir.refused(&format!("{run} --resume"), &format!("files.my.toml … {digest} … here"));
    dir.output(&format!("{run} --force"));
    dir.write("my.toml", built_in.replacen("skip = ", "skips = ", 1));
    dir.refused(run, "my.toml … two.skips … did you mean skip?");
}

/// Runs that stop when their intervals are narrow enough stop at the same deal on every machine.
#[test]
fn a_run_stops_when_its_intervals_are_narrow_enough() {
    let dir = Dir::new();
    let until = |width: &str, rest: &str| {
        format!("run random high-points -r official -q --until-ci {width} {rest}")
    };
    let [single, two] = ["1", "2"].map(|n| dir.output(&until("0.04", &format!("-o {n} -j {n}"))));
    assert_eq!(without_footer(&single), without_footer(&two));
    dir.assert_same_files("1", "2");
    let narrow = dir.table("1/summary.csv");
    let [low, high, games] =
        ["win_rate_low", "win_rate_high", "games"].map(|name| narrow.numbers(name));
    assert!(low.iter().zip(&high).all(|(low, high)| high - low <= 0.04), "{low:?} {high:?}");
    let is_between = |&games: &f64| (401.0..100_000.0).contains(&games);
    assert!(games.iter().all(is_between), "wider intervals take 400: {games:?}");
    dir.only_rewrites(&until("0.04", "-j 2"), "1", "findings.json");
}

/// Means of turns are of the games that finish; those that do not are counted, and told of.
#[test]
fn games_that_nobody_can_go_on_with_are_counted_apart() {
    let dir = Dir::new();
    let told = dir.output("run random -p 2 -r like-thewilltotick -n 900 -o out");
    dir.output("trace random random -r like-thewilltotick -n 900 -o rounds.jsonl");
    let record = dir.text("rounds.jsonl");
    let ends: Vec<_> =
        record.lines().map(json).filter(|line| line["event"] == "round_end").collect();
    let (blocked, finished): (Vec<_>, Vec<_>) =
        ends.iter().partition(|end| end["reason"] == "blocked");
    assert!(!blocked.is_empty() && finished.iter().all(|end| end["reason"] == "out"));
    let turns: u64 = finished.iter().filter_map(|end| end["turns"].as_u64()).sum();
    let mean = turns as f64 / finished.len() as f64;
    let [games, strategies] = ["games", "strength"].map(|table| dir.rows("out", table).remove(0));
    for (row, seats) in [(&games, 1), (&strategies, 2)] {
        let unfinished = (&row["stalled"], &row["blocked"]);
        assert_eq!(unfinished, (&0.into(), &(seats * blocked.len()).into()));
    }
    assert_eq!(strategies["turns_mean"], mean);
    let [low, high] =
        ["turns_mean_low", "turns_mean_high"].map(|end| strategies[end].as_f64().expect("an end"));
    let squares = |end: &&serde_json::Value| (end["turns"].as_f64().expect("turns") - mean).powi(2);
    let error = (finished.iter().map(squares).sum::<f64>()).sqrt() / finished.len() as f64;
    assert!(((high - low) / (2.0 * 1.963 * error) - 1.0).abs() < 0.001, "{low} {mean} {high}");
    let share = 100.0 * blocked.len() as f64 / ends.len() as f64;
    let pattern =
        format!("a game that finishes lasts {mean:.1} … {share:.2} % did not: 0 stalled, ");
    assert_reads(&told, &format!("{pattern}{} blocked", blocked.len()));
    assert!(dir.table("out/summary.csv").header.iter().any(|column| column == "blocked"));
}
