//! Reading rule sets: TOML files with what they extend, `--set`, and the settings of game records.
//!
//! Whatever they come from, values arrive as a [`Layer`]: a list of keys with values, in which the
//! order does not matter. Layers lie on top of the official rules, the most basic one first. A
//! value for all seats in `[people]` replaces what lower layers said of single ones.

use super::{MAX_NAME, MAX_SEATS, RuleError, RuleSet, shipped};
use crate::bounded::{quoted, read_text};
use crate::shown::is_formula;
use crate::slip;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toml::Value;
use toml::de::{DeTable, DeValue};

/// The longest chain of rule sets that extend each other.
const MAX_CHAIN: usize = 100;

/// The longest rule-set file that is read, in bytes.
const MAX_FILE: u64 = 4_000_000;

/// The keys that stand before the sections of a file.
const METADATA: [&str; 5] = ["name", "description", "source", "tags", "extends"];

/// The keys whose value is a table, which replaces an inherited one whole.
const TABLES: [&str; 2] = ["deck.cards", "scoring.points"];

/// Whether the value of the key with this path is a table.
fn is_table(path: &[String]) -> bool {
    path.len() == 2 && TABLES.contains(&path.join(".").as_str())
}

/// A key with its value, as somebody wrote it.
struct Entry {
    path: Vec<String>,
    value: Value,
    /// The value as it was written.
    shown: String,
    line: Option<usize>,
}

/// The values of one file, one command line, or one record.
struct Layer {
    label: String,
    entries: Vec<Entry>,
    /// Whether it comes with the program, by the name that is its label.
    is_shipped: bool,
}

impl RuleSet {
    /// Loads a shipped rule set by its name, otherwise a file.
    ///
    /// # Errors
    /// A [`RuleError`] if there is no such rule set, or if something in it is not allowed.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let junior = RuleSet::load("junior").expect("a shipped rule set");
    /// assert_eq!(junior.deck_size(), 56);
    /// let error = RuleSet::load("junoir").expect_err("no such rule set").to_string();
    /// assert!(error.contains("did you mean junior?"), "{error}");
    /// ```
    pub fn load(name_or_path: &str) -> Result<RuleSet, RuleError> {
        RuleSet::from_layers(chain_of(&Place::find(name_or_path, None)?)?)
    }

    /// Parses the text of a rule-set file; the label is its path, which relative `extends` start
    /// from.
    ///
    /// # Errors
    /// A [`RuleError`] if something in it is not allowed.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let text = "extends = \"official\"\n[setup]\nhand_size = 10\n";
    /// let rules = RuleSet::parse(text, "ten.toml").expect("a rule set");
    /// assert_eq!(rules.setup.hand_size, 10);
    /// assert!(RuleSet::parse("[setup]\nhand_siez = 10\n", "ten.toml").is_err());
    /// ```
    pub fn parse(text: &str, file_label: &str) -> Result<RuleSet, RuleError> {
        RuleSet::from_layers(chain_of_text(text, &Place::File(file_label.into()))?)
    }

    /// Reads the settings of a game record, as [`RuleSet::settings_json`] writes them.
    ///
    /// # Errors
    /// A [`RuleError`] if something in them is not allowed.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let rules = RuleSet::load("stacking").expect("a shipped rule set");
    /// let settings = rules.settings_json();
    /// let read = RuleSet::from_settings_json("read", &settings).expect("its own settings");
    /// assert_eq!(read.name, "read");
    /// assert!(read.differences(&rules).is_empty());
    /// ```
    pub fn from_settings_json(
        name: &str,
        settings: &serde_json::Value,
    ) -> Result<RuleSet, RuleError> {
        let mut entries = Vec::new();
        flatten_json(settings, &mut Vec::new(), &mut entries);
        let mut rules = RuleSet::from_layers(vec![Layer::of("settings", entries)])?;
        name.clone_into(&mut rules.name);
        Ok(rules)
    }

    /// Changes one value, as in `responses.draw_two=stack`, and adds it to the name.
    ///
    /// # Errors
    /// A [`RuleError`] if the key or the value is not allowed, or does not go with the others;
    /// nothing is changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let mut rules = RuleSet::official();
    /// rules.set("setup.hand_size=5").expect("an allowed value");
    /// assert_eq!((rules.setup.hand_size, rules.name.as_str()), (5, "official+setup.hand_size=5"));
    /// // What is refused changes nothing.
    /// assert!(rules.set("setup.hand_size=many").is_err());
    /// assert_eq!(rules.setup.hand_size, 5);
    /// ```
    pub fn set(&mut self, assignment: &str) -> Result<(), RuleError> {
        self.set_all(&[assignment])
    }

