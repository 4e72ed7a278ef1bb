//! Who beats whom: heat maps for each directory and rule set.

use crate::circles;
use crate::document::{Chart, Figure, Heat, Mark, Tone};
use crate::header::{Who, players};
use crate::sentences::crosstable;
use crate::source::Run;
use crate::words::distinct;
use statrs::distribution::{ContinuousCDF, Normal};
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::{Finding, all_of};
use unobench_stats::{Interval, Verdict, holm};

/// The two-sided 95 % point of the normal distribution.
const NORMAL_95: f64 = 1.959_963_985;

const MOST: usize = 6;
const MOST_STRATEGIES: usize = 40;

struct Measure {
    /// Its name in the rows, and in the anchor of its picture.
    name: &'static str,
    id: &'static str,
    factor: f64,
    /// What follows a difference in a sentence, and what a cell is.
    unit: &'static str,
    what: &'static str,
}

const MEASURES: [Measure; 2] = [
    Measure {
        name: "wins",
        id: "crosstable-wins",
        factor: 100.0,
        unit: " % of games",
        what: "wins a game in %, row less column",
    },
    Measure {
        name: "points",
        id: "crosstable",
        factor: 1.0,
        unit: " points a game",
        what: "points a game, row less column",
    },
];

/// The pairs of a rule set that met, and the strategies, the best first.
struct Meetings<'a> {
    run: usize,
    rules: &'a str,
    names: Vec<&'a str>,
    found: Vec<Finding>,
}

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let met: Vec<Vec<Finding>> = runs.iter().map(encounters).collect();
    let of_runs = met.iter().enumerate();
    let rules = of_runs.flat_map(|(run, met)| met.iter().map(move |of| (run, of.rules.as_str())));
    let mut groups = distinct(rules);
    groups.sort_by_key(|(run, rules)| (*run, runs[*run].place_of(rules)));
    let tables: Vec<Meetings<'_>> = groups
        .into_iter()
        .map(|(run, rules)| {
            let found = met[run].iter().filter(|of| of.rules == rules);
            let names = names(&runs[run], rules, found.clone());
            Meetings { run, rules, names, found: found.cloned().collect() }
        })
        .filter(|table| (3..=MOST_STRATEGIES).contains(&table.names.len()))
        .collect();
    let single = tables.len() == 1;
    let mut made: Vec<Figure> = Vec::new();
    for (place, table) in tables.iter().take(MOST).enumerate() {
        let suffix = if single { String::new() } else { format!("-{}", place + 1) };
        for measure in &MEASURES {
            if table.found.iter().any(|of| of.metric == measure.name) {
                made.push(figure(runs, table, measure, &suffix, single));
            }
        }
    }
    if let (Some(last), true) = (made.last_mut(), tables.len() > MOST) {
        last.sentences.push(format!(
            "The crosstables of {} more rule sets are left out here; findings.csv has them.",
            tables.len() - MOST
        ));
    }
    made
}

/// What the strategies of a run have of each other: as it is written, or else by the points that
/// each got more than the other.
fn encounters(run: &Run) -> Vec<Finding> {
    let written = run.findings.iter().filter(|of| of.question == "crosstable");
    let written: Vec<Finding> = written.cloned().collect();
    if !written.is_empty() {
        return written;
    }
    let all = all_of(&run.findings, "matchups", "mean_difference");
    let once = all.filter(|of| of.of < of.against);
    let mut found: Vec<Finding> = once
        .map(|of| Finding {
            question: "crosstable".to_owned(),
            metric: "points".to_owned(),
            q_value: of.known().map(p_value),
            ..of.clone()
        })
        .collect();
    for group in found.chunk_by_mut(|one, other| one.rules == other.rules) {
        let p: Vec<f64> = group.iter().map(|of| of.q_value.unwrap_or(1.0)).collect();
        for (of, q) in group.iter_mut().zip(holm(&p)) {
            let ahead = if of.value > Some(0.0) { Verdict::More } else { Verdict::Less };
            let said = if q < 0.05 { ahead } else { Verdict::Unclear };
            (of.q_value, of.verdict) = (Some(q), said.name().to_owned());
        }
    }
    found
}

fn names<'a>(run: &Run, rules: &str, found: impl Iterator<Item = &'a Finding>) -> Vec<&'a str> {
    let mut names = distinct(found.flat_map(|of| [of.of.as_str(), of.against.as_str()]));
    let value = |question: &str, metric: &str, name: &str| {
        run.of_strategy(question, rules, name, metric)?.value
    };
    let height = |name: &str| {
        let rating = value("ratings", "rating", name);
        rating.or_else(|| value("strength", "win_rate", name)).unwrap_or(0.0)
    };
    names.sort_by(|a, b| height(b).total_cmp(&height(a)));
    let place = |name: &str| value("ranks", "place", name).map(|place| place as usize);
    names.sort_by_key(|name| place(name));
    names
}

