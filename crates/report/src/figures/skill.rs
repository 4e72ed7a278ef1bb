//! What playing well is worth: the ladder from the beginner to who sees all.

use super::{Caption, ascending, of_estimates, of_runs, percent, rows_of};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::header::Who;
use crate::layout::Key;
use crate::sentences::{Named, skill};
use crate::source::Run;
use crate::words::fixed;
use unobench_files::rows::StepRow;

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let found = rows_of(runs, |run| run.overview.skill.as_deref().unwrap_or_default());
    let steps: Vec<(usize, &StepRow)> =
        found.iter().flat_map(|(run, of)| of.ladder.iter().map(|step| (*run, step))).collect();
    let estimates = steps.iter().filter_map(|&(run, step)| {
        let rate = percent(Some(step.win_rate), step.win_rate_low, step.win_rate_high)?;
        Some((Key { run, rules: &step.rules, name: &step.strategy }, rate))
    });
    let fair = |run: &Run, rules: &str| {
        100.0 * run.fair_share(rules, run.fact(|head| head.players).unwrap_or(2))
    };
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
        differences: " points",
        sorted: true,
    };
    let table = of_runs(runs, &steps, &["elo_low", "elo_high"]);
    let ladder = of_estimates(runs, frame, estimates.collect(), table, |rates, _| rungs(rates))?;
    let Some(mut figure) = ladder else { return Ok(Vec::new()) };
    let told = found.iter().map(|(run, of)| {
        let several = runs.len() > 1;
        let run = if several { format!("{}: ", runs[*run].label) } else { String::new() };
        skill(&format!("{run}{}", of.rules), of)
    });
    figure.sentences.splice(0..0, told);
    figure.headlines += found.len();
    Ok(vec![figure])
}

fn rungs(rates: &[Named]) -> String {
    let sorted = |a: &&Named, b: &&Named| a.of.value.total_cmp(&b.of.value);
    match (rates.iter().min_by(sorted), rates.iter().max_by(sorted)) {
        (Some(low), Some(high)) => {
            let told = |rate: &Named| {
                let margin = rate.of.margin().map(|margin| format!(" ± {}", fixed(margin, 1)));
                format!("{}{} %", fixed(rate.of.value, 1), margin.unwrap_or_default())
            };
            format!("From {} ({}) up to {} ({}).", low.name, told(low), high.name, told(high))
        }
        _ => "Nothing was measured.".to_owned(),
    }
}
