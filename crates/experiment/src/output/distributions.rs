//! `scores.csv` and `turns.csv`: whole distributions. Their rows are made one at a time, because
//! there are many.

use crate::results::Results;
use unobench_files::rows::{ScoreRow, TurnsRow};

pub fn scores(results: &Results) -> impl Iterator<Item = ScoreRow> {
    let players = results.schedule().players() as u32;
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
            rules.totals.strategies[number].scores.iter().map(row)
        })
    })
}

pub fn turns(results: &Results) -> impl Iterator<Item = TurnsRow> {
    let players = results.schedule().players() as u32;
    results.played().into_iter().flat_map(move |rules| {
        let row = move |(turns, count)| TurnsRow {
            rules: rules.name.to_owned(),
            players,
            table: None,
            turns,
            count,
        };
        rules.totals.turns.iter().map(row)
    })
}
