//! Questions in words: `settle`, `rules list --search`, `rules new`, and what is said of names that
//! there are not.

use std::fs;
use std::path::Path;

use super::{output, refused, scratch, unobench};

/// Standard error of arguments that are refused.
fn refusal(dir: &Path, args: &[&str]) -> String {
    let assert = unobench(dir).args(args).assert().code(2).stdout("");
    String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
}

// settle

#[test]
fn a_question_gets_one_answer_of_eight_lines() {
    let dir = scratch();
    let told = output(dir.path(), &["settle", "-q", "stack"]);
    let (answer, more) = told.split_once("\n\n").expect("an answer, and where to read more");
    assert!(answer.starts_with("stacking at 4 seats: "), "{told}");
    assert!(answer.lines().count() <= 8, "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    assert!(answer.contains("\nLength (43 to 50 turns): "), "{told}");
    assert!(answer.contains("\nWould anybody notice? "), "{told}");
    for words in [
        "the same deals as",
        "unobench rules compare stacking",
        "unobench rules show stacking",
        "--search stack",
    ] {
        assert!(more.contains(words), "{words}: {told}");
    }
    assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 0, "nothing is kept");
}

#[test]
fn a_file_of_ones_own_is_asked_about_by_its_name() {
    let dir = scratch();
    fs::write(
        dir.path().join("kitchen.toml"),
        "extends = \"until-playable\"\n[setup]\nhand_size = 3\n",
    )
    .expect("it can be written");
    let told = output(dir.path(), &["settle", "kitchen.toml", "-p", "2", "-q"]);
    assert!(told.starts_with("kitchen at 2 seats\n"), "{told}");
    assert!(told.contains("turns shorter") && told.contains("Would anybody notice? Yes"), "{told}");
    assert!(told.contains("on different deals from the official"), "{told}");
    assert!(told.contains("unobench rules compare kitchen.toml -p 2"), "{told}");
    refused(dir.path(), &["settle", "no-such.toml"], &["no-such.toml"]);
}

#[test]
fn words_that_fit_several_rule_sets_or_none_say_how_to_ask() {
    let dir = scratch();
    let several =
        ["fits 2 rule sets", "`unobench settle seven-zero`", "`unobench settle swap-hands`"];
    refused(dir.path(), &["settle", "swap"], &several);
    refused(dir.path(), &["settle", "edition"], &["more: `unobench rules list --search edition`"]);
    refused(
        dir.path(),
        &["settle", "stackin"],
        &["no rule set fits", "`unobench settle stacking`"],
    );
    refused(
        dir.path(),
        &["settle", "chess"],
        &["no rule set fits \"chess\"; `unobench rules list`"],
    );
    for words in ["stackin", "edition", "chess", "hous rules"] {
        let told = refusal(dir.path(), &["settle", words]);
        assert!(told.matches("`unobench settle ").count() <= 3, "never all: {told}");
    }
    refused(dir.path(), &["settle", "official"], &["official", "house rule"]);
    refused(dir.path(), &["settle", "partners", "-p", "5"], &["partners", "5"]);
    refused(dir.path(), &["settle", "stacking", "-p", "11"], &["--players", "11", "2 to 10"]);
    refused(dir.path(), &["settle"], &["WORDS"]);
}

// Finding rule sets, and names that there are not

#[test]
fn rule_sets_are_listed_by_other_names() {
    let dir = scratch();
    for (words, first) in [
        (["--search", "+2"].as_slice(), "stacking"),
        (&["--search", "draw", "to", "match"], "until-playable"),
        (&["--search", "no bluffing"], "no-bluff"),
        (&["--search", "7-0"], "seven-zero"),
    ] {
        let csv = output(dir.path(), &[&["rules", "list", "--format", "csv"], words].concat());
        let found = csv.lines().nth(1).expect("a rule set");
        assert!(found.starts_with(&format!("{first},")), "{words:?}: {found}");
        let table = output(dir.path(), &[&["rules", "list"], words].concat());
        assert!(table.contains("also called"), "{table}");
    }
    let tagged = output(
        dir.path(),
        &["rules", "list", "--search", "stacking", "--tag", "program", "--format", "csv"],
    );
    assert!(tagged.contains("ubisoft-stacking") && !tagged.contains("\nstacking,"), "{tagged}");
    refused(dir.path(), &["rules", "list", "--search", "chess"], &["--search", "\"chess\""]);
}

