//! What findings say of effects: how much more or less a metric is than what it is compared with,
//! and the values that are compared.

use crate::estimate::Estimate;
use crate::finding::{Finding, FindingKey};
use crate::metric::{Metric, Scale};
use crate::question::{Family, Question};
use crate::rows::FAIR;
use crate::tell::speech::distinct;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Deref;
use unobench_stats::Verdict;

/// A finding that compares, whose fields it has, with the values that are compared.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    pub found: &'a Finding,
    pub metric: Metric,
    /// What is said of the difference; nothing if the finding does not say.
    pub verdict: Option<Verdict>,
    pub difference: Estimate,
    /// What is compared, of which the finding's own value is the difference.
    pub value: Option<f64>,
    /// What that is compared with.
    pub base: Option<f64>,
    /// Whether those who are said to know the rules were examined on them.
    pub knows: bool,
}

impl Deref for Comparison<'_> {
    type Target = Finding;

    fn deref(&self) -> &Finding {
        self.found
    }
}

/// The effects of rule sets among findings; none of a metric that is not known, nor without a
/// number.
pub fn effects<'a>(findings: &'a [Finding]) -> Vec<Comparison<'a>> {
    let values = ValueIndex::of(findings);
    findings
        .iter()
        .filter(|found| found.question == Question::Effects && !found.against.is_empty())
        .filter_map(|found| {
            let (value, base) = (values.here(found), values.there(found));
            Some(Comparison { value, base, ..Comparison::of(found)? })
        })
        .collect()
}

/// The effects of one or two things that are put in (`factorial`), or those of a number (`line`).
pub fn contrasts<'a>(
    findings: &'a [Finding],
    question: Question,
) -> impl Iterator<Item = Comparison<'a>> {
    findings
        .iter()
        .filter(move |found| found.question == question && !found.subject.is_empty())
        .filter_map(Comparison::of)
}

/// What tells a value by itself from others: where, of what, and whether it is what would be fair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct ValueKey<'a> {
    rules: &'a str,
    players: u32,
    table: &'a str,
    metric: Metric,
    is_fair: bool,
}

/// The values by themselves, which others are compared with.
#[derive(Debug, Default)]
pub struct ValueIndex<'a>(HashMap<ValueKey<'a>, &'a Finding>);

/// Whether it is a value by itself, which others may be compared with.
pub(crate) fn is_value(found: &Finding) -> bool {
    found.against.is_empty() && matches!(found.question, Question::Effects | Question::Curve)
}

impl<'a> ValueIndex<'a> {
    pub fn of(findings: &'a [Finding]) -> ValueIndex<'a> {
        let values = findings.iter().filter(|found| is_value(found));
        let entries = values.map(|found| {
            let FindingKey { rules, players, table, subject, metric, .. } = found.key();
            (ValueKey { rules, players, table, metric, is_fair: subject == FAIR }, found)
        });
        ValueIndex(entries.collect())
    }

    pub fn at(
        &self,
        rules: &str,
        players: u32,
        table: &str,
        metric: Metric,
    ) -> Option<&'a Finding> {
        self.0.get(&ValueKey { rules, players, table, metric, is_fair: false }).copied()
    }

    /// The value that a comparison is of.
    pub(crate) fn here(&self, found: &Finding) -> Option<f64> {
        let FindingKey { rules, players, table, metric, .. } = found.key();
        self.at(rules, players, table, metric)?.value
    }

    /// The value that it is compared with: that of another rule set, or what would be fair.
    pub(crate) fn there(&self, found: &Finding) -> Option<f64> {
        let FindingKey { rules, players, table, metric, against, .. } = found.key();
        match against {
            FAIR => self.0.get(&ValueKey { rules, players, table, metric, is_fair: true })?.value,
            baseline => self.at(baseline, players, table, metric)?.value,
        }
    }
}

impl<'a> Comparison<'a> {
    fn of(found: &'a Finding) -> Option<Comparison<'a>> {
        Some(Comparison {
            found,
            metric: found.metric,
            verdict: found.verdict,
            difference: found.known()?,
            value: None,
            base: None,
            knows: found.question == Question::Effects,
        })
    }

    /// Whether it was found by looking around, and holds less surely.
    pub fn is_explored(&self) -> bool {
        self.family == Some(Family::Explore)
    }

    /// What stands behind its number in tables: fainter where it is explored.
    pub fn mark(&self) -> &'static str {
        let marks =
            if self.is_explored() { ["△", "▽", "≈", "?"] } else { ["▲", "▼", "=", "?"] };
        self.verdict.map_or("", |verdict| marks[verdict as usize])
    }

    pub fn is_of_fairness(&self) -> bool {
        self.against == FAIR
    }

    /// Whether it is the same wherever all games are the same in every move.
    fn is_of_moves(&self) -> bool {
        !self.is_of_fairness() && self.metric.is_of_moves()
    }

    /// The rule set, the table and its seats.
    fn place(&self) -> (&'a str, &'a str, u32) {
        (&self.found.subject, &self.found.table, self.found.players)
    }

    /// Whether it is more or less for sure.
    pub fn is_sure(&self) -> bool {
        matches!(self.verdict, Some(Verdict::More | Verdict::Less))
    }

    /// The difference as it is shown: of shares in points.
    pub fn shown(&self) -> Estimate {
        self.difference.times(self.metric.factor())
    }

    /// The difference in percent of what it was, or of a share in hundredths; without a sign.
    pub fn percent(&self) -> f64 {
        self.in_percent(self.difference.value.abs())
    }

