//! Shards put together: the bytes of the run or survey that was never split.

use crate::any::AnyHeader;
use crate::error::RunError;
use crate::output::{self, manifest::Host};
use crate::run::RunReport;
use crate::run::plan::Plan;
use crate::run::progress::RunProgress;
use crate::session::Ending;
use crate::store::directory::{Existing, PartDirectory};
use crate::store::parts::{Owned, copy_lines, sort_parts};
use crate::store::progress::Progress as _;
use crate::store::{Lock, MergeError};
use crate::survey::run::{self as survey, SurveyReport};
use std::path::{Path, PathBuf};
use std::time::Instant;
use unobench_engine::chunks::Chunks;
use unobench_engine::shard::Owners;

/// What came of putting parts together.
#[derive(Debug)]
pub enum Merged {
    /// The shards were of a run.
    Run(Box<RunReport>),
    /// The shards were of a survey.
    Survey(Box<SurveyReport>),
}

/// Puts the shards of a run together and writes the files of the whole, byte for byte those of the
/// run without shards.
///
/// # Errors
/// If the directories are not all the shards of one run, each played to its end, or the files
/// cannot be written.
pub fn merge(
    directories: &[PathBuf],
    out: &Path,
    existing: Existing,
    arguments: &[String],
) -> Result<Merged, RunError> {
    let mut parts: Vec<PartDirectory<AnyHeader>> = directories
        .iter()
        .map(|directory| PartDirectory::open(directory))
        .collect::<Result<Vec<_>, _>>()?;
    refuse_own_part(directories, out)?;
    match parts.first().ok_or(MergeError::Nothing)?.header.clone() {
        AnyHeader::Run(header) => {
            let run =
                merge_run(&Plan::from_header(*header)?, &mut parts, out, existing, arguments)?;
            Ok(Merged::Run(Box::new(run)))
        }
        AnyHeader::Survey(header) => {
            let survey = survey::merge(*header, &mut parts, out, existing, arguments)?;
            Ok(Merged::Survey(Box::new(survey)))
        }
    }
}

/// What is merged is not merged into one of its parts, which would be lost.
fn refuse_own_part(directories: &[PathBuf], out: &Path) -> Result<(), MergeError> {
    let whole = |path: &Path| path.canonicalize().ok();
    match directories.iter().find(|part| whole(part).is_some() && whole(part) == whole(out)) {
        Some(part) => Err(MergeError::IntoPart(part.clone())),
        None => Ok(()),
    }
}

fn merge_run(
    plan: &Plan,
    parts: &mut [PartDirectory<AnyHeader>],
    out: &Path,
    existing: Existing,
    arguments: &[String],
) -> Result<RunReport, RunError> {
    let begun = Instant::now();
    let of = sort_parts(parts, AnyHeader::shard, |shard, there| {
        RunProgress::new(&plan.with_shard(Some(shard))).differences(there)
    })?;
    let plan = plan.with_shard(None);
    let rules = plan.header().rules.iter();
    let owners = rules.flat_map(|rules| {
        let chunks = Owners::new(Chunks::new(plan.header().blocks), of);
        chunks.map(|(chunk, part)| Owned { part, chunk: chunk.index, of: rules.name.clone() })
    });
    let lock = Lock::take(out)?;
    let progress =
        copy_lines::<_, RunError>(RunProgress::new(&plan), owners, parts, &lock, existing)?;
    let results = progress.into_results();
    let host = Host { threads: 1, arguments, time: begun.elapsed(), games: 0 };
    output::write_run(out, &results, true, &host)?;
    Ok(RunReport {
        results,
        ending: Ending::Complete,
        resumed: None,
        games: 0,
        time: begun.elapsed(),
    })
}
