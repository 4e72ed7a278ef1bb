//! Distributions of scores and of the lengths of games, as smooth curves.

use super::{MOST_ROWS, MOST_SENTENCES, at_seats, sizes};
use crate::ReportError;
use crate::chart::ridges::{Curve, RidgeRow, Ridges};
use crate::chart::{Axis, Unit, picture};
use crate::density::Distribution;
use crate::figure::{Data, Figure};
use crate::header::{Who, players};
use crate::layout::{Key, Layout};
use crate::sentences::{Shape, shapes};
use crate::source::Run;
use crate::words::{at_most, counted, fixed};
use serde_json::json;

/// A share of zeros from which they are left out of a picture, since nothing else could be seen
/// beside them.
const MANY_ZEROS: f64 = 0.2;

/// Means are close if they are no farther apart than this share of one of them.
const CLOSE: f64 = 0.1;

/// The share of a distribution that the axis leaves out at either end.
const TAIL: f64 = 0.003;

/// The ratio of the largest to the least number from which the axis is by ratio.
const WIDE: f64 = 12.0;

/// Pictures of the scores and of the lengths, for each number of seats.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let mut made = Vec::new();
    let scores = sizes(runs.iter().flat_map(|run| &run.scores).map(|row| row.players));
    for &players in &scores {
        let (suffix, seats) = at_seats(players, &scores);
        let frame = Frame {
            id: format!("scores{suffix}"),
            title: format!("Scores{seats}"),
            axis_title: "points in a game",
            what: "Points in a game",
            most: "most for",
            least: "fewest for",
            unit: "points",
            nothing: "no points",
            of: "strategy",
        };
        made.extend(figure(runs, frame, scores_of(runs, players))?);
    }
    let turns = sizes(runs.iter().flat_map(|run| &run.turns).map(|row| row.players));
    for &players in &turns {
        let (suffix, seats) = at_seats(players, &turns);
        let frame = Frame {
            id: format!("turns{suffix}"),
            title: format!("Lengths of games{seats}"),
            axis_title: "turns in a game",
            what: "Turns in a game",
            most: "most under",
            least: "fewest under",
            unit: "turns",
            nothing: "no turns",
            of: "rules",
        };
        made.extend(figure(runs, frame, turns_of(runs, players))?);
    }
    Ok(made)
}

/// A distribution and where it belongs.
type Found<'a> = (Key<'a>, Distribution);

/// How a picture is called and what its sentences say.
struct Frame {
    id: String,
    title: String,
    axis_title: &'static str,
    what: &'static str,
    most: &'static str,
    least: &'static str,
    unit: &'static str,
    /// What the curves may leave out.
    nothing: &'static str,
    of: &'static str,
}

fn take<'a>(found: &mut Vec<Found<'a>>, key: Key<'a>, number: i64, count: u64) {
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

fn scores_of(runs: &[Run], players: u32) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    for (run, of) in runs.iter().enumerate() {
        for row in of.scores.iter().filter(|row| row.players == players) {
            take(
                &mut found,
                Key { run, rules: &row.rules, name: &row.strategy },
                row.score,
                row.count,
            );
        }
    }
    found
}

fn turns_of(runs: &[Run], players: u32) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    for (run, of) in runs.iter().enumerate() {
        for row in of.turns.iter().filter(|row| row.players == players) {
            take(&mut found, Key { run, rules: &row.rules, name: "" }, row.turns, row.count);
        }
    }
    found
}

fn figure(
    runs: &[Run],
    frame: Frame,
    mut found: Vec<Found<'_>>,
) -> Result<Option<Figure>, ReportError> {
    found.retain(|(_, distribution)| distribution.total() > 0.0);
    found.sort_by_key(|(key, _)| (key.run, runs[key.run].place_of(key.rules)));
    if found.is_empty() {
        return Ok(None);
    }
    let layout = Layout::new(runs, found.iter().map(|(key, _)| *key));
    let zeros: Vec<f64> =
        found.iter().map(|(_, distribution)| distribution.share_of_zero()).collect();
    let leave_out = zeros.iter().any(|share| *share >= MANY_ZEROS);
    let drawn: Vec<Found<'_>> = found
        .iter()
        .map(|(key, whole)| (*key, if leave_out { whole.without_zero() } else { whole.clone() }))
        .filter(|(_, distribution)| distribution.total() > 0.0)
        .collect();
    let axis = axis(&drawn);
    let headlines =
        if layout.series.len() > 1 { layout.series.len().min(MOST_SENTENCES) } else { 1 };
    let (rows, left_out) = rows(&layout, &found, &drawn, &axis, leave_out);
    let mut sentences = told(&layout, &frame, &found);
    if leave_out {
        let (least, most) = zeros
            .iter()
            .fold((1.0_f64, 0.0_f64), |(low, high), share| (low.min(*share), high.max(*share)));
        let range = if fixed(100.0 * least, 1) == fixed(100.0 * most, 1) {
            format!("{} %", fixed(100.0 * most, 1))
        } else {
            format!("{} to {} %", fixed(100.0 * least, 1), fixed(100.0 * most, 1))
        };
        sentences.push(format!(
            "The curves leave out games without {}, {range} of all: their shares are beside the \
             curves, and all other numbers count them.",
            frame.unit
        ));
    }
    if left_out > 0 {
        sentences.push(format!(
            "The chart leaves out {}; the table has them.",
            counted(left_out, "row")
        ));
    }
    let curves = curve_data(&layout, &rows);
    let chart = Ridges {
        rows,
        axis,
        title: frame.axis_title.to_owned(),
        series: layout.series.len(),
        left_out: frame.nothing,
    };
    let picture = picture(
        &chart,
        &format!("{}: smooth curves of the distribution. {}", frame.title, sentences.join(" ")),
    )?;
    let medians = if layout.series.len() > 1 {
        "marks below a line are the medians"
    } else {
        "the dark tick is the median"
    };
    let reading = format!(
        "Areas under the curves are equal; {medians}. Margins of means take games as independent, \
         which games of one deal are not quite."
    );
    let table = table(runs, &frame, &found);
    Ok(Some(Figure {
        id: frame.id,
        title: frame.title,
        picture,
        legend: layout.legend(),
        band: None,
        players: players(runs, Who::Tables),
        headlines,
        sentences,
        reading,
        table,
        curves: Some(curves),
    }))
}

