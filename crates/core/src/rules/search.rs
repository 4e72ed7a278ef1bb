//! Finding a rule set by the words that people use for it.
//!
//! Words are compared by their stems, in any order and without small words; numbers are the same in
//! words and in digits, and a draw two is a +2. What rule sets are called besides their names
//! stands in `other-names.toml`.

use super::{RuleQuestion, RuleSet, Understood, asked, shipped};
use crate::slip::{self, MOST};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Words that say nothing about a rule.
const SMALL: [&str; 33] = [
    "a", "allow", "an", "and", "are", "as", "at", "be", "by", "can", "card", "do", "does", "for",
    "house", "how", "i", "if", "in", "is", "it", "my", "of", "on", "or", "our", "rule", "the",
    "to", "we", "what", "with", "you",
];

/// Words that stand for another one.
const SAME: [(&str, &str); 17] = [
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("ten", "10"),
    ("till", "until"),
    ("not", "no"),
    ("never", "no"),
    ("without", "no"),
    ("color", "colour"),
    ("team", "partner"),
    ("trade", "swap"),
];

/// How close words are that are the same.
const SAME_WORDS: usize = 1_000_000;

/// What words fit among the shipped rule sets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use]
pub struct RuleSetSearch {
    /// The names of the rule sets in whose names, description, tags or settings every word occurs,
    /// those first that the words fit best.
    pub found: Vec<&'static str>,
    /// How many of them the words fit equally well, and better than the others.
    pub best: usize,
}

/// A shipped rule set as it is searched.
struct SearchEntry {
    name: &'static str,
    names: Vec<BTreeSet<String>>,
    /// All words that belong to it.
    words: BTreeSet<String>,
}

impl RuleSet {
    /// Finds shipped rule sets by words: the questions that people ask, whose rule set comes first,
    /// names, other names that people use, descriptions, tags and settings.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// assert_eq!(RuleSet::search("can you stack a +2 on a +4?").found[0], "stacking-mixed");
    /// assert_eq!(RuleSet::search("swap").found[..2], ["seven-zero", "swap-hands"]);
    /// assert!(RuleSet::search("chess").found.is_empty());
    /// ```
    pub fn search(text: &str) -> RuleSetSearch {
        let words = stems(text);
        let is_found = |card: &&SearchEntry| !words.is_empty() && words.is_subset(&card.words);
        let found = cards().iter().filter(is_found);
        let mut found: Vec<_> = found.map(|card| (card.name, card.closeness(&words))).collect();
        // Equals stay in the order of the catalogue.
        found.sort_by_key(|&(_, closeness)| Reverse(closeness));
        let mut best = found.iter().take_while(|(_, closeness)| *closeness == found[0].1).count();
        let is_name = found.first().is_some_and(|(_, closeness)| *closeness == SAME_WORDS);
        let mut found: Vec<&'static str> = found.into_iter().map(|(name, _)| name).collect();
        if let Understood::This(RuleQuestion { set: Some(set), .. }) = asked(text)
            && !is_name
        {
            found.retain(|name| *name != set);
            found.insert(0, set);
            best = 1;
        }
        RuleSetSearch { found, best }
    }

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

    /// At most three shipped rule sets that may be meant by a name or words that fit none: what
    /// most of the words occur in, or what is written nearly so.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// assert_eq!(RuleSet::near("junoir"), ["junior"]);
    /// assert_eq!(RuleSet::near("no challenging")[0], "no-challenge");
    /// ```
    pub fn near(words: &str) -> Vec<&'static str> {
        let search = RuleSet::search(words);
        let mut near: Vec<&'static str> = search.found[..search.best].to_vec();
        near.extend(slip::near(&words.to_lowercase(), cards().iter().map(|card| card.name)));
        if near.is_empty() {
            near = RuleSet::like(&stems(words));
        }
        let mut seen = BTreeSet::new();
        near.retain(|name| seen.insert(*name));
        near.truncate(MOST);
        near
    }

    /// The rule sets with a name that has some of these words, those with most of them first.
    fn like(words: &BTreeSet<String>) -> Vec<&'static str> {
        let closeness = |card: &SearchEntry| (card.name, card.closeness(words));
        let mut like: Vec<(&'static str, usize)> =
            cards().iter().map(closeness).filter(|&(_, closeness)| closeness > 0).collect();
        like.sort_by_key(|&(_, closeness)| Reverse(closeness));
        like.into_iter().map(|(name, _)| name).collect()
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
    fn closeness(&self, words: &BTreeSet<String>) -> usize {
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
fn cards() -> &'static [SearchEntry] {
    static CARDS: OnceLock<Vec<SearchEntry>> = OnceLock::new();
    CARDS.get_or_init(|| shipped::all().map(|(name, _)| SearchEntry::of(name)).collect())
}

/// What people call rule sets, by their names.
fn other_names() -> &'static BTreeMap<String, Vec<String>> {
    static NAMES: OnceLock<BTreeMap<String, Vec<String>>> = OnceLock::new();
    NAMES.get_or_init(|| {
        toml::from_str(include_str!("other-names.toml"))
            .expect("lists of names, which a test reads")
    })
}

