//! One directory, one run: whoever writes into a directory holds its lock from before the first
//! file to after the last.

use super::StoreError;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// A directory that nobody else writes to as long as this lives, on systems and file systems that
/// lock directories. The lock is on the directory itself, so that no file is left behind and none
/// has to be there first.
#[derive(Debug)]
pub struct Lock {
    directory: PathBuf,
    _locked: Option<File>,
}

impl Lock {
    pub fn take(directory: &Path) -> Result<Lock, StoreError> {
        let directory = directory.to_owned();
        if let Err(source) = fs::create_dir_all(&directory) {
            return Err(StoreError::CreateDirectory { path: directory, source });
        }
        let file = unobench_disk::open_directory(&directory).ok();
        match file.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => Err(StoreError::Busy { directory }),
            _ => Ok(Lock { directory, _locked: file }),
        }
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_directory_has_one_owner_at_a_time() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("new/run");
        let lock = Lock::take(&path).expect("nobody has it");
        assert_eq!(lock.directory(), path);
        assert_eq!(fs::read_dir(&path).expect("a directory").count(), 0);
        let error = Lock::take(&path).expect_err("it is taken").to_string();
        assert!(error.contains("another run") && error.contains("new/run"), "{error}");
        drop(lock);
        Lock::take(&path).expect("nobody has it");
    }
}
