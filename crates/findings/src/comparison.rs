//! What a comparison found: made here from rows, told by whoever tells of it.

use crate::estimate::Estimate;
use crate::metric::{Metric, Scale};
use crate::rows::{EXPLORE, EffectRow, FAIR, FactorialRow};
use crate::words::distinct;
use std::collections::BTreeMap;
use unobench_stats::Verdict;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison<'a> {
    pub metric: Metric,
    /// What is said of the difference; nothing if the row does not say.
    pub verdict: Option<Verdict>,
    pub difference: Estimate,
    /// The rule set, or what is put in.
    pub of: &'a str,
    pub against: &'a str,
    /// The value under it.
    pub base: Option<f64>,
    pub players: u32,
    pub table: &'a str,
    /// Whether it was found by looking around, and holds less surely.
    pub is_explored: bool,
    /// Whether those who are said to know the rules were examined on them.
    pub knows: bool,
}

impl<'a> Comparison<'a> {
    /// What a row of the table of `effects` says; none of a metric that is not known, or without a
    /// number.
    pub fn of_effect(row: &'a EffectRow) -> Option<Comparison<'a>> {
        Some(Comparison {
            metric: Metric::named(&row.metric)?,
            verdict: verdict(&row.verdict),
            difference: Estimate::of(row.difference, row.low, row.high)?,
            of: &row.rules,
            against: &row.baseline,
            base: row.baseline_value,
            players: row.players,
            table: &row.table,
            is_explored: row.family == EXPLORE,
            knows: true,
        })
    }

    /// What a row says of one or two things that are put in; none of the other rows.
    pub fn of_factor(row: &'a FactorialRow) -> Option<Comparison<'a>> {
        let is_effect = ["alone", "together"].contains(&&*row.kind);
        Some(Comparison {
            metric: Metric::named(&row.metric).filter(|_| is_effect)?,
            verdict: verdict(&row.verdict),
            difference: Estimate::of(row.value, row.low, row.high)?,
            of: &row.effect,
            against: "",
            base: None,
            players: row.players,
            table: &row.table,
            is_explored: false,
            knows: false,
        })
    }

    /// What stands behind its number in tables: fainter where it is explored.
    pub fn mark(&self) -> &'static str {
        let marks =
            if self.is_explored { ["△", "▽", "≈", "?"] } else { ["▲", "▼", "=", "?"] };
        self.verdict.map_or("", |verdict| marks[verdict as usize])
    }

    pub fn is_of_fairness(&self) -> bool {
        self.against == FAIR
    }

    /// Whether it is the same wherever all games are the same in every move.
    pub fn is_of_moves(&self) -> bool {
        !self.is_of_fairness() && self.metric.is_of_moves()
    }

    /// Whether it could be no other: nobody at its table can act on the rule set, of whose effects
    /// these are some, so each game is the same as without it, and so is all that is of its moves.
    pub fn is_idle(&self, all: &[Comparison<'_>]) -> bool {
        let place = |of: &Comparison<'_>| (of.of == self.of, of.table == self.table, of.players);
        let is_here = |of: &&Comparison<'_>| of.is_of_moves() && place(of) == place(self);
        self.is_of_moves() && all.iter().filter(is_here).all(|of| of.difference.value == 0.0)
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
        let percent = 100.0 * self.difference.value.abs();
        match self.metric.words().scale {
            Scale::Share => percent,
            _ => percent / self.base.unwrap_or_default().abs().max(f64::MIN_POSITIVE),
        }
    }
}

/// The rule sets that are the baseline by another name, by rows of `effects`.
pub fn aliases(rows: &[EffectRow]) -> Vec<&str> {
    let baseline = rows.iter().map(|row| &*row.baseline).find(|name| *name != FAIR);
    let own = rows.iter().find(|row| Some(&*row.rules) == baseline);
    let digest = own.map(|row| &*row.rules_digest).filter(|digest| !digest.is_empty());
    let is_alias =
        |row: &&EffectRow| Some(&*row.rules) != baseline && Some(&*row.rules_digest) == digest;
    distinct(rows.iter().filter(is_alias).map(|row| &*row.rules))
}

/// What rows of `effects` say, but not of the baseline against itself.
pub fn of_effects(rows: &[EffectRow]) -> Vec<Comparison<'_>> {
    let aliases = aliases(rows);
    let is_news = |found: &Comparison<'_>| found.is_of_fairness() || !aliases.contains(&found.of);
    rows.iter().filter_map(Comparison::of_effect).filter(is_news).collect()
}

/// The largest share of games that stalled or were blocked, by some rows of `effects`:
/// nobody won more.
pub fn unfinished(rows: &[EffectRow], wanted: impl Fn(&EffectRow) -> bool) -> f64 {
    let parts = [Metric::StalledShare, Metric::BlockedShare].map(Metric::name);
    let mut shares = BTreeMap::<_, f64>::new();
    for row in rows.iter().filter(|row| parts.contains(&&*row.metric) && wanted(row)) {
        let place = (&row.rules, &row.baseline, row.players, &row.table);
        *shares.entry(place).or_default() += row.value.unwrap_or_default();
    }
    shares.into_values().fold(0.0, f64::max)
}

/// These effects of a rule set without those that could be no other, for nobody at their tables can
/// act on it; and these tables.
pub fn of_those_who_act<'a>(found: &[Comparison<'a>]) -> (Vec<Comparison<'a>>, Vec<&'a str>) {
    let (idle, acting): (Vec<Comparison<'_>>, Vec<Comparison<'_>>) =
        found.iter().copied().partition(|of| of.is_idle(found));
    (acting, distinct(idle.iter().map(|of| of.table)))
}

