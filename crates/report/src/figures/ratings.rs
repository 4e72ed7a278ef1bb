//! Ratings with their intervals.

use super::{Estimate, Frame, at_seats, of_estimates, of_runs, sizes};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::header::Who;
use crate::layout::Key;
use crate::sentences::best;
use crate::source::Run;
use unobench_files::rows::RatingRow;
use unobench_stats::win_rate;

/// A picture for each number of seats.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let sizes = sizes(runs.iter().flat_map(|run| &run.ratings).map(|row| row.players));
    let made: Result<Vec<_>, _> =
        sizes.iter().map(|&players| figure(runs, players, at_seats(players, &sizes))).collect();
    Ok(made?.into_iter().flatten().collect())
}

/// What the picture shows, and what a difference of 100 points is.
fn reading(runs: &[Run], rows: &[(usize, &RatingRow)], players: u32) -> String {
    let fair = rows.first().map(|&(run, row)| runs[run].fair_share(&row.rules, players));
    let winners = (fair.unwrap_or(0.0) * f64::from(players)).round().max(1.0) as u32;
    let share = 100.0 * win_rate(100.0, players as usize, winners);
    format!(
        "Plackett–Luce ratings on who won, on the Elo scale; whiskers are 95 % intervals clustered \
         by deal. A strategy rated 100 above all others wins {share:.0} % of the rounds at \
         {players} seats."
    )
}

fn figure(
    runs: &[Run],
    players: u32,
    (suffix, seats): (String, String),
) -> Result<Option<Figure>, ReportError> {
    // The difference of a duel has a picture of its own.
    let rows: Vec<(usize, &RatingRow)> = runs
        .iter()
        .enumerate()
        .filter(|(_, of)| of.question() != "duel")
        .flat_map(|(run, of)| {
            of.ratings.iter().filter(|row| row.players == players).map(move |row| (run, row))
        })
        .collect();
    let estimates: Vec<Estimate<'_>> = rows
        .iter()
        .filter_map(|&(run, row)| {
            let key = Key { run, rules: &row.rules, name: &row.strategy };
            Some(Estimate { key, value: row.rating?, interval: row.low.zip(row.high) })
        })
        .collect();
    let frame = Frame {
        id: format!("ratings{suffix}"),
        title: format!("Ratings{seats}"),
        axis_title: "Elo, the mean of all is 0",
        unit: Unit::Signed,
        reading: reading(runs, &rows, players),
        references: vec![0.0],
        who: Who::Tables,
        differences: " Elo",
        sorted: true,
    };
    of_estimates(runs, frame, &estimates, of_runs(runs, &rows, &[]), |rates, _| {
        best(rates, None, ["is rated", "highest"], " Elo")
    })
}
