//! Reading rule sets: TOML files with what they extend, `--set`, and the settings of game records.
//!
//! Whatever they come from, values arrive as a [`KeyLayer`]: a list of keys with values, in which the
//! order does not matter. Layers lie on top of the official rules, the most basic one first. A
//! value for all seats in `[people]` replaces what lower layers said of single ones.

use super::entry::{KeyLayer, LineStarts, WrittenKey, all_keys, flatten, flatten_json, with_line};
use super::other_names::named;
use super::{MAX_NAME, MAX_SEATS, OwnCards, RuleError, RuleSet, shipped};
use crate::bounded::{cut, quoted};
use crate::cards::Notation;
use crate::reader::{NoFiles, Reader};
use crate::shown::is_formula;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toml::de::DeTable;

/// The longest chain of rule sets that extend each other.
const MAX_CHAIN: usize = 100;

/// The longest rule-set file that is read, in bytes.
const MAX_FILE: u64 = 4_000_000;

impl RuleSet {
    /// The shipped rule set of this name.
    ///
    /// # Errors
    /// A [`RuleError`] if there is no such rule set.
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
    pub fn load(name: &str) -> Result<RuleSet, RuleError> {
        RuleSet::load_with(name, &NoFiles)
    }

    /// Loads a shipped rule set by its name, otherwise a file. What a file extends is found from
    /// its own folder. A file may be TOML, or the JSON that `unobench rules show` writes.
    ///
    /// # Errors
    /// A [`RuleError`] if there is no such rule set, or if something in it is not allowed.
    pub fn load_with(name_or_path: &str, files: &dyn Reader) -> Result<RuleSet, RuleError> {
        let place = RuleSource::find(name_or_path, None, files)?;
        let text = place.text(files)?;
        if text.trim_start().starts_with('{') {
            return RuleSet::from_json(&text)
                .map_err(|error| RuleError::At { place: place.label(), error: Box::new(error) });
        }
        RuleSet::from_layers(chain_of(&text, &place, files)?)
    }

