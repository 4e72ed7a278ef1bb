//! The command line: exit statuses, help, every format, and everything that can be wrong with
//! arguments, files and directories.

mod contests;
mod foreign;
mod learned;
mod play;
mod questions;
mod reports;
mod rounds;
mod scale;
mod surveys;
mod train;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_unobench");

/// Every CSV file that a run writes.
const CSV_FILES: [&str; 5] =
    ["summary.csv", "seats.csv", "scores.csv", "turns.csv", "matchups.csv"];

/// The program, in a directory of its own.
fn unobench(dir: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(dir).env_remove("NO_COLOR");
    command
}

fn scratch() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

/// Runs with these arguments, which must succeed, and returns standard output.
fn output(dir: &Path, args: &[&str]) -> String {
    let assert = unobench(dir).args(args).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8")
}

/// Runs with these arguments, which must be refused with status 2 and a message with all these
/// words.
fn refused(dir: &Path, args: &[&str], words: &[&str]) {
    let assert = unobench(dir).args(args).assert().code(2).stdout("");
    let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(told.starts_with("error: "), "{args:?}: {told}");
    for word in words {
        assert!(told.contains(word), "{args:?}: {word:?} is missing in: {told}");
    }
}

/// A small run that every strategy of a clone can play.
fn small(out: &str) -> Vec<&str> {
    vec![
        "run",
        "random",
        "high-points",
        "-p",
        "2",
        "-r",
        "official",
        "-n",
        "400",
        "-o",
        out,
        "--quiet",
    ]
}

fn bytes(path: PathBuf) -> Vec<u8> {
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn assert_same_csv(first: &Path, second: &Path) {
    for name in CSV_FILES {
        assert!(bytes(first.join(name)) == bytes(second.join(name)), "{name} differs");
    }
}

/// The bytes of every file of a directory, the manifest's without what belongs to the machine.
fn every_file(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let mut contents = bytes(entry.path());
        if name == "manifest.json" {
            let mut manifest: Value = serde_json::from_slice(&contents).expect("JSON");
            manifest
                .as_object_mut()
                .expect("an object")
                .remove("host")
                .expect("what belongs to the machine");
            contents = manifest.to_string().into_bytes();
        }
        (name, contents)
    };
    fs::read_dir(dir).expect("a directory").map(|entry| read(entry.expect("an entry"))).collect()
}

/// What is printed without the line that says how long it took and where it is.
fn without_footer(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (footer, rest) = lines.split_last().expect("something is printed");
    assert!(footer.contains("seed ") && footer.contains("files in "), "{text}");
    rest.join("\n")
}

/// The header of a CSV file and its rows.
fn table(path: &Path) -> (Vec<String>, Vec<Vec<String>>) {
    table_of(&String::from_utf8(bytes(path.to_owned())).expect("UTF-8"))
}

/// The header and the rows of a CSV text.
fn table_of(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let header = cells(reader.headers().expect("a header"));
    (header, reader.records().map(|record| cells(&record.expect("a row"))).collect())
}

/// The column of that name.
fn column(header: &[String], name: &str) -> usize {
    header
        .iter()
        .position(|column| column == name)
        .unwrap_or_else(|| panic!("{name} is not among {header:?}"))
}

fn json_file(path: &Path) -> Value {
    serde_json::from_slice(&bytes(path.to_owned()))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The keys of an object, in their order.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Plays again with `--resume` what is finished in `out`: only the files are written anew.
fn only_rewrites(dir: &Path, args: &[&str], out: &str, lost: &str) {
    let before = every_file(&dir.join(out));
    fs::remove_file(dir.join(out).join(lost)).expect("it was there");
    output(dir, &[args, &["--resume"]].concat());
    assert_eq!(every_file(&dir.join(out)), before);
    let manifest = json_file(&dir.join(out).join("manifest.json"));
    assert_eq!(manifest["host"]["timing"]["games"], 0, "nothing is played again");
    refused(dir, args, &[out, "--resume", "--force"]);
}

// Help and what is not built

#[test]
fn help_and_version_succeed_for_every_command() {
    let dir = scratch();
    output(dir.path(), &["--version"]);
    let mut pages = vec![vec![]];
    for command in unobench::command().get_subcommands().filter(|command| !command.is_hide_set()) {
        pages.push(vec![command.get_name().to_owned()]);
        pages.extend(
            command
                .get_subcommands()
                .map(|inner| vec![command.get_name().to_owned(), inner.get_name().to_owned()]),
        );
    }
    assert!(pages.len() > 10);
    for page in pages {
        let args: Vec<&str> = page.iter().map(String::as_str).chain(["--help"]).collect();
        assert!(output(dir.path(), &args).contains("Usage: unobench"), "{args:?}");
    }
}

#[test]
fn every_flag_of_every_command_is_described() {
    fn walk(command: &clap::Command) {
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            assert!(argument.get_help().is_some(), "{} {}", command.get_name(), argument.get_id());
        }
        assert!(command.get_about().is_some(), "{}", command.get_name());
        command.get_subcommands().for_each(walk);
    }
    let command = unobench::command();
    command.clone().debug_assert();
    walk(&command);
}

#[test]
fn no_arguments_at_all_show_the_commands() {
    unobench(scratch().path()).assert().code(2).stderr(contains("Usage: unobench"));
}

#[test]
fn completions_and_manual_pages_cover_the_commands() {
    let dir = scratch();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output(dir.path(), &["completions", shell]);
        assert!(script.contains("UNOBENCH_COMPLETE"), "{shell}: {script}");
    }
    refused(dir.path(), &["completions", "tcsh"], &["tcsh", "bash"]);
    assert!(output(dir.path(), &["man"]).contains(".TH unobench"));
    output(dir.path(), &["man", "--dir", "pages"]);
    for page in ["unobench.1", "unobench-run.1", "unobench-rules-list.1", "unobench-rules-diff.1"] {
        assert!(dir.path().join("pages").join(page).exists(), "{page}");
    }
}

