//! Shards put together: the bytes of the run that was never split.

use super::checkpoint::{Account, AnyHeader, PROGRESS, Played};
use unobench_engine::chunks::Chunks;
use super::directory::{self, Existing, Shelf};
use super::plan::Plan;
use super::results::Results;
use super::run::{Ending, RunError, RunReport};
use unobench_engine::shard::{Owners, Shard};
use unobench_files::file::WriteError;
use crate::output::{self, manifest::Host};
use crate::survey::SurveyReport;
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

/// What came of putting parts together.
#[derive(Debug)]
pub enum Merged {
    /// A run.
    Run(Box<RunReport>),
    /// A survey.
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
    let mut shelves = directories
        .iter()
        .map(|directory| Shelf::open(directory))
        .collect::<Result<Vec<_>, _>>()?;
    match shelves.first().ok_or(MergeError::Nothing)?.header.clone() {
        AnyHeader::Run(header) => {
            let run =
                merge_run(&Plan::from_header(*header)?, &mut shelves, out, existing, arguments)?;
            Ok(Merged::Run(Box::new(run)))
        }
        AnyHeader::Survey(header) => {
            let survey = crate::survey::merge(*header, &mut shelves, out, existing, arguments)?;
            Ok(Merged::Survey(Box::new(survey)))
        }
    }
}

fn merge_run(
    plan: &Plan,
    shelves: &mut [Shelf],
    out: &Path,
    existing: Existing,
    arguments: &[String],
) -> Result<RunReport, RunError> {
    let begun = Instant::now();
    let of = sort_parts(shelves, |shard, there| {
        Played::new(&plan.with_shard(Some(shard))).differences(there)
    })?;
    let plan = plan.with_shard(None);
    let rules = plan.header().rules.iter();
    let owners = rules.flat_map(|rules| {
        let chunks = Owners::new(Chunks::new(plan.header().blocks), of);
        chunks.map(|(chunk, part)| Owned { part, chunk: chunk.index, of: rules.name.clone() })
    });
    let played = copy_lines(Played::new(&plan), owners, shelves, out, existing)?;
    let results = Results::new(&plan, played.into_totals());
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

/// A line of the whole, and the part that has it.
pub(crate) struct Owned {
    /// The part, from 1.
    pub(crate) part: u32,
    /// The chunk's number.
    pub(crate) chunk: u64,
    /// What was played in it.
    pub(crate) of: String,
}

/// Puts the shelves in the order of their parts, if they are all parts of one whole; returns how
/// many parts it has. `differences` says what a header says that the header of that part does not.
pub(crate) fn sort_parts(
    shelves: &mut [Shelf],
    differences: impl Fn(Shard, &AnyHeader) -> Vec<String>,
) -> Result<u32, RunError> {
    let first = shelves.first().ok_or(MergeError::Nothing)?;
    let of = first.shard().ok_or_else(|| MergeError::Whole(first.directory.clone()))?.of;
    let mut holders: Vec<Option<&Shelf>> = vec![None; of as usize];
    for shelf in &*shelves {
        let part = shelf.shard().ok_or_else(|| MergeError::Whole(shelf.directory.clone()))?.part;
        let (first, other) = (first.directory.clone(), shelf.directory.clone());
        let differences = differences(Shard { part, of }, &shelf.header);
        if !differences.is_empty() {
            return Err(MergeError::Different {
                first,
                other,
                differences: differences.join("; "),
            }
            .into());
        }
        if let Some(holder) = holders[part as usize - 1].replace(shelf) {
            return Err(MergeError::Twice {
                first: holder.directory.clone(),
                other,
                shard: Shard { part, of },
            }
            .into());
        }
    }
    let missing: Vec<Shard> = (1..=of)
        .zip(&holders)
        .filter(|(_, holder)| holder.is_none())
        .map(|(part, _)| Shard { part, of })
        .collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing(missing).into());
    }
    shelves.sort_by_key(|shelf| shelf.shard().map(|shard| shard.part));
    Ok(of)
}

/// Writes the header and every line, in the order of the whole, and adds them up.
pub(crate) fn copy_lines<A: Account>(
    mut account: A,
    owners: impl Iterator<Item = Owned>,
    shelves: &mut [Shelf],
    out: &Path,
    existing: Existing,
) -> Result<A, RunError> {
    let failed = |source| WriteError::new(&out.join(PROGRESS), source);
    let mut writer = BufWriter::new(directory::begin_merged(out, existing)?);
    writer.write_all(&account.header_line()?).map_err(failed)?;
    let mut line = Vec::new();
    for Owned { part, chunk, of: rules } in owners {
        let shelf = &mut shelves[part as usize - 1];
        let directory = shelf.directory.clone();
        if !shelf.read_line(&mut line)? {
            return Err(MergeError::Unfinished { directory, chunk, rules }.into());
        }
        account.add_line(&line).map_err(|reason| MergeError::Damaged {
            directory,
            chunk,
            rules,
            reason,
        })?;
        writer.write_all(&line).map_err(failed)?;
    }
    for shelf in shelves {
        if shelf.read_line(&mut line)? {
            let reason = "nothing was left to be played".to_owned();
            return Err(MergeError::TooLong { directory: shelf.directory.clone(), reason }.into());
        }
    }
    directory::finish_merged(
        writer.into_inner().map_err(|error| failed(error.into_error()))?,
        out,
    )?;
    Ok(account)
}
