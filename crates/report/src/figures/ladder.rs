//! The ladder of all strategies (`ladder.csv`) and the strongest head to head (`heads.csv`).

use super::{Caption, Size, by_size, of_estimates, rows_of};
use crate::ReportError;
use crate::figure::{Figure, of_runs};
use crate::layout::Key;
use crate::sentences::{Named, best};
use crate::source::Run;
use crate::words::{distinct, sentence};
use unobench_findings::estimate::Estimate;
use unobench_findings::rows::LadderRow;

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let ladder = rows_of(runs, |run| &run.ladder);
    let heads = rows_of(runs, |run| &run.heads);
    [(("ladder", "The ladder"), ladder), (("heads", "Head to head"), heads)]
        .into_iter()
        .flat_map(|(names, rows)| {
            by_size(rows, |row| row.players).into_iter().map(move |size| (names, size))
        })
        .filter_map(|(names, size)| figure(runs, names, &size).transpose())
        .collect()
}

fn figure(
    runs: &[Run],
    (id, title): (&str, &str),
    &Size { players, ref rows, .. }: &Size<'_, LadderRow>,
) -> Result<Option<Figure>, ReportError> {
    let opponents = distinct(rows.iter().map(|(_, row)| row.opponent.as_str()));
    let names: Vec<String> = rows
        .iter()
        .map(|(_, row)| match opponents.as_slice() {
            [_] => row.strategy.clone(),
            _ => format!("{} against {}", row.strategy, row.opponent),
        })
        .collect();
    let estimates = rows.iter().zip(&names).filter_map(|(&(run, row), name)| {
        let rate = Estimate::of(row.win_rate, row.win_rate_low, row.win_rate_high)?;
        Some((Key { run, rules: &row.rules, name }, rate.times(100.0)))
    });
    let fair = 100.0 / f64::from(players.max(1));
    let only = if let [only] = opponents.as_slice() { Some(*only) } else { None };
    let frame = Caption {
        id: format!("{id}-{players}"),
        title: format!("{title} at {players} seats"),
        axis_title: "games won by the single strategy, %",
        reading: format!(
            "One strategy in one seat, {} in all others. Whiskers are 95 % intervals; the line is \
             the fair share.",
            only.unwrap_or("the opponent")
        ),
        references: vec![fair],
        sorted: true,
        ..Caption::default()
    };
    let table = of_runs(rows.iter().map(|(run, row)| (&*runs[*run].label, *row)), &[]);
    of_estimates(runs, frame, estimates.collect(), table, |rates, _| match only {
        Some(_) => sentence(&best(rates, fair)),
        None => above(rates, fair),
    })
}

fn above(rates: &[Named], fair: f64) -> String {
    let is_over = |rate: &&Named| rate.of.low() > fair;
    format!(
        "In {} of {} pairings the single strategy wins more than the fair share, beyond its \
         interval.",
        rates.iter().filter(is_over).count(),
        rates.len()
    )
}
