//! `scores.csv` and `turns.csv`: whole distributions. Their rows are made one at a time, because
//! there are many.

use crate::results::Results;
use unobench_findings::rows::{ScoreRow, TurnsRow};

pub fn scores(results: &Results) -> impl Iterator<Item = ScoreRow> {
    let players = results.schedule().players() as u32;
    results.played().into_iter().flat_map(move |rules| {
        let digest = rules.digest();
        results.strategies().into_iter().flat_map(move |number| {
            let digest = digest.clone();
            let strategy = &results.schedule().strategies()[number];
            rules.totals.strategies[number].scores.iter().map(move |(score, count)| ScoreRow {
                rules: rules.name.to_owned(),
                players,
                strategy: strategy.clone(),
                score,
                count,
                rules_digest: digest.clone(),
            })
        })
    })
}

pub fn turns(results: &Results) -> impl Iterator<Item = TurnsRow> {
    let players = results.schedule().players() as u32;
    results.played().into_iter().flat_map(move |rules| {
        let digest = rules.digest();
        rules.totals.turns.iter().map(move |(turns, count)| TurnsRow {
            rules: rules.name.to_owned(),
            players,
            table: None,
            turns,
            count,
            rules_digest: digest.clone(),
        })
    })
}
