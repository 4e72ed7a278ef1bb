//! What a run found under one rule set, each number looked up by all that tells it from others.

use crate::estimate::Estimate;
use crate::finding::{BY_DEFAULT, Finding, FindingKey};
use crate::metric::Metric;
use crate::question::Question;
use std::collections::HashMap;

/// The findings of a run under a rule set.
#[derive(Debug, Clone)]
pub struct RuleSetFindings<'a> {
    rules: &'a str,
    players: u32,
    found: Vec<&'a Finding>,
    by_key: HashMap<FindingKey<'a>, &'a Finding>,
}

impl<'a> RuleSetFindings<'a> {
    /// Those of all findings of a run that are of a rule set; none if nothing of it was played.
    pub fn of(all: &'a [Finding], rules: &str) -> Option<RuleSetFindings<'a>> {
        let found: Vec<&Finding> = all.iter().filter(|finding| finding.rules == rules).collect();
        let first = *found.first()?;
        let by_key = found.iter().map(|&finding| (finding.key(), finding)).collect();
        Some(RuleSetFindings { rules: &first.rules, players: first.players, found, by_key })
    }

    /// The rule set.
    pub fn rules(&self) -> &'a str {
        self.rules
    }

    /// Seats at the table.
    pub fn players(&self) -> u32 {
        self.players
    }

    /// All that was found, in the order of `findings.csv`.
    pub fn findings(&self) -> impl Iterator<Item = &'a Finding> {
        self.found.iter().copied()
    }

    /// All that answer a question with a metric, in the order of `findings.csv`.
    pub fn all(&self, question: Question, metric: Metric) -> impl Iterator<Item = &'a Finding> {
        self.findings().filter(move |found| (found.question, found.metric) == (question, metric))
    }

    /// What was found of somebody, of a seat, or, without a subject, of all.
    pub fn one(&self, question: Question, subject: &str, metric: Metric) -> Option<&'a Finding> {
        self.between(question, [subject, ""], metric)
    }

    /// What was found of the first of two against the other.
    pub fn between(
        &self,
        question: Question,
        [subject, against]: [&str; 2],
        metric: Metric,
    ) -> Option<&'a Finding> {
        let (rules, players) = (self.rules, self.players);
        let key = FindingKey { question, rules, players, table: "", subject, against, metric };
        self.by_key.get(&key).copied()
    }

    /// The number with its interval that was found of somebody, of a seat, or of all.
    pub fn known(&self, question: Question, subject: &str, metric: Metric) -> Option<Estimate> {
        self.one(question, subject, metric)?.known()
    }

    /// What all games were: each was played.
    fn of_games(&self, metric: Metric) -> Option<&'a Finding> {
        self.one(Question::Games, "", metric)
    }

    /// How many games ended so; 0 where that was not counted.
    pub fn count(&self, metric: Metric) -> u64 {
        self.of_games(metric).and_then(|count| count.value).unwrap_or_default() as u64
    }

    /// The games that were played.
    pub fn games(&self) -> u64 {
        self.of_games(Metric::FairShare).and_then(|share| share.games).unwrap_or_default()
    }

    /// The share of games that somebody wins who plays as well as all others, 0 to 1.
    pub fn fair_share(&self) -> f64 {
        self.of_games(Metric::FairShare).and_then(|share| share.value).unwrap_or_default()
    }

    /// The share of games that nobody won, 0 to 1.
    pub fn undecided(&self) -> f64 {
        self.of_games(Metric::FairShare).and_then(|share| share.undecided).unwrap_or_default()
    }

    /// Whether somebody won a game.
    pub fn is_decided(&self) -> bool {
        self.undecided() < 1.0
    }

    /// The decisions that were made for a strategy, which failed to make them.
    pub fn faults(&self, strategy: &str) -> u64 {
        let faults = self.one(Question::Strength, strategy, Metric::Faults);
        faults.and_then(|faults| faults.value).unwrap_or_default() as u64
    }

    /// Whether random made more than 1 % of the decisions of a strategy.
    pub fn is_substituted(&self, strategy: &str) -> bool {
        let share = self.one(Question::Strength, strategy, Metric::ByDefault);
        share.and_then(|share| share.value).is_some_and(|share| share > BY_DEFAULT)
    }

    /// Whether it did so of some strategy, so that nothing can be said of who sat there with it.
    pub fn has_substitutes(&self) -> bool {
        let shares = self.all(Question::Strength, Metric::ByDefault);
        shares.filter_map(|share| share.value).any(|share| share > BY_DEFAULT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::found;

    #[test]
    fn numbers_are_found_by_all_that_tells_them_from_others() {
        let won = found(Question::Strength, "a", "").number(Metric::WinRate, 0.6);
        let share = Finding {
            games: Some(40),
            undecided: Some(0.25),
            ..found(Question::Games, "", "").number(Metric::FairShare, 0.5)
        };
        let all = [
            won.clone(),
            Finding { rules: "other".to_owned(), ..won.number(Metric::WinRate, 0.1) },
            found(Question::Crosstable, "a", "b").number(Metric::Wins, 0.2),
            won.number(Metric::ByDefault, 0.02),
            won.count(Metric::Faults, 7),
            share,
        ];
        let run = RuleSetFindings::of(&all, "official").expect("it was played");
        let rate = run.known(Question::Strength, "a", Metric::WinRate);
        assert_eq!(rate, Some(Estimate::exactly(0.6)));
        assert_eq!(run.one(Question::Strength, "b", Metric::WinRate), None);
        let ahead = |pair: [&str; 2]| run.between(Question::Crosstable, pair, Metric::Wins);
        assert!(ahead(["a", "b"]).is_some() && ahead(["b", "a"]).is_none());
        assert_eq!((run.games(), run.fair_share(), run.undecided()), (40, 0.5, 0.25));
        assert!(run.is_decided() && run.is_substituted("a") && run.has_substitutes());
        assert_eq!((run.faults("a"), run.faults("b"), run.count(Metric::Stalled)), (7, 0, 0));
        assert!(RuleSetFindings::of(&all, "third").is_none());
    }
}
