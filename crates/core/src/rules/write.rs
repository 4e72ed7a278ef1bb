//! Printing rule sets: TOML, JSON, and the differences between two.

use super::section::{Key, Section};
use super::{Person, RuleSet};
use crate::cards::Notation;
use crate::shown::is_hidden;
use serde_json::json;
use std::fmt::Write;
use toml::Value;

/// A key of the catalogue in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInfo {
    /// The dotted key.
    pub key: String,
    /// The official value as it stands in a file.
    pub default: String,
    /// The allowed values.
    pub allowed: String,
    /// What the key means, and who says so.
    pub meaning: String,
}

impl RuleSet {
    /// Lists every key of the catalogue, in its order.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let keys = RuleSet::keys();
    /// let hand_size = keys.iter().find(|info| info.key == "setup.hand_size").expect("a key");
    /// assert_eq!(hand_size.default, "7");
    /// ```
    pub fn keys() -> Vec<KeyInfo> {
        let of_key = |(name, section, key): (&str, &dyn Section, Key)| KeyInfo {
            key: format!("{name}.{}", key.name),
            default: section.get(key.name, &Notation::PRINTED).to_string(),
            allowed: key.allowed,
            meaning: key.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "),
        };
        RuleSet::official().each_key(&Person::OFFICIAL).map(of_key).collect()
    }

    /// Prints the complete rule set as TOML, with comments that say what is allowed; reading it
    /// gives the rule set back.
    pub fn to_toml(&self) -> String {
        let mut text = self.metadata();
        // Says what the name stands for; every value follows all the same.
        if let Some(base) = RuleSet::shipped(&self.name) {
            _ = writeln!(text, "extends = \"{}\"", base.name);
        }
        for (name, section) in self.sections() {
            write_section(&mut text, name, section, &self.deck.notation());
        }
        let common = self.people.common();
        write_section(&mut text, "people", &common, &Notation::PRINTED);
        write_lines(&mut text, self.overrides(&common));
        text
    }

    /// Prints what differs from the official rules as TOML; reading it gives the rule set back.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let mut rules = RuleSet::official();
    /// rules.set("play.bluff=false").expect("an allowed value");
    /// let text = rules.to_short_toml();
    /// assert!(text.ends_with("\n[play]\nbluff = false\n"), "{text}");
    /// assert_eq!(RuleSet::parse(&text, "mine.toml").expect("its own text"), rules);
    /// ```
    pub fn to_short_toml(&self) -> String {
        let mut official = RuleSet::official();
        official.deck.wild = self.deck.edition.wilds();
        official.deck.wild_draw_four = self.deck.edition.wild_draw_fours();
        official.scoring.at_target = self.scoring.method.at_target();
        let base = RuleSet::shipped(&self.name).unwrap_or_else(|| official.clone());
        let mut text = self.metadata() + &format!("extends = \"{}\"\n", base.name);
        let others = official.values().into_iter().zip(base.values());
        let changed = others
            .zip(self.values())
            .filter(|((official, base), ours)| official != ours || base != ours);
        write_lines(&mut text, changed.map(|(_, ours)| ours));
        write_lines(&mut text, self.overrides(&self.people.common()));
        text
    }

    /// Gives all values as a JSON object, sections as objects, keys as in the catalogue.
    ///
    /// `people.seat` has those seats alone that differ from the others.
    pub fn settings_json(&self) -> serde_json::Value {
        let mut settings: serde_json::Map<_, _> = self
            .sections()
            .into_iter()
            .map(|(name, section)| (name.to_owned(), section_json(section, &self.deck.notation())))
            .collect();
        let common = self.people.common();
        let mut people = section_json(&common, &Notation::PRINTED);
        for (key, value) in self.overrides(&common) {
            let parts: Vec<_> = key.split('.').collect();
            people[parts[1]][parts[2]][parts[3]] = json!(value);
        }
        settings.insert("people".into(), people);
        settings.into()
    }

    /// Lists the keys whose values differ, with this rule set's value and the other's, in the order
    /// of the catalogue.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let mut rules = RuleSet::official();
    /// rules.set("uno.penalty=4").expect("an allowed value");
    /// let differences = rules.differences(&RuleSet::official());
    /// assert_eq!(differences, [("uno.penalty".into(), "4".into(), "2".into())]);
    /// ```
    pub fn differences(&self, other: &RuleSet) -> Vec<(String, String, String)> {
        let (ours, theirs) = (self.values(), other.values());
        let pairs = ours.into_iter().zip(theirs);
        let mut differences: Vec<_> = pairs
            .filter(|(a, b)| a.1 != b.1)
            .map(|((key, a), (_, b))| (key, a.to_string(), b.to_string()))
            .collect();
        differences.extend(self.seat_differences(other));
        differences
    }