    /// Parses the text of a rule set, which may extend shipped ones; the label is its path.
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
        RuleSet::from_layers(chain_of(text, &RuleSource::File(file_label.into()), &NoFiles)?)
    }

    /// Reads what `unobench rules show --format json` writes.
    fn from_json(text: &str) -> Result<RuleSet, RuleError> {
        const FIELDS: [&str; 5] = ["name", "description", "source", "tags", "settings"];
        let wrong = |message: String| RuleError::Json { message };
        let fields: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if let Some(other) = fields.keys().find(|key| !FIELDS.contains(&key.as_str())) {
            return Err(wrong(format!("\"{other}\"; allowed: {}", FIELDS.join(", "))));
        }
        let text =
            |field: &str| fields.get(field).and_then(serde_json::Value::as_str).map(str::to_owned);
        let (Some(name), Some(settings)) = (text("name"), fields.get("settings")) else {
            return Err(wrong("a rule set has a name and settings".to_owned()));
        };
        let mut rules = RuleSet::from_settings_json(&name, settings)?;
        rules.description = text("description").unwrap_or_default();
        rules.source = text("source").unwrap_or_default();
        let tags = fields.get("tags").and_then(serde_json::Value::as_array).into_iter().flatten();
        rules.tags = tags.filter_map(|tag| tag.as_str().map(str::to_owned)).collect();
        Ok(rules)
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
        let mut rules = RuleSet::from_layers(vec![KeyLayer::of("settings", entries)])?;
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
            .map(|text| WrittenKey::of_assignment(text.as_ref()))
            .collect::<Result<Vec<_>, _>>();
        let layer = KeyLayer::of("--set", entries.map_err(|error| error.at("--set"))?);
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

    /// The same for what somebody has written, who means each key once.
    ///
    /// # Errors
    /// As of [`RuleSet::set_all`], and if a key is set twice.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let twice = ["setup.hand_size=5", "setup.hand_size=6"];
    /// RuleSet::official().set_each_once(&twice).expect_err("5 or 6?");
    /// ```
    pub fn set_each_once(&mut self, assignments: &[impl AsRef<str>]) -> Result<(), RuleError> {
        let written: Vec<(&str, &str)> =
            assignments.iter().filter_map(|text| text.as_ref().split_once('=')).collect();
        for (place, (key, second)) in written.iter().enumerate() {
            let is_same = |other: &&(&str, &str)| other.0.trim() == key.trim();
            if let Some((_, first)) = written[..place].iter().find(is_same) {
                let [key, first, second] = [key, first, second].map(|text| quoted(text.trim()));
                return Err(RuleError::Twice { key, first, second }.at("--set"));
            }
        }
        self.set_all(assignments)
    }

    /// The same rules for a table at which the person in this seat makes no mistakes by chance; the
    /// name then says so where it is that of a shipped rule set.
    pub fn without_mistakes_at(mut self, seat: usize) -> RuleSet {
        let person = &mut self.people.seats[seat];
        let careful = person.without_mistakes();
        if *person != careful {
            *person = careful;
            self.name_by_content();
        }
        self
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

    /// Whether it adds cards to those that are printed.
    pub fn adds_cards(&self) -> bool {
        self.deck.card != OwnCards::NONE
    }

    /// The names of the rule sets of the catalogue that have a tag, in its order.
    ///
    /// # Panics
    /// If a rule set of the catalogue cannot be read.
    pub fn shipped_with_tag(tag: &str) -> impl Iterator<Item = &'static str> {
        let has_tag = move |name: &&str| {
            let rules = RuleSet::load(name).expect("a rule set that ships");
            rules.tags.iter().any(|known| known == tag)
        };
        RuleSet::shipped_names().filter(has_tag)
    }

    fn from_layers(layers: Vec<KeyLayer>) -> Result<RuleSet, RuleError> {
        let official = RuleSet::official();
        let mut rules = official.clone();
        let mut stated = BTreeSet::new();
        let mut label = String::new();
        let mut places_of_cards = Vec::new();
        let is_shipped = layers.last().is_some_and(|layer| layer.is_shipped);
        for layer in layers {
            let name = Path::new(&layer.label)
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            (rules.name, rules.description, rules.source, rules.tags) =
                (name, String::new(), String::new(), Vec::new());
            stated.append(&mut rules.apply(&layer)?);
            places_of_cards = layer.places_of_cards().unwrap_or(places_of_cards);
            label = layer.label;
        }
        rules.follow_defaults(&official, &stated);
        check_name(&rules.name).and_then(|()| rules.validate()).map_err(|error| {
            let of_card = places_of_cards.iter().find(|(symbol, _)| error.is_about_card(symbol));
            let place = of_card.map_or_else(|| quoted(&label), |(_, place)| place.clone());
            error.at(place)
        })?;
        if !is_shipped {
            rules.name_by_content();
        }
        Ok(rules)
    }

    /// The rule set of this name that ships, if one does; others are not looked for.
    pub(super) fn shipped(name: &str) -> Option<RuleSet> {
        let is_shipped = shipped::all().any(|(shipped, _)| shipped == name);
        is_shipped.then(|| RuleSet::load(name).ok()).flatten()
    }

    /// A name of a shipped rule set stands alone only for what that one says; otherwise the values
    /// that differ stand behind it, as after `--set`.
    fn name_by_content(&mut self) {
        const SHOWN: usize = 3;
        let base = self.name.split('+').next().unwrap_or_default();
        let Some(namesake) = RuleSet::shipped(base) else { return };
        let differences = self.differences(&namesake);
        self.name = namesake.name;
        for (key, value, _) in differences.iter().take(SHOWN) {
            self.name += &format!("+{key}={}", cut(value.trim_matches('"'), 40));
        }
        if differences.len() > SHOWN {
            self.name.push_str("+…");
        }
    }

    /// Takes the values of a layer, and gives the keys that it states.
    fn apply(&mut self, layer: &KeyLayer) -> Result<BTreeSet<String>, RuleError> {
        let mut entries: Vec<&WrittenKey> = layer.entries.iter().collect();
        entries.sort_by_key(|entry| entry.reading_order());
        for entry in &entries {
            self.apply_entry(entry).map_err(|error| {
                let place = entry.place_of(&error, &layer.label);
                error.at(place)
            })?;
        }
        Ok(entries.into_iter().map(WrittenKey::key).collect())
    }

    fn apply_entry(&mut self, entry: &WrittenKey) -> Result<(), RuleError> {
        let path: Vec<&str> = entry.path.iter().map(String::as_str).collect();
        match path[..] {
            ["people", "seat", seat, ref key @ ..] => self.apply_seat(entry, seat, key),
            ["people", "seat"] => entry.expect_table(),
            ["people", key] => self.apply_people(entry, key, 0..MAX_SEATS),
            ["people"] => entry.expect_table(),
            [section] if self.section_mut(section).is_some() => entry.expect_table(),
            ["deck", "card"] if entry.value.is_array() => {
                let read = OwnCards::parse(entry.value.as_array().map_or(&[], Vec::as_slice));
                self.deck.card =
                    read.map_err(|(number, error)| RuleError::Card { number, error })?;
                Ok(())
            }
            [section, key] if self.has_key(section, key) => {
                let notation = self.deck.notation();
                let section = self.section_mut(section).expect("a section that has this key");
                let is_taken = section.set(key, &entry.value, &notation);
                is_taken.then_some(()).ok_or_else(|| entry.refused())
            }
            [key] => self.apply_metadata(entry, key),
            _ => Err(entry.unknown()),
        }
    }

    fn apply_seat(
        &mut self,
        entry: &WrittenKey,
        seat: &str,
        key: &[&str],
    ) -> Result<(), RuleError> {
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
        entry: &WrittenKey,
        key: &str,
        seats: std::ops::Range<usize>,
    ) -> Result<(), RuleError> {
        use super::section::Section;
        if !self.has_key("people", key) {
            return Err(entry.unknown());
        }
        let is_taken = self.people.seats[seats]
            .iter_mut()
            .all(|person| person.set(key, &entry.value, &Notation::PRINTED));
        is_taken.then_some(()).ok_or_else(|| entry.refused())
    }

    fn apply_metadata(&mut self, entry: &WrittenKey, key: &str) -> Result<(), RuleError> {
        let text = || entry.text().ok_or_else(|| entry.expected("a text"));
        match key {
            "name" => {
                let name = entry.text().filter(|name| !name.is_empty());
                self.name = name.ok_or_else(|| entry.expected("text that is not empty"))?;
            }
            "description" => self.description = text()?,
            "source" => self.source = text()?,
            "tags" => {
                self.tags = entry.texts().ok_or_else(|| entry.expected("a list of strings"))?
            }
            _ => return Err(entry.unknown()),
        }
        Ok(())
    }

    fn has_key(&self, section: &str, key: &str) -> bool {
        all_keys().any(|known| known == (section, key))
    }

    /// Gives values that nobody stated the default that belongs to the edition and the scoring
    /// method.
    fn follow_defaults(&mut self, before: &RuleSet, stated: &BTreeSet<String>) {
        let RuleSet { deck, scoring, .. } = before;
        let follows = |key: &str, was_default: bool| was_default && !stated.contains(key);
        if follows("deck.wild", deck.wild == deck.edition.wilds()) {
            self.deck.wild = self.deck.edition.wilds();
        }
        if follows("deck.wild_draw_four", deck.wild_draw_four == deck.edition.wild_draw_fours()) {
            self.deck.wild_draw_four = self.deck.edition.wild_draw_fours();
        }
        if follows("scoring.at_target", scoring.at_target == scoring.method.at_target()) {
            self.scoring.at_target = self.scoring.method.at_target();
        }
    }
}