#[test]
fn a_wrong_name_suggests_at_most_three() {
    let dir = scratch();
    for args in [
        ["run", "-r", "stackin"].as_slice(),
        &["play", "-r", "stackin"],
        &["trace", "-r", "stackin"],
        &["rules", "show", "stackin"],
        &["rules", "compare", "stackin"],
    ] {
        let told = refusal(dir.path(), args);
        assert!(told.contains("did you mean stacking, "), "{told}");
        let names = unobench_core::rules::RuleSet::shipped_names();
        let others = names.filter(|name| told.contains(&format!(" {name}"))).count();
        assert!(others <= 4, "three, one of which begins as another: {told}");
    }
    refused(dir.path(), &["run", "-r", "7-0"], &["did you mean seven-zero?"]);
    let told = refusal(dir.path(), &["run", "--set", "responses.draw=stack"]);
    assert!(told.contains("did you mean responses.draw_two"), "{told}");
    assert!(told.matches("responses.").count() <= 5 && !told.contains("colour_by"), "{told}");
    let told = refusal(dir.path(), &["run", "high-point"]);
    assert!(told.contains("did you mean \"high-points\"") && told.len() < 200, "{told}");
}

#[test]
fn words_that_belong_elsewhere_are_answered() {
    let dir = scratch();
    for word in ["list", "show"] {
        let told = refusal(dir.path(), &[word]);
        for group in ["rules", "strategies"] {
            assert!(told.contains(&format!("`unobench {group} {word}`")), "{told}");
        }
    }
    assert!(refusal(dir.path(), &["compare"]).contains("`unobench rules compare`"));
    let told = refusal(dir.path(), &["run", "bot.py"]);
    assert!(told.contains("\"cmd:python3 bot.py\""), "{told}");
    refused(dir.path(), &["run", "./bot", "random"], &["\"cmd:./bot\""]);
}

// rules new

#[test]
fn flags_make_a_file_that_is_checked_and_played() {
    let dir = scratch();
    let new = ["rules", "new", "kitchen.toml", "--stacking", "same", "--hand-size", "5"];
    let told = output(dir.path(), &[&new[..], &["--jump-in", "yes"]].concat());
    for line in
        ["wrote kitchen.toml", "unobench rules check kitchen.toml", "unobench settle kitchen.toml"]
    {
        assert!(told.contains(line), "{told}");
    }
    assert_eq!(output(dir.path(), &["rules", "check", "kitchen.toml"]), "ok\n");
    let differs = output(dir.path(), &["rules", "diff", "official", "kitchen.toml"]);
    for key in
        ["responses.draw_two", "responses.wild_draw_four", "setup.hand_size", "jump_in.enabled"]
    {
        assert!(differs.contains(key), "{differs}");
    }
    output(
        dir.path(),
        &["run", "random", "-p", "4", "-r", "kitchen.toml", "-n", "40", "-q", "-o", "run"],
    );
    // It is not overwritten unasked.
    let before = fs::read(dir.path().join("kitchen.toml")).expect("a file");
    refused(dir.path(), &new, &["kitchen.toml", "--force"]);
    assert_eq!(fs::read(dir.path().join("kitchen.toml")).expect("a file"), before);
    output(dir.path(), &[&new[..], &["--force"]].concat());
    assert_ne!(fs::read(dir.path().join("kitchen.toml")).expect("a file"), before);
}

#[test]
fn what_a_table_cannot_play_is_refused_by_name() {
    let dir = scratch();
    let new = |more: &[&'static str]| [&["rules", "new", "x.toml"], more].concat();
    refused(dir.path(), &new(&["--hand-size", "21"]), &["--hand-size", "21", "1 to 20"]);
    refused(dir.path(), &new(&["--stacking", "all"]), &["--stacking", "all", "mixed"]);
    refused(
        dir.path(),
        &new(&["--partners", "yes", "--scoring", "own"]),
        &["scoring.partners", "winner_takes"],
    );
    refused(dir.path(), &["rules", "new", "-", "--call", "no"], &["-", "standard output"]);
    refused(dir.path(), &["rules", "new", "stacking.toml", "--call", "no"], &["\"stacking\""]);
    // Nobody to ask, and nothing said.
    let told = refusal(dir.path(), &new(&[]));
    assert!(told.contains("--hand-size, ") && told.contains("rules new --help"), "{told}");
    assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 0, "nothing is written");
}