/// What Bash offers where the cursor is at the end of a line, in a directory with a rule file.
#[cfg(unix)]
fn offered(dir: &Path, line: &str) -> Vec<String> {
    const ASK: &str = r#"
        PATH="$(dirname "$PROGRAM"):$PATH"
        eval "$(unobench completions bash)"
        COMP_POINT=${#COMP_LINE}
        _unobench_complete
        printf '%s\n' "${COMPREPLY[@]}""#;
    let asked = Process::new("bash")
        .args(["--norc", "-c", ASK])
        .envs([("PROGRAM", PROGRAM), ("COMP_LINE", line)])
        .current_dir(dir)
        .output()
        .expect("bash starts");
    assert!(asked.stderr.is_empty(), "{}", String::from_utf8_lossy(&asked.stderr));
    String::from_utf8_lossy(&asked.stdout).lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn completions_know_strategies_rule_sets_keys_and_values() {
    let dir = scratch();
    fs::write(dir.path().join("stacked.toml"), "name = \"stacked\"").expect("it is written");
    for (line, wanted) in [
        ("unobench settl", vec!["settle"]),
        ("unobench run high", vec!["high-points"]),
        ("unobench run random ismcts", vec!["ismcts", "ismcts:"]),
        ("unobench duel flat-mc:playouts=9,pol", vec!["9,policy="]),
        ("unobench duel flat-mc:policy=most", vec!["most-colour"]),
        ("unobench tune linear:nothing=", vec![""]),
        (
            "unobench rules compare stacking-",
            vec!["stacking-mixed", "stacking-last-colour", "stacking-double"],
        ),
        ("unobench run -r stacked", vec!["stacked.toml"]),
        ("unobench run --set responses.draw_tw", vec!["responses.draw_two="]),
        ("unobench run --set responses.draw_two=s", vec!["stack"]),
        ("unobench sweep --set responses.draw_two=none,s", vec!["none,stack"]),
        ("unobench run --set setup.hand_size=", vec!["7"]),
        ("unobench rules list --tag ba", vec!["base"]),
    ] {
        assert_eq!(offered(dir.path(), line), wanted, "{line}");
    }
}

#[test]
fn all_rule_sets_are_one_command() {
    let dir = scratch();
    let names: Vec<&str> = unobench_core::rules::RuleSet::shipped_names().collect();
    let rules_of = |out: &str| {
        let mut rows =
            csv::Reader::from_path(dir.path().join(out).join("summary.csv")).expect("a summary");
        let rules = rows.records().map(|row| row.expect("a row")[0].to_owned());
        rules.collect::<std::collections::BTreeSet<_>>()
    };
    output(dir.path(), &["run", "random", "-r", "all", "-p", "4", "-n", "8", "-q", "-o", "four"]);
    assert_eq!(rules_of("four"), names.iter().map(ToString::to_string).collect());
    let ten = unobench(dir.path())
        .args(["run", "random", "-r", "all", "-p", "10", "-n", "10", "-o", "ten"])
        .assert()
        .success();
    ten.stderr(contains("junior is left out").and(contains("setup.hand_size")));
    assert_eq!(rules_of("ten").len(), names.len() - 1);
    refused(
        dir.path(),
        &[
            "run",
            "random",
            "-r",
            "all",
            "-p",
            "10",
            "--set",
            "setup.hand_size=20",
            "--set",
            "deck.packs=1",
        ],
        &["--rules all", "setup.hand_size"],
    );
}

// Wrong arguments

#[test]
fn misspelt_names_are_answered_with_the_nearest_one() {
    let dir = scratch();
    refused(dir.path(), &["run", "most-color", "random"], &["most-color", "most-colour"]);
    refused(dir.path(), &["run", "random", "-r", "offical"], &["offical", "official"]);
    refused(
        dir.path(),
        &["run", "random", "--set", "play.drawn=keep"],
        &["play.drawn", "drawn_card"],
    );
    refused(dir.path(), &["rules", "show", "keep-drwan"], &["keep-drawn"]);
    refused(dir.path(), &["strategies", "show", "randon"], &["randon", "random"]);
    refused(dir.path(), &["stratgies"], &["'stratgies'", "'strategies'"]);
    refused(dir.path(), &["run", "--game", "5"], &["--game", "--games"]);
}

#[test]
fn numbers_that_make_no_sense_are_refused_with_what_is_allowed() {
    let dir = scratch();
    for games in ["0", "-1", "1.5", "1e99", "many", ""] {
        refused(dir.path(), &["run", &format!("--games={games}")], &["--games", "1e15"]);
    }
    for players in ["0", "1", "11", "200"] {
        refused(dir.path(), &["run", "-p", players], &["--players", players, "2", "10"]);
    }
    for threads in ["0", "-1", "100000"] {
        refused(dir.path(), &["run", &format!("--threads={threads}")], &["--threads", "1024"]);
    }
    for shard in ["0/3", "4/3", "3", "1/0"] {
        refused(dir.path(), &["run", "--shard", shard], &["--shard", shard]);
    }
    refused(dir.path(), &["run", "--seed=-1"], &["--seed"]);
    refused(dir.path(), &["run", "--max-time", "soon"], &["--max-time", "90s"]);
    refused(dir.path(), &["run", "--seating", "random"], &["--seating", "rotate"]);
    refused(dir.path(), &["run", "--format", "xml"], &["--format", "markdown"]);
    refused(dir.path(), &["run", "--resume", "--force"], &["--resume", "--force"]);
    refused(dir.path(), &["run", "-q", "-v"], &["--quiet", "--verbose"]);
    refused(dir.path(), &["trace", "-n", "0"], &["--games"]);
    refused(dir.path(), &["replay", "x", "--at", "0"], &["--at"]);
    assert!(!dir.path().join("results").exists(), "nothing may be left of a run that was refused");
}

#[test]
fn tables_that_cannot_be_played_are_refused() {
    let dir = scratch();
    refused(
        dir.path(),
        &["run", "random", "-p", "10", "--set", "setup.hand_size=20"],
        &["setup.hand_size", "20", "108"],
    );
    refused(dir.path(), &["run", "random", "-p", "5", "-r", "partners"], &["partners", "5"]);
    refused(dir.path(), &["run", "-r", "official", "-r", "official"], &["--rules", "official"]);
    refused(dir.path(), &["run", "--set", "uno.penalty"], &["--set", "key=value"]);
    refused(dir.path(), &["run", "--set", "uno.penalty=11"], &["uno.penalty", "11", "0 to 10"]);
    let eleven = ["random"; 11];
    refused(dir.path(), &[&["run"], eleven.as_slice()].concat(), &["11 strategies", "--players"]);
}

// Lists

#[test]
fn lists_come_in_every_format() {
    let dir = scratch();
    for (list, keys) in [
        ("rules", ["name", "description", "source", "tags"].as_slice()),
        ("strategies", ["name", "description", "source", "tier", "parameters"].as_slice()),
    ] {
        let json: Value =
            serde_json::from_str(&output(dir.path(), &[list, "list", "--format", "json"]))
                .expect("JSON");
        let entries = json.as_array().expect("an array");
        assert!(entries.iter().all(|entry| keys.iter().all(|key| !entry[key].is_null())), "{list}");
        for (format, before) in [("table", ""), ("markdown", "| "), ("csv", "")] {
            let text = output(dir.path(), &[list, "list", "--format", format]);
            for entry in entries {
                let name = entry["name"].as_str().expect("a name");
                let begins = |line: &&str| {
                    let rest = line.strip_prefix(before).and_then(|line| line.strip_prefix(name));
                    rest.is_some_and(|rest| rest.starts_with([' ', ',']))
                };
                assert_eq!(text.lines().filter(begins).count(), 1, "{list} {format}: {name}");
            }
        }
        for entry in entries {
            output(dir.path(), &[list, "show", entry["name"].as_str().expect("a name")]);
        }
    }
}

#[test]
fn rule_sets_are_listed_by_family() {
    let dir = scratch();
    let text = output(dir.path(), &["rules", "list"]);
    let place = |line: &str| text.find(line).unwrap_or_else(|| panic!("{line} is missing"));
    for lines in [
        ["base: the basic game", "\npenalty-500 ", "house: ", "\njump-in "],
        ["house: ", "\neverything ", "edition: another deck", "\nh2o "],
    ] {
        assert!(lines.map(place).is_sorted(), "{lines:?}");
    }
    let only = output(dir.path(), &["rules", "list", "--tag", "edition"]);
    assert!(only.starts_with("edition: ") && !only.contains("house: "));
}

#[test]
fn rules_are_shown_in_every_format() {
    let dir = scratch();
    let toml = output(dir.path(), &["rules", "show", "keep-drawn", "--set", "uno.penalty=4"]);
    assert!(toml.contains("drawn_card = \"keep\"") && toml.contains("penalty = 4"));
    let json: Value = serde_json::from_str(&output(
        dir.path(),
        &["rules", "show", "keep-drawn", "--format", "json"],
    ))
    .expect("JSON");
    assert_eq!(json["settings"]["play"]["drawn_card"], "keep");
    assert!(
        output(dir.path(), &["rules", "show", "keep-drawn", "--format", "table"])
            .contains("may_play")
    );
}

#[test]
fn rules_are_listed_by_tag() {
    let dir = scratch();
    let listed = |tags: &[&str]| -> Vec<Value> {
        let flags = tags.iter().flat_map(|tag| ["--tag", tag]);
        let args: Vec<&str> =
            ["rules", "list", "--format", "json"].into_iter().chain(flags).collect();
        serde_json::from_str(&output(dir.path(), &args)).expect("JSON")
    };
    let has = |entry: &Value, tags: &[&str]| {
        entry["tags"].as_array().expect("tags").iter().any(|tag| tags.iter().any(|one| tag == one))
    };
    let all = listed(&[]);
    for tags in [
        ["base"].as_slice(),
        &["house"],
        &["edition"],
        &["human"],
        &["base", "edition"],
        &["base", "house", "edition", "program", "human", "asks"],
    ] {
        let expected: Vec<Value> = all.iter().filter(|entry| has(entry, tags)).cloned().collect();
        assert_eq!(listed(tags), expected, "{tags:?}");
    }
    assert_eq!(listed(&["base", "house", "edition", "program", "human"]), all);
    refused(
        dir.path(),
        &["rules", "list", "--tag", "hose"],
        &["--tag", "hose", "base", "house", "edition", "human"],
    );
    refused(
        dir.path(),
        &["rules", "list", "--tag", "base", "--tag="],
        &["--tag", "base", "house", "edition", "human"],
    );
}

#[test]
fn rule_sets_are_compared_key_by_key_in_every_format() {
    let dir = scratch();
    fs::write(
        dir.path().join("kitchen.toml"),
        "[play]\ndrawn_card = \"must_play\"\n[uno]\npenalty = 4\n",
    )
    .expect("written");
    let diff = |format: &str| {
        output(dir.path(), &["rules", "diff", "keep-drawn", "kitchen.toml", "--format", format])
    };
    let csv = "key,keep-drawn,kitchen,official value\n\
        play.drawn_card,\"\"\"keep\"\"\",\"\"\"must_play\"\"\",\"\"\"may_play\"\"\"\n\
        uno.penalty,2,4,2\n";
    assert_eq!(diff("csv"), csv);
    let json: Value = serde_json::from_str(&diff("json")).expect("JSON");
    let drawn_card =
        json!({"key": "play.drawn_card", "a": "keep", "b": "must_play", "official": "may_play"});
    assert_eq!(json, json!([drawn_card, {"key": "uno.penalty", "a": 2, "b": 4, "official": 2}]));
    assert!(diff("markdown").starts_with(
        "| key | keep-drawn | kitchen | official value |\n| --- | --- \
            | --- | --- |\n| play.drawn_card | "
    ));
    assert_eq!(diff("table").lines().count(), 4);
    assert_eq!(diff("table"), output(dir.path(), &["rules", "diff", "keep-drawn", "kitchen.toml"]));
}

#[test]
fn rule_sets_without_a_difference_play_alike() {
    let dir = scratch();
    fs::create_dir(dir.path().join("old")).expect("created");
    for file in ["kitchen.toml", "old/kitchen.toml"] {
        fs::write(dir.path().join(file), "extends = \"keep-drawn\"\n").expect("written");
    }
    let diff = |format: &str| {
        output(
            dir.path(),
            &["rules", "diff", "kitchen.toml", "old/kitchen.toml", "--format", format],
        )
    };
    for format in ["table", "markdown"] {
        assert_eq!(diff(format), "kitchen.toml and old/kitchen.toml play alike: no key differs\n");
    }
    assert_eq!(diff("csv"), "key,kitchen.toml,old/kitchen.toml,official value\n");
    assert_eq!(diff("json"), "[]\n");
    assert!(
        output(dir.path(), &["rules", "diff", "keep-drawn", "kitchen.toml"])
            .starts_with("keep-drawn and kitchen play alike")
    );
}

#[test]
fn rule_sets_that_do_not_exist_cannot_be_compared() {
    let dir = scratch();
    fs::write(dir.path().join("bad.toml"), "[uno]\npenalty = 99\n").expect("written");
    refused(
        dir.path(),
        &["rules", "diff", "offical", "junior"],
        &["offical", "did you mean official?"],
    );
    refused(
        dir.path(),
        &["rules", "diff", "junior", "bad.toml"],
        &["bad.toml:2", "uno.penalty", "99", "0 to 10"],
    );
    refused(dir.path(), &["rules", "diff", "junior", "none.toml"], &["none.toml"]);
    refused(dir.path(), &["rules", "diff", "junior"], &["<B>"]);
}

#[test]
fn a_checked_file_is_told_which_keys_do_not_go_together_and_why() {
    let dir = scratch();
    let lazy = "[scoring]\nmethod = \"lazy\"\n";
    for (text, words) in [
        (
            "[scoring]\nmethod = \"placement\"",
            ["scoring.method = \"placement\"", "finish.when = \"last_standing\"", "ranks"],
        ),
        (lazy, ["scoring.method = \"lazy\"", "scoring.rounds", "no points"]),
        (
            &format!("{lazy}rounds = 3"),
            ["scoring.method = \"lazy\"", "setup.next_dealer = \"loser\"", "deals the next"],
        ),
        (
            "[setup]\nnext_dealer = \"loser\"",
            ["setup.next_dealer = \"loser\"", "scoring.method = \"lazy\"", "have a loser"],
        ),
        (
            "[finish]\nwhen = \"bring_in\"\n[scoring]\npartners = true",
            ["scoring.partners = true", "\"bring_in\"", "one of the two"],
        ),
        (
            "[finish]\nwhen = \"last_standing\"\n[scoring]\npartners = true",
            ["scoring.partners = true", "\"last_standing\"", "team"],
        ),
        (
            "[scoring]\npartners = true\nmethod = \"own_points\"",
            ["scoring.partners = true", "\"own_points\"", "team"],
        ),
        (
            "[uno]\ncall = false\nslam = true",
            ["uno.slam = true", "uno.call = true, here false", "answers a call"],
        ),
        (
            "[uno]\ncall = false\n[people]\ncalls_falsely = 0.5",
            ["people.calls_falsely = 0.5", "uno.call = true, here false", "nobody can"],
        ),
        (
            "[responses]\nwild_draw_four = \"stack_mixed\"",
            ["\"stack_mixed\"", "responses.draw_two = \"stack\", here \"none\"", "add up"],
        ),
        (
            "[play]\ndraw = \"until_playable\"\n[hands]\nlauncher = 4",
            ["hands.launcher = 4", "here \"until_playable\"", "press"],
        ),
        (
            "[scoring]\nat_target = \"loses\"",
            ["scoring.at_target = \"loses\"", "here \"winner_takes\"", "fewest points"],
        ),
    ] {
        fs::write(dir.path().join("own.toml"), text).expect("written");
        refused(
            dir.path(),
            &["rules", "check", "own.toml"],
            &[&words[..], &["own.toml: ", "needs", "; allowed"]].concat(),
        );
    }
}

#[test]
fn a_file_is_checked_for_the_smallest_table_that_can_play_it() {
    let dir = scratch();
    fs::write(dir.path().join("own.toml"), "[setup]\nfirst_dealer = 4\n").expect("written");
    assert_eq!(output(dir.path(), &["rules", "check", "own.toml"]), "ok\n");
    refused(
        dir.path(),
        &["rules", "check", "own.toml", "-p", "4"],
        &["setup.first_dealer = 4", "0 to 3"],
    );
    fs::write(dir.path().join("own.toml"), "[scoring]\npartners = true\n").expect("written");
    assert_eq!(output(dir.path(), &["rules", "check", "own.toml"]), "ok\n");
    refused(
        dir.path(),
        &["rules", "check", "own.toml", "-p", "5"],
        &["scoring.partners = true", "an even number"],
    );
    fs::write(
        dir.path().join("own.toml"),
        "extends = \"junior\"\n[setup]\nhand_size = 20\n[deck]\nwild = 0\n",
    )
    .expect("written");
    assert_eq!(output(dir.path(), &["rules", "check", "own.toml"]), "ok\n");
    refused(
        dir.path(),
        &["rules", "check", "own.toml", "--set", "scoring.partners=true"],
        &["setup.hand_size = 20", "4 hands"],
    );
}

#[test]
fn a_rule_set_file_is_checked() {
    let dir = scratch();
    fs::write(dir.path().join("good.toml"), output(dir.path(), &["rules", "show", "penalty-500"]))
        .expect("written");
    assert_eq!(output(dir.path(), &["rules", "check", "good.toml"]), "ok\n");
    assert_eq!(
        output(dir.path(), &["rules", "check", "good.toml", "-p", "10", "--set", "uno.penalty=3"]),
        "ok\n"
    );
    fs::write(dir.path().join("bad.toml"), "[uno]\npenalty = 99\n").expect("written");
    refused(
        dir.path(),
        &["rules", "check", "bad.toml"],
        &["bad.toml", "uno.penalty", "99", "0 to 10"],
    );
    refused(
        dir.path(),
        &["rules", "check", "good.toml", "-p", "10", "--set", "setup.hand_size=11"],
        &["setup.hand_size"],
    );
    refused(dir.path(), &["rules", "check", "none.toml"], &["none.toml"]);
}

// Runs

#[test]
fn a_run_writes_its_files_and_prints_a_table() {
    let dir = scratch();
    let table = output(
        dir.path(),
        &[
            "run",
            "random",
            "high-points",
            "-n",
            "400",
            "-r",
            "official",
            "-r",
            "keep-drawn",
            "-o",
            "out",
        ],
    );
    for word in ["official", "keep-drawn", "random", "high-points", "seed"] {
        assert!(table.contains(word), "{word} is missing in:\n{table}");
    }
    for name in CSV_FILES.into_iter().chain(["manifest.json", "progress.jsonl"]) {
        assert!(!bytes(dir.path().join("out").join(name)).is_empty(), "{name}");
    }
    let header = String::from_utf8(bytes(dir.path().join("out/summary.csv"))).expect("UTF-8");
    assert!(
        header.starts_with(
            "rules,players,strategy,games,wins,win_rate,win_rate_low,win_rate_high,elo,"
        )
    );
    let last = ",stalled,faults,score_mean_low,score_mean_high,turns_mean_low,turns_mean_high";
    assert!(header.lines().next().is_some_and(|line| line.ends_with(last)), "{header}");
}

#[test]
fn a_run_prints_every_format_and_nothing_else() {
    let dir = scratch();
    let with = |format: &'static str| [small(format), vec!["--format", format]].concat();
    assert_eq!(
        output(dir.path(), &with("csv")).into_bytes(),
        bytes(dir.path().join("csv/summary.csv"))
    );
    let json: Value = serde_json::from_str(&output(dir.path(), &with("json"))).expect("JSON");
    assert!(json.is_object());
    let markdown = output(dir.path(), &with("markdown"));
    assert!(
        markdown.lines().any(|line| line.starts_with("| ") && line.contains("random")),
        "{markdown}"
    );
    assert!(output(dir.path(), &with("table")).contains("high-points"));
}

#[test]
fn the_games_are_rounded_up_to_whole_blocks_and_it_says_so() {
    let dir = scratch();
    let run =
        ["run", "random", "first-legal", "-p", "3", "-n", "100", "-r", "official", "-o", "out"];
    unobench(dir.path()).args(run).assert().success().stderr(contains("102"));
    unobench(dir.path()).args(run).arg("--force").arg("-q").assert().success().stderr("");
}

#[test]
fn more_strategies_than_seats_play_every_combination() {
    let dir = scratch();
    output(
        dir.path(),
        &[
            "run",
            "random",
            "high-points",
            "first-legal",
            "-p",
            "2",
            "-n",
            "600",
            "-r",
            "official",
            "-o",
            "out",
            "-q",
        ],
    );
    let matchups = String::from_utf8(bytes(dir.path().join("out/matchups.csv"))).expect("UTF-8");
    for pair in ["random,high-points", "random,first-legal", "high-points,first-legal"] {
        let turned: Vec<&str> = pair.split(',').rev().collect();
        assert!(matchups.contains(pair) || matchups.contains(&turned.join(",")), "{pair}");
    }
}

#[test]
fn the_same_arguments_give_the_same_bytes_whatever_the_threads() {
    let dir = scratch();
    output(dir.path(), &[small("one"), vec!["-j", "1"]].concat());
    output(dir.path(), &[small("two"), vec!["-j", "2"]].concat());
    assert_same_csv(&dir.path().join("one"), &dir.path().join("two"));
    output(dir.path(), &[small("other"), vec!["-s", "2"]].concat());
    assert!(
        bytes(dir.path().join("one/scores.csv")) != bytes(dir.path().join("other/scores.csv")),
        "another seed plays other games"
    );
}

#[test]
fn shards_merged_are_the_whole() {
    let dir = scratch();
    output(dir.path(), &small("whole"));
    for part in ["1/3", "2/3", "3/3"] {
        let out = format!("part-{}", &part[..1]);
        output(dir.path(), &[small(&out), vec!["--shard", part]].concat());
    }
    output(dir.path(), &["merge", "part-3", "part-1", "part-2", "-o", "merged"]);
    assert_same_csv(&dir.path().join("whole"), &dir.path().join("merged"));
    refused(dir.path(), &["merge", "part-1", "part-2", "-o", "incomplete"], &["3"]);
    refused(
        dir.path(),
        &["merge", "part-1", "part-1", "part-2", "part-3", "-o", "twice"],
        &["part-1"],
    );
    refused(dir.path(), &["merge", "part-1", "none", "-o", "missing"], &["none"]);
}

#[test]
fn nothing_but_text_goes_into_a_pipe() {
    let dir = scratch();
    for args in [
        vec!["rules", "list"],
        vec!["strategies", "list"],
        vec!["run", "random", "-p", "2", "-n", "200", "-r", "official", "-o", "out"],
    ] {
        let assert = unobench(dir.path()).args(args).assert().success();
        let output = assert.get_output();
        assert!(
            !output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b),
            "escape codes in a pipe"
        );
    }
}

// Directories

#[test]
fn a_directory_with_another_run_is_left_alone() {
    let dir = scratch();
    output(dir.path(), &small("out"));
    let before = bytes(dir.path().join("out/summary.csv"));
    let other = [small("out"), vec!["-s", "2"]].concat();
    refused(dir.path(), &other, &["out", "--force"]);
    refused(dir.path(), &[other.clone(), vec!["--resume"]].concat(), &["out"]);
    assert!(before == bytes(dir.path().join("out/summary.csv")), "what was there is lost");
    output(dir.path(), &[other, vec!["--force"]].concat());
    assert!(before != bytes(dir.path().join("out/summary.csv")), "--force plays the other run");
}

#[test]
fn the_default_directory_takes_one_finished_run_after_the_other() {
    let dir = scratch();
    let run = |seed: &'static str| {
        ["run", "random", "-p", "2", "-n", "200", "-r", "official", "-q", "-s", seed]
    };
    output(dir.path(), &run("1"));
    output(dir.path(), &run("2"));
    assert!(dir.path().join("results/latest/summary.csv").exists());
}

