//! What was found of two strategies that met in a duel.

use crate::finding::{BY_DEFAULT, Finding, all_of, find};
use crate::metric::Metric;
use crate::question::Question;

/// The findings of a duel under a rule set.
#[derive(Debug, Clone, Copy)]
pub struct Duel<'a> {
    /// By how much the strategy `of` is stronger than the one `against`. Its verdict is that of the
    /// test: `more` if the alternative is accepted, `same` if the null hypothesis is, `less` if the
    /// opponent is better; none if the games were not played for a test.
    pub elo: &'a Finding,
    all: &'a [Finding],
}

impl<'a> Duel<'a> {
    /// A duel under each rule set.
    pub fn all(all: &'a [Finding]) -> impl Iterator<Item = Duel<'a>> {
        all_of(all, Question::Duel, Metric::Elo).map(move |elo| Duel { elo, all })
    }

    /// What else was found of the two.
    pub fn of_both(&self, metric: Metric) -> Option<&'a Finding> {
        find(self.all, Question::Duel, &self.elo.rules, metric)
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
        let of_all = all_of(self.all, Question::Sides, metric);
        let mut sides: Vec<_> = of_all.filter(|side| side.rules == self.elo.rules).collect();
        sides.sort_by_key(|side| side.subject != self.elo.subject);
        sides
    }

    /// The same under other names.
    pub fn renamed(&self, name: impl Fn(&str) -> String) -> Vec<Finding> {
        const OF_BOTH: [Question; 3] = [Question::Duel, Question::Sides, Question::Strength];
        let is_own = |finding: &&Finding| {
            finding.rules == self.elo.rules && OF_BOTH.contains(&finding.question)
        };
        let named = |finding: &Finding| Finding {
            subject: name(&finding.subject),
            against: name(&finding.against),
            ..finding.clone()
        };
        self.all.iter().filter(is_own).map(named).collect()
    }

    /// The share of games that nobody won.
    pub fn undecided(&self) -> f64 {
        self.elo.undecided.unwrap_or_default()
    }

    /// Those of the two for whom random made more than 1 % of the decisions.
    pub fn substituted(&self) -> Vec<&'a str> {
        let is_so = |name: &&str| {
            all_of(self.all, Question::Strength, Metric::ByDefault).any(|finding| {
                let is_it = finding.rules == self.elo.rules && finding.subject == **name;
                is_it && finding.value.is_some_and(|share| share > BY_DEFAULT)
            })
        };
        [self.elo.subject.as_str(), self.elo.against.as_str()].into_iter().filter(is_so).collect()
    }

    /// Which of the two won every game, and which lost them; none where that cannot be said.
    pub fn swept(&self) -> Option<[&'a str; 2]> {
        let names = [self.elo.subject.as_str(), self.elo.against.as_str()];
        let wins = self.sides(Metric::Wins);
        let won_all = |name: &str| {
            let all = |side: &&Finding| if side.subject == name { side.games } else { Some(0) };
            let won = |side: &&Finding| side.value == all(side).map(|games| games as f64);
            !wins.is_empty() && wins.iter().all(won)
        };
        let is_decided = self.count(Metric::UndecidedGames) == 0 && self.substituted().is_empty();
        let [sweep, other] = names.map(|name| is_decided && won_all(name));
        if sweep == other { None } else { Some(if sweep { names } else { [names[1], names[0]] }) }
    }

    /// The p-value of that where both are as good: each deal is won by either as by a coin.
    pub fn swept_p(&self) -> f64 {
        let deals =
            |side: &Finding| side.games.unwrap_or_default() / u64::from(side.players.max(1));
        unobench_stats::sign_test(self.sides(Metric::Wins).into_iter().map(deals).sum())
    }
}
