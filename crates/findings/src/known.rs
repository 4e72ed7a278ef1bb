//! What ships of surveys: effects with few digits, from which an answer about a house rule is told
//! without playing.

use crate::comparison::{Comparison, effects};
use crate::estimate::{between, ends};
use crate::finding::Finding;
use crate::metric::{ASKED, ASKED_TOO, Metric};
use crate::panel::PRIMARY_TABLES;
use crate::question::{Family, Question};
use crate::rows::FAIR;
use crate::vocabulary::or_none;
use serde::{Deserialize, Serialize};
use unobench_stats::Verdict;

/// The significant digits of what ships, but for differences.
const DIGITS: usize = 6;

/// A metric of a rule set at a table, against that of the official game or against a fair share: a
/// row of what ships.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct KnownEffect {
    pub rules: String,
    pub players: u32,
    pub table: String,
    pub metric: Metric,
    /// A rule set, or `fair`.
    pub against: String,
    /// What the metric is there.
    pub base: Option<f64>,
    /// What it is under the rule set.
    pub value: Option<f64>,
    pub difference: Option<f64>,
    /// The lower end of the difference's interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    #[serde(default, with = "or_none")]
    pub family: Option<Family>,
    #[serde(default, with = "or_none")]
    pub verdict: Option<Verdict>,
}

impl KnownEffect {
    /// Those of all findings that an answer is told from: of what people ask, by those who know the
    /// rules or sit among others.
    pub fn of(all: &[Finding]) -> Vec<KnownEffect> {
        effects(all).iter().filter(|effect| is_asked(effect)).map(KnownEffect::from).collect()
    }

    /// The effect, and the values that it compares.
    pub fn findings(&self) -> [Finding; 3] {
        let value = Finding {
            question: Question::Effects,
            rules: self.rules.clone(),
            players: self.players,
            table: self.table.clone(),
            subject: self.rules.clone(),
            ..Finding::default()
        };
        let against = Finding { against: self.against.clone(), ..value.clone() };
        let effect = Finding {
            family: self.family,
            verdict: self.verdict,
            ..against.estimate(self.metric, self.difference, between(self.low, self.high))
        };
        let base = match &*self.against {
            FAIR => Finding { subject: FAIR.to_owned(), ..value.clone() },
            baseline => Finding {
                rules: baseline.to_owned(),
                subject: baseline.to_owned(),
                ..value.clone()
            },
        };
        let [value, base] = [(value, self.value), (base, self.base)]
            .map(|(finding, number)| finding.number(self.metric, number));
        [effect, value, base]
    }
}

fn is_asked(effect: &Comparison<'_>) -> bool {
    let is_of_pool = effect.metric.words().is_of_pool;
    ASKED.into_iter().chain(ASKED_TOO).any(|metric| metric == effect.metric)
        && (is_of_pool || PRIMARY_TABLES.contains(&&*effect.table))
}

impl From<&Comparison<'_>> for KnownEffect {
    fn from(effect: &Comparison<'_>) -> KnownEffect {
        let Finding { rules, players, table, metric, against, family, verdict, .. } = effect.found;
        let (low, high) = ends(effect.difference.interval);
        let [base, value, low, high] =
            [effect.base, effect.value, low, high].map(|number| number.map(shortened));
        KnownEffect {
            rules: rules.clone(),
            players: *players,
            table: table.clone(),
            metric: *metric,
            against: against.clone(),
            base,
            value,
            // All of it: words round it once, and half of a card is up or down as it ever was.
            difference: Some(effect.difference.value),
            low,
            high,
            family: *family,
            verdict: *verdict,
        }
    }
}

/// A number of [`DIGITS`] digits.
fn shortened(number: f64) -> f64 {
    let digits = DIGITS - 1;
    format!("{number:.digits$e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::effect;

    /// What ships tells the same as what was found.
    #[test]
    fn what_is_known_is_found_again() {
        let found = [
            effect(["new", "official", "champion"], (Metric::LENGTH, 40.25), -2.5, Verdict::Less),
            effect(["new", FAIR, "champion"], (Metric::FirstSeat, 0.25), 0.015, Verdict::More),
            effect(["new", "official", "random"], (Metric::LENGTH, 40.0), 2.0, Verdict::More),
            effect(["new", "official", "champion"], (Metric::StalledShare, 0.0), 0.0, None),
        ];
        let found: Vec<Finding> = found.into_iter().flatten().collect();
        let known = KnownEffect::of(&found);
        assert_eq!(known.len(), 3, "{known:?}");
        let again: Vec<Finding> = known.iter().flat_map(KnownEffect::findings).collect();
        let told = |found: &[Finding]| -> Vec<String> {
            let told = effects(found).into_iter().filter(|effect| effect.table == "champion");
            told.map(|effect| {
                format!("{:?} {:?} {:?}", effect.base, effect.difference, effect.verdict)
            })
            .collect()
        };
        assert_eq!(told(&again), told(&found));
        assert_eq!(KnownEffect::of(&again), known);
        assert_eq!(shortened(-44.295_566), -44.2956);
    }
}
