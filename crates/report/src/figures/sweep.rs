//! What the values of some keys do (the table of `curve`): lines with bands, in small multiples.

use super::MOST_SENTENCES;
use super::notice::Band;
use crate::document::{Chart, Curves, Figure, Line, Panel, Point, Short, Unit};
use crate::header::{Who, players};
use crate::source::Run;
use crate::words::{counted, distinct, plain, with_margin};
use std::collections::BTreeMap;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_findings::metric::{LINED, Metric, Scale};
use unobench_findings::panel::place;
use unobench_findings::wide::point;

/// The most lines of a small picture, and the most small pictures.
const MOST_LINES: usize = 7;
const MOST_PANELS: usize = 12;

/// So many things that are put in and left out need a picture of another kind.
const SWITCHES: usize = 3;

/// What the numbers of seats are called, as if they were a key.
const SEATS: &str = "players";
const TABLE: &str = "table";

/// Whether a metric is told as the excess over 1 in so many seats.
fn is_excess(metric: Metric) -> bool {
    metric.words().is_of_seats && metric.words().scale == Scale::Share
}

/// A value of a rule set, with the values of the dimensions in their order.
struct Swept<'a> {
    at: Vec<String>,
    metric: Metric,
    found: &'a Finding,
    of: Estimate,
}

struct Grid {
    /// Names and values of all dimensions: tables, seats, keys.
    dimensions: Vec<(String, Vec<String>)>,
    /// The dimension along the axis, and whether its values are numbers.
    across: usize,
    is_number: bool,
    /// That of the lines, if there are several.
    lines: Option<usize>,
    /// Those of which each combination has a small picture.
    panels: Vec<usize>,
}

pub(super) fn figures(run: &Run) -> Vec<Figure> {
    let swept: Vec<&Finding> = run.findings.iter().filter(|of| of.question == "curve").collect();
    let keys = keys(&swept);
    let Some(layout) = Grid::of(&swept, &keys) else { return Vec::new() };
    let rows: Vec<Swept<'_>> = swept.iter().filter_map(|of| Swept::of(of, &layout)).collect();
    LINED.into_iter().filter_map(|metric| figure(run, &layout, &rows, metric)).collect()
}

/// What a rule set has at a dimension.
fn value(of: &Finding, dimension: &str) -> Option<String> {
    match dimension {
        SEATS => Some(of.players.to_string()),
        TABLE => Some(of.table.clone()),
        key => point(&of.of).find(|(name, _)| *name == key).map(|(_, value)| value.to_owned()),
    }
}

fn keys(swept: &[&Finding]) -> Vec<String> {
    let Some(first) = swept.first() else { return Vec::new() };
    let mut kept: Vec<(String, Vec<usize>)> = Vec::new();
    for (key, _) in point(&first.of) {
        let column: Vec<Option<String>> = swept.iter().map(|of| value(of, key)).collect();
        let values = distinct(column.iter());
        let pattern: Vec<usize> = column
            .iter()
            .map(|value| values.iter().position(|other| *other == value).unwrap_or(0))
            .collect();
        match kept.iter_mut().find(|(_, known)| *known == pattern) {
            Some((name, _)) => *name = format!("{name}, {key}"),
            None => kept.push((key.to_owned(), pattern)),
        }
    }
    kept.into_iter().map(|(name, _)| name).collect()
}

/// The first of keys that change together, whose values stand for all.
fn first_of(name: &str) -> &str {
    name.split(", ").next().unwrap_or(name)
}

