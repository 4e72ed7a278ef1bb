//! Distributions of scores and of the lengths of games, as smooth curves.

use super::{MOST_SENTENCES, Size, by_size, cut, rows_of};
use crate::ReportError;
use crate::chart::ridges::{Curve, RidgeRow, Ridges};
use crate::chart::{Axis, Unit};
use crate::density::Distribution;
use crate::figure::{Figure, of_runs};
use crate::header::{Who, players};
use crate::layout::{Key, Layout};
use crate::sentences::{Shape, shapes};
use crate::source::Run;
use serde_json::json;
use unobench_findings::estimate::Estimate;
use unobench_findings::rows::{ScoreRow, TurnsRow};
use unobench_findings::wide::Wide;

/// A share of zeros from which they are left out of a picture, since nothing else could be seen
/// beside them.
const MANY_ZEROS: f64 = 0.2;

/// The share of a distribution that the axis leaves out at either end.
const TAIL: f64 = 0.003;

/// The ratio of the largest to the least number from which the axis is by ratio.
const WIDE: f64 = 12.0;

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let mut made = Vec::new();
    for size in by_size(rows_of(runs, |run| &run.scores), |row| row.players) {
        let found =
            found(&size, |row: &ScoreRow| (&row.rules, &row.strategy, row.score, row.count));
        made.extend(figure(runs, &SCORES, size.id("scores"), size.title("Scores"), found)?);
    }
    for size in by_size(rows_of(runs, |run| &run.turns), |row| row.players) {
        let found = found(&size, |row: &TurnsRow| (&row.rules, "", row.turns, row.count));
        let title = size.title("Lengths of games");
        made.extend(figure(runs, &LENGTHS, size.id("turns"), title, found)?);
    }
    Ok(made)
}

type Sample<'a> = (Key<'a>, Distribution);

struct Kind {
    axis_title: &'static str,
    what: &'static str,
    most: &'static str,
    least: &'static str,
    unit: &'static str,
    nothing: &'static str,
    without: &'static [&'static str],
    /// The mean that the files have, and what else it is of.
    mean: fn(&Run, Key<'_>) -> Option<Estimate>,
    of_means: &'static str,
}

const SCORES: Kind = Kind {
    axis_title: "points in a game",
    what: "Points in a game",
    most: "most for",
    least: "fewest for",
    unit: "points",
    nothing: "no points",
    without: &[],
    mean: |run, key| run.score_mean(key.rules, key.name),
    of_means: "",
};

const LENGTHS: Kind = Kind {
    axis_title: "turns in a game",
    what: "Turns in a game",
    most: "most under",
    least: "fewest under",
    unit: "turns",
    nothing: "no turns",
    without: &["strategy"],
    mean: |run, key| run.turns_mean(key.rules),
    of_means: "; they are of games that finish",
};

fn found<'a, R>(
    size: &Size<'a, R>,
    of: fn(&'a R) -> (&'a str, &'a str, i64, u64),
) -> Vec<Sample<'a>> {
    let mut found: Vec<Sample<'_>> = Vec::new();
    for &(run, row) in &size.rows {
        let (rules, name, number, count) = of(row);
        let key = Key { run, rules, name };
        // Rows are sorted by their keys, so it is nearly always the last one.
        let place = match found.last() {
            Some((last, _)) if *last == key => Some(found.len() - 1),
            _ => found.iter().position(|(other, _)| *other == key),
        };
        let place = place.unwrap_or_else(|| {
            found.push((key, Distribution::default()));
            found.len() - 1
        });
        found[place].1.add(number, count);
    }
    found
}

fn figure(
    runs: &[Run],
    kind: &Kind,
    id: String,
    title: String,
    mut found: Vec<Sample<'_>>,
) -> Result<Option<Figure>, ReportError> {
    found.retain(|(_, distribution)| distribution.total() > 0.0);
    found.sort_by_key(|(key, _)| (key.run, runs[key.run].place_of(key.rules)));
    if found.is_empty() {
        return Ok(None);
    }
    let layout = Layout::new(runs, found.iter().map(|(key, _)| *key));
    let leave_out = found.iter().any(|(_, whole)| whole.share_of_zero() >= MANY_ZEROS);
    let drawn: Vec<Sample<'_>> = found
        .iter()
        .map(|(key, whole)| (*key, if leave_out { whole.without_zero() } else { whole.clone() }))
        .filter(|(_, distribution)| distribution.total() > 0.0)
        .collect();
    let axis = axis(&drawn);
    let headlines =
        if layout.series.len() > 1 { layout.series.len().min(MOST_SENTENCES) } else { 1 };
    let mut rows = rows(&layout, &found, &drawn, &axis, leave_out);
    let mut sentences = told(runs, &layout, kind, &found);
    if leave_out {
        sentences.push(format!(
            "The curves leave out games without {}: their shares are beside the curves, and all \
             other numbers count them.",
            kind.unit
        ));
    }
    cut(&mut rows, &mut sentences);
    let curves = curve_data(&layout, &rows);
    let chart = Ridges {
        rows,
        axis,
        title: kind.axis_title.to_owned(),
        series: layout.series.len(),
        left_out: kind.nothing,
    };
    let medians = if layout.series.len() > 1 {
        "marks below a line are the medians"
    } else {
        "the dark tick is the median"
    };
    let reading = format!(
        "Areas under the curves are equal; {medians}. Means have 95 % intervals from the variance \
         of whole deals{}.",
        kind.of_means
    );
    let of_title = format!("{title}: smooth curves of the distribution.");
    let figure = Figure {
        id,
        title,
        legend: layout.legend(),
        players: players(runs, Who::Tables),
        headlines,
        sentences,
        reading,
        table: table(runs, kind, &found),
        curves: Some(curves),
        ..Figure::default()
    };
    figure.drawn(&chart, &of_title).map(Some)
}

