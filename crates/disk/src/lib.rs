//! All that passes between this program and the files of this machine: only what is meant to be read
//! is opened, no more of it is read than makes sense, and what is written is whole or not there.
//!
//! `clippy.toml` forbids the ways around it.

#![warn(missing_docs)]
#![expect(clippy::disallowed_methods, reason = "this is what gives access to files")]

mod shown;
mod write;

pub use shown::open_shown;
pub use write::{Output, WriteError, remove_unfinished, replace_file, write_file};

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
    String::from_utf8(read(path, most)?).map_err(|error| {
        io::Error::new(ErrorKind::InvalidData, format!("it is not UTF-8: {}", error.utf8_error()))
    })
}

/// A regular file of at most so many bytes.
///
/// # Errors
/// If there is no such file, it is a directory, a pipe or a device, or is longer.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open(path)?;
    let is_longer = file.metadata()?.len() > most;
    if !is_longer {
        file.take(most + 1).read_to_end(&mut bytes)?;
    }
    if is_longer || bytes.len() as u64 > most {
        let reason = format!("it is longer than {most} bytes, the most that is read");
        return Err(io::Error::new(ErrorKind::InvalidData, reason));
    }
    Ok(bytes)
}

/// Opens a regular file.
///
/// # Errors
/// If there is no such file, or it is a directory, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    refuse_special(path).and_then(|()| File::open(path))
}

/// Opens a regular file to be read, and written to at its end; one that is not there is made.
///
/// # Errors
/// If it is a directory, a pipe or a device, or cannot be written to.
pub fn append(path: &Path) -> io::Result<File> {
    match refuse_special(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::options().read(true).append(true).create(true).open(path),
    }
}

/// Opens a directory, so that it can be locked.
///
/// # Errors
/// If it is none, or the system opens no directories.
pub fn open_directory(path: &Path) -> io::Result<File> {
    if path.metadata()?.is_dir() { File::open(path) } else { Err(ErrorKind::NotADirectory.into()) }
}

/// Gives a directory another name, which nothing has.
///
/// # Errors
/// If it cannot be renamed.
pub fn rename_directory(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)
}

/// Asked before it is opened: to open a pipe may wait for ever.
fn refuse_special(path: &Path) -> io::Result<()> {
    let metadata = path.metadata().map_err(|error| match error.kind() {
        ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, "no such file"),
        _ => error,
    })?;
    if metadata.is_file() {
        Ok(())
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
        read(path, most).map_err(|error| error.to_string())
    }
}
