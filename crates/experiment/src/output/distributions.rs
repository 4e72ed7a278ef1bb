//! `scores.csv` and `turns.csv`: whole distributions. Their rows are made one at a time, because
//! there are many.

use unobench_files::table::{Cell, Row};
use crate::run::results::Results;

/// How often a strategy had a score under a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The strategy.
    pub strategy: String,
    /// Points in a game.
    pub score: i64,
    /// Appearances with this score.
    pub count: u64,
}

/// How many games had a length under a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnsRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// Turns in a game.
    pub turns: i64,
    /// Games of this length.
    pub count: u64,
}

/// The rows of `scores.csv`, by rule set, strategy and score.
pub fn scores(results: &Results) -> impl Iterator<Item = ScoreRow> {
    let players = results.schedule().players();
    results.played().into_iter().flat_map(move |rules| {
        results.strategies().into_iter().flat_map(move |number| {
            let strategy = &results.schedule().strategies()[number];
            let row = move |(score, count)| ScoreRow {
                rules: rules.name.to_owned(),
                players,
                strategy: strategy.clone(),
                score,
                count,
            };
            rules.scores(number).map(row)
        })
    })
}

/// The rows of `turns.csv`, by rule set and length.
pub fn turns(results: &Results) -> impl Iterator<Item = TurnsRow> {
    let players = results.schedule().players();
    results.played().into_iter().flat_map(move |rules| {
        let row =
            move |(turns, count)| TurnsRow { rules: rules.name.to_owned(), players, turns, count };
        rules.turns().map(row)
    })
}

impl Row for ScoreRow {
    const COLUMNS: &'static [&'static str] = &["rules", "players", "strategy", "score", "count"];

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.rules.as_str().into(),
            self.players.into(),
            self.strategy.as_str().into(),
            self.score.into(),
            self.count.into(),
        ]
    }
}

impl Row for TurnsRow {
    const COLUMNS: &'static [&'static str] = &["rules", "players", "turns", "count"];

    fn cells(&self) -> Vec<Cell> {
        vec![self.rules.as_str().into(), self.players.into(), self.turns.into(), self.count.into()]
    }
}