    /// The least and the most that [`percent`](Self::percent) may be by the interval; where there is
    /// none, anything.
    pub fn percents(&self) -> [f64; 2] {
        let (low, high) = (self.difference.low(), self.difference.high());
        let least = if self.difference.holds(0.0) { 0.0 } else { low.abs().min(high.abs()) };
        [least, low.abs().max(high.abs())].map(|difference| self.in_percent(difference))
    }

    fn in_percent(&self, difference: f64) -> f64 {
        let percent = 100.0 * difference;
        match self.metric.words().scale {
            Scale::Share => percent,
            _ => percent / self.base.unwrap_or_default().abs().max(f64::MIN_POSITIVE),
        }
    }
}

/// The rule sets and tables where nobody can act on the rule set: each game is the same as without
/// it, and so is all that is of its moves.
#[derive(Debug)]
pub struct Idle<'a> {
    acting: HashSet<(&'a str, &'a str, u32)>,
}

impl<'a> Idle<'a> {
    /// By all effects.
    pub fn of(all: &[Comparison<'a>]) -> Idle<'a> {
        let acting = all
            .iter()
            .filter(|found| found.is_of_moves() && found.difference.value != 0.0)
            .map(Comparison::place)
            .collect();
        Idle { acting }
    }

    /// Whether an effect could be no other.
    pub fn holds(&self, found: &Comparison<'a>) -> bool {
        found.is_of_moves() && !self.acting.contains(&found.place())
    }
}

/// The rule sets that are the baseline by another name, by effects.
pub fn aliases<'a>(found: &[Comparison<'a>]) -> Vec<&'a str> {
    let all = || found.iter().map(|comparison| comparison.found);
    let baseline = all().map(|finding| &*finding.against).find(|name| *name != FAIR);
    let own = all().find(|finding| Some(&*finding.rules) == baseline);
    let digest = own.map(|finding| &*finding.rules_digest).filter(|digest| !digest.is_empty());
    let aliases = all()
        .filter(|finding| Some(&*finding.rules) != baseline)
        .filter(|finding| Some(&*finding.rules_digest) == digest);
    distinct(aliases.map(|finding| &*finding.rules))
}

/// The largest share of games that stalled or were blocked, by some effects: nobody won more.
pub fn unfinished<'a>(found: impl IntoIterator<Item = &'a Comparison<'a>>) -> f64 {
    let parts = [Metric::StalledShare, Metric::BlockedShare];
    let mut shares = BTreeMap::<_, f64>::new();
    for comparison in found.into_iter().filter(|comparison| parts.contains(&comparison.metric)) {
        let place = (&comparison.rules, &comparison.against, comparison.players, &comparison.table);
        *shares.entry(place).or_default() += comparison.value.unwrap_or_default();
    }
    shares.into_values().fold(0.0, f64::max)
}

/// These effects of a rule set without those that could be no other, for nobody at their tables can
/// act on it; and these tables.
pub fn of_those_who_act<'a>(found: &[Comparison<'a>]) -> (Vec<Comparison<'a>>, Vec<&'a str>) {
    let places = Idle::of(found);
    let (idle, acting): (Vec<Comparison<'_>>, Vec<Comparison<'_>>) =
        found.iter().copied().partition(|comparison| places.holds(comparison));
    (acting, distinct(idle.iter().map(|comparison| &*comparison.found.table)))
}

/// What is said of the first player's share of wins in a run: never more than a test of all seats
/// together does, where there was one, and nothing without an interval.
pub fn of_first_seat(rate: Estimate, fair: f64, equal: Option<f64>) -> Option<Verdict> {
    rate.interval?;
    let may_be_fair = rate.holds(fair) || equal.is_some_and(|p_value| p_value >= 0.05);
    let apart = if rate.value > fair { Verdict::More } else { Verdict::Less };
    Some(if may_be_fair { Verdict::Unclear } else { apart })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rules: &str, against: &str, digest: &str) -> Finding {
        let finding = Finding {
            question: Question::Effects,
            rules: rules.to_owned(),
            subject: rules.to_owned(),
            against: against.to_owned(),
            rules_digest: digest.to_owned(),
            ..Finding::default()
        };
        finding.number(Metric::FirstSeat, -0.02)
    }

    /// "there is none at all", of a row that is official
    #[test]
    fn the_baseline_is_known_by_another_name() {
        let found = [
            of("official", FAIR, "1"),
            of("seven", "official", "1"),
            of("seven", FAIR, "1"),
            of("nine", "official", "2"),
        ];
        assert_eq!(aliases(&effects(&found)), ["seven"]);
    }

    #[test]
    fn what_is_compared_is_found_with_its_values() {
        let effect = Finding { verdict: Some(Verdict::Less), ..of("new", "official", "") };
        let value = |rules: &str, value: f64| Finding { value: Some(value), ..of(rules, "", "") };
        let fair = Finding { subject: FAIR.to_owned(), ..value("new", 0.25) };
        let all = [
            effect.clone(),
            of("new", FAIR, ""),
            value("new", 0.3),
            value("official", 0.32),
            fair,
            effect.number(Metric::TurnsMean, None),
        ];
        let [less, above] = effects(&all)[..] else { panic!("two are compared") };
        assert!(less.is_sure() && !less.is_of_fairness() && above.is_of_fairness());
        assert_eq!((less.shown(), less.percent()), (Estimate::exactly(-2.0), 2.0));
        assert_eq!((less.value, less.base, above.base), (Some(0.3), Some(0.32), Some(0.25)));
        let put_in = Finding { question: Question::Factorial, ..effect };
        let mean = Finding { subject: String::new(), ..put_in.clone() };
        assert_eq!(contrasts(&[mean, put_in], Question::Factorial).count(), 1);
    }
}