    /// Changes values one after the other, and checks only then whether they go together.
    ///
    /// # Errors
    /// A [`RuleError`] if a key or a value is not allowed, or does not go with the others; nothing
    /// is changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let mut rules = RuleSet::official();
    /// // Each of the two is allowed only with the other.
    /// rules.set("responses.wild_draw_four=stack_mixed").expect_err("draw twos do not add up");
    /// rules
    ///     .set_all(&["responses.wild_draw_four=stack_mixed", "responses.draw_two=stack"])
    ///     .expect("both together");
    /// ```
    pub fn set_all(&mut self, assignments: &[impl AsRef<str>]) -> Result<(), RuleError> {
        let entries = assignments
            .iter()
            .map(|text| Entry::of_assignment(text.as_ref()))
            .collect::<Result<Vec<_>, _>>();
        let layer = Layer::of("--set", entries.map_err(|error| error.at("--set"))?);
        let mut changed = self.clone();
        for entry in &layer.entries {
            changed.name += &format!("+{}={}", entry.key(), entry.shown);
        }
        let stated = changed.apply(&layer)?;
        changed.follow_defaults(self, &stated);
        changed.validate().map_err(|error| error.at(layer.label))?;
        *self = changed;
        Ok(())
    }

    /// The names of the shipped rule sets, in the order of the catalogue.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// assert_eq!(RuleSet::shipped_names().next(), Some("official"));
    /// assert!(RuleSet::shipped_names().all(|name| RuleSet::load(name).is_ok()));
    /// ```
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        shipped::all().map(|(name, _)| name)
    }

    fn from_layers(layers: Vec<Layer>) -> Result<RuleSet, RuleError> {
        let official = RuleSet::official();
        let mut rules = official.clone();
        let mut stated = BTreeSet::new();
        let mut label = String::new();
        let shipped: BTreeSet<String> = layers
            .iter()
            .filter(|layer| layer.is_shipped)
            .map(|layer| layer.label.clone())
            .collect();
        for layer in layers {
            let name = Path::new(&layer.label)
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            (rules.name, rules.description, rules.source, rules.tags) =
                (name, String::new(), String::new(), Vec::new());
            stated.append(&mut rules.apply(&layer)?);
            label = layer.label;
        }
        rules.follow_defaults(&official, &stated);
        check_name(&rules.name, &shipped)
            .and_then(|()| rules.validate())
            .map_err(|error| error.at(quoted(&label)))?;
        Ok(rules)
    }

    /// Takes the values of a layer, and gives the keys that it states.
    fn apply(&mut self, layer: &Layer) -> Result<BTreeSet<String>, RuleError> {
        let mut entries: Vec<&Entry> = layer.entries.iter().collect();
        entries.sort_by_key(|entry| entry.rank());
        for entry in &entries {
            self.apply_entry(entry).map_err(|error| error.at(entry.place(&layer.label)))?;
        }
        Ok(entries.into_iter().map(Entry::key).collect())
    }

    fn apply_entry(&mut self, entry: &Entry) -> Result<(), RuleError> {
        let path: Vec<&str> = entry.path.iter().map(String::as_str).collect();
        match path[..] {
            ["people", "seat", seat, ref key @ ..] => self.apply_seat(entry, seat, key),
            ["people", "seat"] => entry.expect_table(),
            ["people", key] => self.apply_people(entry, key, 0..MAX_SEATS),
            ["people"] => entry.expect_table(),
            [section] if self.section_mut(section).is_some() => entry.expect_table(),
            [section, key] if self.has_key(section, key) => {
                let blank_draws = self.deck.blank_draws;
                let section = self.section_mut(section).expect("a section that has this key");
                if section.set(key, &entry.value, blank_draws) {
                    Ok(())
                } else {
                    Err(entry.refused())
                }
            }
            [key] => self.apply_metadata(entry, key),
            _ => Err(entry.unknown()),
        }
    }

    fn apply_seat(&mut self, entry: &Entry, seat: &str, key: &[&str]) -> Result<(), RuleError> {
        let seat = (0..MAX_SEATS)
            .find(|known| known.to_string() == seat)
            .ok_or_else(|| entry.unknown())?;
        match key {
            [] => entry.expect_table(),
            [key] => self.apply_people(entry, key, seat..seat + 1),
            _ => Err(entry.unknown()),
        }
    }

    fn apply_people(
        &mut self,
        entry: &Entry,
        key: &str,
        seats: std::ops::Range<usize>,
    ) -> Result<(), RuleError> {
        use super::section::Section;
        if !self.has_key("people", key) {
            return Err(entry.unknown());
        }
        let is_taken =
            self.people.seats[seats].iter_mut().all(|person| person.set(key, &entry.value, 0));
        if is_taken { Ok(()) } else { Err(entry.refused()) }
    }

    fn apply_metadata(&mut self, entry: &Entry, key: &str) -> Result<(), RuleError> {
        match key {
            "name" => {
                self.name = entry
                    .text()
                    .filter(|name| !name.is_empty())
                    .ok_or_else(|| entry.expected("text that is not empty"))?
            }
            "description" => {
                self.description = entry.text().ok_or_else(|| entry.expected("a text"))?
            }
            "source" => self.source = entry.text().ok_or_else(|| entry.expected("a text"))?,
            "tags" => {
                self.tags = entry.texts().ok_or_else(|| entry.expected("a list of strings"))?
            }
            _ => return Err(entry.unknown()),
        }
        Ok(())
    }

    fn has_key(&self, section: &str, key: &str) -> bool {
        keys_of(section).iter().any(|known| known == key)
    }

    /// Gives values that nobody stated the default that belongs to the edition and the scoring
    /// method.
    fn follow_defaults(&mut self, before: &RuleSet, stated: &BTreeSet<String>) {
        let follows = |key: &str, was_default: bool| was_default && !stated.contains(key);
        if follows("deck.wild", before.deck.wild == before.deck.edition.wilds()) {
            self.deck.wild = self.deck.edition.wilds();
        }
        if follows(
            "deck.wild_draw_four",
            before.deck.wild_draw_four == before.deck.edition.wild_draw_fours(),
        ) {
            self.deck.wild_draw_four = self.deck.edition.wild_draw_fours();
        }
        if follows(
            "scoring.at_target",
            before.scoring.at_target == before.scoring.method.at_target(),
        ) {
            self.scoring.at_target = self.scoring.method.at_target();
        }
    }
}

