//! What tests need and nobody else does: parts of what is said of a survey.

use super::chances::ChanceCheck;
use super::metric::Measured;
use super::tally::LeadCurve;
use super::{MetricEffect, effects, learners, skill};
use unobench_core::game::SeatSet;
use unobench_core::table::{RoundStats, SeatProspects};
use unobench_findings::metric::Metric;
use unobench_findings::question::Family;
use unobench_stats::GroupEstimate;

/// An effect as it is found, of which nothing is said yet.
pub fn found(
    [rules, table]: [usize; 2],
    metric: Metric,
    family: Family,
    estimate: GroupEstimate,
) -> MetricEffect {
    MetricEffect {
        rules,
        table,
        metric,
        is_of_fairness: false,
        value: estimate.estimate,
        baseline_value: 0.0,
        difference: estimate.estimate,
        interval: estimate.interval(),
        p_value: Some(estimate.p_value()),
        q_value: None,
        family: Some(family),
        margin: 0.0,
        verdict: None,
        pairing: None,
        estimate: Some(estimate),
    }
}

/// Says of effects what can be said; of rule sets that are the same as another one, what is said of
/// that.
pub fn judge(effects: &mut [&mut MetricEffect], same: &[usize]) {
    effects::judge(effects, same);
}

/// What groups are with another part of the standard error.
pub fn widened(value: f64, groups: Vec<Option<f64>>, part: f64) -> Vec<Option<f64>> {
    Measured { value, groups }.widened(part).groups
}

/// The strategies of two halves of the groups, as they are told.
pub fn names(names: [&str; 2]) -> String {
    skill::names(names)
}

/// Whether it is known how much learners differ in a metric itself, at a table of this name.
pub fn has_spread(table: &'static str, metric: Metric) -> bool {
    learners::has_spread(table, metric)
}

/// Each side's chance, in millionths.
pub fn chances(sides: Vec<SeatSet>, prospects: &SeatProspects) -> Vec<i32> {
    ChanceCheck { sides }.of(prospects)
}

/// Adds a round to a course, as these sides went through it.
pub fn add_course(sides: Vec<SeatSet>, stats: &RoundStats, course: &mut LeadCurve) {
    ChanceCheck { sides }.add(stats, course);
}
