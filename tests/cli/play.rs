//! A person at the table, line by line.

use crate::dir::{Dir, assert_reads};
use unobench_core::rng::Rng;

/// Plays line by line with this input; gives standard output.
fn played(dir: &Dir, rest: &str, input: impl AsRef<[u8]>) -> String {
    let told = dir.fed(&format!("play --plain {rest}"), input).ended(0).out;
    assert!(!told.chars().any(|letter| letter.is_control() && letter != '\n'), "{told}");
    told
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
fn a_seed_that_nobody_chose_is_drawn_and_told() {
    let dir = Dir::new();
    let seed = |told: &str| {
        let (_, rest) = told.split_once("--seed ").expect("the end says the seed");
        rest.lines().next().expect("a number").to_owned()
    };
    let told = dir.output("play --plain");
    let drawn = seed(&told);
    // So does the beginning.
    assert_reads(&told, &format!("4 seats, seed {drawn}"));
    let mut others = (0..4).map(|_| seed(&dir.output("play --plain")));
    assert!(others.any(|other| other != drawn), "each time another one");
    assert_eq!(dir.output(&format!("play --plain --seed {drawn}")), told, "the same cards again");
}
