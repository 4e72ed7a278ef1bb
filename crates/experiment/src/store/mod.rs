//! What a directory is made of: sealed lines that are only ever appended, and a lock. What is
//! played is not known here.
//!
//! The first line of `progress.jsonl` is a header, everything that determines the bytes; each
//! further line is one finished part of it, in a fixed order. Every line has a check sum, and
//! nothing after a damaged one is believed.

pub(crate) mod journal;
pub(crate) mod lock;

pub use lock::Lock;

use std::io::{self, BufRead, Read as _};
use std::path::{Path, PathBuf};
use unobench_core::bounded::{quoted, quoted_path};
use unobench_disk::WriteError;

pub const PROGRESS: &str = "progress.jsonl";

/// The longest line that is read, in bytes; what is longer was not written by this program.
const LONGEST_LINE: u64 = 1 << 28;

/// Reads a line into the buffer, its line feed included; false at the end.
pub fn read_line(reader: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<bool> {
    buffer.clear();
    reader.take(LONGEST_LINE).read_until(b'\n', buffer).map(|bytes| bytes > 0)
}

/// Why an output directory cannot be used, for the user who named it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(
        "{} already holds this run: --resume continues it, --force starts it over",
        quoted_path(.directory)
    )]
    SameRun { directory: PathBuf },
    #[error(
        "{} holds another run ({differences}); choose another directory, or --force to replace it",
        quoted_path(.directory)
    )]
    OtherRun { directory: PathBuf, differences: String },
    #[error(
        "{} was begun by unobench {} and is not finished; this is unobench {}, whose games may \
         differ: finish it with that version, or --force to start it over",
        quoted_path(.directory),
        quoted(.version),
        env!("CARGO_PKG_VERSION")
    )]
    OtherVersion { directory: PathBuf, version: String },
    #[error(
        "{} was written by unobench {}, in format {found}; this is unobench {}, which reads format \
         {known} alone: read it with that version, or choose another directory (a new run with \
         --force replaces it)",
        quoted_path(.path),
        quoted(.version),
        env!("CARGO_PKG_VERSION")
    )]
    OtherFormat { path: PathBuf, version: String, found: u32, known: u32 },
    #[error("{}: the first line is not, or no longer, the header of a run", quoted_path(.path))]
    NoHeader { path: PathBuf },
    #[error(
        "{}: the first line is not, or no longer, the header of a run; choose another directory, \
         or --force to replace the file",
        quoted_path(.path)
    )]
    Unrecognised { path: PathBuf },
    #[error(
        "{} exists, but not the run that wrote it; choose another directory, or --force to replace \
         it",
        quoted_path(.path)
    )]
    Unknown { path: PathBuf },
    #[error(
        "another run is writing to {}; wait until it is done, or choose another directory (--out)",
        quoted_path(.directory)
    )]
    Busy { directory: PathBuf },
    #[error("cannot create {}: {source}", quoted_path(.path))]
    CreateDirectory { path: PathBuf, source: io::Error },
    #[error("cannot read {}: {source}", quoted_path(.path))]
    Read { path: PathBuf, source: io::Error },
    #[error(
        "{} was deleted or replaced while the run was going on; what was played since is lost",
        quoted_path(.path)
    )]
    Gone { path: PathBuf },
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("a record does not fit its own run: {0}; this is a bug")]
    Internal(String),
    #[error("cannot write the run as JSON: {0}")]
    Encode(String),
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Encode(error.to_string())
    }
}

impl StoreError {
    /// Makes an error of the machine one of reading a file.
    pub(crate) fn reading(path: &Path) -> impl Fn(io::Error) -> StoreError + '_ {
        move |source| StoreError::Read { path: path.to_owned(), source }
    }

    /// Whether the arguments or the input are wrong, rather than the machine.
    pub fn is_usage(&self) -> bool {
        match self {
            StoreError::CreateDirectory { .. }
            | StoreError::Write(_)
            | StoreError::Encode(_)
            | StoreError::Internal(_)
            | StoreError::Gone { .. }
            | StoreError::Busy { .. } => false,
            StoreError::Read { source, .. } => {
                matches!(source.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidInput)
            }
            _ => true,
        }
    }
}
