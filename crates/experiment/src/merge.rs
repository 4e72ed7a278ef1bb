//! Shards put together: the bytes of the experiment that was never split.

use crate::directory::{Existing, Source, begin_whole, finish_whole};
use crate::error::RunError;
use crate::output::conclude;
use crate::output::manifest::{Host, Invocation};
use crate::parts::{self, MergeError};
use crate::plan::Plan;
use crate::played::{Ending, Played};
use crate::progress::Progress;
use crate::store::{Lock, PROGRESS, StoreError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use unobench_disk::WriteError;

/// Puts shards together and writes the files of the whole, byte for byte those of what was never
/// split.
///
/// # Errors
/// If the directories are not all the shards of one run or survey, each played to its end, or the
/// files cannot be written.
pub fn merge(
    directories: &[PathBuf],
    out: &Path,
    existing: Existing,
    invocation: &Invocation,
) -> Result<Played, RunError> {
    let mut parts =
        directories.iter().map(|part| Source::open(part)).collect::<Result<Vec<_>, _>>()?;
    refuse_own_part(directories, out)?;
    let begun = Instant::now();
    parts::sort(&mut parts)?;
    let whole = Plan::new(parts[0].header.with_shard(None))?;
    let mut progress = copy_lines(whole, &mut parts, &Lock::take(out)?, existing)?;
    let host = Host { threads: 1, invocation, time: begun.elapsed(), games: 0 };
    let found = conclude(&mut progress, out, &host)?;
    Ok(Played::new(found, Ending::Complete, None, &host))
}

/// What is merged is not merged into one of its parts, which would be lost.
fn refuse_own_part(directories: &[PathBuf], out: &Path) -> Result<(), MergeError> {
    let whole = |path: &Path| path.canonicalize().ok();
    match directories.iter().find(|part| whole(part).is_some() && whole(part) == whole(out)) {
        Some(part) => Err(MergeError::IntoPart(part.clone())),
        None => Ok(()),
    }
}

/// Writes the header and every line, in the order of the whole, into a locked directory, and adds
/// them up.
fn copy_lines(
    whole: Plan,
    parts: &mut [Source],
    lock: &Lock,
    existing: Existing,
) -> Result<Progress, RunError> {
    let out = lock.directory();
    let failed = |source| StoreError::Write(WriteError::new(&out.join(PROGRESS), source));
    let mut writer = begin_whole(out, existing)?;
    writer.write_all(&whole.line()?).map_err(failed)?;
    let mut line = Vec::new();
    let owners = whole.owners(parts.len() as u32);
    let mut progress = Progress::new(whole);
    for (job, part) in owners {
        let source = &mut parts[part as usize - 1];
        let directory = source.directory.clone();
        let rules = progress.plan().header().rules[job.rules].name.clone();
        let chunk = job.chunk.index;
        if !source.read_line(&mut line)? {
            return Err(MergeError::Unfinished { directory, chunk, rules }.into());
        }
        let damaged = |reason| MergeError::Damaged { directory, chunk, rules, reason };
        progress.add_line(&line).map_err(damaged)?;
        writer.write_all(&line).map_err(failed)?;
    }
    for source in parts {
        if source.read_line(&mut line)? {
            let reason = "nothing was left to be played".to_owned();
            return Err(MergeError::TooLong { directory: source.directory.clone(), reason }.into());
        }
    }
    finish_whole(writer, out)?;
    Ok(progress)
}
