//! What the values of some keys do (the question `curve`): lines with bands, in small multiples.

use super::MOST_SENTENCES;
use super::notice::Band;
use crate::document::{Chart, Curves, DocumentLine, Figure, Panel, Point, Short, Unit};
use crate::header::{Who, players};
use crate::source::Run;
use std::collections::{BTreeMap, HashMap};
use unobench_findings::finding::Finding;
use unobench_findings::metric::{LINED, Metric, Scale};
use unobench_findings::panel::place;
use unobench_findings::question::Question;
use unobench_findings::tell::number::{counted, significant};
use unobench_findings::tell::speech::distinct;
use unobench_findings::tell::sweep_line::first_and_last;
use unobench_findings::wide::point;

/// The most lines of a small picture, and the most small pictures.
const MOST_LINES: usize = 7;
const MOST_PANELS: usize = 12;

/// So many things that are put in and left out need a figure of another kind.
const SWITCHES: usize = 3;

/// What the numbers of seats are called, as if they were a key.
const SEATS: &str = "players";
const TABLE: &str = "table";

/// Whether a metric is told as the excess over 1 in so many seats.
fn is_excess(metric: Metric) -> bool {
    metric.words().is_of_seats && metric.words().scale == Scale::Share
}

/// A dimension of a sweep with its values in their order: tables, seats, or keys that change
/// together, the first of which stands for all.
struct SweepAxis {
    name: String,
    values: Vec<String>,
}

impl SweepAxis {
    fn of(name: String, swept: &[&Finding]) -> SweepAxis {
        let mut dimension = SweepAxis { name, values: Vec::new() };
        let mut values = distinct(swept.iter().filter_map(|finding| dimension.value(finding)));
        if values.iter().all(|value| number(value).is_finite()) {
            values.sort_by(|value, other| number(value).total_cmp(&number(other)));
        } else if dimension.name == TABLE {
            values.sort_by_key(|table| place(table));
        }
        dimension.values = values;
        dimension
    }

    fn key(&self) -> &str {
        self.name.split(", ").next().unwrap_or(&self.name)
    }

    /// What a rule set has here.
    fn value(&self, finding: &Finding) -> Option<String> {
        match self.key() {
            SEATS => Some(finding.players.to_string()),
            TABLE => Some(finding.table.clone()),
            key => point(&finding.subject)
                .find(|(name, _)| *name == key)
                .map(|(_, value)| value.to_owned()),
        }
    }

    fn place(&self, finding: &Finding) -> Option<usize> {
        let value = self.value(finding)?;
        self.values.iter().position(|other| *other == value)
    }

    /// Whether it says who plays: how many, or at which table.
    fn is_who(&self) -> bool {
        [SEATS, TABLE].contains(&self.key())
    }

    /// Whether a line for each value can be told from the others.
    fn fits_lines(&self) -> bool {
        self.values.len() <= MOST_LINES
    }

    fn is_of_numbers(&self) -> bool {
        self.values.len() > 2 && self.values.iter().all(|value| number(value).is_finite())
    }

    fn told(&self, value: &str) -> String {
        match self.key() {
            TABLE => value.to_owned(),
            SEATS => format!("{value} seats"),
            key => format!("{}={value}", key.rsplit('.').next().unwrap_or(key)),
        }
    }

    fn axis_title(&self) -> String {
        let unit = match self.key() {
            SEATS => return "seats".to_owned(),
            "setup.hand_size" | "uno.penalty" | "uno.false_call_penalty" | "hands.launcher" => {
                ", cards"
            }
            key if key.starts_with("deck.") => ", cards",
            "scoring.target" => ", points",
            _ => "",
        };
        format!("{}{unit}", self.name)
    }
}

/// Keys whose values change together are one dimension.
fn keys(swept: &[&Finding]) -> Vec<String> {
    let mut kept: Vec<(String, Vec<usize>)> = Vec::new();
    for (key, _) in swept.first().into_iter().flat_map(|finding| point(&finding.subject)) {
        let dimension = SweepAxis::of(key.to_owned(), swept);
        let places = swept.iter().filter_map(|found| dimension.place(found));
        // Which are the same, whatever their order: each as where it first was.
        let mut first = HashMap::new();
        let pattern: Vec<usize> =
            places.enumerate().map(|(row, place)| *first.entry(place).or_insert(row)).collect();
        match kept.iter_mut().find(|(_, known)| *known == pattern) {
            Some((name, _)) => *name = format!("{name}, {key}"),
            None => kept.push((key.to_owned(), pattern)),
        }
    }
    kept.into_iter().map(|(name, _)| name).collect()
}

/// What goes along the axis, what has lines, and what has small pictures.
struct Grid {
    across: SweepAxis,
    is_number: bool,
    lines: Option<SweepAxis>,
    panels: Vec<SweepAxis>,
}

