//! Parts of a run or survey put together.

use super::directory::{self, Existing, PartDirectory};
use super::lock::Lock;
use super::progress::{Experiment, Progress};
use super::{PROGRESS, StoreError};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use unobench_core::bounded::quoted;
use unobench_engine::shard::Shard;
use unobench_files::file::WriteError;

/// Why shards do not fit together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// Nothing to merge.
    #[error("no directories to merge")]
    Nothing,
    /// The whole would take the place of a part.
    #[error("{} is one of the parts; choose another directory for the whole", .0.display())]
    IntoPart(PathBuf),
    /// A whole run is no shard.
    #[error("{} is not a shard but a whole run; only runs with --shard are merged", .0.display())]
    Whole(PathBuf),
    /// Shards of different runs.
    #[error(
        "{} and {} are shards of different runs ({differences})",
        .first.display(),
        .other.display()
    )]
    Different {
        /// The first directory.
        first: PathBuf,
        /// Another one.
        other: PathBuf,
        /// What is different.
        differences: String,
    },
    /// Two directories hold the same shard.
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
    #[error(
        "{} ends before chunk {chunk} of {}; play it to its end with --resume",
        .directory.display(),
        quoted(.rules)
    )]
    Unfinished {
        /// The directory.
        directory: PathBuf,
        /// The chunk that comes next.
        chunk: u64,
        /// Its rule set.
        rules: String,
    },
    /// A shard that cannot be read.
    #[error(
        "{}: chunk {chunk} of {} is damaged ({reason}); --resume plays it again",
        .directory.display(),
        quoted(.rules)
    )]
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
    #[error("{} continues after its last chunk ({reason})", .directory.display())]
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

/// Puts directories in the order of their parts, if they are all parts of one whole; returns how
/// many parts it has. `shard_of` says which part a header is of, `differences` what it says that
/// the header of that part does not.
pub(crate) fn sort_parts<H>(
    parts: &mut [PartDirectory<H>],
    shard_of: impl Fn(&H) -> Option<Shard>,
    differences: impl Fn(Shard, &H) -> Vec<String>,
) -> Result<u32, MergeError> {
    let first = parts.first().ok_or(MergeError::Nothing)?;
    let of = shard_of(&first.header).ok_or_else(|| MergeError::Whole(first.directory.clone()))?.of;
    let mut holders: Vec<Option<&PartDirectory<H>>> = vec![None; of as usize];
    for part_directory in &*parts {
        let part = shard_of(&part_directory.header)
            .ok_or_else(|| MergeError::Whole(part_directory.directory.clone()))?
            .part;
        let (first, other) = (first.directory.clone(), part_directory.directory.clone());
        let differences = differences(Shard { part, of }, &part_directory.header);
        if !differences.is_empty() {
            return Err(MergeError::Different {
                first,
                other,
                differences: differences.join("; "),
            });
        }
        if let Some(holder) = holders[part as usize - 1].replace(part_directory) {
            return Err(MergeError::Twice {
                first: holder.directory.clone(),
                other,
                shard: Shard { part, of },
            });
        }
    }
    let missing: Vec<Shard> = (1..=of)
        .zip(&holders)
        .filter(|(_, holder)| holder.is_none())
        .map(|(part, _)| Shard { part, of })
        .collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing(missing));
    }
    parts.sort_by_key(|directory| shard_of(&directory.header).map(|shard| shard.part));
    Ok(of)
}

/// Writes the header and every line, in the order of the whole, into a locked directory, and adds
/// them up.
pub(crate) fn copy_lines<E, F>(
    whole: E,
    parts: &mut [PartDirectory<E::Header>],
    lock: &Lock,
    existing: Existing,
) -> Result<Progress<E>, F>
where
    E: Experiment,
    F: From<StoreError> + From<MergeError>,
{
    let out = lock.directory();
    let failed = |source| StoreError::Write(WriteError::new(&out.join(PROGRESS), source));
    let mut writer = BufWriter::new(directory::begin_merged(out, existing)?);
    writer.write_all(&whole.header_line()?).map_err(failed)?;
    let mut line = Vec::new();
    let owners = whole.owners(parts.len() as u32);
    let mut progress = Progress::new(whole);
    for (job, part) in owners {
        let part_directory = &mut parts[part as usize - 1];
        let directory = part_directory.directory.clone();
        let rules = progress.experiment().rules()[job.rules].name.clone();
        let chunk = job.chunk.index;
        if !part_directory.read_line(&mut line)? {
            return Err(MergeError::Unfinished { directory, chunk, rules }.into());
        }
        progress.add_line(&line).map_err(|reason| MergeError::Damaged {
            directory,
            chunk,
            rules,
            reason,
        })?;
        writer.write_all(&line).map_err(failed)?;
    }
    for part_directory in parts {
        if part_directory.read_line(&mut line)? {
            let reason = "nothing was left to be played".to_owned();
            return Err(MergeError::TooLong {
                directory: part_directory.directory.clone(),
                reason,
            }
            .into());
        }
    }
    directory::finish_merged(
        writer.into_inner().map_err(|error| failed(error.into_error()))?,
        out,
    )?;
    Ok(progress)
}
