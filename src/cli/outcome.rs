//! The result of a survey, printed in the format asked for, and how what was played is explained.

use std::path::Path;

use serde_json::json;

use super::effects;
use super::failure::Failure;
use super::numbers::{counted, spoken};
use super::options::Format;
use super::paper::{self, csv_of};
use unobench_experiment::header::Header;
use unobench_experiment::survey::{Question, Survey};
use unobench_experiment::{Played, RunError, output};
use unobench_findings::finding::Findings as _;
use unobench_findings::wide::Wide;

pub(super) fn failure(error: RunError) -> Failure {
    if error.is_usage() { Failure::Usage(error.into()) } else { Failure::Failed(error.into()) }
}

pub(super) fn print_survey(
    survey: &Survey,
    complete: bool,
    footer: &str,
    format: Format,
) -> Result<(), Failure> {
    let findings = || survey.all().collect::<Vec<_>>();
    let text = |paper| effects::tables(survey, paper) + footer + "\n";
    let csv = || match survey.header().question {
        Question::Skill => csv_of(&Wide::of("skill", &findings())),
        _ => csv_of(&Wide::of("effects", &findings())),
    };
    let json = || json!(output::document(survey.header(), survey, complete));
    paper::print(format, text, csv, json)
}

pub(super) fn footer<T>(report: &Played<T>, header: &Header, out: &Path) -> String {
    let played = match report.games {
        0 => String::new(),
        games => {
            let speed = (games as f64 / report.time.as_secs_f64().max(1e-9)) as u64;
            let [games, speed] = [games, speed].map(|number| counted(number, header.r#match));
            format!("{games} in {} ({speed}/s), ", spoken(report.time))
        }
    };
    format!("{played}seed {}, files in {}", header.seed, out.display())
}
