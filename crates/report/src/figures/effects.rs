//! What rule sets do: a forest plot for each metric, sorted by size, with what survives the
//! correction marked.

use super::cut;
use super::notice::Band;
use crate::document::{Chart, DocumentRow, Figure, Intervals, Mark, MarkTone, Short, Unit};
use crate::header::{Who, players};
use crate::source::Run;
use std::collections::HashMap;
use unobench_findings::comparison::{Comparison, Idle, effects};
use unobench_findings::estimate::Estimate;
use unobench_findings::metric::{Metric, PICTURED, Scale};
use unobench_findings::study::Study;
use unobench_findings::tell::number::{decimals_for, fixed, signed};
use unobench_findings::tell::run::{Change, changes};
use unobench_findings::tell::speech::distinct;

/// A multiple of less than this is not meaningful.
const LEAST_BASE: f64 = 1e-9;

/// The ratio from which multiples are drawn by ratio.
const WIDE: f64 = 2.5;

fn is_multiple(metric: Metric) -> bool {
    metric.words().scale != Scale::Share
}

/// What a metric is where nothing is changed.
fn nothing(metric: Metric) -> f64 {
    if is_multiple(metric) { 1.0 } else { 0.0 }
}

/// One comparison as it is drawn, as a difference or as a multiple of the baseline.
struct PlottedEffects<'a> {
    run: usize,
    found: Comparison<'a>,
    is_idle: bool,
    estimate: Estimate,
}

/// All effects on one metric, for one figure.
struct Plot<'a> {
    runs: &'a [Run],
    metric: Metric,
    all: Vec<PlottedEffects<'a>>,
}

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let found: Vec<Vec<Comparison<'_>>> = runs.iter().map(|run| effects(&run.findings)).collect();
    let plots = PICTURED.into_iter().filter_map(|metric| Plot::of(runs, &found, metric));
    plots.map(|plot| plot.figure()).collect()
}

/// A difference as it is drawn; none of what is too little to be multiplied.
fn estimate(found: &Comparison<'_>) -> Option<Estimate> {
    if !is_multiple(found.metric) {
        return Some(found.shown());
    }
    let base = found.base.filter(|base| *base > LEAST_BASE)?;
    Some(found.difference.map(|difference| (base + difference).max(0.0) / base))
}

