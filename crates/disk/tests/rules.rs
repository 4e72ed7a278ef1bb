//! Rule-set files that extend each other, are too long, too deep, or no files.

#![allow(clippy::disallowed_methods, reason = "tests make files as they please")]

use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use unobench_core::rules::Edition;
use unobench_disk::load_rules;

fn error_of(path: &Path) -> String {
    load_rules(path.to_str().expect("UTF-8")).expect_err("it is refused").to_string()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("it is written");
    path
}

#[test]
fn files_extend_files() {
    let folder = folder();
    write(
        &folder,
        "base.toml",
        "extends = \"junior\"\ndescription = \"base\"\n[uno]\npenalty = 4\n\
         [people]\ntalks = 0.5\n[people.seat.1]\ntalks = 0.25",
    );
    let child = write(
        &folder,
        "child.toml",
        "extends = \"base.toml\"\n[uno]\nfalse_call_penalty = 1\n[people.seat.2]\ntalks = 0",
    );
    let rules = load_rules(&child.to_string_lossy()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((rules.name.as_str(), rules.description.as_str()), ("child", ""));
    assert_eq!((rules.deck.edition, rules.deck.wild_draw_four), (Edition::Junior, 0));
    assert_eq!((rules.uno.penalty, rules.uno.false_call_penalty), (4, 1));
    let talks: Vec<f64> =
        rules.people.seats[..4].iter().map(|person| person.talks.to_f64()).collect();
    assert_eq!(talks, [0.5, 0.25, 0.0, 0.5]);
}

#[test]
fn what_a_file_extends_is_named_where_it_is_refused() {
    let folder = folder();
    write(&folder, "a.toml", "extends = \"b.toml\"");
    let refused: [(&str, &str, &[&str]); 5] = [
        ("b.toml", "\nextends = \"a.toml\"", &["extends", "b.toml", "circle"]),
        ("own.toml", "extends = \"own.toml\"", &["own.toml:1: ", "circle"]),
        ("lost.toml", "extends = \"nowhere.toml\"", &["lost.toml:1: ", "nowhere.toml"]),
        ("wrong.toml", "extends = \"oficial\"", &["wrong.toml:1: ", "did you mean official?"]),
        (
            "combination.toml",
            "extends = \"partners\"\n[scoring]\nmethod = \"own_points\"",
            &["combination.toml: ", "scoring.partners"],
        ),
    ];
    for (name, text, words) in refused {
        let error = error_of(&write(&folder, name, text));
        assert!(words.iter().all(|word| error.contains(word)), "{words:?} in {error}");
    }
}

/// A file may have the name of a shipped rule set that it stands on through others.
#[test]
fn the_name_of_a_shipped_rule_set_is_for_what_extends_it() {
    let folder = folder();
    write(&folder, "mine.toml", "extends = \"stacking\"");
    let path = write(&folder, "stacking.toml", "extends = \"mine.toml\"");
    assert_eq!(load_rules(&path.to_string_lossy()).expect("it extends it").name, "stacking");
}

#[test]
fn only_regular_files_of_a_sensible_length_are_read() {
    let folder = folder();
    let inner = folder.path().join("folder.toml");
    fs::create_dir(&inner).expect("it can be made");
    assert!(error_of(&inner).contains("it is not a regular file"));
    let error = error_of(&write(&folder, "long.toml", &"#".repeat(4_000_001)));
    assert!(error.contains("long.toml") && error.contains("4000000 bytes"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_device_or_a_pipe_is_not_waited_for() {
    assert!(error_of(Path::new("/dev/zero")).contains("it is not a regular file"));
}

#[test]
fn a_hundred_rule_sets_may_extend_each_other() {
    let folder = folder();
    let path = |number: u32| folder.path().join(format!("{number}.toml"));
    write(&folder, "1.toml", "[setup]\nhand_size = 5\n");
    for number in 2..=101 {
        write(&folder, &format!("{number}.toml"), &format!("extends = \"{}.toml\"\n", number - 1));
    }
    let rules = load_rules(path(100).to_str().expect("UTF-8")).expect("a hundred");
    assert_eq!(rules.setup.hand_size, 5);
    assert!(error_of(&path(101)).contains("allowed: 100"));
}

/// A megabyte of keys that do not exist: the first is named, with its line, and what is quoted is
/// short.
#[test]
fn a_file_of_unknown_keys_is_refused_by_its_first() {
    let folder = folder();
    let keys: String = (0..80_000).map(|number| format!("k{number:07} = 1\n")).collect();
    let error = error_of(&write(&folder, "unknown.toml", &format!("name = \"x\"\n\n{keys}")));
    assert!(error.contains("unknown.toml:3") && error.contains("k0000000"), "{error}");
    let long = format!("{} = \"{}\"\n", "k".repeat(500_000), "v".repeat(500_000));
    let error = error_of(&write(&folder, "unknown.toml", &long));
    assert!(error.len() < 2000, "{} bytes", error.len());
}
