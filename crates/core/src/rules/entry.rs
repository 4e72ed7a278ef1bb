//! The entries of a rule-set file: a key, its value, and where it stands.

use super::{KeyInfo, MAX_SEATS, RuleError, RuleSet};
use crate::bounded::quoted;
use crate::slip;
use std::sync::LazyLock;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Value};

/// The keys that stand before the sections of a file.
const METADATA: [&str; 5] = ["name", "description", "source", "tags", "extends"];

/// The keys whose value is a table, which replaces an inherited one whole.
const TABLES: [&str; 2] = ["deck.cards", "scoring.points"];

fn is_table(path: &[String]) -> bool {
    path.len() == 2 && TABLES.contains(&path.join(".").as_str())
}

/// A key with its value, as somebody wrote it.
pub(super) struct WrittenKey {
    pub(super) path: Vec<String>,
    pub(super) value: Value,
    pub(super) shown: String,
    pub(super) line: Option<usize>,
    /// The lines of the values of a list.
    pub(super) lines_of_items: Vec<usize>,
}

/// The values of one file, one command line, or one record.
pub(super) struct KeyLayer {
    pub(super) label: String,
    pub(super) entries: Vec<WrittenKey>,
    /// Whether it comes with the program, by the name that is its label.
    pub(super) is_shipped: bool,
}

/// Lists the values of a table and the tables in it; an empty table is listed as such.
pub(super) fn flatten(
    table: &DeTable<'_>,
    (text, lines): (&str, &LineStarts),
    path: &mut Vec<String>,
    entries: &mut Vec<WrittenKey>,
) {
    for (key, value) in table.iter() {
        path.push(key.get_ref().to_string());
        let line = lines.number(key.span().start);
        match value.get_ref() {
            DeValue::Table(inner) if is_table(path) => {
                let shown = text[value.span()].trim();
                let table = table_of(inner, text);
                // A table under a header of its own has no text that could be read as a value.
                let shown = if shown.starts_with('{') { shown.into() } else { table.to_string() };
                entries.push(WrittenKey::new(path, table, &shown, line));
            }
            DeValue::Table(inner) if !inner.is_empty() => {
                flatten(inner, (text, lines), path, entries);
            }
            DeValue::Table(_) => {
                entries.push(WrittenKey::new(path, Value::Table(toml::Table::new()), "{}", line));
            }
            // A list of tables under headers of their own has no text that could be read either.
            DeValue::Array(items) => {
                let list = plain(value, text);
                let mut entry = WrittenKey::new(path, list.clone(), &list.to_string(), line);
                entry.lines_of_items =
                    items.iter().map(|item| lines.number(item.span().start)).collect();
                entries.push(entry);
            }
            _ => {
                let shown = &text[value.span()];
                entries.push(WrittenKey::new(path, value_of(shown), shown, line));
            }
        }
        path.pop();
    }
}

fn table_of(table: &DeTable<'_>, text: &str) -> Value {
    let fields = table.iter();
    let field =
        fields.map(|(key, value)| (key.get_ref().to_string(), value_of(&text[value.span()])));
    Value::Table(field.collect())
}

fn plain(value: &Spanned<DeValue<'_>>, text: &str) -> Value {
    match value.get_ref() {
        DeValue::Array(list) => {
            Value::Array(list.iter().map(|item| plain_item(item, text)).collect())
        }
        DeValue::Table(table) => {
            let field = |(key, value): (&Spanned<_>, _)| {
                (std::borrow::Cow::to_string(key.get_ref()), plain(value, text))
            };
            Value::Table(table.iter().map(field).collect())
        }
        _ => value_of(&text[value.span()]),
    }
}

/// A value of a list. What begins with a plus is a card such as `+2`, where TOML has the number 2.
fn plain_item(item: &Spanned<DeValue<'_>>, text: &str) -> Value {
    let shown = &text[item.span()];
    if shown.starts_with('+') { Value::String(shown.to_owned()) } else { plain(item, text) }
}

pub(super) fn flatten_json(
    value: &serde_json::Value,
    path: &mut Vec<String>,
    entries: &mut Vec<WrittenKey>,
) {
    match value.as_object() {
        Some(object) if (!object.is_empty() || path.is_empty()) && !is_table(path) => {
            for (key, value) in object {
                path.push(key.clone());
                flatten_json(value, path, entries);
                path.pop();
            }
        }
        _ => {
            let shown = value.to_string();
            let value = serde_json::from_value(value.clone())
                .unwrap_or_else(|_| Value::String(shown.clone()));
            let path = if path.is_empty() { vec!["settings".into()] } else { path.clone() };
            entries.push(WrittenKey { path, value, shown, line: None, lines_of_items: Vec::new() });
        }
    }
}