/// Refuses names that would be taken for something else in tables of results; `shipped` are the
/// rule sets that it is made of and that come with the program.
fn check_name(name: &str, shipped: &BTreeSet<String>) -> Result<(), RuleError> {
    if is_formula(name) || name.contains('\n') || name.chars().count() > MAX_NAME {
        return Err(RuleError::Name { name: name.to_owned() });
    }
    match RuleSet::shipped_names().find(|known| *known == name) {
        Some(name) if !shipped.contains(name) => Err(RuleError::ShippedName { name }),
        _ => Ok(()),
    }
}

/// Where a rule set is found.
enum Place {
    Shipped(&'static str, &'static str),
    File(PathBuf),
}

impl Place {
    /// Finds what a name or a path stands for; a relative path starts from the folder of the file
    /// that extends it.
    fn find(name: &str, from: Option<&Place>) -> Result<Place, RuleError> {
        if let Some((name, text)) = shipped::all().find(|(shipped, _)| *shipped == name) {
            return Ok(Place::Shipped(name, text));
        }
        let folder = match from {
            Some(Place::File(path)) => path.parent().unwrap_or(Path::new("")),
            _ => Path::new(""),
        };
        let path = folder.join(name);
        if path.is_file() || name.contains(['/', '\\']) || name.ends_with(".toml") {
            return Ok(Place::File(path));
        }
        let suggestions = RuleSet::near(name);
        Err(RuleError::UnknownRuleSet { name: name.to_owned(), suggestions })
    }

    fn label(&self) -> String {
        match self {
            Place::Shipped(name, _) => (*name).to_owned(),
            Place::File(path) => path.display().to_string(),
        }
    }

    /// The same text for the same place, however it was reached.
    fn identity(&self) -> String {
        match self {
            Place::Shipped(name, _) => (*name).to_owned(),
            Place::File(path) => {
                std::fs::canonicalize(path).unwrap_or_else(|_| path.clone()).display().to_string()
            }
        }
    }

    fn text(&self) -> Result<String, RuleError> {
        match self {
            Place::Shipped(_, text) => Ok((*text).to_owned()),
            Place::File(path) => read_text(path, MAX_FILE)
                .map_err(|error| RuleError::Unreadable { path: path.clone(), error }),
        }
    }
}

/// The layers of a rule set, that of what it extends first.
fn chain_of(place: &Place) -> Result<Vec<Layer>, RuleError> {
    chain_of_text(&place.text()?, place)
}

