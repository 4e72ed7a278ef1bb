//! The table of clauses in `docs/RULES.md`, made from the doc comments of the tests.

use std::path::PathBuf;

use unobench::rules::RuleSet;

use crate::agreement::rules::built_keys;

/// The sections with their tests, in the order of the catalogue.
const FILES: [(&str, &str); 7] = [
    ("deck", include_str!("deck.rs")),
    ("setup", include_str!("setup.rs")),
    ("play", include_str!("play.rs")),
    ("scoring", include_str!("scoring.rs")),
    ("uno", include_str!("uno.rs")),
    ("people", include_str!("people.rs")),
    ("order", include_str!("order.rs")),
];

const BEGIN: &str = "<!-- clauses:begin -->";
const END: &str = "<!-- clauses:end -->";

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
    FILES.iter().flat_map(|(section, source)| clauses_of(section, source)).collect()
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
    let [key, source, text] = parts[..] else { panic!("{test}: its doc comment is not `key | source | clause`: {doc:?}") };
    assert!(test.starts_with(section), "{test}: named after its section {section}");
    Clause { key: key.into(), source: source.into(), text: text.into(), test: test.into() }
}

fn table() -> String {
    let mut table = String::from("| clause | source | key | test |\n|---|---|---|---|\n");
    for Clause { key, source, text, test } in clauses() {
        table += &format!("| {text} | {source} | `{key}` | `{test}` |\n");
    }
    table
}

fn document() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/RULES.md")
}

#[test]
fn the_document_lists_every_clause() {
    let path = document();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (before, rest) = text.split_once(BEGIN).unwrap_or_else(|| panic!("docs/RULES.md has no {BEGIN}"));
    let (old, after) = rest.split_once(END).unwrap_or_else(|| panic!("docs/RULES.md has no {END}"));
    if std::env::var_os(REGENERATE).is_some() {
        let text = format!("{before}{BEGIN}\n{}{END}{after}", table());
        std::fs::write(&path, text).expect("docs/RULES.md can be written");
        return;
    }
    assert_eq!(old.trim(), table().trim(), "docs/RULES.md is stale: {REGENERATE}=1 cargo test clauses::table");
}

#[test]
fn clause_names_are_unique() {
    let mut names: Vec<String> = clauses().into_iter().map(|clause| clause.test).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// Every key that is built has a clause; one whose values are words, a clause for each of them.
#[test]
fn every_value_has_a_clause() {
    let known = RuleSet::keys();
    let stated: Vec<String> = clauses().into_iter().map(|clause| clause.key).collect();
    for (key, values) in built_keys() {
        let info = known.iter().find(|info| info.key == key).expect("a key of the catalogue");
        let words = info.default.starts_with('"') || info.default == "true" || info.default == "false";
        if !words {
            assert!(stated.iter().any(|other| other.split(" = ").next() == Some(&key)), "{key} has no clause");
            continue;
        }
        for value in values.iter().filter(|value| value.parse::<u8>().is_err()) {
            assert!(stated.contains(&format!("{key} = {value}")), "{key} = {value} has no clause");
        }
    }
}