impl<'a> Plot<'a> {
    /// None of a metric that nothing changes, such as the games that stall: that is not worth a
    /// picture.
    fn of(runs: &'a [Run], found: &[Vec<Comparison<'a>>], metric: Metric) -> Option<Plot<'a>> {
        let is_of_seats = metric.words().is_of_seats;
        let mut all = Vec::new();
        for (run, of_run) in found.iter().enumerate() {
            let idle = Idle::of(of_run);
            let of_metric = of_run
                .iter()
                .filter(|found| found.metric == metric && found.is_of_fairness() == is_of_seats);
            for &found in of_metric {
                if let Some(estimate) = estimate(&found) {
                    all.push(PlottedEffects { run, found, is_idle: idle.holds(&found), estimate });
                }
            }
        }
        let is_nothing = all.iter().all(|drawn| drawn.found.difference.value == 0.0);
        (!is_nothing).then_some(Plot { runs, metric, all })
    }

    /// The runs that have a mark here, a series each.
    fn series(&self) -> Vec<usize> {
        distinct(self.all.iter().map(|drawn| drawn.run))
    }

    fn name(&self, drawn: &PlottedEffects<'_>) -> String {
        short(&drawn.found.subject, self.runs[drawn.run].baseline()).to_owned()
    }

    fn figure(self) -> Figure {
        let runs = self.runs;
        let series = self.series();
        let several = series.len() > 1;
        let mut rows = self.rows(&series);
        let mut sentences = Vec::new();
        for &place in &series {
            let among = if several { runs[place].among() + ": " } else { String::new() };
            sentences.extend(self.told(place).into_iter().map(|told| among.clone() + &told));
        }
        cut(&mut rows, &mut sentences);
        let band = if is_multiple(self.metric) { Band::of_times } else { Band::of_games };
        let band = band(self.metric);
        Figure {
            id: self.metric.id(),
            title: self.title(),
            series: series.iter().map(|&run| runs[run].label.clone()).collect(),
            noticed: band.as_ref().map(Band::told).unwrap_or_default(),
            players: players(runs, Who::of(self.metric)),
            sentences,
            reading: self.reading(series.len(), band.as_ref()),
            chart: Chart::Intervals(self.chart(rows, band.as_ref())),
            ..Figure::default()
        }
    }

    /// How the marks of so many series are to be read.
    fn reading(&self, series: usize, band: Option<&Band>) -> String {
        let [marks, faint] = if series > 1 {
            ["Filled marks differ", "those with a small hole were found by exploration"]
        } else {
            [
                "Blue marks (more) and orange ones (less) differ",
                "filled grey ones were found by exploration",
            ]
        };
        let unseen = if band.is_none() {
            " People at a table do not see this, so there is no band for what they would notice."
        } else {
            ""
        };
        format!(
            "{} {marks} from the line by more than the smallest effect that matters (in at most 5 \
             % of such reports is any of these wrong); {faint}, where on average 5 % of what \
             differs is wrong; hollow ones do not, or it is not known yet. Whiskers are 95 % \
             intervals.{unseen}",
            self.metric.words().difference
        )
    }

    fn title(&self) -> String {
        let words = self.metric.words();
        match self.runs.iter().find(|run| run.study() == Some(Study::Sweep)) {
            Some(_) if words.is_of_seats => format!("{}, against the fair share", words.title),
            Some(run) => format!("{}, against {}", words.title, run.baseline()),
            None => words.title.to_owned(),
        }
    }

    fn rows(&self, series: &[usize]) -> Vec<DocumentRow> {
        let several = series.len() > 1;
        let mut rows: Vec<(usize, DocumentRow)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for drawn in &self.all {
            let (run, name) = (&self.runs[drawn.run], self.name(drawn));
            let tone = match drawn.found.is_sure() {
                false => MarkTone::Unsure,
                true if drawn.found.is_explored() => MarkTone::Explored,
                true if several => MarkTone::Series,
                true if drawn.found.difference.value < 0.0 => MarkTone::Less,
                true => MarkTone::More,
            };
            let series = series.iter().position(|run| *run == drawn.run).unwrap_or_default();
            let mark = Mark { series, estimate: drawn.estimate, tone };
            match places.get(&name) {
                Some(&place) => rows[place].1.marks.push(mark),
                None => {
                    places.insert(name.clone(), rows.len());
                    let is_sweep = run.study() == Some(Study::Sweep);
                    let place = if is_sweep { run.place_of(&drawn.found.subject) } else { 0 };
                    let note = if several { String::new() } else { written(drawn) };
                    rows.push((place, DocumentRow { name, marks: vec![mark], note }));
                }
            }
        }
        rows.sort_by(|(a, row), (b, other)| a.cmp(b).then(other.mean().total_cmp(&row.mean())));
        rows.into_iter().map(|(_, row)| row).collect()
    }

    fn chart(&self, rows: Vec<DocumentRow>, band: Option<&Band>) -> Intervals {
        let is_multiple = is_multiple(self.metric);
        let values = || self.all.iter().map(|drawn| drawn.estimate.value);
        let spread = values().fold(1.0, f64::max)
            / values().filter(|value| *value > 0.0).fold(1.0, f64::min);
        // By ratio a few that are nearly nothing would take most of the picture.
        let nearly_nothing = values().any(|value| value < 0.1) && values().all(|value| value < 5.0);
        let (unit, what) = match is_multiple {
            true => (Unit::Times, format!("times the value under {}", self.baseline())),
            false => (Unit::Signed, "percentage points".to_owned()),
        };
        Intervals {
            what,
            unit,
            by_ratio: is_multiple && spread > WIDE && !nearly_nothing,
            references: vec![Short(nothing(self.metric))],
            band: band.map(Band::ends),
            rows,
        }
    }

    fn baseline(&self) -> &str {
        match distinct(self.all.iter().map(|drawn| &*drawn.found.against)).as_slice() {
            [baseline] => baseline,
            _ => "the baseline",
        }
    }

    fn told(&self, run: usize) -> Vec<String> {
        let is_multiple = is_multiple(self.metric);
        let change = |drawn: &PlottedEffects<'_>| {
            let make = if is_multiple { Change::of_times } else { Change::of_points };
            let change = make(self.name(drawn), drawn.estimate, drawn.found.verdict);
            Change { is_idle: drawn.is_idle, ..change }
        };
        let of_run = self.all.iter().filter(|drawn| drawn.run == run);
        let list: Vec<Change> = of_run.map(change).collect();
        let words = self.metric.words();
        changes(&list, words.more_and_less, if is_multiple { " %" } else { " points" })
    }
}

