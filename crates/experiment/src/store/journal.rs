//! Lines that are only ever appended.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use unobench_files::file::WriteError;

/// How long finished lines may wait before the disk is told to keep them.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// `progress.jsonl`, open at its end.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    len: u64,
    synced: Instant,
}

impl Journal {
    /// Takes over a file of this length that is open for appending.
    pub(super) fn new(file: File, path: PathBuf, len: u64) -> Journal {
        Journal { file, path, len, synced: Instant::now() }
    }

    /// Appends a whole line. What a failed attempt may have written is taken off again, as far as
    /// the disk allows.
    pub(crate) fn append(&mut self, line: &[u8]) -> Result<(), WriteError> {
        if let Err(source) = self.file.write_all(line) {
            let _ = self.file.set_len(self.len);
            return Err(self.failed(source));
        }
        self.len += line.len() as u64;
        if self.synced.elapsed() > SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), WriteError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> WriteError {
        WriteError::new(&self.path, source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let file = File::options().append(true).open("/dev/full").expect("Linux has it");
        let error = Journal::new(file, PathBuf::from("out/progress.jsonl"), 0)
            .append(b"{}\n")
            .expect_err("it is full");
        assert!(error.to_string().starts_with("cannot write out/progress.jsonl: "), "{error}");
    }
}
