//! `summary.json`: the tables of a run that fit on a screen, in one document, for programs.

use unobench_files::json::from_table;
use unobench_files::{Row, Table};
use super::{duels, matchups, ratings, seats, summary};
use crate::run::{Question, Results};
use serde_json::{Value, json};

/// The contents of `summary.json`: nothing of the machine, so that it is the same everywhere.
#[must_use]
pub fn overview(results: &Results, complete: bool) -> Value {
    fn rows<R: Row>(rows: Vec<R>) -> Value {
        from_table(&Table::new(rows))
    }
    let header = results.header();
    let played = results.played();
    let games = played.iter().map(|rules| {
        json!({"rules": rules.name, "games": rules.games(), "blocks": rules.blocks(), "stalled": rules.stalled(), "fair_share": rules.fair_share})
    });
    let mut document = json!({
        "program": header.program,
        "version": header.version,
        "question": header.question,
        "complete": complete,
        "seed": header.seed,
        "players": header.players,
        "games": games.collect::<Vec<_>>(),
        "summary": rows(summary(results)),
        "seats": rows(seats(results)),
        "matchups": rows(matchups(results)),
    });
    if header.question != Question::Run {
        document["ratings"] = rows(ratings(results));
    }
    if header.question == Question::Duel {
        document["duels"] = duels(results).iter().map(super::Duel::to_json).collect();
    }
    document
}