/// An axis for nearly all of the numbers.
fn axis(drawn: &[Found<'_>]) -> Axis {
    let quantiles = |share: f64| {
        drawn
            .iter()
            .filter_map(move |(_, distribution)| distribution.quantile(share))
            .map(|number| number as f64)
    };
    let low = quantiles(TAIL).fold(f64::INFINITY, f64::min);
    let high = quantiles(1.0 - TAIL).fold(f64::NEG_INFINITY, f64::max);
    let least =
        drawn.iter().filter_map(|(_, distribution)| distribution.least()).min().unwrap_or(0) as f64;
    if low > 2.0 && high / low > WIDE {
        return Axis::exactly(low * 0.9, high * 1.1, true, Unit::Plain);
    }
    // Of numbers so large that 1 more makes no difference, a millionth does.
    let air = (0.03 * (high - low)).max(1.0).max(1e-6 * high.abs().max(low.abs()));
    Axis::exactly((low - air).max(least - 1.0), high + air, false, Unit::Plain)
}

/// Rows by the mean of all that was found, the largest first; and how many do not fit.
fn rows(
    layout: &Layout,
    found: &[Found<'_>],
    drawn: &[Found<'_>],
    axis: &Axis,
    leave_out: bool,
) -> (Vec<RidgeRow>, usize) {
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
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    (rows.into_iter().take(MOST_ROWS).map(|(_, row)| row).collect(), left_out)
}

fn shape(name: String, distribution: &Distribution) -> Option<Shape> {
    Some(Shape {
        name,
        mean: distribution.mean()?,
        quantiles: [0.05, 0.5, 0.95].map(|share| distribution.quantile(share).unwrap_or(0)),
        count: distribution.total(),
        deviation: distribution.deviation()?,
    })
}

fn told(layout: &Layout, frame: &Frame, found: &[Found<'_>]) -> Vec<String> {
    let mut groups: Vec<(Option<String>, Vec<Shape>)> = Vec::new();
    let by_series = layout.series.len() > 1;
    for (key, distribution) in found {
        let (row, series) = layout.place(*key);
        let group = by_series.then(|| layout.series[series].clone());
        let name = if layout.rows.len() > 1 { layout.rows[row].clone() } else { String::new() };
        let Some(shape) = shape(name, distribution) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == group) {
            Some((_, shapes)) => shapes.push(shape),
            None => groups.push((group, vec![shape])),
        }
    }
    let sentence = |(group, of): &(Option<String>, Vec<Shape>)| {
        let told = shapes(of, frame.what, frame.most, frame.least);
        group.as_ref().map_or(told.clone(), |group| format!("{group}: {told}"))
    };
    let mut sentences: Vec<String> = groups.iter().take(MOST_SENTENCES).map(sentence).collect();
    if let [(_, shapes)] = groups.as_slice()
        && shapes.len() > 1
    {
        let means = shapes.iter().map(|shape| shape.mean);
        let gap = means.clone().fold(f64::MIN, f64::max) - means.fold(f64::MAX, f64::min);
        if gap < CLOSE * shapes[0].mean {
            sentences.push(format!(
                "No two means are more than {} {} apart.",
                at_most(gap),
                frame.unit
            ));
        }
    }
    sentences
}

/// The curves as they are drawn.
fn curve_data(layout: &Layout, rows: &[RidgeRow]) -> Data {
    let columns = ["row", "series", "at", "height"].map(str::to_owned).to_vec();
    let mut data = Data { columns, rows: Vec::new() };
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

fn table(runs: &[Run], frame: &Frame, found: &[Found<'_>]) -> Data {
    let row = |(key, distribution): &Found<'_>| {
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
    let without: &[&str] = if frame.of == "rules" { &["strategy"] } else { &[] };
    Data::of(found.iter().map(|found| (runs[found.0.run].label.as_str(), row(found))), without)
}
