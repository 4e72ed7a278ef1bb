//! The tables of questions, of clauses and of meetings in `docs/RULES.md`, made from the text files.

use std::path::PathBuf;

use serde_json::Value;
use unobench_core::rules::{RuleQuestion, RuleSet};

use super::script::{self, Clause};
use super::{MEETINGS, SECTIONS, in_rust};
use crate::agreement::rules::all_keys;

/// With this variable set, the test writes the table instead of comparing it.
const REGENERATE: &str = "UNOBENCH_REGENERATE";

fn clauses() -> Vec<Clause> {
    SECTIONS.iter().flat_map(|section| script::clauses(section)).collect()
}

/// Those that follow one another with the same source and key stand in one row.
fn table_of_clauses() -> String {
    let mut rows: Vec<[String; 4]> = Vec::new();
    for Clause { name, key, source, text, .. } in clauses() {
        match rows.last_mut() {
            Some([told, origin, by, tests]) if *origin == source && *by == key => {
                *told += &format!(" {text}");
                *tests += &format!(", `{name}`");
            }
            _ => rows.push([text, source, key, format!("`{name}`")]),
        }
    }
    let mut table = String::from("| clauses | source | key | tests |\n|---|---|---|---|\n");
    for [text, source, key, tests] in rows {
        table += &format!("| {text} | {source} | `{key}` | {tests} |\n");
    }
    table
}

fn table_of_meetings() -> String {
    let mut table = String::from(
        "| rules | what is decided | why players would do so | test |\n|---|---|---|---|\n",
    );
    for Clause { name, key, source, text, .. } in script::clauses(MEETINGS) {
        table += &format!("| {key} | {text} | {source} | `{name}` |\n");
    }
    table
}

fn table_of_questions() -> String {
    let mut table = String::from("| question | printed answer | source | keys or rule set |\n");
    table += "|---|---|---|---|\n";
    for question in RuleQuestion::all() {
        let RuleQuestion { id, phrases, source, keys, set, cannot, idle, .. } = question;
        let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
        let set = set.iter().map(|set| format!("**{set}**"));
        let why = cannot.iter().chain(idle).cloned();
        let how: Vec<String> = set.chain(keys).chain(why).collect();
        let phrase = &phrases[0].words;
        let answer = question.answered(phrase);
        table += &format!("| `{id}`: {phrase} | {answer} | {source} | {} |\n", how.join(", "));
    }
    table
}

/// Compares what stands in the document between the two marks of this name, or writes it there;
/// gives the document.
fn lists(text: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let (before, rest) =
        text.split_once(&begin).unwrap_or_else(|| panic!("docs/RULES.md has no {begin}"));
    let (old, after) =
        rest.split_once(&end).unwrap_or_else(|| panic!("docs/RULES.md has no {end}"));
    if std::env::var_os(REGENERATE).is_none() {
        assert!(
            old.trim() == table.trim(),
            "docs/RULES.md is stale at {begin}: {REGENERATE}=1 cargo test clauses::table"
        );
    }
    format!("{before}{begin}\n{table}{end}{after}")
}

#[test]
fn the_document_lists_every_clause() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/RULES.md");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = lists(&text, "questions", &table_of_questions());
    let text = lists(&text, "meetings", &table_of_meetings());
    let text = lists(&text, "clauses", &table_of_clauses());
    if std::env::var_os(REGENERATE).is_some() {
        std::fs::write(&path, text).expect("docs/RULES.md can be written");
    }
}

/// Every clause has a name of its own, which begins with its section, and is checked; every test in
/// Rust has a clause.
#[test]
fn clauses_have_names_and_checks() {
    let mut names = Vec::new();
    for section in SECTIONS.iter().chain(&[MEETINGS]) {
        for Clause { place, name, lines, .. } in script::clauses(section) {
            assert!(!lines.is_empty(), "{place}: nothing checks {name}");
            assert!(name.starts_with(section), "{place}: {name} is not named after {section}");
            assert!(!names.contains(&name), "{place}: another clause is called {name}");
            names.push(name);
        }
    }
    for test in in_rust::names() {
        assert!(names.iter().any(|name| name == test), "no clause is called {test}");
    }
}