#[test]
fn questions_are_answered_from_a_pipe_too() {
    let dir = scratch();
    let answers = ["9", "mix", "", "until", "", "", "yes", "y", "", "", "", "", "own", "200", ""];
    let asked = unobench(dir.path())
        .args(["rules", "new"])
        .write_stdin(answers.join("\n") + "\n")
        .assert()
        .success();
    let told = String::from_utf8_lossy(&asked.get_output().stderr).into_owned();
    assert!(
        told.contains("15/15 ") && told.contains("How many cards is everybody dealt?"),
        "{told}"
    );
    assert_eq!(output(dir.path(), &["rules", "check", "house-rules.toml"]), "ok\n");
    let differs = output(dir.path(), &["rules", "diff", "official", "house-rules.toml"]);
    for value in ["stack_mixed", "until_playable", "own_points", "200", "hands.zero_rotates"] {
        assert!(differs.contains(value), "{value}: {differs}");
    }
    let new = |input: &'static str| {
        let mut command = unobench(dir.path());
        let assert = command.args(["rules", "new", "y.toml"]).write_stdin(input).assert().code(2);
        String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
    };
    assert!(new("30\n").contains("--hand-size: 30 is not allowed; allowed: 1 to 20"));
    assert!(new("7\nno\n").contains("the input ended at \"Does drawing for a draw card"));
    assert!(!dir.path().join("y.toml").exists());
}

// Defaults

#[test]
fn standard_output_is_no_place_for_results() {
    let dir = scratch();
    for args in [
        ["run", "random", "-o", "-"].as_slice(),
        &["duel", "random", "counter", "-o", "-"],
        &["rules", "compare", "stacking", "-o", "-"],
        &["play", "--plain", "-o", "-"],
        &["train", "-o", "-"],
        &["tune", "linear", "-o", "-"],
        &["report", "x", "-o", "-"],
    ] {
        refused(dir.path(), args, &["'-'", "--out", "standard output", "allowed: a"]);
    }
    assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 0, "nothing is written");
    // A record is one text.
    let trace = |out: &[&str]| output(dir.path(), &[&["trace", "random", "-p", "2"], out].concat());
    assert_eq!(trace(&["-o", "-"]), trace(&[]));
}

#[test]
fn an_interrupted_default_run_makes_room_for_the_next_one() {
    let dir = scratch();
    let long = ["run", "random", "counter", "-r", "official", "-n", "10M", "--max-time", "1s"];
    output(dir.path(), &long);
    let played = fs::read(dir.path().join("results/latest/progress.jsonl")).expect("a run");
    let short = ["run", "random", "-p", "2", "-r", "official", "-n", "200"];
    let assert = unobench(dir.path()).args(short).assert().success();
    let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    let aside = "results/latest-interrupted-1";
    let resume = told.lines().find(|line| line.contains(aside)).expect("it says where it is");
    let (_, command) = resume.split_once("to continue it: unobench ").expect("and how to continue");
    assert_eq!(fs::read(dir.path().join(aside).join("progress.jsonl")).expect("a run"), played);
    assert!(dir.path().join("results/latest/summary.csv").exists());
    // What it says goes on where the run stopped.
    let words: Vec<&str> = command.split(' ').collect();
    let resumed = unobench(dir.path()).args(&words).assert().success();
    let told = String::from_utf8_lossy(&resumed.get_output().stderr).into_owned();
    assert!(told.contains("resumed after "), "{command}: {told}");
    let grown = fs::read(dir.path().join(aside).join("progress.jsonl")).expect("a run");
    assert!(grown.starts_with(&played) && grown.len() > played.len(), "it is the same run");
}

#[cfg(unix)]
#[test]
fn a_default_run_that_is_still_going_on_is_left_alone() {
    let dir = scratch();
    let latest = dir.path().join("results/latest");
    let lock = unobench_experiment::Lock::take(&latest).expect("nobody has it");
    fs::write(latest.join("progress.jsonl"), "it is being written\n").expect("it can be written");
    let short = ["run", "random", "-p", "2", "-r", "official", "-n", "200", "-q"];
    let assert = unobench(dir.path()).args(short).assert().code(1);
    let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(told.contains("another run is writing to results/latest; wait"), "{told}");
    drop(lock);
}

#[test]
fn a_seed_that_nobody_chose_is_drawn_and_told() {
    let dir = scratch();
    let played = |args: &[&str]| output(dir.path(), &[&["play", "--plain"], args].concat());
    let seed = |told: &str| {
        let (_, rest) = told.split_once("--seed ").expect("the end says the seed");
        rest.lines().next().expect("a number").to_owned()
    };
    let told = played(&[]);
    let drawn = seed(&told);
    assert!(told.contains(&format!("4 seats, seed {drawn}")), "so does the beginning: {told}");
    let seeds: Vec<String> = (0..4).map(|_| seed(&played(&[]))).collect();
    assert!(seeds.iter().any(|seed| *seed != drawn), "each time another one: {seeds:?}");
    assert_eq!(played(&["--seed", &drawn]), told, "the same cards again");
}
