//! How much players differ who learned the same rules from other games: found by `scripts/learners`
//! and added to every interval of a table at which one of them sits.

use super::metric::Measured;
use super::panel::{PanelTable, PlayedRuleSet};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use unobench_findings::documents::Play;
use unobench_findings::metric::Metric;
use unobench_findings::panel::CHAMPION;

/// By table, metric and what it is of.
type LearnerSpreads = BTreeMap<(&'static str, Metric, &'static str), Spread>;

static FOUND: LazyLock<LearnerSpreads> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let mut columns = line.split(',');
        let mut next = || columns.next().expect("a column");
        let (table, metric, reference) = (next(), next(), next());
        let place = (table, Metric::named(metric).expect("a metric"), reference);
        let mut number = || next().parse().expect("a number");
        (place, Spread { fixed: number(), share: number() })
    };
    include_str!("learners.csv").lines().skip(1).map(row).collect()
});

/// A standard deviation between learners.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Spread {
    /// Of every estimate, however small.
    fixed: f64,
    /// Of an estimate, as a part of it.
    share: f64,
}

/// What an estimate is of: a value itself, or how far it is from the baseline or from fairness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Value,
    Baseline,
    Fair,
}

impl Of {
    fn name(self) -> &'static str {
        ["value", "baseline", "fair"][self as usize]
    }
}

/// Whether it is known how much learners differ in a metric itself, at a table of this name.
pub(super) fn has_spread(table: &'static str, metric: Metric) -> bool {
    FOUND.contains_key(&(table, metric, Of::Value.name()))
}

impl PlayedRuleSet<'_> {
    /// An estimate at a table by some rule sets, with how far learners differ in what groups say of
    /// it; of several who take turns under all of them it is the mean.
    pub(super) fn of_any_learner(
        &self,
        metric: Metric,
        table: &PanelTable,
        (reference, rules): (Of, &[usize]),
        measured: Measured,
    ) -> Measured {
        match self.spread(metric, table, reference) {
            Some(Spread { fixed, share }) => {
                let in_turn = self.header.champions(rules, table.players) as f64;
                let spread = fixed.hypot(share * measured.value) / in_turn.sqrt();
                measured.widened(spread)
            }
            None => measured,
        }
    }

    /// How far learners differ in what is told of a metric at a table; none where nobody who learned
    /// sits there.
    fn spread(&self, metric: Metric, table: &PanelTable, reference: Of) -> Option<Spread> {
        let mut pool = table.pool.iter().map(|&leg| self.header.play(leg));
        let is_of_learner = !metric.words().is_of_pool
            || pool
                .all(|play| matches!(play, Play::Alone { strategy, .. } if strategy == CHAMPION));
        let spread = FOUND.get(&(&*table.name, metric, reference.name()));
        spread.copied().filter(|_| is_of_learner)
    }

    /// Whether a specialist plays for `champion` what is told of a metric by some rule sets: then
    /// nobody knows how far its siblings would differ, so that no verdict is given.
    pub(super) fn is_of_specialist(
        &self,
        metric: Metric,
        table: &PanelTable,
        (reference, rules): (Of, &[usize]),
    ) -> bool {
        let is_of_learner = self.spread(metric, table, reference).is_some();
        is_of_learner && self.header.has_specialist(rules, table.players)
    }
}
