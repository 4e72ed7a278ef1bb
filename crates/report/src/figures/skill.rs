//! What playing well is worth: the ladder from the beginner to who sees all.

use super::{Caption, ascending, of_estimates, of_runs, percent, rows_of};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::header::Who;
use crate::layout::Key;
use crate::sentences::{rungs, skill};
use crate::source::Run;
use unobench_findings::rows::StepRow;

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let found = rows_of(runs, |run| &run.skill);
    let steps: Vec<(usize, &StepRow)> =
        found.iter().flat_map(|(run, of)| of.ladder.iter().map(|step| (*run, step))).collect();
    let estimates = steps.iter().filter_map(|&(run, step)| {
        let rate = percent(Some(step.win_rate), step.win_rate_low, step.win_rate_high)?;
        Some((Key { run, rules: &step.rules, name: &step.strategy }, rate))
    });
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
        references: ascending(found.iter().map(|(run, of)| fair(&runs[*run], &of.rules))),
        who: Who::Pool,
        sorted: true,
    };
    let table = of_runs(runs, &steps, &["elo_low", "elo_high"]);
    let ladder =
        of_estimates(runs, frame, estimates.collect(), table, |rates, _| rungs(rates, " %"))?;
    let Some(mut figure) = ladder else { return Ok(Vec::new()) };
    let told = found.iter().map(|(run, of)| {
        let run = if runs.len() > 1 { format!("{}: ", runs[*run].label) } else { String::new() };
        format!("{run}{}: {}.", of.rules, skill(of).join("; "))
    });
    figure.sentences.splice(0..0, told);
    figure.headlines += found.len();
    Ok(vec![figure])
}
