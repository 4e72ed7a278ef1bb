//! What playing well is worth: the ladder from the beginner to who sees all.

use super::{Caption, ascending, keyed, of_estimates, rows_of};
use crate::document::Figure;
use crate::header::Who;
use crate::source::Run;
use unobench_findings::finding::all_of;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::tell::run::{rungs, skill};
use unobench_findings::tell::speech::distinct;

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let mut steps = rows_of(runs, |run| all_of(&run.findings, Question::Skill, Metric::WinRate));
    steps.retain(|(_, step)| step.value.is_some());
    let found = distinct(steps.iter().map(|(run, step)| (*run, &step.rules)));
    let estimates = steps.iter().filter_map(|&(run, step)| keyed(run, step, 100.0));
    let fair =
        |run: &Run, rules: &str| 100.0 * run.fair_share(rules, run.head().players.unwrap_or(2));
    let caption = Caption {
        id: "skill-ladder".to_owned(),
        title: "What is playing well worth?".to_owned(),
        what: "games won, %",
        reading: "Each strategy alone among beginners; the last ones see what no player may. \
            Whiskers are 95 % intervals; the line is the fair share."
            .to_owned(),
        references: ascending(found.iter().map(|(run, rules)| fair(&runs[*run], rules))),
        who: Who::Pool,
        sorted: true,
        ..Caption::default()
    };
    let ladder = of_estimates(runs, caption, estimates.collect(), |rates, _| rungs(rates, " %"));
    let Some(mut figure) = ladder else { return Vec::new() };
    let told = found.iter().flat_map(|(run, rules)| {
        let Run { label, findings, .. } = &runs[*run];
        let run = if runs.len() > 1 { format!("{label}: ") } else { String::new() };
        let told = skill(findings, rules).into_iter();
        told.map(move |told| format!("{run}{rules}: {told}."))
    });
    figure.sentences.splice(0..0, told);
    vec![figure]
}
