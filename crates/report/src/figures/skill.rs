//! What playing well is worth: the ladder from the beginner to who sees all.

use super::{Estimate, Frame, of_estimates, percent};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::{Data, Figure};
use crate::header::Who;
use crate::layout::Key;
use crate::sentences::{Rate, skill};
use crate::source::Run;
use crate::words::fixed;
use unobench_files::documents::SkillEntry;

/// The skill of a rule set as `summary.json` tells it.
struct Found<'a> {
    run: usize,
    label: &'a str,
    skill: &'a SkillEntry,
}

impl<'a> Found<'a> {
    fn rules(&self) -> &'a str {
        &self.skill.rules
    }

    fn name(&self, many_runs: bool) -> String {
        if many_runs {
            format!("{}: {}", self.label, self.rules())
        } else {
            self.rules().to_owned()
        }
    }
}

/// The ladder.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let found: Vec<Found<'_>> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, of)| {
            let list = of.overview.skill.iter().flatten();
            list.map(move |skill| Found { run, label: &of.label, skill })
        })
        .collect();
    let Some(mut figure) = ladder(runs, &found)? else { return Ok(Vec::new()) };
    let sentences = found.iter().map(|of| skill(&of.name(runs.len() > 1), of.skill));
    figure.sentences.splice(0..0, sentences);
    figure.headlines += found.len();
    Ok(vec![figure])
}

fn ladder(runs: &[Run], found: &[Found<'_>]) -> Result<Option<Figure>, ReportError> {
    let mut estimates = Vec::new();
    let mut references: Vec<f64> = Vec::new();
    for of in found {
        let players = runs[of.run].fact(|head| head.players).unwrap_or(2);
        references.push(100.0 * runs[of.run].fair_share(of.rules(), players));
        for step in &of.skill.ladder {
            let name = step.strategy.as_str();
            let rate = percent(Some(step.win_rate), step.win_rate_low, step.win_rate_high);
            estimates.extend(rate.map(|(value, interval)| Estimate {
                key: Key { run: of.run, rules: of.rules(), name },
                value,
                interval,
            }));
        }
    }
    let steps = found.iter().flat_map(|of| of.skill.ladder.iter().map(|step| (of.label, step)));
    let table = Data::of(steps, &["elo_low", "elo_high"]);
    references.sort_by(f64::total_cmp);
    references.dedup();
    let frame = Frame {
        id: "skill-ladder".to_owned(),
        title: "The ladder".to_owned(),
        axis_title: "games won, %",
        unit: Unit::Plain,
        reading: "Each strategy alone among beginners; the last ones see what no player may. \
         Whiskers are 95 % intervals; the line is the fair share."
            .to_owned(),
        references,
        who: Who::Pool,
        differences: " points",
        sorted: true,
    };
    of_estimates(runs, frame, &estimates, table, |rates, _| rungs(rates))
}

/// From the lowest to the highest rung.
fn rungs(rates: &[Rate]) -> String {
    let sorted = |a: &&Rate, b: &&Rate| a.value.total_cmp(&b.value);
    match (rates.iter().min_by(sorted), rates.iter().max_by(sorted)) {
        (Some(low), Some(high)) => {
            let told = |rate: &Rate| {
                let ends = rate.interval.map_or_else(String::new, |(low, high)| {
                    format!(" ± {}", fixed((high - low) / 2.0, 1))
                });
                format!("{}{ends} %", fixed(rate.value, 1))
            };
            format!("From {} ({}) up to {} ({}).", low.name, told(low), high.name, told(high))
        }
        _ => "Nothing was measured.".to_owned(),
    }
}
