//! Lists of rule sets and strategies, in every format.

use crate::dir::{Dir, json};
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