/// Refuses names that would be taken for something else in tables of results.
fn check_name(name: &str) -> Result<(), RuleError> {
    if is_formula(name) || name.contains('\n') || name.chars().count() > MAX_NAME {
        return Err(RuleError::Name { name: name.to_owned() });
    }
    Ok(())
}

/// Where a rule set is found.
enum RuleSource {
    Shipped(&'static str, &'static str),
    File(PathBuf),
}

impl RuleSource {
    /// Finds what a name, a path, or what people call a rule set stands for; a relative path starts
    /// from the folder of the file
    /// that extends it.
    fn find(
        name: &str,
        from: Option<&RuleSource>,
        files: &dyn Reader,
    ) -> Result<RuleSource, RuleError> {
        if let Some((name, text)) = shipped::all().find(|(shipped, _)| *shipped == name) {
            return Ok(RuleSource::Shipped(name, text));
        }
        let folder = match from {
            Some(RuleSource::File(path)) => path.parent().unwrap_or(Path::new("")),
            _ => Path::new(""),
        };
        let path = folder.join(name);
        if files.is_file(&path) || name.contains(['/', '\\']) || name.ends_with(".toml") {
            return Ok(RuleSource::File(path));
        }
        // What people call a rule; a file says by its own name what it extends.
        if let Some(own) = named(name).filter(|_| from.is_none()) {
            return RuleSource::find(own, None, files);
        }
        Err(RuleError::UnknownRuleSet { name: name.to_owned(), suggestions: RuleSet::near(name) })
    }

