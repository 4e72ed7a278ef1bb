//! Win rates with their intervals against the fair share.

use super::{Estimate, Frame, at_seats, of_estimates, of_runs, percent, sizes};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::{Data, Figure};
use crate::header::Who;
use crate::layout::Key;
use crate::sentences::best;
use crate::source::Run;
use unobench_files::rows::SummaryRow;

/// A picture for each number of seats.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let sizes = sizes(runs.iter().flat_map(|run| &run.summary).map(|row| row.players));
    let made: Result<Vec<_>, _> =
        sizes.iter().map(|&players| figure(runs, players, at_seats(players, &sizes))).collect();
    Ok(made?.into_iter().flatten().collect())
}

fn figure(
    runs: &[Run],
    players: u32,
    (suffix, seats): (String, String),
) -> Result<Option<Figure>, ReportError> {
    let rows: Vec<(usize, &SummaryRow)> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, of)| {
            of.summary.iter().filter(|row| row.players == players).map(move |row| (run, row))
        })
        .collect();
    let estimates: Vec<Estimate<'_>> = rows
        .iter()
        .filter_map(|&(run, row)| {
            let (value, interval) = percent(row.win_rate, row.win_rate_low, row.win_rate_high)?;
            Some(Estimate {
                key: Key { run, rules: &row.rules, name: &row.strategy },
                value,
                interval,
            })
        })
        .collect();
    let mut references: Vec<f64> =
        rows.iter().map(|(run, row)| 100.0 * runs[*run].fair_share(&row.rules, players)).collect();
    references.sort_by(f64::total_cmp);
    references.dedup();
    let frame = Frame {
        id: format!("win-rates{suffix}"),
        title: format!("Win rates{seats}"),
        axis_title: "games won, %",
        unit: Unit::Plain,
        reading: "Whiskers are 95 % intervals from the variance of whole deals, each by itself; \
            the line is the fair share."
            .to_owned(),
        references,
        who: Who::Tables,
        differences: " points",
        sorted: true,
    };
    of_estimates(runs, frame, &estimates, table(runs, &rows), |rates, key| {
        best(
            rates,
            Some(100.0 * runs[key.run].fair_share(key.rules, players)),
            ["wins", "most"],
            " %",
        )
    })
}

fn table(runs: &[Run], rows: &[(usize, &SummaryRow)]) -> Data {
    let without = ["elo_low", "elo_high", "score_sd", "score_p05", "score_p50", "score_p95"];
    of_runs(runs, rows, &without)
}
