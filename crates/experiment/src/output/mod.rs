//! The files of a run directory. Every file is derived from the tallies alone, by way of findings.

pub mod manifest;

pub use unobench_measure::output::*;

use crate::directory::KEPT;
use crate::found::RunFindings;
use crate::progress::Progress;
use crate::store::StoreError;
use distributions::{scores, turns};
use manifest::{Completion, SessionHost, manifest, manifest_of_survey};
use std::path::Path;
use unobench_disk::{WriteError, replace_file};
use unobench_findings::duel::DuelTest;
use unobench_findings::finding::Findings;
use unobench_findings::question::Question;
use unobench_findings::wide::Wide;
use unobench_findings::{csv, json};
use unobench_measure::Header;
use unobench_measure::results::Results;
use unobench_measure::survey::Survey;

/// Whether a file of results was written.
type Written = Result<(), WriteError>;

fn write_survey(
    out: &Path,
    survey: &Survey,
    completion: Completion,
    host: &SessionHost<'_>,
) -> Written {
    if !survey.panel().is_empty() {
        replace_file(&out.join("turns.csv"), |file| csv::write(file, survey::turns(survey)))?;
    }
    write_findings(out, survey.header(), survey, Vec::new(), completion)?;
    replace_file(&out.join("manifest.json"), |file| {
        json::write(file, &manifest_of_survey(survey, completion, host))
    })
}

/// Writes the files of a run, all but `progress.jsonl`; what nothing can be said of is an empty
/// field.
///
/// # Errors
/// If a file cannot be written; it and those that were to follow are then as they were.
pub fn write_run(
    out: &Path,
    results: &Results,
    completion: Completion,
    host: &SessionHost<'_>,
) -> Written {
    let findings = findings(results);
    let summary = Wide::of(Question::Strength, &findings);
    replace_file(&out.join("summary.csv"), |file| csv::write_wide(file, &summary))?;
    replace_file(&out.join("scores.csv"), |file| csv::write(file, scores(results)))?;
    replace_file(&out.join("turns.csv"), |file| csv::write(file, turns(results)))?;
    write_findings(out, results.header(), &findings, tests(results), completion)?;
    replace_file(&out.join("manifest.json"), |file| {
        json::write(file, &manifest(results, completion, host))
    })
}

fn write_findings(
    out: &Path,
    header: &Header,
    found: &dyn Findings,
    tests: Vec<DuelTest>,
    completion: Completion,
) -> Written {
    let complete = completion == Completion::Whole;
    replace_file(&out.join("findings.csv"), |file| csv::write(file, found.all()))?;
    replace_file(&out.join("findings.json"), |file| {
        json::write(file, &document(header, found, tests, complete))
    })
}

pub(crate) fn conclude(
    progress: &mut Progress,
    source: &Path,
    out: &Path,
    host: &SessionHost<'_>,
) -> Result<RunFindings, StoreError> {
    let found = RunFindings::of(progress, source)?;
    let completion = if progress.is_complete() { Completion::Whole } else { Completion::CutShort };
    match &found {
        RunFindings::Run(results) => write_run(out, results, completion, host)?,
        RunFindings::Survey(survey) => write_survey(out, survey, completion, host)?,
    }
    if completion == Completion::Whole {
        // That it stays does no harm: nobody asks for it any more.
        let _ = std::fs::remove_file(out.join(KEPT));
    }
    Ok(found)
}
