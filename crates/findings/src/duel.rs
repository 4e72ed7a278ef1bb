//! What was found of two strategies that met in a duel.

use crate::finding::{Finding, all_of};
use crate::metric::Metric;
use crate::question::Question;
use crate::rule_set::RuleSetFindings;
use serde::{Deserialize, Serialize};
use unobench_stats::Verdict;

/// The sequential test of a duel under a rule set: what it asks, how far it got, and what it says.
/// See docs/STATISTICS.md, "Duels".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DuelTest {
    /// The rule set.
    pub rules: String,
    /// The Elo difference of the null hypothesis, H0.
    pub elo0: f64,
    /// The Elo difference of the alternative, H1; of H2 as much the other way.
    pub elo1: f64,
    /// How likely the test accepts H1 or H2 at most where H0 is true.
    pub alpha: f64,
    /// How likely it accepts H0 at most where H1 or H2 is true.
    pub beta: f64,
    /// The log-likelihood ratio of H1 over H0.
    pub llr: f64,
    /// That of H2 over H0; none where it is only asked whether the first is better.
    pub reverse: Option<f64>,
    /// At and below this ratio H0 is accepted.
    pub lower: f64,
    /// At and above it H1, or H2.
    pub upper: f64,
    /// What is accepted; none while nothing is, and where random played for one of the two.
    pub accepted: Option<Hypothesis>,
}

/// What a test of two strategies may accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Hypothesis {
    /// That neither is better.
    H0,
    /// That the first is better.
    H1,
    /// That the second is better.
    H2,
}

impl Hypothesis {
    /// What it says of the first against the second.
    pub fn verdict(self) -> Verdict {
        match self {
            Hypothesis::H0 => Verdict::Same,
            Hypothesis::H1 => Verdict::More,
            Hypothesis::H2 => Verdict::Less,
        }
    }
}

/// The findings of a duel under a rule set.
#[derive(Debug, Clone)]
pub struct Duel<'a> {
    /// By how much the strategy `of` is stronger than the one `against`. Its verdict is that of the
    /// test: `more` if the alternative is accepted, `same` if the null hypothesis is, `less` if the
    /// opponent is better; none if the games were not played for a test.
    pub elo: &'a Finding,
    /// The test; none if the games were not played for one.
    pub test: Option<&'a DuelTest>,
    /// All that was found under the rule set.
    pub run: RuleSetFindings<'a>,
}

impl<'a> Duel<'a> {
    /// A duel under each rule set, with its test.
    pub fn all(all: &'a [Finding], tests: &'a [DuelTest]) -> impl Iterator<Item = Duel<'a>> {
        all_of(all, Question::Duel, Metric::Elo).filter_map(move |elo| {
            let test = tests.iter().find(|test| test.rules == elo.rules);
            Some(Duel { elo, test, run: RuleSetFindings::of(all, &elo.rules)? })
        })
    }

    /// What else was found of the two.
    pub fn of_both(&self, metric: Metric) -> Option<&'a Finding> {
        self.run.between(Question::Duel, [&self.elo.subject, &self.elo.against], metric)
    }

    pub fn number(&self, metric: Metric) -> Option<f64> {
        self.of_both(metric)?.value
    }

    pub fn count(&self, metric: Metric) -> u64 {
        self.number(metric).unwrap_or_default() as u64
    }

    /// What was found of each alone among copies of the other, the strategy first; at two seats of
    /// one of them.
    pub fn sides(&self, metric: Metric) -> Vec<&'a Finding> {
        let mut sides: Vec<_> = self.run.all(Question::Sides, metric).collect();
        sides.sort_by_key(|side| side.subject != self.elo.subject);
        sides
    }

    /// Whether it ended as planned: by its test, or because all its games are played.
    pub fn has_ended(&self) -> bool {
        self.count(Metric::Ended) > 0
    }

    /// What the test says, if it has decided.
    pub fn accepted(&self) -> Option<Verdict> {
        self.elo.verdict.filter(|verdict| *verdict != Verdict::Unclear)
    }

    /// What the test says even after the correction for the number of rule sets.
    pub fn sure(&self) -> Option<Verdict> {
        let test = self.test?;
        let may = match self.accepted()? {
            Verdict::Same => test.beta,
            _ if test.reverse.is_some() => test.alpha / 2.0,
            _ => test.alpha,
        };
        self.accepted().filter(|_| self.elo.q_value.is_some_and(|p| p <= may))
    }

    /// The same under other names.
    pub fn renamed(&self, name: impl Fn(&str) -> String) -> Vec<Finding> {
        let all = self.run.findings().map(|found| Finding {
            subject: name(&found.subject),
            against: name(&found.against),
            ..found.clone()
        });
        all.collect()
    }

    /// The share of games that nobody won.
    pub fn undecided(&self) -> f64 {
        self.elo.undecided.unwrap_or_default()
    }

    /// Those of the two for whom random made more than 1 % of the decisions.
    pub fn substituted(&self) -> Vec<&'a str> {
        let mut names = vec![self.elo.subject.as_str(), self.elo.against.as_str()];
        names.retain(|name| self.run.is_substituted(name));
        names
    }

    /// Which of the two won every game, and which lost them; none where that cannot be said.
    pub fn swept(&self) -> Option<[&'a str; 2]> {
        let names = [self.elo.subject.as_str(), self.elo.against.as_str()];
        let is_decided = self.count(Metric::UndecidedGames) == 0 && self.substituted().is_empty();
        let [sweep, other] = names.map(|name| is_decided && self.won_all(name));
        if sweep == other { None } else { Some(if sweep { names } else { [names[1], names[0]] }) }
    }

    /// Whether one won every game, so that the other won none.
    fn won_all(&self, name: &str) -> bool {
        let wins = self.sides(Metric::Wins);
        !wins.is_empty()
            && wins.iter().all(|side| {
                let all = if side.subject == name { side.games } else { Some(0) };
                side.value == all.map(|games| games as f64)
            })
    }

    /// The p-value of that where both are as good: each deal is won by either as by a coin.
    pub fn swept_p(&self) -> f64 {
        let sides = self.sides(Metric::Wins).into_iter();
        let deals =
            sides.map(|side| side.games.unwrap_or_default() / u64::from(side.players.max(1)));
        unobench_stats::sign_test(deals.sum())
    }
}