impl Grid {
    /// Along the axis goes the first key with more than two numbers, or else the seats if there
    /// are, or else the first key by its values. Lines are tables or numbers of seats, whichever
    /// are more; all else has small pictures. None where nothing is swept, or too many things that
    /// are only put in or left out.
    fn of(swept: &[&Finding], keys: Vec<String>) -> Option<Grid> {
        let switches = keys.len();
        let names = keys.into_iter().chain([SEATS, TABLE].map(str::to_owned));
        let mut all: Vec<SweepAxis> = names.map(|name| SweepAxis::of(name, swept)).collect();
        let numbers = all.iter().position(SweepAxis::is_of_numbers);
        if switches == 0 || (numbers.is_none() && switches >= SWITCHES) {
            return None;
        }
        let across = all.remove(numbers.unwrap_or(0));
        all.retain(|dimension| dimension.values.len() > 1);
        let who = all.iter().filter(|dimension| dimension.is_who() && dimension.fits_lines());
        let most = who.map(|dimension| dimension.values.len()).max();
        let lines = all
            .iter()
            .position(|dimension| dimension.is_who() && Some(dimension.values.len()) == most)
            .or_else(|| all.iter().position(SweepAxis::fits_lines));
        let lines = lines.map(|place| all.remove(place));
        all.reverse();
        Some(Grid { across, is_number: numbers.is_some(), lines, panels: all })
    }

    fn legend(&self) -> Vec<String> {
        self.lines
            .iter()
            .flat_map(|dimension| dimension.values.iter().map(|value| dimension.told(value)))
            .collect()
    }
}

