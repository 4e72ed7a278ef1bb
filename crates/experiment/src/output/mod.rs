//! The files of a run directory, and tables of what they hold.
//!
//! Every file is derived from the tallies alone; [`unobench_files`] declares its rows. Nothing is
//! played or tallied here, and nothing is estimated that `stats` does not.

pub mod crosstable;
pub mod distributions;
pub mod duel;
pub mod manifest;
pub mod matchups;
pub mod overview;
pub mod ranks;
pub mod ratings;
pub mod seats;
pub mod summary;
pub mod survey;

pub use crate::ends::ends;
pub use crosstable::{crosstable, crosstable_under};
pub use distributions::{scores, turns};
pub use duel::duels;
pub use matchups::matchups;
pub use overview::quantiles;
pub use ranks::{ranks, ranks_under};
pub use ratings::ratings;
pub use seats::seats;
pub use summary::summary;
pub use survey::write_survey;

use crate::directory::forget_kept;
use crate::found::Found;
use crate::header::Question;
use crate::progress::Progress;
use crate::results::Results;
use manifest::{Host, manifest};
use overview::overview;
use std::path::Path;
use unobench_disk::{WriteError, replace_file};
use unobench_files::{csv, json};

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
    replace_file(&out.join("summary.csv"), |file| csv::write(file, summary(results)))?;
    replace_file(&out.join("seats.csv"), |file| csv::write(file, seats(results)))?;
    replace_file(&out.join("scores.csv"), |file| csv::write(file, scores(results)))?;
    replace_file(&out.join("turns.csv"), |file| csv::write(file, turns(results)))?;
    replace_file(&out.join("matchups.csv"), |file| csv::write(file, matchups(results)))?;
    if results.header().question != Question::Run {
        replace_file(&out.join("ratings.csv"), |file| csv::write(file, ratings(results)))?;
    }
    replace_file(&out.join("summary.json"), |file| {
        json::write(file, &overview(results, complete))
    })?;
    replace_file(&out.join("manifest.json"), |file| {
        json::write(file, &manifest(results, complete, host))
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
        Found::Survey(survey) => write_survey(out, survey, complete, host)?,
    }
    if complete {
        forget_kept(out);
    }
    Ok(found)
}