/// A pair of strategies that met: the places, by how much the first is ahead, and whether it is
/// sure.
#[derive(Clone, Copy)]
struct Pair {
    places: (usize, usize),
    of: Estimate,
    sure: bool,
}

impl Pair {
    /// The same seen from the other side.
    fn turned(&self) -> Pair {
        let interval = self.of.interval.map(|it| Interval { low: -it.high, high: -it.low });
        let of = Estimate { value: -self.of.value, interval };
        Pair { places: (self.places.1, self.places.0), of, sure: self.sure }
    }

    fn seen_from_ahead(&self) -> Pair {
        let turned = self.turned();
        if self.of.value > 0.0 { turned.turned() } else { turned }
    }
}

fn pairs(table: &Meetings<'_>, measure: &Measure) -> Vec<Pair> {
    let place = |name: &str| table.names.iter().position(|other| *other == name);
    let pair = |found: &Finding| {
        let (one, other) = place(&found.of).zip(place(&found.against))?;
        let sure = matches!(found.said(), Some(Verdict::More | Verdict::Less));
        let pair = Pair { places: (one, other), of: found.known()?.times(measure.factor), sure };
        Some(if one < other { pair } else { pair.turned() })
    };
    table.found.iter().filter(|of| of.metric == measure.name).filter_map(pair).collect()
}

/// How likely such a difference is if there is none, from the width of its interval by the normal
/// distribution.
fn p_value(of: Estimate) -> f64 {
    match of.margin() {
        Some(margin) if margin > 0.0 => {
            2.0 * Normal::standard().sf(of.value.abs() / (margin / NORMAL_95))
        }
        _ => 1.0,
    }
}

fn figure(
    runs: &[Run],
    table: &Meetings<'_>,
    measure: &Measure,
    suffix: &str,
    single: bool,
) -> Figure {
    let (names, label) = (&table.names, &runs[table.run].label);
    let pairs = pairs(table, measure);
    let mut cells = vec![vec![None; names.len()]; names.len()];
    for Pair { places: (row, column), of, sure } in
        pairs.iter().flat_map(|pair| [*pair, pair.turned()])
    {
        let tone = match sure {
            false => Tone::Unsure,
            true if of.value < 0.0 => Tone::Less,
            true => Tone::More,
        };
        cells[row][column] = Some(Mark { series: 0, tone, of });
    }
    let owned = || names.iter().map(|name| (*name).to_owned()).collect();
    let of_measure = table.found.iter().filter(|of| of.metric == measure.name);
    let circles = circles(&of_measure.cloned().collect::<Vec<_>>(), names, usize::MAX);
    let circles: Vec<Vec<&str>> =
        circles.iter().map(|all| all.iter().map(|&place| names[place]).collect()).collect();
    let by = format!("Who beats whom, by {}?", measure.name);
    let title = match (single, runs.len() > 1) {
        (true, _) => by,
        (false, false) => format!("{by} {}", table.rules),
        (false, true) => format!("{by} {label}, {}", table.rules),
    };
    Figure {
        id: format!("{}{suffix}", measure.id),
        title,
        players: players(&runs[table.run..=table.run], Who::Tables),
        sentences: vec![told(&pairs, names, measure, &circles)],
        reading:
            "Row less column, at the same tables; the best is first. Only what is significant \
            at 5 % after Holm's correction is coloured."
                .to_owned(),
        chart: Chart::Heat(Heat { what: measure.what, rows: owned(), columns: owned(), cells }),
        ..Figure::default()
    }
}

fn told(pairs: &[Pair], names: &[&str], measure: &Measure, circles: &[Vec<&str>]) -> String {
    let sure: Vec<Pair> =
        pairs.iter().filter(|pair| pair.sure).map(Pair::seen_from_ahead).collect();
    let widest = sure.iter().max_by(|a, b| a.of.value.total_cmp(&b.of.value));
    let widest =
        widest.map(|Pair { places: (one, other), of, .. }| (names[*one], names[*other], *of));
    crosstable(sure.len(), pairs.len(), widest, measure.unit, circles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_interval_is_not_sure() {
        assert_eq!(p_value(Estimate::exactly(3.0)), 1.0);
        let around = |value: f64, low, high| {
            p_value(Estimate { value, interval: Some(Interval { low, high }) })
        };
        assert_eq!(around(3.0, 3.0, 3.0), 1.0);
        assert!((around(NORMAL_95, 0.0, 2.0 * NORMAL_95) - 0.05).abs() < 1e-9);
    }
}
