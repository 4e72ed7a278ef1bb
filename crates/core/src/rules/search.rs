//! Finding a rule set by the words that people use for it, which are compared by their stems.

use super::other_names::{SAME_WORDS, SearchEntry, cards};
use super::stems::stems;
use super::{RuleQuestion, RuleSet, Understood, asked};
use crate::slip::{self, MOST};
use std::cmp::Reverse;
use std::collections::BTreeSet;

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

#[cfg(test)]
mod tests {
    use super::super::other_names::other_names;
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