fn chain_of_text(text: &str, place: &Place) -> Result<Vec<Layer>, RuleError> {
    let mut seen = vec![place.identity()];
    let (layer, mut base) = read_layer(text, place)?;
    let mut layers = vec![layer];
    while let Some((next, place_of_extends)) = base {
        let name = next.label();
        if seen.contains(&next.identity()) {
            seen.push(next.identity());
            return Err(RuleError::ExtendsCircle { name, chain: seen }.at(place_of_extends));
        }
        if layers.len() == MAX_CHAIN {
            return Err(RuleError::ExtendsDepth { name, limit: MAX_CHAIN }.at(place_of_extends));
        }
        seen.push(next.identity());
        let text = next.text().map_err(|error| error.at(place_of_extends))?;
        let (layer, next_base) = read_layer(&text, &next)?;
        layers.push(layer);
        base = next_base;
    }
    layers.reverse();
    Ok(layers)
}

/// What a layer extends, and where it says so.
type Base = Option<(Place, String)>;

fn read_layer(text: &str, place: &Place) -> Result<(Layer, Base), RuleError> {
    let (label, is_shipped) = (place.label(), matches!(place, Place::Shipped(..)));
    let mut entries = Vec::new();
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map(|span| Lines::of(text).number(span.start));
        RuleError::Syntax { message: error.message().to_owned() }.at(with_line(&label, line))
    })?;
    flatten(table.get_ref(), (text, &Lines::of(text)), &mut Vec::new(), &mut entries);
    let Some(position) = entries.iter().position(|entry| entry.key() == "extends") else {
        return Ok((Layer { label, entries, is_shipped }, None));
    };
    let extends = entries.remove(position);
    let place_of_extends = extends.place(&label);
    let base = extends
        .text()
        .ok_or_else(|| extends.expected("the name of a rule set, or a file"))
        .and_then(|name| Place::find(&name, Some(place)));
    let base = base.map_err(|error| error.at(place_of_extends.clone()))?;
    Ok((Layer { label, entries, is_shipped }, Some((base, place_of_extends))))
}

/// Lists the values of a table and the tables in it; an empty table is listed as such.
fn flatten(
    table: &DeTable<'_>,
    (text, lines): (&str, &Lines),
    path: &mut Vec<String>,
    entries: &mut Vec<Entry>,
) {
    for (key, value) in table.iter() {
        path.push(key.get_ref().to_string());
        let line = lines.number(key.span().start);
        match value.get_ref() {
            DeValue::Table(inner) if is_table(path) => {
                let shown = text[value.span()].trim();
                // A table under a header of its own has no text that could be read as a value.
                let table = Value::Table(
                    inner
                        .iter()
                        .map(|(key, value)| {
                            (key.get_ref().to_string(), value_of(&text[value.span()]))
                        })
                        .collect(),
                );
                let shown = if shown.starts_with('{') { shown.into() } else { table.to_string() };
                entries.push(Entry::new(path, table, &shown, line));
            }
            DeValue::Table(inner) if !inner.is_empty() => {
                flatten(inner, (text, lines), path, entries);
            }
            DeValue::Table(_) => {
                entries.push(Entry::new(path, Value::Table(toml::Table::new()), "{}", line));
            }
            _ => {
                let shown = &text[value.span()];
                entries.push(Entry::new(path, value_of(shown), shown, line));
            }
        }
        path.pop();
    }
}

fn flatten_json(value: &serde_json::Value, path: &mut Vec<String>, entries: &mut Vec<Entry>) {
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
            entries.push(Entry { path, value, shown, line: None });
        }
    }
}

/// A value as TOML writes it; what is none, an integer beyond 64 bits too, stands as a text, which
/// nothing but a text accepts.
fn value_of(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// A value of a command line: as TOML writes it, but quotes may be left out, in lists too.
fn bare_value_of(text: &str) -> Value {
    let list = || text.strip_prefix('[')?.strip_suffix(']');
    match (text.parse(), list()) {
        (Ok(value), _) => value,
        (Err(_), Some(list)) => Value::Array(
            list.split(',')
                .map(str::trim)
                .filter(|word| !word.is_empty())
                .map(bare_value_of)
                .collect(),
        ),
        (Err(_), None) => {
            bare_table_of(text).map_or_else(|| Value::String(text.to_owned()), Value::Table)
        }
    }
}

/// A table of a command line, of whose keys quotes may be left out: `{WS = 40, +2 = 10}`.
fn bare_table_of(text: &str) -> Option<toml::Table> {
    let entries = text.strip_prefix('{')?.strip_suffix('}')?.split(',');
    let entry = |entry: &str| {
        let (key, value) = entry.split_once('=')?;
        Some((key.trim().trim_matches('"').to_owned(), bare_value_of(value.trim())))
    };
    entries.filter(|text| !text.trim().is_empty()).map(entry).collect()
}

/// Where the lines of a text end.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        Lines(text.match_indices('\n').map(|(end, _)| end).collect())
    }

    /// The line that a place is in, from 1.
    fn number(&self, place: usize) -> usize {
        1 + self.0.partition_point(|&end| end < place)
    }
}