pub(super) fn figures(run: &Run) -> Vec<Figure> {
    let swept: Vec<&Finding> =
        run.findings.iter().filter(|finding| finding.question == Question::Curve).collect();
    let Some(grid) = Grid::of(&swept, keys(&swept)) else { return Vec::new() };
    LINED.into_iter().filter_map(|metric| figure(run, &grid, &swept, metric)).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

fn figure(run: &Run, grid: &Grid, swept: &[&Finding], metric: Metric) -> Option<Figure> {
    let of_metric = swept.iter().filter(|finding| finding.metric == metric);
    let rows: Vec<&Finding> =
        of_metric.copied().filter(|finding| finding.value.is_some()).collect();
    // Nothing is said by a metric that is 0 throughout, such as games that stall.
    if rows.iter().all(|finding| finding.value == Some(0.0)) {
        return None;
    }
    let (panels, left_out) = panels(grid, &rows, metric);
    if panels.iter().flat_map(|panel| &panel.lines).all(|line| line.points.is_empty()) {
        return None;
    }
    let (words, across) = (metric.words(), &grid.across);
    let band = Band::of_games(metric).filter(|_| is_excess(metric));
    let mut sentences = told(grid, &panels, metric);
    if left_out > 0 {
        let left_out = counted(left_out as u64, "small chart");
        sentences.push(format!("{left_out} more are left out; the table of everything has them."));
    }
    let bands = if grid.is_number { "Bands" } else { "Whiskers" };
    let chart = Curves { band: band.as_ref().map(Band::ends), ..curves(grid, panels, metric) };
    let by = if across.name == SEATS { "seats" } else { &across.name };
    Some(Figure {
        id: format!("sweep-{}", metric.id()),
        title: format!("{}, by {by}", words.title),
        series: grid.legend(),
        noticed: band.map(|band| band.told()).unwrap_or_default(),
        players: players(std::slice::from_ref(run), Who::of(metric)),
        sentences,
        reading: format!("{} {bands} are 95 % intervals, each by itself.", words.value),
        chart: Chart::Curves(chart),
        ..Figure::default()
    })
}

/// The chart of a metric along the grid's axis, without a band for what people notice.
fn curves(grid: &Grid, panels: Vec<Panel>, metric: Metric) -> Curves {
    let is_excess = is_excess(metric);
    let mut ticks = Vec::new();
    for (place, value) in grid.across.values.iter().enumerate() {
        let at = if grid.is_number { number(value) } else { place as f64 };
        ticks.push((Short(at), value.clone()));
    }
    Curves {
        across: grid.across.axis_title(),
        what: metric.words().axis.to_owned(),
        unit: if is_excess { Unit::Signed } else { Unit::Plain },
        reference: is_excess.then_some(Short(0.0)),
        band: None,
        range: None,
        places: ticks,
        connected: grid.is_number,
        panels,
    }
}

/// The small pictures, and how many are left out. A rule set beside the grid of values, such as the
/// baseline, has no line, so no small picture.
fn panels(grid: &Grid, rows: &[&Finding], metric: Metric) -> (Vec<Panel>, usize) {
    let mut found: BTreeMap<Vec<usize>, BTreeMap<usize, Vec<Point>>> = BTreeMap::new();
    for &row in rows {
        let panel: Option<Vec<usize>> =
            grid.panels.iter().map(|dimension| dimension.place(row)).collect();
        let line = grid.lines.as_ref().map_or(Some(0), |dimension| dimension.place(row));
        let at = match grid.is_number {
            true => grid.across.value(row).map(|value| number(&value)),
            false => grid.across.place(row).map(|place| place as f64),
        };
        let (Some(panel), Some(line), Some(at), Some(estimate)) = (panel, line, at, row.known())
        else {
            continue;
        };
        let points = found.entry(panel).or_default().entry(line).or_default();
        // Two rule sets may be the same, one of them the baseline.
        if points.iter().all(|point| point.at != at) {
            let fair = if is_excess(metric) { 1.0 / f64::from(row.players) } else { 0.0 };
            points.push(Point {
                at,
                estimate: estimate.map(|value| metric.factor() * (value - fair)),
            });
        }
    }
    let is_line = |lines: &BTreeMap<usize, Vec<Point>>| lines.values().any(|line| line.len() > 1);
    if found.values().any(is_line) {
        found.retain(|_, lines| is_line(lines));
    }
    let left_out = found.len().saturating_sub(MOST_PANELS);
    let shown = found.into_iter().take(MOST_PANELS);
    (shown.map(|(values, lines)| panel(grid, &values, lines)).collect(), left_out)
}

/// The picture of some values of the grid's panels: a line for each series, from left to right.
fn panel(grid: &Grid, values: &[usize], lines: BTreeMap<usize, Vec<Point>>) -> Panel {
    let named = grid.panels.iter().zip(values);
    let names = named.map(|(dimension, &place)| dimension.told(&dimension.values[place]));
    let title = names.collect::<Vec<_>>().join(", ");
    let mut panel = Panel { title, lines: Vec::new() };
    for (series, mut points) in lines {
        points.sort_by(|point, other| point.at.total_cmp(&other.at));
        panel.lines.push(DocumentLine { series, points });
    }
    panel
}

fn told(grid: &Grid, panels: &[Panel], metric: Metric) -> Vec<String> {
    let names = grid.legend();
    let place = |at: f64| match grid.is_number {
        true => significant(at),
        false => grid.across.values.get(at as usize).cloned().unwrap_or_default(),
    };
    let unit = metric.words().unit;
    let mut sentences = Vec::new();
    for panel in panels {
        for line in &panel.lines {
            let [first, .., last] = line.points.as_slice() else { continue };
            let series = names.get(line.series).map(String::as_str);
            let names = [Some(metric.words().title), Some(&*panel.title), series];
            let names = names.into_iter().flatten().filter(|name| !name.is_empty());
            let lead = names.collect::<Vec<_>>().join(", ");
            let [at_first, at_last] = [place(first.at), place(last.at)];
            let ends = [(first.estimate, &*at_first), (last.estimate, &*at_last)];
            sentences.push(first_and_last(&lead, unit, ends));
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
            let finding = Finding {
                question: Question::Curve,
                players: *players,
                table: (*table).to_owned(),
                subject: pairs.collect::<Vec<_>>().join(JOIN),
                ..Finding::default()
            };
            finding.count(Metric::LENGTH, number as u64)
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
        let figures = figures(&run);
        assert_eq!(figures.len(), 1);
        let Chart::Curves(chart) = &figures[0].chart else { panic!("lines") };
        assert_eq!(chart.across, "setup.hand_size, cards");
        assert_eq!(figures[0].series, ["2 seats", "3 seats", "10 seats"]);
        assert_eq!((chart.panels.len(), chart.panels[0].lines.len()), (2, 3));
        assert_eq!(chart.panels[0].title, "counter");
        let line = &chart.panels[0].lines[2];
        let values: Vec<f64> = line.points.iter().map(|point| point.estimate.value).collect();
        assert_eq!(values, [16.0, 17.0, 15.0]);
        let told = "How long games last, counter, 2 seats: 4 turns at 3, 3 turns at 10.";
        assert_eq!(figures[0].sentences[0], told);
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
        let mut keys = keys(&sweep);
        assert_eq!(keys, ["a.one, a.two", "b", "c"]);
        assert!(Grid::of(&sweep, keys.clone()).is_none());
        keys.pop();
        let grid = Grid::of(&sweep, keys).expect("two are few enough");
        assert!(!grid.is_number);
        let legend = vec!["b=a".to_owned(), "b=b".to_owned()];
        assert_eq!((&*grid.across.name, grid.legend()), ("a.one, a.two", legend));
    }
}
