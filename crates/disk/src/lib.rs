//! The files of this machine, of which no more is read than makes sense.

#![warn(missing_docs)]

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use unobench_core::reader::Reader;
use unobench_core::rules::{RuleError, RuleSet};

/// Loads a shipped rule set by its name, otherwise a file.
///
/// # Errors
/// A [`RuleError`] if there is no such rule set, or if something in it is not allowed.
///
/// # Examples
///
/// ```
/// let error = unobench_disk::load_rules("house.toml").expect_err("no such file").to_string();
/// assert!(error.starts_with("cannot read the rule set house.toml: "), "{error}");
/// ```
pub fn load_rules(name_or_path: &str) -> Result<RuleSet, RuleError> {
    RuleSet::load_with(name_or_path, &Disk)
}

/// The text of a regular file of at most so many bytes.
///
/// # Errors
/// If there is no such file, it is a directory, a pipe or a device, is longer, or is not UTF-8; the
/// error says which, and what is allowed.
///
/// # Examples
///
/// ```
/// let error = unobench_disk::read_text(".".as_ref(), 1000).expect_err("a directory");
/// assert_eq!(error.to_string(), "it is not a regular file");
/// ```
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut text = String::new();
    let file = open(path)?;
    let is_longer = file.metadata()?.len() > most;
    if !is_longer {
        file.take(most + 1).read_to_string(&mut text)?;
    }
    if is_longer || text.len() as u64 > most {
        let reason = format!("it is longer than {most} bytes, the most that is read");
        return Err(io::Error::new(ErrorKind::InvalidData, reason));
    }
    Ok(text)
}

/// Opens a regular file.
///
/// # Errors
/// If there is no such file, or it is a directory, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    // Asked before it is opened: to open a pipe may wait for ever.
    if path.metadata()?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

/// Reads the files of this machine for the core.
#[derive(Debug, Clone, Copy)]
pub struct Disk;

impl Reader for Disk {
    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }

    fn text(&self, path: &Path, most: u64) -> Result<String, String> {
        read_text(path, most).map_err(|error| error.to_string())
    }

    fn bytes(&self, path: &Path, most: u64) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = |file: File| file.take(most + 1).read_to_end(&mut bytes);
        File::open(path).and_then(read).map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}
