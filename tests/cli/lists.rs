//! Lists of rule sets and strategies, in every format.

use crate::dir::{Dir, assert_reads, json};
use serde_json::Value;
use std::collections::BTreeSet;
use unobench_core::rules::RuleSet;

#[test]
fn lists_come_in_every_format() {
    let dir = Dir::new();
    for (list, keys) in [
        ("rules", ["name", "description", "source", "tags"].as_slice()),
        ("strategies", &["name", "description", "source", "tier", "parameters"]),
    ] {
        let listed = json(&dir.output(&format!("{list} list --format json")));
        let entries = listed.as_array().expect("an array");
        assert!(entries.iter().all(|entry| keys.iter().all(|key| !entry[key].is_null())), "{list}");
        let names = entries.iter().map(|entry| entry["name"].as_str().expect("a name"));
        for (format, before) in [("table", ""), ("markdown", "| "), ("csv", "")] {
            let text = dir.output(&format!("{list} list --format {format}"));
            for name in names.clone() {
                let begins = [" ", ","].map(|after| format!("{before}{name}{after}"));
                let count = text.lines().filter(|line| begins.iter().any(|b| line.starts_with(b)));
                assert_eq!(count.count(), 1, "{list} {format}: {name}");
            }
        }
        names.for_each(|name| drop(dir.output(&format!("{list} show {name}"))));
    }
    assert_reads(
        &dir.output("rules list"),
        "base: the basic game … penalty-500 … house: … jump-in … everything … edition: … h2o",
    );
}

#[test]
fn rules_are_listed_by_tag() {
    let dir = Dir::new();
    let listed = |tags: &[&str]| -> Vec<Value> {
        let flags: String = tags.iter().map(|tag| format!(" --tag {tag}")).collect();
        let listed = json(&dir.output(&format!("rules list --format json{flags}")));
        listed.as_array().expect("an array").clone()
    };
    let all = listed(&[]);
    let every = ["base", "house", "edition", "program", "human"];
    for tags in [&["base"][..], &["human"], &["base", "edition"], &every] {
        let has = |entry: &&Value| {
            let mut own = entry["tags"].as_array().expect("tags").iter();
            own.any(|tag| tags.iter().any(|one| tag == one))
        };
        let expected: Vec<Value> = all.iter().filter(has).cloned().collect();
        assert_eq!(listed(tags), expected, "{tags:?}");
    }
    assert_eq!(listed(&every), all);
}

#[test]
fn all_rule_sets_are_one_name() {
    let dir = Dir::new();
    let is_printed = |name: &&str| !RuleSet::load(name).expect("a rule set").adds_cards();
    let names: BTreeSet<&str> = RuleSet::shipped_names().filter(is_printed).collect();
    for (seats, left_out) in [(4, 0), (10, 1)] {
        dir.output(&format!("run random -r all -p {seats} -n {seats} -q -o {seats}"));
        let summary = dir.table(&format!("{seats}/summary.csv"));
        let played: BTreeSet<&str> = summary.column("rules").into_iter().collect();
        assert_eq!(played.len(), names.len() - left_out);
        assert!(played.is_subset(&names));
    }
}

/// Who sees hidden cards is marked where people read, and not where programs do.
#[test]
fn bounds_are_labelled_in_tables_and_not_in_files() {
    let dir = Dir::new();
    let run = "run cheat:playouts=2 random -p 2 -r official -n 20 -o out -q --force --format";
    for format in ["table", "markdown"] {
        let told = dir.output(&format!("{run} {format}"));
        assert_reads(&told, "cheat:playouts=2 † … †: sees hidden cards; a bound");
        assert!(!told.contains("random †"), "{told}");
        let listed = dir.output(&format!("strategies list --format {format}"));
        assert_reads(&listed, "oracle † … †: sees hidden cards");
    }
    for format in ["csv", "json"] {
        for line in [format!("{run} {format}"), format!("strategies list --format {format}")] {
            assert!(!dir.output(&line).contains('†'), "{line}");
        }
    }
    for (name, contents) in dir.files("out") {
        assert!(!String::from_utf8_lossy(&contents).contains('†'), "{name}");
    }
}