/// A value as TOML writes it; what is none, an integer beyond 64 bits too, stands as a text, which
/// nothing but a text accepts.
pub(super) fn value_of(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// A value of a command line: as TOML writes it, but quotes may be left out, in lists too.
pub(super) fn bare_value_of(text: &str) -> Value {
    let list = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_of_words = |list: &&str| !list.contains(['"', '\'', '[', '{']);
    if let Some(list) = list.filter(is_of_words) {
        return bare_list_of(list);
    }
    let no_toml =
        || bare_table_of(text).map_or_else(|| Value::String(text.to_owned()), Value::Table);
    text.parse().unwrap_or_else(|_| list.map_or_else(no_toml, bare_list_of))
}

/// A list of a command line. What begins with a plus is a card such as `+2`, which TOML would take
/// for the number 2.
fn bare_list_of(list: &str) -> Value {
    let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
    let item = |word: &str| match word.starts_with('+') {
        true => Value::String(word.to_owned()),
        false => bare_value_of(word),
    };
    Value::Array(words.map(item).collect())
}

/// A table of a command line, of whose keys quotes may be left out: `{WS = 40, +2 = 10}`.
pub(super) fn bare_table_of(text: &str) -> Option<toml::Table> {
    let entries = text.strip_prefix('{')?.strip_suffix('}')?.split(',');
    let entry = |entry: &str| {
        let (key, value) = entry.split_once('=')?;
        Some((key.trim().trim_matches('"').to_owned(), bare_value_of(value.trim())))
    };
    entries.filter(|text| !text.trim().is_empty()).map(entry).collect()
}

/// Where the line breaks of a rule-set file are, in bytes, for messages that name a line.
pub(super) struct LineStarts(Vec<usize>);

impl LineStarts {
    pub(super) fn of(text: &str) -> LineStarts {
        LineStarts(text.match_indices('\n').map(|(end, _)| end).collect())
    }

    /// The line that a place is in, from 1.
    pub(super) fn number(&self, place: usize) -> usize {
        1 + self.0.partition_point(|&end| end < place)
    }
}

pub(super) fn with_line(label: &str, line: Option<usize>) -> String {
    line.map_or_else(|| quoted(label), |line| format!("{}:{line}", quoted(label)))
}

impl KeyLayer {
    /// Values that are from no file.
    pub(super) fn of(label: &str, entries: Vec<WrittenKey>) -> KeyLayer {
        KeyLayer { label: label.to_owned(), entries, is_shipped: false }
    }

    /// The symbols of the cards that it adds, each with the place of its card, if it says which.
    pub(super) fn places_of_cards(&self) -> Option<Vec<(String, String)>> {
        let entry = self.entries.iter().find(|entry| entry.key() == "deck.card")?;
        let place = |(index, card): (usize, &Value)| {
            let symbol = card.get("symbol")?.as_str()?;
            Some((symbol.to_owned(), entry.place_of_item(index + 1, &self.label)))
        };
        Some(entry.value.as_array()?.iter().enumerate().filter_map(place).collect())
    }
}

impl WrittenKey {
    pub(super) fn new(path: &[String], value: Value, shown: &str, line: usize) -> WrittenKey {
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines_of_items = Vec::new();
        WrittenKey { path: path.to_vec(), value, shown, line: Some(line), lines_of_items }
    }

    pub(super) fn of_assignment(text: &str) -> Result<WrittenKey, RuleError> {
        let (key, value) =
            text.split_once('=').ok_or_else(|| RuleError::Assignment { text: text.to_owned() })?;
        let path: Vec<String> = key.trim().split('.').map(|part| part.trim().to_owned()).collect();
        let shown = value.trim().to_owned();
        let value = bare_value_of(&shown);
        let entry = WrittenKey { path, value, shown, line: None, lines_of_items: Vec::new() };
        if entry.path.len() > 1 {
            return Ok(entry);
        }
        let allowed = format!("section.key, where the sections are {}", sections().join(", "));
        // What stands before the sections of a file is nothing to set.
        let is_key = |suggestion: &String| suggestion.contains('.');
        Err(RuleError::UnknownKey {
            key: quoted(&entry.key()),
            value: quoted(&entry.shown),
            suggestions: entry.suggestions().into_iter().filter(is_key).collect(),
            allowed,
        })
    }

    pub(super) fn key(&self) -> String {
        self.path.join(".")
    }

    pub(super) fn place(&self, label: &str) -> String {
        with_line(label, self.line)
    }

    /// Where an error of this entry stands: that of an added card in the card's own line.
    pub(super) fn place_of(&self, error: &RuleError, label: &str) -> String {
        let RuleError::Card { number, .. } = error else { return self.place(label) };
        self.place_of_item(*number, label)
    }

    /// Where the value of a list with this number stands, from 1.
    pub(super) fn place_of_item(&self, number: usize, label: &str) -> String {
        let line = number.checked_sub(1).and_then(|index| self.lines_of_items.get(index));
        with_line(label, line.copied().or(self.line))
    }

    /// Values that others are read by come first, those of single seats last.
    pub(super) fn reading_order(&self) -> u8 {
        match (self.path[0].as_str(), self.path.get(1).map(String::as_str)) {
            // Its blanks are written as another key of the deck says.
            ("deck", Some("cards")) => 1,
            ("deck", _) => 0,
            ("people", Some("seat")) => 2,
            _ => 1,
        }
    }

    pub(super) fn text(&self) -> Option<String> {
        self.value.as_str().map(str::to_owned)
    }

    pub(super) fn texts(&self) -> Option<Vec<String>> {
        self.value.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect()
    }

    pub(super) fn expected(&self, allowed: impl Into<String>) -> RuleError {
        let (key, value) = (quoted(&self.key()), quoted(&self.shown));
        RuleError::Value { key, value, allowed: allowed.into() }
    }

    pub(super) fn expect_table(&self) -> Result<(), RuleError> {
        let wrong = || self.expected("a section, as in [section], with keys in it");
        self.value.is_table().then_some(()).ok_or_else(wrong)
    }

    /// The error for a known key whose value is not allowed.
    pub(super) fn refused(&self) -> RuleError {
        let (section, key) = (&self.path[0], &self.path[self.path.len() - 1]);
        let dotted = format!("{section}.{key}");
        let known = RuleSet::keys().into_iter().find(|known| known.key == dotted);
        self.expected(known.map_or_else(String::new, |known| known.allowed))
    }

    pub(super) fn unknown(&self) -> RuleError {
        let allowed = match self.path[0].as_str() {
            "people" if self.path.get(1).is_some_and(|key| key == "seat") => {
                format!("people.seat.0 to people.seat.{} with the keys of [people]", MAX_SEATS - 1)
            }
            section if !keys_of(section).is_empty() => {
                format!(
                    "the {} keys of [{section}], which `unobench rules show official` explains",
                    keys_of(section).len()
                )
            }
            _ if self.path.len() > 1 => format!("the sections {}", sections().join(", ")),
            _ => format!("{}, and the sections {}", METADATA.join(", "), sections().join(", ")),
        };
        RuleError::UnknownKey {
            key: quoted(&self.key()),
            value: quoted(&self.shown),
            suggestions: self.suggestions(),
            allowed,
        }
    }

    /// The most similar keys; one without its section may be a key of any.
    pub(super) fn suggestions(&self) -> Vec<String> {
        let known: Vec<String> = RuleSet::keys().into_iter().map(|known| known.key).collect();
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        let [word] = &self.path[..] else {
            return owned(slip::near(&self.key(), known.iter().map(String::as_str)));
        };
        let is_same = |known: &&String| known.split_once('.').is_some_and(|(_, key)| key == word);
        let same: Vec<String> = known.iter().filter(is_same).take(slip::MOST).cloned().collect();
        let sections = sections();
        let top_level = METADATA.iter().copied().chain(sections.iter().copied());
        if same.is_empty() { owned(slip::near(word, top_level)) } else { same }
    }
}

/// The keys of all sections, made once: reading one rule set asks for them for every line.
static KEYS: LazyLock<Vec<KeyInfo>> = LazyLock::new(RuleSet::keys);

/// Each key with its section, `[people]` included.
pub(super) fn all_keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    KEYS.iter().filter_map(|known| known.key.split_once('.'))
}

/// The keys of a section, `[people]` included.
pub(super) fn keys_of(section: &str) -> Vec<&'static str> {
    all_keys().filter(|(name, _)| *name == section).map(|(_, key)| key).collect()
}

/// The names of the sections, `[people]` included.
pub(super) fn sections() -> Vec<&'static str> {
    let mut names: Vec<&str> = all_keys().map(|(name, _)| name).collect();
    names.dedup();
    names
}
