//! A sweep over a number, read as one: what each one more does, and whether that is so along a
//! straight line.

use crate::comparison::{Comparison, ValueIndex, contrasts};
use crate::estimate::Estimate;
use crate::finding::Finding;
use crate::metric::{ASKED_FIRST, Metric};
use crate::question::Question;
use crate::tell::answers::{among_whom, knowing};
use crate::tell::number::{fixed, with_margin};
use crate::tell::plain::PlainAnswer;
use crate::tell::speech::distinct;
use crate::tell::speech::{capital, listed};
use std::collections::BTreeMap;
use unobench_stats::Verdict::{self, Less, More, Same, Unclear};

/// What was found of a sweep over a number at some seats.
#[derive(Debug)]
pub struct SweepLine<'a> {
    pub players: u32,
    /// The key, and its numbers as they are written, ascending.
    pub key: &'a str,
    pub numbers: Vec<&'a str>,
    /// So much is one step: a power of ten, of which the range has at least two.
    pub step: f64,
    /// What each step does at each table, with the baseline's value.
    pub slopes: Vec<Comparison<'a>>,
    /// How far each number lies from the straight line.
    distances: Vec<Comparison<'a>>,
}

/// Those of a survey; none where it is no sweep over a number.
pub fn lines<'a>(findings: &'a [Finding], baseline: &str) -> Vec<SweepLine<'a>> {
    let values = ValueIndex::of(findings);
    let mut sizes: BTreeMap<u32, Vec<Comparison<'a>>> = BTreeMap::new();
    for comparison in contrasts(findings, Question::Line) {
        let (players, table) = (comparison.players, &comparison.found.table);
        let base = values.at(baseline, players, table, comparison.metric);
        let base = base.and_then(|base| base.value);
        sizes.entry(players).or_default().push(Comparison { base, ..comparison });
    }
    sizes.into_iter().filter_map(|(players, all)| SweepLine::of(players, all)).collect()
}

/// A number as a sweep has it in words; `NaN` if it is none.
fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

impl<'a> SweepLine<'a> {
    /// What comparisons at so many seats say of the numbers of a key; none if they say nothing.
    fn of(players: u32, all: Vec<Comparison<'a>>) -> Option<SweepLine<'a>> {
        let (distances, mut slopes): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|comparison| comparison.subject.contains('='));
        let mut numbers = distinct(
            distances
                .iter()
                .filter_map(|comparison| Some(comparison.found.subject.split_once('=')?.1)),
        );
        numbers.sort_by(|text, other| number(text).total_cmp(&number(other)));
        let range = number(numbers.last()?) - number(numbers.first()?);
        let step = 10_f64.powf((range / 2.0).log10().floor());
        slopes.iter_mut().for_each(|slope| slope.difference = slope.difference.times(step));
        let key = &slopes.first()?.found.subject;
        Some(SweepLine { players, key, numbers, step, slopes, distances })
    }

    /// Whether what is measured at some tables is along the line: the same, or apart at a number;
    /// none where it was not measured.
    pub fn straight(&self, tables: &[&str], metric: Metric) -> Option<Verdict> {
        let mut said = self
            .distances
            .iter()
            .filter(|found| found.metric == metric && tables.contains(&&*found.found.table))
            .map(|found| found.verdict)
            .peekable();
        said.peek()?;
        Some(said.fold(Same, |all, verdict| match (all, verdict) {
            (More, _) | (_, Some(More | Less)) => More,
            (Same, Some(Same)) => Same,
            _ => Unclear,
        }))
    }

