//! What a comparison found: made here from rows, told by whoever tells of it.

use crate::estimate::Estimate;
use crate::metric::{Metric, Scale};
use crate::rows::{EffectRow, FAIR, FactorialRow};
use crate::words::distinct;
use unobench_stats::Verdict;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finding<'a> {
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
}

impl<'a> Finding<'a> {
    /// What a row of `effects.csv` says; none of a metric that is not known, or without a number.
    pub fn of_effect(row: &'a EffectRow) -> Option<Finding<'a>> {
        Some(Finding {
            metric: Metric::named(&row.metric)?,
            verdict: verdict(&row.verdict),
            difference: Estimate::of(row.difference, row.low, row.high)?,
            of: &row.rules,
            against: &row.baseline,
            base: row.baseline_value,
            players: row.players,
            table: &row.table,
        })
    }

    /// What a row of `factorial.csv` says of one or two things that are put in; none of the other
    /// rows.
    pub fn of_factor(row: &'a FactorialRow) -> Option<Finding<'a>> {
        let is_effect = ["alone", "together"].contains(&&*row.kind);
        Some(Finding {
            metric: Metric::named(&row.metric).filter(|_| is_effect)?,
            verdict: verdict(&row.verdict),
            difference: Estimate::of(row.value, row.low, row.high)?,
            of: &row.effect,
            against: "",
            base: None,
            players: row.players,
            table: &row.table,
        })
    }

    pub fn is_of_fairness(&self) -> bool {
        self.against == FAIR
    }

    /// Whether it is the same wherever all games are the same in every move.
    pub fn is_of_moves(&self) -> bool {
        !self.is_of_fairness() && self.metric.is_of_moves()
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

/// The tables that cannot act on a rule set, of which these are the effects: each game is the same
/// as without it, and so is whatever is measured of its moves.
pub fn idle<'a>(found: &[Finding<'a>]) -> Vec<&'a str> {
    let of_moves = || found.iter().filter(|found| found.is_of_moves());
    let differs = |table: &&str| {
        of_moves().any(|found| found.table == *table && found.difference.value != 0.0)
    };
    distinct(of_moves().map(|found| found.table)).into_iter().filter(|at| !differs(at)).collect()
}

/// These effects of a rule set without those that could be no other, for nobody at their tables can
/// act on it; and these tables.
pub fn of_those_who_act<'a>(found: &[Finding<'a>]) -> (Vec<Finding<'a>>, Vec<&'a str>) {
    let idle = idle(found);
    let acts = |found: &&Finding<'_>| !(found.is_of_moves() && idle.contains(&found.table));
    (found.iter().filter(acts).copied().collect(), idle)
}

fn verdict(name: &str) -> Option<Verdict> {
    let all = [Verdict::More, Verdict::Less, Verdict::Same, Verdict::Unclear];
    all.into_iter().find(|verdict| verdict.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_a_number_or_of_something_else_are_no_findings() {
        let row = EffectRow {
            metric: "first_seat".to_owned(),
            baseline: FAIR.to_owned(),
            difference: Some(-0.02),
            verdict: "less".to_owned(),
            ..EffectRow::default()
        };
        let found = Finding::of_effect(&row).expect("a finding");
        assert!(found.is_sure() && found.is_of_fairness());
        assert_eq!((found.shown(), found.percent()), (Estimate::exactly(-2.0), 2.0));
        let unknown = EffectRow { metric: "unheard_of".to_owned(), ..row.clone() };
        assert_eq!(Finding::of_effect(&unknown), None);
        assert_eq!(Finding::of_effect(&EffectRow { difference: None, ..row }), None);
        let share = |kind: &str| FactorialRow {
            metric: "turns_mean".to_owned(),
            kind: kind.to_owned(),
            value: Some(1.0),
            ..FactorialRow::default()
        };
        assert_eq!(Finding::of_factor(&share("share")), None);
        assert!(Finding::of_factor(&share("alone")).is_some_and(|found| !found.is_sure()));
    }
}
