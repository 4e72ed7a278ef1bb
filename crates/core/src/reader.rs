//! Where files come from: the core has no I/O, and asks a reader that its caller hands in.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// What reads files for the core; `unobench-disk` has the one that reads those of the machine.
/// Errors are in words, as they end a sentence: "cannot read the weights: …".
pub trait Reader: Debug + Sync {
    /// Whether there is a regular file of this name, no folder, pipe or device.
    fn is_file(&self, path: &Path) -> bool;

    /// The same path for the same file, however it was reached.
    fn identity(&self, path: &Path) -> PathBuf;

    /// The text of a regular file.
    ///
    /// # Errors
    /// If it cannot be read, is longer than so many bytes, or is not UTF-8.
    fn text(&self, path: &Path, most: u64) -> Result<String, String>;

    /// The bytes of a file; of a longer one the first so many, and one more.
    ///
    /// # Errors
    /// If it cannot be read.
    fn bytes(&self, path: &Path, most: u64) -> Result<Vec<u8>, String>;
}

/// Reads no files: there are only rule sets and networks that are built in.
#[derive(Debug, Clone, Copy)]
pub struct NoFiles;

const NOT_READ: &str = "no files are read here; the crate unobench-disk reads them";

impl Reader for NoFiles {
    fn is_file(&self, _: &Path) -> bool {
        false
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    fn text(&self, _: &Path, _: u64) -> Result<String, String> {
        Err(NOT_READ.to_owned())
    }

    fn bytes(&self, _: &Path, _: u64) -> Result<Vec<u8>, String> {
        Err(NOT_READ.to_owned())
    }
}