#[test]
fn resuming_a_finished_run_writes_the_files_again() {
    let dir = scratch();
    output(dir.path(), &small("out"));
    let before = bytes(dir.path().join("out/turns.csv"));
    fs::remove_file(dir.path().join("out/turns.csv")).expect("it was there");
    output(dir.path(), &[small("out"), vec!["--resume", "-j", "2"]].concat());
    assert!(before == bytes(dir.path().join("out/turns.csv")), "written again");
}

/// What the weights in a file are is part of a run, its comments are not.
#[test]
fn a_run_does_not_go_on_with_other_weights_in_the_same_file() {
    let dir = scratch();
    let built_in = include_str!("../strategies/learners/linear/built_in.toml");
    let write = |text: &str| fs::write(dir.path().join("my.toml"), text).expect("it is written");
    let run = |more: &[&'static str]| {
        let run = [
            "run",
            "linear:file=my.toml",
            "random",
            "-p",
            "2",
            "-r",
            "official",
            "-n",
            "200",
            "-o",
            "out",
            "--quiet",
        ];
        [&run, more].concat()
    };
    write(built_in);
    output(dir.path(), &run(&[]));
    let manifest: Value =
        serde_json::from_slice(&bytes(dir.path().join("out/manifest.json"))).expect("JSON");
    let digest = manifest["files"]["my.toml"].as_str().expect("the digest of the file").to_owned();
    assert!(digest.starts_with("fnv1a64:"), "{digest}");
    write(&format!("# another comment\n{built_in}"));
    output(dir.path(), &run(&["--resume"]));
    let skip = built_in.lines().find(|line| line.starts_with("skip = ")).expect("a weight");
    write(&built_in.replacen(skip, "skip = 3.25", 1));
    refused(dir.path(), &run(&["--resume"]), &["files.my.toml", &digest, "here"]);
    output(dir.path(), &run(&["--force"]));
}