fn with_line(label: &str, line: Option<usize>) -> String {
    line.map_or_else(|| quoted(label), |line| format!("{}:{line}", quoted(label)))
}

impl Layer {
    /// Values that are from no file.
    fn of(label: &str, entries: Vec<Entry>) -> Layer {
        Layer { label: label.to_owned(), entries, is_shipped: false }
    }
}

impl Entry {
    fn new(path: &[String], value: Value, shown: &str, line: usize) -> Entry {
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        Entry { path: path.to_vec(), value, shown, line: Some(line) }
    }

    fn of_assignment(text: &str) -> Result<Entry, RuleError> {
        let (key, value) =
            text.split_once('=').ok_or_else(|| RuleError::Assignment { text: text.to_owned() })?;
        let path: Vec<String> = key.trim().split('.').map(|part| part.trim().to_owned()).collect();
        let shown = value.trim().to_owned();
        let entry = Entry { path, value: bare_value_of(&shown), shown, line: None };
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

    fn key(&self) -> String {
        self.path.join(".")
    }

    fn place(&self, label: &str) -> String {
        with_line(label, self.line)
    }

    /// Values that others are read by come first, those of single seats last.
    fn rank(&self) -> u8 {
        match (self.path[0].as_str(), self.path.get(1).map(String::as_str)) {
            // Its blanks are written as another key of the deck says.
            ("deck", Some("cards")) => 1,
            ("deck", _) => 0,
            ("people", Some("seat")) => 2,
            _ => 1,
        }
    }

    fn text(&self) -> Option<String> {
        self.value.as_str().map(str::to_owned)
    }

    fn texts(&self) -> Option<Vec<String>> {
        self.value.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect()
    }

    fn expected(&self, allowed: impl Into<String>) -> RuleError {
        let (key, value) = (quoted(&self.key()), quoted(&self.shown));
        RuleError::Value { key, value, allowed: allowed.into() }
    }

    fn expect_table(&self) -> Result<(), RuleError> {
        if self.value.is_table() {
            Ok(())
        } else {
            Err(self.expected("a section, as in [section], with keys in it"))
        }
    }

    /// The error for a known key whose value is not allowed.
    fn refused(&self) -> RuleError {
        let (section, key) = (&self.path[0], &self.path[self.path.len() - 1]);
        let dotted = format!("{section}.{key}");
        let allowed = RuleSet::keys()
            .into_iter()
            .find(|known| known.key == dotted)
            .map_or_else(String::new, |known| known.allowed);
        self.expected(allowed)
    }

    /// The error for a key that does not exist.
    fn unknown(&self) -> RuleError {
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
    fn suggestions(&self) -> Vec<String> {
        let known: Vec<String> = RuleSet::keys().into_iter().map(|known| known.key).collect();
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        let [word] = &self.path[..] else {
            return owned(slip::near(&self.key(), known.iter().map(String::as_str)));
        };
        let is_same = |known: &&String| known.split_once('.').is_some_and(|(_, key)| key == word);
        let same: Vec<String> = known.iter().filter(is_same).take(slip::MOST).cloned().collect();
        let sections = sections();
        let top_level = METADATA.iter().copied().chain(sections.iter().map(String::as_str));
        if same.is_empty() { owned(slip::near(word, top_level)) } else { same }
    }
}

/// The keys of a section, `[people]` included.
fn keys_of(section: &str) -> Vec<String> {
    let in_section = |key: String| {
        key.split_once('.').filter(|(name, _)| *name == section).map(|(_, key)| key.to_owned())
    };
    RuleSet::keys().into_iter().filter_map(|known| in_section(known.key)).collect()
}

/// The names of the sections, `[people]` included.
fn sections() -> Vec<String> {
    let mut names: Vec<String> = RuleSet::keys()
        .into_iter()
        .filter_map(|known| Some(known.key.split_once('.')?.0.to_owned()))
        .collect();
    names.dedup();
    names
}
