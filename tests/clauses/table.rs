//! The tables of clauses and of meetings in `docs/RULES.md`, made from the doc comments of the
//! tests.

use std::path::PathBuf;

use unobench_core::rules::RuleSet;

use crate::agreement::rules::built_keys;

/// The sections with their tests, in the order of the catalogue.
const FILES: [(&str, &str); 13] = [
    ("deck", include_str!("deck.rs")),
    ("setup", include_str!("setup.rs")),
    ("play", include_str!("play.rs")),
    ("responses", include_str!("responses.rs")),
    ("jump_in", include_str!("jump_in.rs")),
    ("hands", include_str!("hands.rs")),
    ("finish", include_str!("finish.rs")),
    ("scoring", include_str!("scoring.rs")),
    ("uno", include_str!("uno.rs")),
    ("silence", include_str!("silence.rs")),
    ("people", include_str!("people.rs")),
    ("order", include_str!("order.rs")),
    ("sets", include_str!("sets.rs")),
];

/// Where two rules meet.
const MEETINGS: [(&str, &str); 1] = [("meet", include_str!("meet.rs"))];

/// With this variable set, the test writes the table instead of comparing it.
const REGENERATE: &str = "UNOBENCH_REGENERATE";

/// A row of the table.
struct Clause {
    key: String,
    source: String,
    text: String,
    test: String,
}

fn clauses() -> Vec<Clause> {
    all_of(&FILES)
}

fn all_of(files: &[(&str, &str)]) -> Vec<Clause> {
    files.iter().flat_map(|(section, source)| clauses_of(section, source)).collect()
}

fn clauses_of(section: &str, source: &str) -> Vec<Clause> {
    let lines: Vec<&str> = source.lines().collect();
    let tests = lines.iter().enumerate().filter(|(_, line)| **line == "#[test]");
    tests.map(|(index, _)| clause(section, &lines[..index], lines[index + 1])).collect()
}

/// The clause of the test that begins after these lines.
fn clause(section: &str, before: &[&str], function: &str) -> Clause {
    let test = function.trim_start_matches("fn ").split('(').next().expect("a function");
    let doc = before.iter().rev().map_while(|line| line.strip_prefix("///")).collect::<Vec<_>>();
    let doc = doc.iter().rev().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let parts: Vec<&str> = doc.splitn(3, " | ").collect();
    let [key, source, text] = parts[..] else {
        panic!("{test}: its doc comment is not `key | source | clause`: {doc:?}")
    };
    assert!(test.starts_with(section), "{test}: named after its section {section}");
    Clause { key: key.into(), source: source.into(), text: text.into(), test: test.into() }
}

fn table_of_clauses() -> String {
    let mut table = String::from("| clause | source | key | test |\n|---|---|---|---|\n");
    for Clause { key, source, text, test } in clauses() {
        table += &format!("| {text} | {source} | `{key}` | `{test}` |\n");
    }
    table
}

fn table_of_meetings() -> String {
    let mut table = String::from(
        "| rules | what is decided | why players would do so | test |\n|---|---|---|---|\n",
    );
    for Clause { key, source, text, test } in all_of(&MEETINGS) {
        table += &format!("| {key} | {text} | {source} | `{test}` |\n");
    }
    table
}

fn document() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/RULES.md")
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
    let path = document();
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = lists(&text, "meetings", &table_of_meetings());
    let text = lists(&text, "clauses", &table_of_clauses());
    if std::env::var_os(REGENERATE).is_some() {
        std::fs::write(&path, text).expect("docs/RULES.md can be written");
    }
}

#[test]
fn clause_names_are_unique() {
    let mut names: Vec<String> =
        clauses().into_iter().chain(all_of(&MEETINGS)).map(|clause| clause.test).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// Every key of a rule set is named by a clause.
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
            assert!(
                !key.contains('.') && value.is_empty(),
                "{}: there is no key {key}",
                clause.test
            );
            continue;
        };
        let is_switch = info.default == "true" || info.default == "false";
        let allowed = if is_switch { "true, false" } else { &info.allowed };
        assert!(
            value.is_empty() || allowed.split(", ").any(|word| word == value),
            "{}: {key} is never {value}",
            clause.test
        );
    }
}

/// Of a key whose values are words, each value has a clause.
#[test]
fn every_value_has_a_clause() {
    let known = RuleSet::keys();
    let stated: Vec<String> = clauses().into_iter().map(|clause| clause.key).collect();
    for (key, values) in built_keys() {
        let info = known.iter().find(|info| info.key == key).expect("a key of the catalogue");
        let words =
            info.default.starts_with('"') || info.default == "true" || info.default == "false";
        for value in values.iter().filter(|value| words && value.parse::<u8>().is_err()) {
            assert!(stated.contains(&format!("{key} = {value}")), "{key} = {value} has no clause");
        }
    }
}
