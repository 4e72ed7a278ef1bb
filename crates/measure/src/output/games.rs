//! What all games of a rule set were: how many, how long, and whether its seats win equally often.

use super::strength::{SHARES, whole};
use crate::results::RuleSetResults;
use unobench_findings::finding::Finding;
use unobench_stats::quantile;

pub(super) fn games(rules: &RuleSetResults<'_>) -> Vec<Finding> {
    let of = rules.finding("games");
    let turns = rules.turns();
    let mut found = vec![
        of.count("blocks", rules.blocks()),
        of.count("stalled", rules.stalled()),
        of.count("blocked", rules.blocked()),
        of.count("undecided_games", rules.undecided()),
        of.number("fair_share", rules.fair_share),
        of.estimate("turns_mean", turns.mean(), rules.interval_of_mean(&turns)),
    ];
    found.extend(SHARES.iter().map(|(name, share)| {
        let value = quantile(*share, rules.totals.turns.iter()).map(|value| value as f64);
        of.estimate(&format!("turns_{name}"), value, rules.turns_quantile(*share).map(whole))
    }));
    found.extend(rules.equal_seats().map(|test| Finding {
        p_value: Some(test.p_value),
        ..of.number("seat_imbalance", test.effect_size)
    }));
    found
}
