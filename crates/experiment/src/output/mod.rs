//! The files of a run directory, and tables of what they hold.
//!
//! Every file is derived from the tallies alone, by way of findings: a file here for each question,
//! which turns sums into findings. Nothing is played or tallied here, and nothing is estimated that
//! `stats` does not.

mod crosstable;
mod distributions;
mod duel;
mod games;
pub mod manifest;
mod matchups;
mod ranks;
mod ratings;
mod seats;
mod strength;
pub mod survey;

pub use crosstable::crosstable;
pub use ranks::ranks;
pub use survey::survey_findings;

use crate::directory::forget_kept;
use crate::found::Found;
use crate::header::{Header, Question};
use crate::progress::Progress;
use crate::results::Results;
use distributions::{scores, turns};
use manifest::{Host, head, manifest};
use std::path::Path;
use unobench_disk::{WriteError, replace_file};
use unobench_findings::documents::{Document, Sentence};
use unobench_findings::finding::Finding;
use unobench_findings::wide::{Wide, questions};
use unobench_findings::{csv, json};

/// What was found in a run, in the order of `findings.csv`.
pub fn findings(results: &Results) -> Vec<Finding> {
    let question = results.header().question;
    let mut found = Vec::new();
    for rules in results.played() {
        let fit = rules.ratings().ok();
        found.extend(strength::strength(&rules, fit.as_ref()));
        found.extend(games::games(&rules));
        found.extend(seats::seats(&rules));
        found.extend(matchups::matchups(&rules));
        if question != Question::Run {
            found.extend(ratings::ratings(&rules, fit.as_ref()));
        }
        if question == Question::Tournament {
            found.extend(ranks(&rules, fit.as_ref()));
            found.extend(crosstable(&rules));
        }
    }
    if question == Question::Duel {
        found.extend(duel::findings(results));
    }
    found.sort_by(|one, other| one.place().cmp(&other.place()));
    found
}

/// What is told of findings, and their tables, in one document.
pub fn document<'a>(header: &Header, findings: &'a [Finding], complete: bool) -> Document<'a> {
    let asked = questions(findings);
    let told = asked.iter().flat_map(|question| {
        let of = findings.iter().filter(move |found| found.question == *question);
        of.filter_map(|found| Some(Sentence { sentence: found.sentence()?, found }))
    });
    let table = |question: &&'static str| (*question, Wide::of(question, findings));
    Document {
        head: head(header, complete),
        learned: header.learned.clone(),
        examined: header.examined.clone(),
        unpaired: header.unpaired(),
        findings: told.collect(),
        tables: asked.iter().map(table).collect(),
    }
}

/// Writes the files of a run, all but `progress.jsonl`; what nothing can be said of is an empty
/// field.
///
/// # Errors
/// If a file cannot be written; it and those that were to follow are then as they were.
pub fn write_run(
    out: &Path,
    results: &Results,
    complete: bool,
    host: &Host<'_>,
) -> Result<(), WriteError> {
    let findings = findings(results);
    let summary = Wide::of("strength", &findings);
    replace_file(&out.join("summary.csv"), |file| csv::write_wide(file, &summary))?;
    replace_file(&out.join("scores.csv"), |file| csv::write(file, scores(results)))?;
    replace_file(&out.join("turns.csv"), |file| csv::write(file, turns(results)))?;
    write_findings(out, results.header(), &findings, complete)?;
    replace_file(&out.join("manifest.json"), |file| {
        json::write(file, &manifest(results, complete, host))
    })
}

fn write_findings(
    out: &Path,
    header: &Header,
    findings: &[Finding],
    complete: bool,
) -> Result<(), WriteError> {
    replace_file(&out.join("findings.csv"), |file| csv::write(file, findings.iter().cloned()))?;
    replace_file(&out.join("findings.json"), |file| {
        json::write(file, &document(header, findings, complete))
    })
}

pub(crate) fn conclude(
    progress: &mut Progress,
    out: &Path,
    host: &Host<'_>,
) -> Result<Found, WriteError> {
    let (found, complete) = (Found::of(progress), progress.is_complete());
    match &found {
        Found::Run(results) => write_run(out, results, complete, host)?,
        Found::Survey(survey) => survey::write_survey(out, survey, complete, host)?,
    }
    if complete {
        forget_kept(out);
    }
    Ok(found)
}
