//! The result of a run or survey, printed in the format asked for, or explained as a failure.

use std::path::Path;

use serde_json::{Value, json};

use super::failure::Failure;
use super::numbers::spoken;
use super::options::Format;
use super::paper::{self, csv_of};
use super::present::{self, counted};
use super::{effects, run_summary};
use unobench_experiment::output;
use unobench_experiment::run::Results;
use unobench_experiment::survey::{Question, Survey, skill};
use unobench_experiment::{Ending, Played, RunError};

/// Tells apart whether the user or the machine is at fault.
pub(super) fn failure(error: RunError) -> Failure {
    if error.is_usage() { Failure::Usage(error.into()) } else { Failure::Failed(error.into()) }
}

pub(super) fn print(report: &Played<Results>, out: &Path, format: Format) -> Result<(), Failure> {
    let text = |paper| {
        present::tables(&run_summary::of_report(report), paper) + &footer(report, out) + "\n"
    };
    let csv = || csv_of(output::summary(&report.found));
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
        Question::Skill => csv_of(skill(survey).into_iter().flat_map(|skill| skill.ladder)),
        _ => csv_of(rows()),
    };
    paper::print(format, text, csv, || json!(output::survey::overview(survey, rows(), complete)))
}

/// The tables that fit on a screen, by name, with what they are of.
fn json(report: &Played<Results>, out: &Path) -> Value {
    let results = &report.found;
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

/// How much was played, how fast, from which seed, and where it is.
pub(super) fn footer(report: &Played<Results>, out: &Path) -> String {
    let header = report.found.header();
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

fn per_second(report: &Played<Results>) -> u64 {
    (report.games as f64 / report.time.as_secs_f64().max(1e-9)) as u64
}
