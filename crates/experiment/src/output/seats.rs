//! `seats.csv`: a row for each rule set and seat, seat 1 being the first to move.

use unobench_files::table::{Cell, Row};
use crate::run::results::{Results, RuleSetResults};
use unobench_stats::Interval;

/// What a seat did under a rule set.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The seat: 1 moves first, before the start card acts, and then clockwise.
    pub seat: usize,
    /// Games played.
    pub games: u64,
    /// Those that it won.
    pub wins: u64,
    /// Wins per game.
    pub win_rate: Option<f64>,
    /// The 95 % interval of the rate, from block variance.
    pub win_rate_interval: Option<Interval>,
    /// Points in a game, on average.
    pub score_mean: Option<f64>,
}

/// The rows of `seats.csv`, by rule set and seat.
#[must_use]
pub fn seats(results: &Results) -> Vec<SeatRow> {
    let players = results.schedule().players();
    results
        .played()
        .iter()
        .flat_map(|rules| (0..players).map(move |seat| row(rules, seat)))
        .collect()
}

fn row(rules: &RuleSetResults<'_>, seat: usize) -> SeatRow {
    let wins = rules.seat(seat);
    let games = wins.appearances;
    SeatRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players(),
        seat: seat + 1,
        games,
        wins: wins.wins,
        win_rate: wins.rate(),
        win_rate_interval: rules.interval(&wins),
        score_mean: (games > 0).then(|| rules.seat_score(seat) as f64 / games as f64),
    }
}

impl Row for SeatRow {
    const COLUMNS: &'static [&'static str] = &[
        "rules",
        "players",
        "seat",
        "games",
        "wins",
        "win_rate",
        "win_rate_low",
        "win_rate_high",
        "score_mean",
    ];

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.rules.as_str().into(),
            self.players.into(),
            self.seat.into(),
            self.games.into(),
            self.wins.into(),
            self.win_rate.into(),
            self.win_rate_interval.map(|interval| interval.low).into(),
            self.win_rate_interval.map(|interval| interval.high).into(),
            self.score_mean.into(),
        ]
    }
}
