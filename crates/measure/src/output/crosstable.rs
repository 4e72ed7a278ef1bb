//! What the strategies of a tournament have of each other, by wins and by points.

use super::ranks::pairs;
use crate::results::RuleSetResults;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::{Family, Question};
use unobench_stats::{MeanSums, Verdict, holm};

/// A metric of a tournament's pairs, and how it is computed for two strategies by number.
type PairMeasure = (Metric, fn(&RuleSetResults<'_>, [usize; 2]) -> Option<MeanSums>);

/// The measures; points are those that are wanted.
const MEASURES: [PairMeasure; 2] = [
    (Metric::Wins, |rules, [strategy, other]| rules.win_difference(strategy, other)),
    (Metric::Points, |rules, [strategy, other]| {
        let sums = rules.difference(&rules.pair(strategy, other)?);
        Some(if rules.fewest_win { MeanSums { sum: -sums.sum, ..sums } } else { sums })
    }),
];

/// Each pair that met, by measure; all pairs of a measure are one family, but for those of whom
/// random played for one, of which nothing is said.
pub fn crosstable(rules: &RuleSetResults<'_>) -> Vec<Finding> {
    MEASURES.into_iter().flat_map(|measure| of_measure(rules, measure)).collect()
}

fn of_measure(rules: &RuleSetResults<'_>, (measure, difference): PairMeasure) -> Vec<Finding> {
    let pairs = pairs(rules.schedule.strategies().len());
    let met: Vec<_> = pairs.filter_map(|pair| Some((pair, difference(rules, pair)?))).collect();
    let is_told = |pair: [usize; 2]| !pair.iter().any(|&strategy| rules.plays_by_default(strategy));
    let p_values: Vec<f64> = met
        .iter()
        .filter(|(pair, _)| is_told(*pair))
        .map(|(_, sums)| sums.p_value().unwrap_or(1.0))
        .collect();
    let mut adjusted = holm(&p_values).into_iter();
    let mut findings = Vec::new();
    for (pair, sums) in met {
        let interval = match measure {
            Metric::Wins => sums.interval_within(-1.0, 1.0),
            _ => sums.interval(),
        };
        let finding =
            rules.between(Question::Crosstable, pair).estimate(measure, sums.mean(), interval);
        let q_value = if is_told(pair) { adjusted.next() } else { None };
        findings.push(match (sums.p_value(), q_value) {
            (Some(p_value), Some(q_value)) => judged(finding, p_value, q_value),
            _ => finding,
        });
    }
    findings
}

/// A difference with its p-value, that of the whole table, and the verdict that follows.
fn judged(finding: Finding, p_value: f64, q_value: f64) -> Finding {
    let verdict = match finding.value {
        Some(value) if q_value < 0.05 && value > 0.0 => Verdict::More,
        Some(value) if q_value < 0.05 && value < 0.0 => Verdict::Less,
        _ => Verdict::Unclear,
    };
    Finding {
        p_value: Some(p_value),
        q_value: Some(q_value),
        family: Some(Family::Primary),
        verdict: Some(verdict),
        ..finding
    }
}
