//! A person at the table, line by line.

use crate::dir::{Dir, assert_reads};
use unobench_core::rng::Rng;

/// Plays line by line with this input; gives standard output.
fn played(dir: &Dir, rest: &str, input: impl AsRef<[u8]>) -> String {
    let told = dir.fed(&format!("play --plain {rest}"), input).ended(0).out;
    assert!(!told.chars().any(|letter| letter.is_control() && letter != '\n'), "{told}");
    told
}

#[test]
fn a_game_played_line_by_line_is_saved_as_a_record_that_replays() {
    let dir = Dir::new();
    for rest in ["official --seat 2", "everything --time 60000", "seven-zero --seat 1"] {
        let rest = format!("counter random --rounds 2 -s 1 -o game.jsonl -r {rest}");
        let told = played(&dir, &rest, "1\n\n".repeat(5000));
        assert_reads(&told, "Your hand, … Your turn … 2 rounds");
        assert_reads(&dir.output("replay game.jsonl"), "ok: 2 rounds, ");
    }
}

/// Chance makes the mistakes of the others alone, unless it is let: the record says so, and replays.
#[test]
fn a_person_makes_their_own_mistakes() {
    let dir = Dir::new();
    let rest = "random -p 2 --rounds 1 -s 1 -o game.jsonl --set people.misplays=1 --set \
                people.forgets_colour=1 --set people.forgets_uno=1 --set people.calls_falsely=1 \
                --set play.turn_limit=200";
    let told = played(&dir, rest, "1\n".repeat(5000));
    assert_reads(&told, "official+people.misplays=1+… 2 seats … Your turn … 1 round");
    let record = dir.text("game.jsonl");
    assert!(record.contains("\"misplay\",\"seat\":1"), "the other misplays");
    let mine = [
        "\"misplay\",\"seat\":0",
        "\"seat\":0,\"called\":false",
        "\"seat\":0,\"called\":true,\"false_call\"",
    ];
    assert!(!mine.iter().any(|line| record.contains(line)), "{record}");
    let first = record.lines().next().expect("a round");
    assert_reads(
        first,
        "\"seat\":{\"0\":{\"forgets_uno\":0.0,\"calls_falsely\":0.0,\"misplays\":0.0,\"forgets_c",
    );
    assert_reads(&dir.output("replay game.jsonl"), "ok: 1 round, ");
    let told = played(&dir, &format!("{rest} --human-errors"), "1\n".repeat(5000));
    assert!(!told.contains("Your turn"), "{told}");
    assert!(dir.text("game.jsonl").contains("\"misplay\",\"seat\":0"));
    assert_reads(&dir.output("replay game.jsonl"), "ok: 1 round, ");
}

#[test]
fn the_end_of_the_input_ends_the_session_and_saves_what_was_played() {
    let dir = Dir::new();
    let told = played(&dir, "-o game.jsonl -s 9", "");
    assert_reads(&told, "seed 9 … 0 rounds");
    assert_reads(&told, "nothing to replay in game.jsonl");
    assert_reads(&told, "not finished is in game.jsonl.unfinished");
    assert!(!dir.has("game.jsonl"));
    let begun = dir.text("game.jsonl.unfinished");
    assert!(begun.starts_with("{\"event\":\"round\"") && begun.ends_with("}\n"), "{begun}");
    let words = "the record ends in the middle of a round";
    dir.refused("replay game.jsonl.unfinished", words);
    // Nothing goes on to a second round: the first one is saved, and is the whole record.
    let told = played(&dir, "-o other.jsonl -s 1", "1\n".repeat(5000));
    assert_reads(&told, "1 round ");
    assert_reads(&told, "the record is in other.jsonl");
    assert_reads(&dir.output("replay other.jsonl"), "ok: 1 round, ");
    assert!(!dir.has("other.jsonl.unfinished"));
}

/// Whatever is typed, in any rules and at any number of seats: nothing breaks, no escape code is
/// written, and the record replays.
#[test]
fn random_input_breaks_nothing() {
    let dir = Dir::new();
    let mut rng = Rng::from_key(1);
    for table in [
        "random -r everything -p 4 --match --set scoring.target=20",
        "random -r everything -p 10 --casual",
        "-r seven-zero -p 2 --hint linear --casual",
        "random -r jump-in -p 6 --time 1",
        "random -r forgetful -p 3 --hint flat-mc:playouts=4",
        "random -r partners -p 4",
        "random -r official -p 5 --match --casual",
    ] {
        let input: Vec<u8> = (0..200).flat_map(|_| any_line(&mut rng)).collect();
        let told = played(&dir, &format!("counter {table} -o game.jsonl -s 1"), input);
        assert_reads(&told, "is not one of the choices: a number from 1 to ");
        if dir.has("game.jsonl") {
            assert_reads(&dir.output("replay game.jsonl"), "ok: ");
            dir.remove("game.jsonl");
        } else {
            assert_reads(&told, "nothing to replay");
        }
    }
}

/// Mostly a choice, sometimes a command, sometimes bytes that nobody would type; it does not quit.
fn any_line(rng: &mut Rng) -> Vec<u8> {
    const WORDS: &str =
        "| |1|1|2|3|y|n|draw|W+4|r7|u|t|h|0|999999999999999999999|-1|\u{1b}[2J\u{7}";
    let words: Vec<&str> = WORDS.split('|').collect();
    let mut line = if rng.below(20) == 0 {
        (0..rng.below(40)).map(|_| rng.below(256) as u8).filter(|&byte| byte != b'\n').collect()
    } else {
        words[rng.below(words.len() as u32) as usize].as_bytes().to_vec()
    };
    if matches!(line.trim_ascii(), b"q" | b"Q") {
        line.push(b'!');
    }
    line.push(b'\n');
    line
}

#[test]
fn words_numbers_and_questions_are_understood_line_by_line() {
    let dir = Dir::new();
    let input = "?\nh\nt\nl\nu\nnonsense\n1\nu\nDRAW\nq\n";
    let told = played(&dir, "--casual --hint flat-mc:playouts=20 -s 1", input);
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
        assert_reads(&told, words);
    }
    let told = played(&dir, "-s 1", "u\nh\nq\n");
    assert_reads(&told, "only with --casual … name a strategy with --hint");
}