    /// In a sentence, of those who know rules if they were measured; `is_known` says whether they
    /// were examined on all of these.
    pub fn sentence(&self, findings: &[Finding], is_known: bool) -> String {
        let SweepLine { players, key, numbers, step, slopes, .. } = self;
        let mut tables = knowing(slopes);
        if tables.is_empty() {
            tables = distinct(slopes.iter().map(|slope| &*slope.found.table));
        }
        let metrics = |wanted: Verdict| -> Vec<Metric> {
            let all = ASKED_FIRST.into_iter();
            all.filter(|metric| self.straight(&tables, *metric) == Some(wanted)).collect()
        };
        let bent = metrics(More);
        let rising: Vec<Comparison<'_>> =
            slopes.iter().filter(|slope| !bent.contains(&slope.metric)).copied().collect();
        let PlainAnswer { told, sure, .. } = PlainAnswer::to(&rising);
        let who = among_whom(slopes, &str::to_owned, is_known);
        let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
        let best = (*players, tables[tables.len() - 1]);
        let value = |metric: Metric, number: &str| {
            let value = at(findings, best, &format!("{key}={number}"), metric)?.value?;
            Some(format!("{} at {number}", fixed(value * metric.factor(), 0)))
        };
        let straight =
            metrics(Same).into_iter().map(|metric| metric.words().topic.to_owned()).collect();
        let bent = bent.into_iter().map(|metric| {
            let values = numbers.iter().filter_map(|number| value(metric, number));
            format!("{} ({})", metric.words().topic, values.collect::<Vec<_>>().join(", "))
        });
        let shapes =
            [("Along a straight line", straight), ("Not along a straight line", bent.collect())];
        let shapes = shapes.into_iter().filter(|(_, topics): &(_, Vec<String>)| !topics.is_empty());
        let shapes = shapes.map(|(shape, topics)| format!("{shape}: {}.", listed(&topics)));
        // Where all that changes is bent, nothing else does.
        let is_told = metrics(More).is_empty() || rising.iter().any(Comparison::is_sure);
        let told = [capital(&told)].into_iter().filter(|_| is_told);
        let told = told.chain([sure].into_iter().filter(|sure| !sure.is_empty()));
        format!(
            "For each {step} more of {key}, from {first} to {last}, at {players} seats among {who}: {}",
            told.chain(shapes).collect::<Vec<_>>().join(" ")
        )
    }
}

/// What something is at the first and at the last of the places of a curve, each with its name.
pub fn first_and_last(what: &str, unit: &str, [first, last]: [(Estimate, &str); 2]) -> String {
    let told =
        |(estimate, place): (Estimate, &str)| format!("{}{unit} at {place}", with_margin(estimate));
    format!("{what}: {}, {}.", told(first), told(last))
}

/// What a metric is at a number of a key, such as `setup.hand_size=9`, at a table.
pub fn at<'a>(
    findings: &'a [Finding],
    (players, table): (u32, &str),
    point: &str,
    metric: Metric,
) -> Option<&'a Finding> {
    findings.iter().find(|finding| {
        (finding.question, &*finding.subject, finding.players, &*finding.table)
            == (Question::Curve, point, players, table)
            && finding.metric == metric
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::{around, found};

    fn of(
        question: Question,
        subject: &str,
        value: f64,
        verdict: impl Into<Option<Verdict>>,
    ) -> Finding {
        let found = found(question, subject, "");
        let metric = Metric::LENGTH;
        let (table, verdict) = ("counter".to_owned(), verdict.into());
        Finding { table, verdict, ..around(&found, metric, value, 0.001) }
    }

    #[test]
    fn a_curve_is_told_by_its_ends() {
        let around = |value: f64| Estimate {
            value,
            interval: Some(unobench_stats::Interval::around(value, 0.25)),
        };
        assert_eq!(
            first_and_last(
                "How long?, counter",
                " turns",
                [(around(40.0), "5"), (around(-1.0), "9")]
            ),
            "How long?, counter: 40.00 ± 0.25 turns at 5, −1.00 ± 0.25 turns at 9."
        );
    }

    #[test]
    fn a_slope_is_told_of_a_straight_line_and_values_of_a_bent_one() {
        let told = |verdicts: [Verdict; 3]| {
            let mut all = vec![of(Question::Line, "a.b", 0.02, More)];
            for ((number, value), verdict) in
                [(100, 40.0), (1000, 57.0), (300, 44.0)].into_iter().zip(verdicts)
            {
                let point = format!("a.b={number}");
                all.push(of(Question::Line, &point, 0.0, verdict));
                all.push(of(Question::Curve, &point, value, None));
            }
            let lines = lines(&all, "official");
            assert_eq!(lines[0].numbers, ["100", "300", "1000"]);
            lines[0].sentence(&all, true)
        };
        let start = "For each 100 more of a.b, from 100 to 1000, at 4 seats among people who know \
                     the rules: ";
        let longer = "Games get longer by about 2 turns of 44. Hardly anybody would notice that. \
                      We are sure about length.";
        assert_eq!(told([Same, Unclear, Same]), [start, longer].concat());
        let straight = " Along a straight line: length.";
        assert_eq!(told([Same; 3]), [start, longer, straight].concat());
        let bent = "Not along a straight line: length (40 at 100, 44 at 300, 57 at 1000).";
        assert_eq!(told([Less, Unclear, Same]), [start, bent].concat());
    }
}