/// A progress file from before there were digests in it is read, but not gone on with where there
/// is one now.
#[test]
fn a_run_without_digests_is_not_gone_on_with_where_files_are_read() {
    let dir = scratch();
    output(dir.path(), &small("out"));
    let header = fs::read_to_string(dir.path().join("out/progress.jsonl")).expect("UTF-8");
    assert!(
        !header.lines().next().expect("a header").contains("\"files\""),
        "nothing was read from a file"
    );
    output(dir.path(), &[small("out"), vec!["--resume"]].concat());
}

#[test]
fn bounds_are_labelled_in_tables_and_not_in_files() {
    let dir = scratch();
    let run = |format: &'static str| {
        let run = [
            "run",
            "cheat:playouts=2",
            "random",
            "-p",
            "2",
            "-r",
            "official",
            "-n",
            "20",
            "-o",
            "out",
            "--quiet",
            "--force",
        ];
        output(dir.path(), &[&run[..], &["--format", format]].concat())
    };
    for format in ["table", "markdown"] {
        let told = run(format);
        assert!(
            told.contains("cheat:playouts=2 †") && told.contains("†: sees hidden cards; a bound"),
            "{told}"
        );
        assert!(!told.contains("random †"), "{told}");
        let listed = output(dir.path(), &["strategies", "list", "--format", format]);
        assert!(listed.contains("oracle †") && listed.contains("†: sees hidden cards"), "{listed}");
    }
    for format in ["csv", "json"] {
        assert!(!run(format).contains('†'), "{format}");
        assert!(
            !output(dir.path(), &["strategies", "list", "--format", format]).contains('†'),
            "{format}"
        );
    }
    for file in CSV_FILES.into_iter().chain(["manifest.json", "progress.jsonl"]) {
        assert!(
            !fs::read_to_string(dir.path().join("out").join(file)).expect("UTF-8").contains('†'),
            "{file}"
        );
    }
}

