//! What all games of a rule set were: how many, how long, and whether its seats win equally often.

use super::strength::whole;
use crate::results::RuleSetResults;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_stats::quantile;

/// The quantiles of turns that are told.
const QUANTILES: [(Metric, f64); 3] =
    [(Metric::TurnsP05, 0.05), (Metric::TurnsP50, 0.5), (Metric::TurnsP95, 0.95)];

pub(super) fn games(rules: &RuleSetResults<'_>) -> Vec<Finding> {
    let finding = rules.finding(Question::Games);
    let turns = rules.turns();
    let mut found = vec![
        finding.count(Metric::Blocks, rules.blocks()),
        finding.count(Metric::Stalled, rules.stalled()),
        finding.count(Metric::Blocked, rules.blocked()),
        finding.count(Metric::UndecidedGames, rules.undecided()),
        finding.number(Metric::FairShare, rules.fair_share),
        finding.estimate(Metric::TurnsMean, turns.mean(), rules.interval_of_mean(&turns)),
    ];
    found.extend(QUANTILES.into_iter().map(|(metric, share)| {
        let value = quantile(share, rules.totals.turns.iter()).map(|value| value as f64);
        finding.estimate(metric, value, rules.turns_quantile(share).map(whole))
    }));
    found.extend(rules.equal_seats().map(|test| Finding {
        p_value: Some(test.p_value),
        ..finding.number(Metric::SeatImbalance, test.effect_size)
    }));
    found
}