/// What is said of the first player's share of wins in a run: never more than a test of all seats
/// together does, where there was one, and nothing without an interval.
pub fn of_first_seat(rate: Estimate, fair: f64, equal: Option<f64>) -> Option<Verdict> {
    rate.interval?;
    let may_be_fair = rate.holds(fair) || equal.is_some_and(|p_value| p_value >= 0.05);
    let apart = if rate.value > fair { Verdict::More } else { Verdict::Less };
    Some(if may_be_fair { Verdict::Unclear } else { apart })
}

fn verdict(name: &str) -> Option<Verdict> {
    let all = [Verdict::More, Verdict::Less, Verdict::Same, Verdict::Unclear];
    all.into_iter().find(|verdict| verdict.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "there is none at all", of a row that is official
    #[test]
    fn nothing_is_said_of_the_baseline_by_another_name() {
        let row = |rules: &str, baseline: &str, digest: &str| EffectRow {
            rules: rules.to_owned(),
            baseline: baseline.to_owned(),
            metric: "turns_p50".to_owned(),
            difference: Some(0.0),
            rules_digest: digest.to_owned(),
            ..EffectRow::default()
        };
        let rows = [
            row("official", FAIR, "1"),
            row("seven", "official", "1"),
            row("seven", FAIR, "1"),
            row("nine", "official", "2"),
        ];
        assert_eq!(aliases(&rows), ["seven"]);
        let told: Vec<[&str; 2]> =
            of_effects(&rows).iter().map(|found| [found.of, found.against]).collect();
        assert_eq!(told, [["official", FAIR], ["seven", FAIR], ["nine", "official"]]);
    }

    #[test]
    fn rows_without_a_number_or_of_something_else_are_no_findings() {
        let row = EffectRow {
            metric: "first_seat".to_owned(),
            baseline: FAIR.to_owned(),
            difference: Some(-0.02),
            verdict: "less".to_owned(),
            ..EffectRow::default()
        };
        let found = Comparison::of_effect(&row).expect("a finding");
        assert!(found.is_sure() && found.is_of_fairness());
        assert_eq!((found.shown(), found.percent()), (Estimate::exactly(-2.0), 2.0));
        let unknown = EffectRow { metric: "unheard_of".to_owned(), ..row.clone() };
        assert_eq!(Comparison::of_effect(&unknown), None);
        assert_eq!(Comparison::of_effect(&EffectRow { difference: None, ..row }), None);
        let share = |kind: &str| FactorialRow {
            metric: "turns_mean".to_owned(),
            kind: kind.to_owned(),
            value: Some(1.0),
            ..FactorialRow::default()
        };
        assert_eq!(Comparison::of_factor(&share("share")), None);
        assert!(Comparison::of_factor(&share("alone")).is_some_and(|found| !found.is_sure()));
    }
}