#[test]
fn a_directory_that_cannot_be_written_fails() {
    let dir = scratch();
    fs::write(dir.path().join("file"), "").expect("written");
    unobench(dir.path())
        .args(small("file/out"))
        .assert()
        .code(predicate::in_iter([1, 2]))
        .stderr(contains("error: ").and(contains("file")));
    unobench(dir.path())
        .args(small("file"))
        .assert()
        .code(predicate::in_iter([1, 2]))
        .stderr(contains("error: ").and(contains("file")));
    unobench(dir.path())
        .args(["trace", "random", "-o", "none/record"])
        .assert()
        .code(1)
        .stderr(contains("none/record"));
    unobench(dir.path())
        .args(["man", "--dir", "file/pages"])
        .assert()
        .code(1)
        .stderr(contains("file/pages"));
}

#[test]
fn a_truncated_progress_file_is_resumed_from_its_last_whole_record() {
    let dir = scratch();
    output(dir.path(), &small("whole"));
    output(dir.path(), &small("cut"));
    let progress = dir.path().join("cut/progress.jsonl");
    let text = bytes(progress.clone());
    fs::write(&progress, &text[..text.len() - 7]).expect("written");
    let resumed = unobench(dir.path())
        .args(&small("cut")[..small("cut").len() - 1])
        .arg("--resume")
        .assert()
        .success();
    resumed.stderr(contains("progress.jsonl"));
    assert_same_csv(&dir.path().join("whole"), &dir.path().join("cut"));
}

