//! A person at the table, line by line, and records to look at.

use std::fs;
use std::path::Path;

use super::{output, refused, scratch, unobench};
use unobench_core::rng::Rng;

/// Plays line by line with this input; gives standard output.
fn played(dir: &Path, args: &[&str], input: &str) -> String {
    let mut all = vec!["play", "--plain"];
    all.extend(args);
    if !args.contains(&"-s") {
        all.extend(["-s", "1"]);
    }
    let assert = unobench(dir).args(&all).write_stdin(input).assert().success();
    let told = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
    assert!(!told.contains('\u{1b}'), "{told}");
    told
}

#[test]
fn a_game_played_line_by_line_is_saved_as_a_record_that_replays() {
    let dir = scratch();
    for (rules, extra) in [
        ("official", ["--seat", "2"]),
        ("everything", ["--time", "60000"]),
        ("seven-zero", ["--seat", "1"]),
    ] {
        let args = [
            "counter",
            "random",
            "-r",
            rules,
            "--rounds",
            "2",
            "-o",
            "game.jsonl",
            extra[0],
            extra[1],
        ];
        let told = played(dir.path(), &args, &"1\n\n".repeat(5000));
        assert!(
            told.contains("2 rounds\n")
                && told.contains("Your hand, ")
                && told.contains("Your turn"),
            "{told}"
        );
        let checked = output(dir.path(), &["replay", "game.jsonl"]);
        assert!(checked.starts_with("ok: 2 rounds, "), "{checked}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_session_and_saves_what_was_played() {
    let dir = scratch();
    let told = played(dir.path(), &["-o", "game.jsonl", "-s", "9"], "");
    assert!(
        told.contains("seed 9")
            && told.contains("0 rounds")
            && told.contains("nothing to replay in game.jsonl"),
        "{told}"
    );
    assert!(
        told.contains("not finished is in game.jsonl.unfinished")
            && !dir.path().join("game.jsonl").exists()
    );
    let begun = fs::read_to_string(dir.path().join("game.jsonl.unfinished")).expect("a file");
    assert!(begun.starts_with("{\"event\":\"round\"") && begun.ends_with("}\n"), "{begun}");
    refused(
        dir.path(),
        &["replay", "game.jsonl.unfinished"],
        &["the record ends in the middle of a round"],
    );
    // Nothing goes on to a second round: the first one is saved, and is the whole record.
    let told = played(dir.path(), &["-o", "other.jsonl"], &"1\n".repeat(5000));
    assert!(told.contains("1 round\n") && told.contains("the record is in other.jsonl"), "{told}");
    assert!(output(dir.path(), &["replay", "other.jsonl"]).starts_with("ok: 1 round, "));
    assert!(!dir.path().join("other.jsonl.unfinished").exists());
}

/// Whatever is typed, in any rules and at any number of seats: nothing breaks, no escape code is
/// written, and the record replays.
#[test]
fn random_input_breaks_nothing() {
    let dir = scratch();
    let mut rng = Rng::from_key(1);
    let tables = [
        ("everything", "4", vec!["--match", "--set", "scoring.target=20"]),
        ("everything", "10", vec!["--casual"]),
        ("seven-zero", "2", vec!["--hint", "linear", "--casual"]),
        ("jump-in", "6", vec!["--time", "1"]),
        ("forgetful", "3", vec!["--hint", "flat-mc:playouts=4"]),
        ("partners", "4", vec![]),
        ("official", "5", vec!["--match", "--casual"]),
    ];
    for (rules, players, more) in tables {
        let mut args = vec![
            "play",
            "--plain",
            "counter",
            "random",
            "-r",
            rules,
            "-p",
            players,
            "-o",
            "game.jsonl",
            "-s",
            "1",
        ];
        // Two strategies do not fit beside one person at a table of two.
        if players == "2" {
            args.remove(3);
        }
        args.extend(more);
        let input: Vec<u8> = (0..4000).flat_map(|_| any_line(&mut rng)).collect();
        let assert =
            unobench(dir.path()).args(&args).write_stdin(input).assert().success().stderr("");
        let told = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
        assert!(!told.chars().any(|c| c.is_control() && c != '\n'), "{args:?}");
        assert!(told.contains("is not one of the choices: a number from 1 to "), "{args:?}");
        if dir.path().join("game.jsonl").exists() {
            let checked = output(dir.path(), &["replay", "game.jsonl"]);
            assert!(checked.starts_with("ok: "), "{args:?}: {checked}");
            fs::remove_file(dir.path().join("game.jsonl")).expect("it is there");
        } else {
            assert!(told.contains("nothing to replay"), "{args:?}");
        }
    }
}

/// Mostly a choice, sometimes a command, sometimes bytes that nobody would type; it does not quit.
fn any_line(rng: &mut Rng) -> Vec<u8> {
    const WORDS: [&str; 18] = [
        "",
        "",
        "1",
        "1",
        "2",
        "3",
        "y",
        "n",
        "draw",
        "W+4",
        "r7",
        "u",
        "t",
        "h",
        "0",
        "999999999999999999999",
        "-1",
        "\u{1b}[2J\u{7}",
    ];
    let mut line = if rng.below(20) == 0 {
        (0..rng.below(40)).map(|_| rng.below(256) as u8).filter(|&byte| byte != b'\n').collect()
    } else {
        WORDS[rng.below(WORDS.len() as u32) as usize].as_bytes().to_vec()
    };
    if matches!(line.trim_ascii(), b"q" | b"Q") {
        line.push(b'!');
    }
    line.push(b'\n');
    line
}

#[test]
fn words_numbers_and_questions_are_understood_line_by_line() {
    let dir = scratch();
    let told = played(
        dir.path(),
        &["--casual", "--hint", "flat-mc:playouts=20"],
        "?\nh\nt\nl\nu\nnonsense\n1\nu\nDRAW\nq\n",
    );
    for words in [
        "Type the number of a choice",
        "flat-mc:playouts=20 would ",
        "There is no decision to take back.",
        "\"nonsense\" is not one of the choices: a number from 1 to ",
        "Your last decision is taken back.",
        "you draw 1 card: ",
        "1 decision was taken back",
        "you did what flat-mc:playouts=20 would have done at ",
    ] {
        assert!(told.contains(words), "{words:?} is missing in {told}");
    }
    let told = played(dir.path(), &[], "u\nh\nq\n");
    assert!(
        told.contains("only with --casual") && told.contains("name a strategy with --hint"),
        "{told}"
    );
}

#[test]
fn who_cannot_play_is_told_why() {
    let dir = scratch();
    refused(dir.path(), &["play"], &["--plain"]);
    refused(dir.path(), &["play", "--plain", "--seat", "4"], &["--seat 4", "0 to 3"]);
    refused(dir.path(), &["play", "--plain", "-p", "11"], &["--players 11", "2 to 10"]);
    refused(
        dir.path(),
        &["play", "--plain", "-p", "2", "random", "random"],
        &["2 strategies do not fit", "only 1 seat"],
    );
    refused(dir.path(), &["play", "--plain", "cmd:./bot"], &["there is no program \"./bot\""]);
    refused(dir.path(), &["play", "--plain", "--hint", "nobody"], &["unknown strategy"]);
    refused(
        dir.path(),
        &["play", "--plain", "--hint", "cheat"],
        &["--hint cheat", "sees hidden cards"],
    );
    refused(dir.path(), &["play", "--plain", "--time", "99999999"], &["--time", "3600000"]);
    refused(dir.path(), &["play", "--plain", "-o", "."], &["is not a file"]);
    refused(
        dir.path(),
        &["play", "--plain", "-o", "missing/game.jsonl"],
        &["cannot write missing/game.jsonl"],
    );
}

#[test]
fn replay_says_where_a_strategy_would_have_acted_otherwise() {
    let dir = scratch();
    output(dir.path(), &["trace", "high-points", "-n", "3", "-o", "games.jsonl"]);
    let same = output(dir.path(), &["replay", "games.jsonl", "--ask", "high-points"]);
    assert!(same.starts_with("high-points would have acted differently at 0 of "), "{same}");
    let other = output(dir.path(), &["replay", "games.jsonl", "--ask", "low-points"]);
    assert!(
        other.contains("(high-points), play: ")
            && other.contains("; low-points would: ")
            && other.ends_with(" events\n"),
        "{other}"
    );
    refused(dir.path(), &["replay", "games.jsonl", "--ask", "nobody"], &["unknown strategy"]);
    refused(dir.path(), &["replay", "games.jsonl", "--ask", "random", "--at", "3"], &["--at"]);
}

/// A judge says how likely each action is to win, where it would have acted differently and what
/// each player lost.
#[test]
fn replay_says_what_each_player_lost() {
    let dir = scratch();
    output(
        dir.path(),
        &["trace", "champion", "random", "-p", "2", "-n", "20", "-o", "games.jsonl"],
    );
    let asked = output(dir.path(), &["replay", "games.jsonl", "--ask", "champion"]);
    let first = asked.lines().next().expect("a departure");
    assert!(first.contains("(random), ") && first.contains(" %; champion would: "), "{first}");
    assert!(first.contains("; lost ") && first.ends_with(" %"), "{first}");
    let analysed = output(dir.path(), &["replay", "games.jsonl", "--analyse"]);
    assert!(asked.contains(&analysed), "the table is the same: {asked}\n{analysed}");
    let row = |name: &str| analysed.lines().find(|line| line.starts_with(name)).expect("a row");
    assert!(row("champion").contains("100 %"), "{analysed}");
    assert!(
        row("random").contains(" ± ") && row("  random: ").contains(" rather than "),
        "{analysed}"
    );
    assert!(analysed.contains("an opinion, not the truth") && analysed.contains("ok: 20 rounds"));
    let json = output(dir.path(), &["replay", "games.jsonl", "--analyse", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json[0]["player"], &json[0]["lost_in_all"]), (&"champion".into(), &0.0.into()));
    let number = |key: &str| json[1][key].as_f64().expect("a number");
    assert!(number("lost_a_round_low") < number("lost_a_round"));
    assert!(number("lost_a_round") < number("lost_a_round_high"));
    assert!((number("lost_a_round") * 20.0 - number("lost_in_all")).abs() < 1e-9);
    let one = output(dir.path(), &["replay", "games.jsonl", "--ask", "champion", "--seat", "1"]);
    assert!(one.contains("seat 1 (random)") && !one.contains("seat 0 "), "{one}");
    output(dir.path(), &["trace", "random", "-r", "double", "-n", "1", "-o", "other.jsonl"]);
    let caution = output(dir.path(), &["replay", "other.jsonl", "--analyse"]);
    assert!(
        caution.contains("champion has not learned these rules (double, 4 seats)"),
        "{caution}"
    );
}

#[test]
fn who_cannot_judge_or_be_judged_is_told_why() {
    let dir = scratch();
    output(dir.path(), &["trace", "random", "-p", "3", "-n", "1", "-o", "games.jsonl"]);
    let replay = |args: &[&str], words: &[&str]| {
        refused(dir.path(), &[&["replay", "games.jsonl"], args].concat(), words);
    };
    replay(
        &["--analyse", "--ask", "linear"],
        &[
            "--ask linear",
            "how likely each action is to win",
            "champion",
            "ismcts",
            "net",
            "search",
        ],
    );
    replay(&["--analyse", "--ask", "nobody"], &["unknown strategy"]);
    replay(&["--analyse", "--seat", "3"], &["--seat 3", "0 to 2"]);
    replay(&["--ask", "champion", "--seat", "99999"], &["--seat 99999"]);
    replay(&["--analyse", "--at", "3"], &["--at", "--analyse"]);
    replay(&["--format", "json"], &["--format", "--analyse"]);
    let report = |args: &[&str], words: &[&str]| {
        refused(dir.path(), &[&["report"], args].concat(), words);
    };
    report(&["games.jsonl", "--ask", "random"], &["--ask random", "champion"]);
    report(&["games.jsonl", "games.jsonl"], &["games.jsonl is a file", "alone"]);
    report(&[".", "--ask", "champion"], &["--ask champion", "record"]);
    report(&["games.jsonl", "-o", "games.jsonl"], &["games.jsonl is the record"]);
    fs::write(dir.path().join("no.jsonl"), "{}\n").expect("it is written");
    report(&["no.jsonl"], &["no.jsonl", "line 1"]);
}

#[test]
fn stepping_through_a_record_needs_a_terminal_and_a_file() {
    let dir = scratch();
    output(dir.path(), &["trace", "high-points", "-n", "1", "-o", "games.jsonl"]);
    refused(dir.path(), &["replay", "games.jsonl", "--tui"], &["needs a terminal"]);
    refused(dir.path(), &["replay", "-", "--tui"], &["standard input"]);
    refused(dir.path(), &["replay", "games.jsonl", "--seat", "1"], &["--tui"]);
}