/// The name of a rule set, without the baseline's if it is a change of that.
fn short<'a>(rules: &'a str, baseline: &str) -> &'a str {
    rules.strip_prefix(baseline).and_then(|rest| rest.strip_prefix('+')).unwrap_or(rules)
}

fn written(drawn: &PlottedEffects<'_>) -> String {
    if drawn.is_idle {
        return "≡".to_owned();
    }
    let margin = drawn.estimate.margin().unwrap_or(0.0);
    let decimals = if margin > 0.0 { decimals_for(margin).min(3) } else { 1 };
    match is_multiple(drawn.found.metric) {
        true => format!("× {}", fixed(drawn.estimate.value, decimals.max(2))),
        false => signed(drawn.estimate.value, decimals),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_findings::finding::Finding;

    /// On a length of 50 turns.
    fn effect(rules: &str, difference: f64, low: f64, high: f64) -> [Finding; 2] {
        let names = [rules, "official", ""];
        let [finding, base] = crate::made::effect(names, (Metric::LENGTH, 50.0), difference, None);
        [Finding { low: Some(low), high: Some(high), ..finding }, base]
    }

    #[test]
    fn a_multiple_is_of_the_baseline_and_never_negative() {
        let drawn = |found: [Finding; 2]| estimate(&effects(&found)[0]);
        let expected = |value, low, high| Estimate::of(Some(value), Some(low), Some(high));
        assert_eq!(drawn(effect("new", 10.0, 5.0, 15.0)), expected(1.2, 1.1, 1.3));
        let wild = drawn(effect("new", -49.0, -60.0, 5.0));
        assert_eq!(
            wild.and_then(|estimate| estimate.interval),
            expected(0.0, 0.0, 1.1).unwrap().interval
        );
        let [unknown, base] = effect("new", 1.0, 0.0, 2.0);
        assert_eq!(drawn([unknown, Finding { value: Some(0.0), ..base }]), None);
    }

    #[test]
    fn rows_are_sorted_by_all_of_their_marks() {
        let findings = |rules: &str, difference: f64| {
            effect(rules, difference, difference - 1.0, difference + 1.0)
        };
        let tables =
            [[findings("a", 1.0), findings("b", 0.0)], [findings("a", 2.0), findings("b", 9.0)]];
        let runs = tables.map(|found| Run { findings: found.concat(), ..Run::default() });
        let found = runs.each_ref().map(|run| effects(&run.findings));
        let plot = Plot::of(&runs, &found, Metric::LENGTH).expect("there are some");
        let names: Vec<String> =
            plot.rows(&plot.series()).into_iter().map(|row| row.name).collect();
        assert_eq!(names, ["b", "a"]);
    }

    #[test]
    fn a_change_of_the_baseline_is_named_by_the_change() {
        assert_eq!(short("official+uno.penalty=4", "official"), "uno.penalty=4");
        assert_eq!(short("official", "official"), "official");
        assert_eq!(short("stacking", "official"), "stacking");
    }
}
