//! The strategy plays in memory and in every command.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use my_strategy::MINE;
use unobench::prelude::*;

#[test]
fn it_beats_random() -> Result<(), Box<dyn std::error::Error>> {
    let mine = StrategySpec::new(&MINE[0]);
    let report = arena([mine, strategy("random")?]).games(4000).run()?;
    let best = &report.results[0];
    assert_eq!(best.name, "collector");
    assert!(best.interval.is_some_and(|interval| interval.low > 0.5), "{report}");
    Ok(())
}

/// It sits under every shipped rule set, where it meets decisions that the official game lacks.
#[test]
fn it_plays_by_any_rules() -> Result<(), Box<dyn std::error::Error>> {
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name)?;
        let mine = StrategySpec::new(&MINE[0]);
        let players = (2..=4).find(|&players| rules.validate_for(players).is_ok());
        let table = arena([mine, strategy("random")?]).rules(rules);
        let report = table.players(players.expect("two to four can play")).games(200).run()?;
        assert!(report.games >= 200, "{name}");
    }
    Ok(())
}

/// Runs this crate's program in a directory.
#[cfg(feature = "program")]
fn program(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_my-strategy"));
    command.args(args).current_dir(dir).output().expect("the program runs")
}

/// A person plays a round against it, always the first thing that can be done.
#[cfg(feature = "program")]
#[test]
fn people_play_against_it() -> std::io::Result<()> {
    let mut play = Command::new(env!("CARGO_BIN_EXE_my-strategy"))
        .args(["play", "collector", "-p", "2", "--plain", "--rounds", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    // The round may be over before everything is read.
    _ = play.stdin.take().expect("a pipe").write_all("1\n".repeat(300).as_bytes());
    let Output { status, stdout, .. } = play.wait_with_output()?;
    let told = String::from_utf8_lossy(&stdout);
    assert!(status.success() && told.contains("2 collector: "), "{told}");
    Ok(())
}

/// What it prints where it succeeds.
#[cfg(feature = "program")]
fn told(dir: &Path, args: &[&str]) -> String {
    let Output { status, stdout, stderr } = program(dir, args);
    assert!(status.success(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8_lossy(&stdout).into_owned()
}

#[cfg(feature = "program")]
#[test]
fn every_command_knows_it() {
    let dir = std::env::temp_dir().join(format!("my-strategy-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    assert!(told(&dir, &["strategies", "list"]).contains("collector"));
    let duel = ["duel", "collector", "random", "-p", "2", "-o", "duel"];
    assert!(told(&dir, &duel).contains("collector is better than random"));
    let run = ["run", "collector", "random", "-p", "2", "-n", "400", "-r", "official", "-o", "run"];
    assert!(told(&dir, &run).contains("collector"));
    let header = std::fs::read_to_string(dir.join("run/progress.jsonl")).expect("a header");
    let version = format!("\"versions\":{{\"collector\":\"{}\"}}", env!("CARGO_PKG_VERSION"));
    assert!(header.lines().next().is_some_and(|line| line.contains(&version)), "{header}");
    told(&dir, &[&run[..], &["--resume"]].concat());
    let mut names = vec!["tournament", "collector", "random", "counter", "-p", "2", "-n", "300"];
    names.extend(["-o", "tournament"]);
    assert!(told(&dir, &names).contains("collector"));
    let record = told(&dir, &["trace", "collector", "counter", "-n", "2", "-p", "2"]);
    std::fs::write(dir.join("record.jsonl"), record).expect("a file");
    assert!(told(&dir, &["replay", "record.jsonl"]).contains("2 rounds"));
    told(&dir, &["replay", "record.jsonl", "--ask", "collector"]);
    let mut measure = vec!["skill", "collector", "-p", "2", "-n", "300", "-o", "skill"];
    measure.extend(["--search-games", "20"]); // the oracle thinks
    assert!(told(&dir, &measure).contains("collector"));
    std::fs::remove_dir_all(&dir).expect("it goes away again");
}
