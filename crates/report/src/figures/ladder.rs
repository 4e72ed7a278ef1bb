//! The ladder of all strategies (`ladder.csv`) and the strongest head to head (`heads.csv`).

use super::{Estimate, Frame, of_estimates, of_runs, percent, sizes};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::header::Who;
use crate::layout::Key;
use crate::sentences::best;
use crate::source::Run;
use crate::words::listed;
use unobench_files::rows::LadderRow;

/// One of the two tables.
type Table = fn(&Run) -> &[LadderRow];

/// Pictures for each number of seats.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let mut made = Vec::new();
    let kinds: [(&str, Table); 2] = [("ladder", |run| &run.ladder), ("heads", |run| &run.heads)];
    for (kind, of) in kinds {
        for players in sizes(runs.iter().flat_map(of).map(|row| row.players)) {
            made.extend(figure(runs, kind, of, players)?);
        }
    }
    Ok(made)
}

fn figure(
    runs: &[Run],
    kind: &str,
    of: Table,
    players: u32,
) -> Result<Option<Figure>, ReportError> {
    let rows: Vec<(usize, &LadderRow)> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, it)| {
            of(it).iter().filter(|row| row.players == players).map(move |row| (run, row))
        })
        .collect();
    let mut opponents: Vec<&str> = rows.iter().map(|(_, row)| row.opponent.as_str()).collect();
    opponents.sort_unstable();
    opponents.dedup();
    let one_table = opponents.len() == 1;
    let names: Vec<String> = rows
        .iter()
        .map(|(_, row)| {
            if one_table {
                row.strategy.clone()
            } else {
                format!("{} against {}", row.strategy, row.opponent)
            }
        })
        .collect();
    let estimates: Vec<Estimate<'_>> = rows
        .iter()
        .zip(&names)
        .filter_map(|(&(run, row), name)| {
            let (value, interval) = percent(row.win_rate, row.win_rate_low, row.win_rate_high)?;
            Some(Estimate { key: Key { run, rules: &row.rules, name }, value, interval })
        })
        .collect();
    let fair = 100.0 / f64::from(players.max(1));
    let frame = Frame {
        id: format!("{kind}-{players}"),
        title: match kind {
            "ladder" => format!("The ladder at {players} seats"),
            _ => format!("Head to head at {players} seats"),
        },
        axis_title: "games won by the single strategy, %",
        unit: Unit::Plain,
        reading: format!(
            "One strategy in one seat, {} in all others. Whiskers are 95 % intervals; the line is \
             the fair share.",
            if one_table { listed(&opponents) } else { "the opponent".to_owned() }
        ),
        references: vec![fair],
        who: Who::Tables,
        differences: " points",
        sorted: true,
    };
    of_estimates(runs, frame, &estimates, of_runs(runs, &rows, &[]), |rates, _| {
        if one_table { best(rates, Some(fair), ["wins", "most"], " %") } else { above(rates, fair) }
    })
}

/// How many of the pairings are above the fair share for sure.
fn above(rates: &[crate::sentences::Rate], fair: f64) -> String {
    let over = rates.iter().filter(|rate| rate.interval.is_some_and(|(low, _)| low > fair)).count();
    format!(
        "In {over} of {} pairings the single strategy wins more than the fair share, beyond its \
         interval.",
        rates.len()
    )
}
