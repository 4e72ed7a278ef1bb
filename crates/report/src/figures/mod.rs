//! From the files of run directories to pictures: one file for each kind, and each shows what fits
//! the data, which may be nothing.

mod crosstable;
mod distributions;
mod duel;
mod effects;
mod factorial;
mod ladder;
mod notice;
mod ranks;
mod ratings;
mod seats;
mod skill;
mod sweep;
mod win_rates;

use super::ReportError;
use super::chart::intervals::{IntervalRow, Intervals, Mark, Tone};
use super::chart::{Axis, Unit, picture};
use super::figure::{Data, Figure};
use super::header::{Who, players};
use super::layout::{Key, Layout};
use super::sentences::{Rate, between};
use super::source::Run;
use super::words::grouped;
use serde::Serialize;
use std::collections::BTreeSet;

/// The most rows of a picture; the table has all.
const MOST_ROWS: usize = 64;

/// The most series whose sentences are told.
const MOST_SENTENCES: usize = 6;

/// Makes the pictures of one kind.
type Maker = fn(&[Run]) -> Result<Vec<Figure>, ReportError>;

/// All pictures that the files of the runs give.
///
/// # Errors
/// If one cannot be drawn.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let makers: [Maker; 10] = [
        duel::figures,
        ratings::figures,
        ranks::figures,
        win_rates::figures,
        crosstable::figures,
        effects::figures,
        skill::figures,
        ladder::figures,
        seats::figures,
        distributions::figures,
    ];
    let mut all = Vec::new();
    for maker in makers {
        all.extend(maker(runs)?);
    }
    Ok(all)
}

/// The pictures of sweeps, whose tables are lines and series of one picture.
///
/// # Errors
/// If one cannot be drawn.
pub(super) fn of_sweeps(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let mut all = Vec::new();
    for (place, run) in runs.iter().enumerate() {
        let mut made = factorial::figures(run)?;
        made.extend(sweep::figures(run)?);
        if runs.len() > 1 {
            for figure in &mut made {
                figure.id = format!("{}-of-{}", figure.id, place + 1);
                figure.title = format!("{}: {}", run.label, figure.title);
            }
        }
        all.extend(made);
    }
    Ok(all)
}

/// A table of rows of the runs' files, without some columns.
fn of_runs<R: Serialize>(runs: &[Run], rows: &[(usize, &R)], without: &[&str]) -> Data {
    Data::of(rows.iter().map(|(run, row)| (runs[*run].label.as_str(), *row)), without)
}

/// An estimate with where it belongs.
#[derive(Debug, Clone)]
struct Estimate<'a> {
    key: Key<'a>,
    value: f64,
    interval: Option<(f64, f64)>,
}

/// What a picture of estimates is called and how it is read.
struct Frame<'a> {
    id: String,
    title: String,
    axis_title: &'a str,
    unit: Unit,
    reading: String,
    references: Vec<f64>,
    /// Whose games it shows.
    who: Who,
    /// The unit of differences in sentences, such as " points".
    differences: &'a str,
    /// Whether the largest come first; else the order is kept.
    sorted: bool,
}

/// Numbers of seats that occur, in ascending order.
fn sizes(players: impl Iterator<Item = u32>) -> BTreeSet<u32> {
    players.collect()
}

/// The words that tell tables of one size from those of another, if there are several.
fn at_seats(players: u32, sizes: &BTreeSet<u32>) -> (String, String) {
    if sizes.len() > 1 {
        (format!("-{players}"), format!(", {players} seats"))
    } else {
        (String::new(), String::new())
    }
}

