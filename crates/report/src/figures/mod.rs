//! From the files of run directories to figures: one file for each kind, and each tells what fits
//! the data, which may be nothing.

mod crosstable;
mod distributions;
mod duel;
mod effects;
mod factorial;
mod ladder;
mod layout;
mod notice;
mod seats;
mod skill;
mod strength;
mod sweep;

use super::document::{Chart, DocumentRow, Figure, Intervals, Mark, MarkTone, Short, Unit};
use super::header::{Who, players};
use super::source::Run;
use layout::{FigureLayout, LegendKey};
use std::collections::BTreeSet;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_findings::tell::number::{counted, significant, with_margin};
use unobench_findings::tell::plain::undecided;
use unobench_findings::tell::run::Named;
use unobench_findings::tell::speech::DEFAULT_NOTE;
use unobench_findings::tell::speech::sentence;
use unobench_stats::Interval;

/// The most rows of a figure; `findings.csv` has all.
const MOST_ROWS: usize = 120;

/// The most series whose sentences are told.
const MOST_SENTENCES: usize = 6;

/// Makes the figures of one kind from all runs, none if nothing fits.
type Maker = fn(&[Run]) -> Vec<Figure>;

/// What is said of sweeps, whose tables are lines and series of one figure, and then of each table
/// by itself.
pub(super) fn of_all(runs: &[Run], by_table: &[Run]) -> Vec<Figure> {
    let makers: [Maker; 8] = [
        duel::figures,
        strength::figures,
        crosstable::figures,
        effects::figures,
        skill::figures,
        ladder::figures,
        seats::figures,
        distributions::figures,
    ];
    let of_sweeps = runs.iter().enumerate().flat_map(|(place, run)| {
        let mut made = factorial::figures(run);
        made.extend(sweep::figures(run));
        for figure in made.iter_mut().filter(|_| runs.len() > 1) {
            figure.id = format!("{}-of-{}", figure.id, place + 1);
            figure.title = format!("{}: {}", run.label, figure.title);
        }
        made
    });
    of_sweeps.chain(makers.iter().flat_map(|maker| maker(by_table))).collect()
}

/// What several runs have, each with the place of its run.
type RunRows<'a, R> = Vec<(usize, &'a R)>;

fn rows_of<'a, R: 'a, I: IntoIterator<Item = &'a R>>(
    runs: &'a [Run],
    run_rows: impl Fn(&'a Run) -> I,
) -> RunRows<'a, R> {
    let all = runs.iter().enumerate();
    all.flat_map(|(place, run)| run_rows(run).into_iter().map(move |row| (place, row))).collect()
}

/// What runs have for tables of one number of seats.
struct TableSize<'a, R> {
    players: u32,
    several: bool,
    rows: RunRows<'a, R>,
}

impl<R> TableSize<'_, R> {
    fn id(&self, id: &str) -> String {
        if self.several { format!("{id}-{}", self.players) } else { id.to_owned() }
    }

    fn title(&self, title: &str) -> String {
        if self.several { format!("{title} ({} seats)", self.players) } else { title.to_owned() }
    }
}

fn by_size<R>(rows: RunRows<'_, R>, players_of: fn(&R) -> u32) -> Vec<TableSize<'_, R>> {
    let sizes: BTreeSet<u32> = rows.iter().map(|(_, row)| players_of(row)).collect();
    let several = sizes.len() > 1;
    let mut groups = Vec::new();
    for players in sizes {
        let own = rows.iter().filter(|(_, row)| players_of(row) == players);
        groups.push(TableSize { players, several, rows: own.copied().collect() });
    }
    groups
}

/// The words of a figure of estimates, its unit, and the order of its rows.
#[derive(Default)]
struct Caption<'a> {
    id: String,
    title: String,
    what: &'a str,
    unit: Unit,
    reading: String,
    references: Vec<f64>,
    who: Who,
    /// Whether the largest come first; else the order is kept.
    sorted: bool,
}

