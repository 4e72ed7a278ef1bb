//! Lines that are only ever appended.

use super::StoreError;
use super::lock::Lock;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use unobench_disk::WriteError;

/// How long finished lines may wait before the disk is told to keep them.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// `progress.jsonl`, open at its end, in a directory that is locked as long as this lives.
#[derive(Debug)]
pub(crate) struct Journal {
    _lock: Lock,
    file: File,
    path: PathBuf,
    len: u64,
    synced: Instant,
}

impl Journal {
    /// Takes over a file of this length that is open for appending.
    pub(crate) fn new(lock: Lock, file: File, path: PathBuf, len: u64) -> Journal {
        Journal { _lock: lock, file, path, len, synced: Instant::now() }
    }

    /// Appends a whole line. What a failed attempt may have written is taken off again, as far as
    /// the disk allows.
    pub(crate) fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.check_place()?;
        if let Err(source) = self.file.write_all(line) {
            let _ = self.file.set_len(self.len);
            return Err(self.failed(source));
        }
        self.len += line.len() as u64;
        if self.synced.elapsed() > SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Waits until everything is on the disk, in the file that stands under its name.
    pub(crate) fn sync(&mut self) -> Result<(), StoreError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|source| self.failed(source))?;
        self.check_place()
    }

    /// Whether the open file is still the one of that name.
    #[cfg(unix)]
    fn check_place(&self) -> Result<(), StoreError> {
        use std::os::unix::fs::MetadataExt;
        let open = self.file.metadata().map_err(|source| self.failed(source))?;
        match std::fs::metadata(&self.path) {
            Ok(named) if (named.dev(), named.ino()) == (open.dev(), open.ino()) => Ok(()),
            _ => Err(StoreError::Gone { path: self.path.clone() }),
        }
    }

    #[cfg(not(unix))]
    fn check_place(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn failed(&self, source: io::Error) -> StoreError {
        WriteError::new(&self.path, source).into()
    }
}