/// Draws estimates: rows and series by their keys; `told` makes a sentence of those of one series.
fn of_estimates(
    runs: &[Run],
    frame: Frame<'_>,
    estimates: &[Estimate<'_>],
    table: Data,
    told: impl Fn(&[Rate], &Key<'_>) -> String,
) -> Result<Option<Figure>, ReportError> {
    if estimates.is_empty() {
        return Ok(None);
    }
    let mut estimates = estimates.to_vec();
    estimates.sort_by_key(|estimate| {
        (estimate.key.run, runs[estimate.key.run].place_of(estimate.key.rules))
    });
    let estimates = estimates.as_slice();
    let layout = Layout::new(runs, estimates.iter().map(|estimate| estimate.key));
    // How far two ranks are apart says nothing of how far the strategies are.
    let between = || between_series(&layout, estimates, frame.differences);
    let mut sentences: Vec<String> =
        if frame.unit == Unit::Rank { Vec::new() } else { between().into_iter().collect() };
    sentences.extend(by_series(&layout, estimates, told));
    let headlines = sentences.len();
    let (rows, left_out) = interval_rows(&layout, estimates, &frame);
    if left_out > 0 {
        sentences.push(format!(
            "The chart leaves out {} rows; the table has them.",
            grouped(left_out as u64)
        ));
    }
    let ends = estimates.iter().flat_map(|estimate| {
        let (low, high) = estimate.interval.unwrap_or((estimate.value, estimate.value));
        [low, estimate.value, high]
    });
    let chart = Intervals {
        axis: Axis::around(ends.chain(frame.references.iter().copied()), false, frame.unit),
        rows,
        title: frame.axis_title.to_owned(),
        references: frame.references,
        band: None,
        series: layout.series.len(),
    };
    let picture = picture(
        &chart,
        &format!("{}: dots with 95 % intervals. {}", frame.title, sentences.join(" ")),
    )?;
    Ok(Some(Figure {
        id: frame.id,
        headlines,
        title: frame.title,
        picture,
        legend: layout.legend(),
        band: None,
        players: players(runs, frame.who),
        sentences,
        reading: frame.reading,
        table,
        curves: None,
    }))
}

/// A sentence for each directory and rule set, named if there are several.
fn by_series(
    layout: &Layout,
    estimates: &[Estimate<'_>],
    told: impl Fn(&[Rate], &Key<'_>) -> String,
) -> Vec<String> {
    let mut groups: Vec<(Key<'_>, Vec<Rate>)> = Vec::new();
    for estimate in estimates {
        let rate = Rate {
            name: estimate.key.name.to_owned(),
            value: estimate.value,
            interval: estimate.interval,
        };
        match groups
            .iter_mut()
            .find(|(key, _)| (key.run, key.rules) == (estimate.key.run, estimate.key.rules))
        {
            Some((_, rates)) => rates.push(rate),
            None => groups.push((estimate.key, vec![rate])),
        }
    }
    let single = groups.len() == 1;
    let left = groups.len().saturating_sub(MOST_SENTENCES);
    let mut sentences: Vec<String> = groups
        .iter()
        .take(MOST_SENTENCES)
        .map(|(key, rates)| {
            if single {
                told(rates, key)
            } else {
                format!("{}: {}", layout.named(*key), told(rates, key))
            }
        })
        .collect();
    if left > 0 {
        sentences.push(format!("The table has {left} more."));
    }
    sentences
}

/// What two directories differ in, if there are two.
fn between_series(layout: &Layout, estimates: &[Estimate<'_>], unit: &str) -> Option<String> {
    let [one, other] = layout.series.as_slice() else { return None };
    let rates = |number: usize| -> Vec<(usize, Rate)> {
        let of = estimates.iter().map(|estimate| (layout.place(estimate.key), estimate));
        of.filter(|((_, series), _)| *series == number)
            .map(|((row, _), estimate)| {
                (
                    row,
                    Rate {
                        name: layout.rows[row].clone(),
                        value: estimate.value,
                        interval: estimate.interval,
                    },
                )
            })
            .collect()
    };
    let others = rates(1);
    let pairs: Vec<(Rate, Rate)> = rates(0)
        .into_iter()
        .filter_map(|(row, rate)| {
            Some((rate, others.iter().find(|(other, _)| *other == row)?.1.clone()))
        })
        .collect();
    between(one, other, &pairs, unit)
}

/// The rows of a picture, and how many do not fit in it.
fn interval_rows(
    layout: &Layout,
    estimates: &[Estimate<'_>],
    frame: &Frame<'_>,
) -> (Vec<IntervalRow>, usize) {
    let mut rows: Vec<IntervalRow> = layout
        .rows
        .iter()
        .map(|name| IntervalRow { name: name.clone(), marks: Vec::new(), note: String::new() })
        .collect();
    for estimate in estimates {
        let (row, series) = layout.place(estimate.key);
        rows[row].marks.push(Mark {
            series,
            value: estimate.value,
            interval: estimate.interval,
            tone: Tone::Series,
        });
        if layout.series.len() == 1 {
            rows[row].note = frame.unit.noted(estimate.value, estimate.interval);
        }
    }
    if frame.sorted {
        let mean = |row: &IntervalRow| {
            row.marks.iter().map(|mark| mark.value).sum::<f64>() / row.marks.len().max(1) as f64
        };
        rows.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    }
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    rows.truncate(MOST_ROWS);
    (rows, left_out)
}

/// Multiplies a rate and its interval by 100.
fn percent(
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
) -> Option<(f64, Option<(f64, f64)>)> {
    Some((100.0 * value?, low.zip(high).map(|(low, high)| (100.0 * low, 100.0 * high))))
}
