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