#[test]
fn a_damaged_progress_file_is_never_taken_for_results() {
    let dir = scratch();
    output(dir.path(), &small("whole"));
    output(dir.path(), &small("bad"));
    let progress = dir.path().join("bad/progress.jsonl");
    let mut text = bytes(progress.clone());
    let middle = text.len() / 2;
    text[middle..middle + 4].copy_from_slice(b"\0{\"]");
    fs::write(&progress, &text).expect("written");
    let resumed =
        unobench(dir.path()).args(small("bad")).arg("--resume").output().expect("it runs");
    match resumed.status.code() {
        Some(0) => assert_same_csv(&dir.path().join("whole"), &dir.path().join("bad")),
        Some(2) => assert!(String::from_utf8_lossy(&resumed.stderr).contains("progress.jsonl")),
        other => panic!("exit status {other:?}"),
    }
}

// Interruptions

#[cfg(unix)]
#[test]
fn an_interrupted_run_resumes_to_the_same_bytes() {
    let dir = scratch();
    let long = |out: &'static str| {
        vec![
            "run",
            "random",
            "-p",
            "4",
            "-r",
            "official",
            "-n",
            "400000",
            "-j",
            "1",
            "--no-progress",
            "-o",
            out,
        ]
    };
    output(dir.path(), &long("whole"));
    let interrupted = interrupt(dir.path(), &long("cut"));
    assert_eq!(
        interrupted.status.code(),
        Some(130),
        "{}",
        String::from_utf8_lossy(&interrupted.stderr)
    );
    assert!(String::from_utf8_lossy(&interrupted.stderr).contains("--resume"));
    assert!(dir.path().join("cut/summary.csv").exists(), "what was played is written");
    unobench(dir.path()).args(long("cut")).assert().code(2).stderr(contains("--resume"));
    output(dir.path(), &[long("cut"), vec!["--resume"]].concat());
    assert_same_csv(&dir.path().join("whole"), &dir.path().join("cut"));
}

/// Presses Ctrl-C as soon as the first chunks of the run are on disk.
#[cfg(unix)]
fn interrupt(dir: &Path, args: &[&str]) -> std::process::Output {
    let progress = dir.join("cut/progress.jsonl");
    interrupt_once(dir, args, || {
        fs::read(&progress)
            .is_ok_and(|bytes| bytes.iter().filter(|&&byte| byte == b'\n').count() >= 3)
    })
}

/// Presses Ctrl-C as soon as the work has begun.
#[cfg(unix)]
fn interrupt_once(dir: &Path, args: &[&str], begun: impl Fn() -> bool) -> std::process::Output {
    interrupt_once_with(dir, args, &[], begun)
}

