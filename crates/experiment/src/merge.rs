//! Shards put together: the bytes of the run or survey that was never split.

use crate::any::AnyHeader;
use crate::error::RunError;
use crate::output::{
    Outputs as _,
    manifest::{Host, Invocation},
};
use crate::run::RunReport;
use crate::run::plan::Plan;
use crate::session::Ending;
use crate::store::directory::{Existing, PartDirectory};
use crate::store::parts::{copy_lines, sort_parts};
use crate::store::progress::{Experiment, Progress};
use crate::store::{Lock, MergeError};
use crate::survey::{self, SurveyReport};
use std::path::{Path, PathBuf};
use std::time::Instant;
use unobench_engine::Shard;

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
    invocation: &Invocation,
) -> Result<Merged, RunError> {
    let mut parts: Vec<PartDirectory<AnyHeader>> = directories
        .iter()
        .map(|directory| PartDirectory::open(directory))
        .collect::<Result<Vec<_>, _>>()?;
    refuse_own_part(directories, out)?;
    let begun = Instant::now();
    let host = || Host { threads: 1, invocation, time: begun.elapsed(), games: 0 };
    match parts.first().ok_or(MergeError::Nothing)?.header.clone() {
        AnyHeader::Run(header) => {
            let plan = Plan::from_header(*header)?;
            let part = |shard| plan.with_shard(Some(shard));
            let mut progress = merge_parts(plan.with_shard(None), part, &mut parts, out, existing)?;
            let results = Plan::conclude(&mut progress, out, &host())?;
            Ok(Merged::Run(Box::new(RunReport {
                results,
                ending: Ending::Complete,
                resumed: None,
                games: 0,
                time: begun.elapsed(),
                troubles: Vec::new(),
                rounds: None,
            })))
        }
        AnyHeader::Survey(header) => {
            header.check()?;
            let part = |shard| header.with_shard(Some(shard));
            let whole = header.with_shard(None);
            let mut progress = merge_parts(whole, part, &mut parts, out, existing)?;
            let survey = survey::Header::conclude(&mut progress, out, &host())?;
            Ok(Merged::Survey(Box::new(SurveyReport {
                survey,
                ending: Ending::Complete,
                resumed: None,
                games: 0,
                time: begun.elapsed(),
                faults: 0,
                troubles: Vec::new(),
            })))
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

/// Puts the parts of an experiment together.
fn merge_parts<E: Experiment<Header = AnyHeader>>(
    whole: E,
    part: impl Fn(Shard) -> E,
    parts: &mut [PartDirectory<AnyHeader>],
    out: &Path,
    existing: Existing,
) -> Result<Progress<E>, RunError> {
    sort_parts(parts, AnyHeader::shard, |shard, there| part(shard).differences(there))?;
    copy_lines(whole, parts, &Lock::take(out)?, existing)
}
