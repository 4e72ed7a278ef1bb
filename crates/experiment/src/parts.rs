//! The parts of an experiment that were played apart: whether they are all there.

use crate::directory::Source;
use std::path::PathBuf;
use unobench_core::bounded::{quoted, quoted_path};
use unobench_engine::shard::Shard;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error("no directories to merge")]
    Nothing,
    #[error("{} is one of the parts; choose another directory for the whole", quoted_path(.0))]
    IntoPart(PathBuf),
    #[error("{} is not a shard but a whole run; only runs with --shard are merged", quoted_path(.0))]
    Whole(PathBuf),
    #[error(
        "{} and {} are shards of different runs ({differences})",
        quoted_path(.first),
        quoted_path(.other)
    )]
    Different { first: PathBuf, other: PathBuf, differences: String },
    #[error("{} and {} are both shard {shard}", quoted_path(.first), quoted_path(.other))]
    Twice { first: PathBuf, other: PathBuf, shard: Shard },
    #[error("shards {} are missing", list(.0))]
    Missing(Vec<Shard>),
    #[error(
        "{} ends before chunk {chunk} of {}; play it to its end with --resume",
        quoted_path(.directory),
        quoted(.rules)
    )]
    Unfinished { directory: PathBuf, chunk: u64, rules: String },
    #[error(
        "{}: chunk {chunk} of {} is damaged ({reason}); --resume plays it again",
        quoted_path(.directory),
        quoted(.rules)
    )]
    Damaged { directory: PathBuf, chunk: u64, rules: String, reason: String },
    #[error("{} continues after its last chunk ({reason})", quoted_path(.directory))]
    TooLong { directory: PathBuf, reason: String },
}

fn list(shards: &[Shard]) -> String {
    const LISTED: usize = 10;
    let text = shards.iter().take(LISTED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if shards.len() > LISTED { format!("{text} and {} more", shards.len() - LISTED) } else { text }
}

pub(crate) fn sort(parts: &mut [Source]) -> Result<(), MergeError> {
    let shard_of =
        |part: &Source| part.header.shard.ok_or_else(|| MergeError::Whole(part.directory.clone()));
    let first = parts.first().ok_or(MergeError::Nothing)?;
    let of = shard_of(first)?.of;
    let mut holders: Vec<Option<&Source>> = vec![None; of as usize];
    for source in &*parts {
        let shard = Shard { of, ..shard_of(source)? };
        let differences = first.header.with_shard(Some(shard)).differences(&source.header);
        let (first, other) = (first.directory.clone(), source.directory.clone());
        if !differences.is_empty() {
            return Err(MergeError::Different {
                first,
                other,
                differences: differences.join("; "),
            });
        }
        if let Some(holder) = holders[shard.part as usize - 1].replace(source) {
            return Err(MergeError::Twice { first: holder.directory.clone(), other, shard });
        }
    }
    let missing = (1..=of).zip(&holders).filter(|(_, holder)| holder.is_none());
    let missing: Vec<Shard> = missing.map(|(part, _)| Shard { part, of }).collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing(missing));
    }
    parts.sort_by_key(|source| source.header.shard.map(|shard| shard.part));
    Ok(())
}
