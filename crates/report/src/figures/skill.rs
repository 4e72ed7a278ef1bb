//! What playing well is worth: the ladder from the beginner to who sees all.

use super::{Caption, ascending, of_estimates, rate, rows_of, table};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::header::Who;
use crate::sentences::{rungs, skill};
use crate::source::Run;
use std::cmp::Ordering;
use unobench_findings::finding::{Finding, all_of};
use unobench_findings::words::distinct;

const WITHOUT: [&str; 4] = ["players", "others", "elo_low", "elo_high"];

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let mut steps = rows_of(runs, |run| all_of(&run.findings, "skill", "win_rate"));
    steps.retain(|(_, of)| of.value.is_some());
    let found = distinct(steps.iter().map(|(run, of)| (*run, &of.rules)));
    let is_same = |one: &(usize, &Finding), other: &(usize, &Finding)| {
        (one.0, &one.1.rules) == (other.0, &other.1.rules)
    };
    for ladder in steps.chunk_by_mut(is_same) {
        ladder.sort_by(|(_, one), (_, other)| {
            one.value.partial_cmp(&other.value).unwrap_or(Ordering::Equal)
        });
    }
    let estimates = steps.iter().filter_map(|&(run, step)| rate(run, step));
    let fair =
        |run: &Run, rules: &str| 100.0 * run.fair_share(rules, run.head().players.unwrap_or(2));
    let frame = Caption {
        id: "skill-ladder".to_owned(),
        title: "The ladder".to_owned(),
        axis_title: "games won, %",
        unit: Unit::Plain,
        reading: "Each strategy alone among beginners; the last ones see what no player may. \
         Whiskers are 95 % intervals; the line is the fair share."
            .to_owned(),
        references: ascending(found.iter().map(|(run, of)| fair(&runs[*run], of))),
        who: Who::Pool,
        sorted: true,
    };
    let table = table(runs, "skill", &steps, &WITHOUT);
    let ladder =
        of_estimates(runs, frame, estimates.collect(), table, |rates, _| rungs(rates, " %"))?;
    let Some(mut figure) = ladder else { return Ok(Vec::new()) };
    let told = found.iter().map(|(run, rules)| {
        let told = skill(&runs[*run].findings, rules).join("; ");
        let run = if runs.len() > 1 { format!("{}: ", runs[*run].label) } else { String::new() };
        format!("{run}{rules}: {told}.")
    });
    figure.sentences.splice(0..0, told);
    figure.headlines += found.len();
    Ok(vec![figure])
}