/// The same with these variables set.
#[cfg(unix)]
fn interrupt_once_with(
    dir: &Path,
    args: &[&str],
    variables: &[(&str, &Path)],
    begun: impl Fn() -> bool,
) -> std::process::Output {
    let child = Process::new(PROGRAM)
        .args(args)
        .envs(variables.iter().copied())
        .current_dir(dir)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    for _ in 0..20_000 {
        if begun() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let sent =
        Process::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill exists");
    assert!(sent.success());
    child.wait_with_output().expect("it ends")
}

#[cfg(unix)]
#[test]
fn an_interrupted_trace_leaves_a_record_of_whole_games() {
    let dir = scratch();
    let trace =
        ["trace", "random", "-p", "4", "-r", "official", "-n", "100000000", "-o", "record.jsonl"];
    let mut child = Process::new(PROGRAM)
        .args(trace)
        .current_dir(dir.path())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert!(
        Process::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .expect("kill exists")
            .success()
    );
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(output(dir.path(), &["replay", "record.jsonl"]).starts_with("ok: "));
}

#[test]
fn a_time_limit_ends_a_run_that_is_far_too_long() {
    let dir = scratch();
    let run = [
        "run",
        "random",
        "-p",
        "2",
        "-r",
        "official",
        "-n",
        "1e12",
        "--max-time",
        "300ms",
        "-o",
        "out",
    ];
    unobench(dir.path()).args(run).assert().success().stderr(contains("--resume"));
    assert!(dir.path().join("out/summary.csv").exists());
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let dir = scratch();
    for args in [
        vec!["rules", "list"],
        vec!["rules", "show", "official"],
        vec!["strategies", "list"],
        vec!["completions", "zsh"],
        vec!["trace", "random", "-n", "2000"],
    ] {
        let mut child = Process::new(PROGRAM)
            .args(&args)
            .current_dir(dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(0), ""),
            "{args:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output_is_an_error() {
    for args in [vec!["rules", "list"], vec!["trace", "random"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = Process::new(PROGRAM)
            .args(args)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        assert!(
            String::from_utf8_lossy(&output.stderr)
                .starts_with("error: cannot write to standard output")
        );
    }
}

// Records

#[test]
fn a_record_replays_and_a_damaged_one_does_not() {
    let dir = scratch();
    output(
        dir.path(),
        &["trace", "random", "high-points", "-n", "6", "-r", "official", "-o", "record.jsonl"],
    );
    assert!(output(dir.path(), &["replay", "record.jsonl"]).starts_with("ok: 6 rounds"));
    assert!(!output(dir.path(), &["replay", "record.jsonl", "--at", "5"]).is_empty());
    let record = fs::read_to_string(dir.path().join("record.jsonl")).expect("UTF-8");
    assert_eq!(
        record,
        output(dir.path(), &["trace", "random", "high-points", "-n", "6", "-r", "official"]),
        "file and standard output agree"
    );
    let lines: Vec<&str> = record.lines().collect();
    let damaged = [
        ("missing.jsonl", [&lines[..3], &lines[4..]].concat().join("\n")),
        ("cut.jsonl", record[..record.len() / 2].to_owned()),
        ("text.jsonl", "this is no record\n".to_owned()),
        ("empty.jsonl", String::new()),
    ];
    for (name, text) in damaged {
        fs::write(dir.path().join(name), text).expect("written");
        refused(dir.path(), &["replay", name], &[name]);
    }
    refused(dir.path(), &["replay", "none.jsonl"], &["none.jsonl"]);
    refused(dir.path(), &["replay", "record.jsonl", "--at", "1000000"], &["1000000"]);
}

#[test]
fn a_record_can_be_read_by_a_person_and_from_standard_input() {
    let dir = scratch();
    let pretty = output(
        dir.path(),
        &["trace", "random", "-p", "3", "-n", "1", "-r", "official", "--pretty"],
    );
    assert!(!pretty.trim_start().starts_with('{') && pretty.lines().count() > 10, "{pretty}");
    let record =
        output(dir.path(), &["trace", "random", "-p", "3", "-n", "2", "--match", "-r", "official"]);
    unobench(dir.path())
        .args(["replay", "-"])
        .write_stdin(record)
        .assert()
        .success()
        .stdout(contains("2 matches"));
}

// The README

/// Pages of which every command is understood.
const PAGES: [&str; 8] = [
    include_str!("../README.md"),
    include_str!("../docs/INSTALL.md"),
    include_str!("../docs/HOUSE-RULES.md"),
    include_str!("../docs/FILES.md"),
    include_str!("../docs/RECORDS.md"),
    include_str!("../docs/PLAY.md"),
    include_str!("../docs/STRATEGIES.md"),
    include_str!("../docs/BOTS.md"),
];

#[test]
fn the_commands_of_the_pages_are_understood() {
    let all: Vec<Vec<String>> = PAGES.into_iter().flat_map(commands).collect();
    for words in &all {
        let all_words = ["unobench"].into_iter().chain(words.iter().map(String::as_str));
        let parsed = unobench::command().try_get_matches_from(all_words);
        assert!(
            parsed.is_ok(),
            "{}: {}",
            words.join(" "),
            parsed.err().map(|error| error.to_string()).unwrap_or_default()
        );
    }
    assert!(all.len() >= 40, "the pages show {} commands", all.len());
}

/// A first page is read in a minute.
#[test]
fn the_readme_is_short() {
    let size = PAGES[0].len();
    assert!(size <= 7000, "README.md has {size} bytes; 7,000 are enough");
}

/// The commands in the fenced blocks of a text, as words without the program.
fn commands(text: &str) -> Vec<Vec<String>> {
    let blocks = text.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(str::lines).map(str::trim);
    let rest = lines.filter_map(|line| {
        line.strip_prefix("unobench ").or_else(|| line.strip_prefix("cargo run --release -- "))
    });
    rest.map(|rest| {
        let command = rest.split(['#', '>', '|']).next().unwrap_or_default();
        shlex::split(command).expect("quotes come in pairs")
    })
    .collect()
}

/// A command with few games and its output in a directory that goes away again.
fn made_small(words: &[String], out: &Path) -> Vec<String> {
    let mut small: Vec<String> = Vec::new();
    let mut words = words.iter();
    let net = out.with_file_name("stacking.net").display().to_string();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" | "-o" => drop(words.next()),
            "net:file=stacking.net" => small.push(format!("net:file={net}")),
            // A test of the strategies compiles and plays it; it is not in the catalogue.
            "twins" => small.push("eager-draw".to_owned()),
            search
                if ["ismcts", "flat-mc", "pimc"].contains(&search)
                    && small.first().is_some_and(|command| command == "run") =>
            {
                small.push(format!("{search}:playouts=10"));
            }
            word => small.push(word.to_owned()),
        }
    }
    let more: &[&str] = match small[0].as_str() {
        "run" => &["-n", "8", "--quiet", "-o"],
        "train" => &["-n", "20", "--check", "0", "--quiet", "-o", &net],
        "exploit" => &["-n", "20", "--attempts", "1", "--check", "20", "--quiet", "-o", &net],
        "tune" => &["-n", "4", "--steps", "2", "--check", "4", "--quiet", "-o"],
        // Not into the run that a person may have there.
        "duel" | "tournament" => &["--quiet", "-o"],
        _ => return small,
    };
    small.extend(more.iter().map(|word| (*word).to_owned()));
    if !["train", "exploit"].contains(&small[0].as_str()) {
        small.push(out.display().to_string());
    }
    small
}

/// The commands of `docs/STRATEGIES.md`.
#[test]
fn what_is_said_about_strategies_can_be_done() {
    let page = include_str!("../docs/STRATEGIES.md");
    let all = commands(page);
    for part in
        ["twins", "strategies", "bot", "tune", "trace", "cmd:python3 scripts/bots/example.py"]
    {
        assert!(all.iter().flatten().any(|word| word == part), "no command with {part}");
    }
    let dir = scratch();
    for (number, words) in all.iter().enumerate() {
        let small = made_small(words, &dir.path().join(number.to_string()));
        let assert = unobench(Path::new(env!("CARGO_MANIFEST_DIR"))).args(&small).assert();
        let told = assert.get_output();
        assert!(
            told.status.success(),
            "{}: {}",
            small.join(" "),
            String::from_utf8_lossy(&told.stderr)
        );
    }
    let list = include_str!("../strategies/lib.rs");
    assert!(
        page.contains("`twins::Twins,` after `eager_draw::EagerDraw,`")
            && list.contains("    eager_draw::EagerDraw,\n")
    );
}

/// The other pages whose commands need no terminal and no hour.
#[test]
fn the_commands_of_the_pages_do_what_they_say() {
    const PAGES: [&str; 4] = [
        include_str!("../README.md"),
        include_str!("../docs/HOUSE-RULES.md"),
        include_str!("../docs/RECORDS.md"),
        include_str!("../docs/FILES.md"),
    ];
    let dir = scratch();
    fs::write(dir.path().join("kitchen.toml"), "extends = \"stacking\"\nname = \"kitchen\"\n")
        .expect("it is written");
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/bots");
    let needs = ["play", "new", "learned", "settle"];
    let all = PAGES.into_iter().flat_map(commands);
    let mut run = 0;
    for words in all.filter(|words| !words.iter().any(|word| needs.contains(&word.as_str()))) {
        let mut small = with_few_games(&words);
        for word in &mut small {
            *word = word.replace("scripts/bots", &bots.display().to_string());
        }
        let assert = unobench(dir.path()).args(&small).assert();
        let told = assert.get_output();
        let said = String::from_utf8_lossy(&told.stderr);
        assert!(told.status.success(), "{}: {said}", small.join(" "));
        run += 1;
    }
    assert!(run >= 18, "{run}");
}

/// A command with few games, of whatever is played.
fn with_few_games(words: &[String]) -> Vec<String> {
    let mut small = words.to_vec();
    let named = small.iter().position(|word| word == "-n");
    if let Some(place) = named {
        small[place + 1] = "240".to_owned();
    }
    let more: &[&str] = match small.first().map_or("", String::as_str) {
        "run" | "duel" | "tournament" if named.is_none() => &["-n", "240"],
        "sweep" => &["-n", "240", "--pool-games", "20"],
        "rules" if small[1] == "compare" => &["-n", "240", "--pool-games", "20"],
        "skill" => &["-n", "240", "--oracle", "oracle:playouts=2"],
        _ => &[],
    };
    small.extend(more.iter().map(|word| (*word).to_owned()));
    small
}

// Tuning

/// A tuning that takes no time.
fn small_tuning<'a>(strategy: &'a str, out: &'a str) -> Vec<&'a str> {
    vec![
        "tune",
        strategy,
        "--against",
        "random",
        "-n",
        "40",
        "--steps",
        "3",
        "--check",
        "200",
        "-s",
        "7",
        "-o",
        out,
        "--quiet",
    ]
}

#[test]
fn tuning_finds_values_and_reports_on_fresh_deals() {
    let dir = scratch();
    let told = output(dir.path(), &small_tuning("save-wilds:own=1..9", "a"));
    assert!(told.starts_with("found: save-wilds"), "{told}");
    for word in ["each other", "random", "gain", "blocks 0 to 99 of seed 7"] {
        assert!(told.contains(word), "{word:?} is missing in: {told}");
    }
    refused(
        dir.path(),
        &small_tuning("save-wilds:own=1..9", "a"),
        &["a already holds a tuning", "--resume", "--force"],
    );
    let resume = |strategy| [small_tuning(strategy, "a"), vec!["--resume"]].concat();
    assert_eq!(output(dir.path(), &resume("save-wilds:own=1..9")), told);
    refused(
        dir.path(),
        &resume("save-wilds:own=1..8"),
        &["tune.json", "another tuning", "numbers"],
    );
    fs::write(dir.path().join("a/tune.json"), "{").expect("it is written");
    refused(dir.path(), &resume("save-wilds:own=1..9"), &["tune.json", "damaged"]);
    output(dir.path(), &[small_tuning("save-wilds:own=1..8", "a"), vec!["--force"]].concat());
}

#[cfg(unix)]
#[test]
fn an_interrupted_tuning_resumes_to_the_same_bytes() {
    let dir = scratch();
    let long = |out: &'static str| {
        vec![
            "tune",
            "save-wilds:own=1..9",
            "--against",
            "random",
            "-n",
            "400",
            "--steps",
            "80",
            "--check",
            "200",
            "--no-progress",
            "-o",
            out,
        ]
    };
    let told = output(dir.path(), &long("whole"));
    let state = dir.path().join("cut/tune.json");
    let begun = || fs::read_to_string(&state).is_ok_and(|text| !text.contains("\"step\": 0"));
    let interrupted = interrupt_once(dir.path(), &long("cut"), begun);
    assert_eq!(
        interrupted.status.code(),
        Some(130),
        "{}",
        String::from_utf8_lossy(&interrupted.stderr)
    );
    assert!(String::from_utf8_lossy(&interrupted.stderr).contains("--resume"));
    assert_eq!(output(dir.path(), &[long("cut"), vec!["--resume"]].concat()), told);
    assert_eq!(bytes(state), bytes(dir.path().join("whole/tune.json")));
}

