//! `matchups.csv`: a row for each rule set and ordered pair of strategies that met, by block.

use crate::results::{Results, RuleSetResults};
use unobench_engine::tally::PairTally;
use unobench_files::estimate::ends;
use unobench_files::rows::MatchupRow;

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

fn row(rules: &RuleSetResults<'_>, pair: &PairTally) -> MatchupRow {
    let names = rules.schedule.strategies();
    let ([strategy, opponent], difference) = (pair.pair, rules.difference(pair));
    let interval = if rules.anytime() { difference.sequence() } else { difference.interval() };
    let (low, high) = ends(interval);
    MatchupRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players() as u32,
        strategy: names[strategy].clone(),
        opponent: names[opponent].clone(),
        blocks: difference.blocks,
        ahead: pair.ahead,
        tied: pair.tied,
        behind: pair.behind,
        mean_difference: difference.mean(),
        low,
        high,
        rules_digest: rules.digest(),
    }
}
