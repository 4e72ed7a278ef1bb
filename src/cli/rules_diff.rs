//! `unobench rules diff`: the keys in which two rule sets differ.

use clap::Args;
use clap::ValueHint::FilePath;
use serde_json::{Value, json};

use super::console::{self, Style};
use super::failure::{OrFailure as _, Result};
use super::options::{FormatOptions, OutputFormat};
use super::text_table::{TextTable, words};
use unobench_core::rules::{KeyInfo, RuleSet};
use unobench_core::shown::Shown;
use unobench_disk::load_rules;

/// What `rules diff` is told: two rule sets.
#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// Name from `unobench rules list`, or a TOML file
    #[arg(value_name = "A", value_hint = FilePath)]
    a: String,

    /// Another name or TOML file
    #[arg(value_name = "B", value_hint = FilePath)]
    b: String,

    #[command(flatten)]
    options: FormatOptions,
}

pub(super) fn run(args: &DiffArgs) -> Result {
    let (a, b) = (load_rules(&args.a).or_usage()?, load_rules(&args.b).or_usage()?);
    let rows = rows(&a, &b);
    // Files of one name in two folders are told apart by their paths.
    let names = if a.name == b.name { [&args.a, &args.b] } else { [&a.name, &b.name] };
    let [name_a, name_b] = names.map(String::clone);
    let is_for_people = matches!(args.options.format, OutputFormat::Table | OutputFormat::Markdown);
    if rows.is_empty() && is_for_people {
        let (a, b) = (Shown::of(&name_a), Shown::of(&name_b));
        return console::print(&format!("{a} and {b} play alike: no key differs\n"));
    }
    let json = || as_json(&rows, &a, &b);
    let columns = vec![words("key"), words(name_a), words(name_b), words("official value")];
    let table = TextTable { columns, rows: rows.clone() };
    console::print(&table.render(args.options.format, Style::of_stdout(), json)?)
}

/// The keys that differ, each with its value in both rule sets and the official one, as they stand
/// in a file.
fn rows(a: &RuleSet, b: &RuleSet) -> Vec<Vec<String>> {
    let keys = RuleSet::keys();
    a.differences(b)
        .into_iter()
        .map(|(key, in_a, in_b)| {
            let official = official_value(&keys, &key);
            vec![key, in_a, in_b, official]
        })
        .collect()
}

fn official_value(keys: &[KeyInfo], key: &str) -> String {
    let everybody = for_all_seats(key);
    keys.iter()
        .find(|known| known.key == everybody)
        .map_or_else(String::new, |known| known.default.clone())
}

fn for_all_seats(key: &str) -> String {
    match key.rsplit_once('.') {
        Some((seat, name)) if seat.starts_with("people.seat.") => format!("people.{name}"),
        _ => key.to_owned(),
    }
}

fn as_json(rows: &[Vec<String>], a: &RuleSet, b: &RuleSet) -> Value {
    let [a, b, official] = [a, b, &RuleSet::official()].map(RuleSet::settings_json);
    let keys = rows.iter().map(|row| &row[0]);
    keys.map(|key| {
        json!({
            "key": key,
            "a": setting(&a, key),
            "b": setting(&b, key),
            "official": setting(&official, key)
        })
    })
    .collect()
}

/// The value of a dotted key; a seat that has none of its own shares that of all seats.
fn setting(settings: &Value, key: &str) -> Value {
    let find = |key: &str| settings.pointer(&format!("/{}", key.replace('.', "/")));
    find(key).or_else(|| find(&for_all_seats(key))).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(assignments: &[&str]) -> RuleSet {
        let mut rules = RuleSet::official();
        rules.set_all(assignments).unwrap_or_else(|error| panic!("{error}"));
        rules
    }

    #[test]
    fn a_single_seat_has_the_official_value_of_all_seats() {
        let (a, b) = (with(&["people.seat.3.talks=0.25"]), with(&["people.talks=0.5"]));
        let expected =
            [["people.talks", "0.0", "0.5", "0.0"], ["people.seat.3.talks", "0.25", "0.5", "0.0"]];
        assert_eq!(rows(&a, &b), expected.map(|row| row.map(String::from).to_vec()));
        let seat = json!({"key": "people.seat.3.talks", "a": 0.25, "b": 0.5, "official": 0.0});
        assert_eq!(as_json(&rows(&a, &b), &a, &b)[1], seat);
    }

    #[test]
    fn every_key_has_an_official_value() {
        let (keys, settings) = (RuleSet::keys(), RuleSet::official().settings_json());
        for key in &keys {
            assert!(!official_value(&keys, &key.key).is_empty(), "{}", key.key);
            assert!(!setting(&settings, &key.key).is_null(), "{}", key.key);
        }
    }
}
