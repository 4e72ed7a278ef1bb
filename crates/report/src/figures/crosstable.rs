//! Who beats whom: a heat map for each directory and rule set.

use super::{RunRows, rows_of};
use crate::circles;
use crate::document::{Chart, Figure, Heat, Mark, MarkTone};
use crate::header::{Who, players};
use crate::source::Run;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::tell::run::crosstable;
use unobench_findings::tell::speech::distinct;
use unobench_stats::{Interval, Verdict};

const MOST: usize = 12;
const MOST_STRATEGIES: usize = 40;

/// Of each metric: the anchor of its figures, its factor, what follows a difference in a sentence,
/// and what a cell is.
const METRICS: [(Metric, &str, f64, &str, &str); 2] = [
    (Metric::Wins, "crosstable-wins", 100.0, " % of games", "wins a game in %, row less column"),
    (Metric::Points, "crosstable", 1.0, " points a game", "points a game, row less column"),
];

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let all = rows_of(runs, |run| {
        run.findings.iter().filter(|finding| finding.question == Question::Crosstable)
    });
    let mut groups = distinct(all.iter().map(|(run, finding)| (*run, finding.rules.as_str())));
    groups.sort_by_cached_key(|(run, rules)| (*run, runs[*run].place_of(rules)));
    let single = groups.len() == 1;
    let kinds = groups.iter().enumerate().flat_map(|group| METRICS.map(|metric| (group, metric)));
    let figure = |((place, &(run, rules)), metric): ((usize, &(usize, &str)), _)| {
        let is_here = |(at, finding): &&(usize, &Finding)| (*at, &*finding.rules) == (run, rules);
        let mut figure = figure(&runs[run], all.iter().filter(is_here).copied().collect(), metric)?;
        if !single {
            let label = if runs.len() > 1 { runs[run].label.clone() + ", " } else { String::new() };
            figure.id += &format!("-{}", place + 1);
            figure.title += &format!(" {label}{rules}");
        }
        Some(figure)
    };
    kinds.filter_map(figure).take(MOST).collect()
}

/// The strategies that met, the best first.
fn names<'a>(run: &Run, found: &RunRows<'a, Finding>) -> Vec<&'a str> {
    let mut names =
        distinct(found.iter().flat_map(|(_, finding)| [&*finding.subject, &*finding.against]));
    let rules = found.first().map_or("", |(_, finding)| &finding.rules);
    let value = |question: Question, metric: Metric, name: &str| {
        run.of_strategy(question, rules, name, metric)?.value
    };
    let height = |name: &str| value(Question::Ratings, Metric::Rating, name).unwrap_or(0.0);
    names.sort_by(|a, b| height(b).total_cmp(&height(a)));
    let place =
        |name: &str| value(Question::Ranks, Metric::Place, name).map(|place| place as usize);
    names.sort_by_key(|name| place(name));
    names
}

/// The same seen from the other side.
fn turned(Mark { series, tone, estimate }: Mark) -> Mark {
    let interval =
        estimate.interval.map(|interval| Interval { low: -interval.high, high: -interval.low });
    let tone = match tone {
        MarkTone::More => MarkTone::Less,
        MarkTone::Less => MarkTone::More,
        other => other,
    };
    Mark { series, tone, estimate: Estimate { value: -estimate.value, interval } }
}

/// The cells of a heat map, and what its sentence tells of them.
struct PairMarks<'a> {
    cells: Vec<Vec<Option<Mark>>>,
    /// How many pairs clearly differ.
    sure: usize,
    /// The widest of those gaps: who is ahead of whom, and by how much.
    widest: Option<(&'a str, &'a str, Estimate)>,
}

impl<'a> PairMarks<'a> {
    /// None if a pair is not among the names.
    fn of(names: &[&'a str], pairs: &[&Finding], factor: f64) -> Option<PairMarks<'a>> {
        let cells = vec![vec![None; names.len()]; names.len()];
        let mut marks = PairMarks { cells, sure: 0, widest: None };
        for pair in pairs {
            let row = names.iter().position(|name| *name == pair.subject)?;
            let column = names.iter().position(|name| *name == pair.against)?;
            let tone = match pair.verdict {
                Some(Verdict::More) => MarkTone::More,
                Some(Verdict::Less) => MarkTone::Less,
                _ => MarkTone::Unsure,
            };
            let Some(estimate) = pair.known() else { continue };
            let mark = Mark { series: 0, tone, estimate: estimate.times(factor) };
            marks.cells[row][column] = Some(mark);
            marks.cells[column][row] = Some(turned(mark));
            let ahead = match estimate.value > 0.0 {
                true => (names[row], names[column], mark.estimate),
                false => (names[column], names[row], turned(mark).estimate),
            };
            if tone != MarkTone::Unsure {
                marks.sure += 1;
                let widest = marks.widest.filter(|known| known.2.value >= ahead.2.value);
                marks.widest = widest.or(Some(ahead));
            }
        }
        Some(marks)
    }
}

fn figure(
    run: &Run,
    found: RunRows<'_, Finding>,
    (metric, id, factor, unit, what): (Metric, &str, f64, &str, &'static str),
) -> Option<Figure> {
    let names = names(run, &found);
    let found: Vec<&Finding> = found
        .iter()
        .map(|(_, finding)| *finding)
        .filter(|finding| finding.metric == metric)
        .collect();
    if found.is_empty() || !(3..=MOST_STRATEGIES).contains(&names.len()) {
        return None;
    }
    let PairMarks { cells, sure, widest } = PairMarks::of(&names, &found, factor)?;
    let rows: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let circles = circles(&found.iter().copied().cloned().collect::<Vec<_>>(), &names, usize::MAX);
    let circles: Vec<Vec<&str>> =
        circles.iter().map(|all| all.iter().map(|&place| names[place]).collect()).collect();
    Some(Figure {
        id: id.to_owned(),
        title: format!("Who beats whom, by {metric}?"),
        players: players(std::slice::from_ref(run), Who::Tables),
        sentences: vec![crosstable(sure, found.len(), widest, unit, &circles)],
        reading:
            "Row less column, at the same tables; the best is first. Only what is significant \
            at 5 % after Holm's correction is coloured."
                .to_owned(),
        chart: Chart::Heat(Heat { what, columns: rows.clone(), rows, cells }),
        ..Figure::default()
    })
}
