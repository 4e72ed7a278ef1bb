//! How the strategies of a tournament rank under a rule set.

use crate::results::RuleSetResults;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_stats::Interval;
use unobench_stats::plackett_luce::{Ratings, Standing};
use unobench_stats::ranks::{self, Compared};

/// The ranks that each strategy may have, the highest rating first; without ratings, who won most
/// comes first. Nobody surely ranks above or below a strategy for which random played.
pub fn ranks(rules: &RuleSetResults<'_>, fit: Option<&Ratings>) -> Vec<Finding> {
    let names = rules.schedule.strategies();
    let compared: Vec<Compared> =
        pairs_themselves(rules).filter_map(|pair| compared(rules, fit, pair)).collect();
    let ranks = ranks::ranks(names.len(), &compared);
    let heights: Vec<f64> = (0..names.len()).map(|strategy| height(rules, fit, strategy)).collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    // Of those without a rating, who won more comes first.
    let rate = |strategy: usize| rules.strategy(strategy)?.rate.rate();
    order.sort_by(|&strategy, &other| {
        let by_rate = rate(other).unwrap_or(0.0).total_cmp(&rate(strategy).unwrap_or(0.0));
        heights[other].total_cmp(&heights[strategy]).then(by_rate)
    });
    (1_u32..)
        .zip(order)
        .map(|(place, strategy)| {
            let finding =
                Finding { subject: names[strategy].clone(), ..rules.finding(Question::Ranks) };
            let (first, last) = ranks[strategy];
            let range = Interval { low: first as f64, high: last as f64 };
            finding.estimate(Metric::Place, f64::from(place), Some(range))
        })
        .collect()
}

pub(super) fn pairs(strategies: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..strategies)
        .flat_map(move |strategy| (strategy + 1..strategies).map(move |other| [strategy, other]))
}

/// The pairs of those for whom random did not play.
fn pairs_themselves<'a>(rules: &'a RuleSetResults<'_>) -> impl Iterator<Item = [usize; 2]> + 'a {
    let pairs = pairs(rules.schedule.strategies().len());
    pairs.filter(|pair| !pair.iter().any(|&strategy| rules.plays_by_default(strategy)))
}

/// How two strategies compare: by their ratings, or, where one has none, by what they won of each
/// other.
fn compared(
    rules: &RuleSetResults<'_>,
    fit: Option<&Ratings>,
    pair: [usize; 2],
) -> Option<Compared> {
    let [strategy, other] = pair;
    fit.and_then(|fit| fit.compared(strategy, other)).or_else(|| {
        let sums = rules.win_difference(strategy, other)?;
        Some(Compared { pair, difference: sums.mean()?, p_value: sums.p_value()? })
    })
}

fn height(rules: &RuleSetResults<'_>, fit: Option<&Ratings>, strategy: usize) -> f64 {
    let Some(fit) = fit else {
        let rate = rules.strategy(strategy).and_then(|sums| sums.rate.rate());
        return rate.unwrap_or(f64::NEG_INFINITY);
    };
    match fit.standing(strategy) {
        Standing::Rated(rating) => rating.elo,
        Standing::Above => f64::INFINITY,
        Standing::Below | Standing::Apart => f64::NEG_INFINITY,
    }
}
