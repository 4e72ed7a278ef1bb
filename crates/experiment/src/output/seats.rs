//! `seats.csv`: a row for each rule set and seat, seat 1 being the first to move.

use crate::results::{Results, RuleSetResults};
use unobench_files::estimate::ends;
use unobench_files::rows::SeatRow;

pub fn seats(results: &Results) -> Vec<SeatRow> {
    let players = results.schedule().players();
    results
        .played()
        .iter()
        .flat_map(|rules| (0..players).map(move |seat| row(rules, seat)))
        .collect()
}

fn row(rules: &RuleSetResults<'_>, seat: usize) -> SeatRow {
    let sums = rules.seat(seat);
    let games = sums.appearances;
    let (win_rate_low, win_rate_high) = ends(rules.interval(&sums));
    SeatRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players() as u32,
        table: None,
        seat: seat as u32 + 1,
        games,
        wins: rules.seat_wins(seat),
        win_rate: sums.rate(),
        win_rate_low,
        win_rate_high,
        score_mean: (games > 0).then(|| rules.totals.seats[seat].score as f64 / games as f64),
        rules_digest: rules.digest(),
    }
}
