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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn journal(path: &Path, directory: &Path) -> Journal {
        let file = File::options().append(true).create(true).open(path).expect("a file");
        Journal::new(Lock::take(directory).expect("nobody has it"), file, path.to_owned(), 0)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let dir = tempfile::tempdir().expect("a directory");
        let error =
            journal(Path::new("/dev/full"), dir.path()).append(b"{}\n").expect_err("it is full");
        assert!(error.to_string().starts_with("cannot write /dev/full: "), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_deleted_or_replaced_is_missed() {
        for is_replaced in [false, true] {
            let dir = tempfile::tempdir().expect("a directory");
            let path = dir.path().join("progress.jsonl");
            let mut journal = journal(&path, dir.path());
            journal.append(b"{}\n").expect("it is there");
            std::fs::remove_file(&path).expect("it is there");
            if is_replaced {
                std::fs::write(&path, "{}\n").expect("it is written");
            }
            for error in [journal.append(b"{}\n"), journal.sync()] {
                let error = error.expect_err("it is not there");
                assert!(error.to_string().contains("progress.jsonl was deleted"), "{error}");
            }
        }
    }
}