    fn label(&self) -> String {
        match self {
            RuleSource::Shipped(name, _) => (*name).to_owned(),
            RuleSource::File(path) => path.display().to_string(),
        }
    }

    /// The same text for the same place, however it was reached.
    fn identity(&self, files: &dyn Reader) -> String {
        match self {
            RuleSource::Shipped(name, _) => (*name).to_owned(),
            RuleSource::File(path) => files.identity(path).display().to_string(),
        }
    }

    fn text(&self, files: &dyn Reader) -> Result<String, RuleError> {
        match self {
            RuleSource::Shipped(_, text) => Ok((*text).to_owned()),
            RuleSource::File(path) => files
                .text(path, MAX_FILE)
                .map_err(|error| RuleError::Unreadable { path: path.clone(), error }),
        }
    }
}

/// The layers of a rule set, that of what it extends first.
fn chain_of(
    text: &str,
    place: &RuleSource,
    files: &dyn Reader,
) -> Result<Vec<KeyLayer>, RuleError> {
    let mut seen = vec![place.identity(files)];
    let (layer, mut base) = read_layer(text, place, files)?;
    let mut layers = vec![layer];
    while let Some((next, place_of_extends)) = base {
        let (name, identity) = (next.label(), next.identity(files));
        let is_circle = seen.contains(&identity);
        seen.push(identity);
        if is_circle {
            return Err(RuleError::ExtendsCircle { name, chain: seen }.at(place_of_extends));
        }
        if layers.len() == MAX_CHAIN {
            return Err(RuleError::ExtendsDepth { name, limit: MAX_CHAIN }.at(place_of_extends));
        }
        let text = next.text(files).map_err(|error| error.at(place_of_extends))?;
        let (layer, next_base) = read_layer(&text, &next, files)?;
        layers.push(layer);
        base = next_base;
    }
    layers.reverse();
    Ok(layers)
}

/// What a layer extends, and where it says so.
type Base = Option<(RuleSource, String)>;

fn read_layer(
    text: &str,
    place: &RuleSource,
    files: &dyn Reader,
) -> Result<(KeyLayer, Base), RuleError> {
    let (label, is_shipped) = (place.label(), matches!(place, RuleSource::Shipped(..)));
    let mut entries = Vec::new();
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map(|span| LineStarts::of(text).number(span.start));
        RuleError::Syntax { message: error.message().to_owned() }.at(with_line(&label, line))
    })?;
    flatten(table.get_ref(), (text, &LineStarts::of(text)), &mut Vec::new(), &mut entries);
    let Some(position) = entries.iter().position(|entry| entry.key() == "extends") else {
        return Ok((KeyLayer { label, entries, is_shipped }, None));
    };
    let extends = entries.remove(position);
    let place_of_extends = extends.place(&label);
    let base = extends
        .text()
        .ok_or_else(|| extends.expected("the name of a rule set, or a file"))
        .and_then(|name| RuleSource::find(&name, Some(place), files));
    let base = base.map_err(|error| error.at(place_of_extends.clone()))?;
    Ok((KeyLayer { label, entries, is_shipped }, Some((base, place_of_extends))))
}
