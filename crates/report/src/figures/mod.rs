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
use super::chart::intervals::{Hue, IntervalRow, Intervals, Mark, ends};
use super::chart::{Axis, Unit};
use super::figure::{Figure, add};
use super::header::{Who, players};
use super::layout::{Key, Layout};
use super::sentences::{Named, undecided};
use super::source::Run;
use super::words::{counted, sentence};
use std::collections::BTreeSet;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_findings::wide::Wide;
use unobench_findings::words::DEFAULT_NOTE;

/// The most rows of a picture; the table has all.
const MOST_ROWS: usize = 64;

/// The most series whose sentences are told.
const MOST_SENTENCES: usize = 6;

type Maker = fn(&[Run]) -> Result<Vec<Figure>, ReportError>;

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
    let made: Result<Vec<_>, _> = makers.iter().map(|maker| maker(runs)).collect();
    Ok(made?.into_iter().flatten().collect())
}

/// The pictures of sweeps, whose tables are lines and series of one picture.
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

/// What several runs have, each with the place of its run.
type Rows<'a, R> = Vec<(usize, &'a R)>;

fn rows_of<'a, R: 'a, I: IntoIterator<Item = &'a R>>(
    runs: &'a [Run],
    of: impl Fn(&'a Run) -> I,
) -> Rows<'a, R> {
    let all = runs.iter().enumerate();
    all.flat_map(|(place, run)| of(run).into_iter().map(move |row| (place, row))).collect()
}

/// The table of a question, without some columns: the rows of these findings.
fn table(runs: &[Run], question: &str, found: &[(usize, &Finding)], without: &[&str]) -> Wide {
    let mut all = Wide::default();
    for of_run in found.chunk_by(|one, other| one.0 == other.0) {
        let run = &runs[of_run[0].0];
        let rows = Wide::of_some(question, &run.findings, of_run.iter().map(|(_, of)| *of));
        add(&mut all, &run.label, rows, without);
    }
    all
}

struct Size<'a, R> {
    players: u32,
    several: bool,
    rows: Rows<'a, R>,
}

impl<R> Size<'_, R> {
    fn id(&self, id: &str) -> String {
        if self.several { format!("{id}-{}", self.players) } else { id.to_owned() }
    }

    fn title(&self, title: &str) -> String {
        if self.several { format!("{title}, {} seats", self.players) } else { title.to_owned() }
    }
}

fn by_size<R>(rows: Rows<'_, R>, players_of: fn(&R) -> u32) -> Vec<Size<'_, R>> {
    let sizes: BTreeSet<u32> = rows.iter().map(|(_, row)| players_of(row)).collect();
    let several = sizes.len() > 1;
    let of = |players: u32| rows.iter().filter(move |(_, row)| players_of(row) == players);
    let size = |players| Size { players, several, rows: of(players).copied().collect() };
    sizes.into_iter().map(size).collect()
}

#[derive(Default)]
struct Caption<'a> {
    id: String,
    title: String,
    axis_title: &'a str,
    unit: Unit,
    reading: String,
    references: Vec<f64>,
    who: Who,
    /// Whether the largest come first; else the order is kept.
    sorted: bool,
}

/// Draws estimates: rows and series by their keys; `told` makes a sentence of those of one series.
fn of_estimates(
    runs: &[Run],
    frame: Caption<'_>,
    mut estimates: Vec<(Key<'_>, Estimate)>,
    table: Wide,
    told: impl Fn(&[Named], &Key<'_>) -> String,
) -> Result<Option<Figure>, ReportError> {
    if estimates.is_empty() {
        return Ok(None);
    }
    estimates.sort_by_key(|(key, _)| (key.run, runs[key.run].place_of(key.rules)));
    let layout = Layout::new(runs, estimates.iter().map(|(key, _)| *key));
    let mut sentences = by_series(&layout, &estimates, |rates, key| {
        match undecided(runs[key.run].undecided(key.rules)).map(|nobody| sentence(&nobody)) {
            Some(nobody) if runs[key.run].undecided(key.rules) >= 1.0 => nobody,
            Some(nobody) => format!("{nobody} {}", told(rates, key)),
            None => told(rates, key),
        }
    });
    let headlines = sentences.len();
    let mut rows = interval_rows(&layout, &estimates, &frame);
    let shown = ends(&rows).into_iter().chain(frame.references.iter().copied());
    let axis = Axis::around(shown, false, frame.unit);
    cut(&mut rows, &mut sentences);
    let chart = Intervals {
        axis,
        rows,
        title: frame.axis_title.to_owned(),
        references: frame.references,
        band: None,
        series: layout.series.len(),
    };
    let kind = format!("{}: dots with 95 % intervals.", frame.title);
    let is_marked = runs.iter().any(|run| run.is_marked);
    let note = if is_marked { format!(" {DEFAULT_NOTE}.") } else { String::new() };
    let figure = Figure {
        id: frame.id,
        title: frame.title,
        players: players(runs, frame.who),
        legend: layout.legend(),
        sentences,
        headlines,
        reading: frame.reading + &note,
        table,
        ..Figure::default()
    };
    figure.drawn(&chart, &kind).map(Some)
}

fn cut<R>(rows: &mut Vec<R>, sentences: &mut Vec<String>) {
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    rows.truncate(MOST_ROWS);
    if left_out > 0 {
        let left_out = counted(left_out, "row");
        sentences.push(format!("The chart leaves out {left_out}; the table has them."));
    }
}

fn ascending(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

fn by_series(
    layout: &Layout,
    estimates: &[(Key<'_>, Estimate)],
    told: impl Fn(&[Named], &Key<'_>) -> String,
) -> Vec<String> {
    let mut groups: Vec<(Key<'_>, Vec<Named>)> = Vec::new();
    for (key, of) in estimates {
        let named = Named { name: key.name.to_owned(), of: *of };
        match groups.iter_mut().find(|(known, _)| (known.run, known.rules) == (key.run, key.rules))
        {
            Some((_, group)) => group.push(named),
            None => groups.push((*key, vec![named])),
        }
    }
    let single = groups.len() == 1;
    let left = groups.len().saturating_sub(MOST_SENTENCES);
    let of_group = |(key, group): &(Key<'_>, Vec<Named>)| match single {
        true => told(group, key),
        false => format!("{}: {}", layout.named(*key), told(group, key)),
    };
    let mut sentences: Vec<String> = groups.iter().take(MOST_SENTENCES).map(of_group).collect();
    if left > 0 {
        sentences.push(format!("The table has {left} more."));
    }
    sentences
}

fn interval_rows(
    layout: &Layout,
    estimates: &[(Key<'_>, Estimate)],
    frame: &Caption<'_>,
) -> Vec<IntervalRow> {
    let mut rows: Vec<IntervalRow> =
        layout.rows.iter().map(|name| IntervalRow::new(name)).collect();
    for &(key, of) in estimates {
        let (row, series) = layout.place(key);
        rows[row].marks.push(Mark { series, of, tone: Hue::Series });
        if layout.series.len() == 1 {
            rows[row].note = frame.unit.noted(of);
        }
    }
    if frame.sorted {
        rows.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    }
    rows
}

/// A rate in percent, of what has its findings' names.
fn rate<'a>(run: usize, of: &'a Finding) -> Option<(Key<'a>, Estimate)> {
    let key = Key { run, rules: &of.rules, name: &of.of };
    Some((key, of.known()?.times(100.0)))
}
