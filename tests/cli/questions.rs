//! Questions in words and the files that answers make; names that there are not.

use crate::dir::{Dir, assert_reads};
use unobench_core::rules::RuleSet;

#[test]
fn a_wrong_name_suggests_at_most_three() {
    let dir = Dir::new();
    for words in ["stackin", "edition", "chess", "hous rules"] {
        let told = dir.told(&format!("settle '{words}'")).ended(2).err;
        assert!(told.matches("`unobench settle ").count() <= 3, "never all: {told}");
    }
    let told = dir.told("rules show stackin").ended(2).err;
    let others = RuleSet::shipped_names().filter(|name| told.contains(&format!(" {name}")));
    assert!(others.count() <= 4, "three, one of which begins as another: {told}");
}

/// "number-start": the start card costs nothing, having to play does.
#[test]
fn a_bundle_is_taken_apart() {
    let dir = Dir::new();
    let told = dir.told("settle number-start --quick").ended(0).out;
    let keys = told.split("Each key alone").nth(1).expect("its keys");
    let of = |key: &str| keys.split(&format!("  {key}: ")).nth(1).expect("a key");
    assert!(of("play.voluntary_draw=false").starts_with("Points ("), "{keys}");
    assert!(of("setup.start_card=number").starts_with("no change is settled."), "{keys}");
}

#[test]
fn a_file_of_rules_is_played_and_not_overwritten_unasked() {
    let dir = Dir::new();
    dir.output("rules new kitchen.toml --stacking same --hand-size 5");
    dir.output("run random -p 4 -r kitchen.toml -n 40 -q -o run");
    let before = dir.bytes("kitchen.toml");
    dir.refused("rules new kitchen.toml --call no", "kitchen.toml … --force");
    assert_eq!(dir.bytes("kitchen.toml"), before);
    dir.output("rules new kitchen.toml --call no --force");
    assert_ne!(dir.bytes("kitchen.toml"), before);
}

#[test]
fn questions_are_answered_from_a_pipe_too() {
    let dir = Dir::new();
    let answers = "9\nmix\n\nuntil\n\n\nyes\ny\n\n\n\n\nown\n200\n\nyes\nag\n";
    let told = dir.fed("rules new", answers).ended(0).err;
    assert_reads(&told, "How many cards is everybody dealt? … 17/17 ");
    assert_eq!(dir.output("rules check house-rules.toml"), "ok\n");
    let differs = dir.output("rules diff official house-rules.toml");
    for value in
        ["stack_mixed", "until_playable", "own_points", "200", "hands.zero_rotates", "mercy", "SE"]
    {
        assert_reads(&differs, value);
    }
    let new = |input: &str| dir.fed("rules new y.toml", input).ended(2).err;
    assert_reads(&new("30\n"), "--hand-size: 30 is not allowed; allowed: 1 to 20");
    assert_reads(&new("7\nno\n"), "the input ended at \"Does drawing for a draw card");
    assert!(!dir.has("y.toml"));
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