#[test]
fn every_key_has_a_clause() {
    let stated: Vec<String> = clauses().into_iter().map(|clause| clause.key).collect();
    let is_stated = |key: &str| stated.iter().any(|other| other.split(" = ").next() == Some(key));
    let missing: Vec<String> =
        RuleSet::keys().into_iter().map(|key| key.key).filter(|key| !is_stated(key)).collect();
    assert!(missing.is_empty(), "without a clause: {missing:?}");
}

/// Every key that a clause names exists, with the value that the clause is about.
#[test]
fn every_clause_names_a_key() {
    let known = RuleSet::keys();
    for clause in clauses() {
        let (key, value) = clause.key.split_once(" = ").unwrap_or((&clause.key, ""));
        let Some(info) = known.iter().find(|info| info.key == key) else {
            let is_none = !key.contains('.') && value.is_empty();
            assert!(is_none, "{}: there is no key {key}", clause.name);
            continue;
        };
        let is_switch = info.default == "true" || info.default == "false";
        let allowed = if is_switch { "true, false" } else { &info.allowed };
        assert!(
            value.is_empty() || allowed.split(", ").any(|word| word == value),
            "{}: {key} is never {value}",
            clause.name
        );
    }
}

#[test]
fn every_value_has_a_clause() {
    let known = RuleSet::keys();
    let stated: Vec<String> = clauses().into_iter().map(|clause| clause.key).collect();
    for (key, values) in all_keys() {
        let info = known.iter().find(|info| info.key == key).expect("a key of the catalogue");
        let words =
            info.default.starts_with('"') || info.default == "true" || info.default == "false";
        for value in values.iter().filter(|value| words && value.parse::<u8>().is_err()) {
            assert!(stated.contains(&format!("{key} = {value}")), "{key} = {value} has no clause");
        }
    }
}

/// A row for each sentence of the sheet of No Mercy, by its point: the key and the value, or the
/// card and a part of its table, that say so, or `always`; and the clause that proves it.
const NO_MERCY: &str = include_str!("../data/no-mercy.csv");

#[test]
fn no_mercy_says_what_its_sheet_says() {
    let rules = RuleSet::load("no-mercy").expect("a rule set");
    let settings = rules.settings_json();
    let cards = settings["deck"]["card"].as_array().expect("a list of cards");
    let names: Vec<String> = clauses().into_iter().map(|clause| clause.name).collect();
    let (mut points, mut keys) = (Vec::new(), Vec::new());
    for row in NO_MERCY.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let [point, _, key, value, test, note] = fields[..] else { panic!("six fields: {row}") };
        let says = |card: &Value| card.to_string().replace('"', "").contains(value);
        let mut changed = rules.clone();
        let holds = match key.strip_prefix("card ") {
            Some(symbol) => cards.iter().any(|card| card["symbol"] == symbol && says(card)),
            None if key == "always" => !note.is_empty(),
            None => {
                changed.set(&format!("{key}={value}")).is_ok()
                    && changed.differences(&rules).is_empty()
            }
        };
        assert!(holds, "no-mercy says otherwise: {row}");
        assert!(names.iter().any(|name| name == test), "no clause is called so: {row}");
        points.push(point.parse::<u32>().expect("a number"));
        keys.push(key.to_owned());
    }
    points.dedup();
    assert!(points.into_iter().eq(1..=14), "all points in order");
    // Which cards there are the sheet does not say.
    let changes = rules.differences(&RuleSet::official()).into_iter().map(|(key, ..)| key);
    let changes = changes.filter(|key| !key.starts_with("deck."));
    let added = cards.iter().map(|card| format!("card {}", card["symbol"].as_str().unwrap_or("")));
    for key in changes.chain(added) {
        assert!(keys.contains(&key), "no sentence says {key}");
    }
}
