//! What became of a run: printed in the format asked for, or explained as a failure.

use std::path::Path;

use serde_json::{Value, json};

use super::console::{self, Style, one_line};
use super::failure::{Failure, OrFailure as _};
use super::numbers::{grouped, spoken};
use super::options::Format;
use super::present::{self, counted};
use super::{effects, run_summary, text_table};
use unobench_bots::{OnFault, Trouble};
use unobench_experiment::output::{self};
use unobench_experiment::run::{Results, RuleSetResults, StrategySums};
use unobench_experiment::survey::{Question, Survey};
use unobench_experiment::{Ending, Played, RunError};
use unobench_files::csv;

/// Tells apart whether the user or the machine is at fault.
pub(super) fn failure(error: RunError) -> Failure {
    if error.is_usage() { Failure::Usage(error.into()) } else { Failure::Failed(error.into()) }
}

/// Prints the results.
pub(super) fn print(report: &Played<Results>, out: &Path, format: Format) -> Result<(), Failure> {
    let summaries = || run_summary::of_report(report);
    let text = match format {
        Format::Table => {
            let style = Style::of_stdout();
            style.flow(&(present::tables(&summaries(), style) + &footer(report, out) + "\n"))
        }
        Format::Markdown => present::markdown(&summaries()) + &footer(report, out) + "\n",
        Format::Csv => csv(report)?,
        Format::Json => text_table::pretty(&json(report, out))?,
    };
    console::print(&text)
}

/// Prints what a survey found; `complete`: whether all of it was played.
pub(super) fn print_survey(
    survey: &Survey,
    complete: bool,
    footer: &str,
    format: Format,
) -> Result<(), Failure> {
    let text = match format {
        Format::Table => {
            let style = Style::of_stdout();
            style.flow(&(effects::tables(survey, style) + footer + "\n"))
        }
        Format::Markdown => effects::markdown(survey) + footer + "\n",
        Format::Csv => survey_csv(survey)?,
        Format::Json => {
            let effects = output::survey::effect_rows(survey);
            text_table::pretty(&json!(output::survey::overview(survey, effects, complete)))?
        }
    };
    console::print(&text)
}

/// The bytes of `effects.csv`; of a skill survey the ladders.
fn survey_csv(survey: &Survey) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    if survey.header().question == Question::Skill {
        csv::write(
            &mut bytes,
            unobench_experiment::survey::skill(survey).into_iter().flat_map(|skill| skill.ladder),
        )
        .or_failed("cannot write CSV")?;
    } else {
        csv::write(&mut bytes, output::survey::effect_rows(survey))
            .or_failed("cannot write CSV")?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The bytes of `summary.csv`.
fn csv(report: &Played<Results>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    csv::write(&mut bytes, output::summary(&report.found)).or_failed("cannot write CSV")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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

/// Games a second in this session.
fn per_second(report: &Played<Results>) -> u64 {
    (report.games as f64 / report.time.as_secs_f64().max(1e-9)) as u64
}
