//! `summary.json`: the tables of a run that fit on a screen, in one document, for programs.

use super::{crosstable, duels, matchups, ranks, ratings, seats, summary};
use crate::run::header::Question;
use crate::run::results::Results;
use unobench_files::documents::{GamesEntry, Head, Summary};

/// The contents of `summary.json`: nothing of the machine, so that it is the same everywhere.
#[must_use]
pub fn overview(results: &Results, complete: bool) -> Summary {
    let question = results.header().question;
    let games = results.played().into_iter().map(|rules| GamesEntry {
        rules: rules.name.to_owned(),
        games: rules.games(),
        blocks: rules.blocks(),
        stalled: rules.stalled(),
        fair_share: Some(rules.fair_share),
    });
    Summary {
        head: head(results, complete),
        games: Some(games.collect()),
        summary: Some(summary(results)),
        seats: Some(seats(results)),
        matchups: Some(matchups(results)),
        ratings: (question != Question::Run).then(|| ratings(results)),
        ranks: (question == Question::Tournament).then(|| ranks(results)),
        crosstable: (question == Question::Tournament).then(|| crosstable(results)),
        duels: (question == Question::Duel).then(|| duels(results)),
        ..Summary::default()
    }
}

/// What both documents of a run begin with.
pub(super) fn head(results: &Results, complete: bool) -> Head {
    let header = results.header();
    Head {
        program: Some(header.program.clone()),
        version: Some(header.version.clone()),
        question: Some(header.question.to_string()),
        complete: Some(complete),
        seed: Some(header.seed),
        players: Some(header.players as u32),
        baseline: None,
    }
}
