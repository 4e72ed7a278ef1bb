//! `matchups.csv`: a row for each rule set and ordered pair of strategies that met, by block.

use super::ends;
use crate::run::results::{PairSums, Results, RuleSetResults};
use unobench_files::rows::MatchupRow;

/// The rows of `matchups.csv`, by rule set, strategy and opponent.
#[must_use]
pub fn matchups(results: &Results) -> Vec<MatchupRow> {
    let strategies = results.strategies();
    let mut rows = Vec::new();
    for rules in results.played() {
        for &strategy in &strategies {
            let pairs = strategies.iter().filter_map(|&opponent| rules.pair(strategy, opponent));
            rows.extend(pairs.map(|pair| row(&rules, &pair)));
        }
    }
    rows
}

fn row(rules: &RuleSetResults<'_>, pair: &PairSums) -> MatchupRow {
    let names = rules.schedule.strategies();
    let (low, high) = ends(match rules.stop {
        None => pair.difference.interval(),
        Some(stop) => pair.difference.sequence(stop.rho(rules.schedule.players())),
    });
    MatchupRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players() as u32,
        strategy: names[pair.strategy].clone(),
        opponent: names[pair.opponent].clone(),
        blocks: pair.difference.blocks,
        ahead: pair.ahead,
        tied: pair.tied,
        behind: pair.behind,
        mean_difference: pair.difference.mean(),
        low,
        high,
    }
}
