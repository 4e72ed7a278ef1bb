//! What the strategies of a tournament have of each other: a row for each rule set, measure and
//! pair that met.

use super::ranks::pairs;
use super::ratings::is_of_tournament;
use crate::results::{Results, RuleSetResults};
use unobench_files::estimate::ends;
use unobench_files::rows::EncounterRow;
use unobench_stats::{MeanSums, holm};

type Measure = (&'static str, fn(&RuleSetResults<'_>, [usize; 2]) -> Option<MeanSums>);

/// The measures; points are those that are wanted.
const MEASURES: [Measure; 2] = [
    ("wins", |rules, [one, other]| rules.win_difference(one, other)),
    ("points", |rules, [one, other]| {
        let sums = rules.difference(&rules.pair(one, other)?);
        Some(if rules.fewest_win { MeanSums { sum: -sums.sum, ..sums } } else { sums })
    }),
];

/// Each pair that met, by rule set and measure; none of a run that is no tournament.
pub fn crosstable(results: &Results) -> Vec<EncounterRow> {
    let played = if is_of_tournament(results) { results.played() } else { Vec::new() };
    played.iter().flat_map(crosstable_under).collect()
}

pub fn crosstable_under(rules: &RuleSetResults<'_>) -> Vec<EncounterRow> {
    MEASURES.into_iter().flat_map(|measure| rows(rules, measure)).collect()
}

fn rows(rules: &RuleSetResults<'_>, (measure, of): Measure) -> Vec<EncounterRow> {
    let names = rules.schedule.strategies();
    let met: Vec<([usize; 2], MeanSums)> =
        pairs(names.len()).filter_map(|pair| Some((pair, of(rules, pair)?))).collect();
    let p_values: Vec<f64> = met.iter().map(|(_, sums)| sums.p_value().unwrap_or(1.0)).collect();
    let row = |(([one, other], sums), adjusted): (([usize; 2], MeanSums), f64)| {
        let interval = match measure {
            "wins" => sums.interval_within(-1.0, 1.0),
            _ => sums.interval(),
        };
        let (low, high) = ends(interval);
        EncounterRow {
            rules: rules.name.to_owned(),
            measure: measure.to_owned(),
            strategy: names[one].clone(),
            opponent: names[other].clone(),
            difference: sums.mean(),
            low,
            high,
            p_adjusted: sums.p_value().map(|_| adjusted),
        }
    };
    met.into_iter().zip(holm(&p_values)).map(row).collect()
}
