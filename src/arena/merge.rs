//! Shards put together: the bytes of the run that was never split.

use super::checkpoint::{PROGRESS, Played, read_line, seal};
use super::chunks::Chunks;
use super::directory::{self, Existing, Shelf};
use super::plan::Plan;
use super::results::Results;
use super::run::{Ending, RunError, RunReport};
use super::shard::{Owners, Shard};
use crate::output::file::WriteError;
use crate::output::{self, manifest::Host};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Why shards do not fit together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// Nothing to merge.
    #[error("no directories to merge")]
    Nothing,
    /// A whole run is no shard.
    #[error("{} is not a shard but a whole run; only runs with --shard are merged", .0.display())]
    Whole(PathBuf),
    /// Shards of different runs.
    #[error("{} and {} are shards of different runs ({differences})", .first.display(), .other.display())]
    Different {
        /// The first directory.
        first: PathBuf,
        /// Another one.
        other: PathBuf,
        /// What is different.
        differences: String,
    },
    /// The same shard twice.
    #[error("{} and {} are both shard {shard}", .first.display(), .other.display())]
    Twice {
        /// A directory.
        first: PathBuf,
        /// Another one.
        other: PathBuf,
        /// The shard that both hold.
        shard: Shard,
    },
    /// Shards that were not given.
    #[error("shards {} are missing", list(.0))]
    Missing(Vec<Shard>),
    /// A shard that is not played to its end.
    #[error("{} ends before chunk {chunk} of {rules}; play it to its end with --resume", .directory.display())]
    Unfinished {
        /// The directory.
        directory: PathBuf,
        /// The chunk that comes next.
        chunk: u64,
        /// Its rule set.
        rules: String,
    },
    /// A shard that cannot be read.
    #[error("{}: chunk {chunk} of {rules} cannot be believed ({reason}); --resume plays it again", .directory.display())]
    Damaged {
        /// The directory.
        directory: PathBuf,
        /// The chunk that was expected.
        chunk: u64,
        /// Its rule set.
        rules: String,
        /// What is wrong.
        reason: String,
    },
    /// A shard with more than its share.
    #[error("{} goes on after its last chunk ({reason})", .directory.display())]
    TooLong {
        /// The directory.
        directory: PathBuf,
        /// What was found.
        reason: String,
    },
}

/// The first few shards in words.
fn list(shards: &[Shard]) -> String {
    const LISTED: usize = 10;
    let text = shards.iter().take(LISTED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if shards.len() > LISTED { format!("{text} and {} more", shards.len() - LISTED) } else { text }
}

/// Puts the shards of a run together and writes the files of the whole, byte for byte those of the run without shards.
///
/// # Errors
/// If the directories are not all the shards of one run, each played to its end, or the files cannot be written.
pub fn merge(directories: &[PathBuf], out: &Path, existing: Existing, arguments: &[String]) -> Result<RunReport, RunError> {
    let begun = Instant::now();
    let mut shelves = directories.iter().map(|directory| Shelf::open(directory)).collect::<Result<Vec<_>, _>>()?;
    let plan = common_plan(&shelves)?;
    shelves.sort_by_key(|shelf| shelf.header.shard.map(|shard| shard.part));
    let merged = directory::begin_merged(out, existing)?;
    let mut writer = BufWriter::new(merged);
    let played = copy_chunks(&plan, &mut shelves, &mut writer, out)?;
    let merged = writer.into_inner().map_err(|error| WriteError::new(&out.join(PROGRESS), error.into_error()))?;
    directory::finish_merged(merged, out)?;
    let results = Results::new(&plan, played.into_totals());
    let host = Host { threads: 1, arguments, time: begun.elapsed(), games: 0 };
    output::write_run(out, &results, true, &host)?;
    Ok(RunReport { results, ending: Ending::Complete, resumed: None, games: 0, time: begun.elapsed() })
}

/// The plan of the whole run, if these are its shards.
fn common_plan(shelves: &[Shelf]) -> Result<Plan, RunError> {
    let first = shelves.first().ok_or(MergeError::Nothing)?;
    let plan = Plan::from_header(first.header.clone())?;
    let of = first.header.shard.ok_or_else(|| MergeError::Whole(first.directory.clone()))?.of;
    let mut holders: Vec<Option<&Shelf>> = vec![None; of as usize];
    for shelf in shelves {
        let shard = shelf.header.shard.ok_or_else(|| MergeError::Whole(shelf.directory.clone()))?;
        let expected = plan.with_shard(Shard::new(shard.part, of).ok());
        let differences = expected.differences(&shelf.header);
        let (first, other) = (first.directory.clone(), shelf.directory.clone());
        if !differences.is_empty() {
            return Err(MergeError::Different { first, other, differences: differences.join("; ") }.into());
        }
        if let Some(holder) = holders[shard.part as usize - 1].replace(shelf) {
            return Err(MergeError::Twice { first: holder.directory.clone(), other, shard }.into());
        }
    }
    let missing: Vec<Shard> = (1..=of).zip(&holders).filter(|(_, holder)| holder.is_none()).map(|(part, _)| Shard { part, of }).collect();
    if missing.is_empty() { Ok(plan.with_shard(None)) } else { Err(MergeError::Missing(missing).into()) }
}

/// Copies the header and every chunk, in the order of the whole run, and adds them up.
fn copy_chunks<'p>(plan: &'p Plan, shelves: &mut [Shelf], writer: &mut impl Write, out: &Path) -> Result<Played<'p>, RunError> {
    let failed = |source| WriteError::new(&out.join(PROGRESS), source);
    writer.write_all(&seal(plan.header())?).map_err(failed)?;
    let mut played = Played::new(plan);
    let mut line = Vec::new();
    for rules in &plan.header().rules {
        for (chunk, part) in Owners::new(Chunks::new(plan.header().blocks), shelves.len() as u32) {
            let shelf = &mut shelves[part as usize - 1];
            let (directory, chunk, rules) = (shelf.directory.clone(), chunk.index, rules.name.clone());
            if !shelf.read_line(&mut line)? {
                return Err(MergeError::Unfinished { directory, chunk, rules }.into());
            }
            played.add_line(&line).map_err(|reason| MergeError::Damaged { directory, chunk, rules, reason })?;
            writer.write_all(&line).map_err(failed)?;
        }
    }
    for shelf in shelves {
        if shelf.read_line(&mut line)? {
            let reason = "nothing was left to be played".to_owned();
            return Err(MergeError::TooLong { directory: shelf.directory.clone(), reason }.into());
        }
    }
    Ok(played)
}

impl Shelf {
    fn read_line(&mut self, line: &mut Vec<u8>) -> Result<bool, RunError> {
        let failed = |source| RunError::Read { path: self.directory.join(PROGRESS), source };
        read_line(&mut self.reader, line).map_err(failed)
    }
}