impl<'a> Swept<'a> {
    fn of(found: &'a Finding, layout: &Grid) -> Option<Swept<'a>> {
        let at = |(name, _): &(String, _)| value(found, first_of(name));
        Some(Swept {
            at: layout.dimensions.iter().map(at).collect::<Option<_>>()?,
            metric: Metric::named(&found.metric)?,
            found,
            of: found.known()?,
        })
    }
}

impl Grid {
    /// Along the axis goes the first key with more than two numbers, or else the seats if there
    /// are, or else the first key by its values. Lines are tables or numbers of seats, whichever
    /// are more; all else has small pictures. None where nothing is swept, or too many things that
    /// are only put in or left out.
    fn of(swept: &[&Finding], keys: &[String]) -> Option<Grid> {
        let values = |name: &str| distinct(swept.iter().filter_map(|of| value(of, first_of(name))));
        let names = [TABLE, SEATS].into_iter().chain(keys.iter().map(String::as_str));
        let mut dimensions: Vec<(String, Vec<String>)> =
            names.map(|name| (name.to_owned(), values(name))).collect();
        dimensions[0].1.sort_by_key(|table| place(table));
        for (_, values) in &mut dimensions {
            if is_numbers(values) {
                values.sort_by(|one, other| number(one).total_cmp(&number(other)));
            }
        }
        let many = |place: &usize| {
            let values = &dimensions[*place].1;
            values.len() > 2 && is_numbers(values)
        };
        let numbers = (2..dimensions.len()).chain([1]).find(many);
        if numbers.is_none() && keys.len() >= SWITCHES {
            return None;
        }
        let across = numbers.or_else(|| (2..dimensions.len()).next())?;
        let several = |place: &usize| *place != across && dimensions[*place].1.len() > 1;
        let few = |place: &usize| dimensions[*place].1.len() <= MOST_LINES;
        // The first of equals.
        let lines = [1, 0]
            .into_iter()
            .filter(several)
            .filter(few)
            .max_by_key(|place| dimensions[*place].1.len())
            .or_else(|| (2..dimensions.len()).filter(several).find(few));
        let panels =
            (0..dimensions.len()).filter(|place| several(place) && Some(*place) != lines).collect();
        Some(Grid { across, is_number: numbers.is_some(), lines, panels, dimensions })
    }

    fn told(&self, dimension: usize, value: &str) -> String {
        match (dimension, first_of(&self.dimensions[dimension].0)) {
            (0, _) => value.to_owned(),
            (1, _) => format!("{value} seats"),
            (_, key) => format!("{}={value}", key.rsplit('.').next().unwrap_or(key)),
        }
    }

