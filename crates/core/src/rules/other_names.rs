//! The shipped rule sets by the words that belong to them: their own names, and those in
//! `other-names.toml`.

use super::stems::stems;
use super::{RuleSet, shipped};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// How close words are that are the same.
pub(super) const SAME_WORDS: usize = 1_000_000;

/// A shipped rule set as it is searched.
pub(super) struct SearchEntry {
    pub(super) name: &'static str,
    pub(super) names: Vec<BTreeSet<String>>,
    /// All words that belong to it.
    pub(super) words: BTreeSet<String>,
}

impl RuleSet {
    /// The other names that people use for a shipped rule set.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// assert!(RuleSet::other_names("stacking").contains(&"progressive".to_owned()));
    /// assert!(RuleSet::other_names("chess").is_empty());
    /// ```
    pub fn other_names(name: &str) -> &'static [String] {
        other_names().get(name).map_or(&[], Vec::as_slice)
    }
}

impl SearchEntry {
    fn of(name: &'static str) -> SearchEntry {
        let rules = RuleSet::load(name).expect("a shipped rule set");
        let own = std::iter::once(name);
        let others = RuleSet::other_names(name).iter().map(String::as_str);
        let names: Vec<BTreeSet<String>> = own.chain(others).map(stems).collect();
        let differences = rules.differences(&RuleSet::official());
        let settings = differences.iter().map(|(key, value, _)| format!("{key} {value}"));
        let mut words: BTreeSet<String> = names.iter().flatten().cloned().collect();
        for text in [rules.description, rules.tags.join(" ")].into_iter().chain(settings) {
            words.append(&mut stems(&text));
        }
        SearchEntry { name, names, words }
    }

    /// How near some words come to one of the names, in millionths: all of them where they are the
    /// same, 0 where they have none in common.
    ///
    /// # Source
    /// Dice, *Measures of the amount of ecologic association between species*, 1945.
    pub(super) fn closeness(&self, words: &BTreeSet<String>) -> usize {
        let closeness = |name: &BTreeSet<String>| {
            2 * SAME_WORDS * name.intersection(words).count() / (name.len() + words.len())
        };
        self.names.iter().map(closeness).max().unwrap_or(0)
    }
}

/// The rule set that is called so, by its own name or another one, if only one is.
pub(super) fn named(words: &str) -> Option<&'static str> {
    let words = stems(words);
    let mut called = cards().iter().filter(|card| card.names.contains(&words));
    called.next().filter(|_| called.next().is_none()).map(|card| card.name)
}

/// Every shipped rule set, in the order of the catalogue.
pub(super) fn cards() -> &'static [SearchEntry] {
    static CARDS: OnceLock<Vec<SearchEntry>> = OnceLock::new();
    CARDS.get_or_init(|| shipped::all().map(|(name, _)| SearchEntry::of(name)).collect())
}

/// What people call rule sets, by their names.
pub(super) fn other_names() -> &'static BTreeMap<String, Vec<String>> {
    static NAMES: OnceLock<BTreeMap<String, Vec<String>>> = OnceLock::new();
    NAMES.get_or_init(|| {
        toml::from_str(include_str!("other-names.toml"))
            .expect("lists of names, which a test reads")
    })
}