#[test]
fn tuned_weights_are_a_file_to_play_by() {
    let dir = scratch();
    let told =
        output(dir.path(), &[small_tuning("linear", "w"), vec!["--only", "skip,reverse"]].concat());
    assert!(told.starts_with("found: linear:file=w/best.toml\n"), "{told}");
    let text = fs::read_to_string(dir.path().join("w/best.toml")).expect("weights");
    assert!(text.starts_with("# Weights found by `unobench tune`: 3 steps"), "{text}");
    let shown = output(
        dir.path(),
        &[
            "run",
            "linear:file=w/best.toml",
            "random",
            "-p",
            "2",
            "-r",
            "official",
            "-n",
            "100",
            "--quiet",
        ],
    );
    assert!(shown.contains("linear:file=w/best.toml"), "{shown}");
    fs::write(dir.path().join("bad.toml"), text.replacen("skip = ", "skips = ", 1))
        .expect("it is written");
    refused(
        dir.path(),
        &["run", "linear:file=bad.toml", "random"],
        &["bad.toml", "two.skips", "did you mean skip?"],
    );
}

#[test]
fn the_help_of_tune_names_whom_it_meets() {
    let dir = scratch();
    let help =
        output(dir.path(), &["tune", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    let tuning = [
        "tune",
        "save-wilds:own=1..9",
        "-n",
        "2",
        "--steps",
        "1",
        "--check",
        "2",
        "-o",
        "t",
        "--no-progress",
    ];
    let announced = unobench(dir.path()).args(tuning).assert().success();
    let told = String::from_utf8_lossy(&announced.get_output().stderr).into_owned();
    let met = told
        .split("against itself, ")
        .nth(1)
        .and_then(|rest| rest.split(", save-wilds").next())
        .expect("whom it meets")
        .to_owned();
    assert!(
        help.contains(&format!("[default: {met} and the strategy as it starts]")),
        "{met:?} is missing in: {help}"
    );
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let dir = scratch();
    refused(dir.path(), &["tune", "save-wilds:owns=1..3"], &["owns", "own, other"]);
    refused(dir.path(), &["tune", "save-wilds:own=5..2"], &["own = 5..2 is empty"]);
    refused(dir.path(), &["tune", "save-wilds:own=0..2"], &["own", "from 1 to 20"]);
    refused(dir.path(), &["tune", "random"], &["nothing to tune"]);
    refused(dir.path(), &["tune", "linear:file=Cargo.lock"], &["Cargo.lock"]);
    refused(dir.path(), &["tune", "linear", "-p", "11"], &["2 to 10 seats"]);
    refused(dir.path(), &["tune", "linear", "--pace", "0"], &["--pace", "above 0"]);
    refused(dir.path(), &["tune", "linear", "--against", "nobody"], &["nobody"]);
    refused(dir.path(), &["tune", "linear", "--resume", "--force"], &["--resume", "--force"]);
}

/// The licences that the manifest names are there, and whose the game's name is, is said.
#[test]
fn licences_and_the_trademark_are_named() {
    let words = "not affiliated with or endorsed by Mattel";
    assert!(output(Path::new("."), &["--help"]).to_lowercase().contains(&words.to_lowercase()));
    assert!(include_str!("../README.md").contains(words));
    for (file, title) in [("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        assert!(fs::read_to_string(path).expect("a licence").contains(title), "{file}");
    }
}

/// Standard error has nothing but errors with `--quiet`, before or after any command.
#[test]
fn every_command_is_quiet_if_asked() {
    let dir = scratch();
    for args in [
        &["trace", "-p", "10", "-r", "all", "-n", "1", "-q", "-o", "all.jsonl", "random"][..],
        &["-q", "trace", "-o", "one.jsonl"],
        &["replay", "one.jsonl", "--quiet"],
        &["rules", "list", "-q"],
        &["strategies", "show", "random", "-q"],
        &["bot", "check", "-q", "false"],
    ] {
        let assert = unobench(dir.path()).args(args).assert();
        let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(told.is_empty() || told.starts_with("error: "), "{args:?}: {told}");
    }
}

/// A limit on the size of files is told as a full disk is, and what was played is kept.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let dir = scratch();
    let run = "run random high-points counter -p 3 -r all -n 3000 -j 2 -o out";
    let limited = Process::new("sh")
        .args(["-c", &format!("ulimit -f 64; exec {PROGRAM} {run}")])
        .current_dir(dir.path())
        .output()
        .expect("a shell runs");
    let told = String::from_utf8_lossy(&limited.stderr).into_owned();
    assert_eq!(limited.status.code(), Some(1), "{told}");
    assert!(told.contains("error: cannot write") && told.contains("progress.jsonl"), "{told}");
    let args: Vec<&str> = run.split(' ').chain(["--resume", "-q"]).collect();
    unobench(dir.path()).args(args).assert().success();
}
