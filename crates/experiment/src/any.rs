//! A `progress.jsonl`, whether of a run or of a survey.

use crate::run;
use crate::store::directory::PartDirectory;
use crate::survey;
use serde::Deserialize;
use std::path::Path;
use unobench_engine::shard::Shard;

/// The header of a run, or of a survey.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum AnyHeader {
    /// The first line of a run's file.
    Run(Box<run::header::Header>),
    /// The first line of a survey's file.
    Survey(Box<survey::header::Header>),
}

impl AnyHeader {
    /// The versions of the file's format and of the program that wrote it.
    pub(crate) fn versions(&self) -> (u32, &str) {
        match self {
            AnyHeader::Run(header) => (header.format, &header.version),
            AnyHeader::Survey(header) => (header.format, &header.version),
        }
    }

    /// Which part of a run or survey it is of; none of a whole one.
    pub(crate) fn shard(&self) -> Option<Shard> {
        match self {
            AnyHeader::Run(header) => header.shard,
            AnyHeader::Survey(header) => header.shard,
        }
    }
}

/// The bots of what was played in a directory, as they are called and as they are written; none
/// where nothing is.
pub(crate) fn known_bots(directory: &Path) -> Vec<(String, String)> {
    match PartDirectory::open(directory).map(|there| there.header) {
        Ok(AnyHeader::Run(header)) => header.named_bots(),
        Ok(AnyHeader::Survey(header)) => header.named_bots(),
        Err(_) => Vec::new(),
    }
}
