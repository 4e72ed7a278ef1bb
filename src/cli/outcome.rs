//! The result of a run or survey, printed in the format asked for, or explained as a failure.

use std::path::Path;

use serde_json::{Value, json};

use super::console::one_line;
use super::failure::Failure;
use super::numbers::{grouped, spoken};
use super::options::Format;
use super::paper::{self, csv_of};
use super::present::{self, counted};
use super::{effects, run_summary};
use unobench_bots::{OnFault, Trouble};
use unobench_experiment::output;
use unobench_experiment::run::results::StrategySums;
use unobench_experiment::run::{RuleSetResults, RunReport};
use unobench_experiment::survey::{Inquiry, Survey, skill};
use unobench_experiment::{Ending, RunError};

/// Tells apart whether the user or the machine is at fault.
pub(super) fn failure(error: RunError) -> Failure {
    if error.is_usage() { Failure::Usage(error.into()) } else { Failure::Failed(error.into()) }
}

/// Prints the results.
pub(super) fn print(report: &RunReport, out: &Path, format: Format) -> Result<(), Failure> {
    let text = |paper| {
        present::tables(&run_summary::of_report(report), paper) + &footer(report, out) + "\n"
    };
    let csv = || csv_of(output::summary(&report.results));
    paper::print(format, text, csv, || json(report, out))
}

/// Prints what a survey found; `complete`: whether all of it was played.
pub(super) fn print_survey(
    survey: &Survey,
    complete: bool,
    footer: &str,
    format: Format,
) -> Result<(), Failure> {
    let rows = || output::survey::effect_rows(survey);
    let text = |paper| effects::tables(survey, paper) + footer + "\n";
    let csv = || match survey.header().question {
        Inquiry::Skill => csv_of(skill(survey).into_iter().flat_map(|skill| skill.ladder)),
        _ => csv_of(rows()),
    };
    paper::print(format, text, csv, || json!(output::survey::overview(survey, rows(), complete)))
}

/// The tables that fit on a screen, by name, with what they are of.
fn json(report: &RunReport, out: &Path) -> Value {
    let results = &report.results;
    json!({
        "version": results.header().version,
        "seed": results.header().seed,
        "complete": report.ending == Ending::Complete,
        "directory": out.display().to_string(),
        "summary": output::summary(results),
        "seats": output::seats(results),
        "matchups": output::matchups(results),
    })
}

/// What is to be said of the bots that failed under a rule set.
pub(super) fn of_faults(rules: &RuleSetResults<'_>, troubles: &[Trouble]) -> Vec<String> {
    let failed = (0..rules.schedule.strategies().len())
        .filter_map(|strategy| rules.strategy(strategy))
        .filter(|sums| sums.tally.faults > 0);
    let remark = |sums: StrategySums<'_>| {
        let name = &rules.schedule.strategies()[sums.tally.strategy];
        let cost = match rules.on_fault() {
            OnFault::Random => "random decided for it",
            OnFault::Lose => "random decided for it, and it could not win those games",
        };
        let times = match sums.tally.faults {
            1 => "once".to_owned(),
            faults => format!("{} times", grouped(faults)),
        };
        let why = troubles.iter().find(|trouble| trouble.name == *name).map(why);
        format!(
            "{name} was late or wrong {times}, and {cost}{}; bots.log has more",
            why.unwrap_or_default()
        )
    };
    failed.map(remark).collect()
}

/// What is to be said of bots in a survey or a game that failed to make so many decisions.
pub(super) fn of_failed_bots(faults: u64, troubles: &[Trouble]) -> String {
    let times = match faults {
        0 => return String::new(),
        1 => "a decision".to_owned(),
        faults => format!("{} decisions", grouped(faults)),
    };
    let told = troubles.iter().map(|trouble| one_line(format!("{}{}", trouble.name, why(trouble))));
    let told: Vec<String> = told.collect();
    format!("bots failed to make {times}, which random made: {}\n", told.join("; "))
}

/// Why a bot failed, as far as that is known.
fn why(trouble: &Trouble) -> String {
    let first = trouble.first_fault.as_ref().map(|fault| format!("; the first time: {fault}"));
    let words = trouble.last_words.as_ref();
    let words = words.map(|words| format!("; before it died it said: {words}"));
    first.into_iter().chain(words).collect()
}

/// How much was played, how fast, from which seed, and where it is.
pub(super) fn footer(report: &RunReport, out: &Path) -> String {
    let header = report.results.header();
    let played = match report.games {
        0 => String::new(),
        games => {
            format!(
                "{} in {} ({}/s), ",
                counted(games, header.r#match),
                spoken(report.time),
                counted(per_second(report), header.r#match)
            )
        }
    };
    format!("{played}seed {}, files in {}", header.seed, out.display())
}

/// Games a second in this session.
fn per_second(report: &RunReport) -> u64 {
    (report.games as f64 / report.time.as_secs_f64().max(1e-9)) as u64
}