    /// The values of all keys, those of `[people]` for all seats.
    pub(super) fn values(&self) -> Vec<(String, Value)> {
        let common = self.people.common();
        let value = |(name, section, key): (&str, &dyn Section, Key)| {
            (format!("{name}.{}", key.name), section.get(key.name, &self.deck.notation()))
        };
        self.each_key(&common).map(value).collect()
    }

    /// Every key with its section, in their order; those of `[people]` are of this person.
    fn each_key<'a>(
        &'a self,
        people: &'a Person,
    ) -> impl Iterator<Item = (&'static str, &'a dyn Section, Key)> {
        let sections = self.sections().into_iter().chain([("people", people as &dyn Section)]);
        sections.flat_map(|(name, section)| {
            section.keys().into_iter().map(move |key| (name, section, key))
        })
    }

    /// The values of single seats that differ, unless the values for all seats say so already.
    fn seat_differences(&self, other: &RuleSet) -> Vec<(String, String, String)> {
        let (our_common, their_common) = (self.people.common(), other.people.common());
        let mut differences = Vec::new();
        for (seat, (ours, theirs)) in self.people.seats.iter().zip(&other.people.seats).enumerate()
        {
            for key in ours.keys() {
                let value_of = |person: &Person| person.get(key.name, &Notation::PRINTED);
                let (our_value, their_value) = (value_of(ours), value_of(theirs));
                let is_said =
                    our_value == value_of(&our_common) && their_value == value_of(&their_common);
                if our_value != their_value && !is_said {
                    let key = format!("people.seat.{seat}.{}", key.name);
                    differences.push((key, our_value.to_string(), their_value.to_string()));
                }
            }
        }
        differences
    }

    /// The dotted keys and values of single seats that differ from the others.
    fn overrides(&self, common: &Person) -> Vec<(String, Value)> {
        let mut overrides = Vec::new();
        for (seat, person) in self.people.seats.iter().enumerate() {
            for Key { name, .. } in person.keys() {
                let value = person.get(name, &Notation::PRINTED);
                if value != common.get(name, &Notation::PRINTED) {
                    overrides.push((format!("people.seat.{seat}.{name}"), value));
                }
            }
        }
        overrides
    }

    fn metadata(&self) -> String {
        let tags: Vec<String> = self.tags.iter().map(|tag| string(tag)).collect();
        format!(
            "name = {}\ndescription = {}\nsource = {}\ntags = [{}]\n",
            string(&self.name),
            string(&self.description),
            string(&self.source),
            tags.join(", ")
        )
    }
}

/// A text as TOML writes it; hidden characters stand as escapes, which only strings in double
/// quotes have.
fn string(text: &str) -> String {
    if !text.chars().any(is_hidden) {
        return Value::String(text.to_owned()).to_string();
    }
    let letter = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        hidden if is_hidden(hidden) => format!("\\U{:08X}", u32::from(hidden)),
        plain => plain.to_string(),
    };
    format!("\"{}\"", text.chars().map(letter).collect::<String>())
}

/// Writes values under the headers of their sections; those of one section stand together.
fn write_lines(text: &mut String, values: impl IntoIterator<Item = (String, Value)>) {
    let mut section = String::new();
    for (key, value) in values {
        let (header, name) = key.rsplit_once('.').expect("a key has a section");
        if header != section {
            _ = write!(text, "\n[{header}]\n");
            header.clone_into(&mut section);
        }
        _ = writeln!(text, "{name} = {value}");
    }
}

fn write_section(text: &mut String, name: &str, section: &dyn Section, notation: &Notation) {
    _ = write!(text, "\n[{name}]\n");
    for key in section.keys() {
        for line in key.doc {
            _ = writeln!(text, "# {}", line.trim());
        }
        _ = writeln!(text, "# allowed: {}", key.allowed);
        _ = writeln!(text, "{} = {}", key.name, section.get(key.name, notation));
    }
}

fn section_json(section: &dyn Section, notation: &Notation) -> serde_json::Value {
    section
        .keys()
        .into_iter()
        .map(|key| (key.name.to_owned(), json!(section.get(key.name, notation))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
