//! Records of games: written, checked, and asked about.

use crate::dir::{Dir, assert_reads, json};

#[test]
fn a_record_replays_and_a_damaged_one_does_not() {
    let dir = Dir::new();
    let trace = "trace random high-points -n 6 -r official";
    dir.output(&format!("{trace} -o record.jsonl"));
    assert_reads(&dir.output("replay record.jsonl"), "ok: 6 rounds");
    let record = dir.text("record.jsonl");
    for out in ["", " -o -"] {
        assert_eq!(dir.output(&format!("{trace}{out}")), record, "a file and standard output");
    }
    let lines: Vec<&str> = record.lines().collect();
    let without_a_line = [&lines[..3], &lines[4..]].concat().join("\n");
    for damaged in [without_a_line.as_str(), &record[..record.len() / 2]] {
        dir.write("damaged.jsonl", damaged);
        dir.refused("replay damaged.jsonl", "damaged.jsonl");
    }
    let pretty = dir.output("trace random -p 3 -n 1 -r official --pretty");
    assert!(!pretty.trim_start().starts_with('{') && pretty.lines().count() > 10, "{pretty}");
    let matches = dir.output("trace random -p 3 -n 2 --match -r official");
    assert_reads(&dir.fed("replay -", matches).ended(0).out, "2 matches");
}

#[test]
fn replay_says_where_a_strategy_would_have_acted_otherwise() {
    let dir = Dir::new();
    dir.output("trace high-points -n 3 -o games.jsonl");
    let other = dir.output("replay games.jsonl --ask low-points");
    assert_reads(&other, "(high-points), play: … ; low-points would: ");
    assert!(other.ends_with(" events\n"), "{other}");
}

/// A judge says how likely each action is to win, where it would have acted differently and what
/// each player lost.
#[test]
fn replay_says_what_each_player_lost() {
    let dir = Dir::new();
    dir.output("trace champion random -p 2 -n 20 -o games.jsonl");
    let asked = dir.output("replay games.jsonl --ask champion");
    let first = asked.lines().next().expect("a departure");
    assert_reads(first, "(random), … %; champion would: … ; lost ");
    assert!(first.ends_with(" %"), "{first}");
    let analysed = dir.output("replay games.jsonl --analyse");
    assert!(asked.contains(&analysed), "the table is the same: {asked}\n{analysed}");
    let row = |name: &str| analysed.lines().find(|line| line.starts_with(name)).expect("a row");
    assert_reads(row("champion"), "100 %");
    assert_reads(row("random"), " ± ");
    assert_reads(row("  random: "), " rather than ");
    assert_reads(&analysed, "an opinion, not the truth … ok: 20 rounds");
    let json = json(&dir.output("replay games.jsonl --analyse --format json"));
    assert_eq!((&json[0]["player"], &json[0]["lost_in_all"]), (&"champion".into(), &0.0.into()));
    let number = |key: &str| json[1][key].as_f64().expect("a number");
    assert!(number("lost_a_round_low") < number("lost_a_round"));
    assert!(number("lost_a_round") < number("lost_a_round_high"));
    assert!((number("lost_a_round") * 20.0 - number("lost_in_all")).abs() < 1e-9);
    let one = dir.output("replay games.jsonl --ask champion --seat 1");
    assert!(one.contains("seat 1 (random)") && !one.contains("seat 0 "), "{one}");
    dir.output("trace random -r double -n 1 -o other.jsonl");
    dir.output("train -n 40 -q --check 0 -o own.net");
    let caution = dir.output("replay other.jsonl --ask net:file=own.net");
    assert_reads(&caution, " has not learned these rules (double, 4 seats), but official at 2");
    let knows = dir.output("replay other.jsonl --analyse");
    assert!(!knows.contains("has not learned"), "champion knows any rules: {knows}");
}
