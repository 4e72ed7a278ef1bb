//! `matchups.csv`: a row for each rule set and ordered pair of strategies that met, by block.

use unobench_files::table::{Cell, Row};
use crate::run::results::{PairSums, Results, RuleSetResults};
use unobench_stats::Interval;

/// How a strategy did against another under a rule set, in the blocks that both played.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchupRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The strategy.
    pub strategy: String,
    /// The other one.
    pub opponent: String,
    /// Blocks that both played.
    pub blocks: u64,
    /// Blocks in which the strategy had more points per game.
    pub ahead: u64,
    /// Blocks in which both had the same.
    pub tied: u64,
    /// Blocks in which the opponent had more.
    pub behind: u64,
    /// The difference of points per game, on average over blocks.
    pub mean_difference: Option<f64>,
    /// Its 95 % interval; where the run stopped by itself, one that holds wherever it does.
    pub interval: Option<Interval>,
}

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
    MatchupRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players(),
        strategy: names[pair.strategy].clone(),
        opponent: names[pair.opponent].clone(),
        blocks: pair.difference.blocks,
        ahead: pair.ahead,
        tied: pair.tied,
        behind: pair.behind,
        mean_difference: pair.difference.mean(),
        interval: match rules.stop {
            None => pair.difference.interval(),
            Some(stop) => pair.difference.sequence(stop.rho(rules.schedule.players())),
        },
    }
}

impl Row for MatchupRow {
    const COLUMNS: &'static [&'static str] = &[
        "rules",
        "players",
        "strategy",
        "opponent",
        "blocks",
        "ahead",
        "tied",
        "behind",
        "mean_difference",
        "low",
        "high",
    ];

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.rules.as_str().into(),
            self.players.into(),
            self.strategy.as_str().into(),
            self.opponent.as_str().into(),
            self.blocks.into(),
            self.ahead.into(),
            self.tied.into(),
            self.behind.into(),
            self.mean_difference.into(),
            self.interval.map(|interval| interval.low).into(),
            self.interval.map(|interval| interval.high).into(),
        ]
    }
}
