//! The ladder of all strategies (`ladder.csv`) and the strongest head to head (`heads.csv`).

use super::{Caption, Size, by_size, of_estimates, rows_of};
use crate::document::Figure;
use crate::figures::layout::Key;
use crate::sentences::{Named, best};
use crate::source::Run;
use crate::words::{distinct, sentence};
use unobench_findings::estimate::Estimate;
use unobench_findings::rows::LadderRow;

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let ladder = rows_of(runs, |run| &run.ladder);
    let heads = rows_of(runs, |run| &run.heads);
    [(("ladder", "How strong is each strategy?"), ladder), (("heads", "Head to head"), heads)]
        .into_iter()
        .flat_map(|(names, rows)| {
            by_size(rows, |row| row.players).into_iter().map(move |size| (names, size))
        })
        .filter_map(|(names, size)| figure(runs, names, &size))
        .collect()
}

fn figure(
    runs: &[Run],
    (id, title): (&str, &str),
    &Size { players, ref rows, .. }: &Size<'_, LadderRow>,
) -> Option<Figure> {
    let opponents = distinct(rows.iter().map(|(_, row)| row.opponent.as_str()));
    let only = if let [only] = opponents.as_slice() { Some(*only) } else { None };
    let name = |row: &LadderRow| match only {
        Some(_) => row.strategy.clone(),
        None => format!("{} against {}", row.strategy, row.opponent),
    };
    let names: Vec<String> = rows.iter().map(|(_, row)| name(row)).collect();
    let estimates = rows.iter().zip(&names).filter_map(|(&(run, row), name)| {
        let rate = Estimate::of(row.win_rate, row.win_rate_low, row.win_rate_high)?;
        Some((Key { run, rules: &row.rules, name }, rate.times(100.0)))
    });
    let fair = 100.0 / f64::from(players.max(1));
    let caption = Caption {
        id: format!("{id}-{players}"),
        title: format!("{title} ({players} seats)"),
        what: "games won by the single strategy, %",
        reading: format!(
            "One strategy in one seat, {} in all others. Whiskers are 95 % intervals; the line is \
             the fair share.",
            only.unwrap_or("the opponent")
        ),
        references: vec![fair],
        sorted: true,
        ..Caption::default()
    };
    of_estimates(runs, caption, estimates.collect(), |rates, _| match only {
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
