//! Rule-set files that are too long, too deep, or no files.

use std::fs;
use std::path::Path;
use unobench_core::rules::RuleSet;

fn error_of(path: &Path) -> String {
    RuleSet::load(path.to_str().expect("UTF-8")).expect_err("it is refused").to_string()
}

#[test]
fn only_regular_files_of_a_sensible_length_are_read() {
    let dir = tempfile::tempdir().expect("a directory");
    let folder = dir.path().join("folder.toml");
    fs::create_dir(&folder).expect("it can be made");
    assert!(error_of(&folder).contains("it is not a regular file"));
    let long = dir.path().join("long.toml");
    fs::write(&long, "#".repeat(4_000_001)).expect("it is written");
    let error = error_of(&long);
    assert!(error.contains("long.toml") && error.contains("4000000 bytes"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_device_or_a_pipe_is_not_waited_for() {
    assert!(error_of(Path::new("/dev/zero")).contains("it is not a regular file"));
}

#[test]
fn a_hundred_rule_sets_may_extend_each_other() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |number: u32| dir.path().join(format!("{number}.toml"));
    fs::write(path(1), "[setup]\nhand_size = 5\n").expect("it is written");
    for number in 2..=101 {
        let text = format!("extends = \"{}.toml\"\n", number - 1);
        fs::write(path(number), text).expect("it is written");
    }
    let rules = RuleSet::load(path(100).to_str().expect("UTF-8")).expect("a hundred");
    assert_eq!(rules.setup.hand_size, 5);
    assert!(error_of(&path(101)).contains("allowed: 100"));
}

/// A megabyte of keys that do not exist: the first is named, with its line, and what is quoted is
/// short.
#[test]
fn a_file_of_unknown_keys_is_refused_by_its_first() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("unknown.toml");
    let keys: String = (0..80_000).map(|number| format!("k{number:07} = 1\n")).collect();
    fs::write(&path, format!("name = \"x\"\n\n{keys}")).expect("it is written");
    let error = error_of(&path);
    assert!(error.contains("unknown.toml:3") && error.contains("k0000000"), "{error}");
    fs::write(&path, format!("{} = \"{}\"\n", "k".repeat(500_000), "v".repeat(500_000)))
        .expect("it is written");
    let error = error_of(&path);
    assert!(error.len() < 2000, "{} bytes", error.len());
}
