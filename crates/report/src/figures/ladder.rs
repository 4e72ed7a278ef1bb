//! The ladder of all strategies (`ladder.csv`) and the strongest head to head (`heads.csv`).

use super::layout::LegendKey;
use super::{Caption, TableSize, by_size, of_estimates, rows_of};
use crate::document::Figure;
use crate::source::{LADDERS, Run};
use unobench_findings::finding::Finding;
use unobench_findings::tell::run::{Named, best};
use unobench_findings::tell::speech::{distinct, sentence};

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let titles = ["How strong is each strategy?", "Head to head"];
    let mut figures = Vec::new();
    for (place, (id, title)) in LADDERS.into_iter().zip(titles).enumerate() {
        let rows = rows_of(runs, |run| run.ladders[place].iter());
        let sizes = by_size(rows, |row| row.players);
        figures.extend(sizes.iter().filter_map(|size| figure(runs, (id, title), size)));
    }
    figures
}

fn figure(
    runs: &[Run],
    (id, title): (&str, &str),
    &TableSize { players, ref rows, .. }: &TableSize<'_, Finding>,
) -> Option<Figure> {
    let opponents = distinct(rows.iter().map(|(_, row)| row.against.as_str()));
    let only = if let [only] = opponents.as_slice() { Some(*only) } else { None };
    let names: Vec<String> = rows
        .iter()
        .map(|(_, row)| match only {
            Some(_) => row.subject.clone(),
            None => format!("{} against {}", row.subject, row.against),
        })
        .collect();
    let estimates = rows.iter().zip(&names).filter_map(|(&(run, row), name)| {
        Some((LegendKey { run, rules: &row.rules, name }, row.known()?.times(100.0)))
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
    let above = rates.iter().filter(|rate| rate.estimate.low() > fair).count();
    format!(
        "In {above} of {} pairings the single strategy wins more than the fair share, beyond its \
         interval.",
        rates.len()
    )
}