fn axis(drawn: &[Sample<'_>]) -> Axis {
    let quantiles = |share: f64| {
        let found = drawn.iter().filter_map(move |(_, shown)| shown.quantile(share));
        found.map(|number| number as f64)
    };
    let low = quantiles(TAIL).fold(f64::INFINITY, f64::min);
    let high = quantiles(1.0 - TAIL).fold(f64::NEG_INFINITY, f64::max);
    let least = drawn.iter().filter_map(|(_, shown)| shown.least()).min().unwrap_or(0) as f64;
    if low > 2.0 && high / low > WIDE {
        return Axis::exactly(low * 0.9, high * 1.1, true, Unit::Plain);
    }
    // Of numbers so large that 1 more makes no difference, a millionth does.
    let air = (0.03 * (high - low)).max(1.0).max(1e-6 * high.abs().max(low.abs()));
    Axis::exactly((low - air).max(least - 1.0), high + air, false, Unit::Plain)
}

fn rows(
    layout: &Layout,
    found: &[Sample<'_>],
    drawn: &[Sample<'_>],
    axis: &Axis,
    leave_out: bool,
) -> Vec<RidgeRow> {
    let empty =
        |name: &String| RidgeRow { name: name.clone(), curves: Vec::new(), left_out: Vec::new() };
    let mut rows: Vec<(f64, RidgeRow)> =
        layout.rows.iter().map(|name| (0.0, empty(name))).collect();
    for (key, distribution) in drawn {
        let (row, series) = layout.place(*key);
        let median = distribution.quantile(0.5).unwrap_or(0) as f64;
        rows[row].1.curves.push(Curve { series, points: distribution.curve(axis), median });
    }
    for (key, distribution) in found {
        let (row, series) = layout.place(*key);
        let row = &mut rows[row];
        row.0 = row.0.max(distribution.mean().unwrap_or(0.0));
        if leave_out {
            row.1.left_out.push((series, distribution.share_of_zero()));
        }
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn told(runs: &[Run], layout: &Layout, kind: &Kind, found: &[Sample<'_>]) -> Vec<String> {
    let mut groups: Vec<(Option<String>, Vec<Shape>)> = Vec::new();
    let by_series = layout.series.len() > 1;
    for (key, distribution) in found {
        let (row, series) = layout.place(*key);
        let group = by_series.then(|| layout.series[series].clone());
        let name = if layout.rows.len() > 1 { layout.rows[row].clone() } else { String::new() };
        let written = (kind.mean)(&runs[key.run], *key);
        let mean = written.or(distribution.mean().map(Estimate::exactly));
        let Some(mean) = mean else { continue };
        let quantiles = [0.05, 0.5, 0.95].map(|share| distribution.quantile(share).unwrap_or(0));
        let shape = Shape { name, mean, quantiles };
        match groups.iter_mut().find(|(other, _)| *other == group) {
            Some((_, shapes)) => shapes.push(shape),
            None => groups.push((group, vec![shape])),
        }
    }
    let sentence = |(group, of): &(Option<String>, Vec<Shape>)| {
        let told = shapes(of, kind.what, kind.most, kind.least);
        group.as_ref().map_or(told.clone(), |group| format!("{group}: {told}"))
    };
    groups.iter().take(MOST_SENTENCES).map(sentence).collect()
}

fn curve_data(layout: &Layout, rows: &[RidgeRow]) -> Wide {
    let columns = ["row", "series", "at", "height"].map(str::to_owned).to_vec();
    let mut data = Wide { columns, rows: Vec::new() };
    for row in rows {
        for curve in &row.curves {
            // Six digits are more than can be seen.
            let round = |number: f64| {
                if number == 0.0 { 0.0 } else { format!("{number:.5e}").parse().unwrap_or(number) }
            };
            let points = curve.points.iter();
            data.rows.extend(points.map(|&(x, y)| {
                vec![
                    row.name.as_str().into(),
                    layout.series[curve.series].as_str().into(),
                    round(x).into(),
                    round(y).into(),
                ]
            }));
        }
    }
    data
}

fn table(runs: &[Run], kind: &Kind, found: &[Sample<'_>]) -> Wide {
    let row = |(key, distribution): &Sample<'_>| {
        json!({
            "rules": key.rules,
            "strategy": key.name,
            "count": distribution.total(),
            "mean": distribution.mean(),
            "deviation": distribution.deviation(),
            "zero": distribution.share_of_zero(),
            "p05": distribution.quantile(0.05),
            "p50": distribution.quantile(0.5),
            "p95": distribution.quantile(0.95),
        })
    };
    let rows = found.iter().map(|found| (runs[found.0.run].label.as_str(), row(found)));
    of_runs(rows, kind.without)
}
