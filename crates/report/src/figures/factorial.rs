//! What matters alone and together, where everything is put in and left out (`factorial.csv`).

use super::{MOST_ROWS, notice};
use crate::ReportError;
use crate::answers::{SKILL, TURNS};
use crate::chart::intervals::{IntervalRow, Intervals, Mark, Tone};
use crate::chart::{Axis, Unit, picture};
use crate::figure::{Data, Figure};
use crate::header::{Who, players as named};
use crate::layout::distinct;
use crate::matters::{QUANTITIES, Quantity, matters, sentences, sizes};
use crate::source::{Run, place_in_panel};
use crate::words::{capital, counted};
use unobench_files::panel::short;
use unobench_files::rows::FactorialRow;

/// A picture for each quantity and number of seats.
pub(super) fn figures(run: &Run) -> Result<Vec<Figure>, ReportError> {
    let mut made = Vec::new();
    for players in sizes(&run.factorial) {
        for quantity in QUANTITIES {
            made.extend(figure(run, players, quantity)?);
        }
    }
    Ok(made)
}

/// What people at a table would notice of a change of a quantity: of the length of a game, of its
/// mean over all combinations and tables.
fn noticed(run: &Run, players: u32, quantity: Quantity) -> Option<((f64, f64), String)> {
    if quantity.metric != TURNS {
        return notice::games(quantity.metric);
    }
    let is_mean = |row: &&FactorialRow| {
        (row.players, &*row.metric, &*row.kind) == (players, quantity.metric, "mean")
    };
    let means: Vec<f64> =
        run.factorial.iter().filter(is_mean).filter_map(|row| row.value).collect();
    let mean = means.iter().sum::<f64>() / means.len().max(1) as f64;
    notice::number(quantity.metric, mean, quantity.unit)
}

fn figure(run: &Run, players: u32, quantity: Quantity) -> Result<Option<Figure>, ReportError> {
    let Quantity { metric, title, unit, scale } = quantity;
    let all = matters(&run.factorial, players, metric);
    if all.is_empty() {
        return Ok(None);
    }
    let mut tables =
        distinct(all.iter().flat_map(|of| of.rows.iter().map(|row| row.table.as_str())));
    tables.sort_by_key(|table| place_in_panel(run, table));
    let mut rows = Vec::new();
    for matter in &all {
        let mark = |row: &&FactorialRow| {
            let ends = row.low.zip(row.high);
            Some(Mark {
                series: tables.iter().position(|table| *table == row.table)?,
                value: scale * row.value?,
                interval: ends.map(|(low, high)| (scale * low, scale * high)),
                tone: if row.verdict == "more" || row.verdict == "less" {
                    Tone::Series
                } else {
                    Tone::Unsure
                },
            })
        };
        let marks = matter.rows.iter().filter_map(mark).collect();
        rows.push(IntervalRow { name: matter.effect.to_owned(), marks, note: String::new() });
    }
    let mut said: Vec<String> = sentences(&run.factorial, players, quantity)
        .iter()
        .map(|sentence| format!("{}.", capital(sentence)))
        .collect();
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    if left_out > 0 {
        let left_out = counted(left_out, "row");
        said.push(format!("The chart leaves out {left_out}; the table has them."));
    }
    rows.truncate(MOST_ROWS);
    let ends = rows.iter().flat_map(|row| &row.marks).flat_map(|mark| {
        let (low, high) = mark.interval.unwrap_or((mark.value, mark.value));
        [low, mark.value, high]
    });
    let noticed = noticed(run, players, quantity);
    let band = noticed.as_ref().map(|(ends, _)| *ends);
    let chart = Intervals {
        axis: Axis::around_with_band(ends.chain([0.0]), band, false, Unit::Signed),
        band,
        title: unit.trim().to_owned(),
        references: vec![0.0],
        series: tables.len(),
        rows,
    };
    let is_whole = |(low, high): (f64, f64)| [low, high].iter().all(|at| chart.axis.contains(*at));
    let band = noticed.map(|(ends, amount)| notice::told(&amount, is_whole(ends)));
    let title = format!("What matters for {title}, {players} seats");
    let picture = picture(
        &chart,
        &format!("{title}: effects with 95 % intervals, the largest first. {}", said.join(" ")),
    )?;
    let is_wanted = |row: &&FactorialRow| row.players == players && row.metric == metric;
    let table = run.factorial.iter().filter(is_wanted).map(|row| (run.label.as_str(), row));
    Ok(Some(Figure {
        id: format!("matters-{}-{players}", metric.replace('_', "-")),
        title,
        picture,
        legend: if tables.len() > 1 {
            tables.iter().map(|table| short(table)).collect()
        } else {
            Vec::new()
        },
        band,
        players: named(
            std::slice::from_ref(run),
            if metric == SKILL { Who::Pool } else { Who::Tables },
        ),
        sentences: said,
        headlines: 1,
        reading:
            "What switching one on changes, on average over all combinations of the others; × \
                  is what two do together beyond what each does alone. Filled marks differ from 0 \
                  by more than the smallest effect that matters (in at most 5 % of such reports \
                  is any of these wrong); hollow ones do not, or it is not known yet. \
                  Whiskers are 95 % intervals."
                .to_owned(),
        table: Data::of(table, &["p_value", "p_adjusted", "players", "metric"]),
        curves: None,
    }))
}