/// The stems of the words of a text, the small ones left out.
fn stems(text: &str) -> BTreeSet<String> {
    let text = text.to_lowercase().replace("n't", " not");
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '+'));
    let mut stems: Vec<String> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        let stem = stem(word);
        let is_number = stem.bytes().all(|byte| byte.is_ascii_digit());
        match stems.last_mut() {
            // A draw two is a +2.
            Some(last) if is_number && ["plu", "draw", "+"].contains(&last.as_str()) => {
                *last = format!("+{stem}");
            }
            _ if SMALL.contains(&word) || SMALL.contains(&stem.as_str()) => {}
            _ => stems.push(stem),
        }
    }
    stems.into_iter().collect()
}

/// A word without its ending, as far as that can be told from its letters.
pub(super) fn stem(word: &str) -> String {
    let cut = |ending: &str| word.strip_suffix(ending).filter(|rest| rest.chars().count() >= 3);
    let mut stem = cut("ing").or_else(|| cut("ed")).or_else(|| cut("s")).unwrap_or(word);
    stem = stem.strip_suffix('e').filter(|rest| rest.len() > 3).unwrap_or(stem);
    let mut last = stem.chars().rev();
    let doubled = last.next().zip(last.next()).is_some_and(|(letter, other)| letter == other);
    if doubled && stem.len() > 3 && !stem.ends_with(|letter: char| letter.is_ascii_digit()) {
        stem = &stem[..stem.len() - stem.chars().last().map_or(0, char::len_utf8)];
    }
    let same = SAME.iter().find(|(word, _)| *word == stem);
    same.map_or_else(|| stem.to_owned(), |(_, same)| (*same).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other names that stand for several rule sets on purpose.
    const SHARED: [(&str, &[&str]); 1] = [("swap", &["seven-zero", "swap-hands"])];

    #[test]
    fn every_rule_set_is_found_by_its_own_name_and_by_each_of_its_others() {
        let mut wrong = Vec::new();
        for name in RuleSet::shipped_names() {
            let others = RuleSet::other_names(name);
            for words in std::iter::once(name).chain(others.iter().map(String::as_str)) {
                let search = RuleSet::search(words);
                let meant = SHARED.iter().find(|(shared, _)| *shared == words);
                let meant = meant.map_or_else(|| vec![name], |(_, meant)| meant.to_vec());
                if search.found[..search.best] != meant {
                    wrong.push((name, words, search.found[..search.best].to_vec()));
                }
            }
        }
        assert!(wrong.is_empty(), "names that stand for others, or for several: {wrong:#?}");
    }

    #[test]
    fn the_other_names_are_of_rule_sets_that_there_are() {
        let known: BTreeSet<&str> = RuleSet::shipped_names().collect();
        let named: BTreeSet<&str> = other_names().keys().map(String::as_str).collect();
        assert_eq!(named, known, "each has a line in other-names.toml");
    }

    #[test]
    fn how_a_name_is_written_does_not_matter() {
        for (words, name) in [
            ("STACK", "stacking"),
            ("stack cards", "stacking"),
            ("plus two", "stacking"),
            ("seven zero", "seven-zero"),
            ("jumpin in", "jump-in"),
            ("draw till you can play", "until-playable"),
            ("don't bluff", "no-bluff"),
            ("no challenges", "no-challenge"),
            ("is a +2 on a +4 allowed", "stacking-mixed"),
            ("swapping hands on a 7", "seven-zero"),
        ] {
            assert_eq!(RuleSet::near(words).first(), Some(&name), "{words}");
        }
    }

    #[test]
    fn rule_sets_are_found_by_tags_and_settings_too() {
        let found = |words: &str| RuleSet::search(words).found;
        assert!(found("edition").contains(&"junior") && !found("edition").contains(&"stacking"));
        assert!(found("must_play").contains(&"source-a3"));
        assert_eq!(found("the of"), [""; 0], "small words alone say nothing");
    }

    #[test]
    fn at_most_three_are_suggested() {
        for (words, first, count) in
            [("stackin", "stacking", 3), ("house rules of pisa", "", 0), ("oficial", "official", 1)]
        {
            let near = RuleSet::near(words);
            assert!(near.len() <= 3 && near.len() >= count, "{words}: {near:?}");
            assert_eq!(near.first().copied().unwrap_or_default(), first, "{words}");
        }
    }
}
