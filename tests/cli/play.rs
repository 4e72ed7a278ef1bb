//! A person at the table, line by line, and records to look at.

use std::fs;
use std::path::Path;

use super::{output, refused, scratch, unobench};
use unobench::rng::Rng;

/// Plays line by line with this input; gives standard output.
fn played(dir: &Path, args: &[&str], input: &str) -> String {
    let mut all = vec!["play", "--plain"];
    all.extend(args);
    let assert = unobench(dir).args(&all).write_stdin(input).assert().success();
    let told = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
    assert!(!told.contains('\u{1b}'), "{told}");
    told
}

#[test]
fn a_game_played_line_by_line_is_saved_as_a_record_that_replays() {
    let dir = scratch();
    for (rules, extra) in [("official", ["--seat", "2"]), ("everything", ["--time", "60000"]), ("seven-zero", ["--seat", "1"])] {
        let args = ["counter", "random", "-r", rules, "--rounds", "2", "-o", "game.jsonl", extra[0], extra[1]];
        let told = played(dir.path(), &args, &"1\n\n".repeat(5000));
        assert!(told.contains("2 rounds\n") && told.contains("Your hand, ") && told.contains("Your turn"), "{told}");
        let checked = output(dir.path(), &["replay", "game.jsonl"]);
        assert!(checked.starts_with("ok: 2 rounds, "), "{checked}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let dir = scratch();
    let told = played(dir.path(), &["-o", "game.jsonl", "-s", "9"], "");
    assert!(told.contains("seed 9") && told.contains("0 rounds") && told.contains("not written"), "{told}");
    assert!(!dir.path().join("game.jsonl").exists());
    // Nothing goes on to a second round: the first one is saved.
    let told = played(dir.path(), &["-o", "game.jsonl"], &"1\n".repeat(5000));
    assert!(told.contains("1 round\n") && told.contains("the record is in game.jsonl"), "{told}");
    assert!(output(dir.path(), &["replay", "game.jsonl"]).starts_with("ok: 1 round, "));
}

#[test]
fn words_numbers_and_questions_are_understood_line_by_line() {
    let dir = scratch();
    let told = played(dir.path(), &["--casual", "--hint", "flat-mc:playouts=20"], "?\nh\nt\nl\nu\nnonsense\n1\nu\nDRAW\nq\n");
    for words in [
        "Type the number of a choice",
        "flat-mc:playouts=20 would ",
        "There is no decision to take back.",
        "\"nonsense\" is none of the choices: a number from 1 to ",
        "Your last decision is taken back.",
        "you draw 1 card: ",
        "1 decision was taken back",
        "you did what flat-mc:playouts=20 would have done at ",
    ] {
        assert!(told.contains(words), "{words:?} is missing in {told}");
    }
    let told = played(dir.path(), &[], "u\nh\nq\n");
    assert!(told.contains("only with --casual") && told.contains("name a strategy with --hint"), "{told}");
}

#[test]
fn who_cannot_play_is_told_why() {
    let dir = scratch();
    refused(dir.path(), &["play"], &["--plain"]);
    refused(dir.path(), &["play", "--plain", "--seat", "4"], &["--seat 4", "0 to 3"]);
    refused(dir.path(), &["play", "--plain", "-p", "11"], &["--players 11", "2 to 10"]);
    refused(dir.path(), &["play", "--plain", "-p", "2", "random", "random"], &["2 strategies do not fit", "only 1 seat"]);
    refused(dir.path(), &["play", "--plain", "cmd:./bot"], &["external bot"]);
    refused(dir.path(), &["play", "--plain", "--hint", "nobody"], &["unknown strategy"]);
    refused(dir.path(), &["play", "--plain", "-o", "."], &["is no file"]);
    refused(dir.path(), &["play", "--plain", "-o", "missing/game.jsonl"], &["cannot write missing/game.jsonl"]);
}

#[test]
fn replay_says_where_a_strategy_would_have_acted_otherwise() {
    let dir = scratch();
    output(dir.path(), &["trace", "high-points", "-n", "3", "-o", "games.jsonl"]);
    let same = output(dir.path(), &["replay", "games.jsonl", "--ask", "high-points"]);
    assert!(same.starts_with("high-points would have acted otherwise at 0 of "), "{same}");
    let other = output(dir.path(), &["replay", "games.jsonl", "--ask", "low-points"]);
    assert!(other.contains("(high-points), play: ") && other.contains("; low-points would: ") && other.ends_with(" events\n"), "{other}");
    refused(dir.path(), &["replay", "games.jsonl", "--ask", "nobody"], &["unknown strategy"]);
    refused(dir.path(), &["replay", "games.jsonl", "--ask", "random", "--at", "3"], &["--at"]);
}