    fn axis_title(&self) -> String {
        let name = &self.dimensions[self.across].0;
        let unit = match first_of(name) {
            SEATS => return "seats".to_owned(),
            "setup.hand_size" | "uno.penalty" | "uno.false_call_penalty" | "hands.launcher" => {
                ", cards"
            }
            key if key.starts_with("deck.") => ", cards",
            "scoring.target" => ", points",
            _ => "",
        };
        format!("{name}{unit}")
    }
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

fn is_numbers(values: &[String]) -> bool {
    values.iter().all(|value| number(value).is_finite())
}

fn figure(run: &Run, layout: &Grid, rows: &[Swept<'_>], metric: Metric) -> Option<Figure> {
    let rows: Vec<&Swept<'_>> = rows.iter().filter(|row| row.metric == metric).collect();
    // Nothing is said by a metric that is 0 throughout, such as games that stall.
    if rows.iter().all(|row| row.of.value == 0.0) {
        return None;
    }
    let (panels, left_out) = panels(layout, &rows, metric);
    if panels.iter().flat_map(|panel| &panel.lines).all(|line| line.points.is_empty()) {
        return None;
    }
    let words = metric.words();
    let is_excess = is_excess(metric);
    let band = Band::of_games(metric).filter(|_| is_excess);
    let (name, values) = &layout.dimensions[layout.across];
    let tick = |(place, value): (usize, &String)| match layout.is_number {
        true => (Short(number(value)), value.clone()),
        false => (Short(place as f64), value.clone()),
    };
    let mut sentences = told(layout, &panels, metric);
    if left_out > 0 {
        let left_out = counted(left_out, "small chart");
        sentences.push(format!("{left_out} more are left out; the table of everything has them."));
    }
    let bands = if layout.is_number { "Bands" } else { "Whiskers" };
    let chart = Curves {
        across: layout.axis_title(),
        what: words.axis.to_owned(),
        unit: if is_excess { Unit::Signed } else { Unit::Plain },
        reference: is_excess.then_some(Short(0.0)),
        band: band.as_ref().map(Band::ends),
        range: None,
        places: values.iter().enumerate().map(tick).collect(),
        connected: layout.is_number,
        panels,
    };
    Some(Figure {
        id: format!("sweep-{}", metric.id()),
        title: format!("{}, by {}", words.title, if name == SEATS { "seats" } else { name }),
        series: legend(layout),
        noticed: band.map(|band| band.told()).unwrap_or_default(),
        players: players(std::slice::from_ref(run), Who::of(metric)),
        sentences,
        reading: format!("{} {bands} are 95 % intervals, each by itself.", words.value),
        chart: Chart::Curves(chart),
        ..Figure::default()
    })
}

fn legend(layout: &Grid) -> Vec<String> {
    let Some(lines) = layout.lines else { return Vec::new() };
    layout.dimensions[lines].1.iter().map(|value| layout.told(lines, value)).collect()
}

/// The small pictures, and how many are left out. A rule set beside the grid of values, such as the
/// baseline, has no line, so no small picture.
fn panels(layout: &Grid, rows: &[&Swept<'_>], metric: Metric) -> (Vec<Panel>, usize) {
    let place_of = |row: &Swept<'_>, dimension: usize| {
        let values = &layout.dimensions[dimension].1;
        values.iter().position(|value| *value == row.at[dimension]).unwrap_or(0)
    };
    let mut found: BTreeMap<Vec<usize>, BTreeMap<usize, Vec<Point>>> = BTreeMap::new();
    for row in rows {
        let panel: Vec<usize> = layout.panels.iter().map(|of| place_of(row, *of)).collect();
        let line = layout.lines.map_or(0, |of| place_of(row, of));
        let points = found.entry(panel).or_default().entry(line).or_default();
        let at = match layout.is_number {
            true => number(&row.at[layout.across]),
            false => place_of(row, layout.across) as f64,
        };
        // Two rule sets may be the same, one of them the baseline.
        if points.iter().all(|point| point.at != at) {
            let fair = if is_excess(metric) { 1.0 / f64::from(row.found.players) } else { 0.0 };
            points.push(Point { at, of: row.of.map(|value| metric.factor() * (value - fair)) });
        }
    }
    let is_line = |lines: &BTreeMap<usize, Vec<Point>>| lines.values().any(|line| line.len() > 1);
    if found.values().any(is_line) {
        found.retain(|_, lines| is_line(lines));
    }
    let panel = |(values, lines): (Vec<usize>, BTreeMap<usize, Vec<Point>>)| {
        let names = layout.panels.iter().zip(values);
        let names = names.map(|(&of, value)| layout.told(of, &layout.dimensions[of].1[value]));
        let line = |(series, mut points): (usize, Vec<Point>)| {
            points.sort_by(|one, other| one.at.total_cmp(&other.at));
            Line { series, points }
        };
        Panel {
            title: names.collect::<Vec<_>>().join(", "),
            lines: lines.into_iter().map(line).collect(),
        }
    };
    let left_out = found.len().saturating_sub(MOST_PANELS);
    (found.into_iter().take(MOST_PANELS).map(panel).collect(), left_out)
}

fn told(layout: &Grid, panels: &[Panel], metric: Metric) -> Vec<String> {
    let names = legend(layout);
    let values = &layout.dimensions[layout.across].1;
    let place = |at: f64| match layout.is_number {
        true => plain(at),
        false => values.get(at as usize).cloned().unwrap_or_default(),
    };
    let unit = metric.words().unit;
    let told = |point: &Point| format!("{}{unit} at {}", with_margin(point.of), place(point.at));
    let mut sentences = Vec::new();
    for panel in panels {
        for line in &panel.lines {
            let [first, .., last] = line.points.as_slice() else { continue };
            let series = names.get(line.series).map(String::as_str);
            let names = [Some(metric.words().title), Some(&*panel.title), series];
            let names = names.into_iter().flatten().filter(|name| !name.is_empty());
            let lead = names.collect::<Vec<_>>().join(", ");
            sentences.push(format!("{lead}: {}, {}.", told(first), told(last)));
        }
    }
    let left = sentences.len().saturating_sub(MOST_SENTENCES);
    sentences.truncate(MOST_SENTENCES);
    if left > 0 {
        sentences.push(format!("The chart and the table have {left} more."));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_findings::wide::JOIN;

    fn sweep(keys: &[&str], points: &[(u32, &str, &[&str])]) -> Vec<Finding> {
        let found = |(number, (players, table, values)): (usize, &(u32, &str, &[&str]))| {
            let pairs = keys.iter().zip(*values).map(|(key, value)| format!("{key}={value}"));
            let of = Finding {
                question: "curve".to_owned(),
                players: *players,
                table: (*table).to_owned(),
                of: pairs.collect::<Vec<_>>().join(JOIN),
                ..Finding::default()
            };
            of.count(Metric::LENGTH.name(), number as u64)
        };
        points.iter().enumerate().map(found).collect()
    }

    #[test]
    fn lines_are_what_there_is_most_of_and_all_else_has_small_pictures() {
        let mut points: Vec<(u32, &str, &[&str])> = Vec::new();
        for players in [2, 3, 10] {
            for table in ["random", "counter"] {
                for hand in [&["10"][..], &["3"], &["7"]] {
                    points.push((players, table, hand));
                }
            }
        }
        let run = Run { findings: sweep(&["setup.hand_size"], &points), ..Run::default() };
        let swept: Vec<&Finding> = run.findings.iter().collect();
        let layout = Grid::of(&swept, &keys(&swept)).expect("a sweep");
        assert_eq!((layout.across, layout.lines, &*layout.panels), (2, Some(1), &[0][..]));
        assert_eq!(layout.dimensions[2].1, ["3", "7", "10"]);
        assert_eq!(layout.axis_title(), "setup.hand_size, cards");
        assert_eq!(legend(&layout), ["2 seats", "3 seats", "10 seats"]);
        let rows: Vec<Swept<'_>> = swept.iter().filter_map(|of| Swept::of(of, &layout)).collect();
        let (panels, left_out) = panels(&layout, &rows.iter().collect::<Vec<_>>(), Metric::LENGTH);
        assert_eq!((panels.len(), left_out, panels[0].lines.len()), (2, 0, 3));
        assert_eq!(panels[0].title, "counter");
        let values =
            |line: &Line| line.points.iter().map(|point| point.of.value).collect::<Vec<_>>();
        assert_eq!(values(&panels[0].lines[2]), [16.0, 17.0, 15.0]);
        let figures = figures(&run);
        assert_eq!(figures.len(), 1);
        assert!(
            figures[0].sentences[0]
                .starts_with("How long games last, counter, 2 seats: 4 turns at 3, ")
        );
    }

    #[test]
    fn keys_that_change_together_are_one_and_switches_have_no_lines() {
        let values: [&[&str]; 4] = [
            &["none", "none", "a", "x"],
            &["stack", "stack", "a", "y"],
            &["none", "none", "b", "y"],
            &["stack", "stack", "b", "x"],
        ];
        let points: Vec<_> = values.iter().map(|values| (4, "random", *values)).collect();
        let sweep = sweep(&["a.one", "a.two", "b", "c"], &points);
        let sweep: Vec<&Finding> = sweep.iter().collect();
        let keys = keys(&sweep);
        assert_eq!(keys, ["a.one, a.two", "b", "c"]);
        assert!(Grid::of(&sweep, &keys).is_none());
        let layout = Grid::of(&sweep, &keys[..2]).expect("two are few enough");
        assert!(!layout.is_number);
        assert_eq!((layout.across, layout.lines), (2, Some(3)));
    }
}