/// Estimates as rows and series by their keys; `told` makes a sentence of those of one series.
fn of_estimates(
    runs: &[Run],
    caption: Caption<'_>,
    mut estimates: Vec<(LegendKey<'_>, Estimate)>,
    told: impl Fn(&[Named], &LegendKey<'_>) -> String,
) -> Option<Figure> {
    if estimates.is_empty() {
        return None;
    }
    estimates.sort_by_cached_key(|(key, _)| (key.run, runs[key.run].place_of(key.rules)));
    let layout = FigureLayout::new(runs, estimates.iter().map(|(key, _)| *key));
    let mut sentences = by_series(&layout, &estimates, |rates, key| {
        let share = runs[key.run].undecided(key.rules);
        let nobody = undecided(share).map(|nobody| sentence(&nobody) + " ").unwrap_or_default();
        if share >= 1.0 { nobody.trim().to_owned() } else { nobody + &told(rates, key) }
    });
    let mut rows = rows(&layout, &estimates, &caption);
    cut(&mut rows, &mut sentences);
    let is_marked = runs.iter().any(|run| run.is_marked);
    let note = if is_marked { format!(" {DEFAULT_NOTE}.") } else { String::new() };
    let chart = Intervals {
        what: caption.what.to_owned(),
        unit: caption.unit,
        references: caption.references.into_iter().map(Short).collect(),
        rows,
        ..Intervals::default()
    };
    Some(Figure {
        id: caption.id,
        title: caption.title,
        players: players(runs, caption.who),
        series: layout.series,
        sentences,
        reading: caption.reading + &note,
        chart: Chart::Intervals(chart),
        ..Figure::default()
    })
}

fn cut<R>(rows: &mut Vec<R>, sentences: &mut Vec<String>) {
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    rows.truncate(MOST_ROWS);
    if left_out > 0 {
        let left_out = counted(left_out as u64, "row");
        sentences
            .push(format!("The chart leaves out {left_out}; the table of everything has them."));
    }
}

fn ascending(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

fn by_series(
    layout: &FigureLayout,
    estimates: &[(LegendKey<'_>, Estimate)],
    told: impl Fn(&[Named], &LegendKey<'_>) -> String,
) -> Vec<String> {
    let mut groups: Vec<(LegendKey<'_>, Vec<Named>)> = Vec::new();
    for (key, estimate) in estimates {
        let named = Named { name: key.name.to_owned(), estimate: *estimate };
        match groups.iter_mut().find(|(known, _)| (known.run, known.rules) == (key.run, key.rules))
        {
            Some((_, group)) => group.push(named),
            None => groups.push((*key, vec![named])),
        }
    }
    let single = groups.len() == 1;
    let left = groups.len().saturating_sub(MOST_SENTENCES);
    let mut sentences: Vec<String> = groups
        .iter()
        .take(MOST_SENTENCES)
        .map(|(key, group)| match single {
            true => told(group, key),
            false => format!("{}: {}", layout.named(*key), told(group, key)),
        })
        .collect();
    if left > 0 {
        sentences.push(format!("The chart has {left} more."));
    }
    sentences
}

fn rows(
    layout: &FigureLayout,
    estimates: &[(LegendKey<'_>, Estimate)],
    caption: &Caption<'_>,
) -> Vec<DocumentRow> {
    let names = layout.rows.iter().cloned();
    let mut rows: Vec<DocumentRow> =
        names.map(|name| DocumentRow { name, ..DocumentRow::default() }).collect();
    for &(key, estimate) in estimates {
        let (row, series) = layout.place(key);
        rows[row].marks.push(Mark { series, estimate, tone: MarkTone::Series });
        if layout.series.len() == 1 {
            rows[row].note = noted(estimate, caption.unit);
        }
    }
    if caption.sorted {
        rows.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    }
    rows
}

/// A finding with its names, times so much.
fn keyed(run: usize, finding: &Finding, factor: f64) -> Option<(LegendKey<'_>, Estimate)> {
    Some((
        LegendKey { run, rules: &finding.rules, name: &finding.subject },
        finding.known()?.times(factor),
    ))
}

/// An estimate beside its mark; of ranks the first and the last that it may be.
fn noted(estimate: Estimate, unit: Unit) -> String {
    match (unit, estimate.interval) {
        (Unit::Rank, Some(Interval { low, high })) if low < high => format!("{low} to {high}"),
        (Unit::Rank, _) => significant(estimate.value),
        _ => with_margin(estimate),
    }
}
