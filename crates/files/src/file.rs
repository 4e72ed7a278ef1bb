//! Files that are replaced at one stroke, so that nobody ever sees half of one.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that could not be written; what was there before still is.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", .path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl WriteError {
    /// Says that a file could not be written.
    #[must_use]
    pub fn new(path: &Path, source: io::Error) -> WriteError {
        WriteError { path: path.to_owned(), source }
    }
}

/// Begins a file under a temporary name in the directory of its final one.
///
/// # Errors
/// If the directory cannot be written to.
pub fn begin_file(path: &Path) -> Result<NamedTempFile, WriteError> {
    let directory = path
        .parent()
        .filter(|directory| !directory.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory).map_err(|source| WriteError::new(path, source))
}

/// Writes a file, and puts it in place of the old one when it is safely on the disk.
///
/// # Errors
/// If it cannot be written; the old file is then as it was.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let failed = |source| WriteError::new(path, source);
    let mut writer = BufWriter::new(begin_file(path)?);
    write(&mut writer).map_err(failed)?;
    let file = writer.into_inner().map_err(|error| failed(error.into_error()))?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map(drop).map_err(|error| failed(error.error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).expect("a directory");
        entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a.csv");
        for text in ["first", "second, and longer"] {
            replace_file(&path, |file| file.write_all(text.as_bytes())).expect("it is written");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(names(directory.path()), ["a.csv"]);
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_and_names_it() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a.csv");
        fs::write(&path, "old").expect("it is written");
        let full = |file: &mut dyn Write| {
            file.write_all(b"half a file")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        let error = replace_file(&path, full).expect_err("the disk is full");
        assert!(
            error.to_string().starts_with(&format!("cannot write {}: ", path.display())),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        assert_eq!(names(directory.path()), ["a.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_the_file_as_the_user_wishes() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("a directory");
        let (plain, replaced) = (directory.path().join("plain"), directory.path().join("replaced"));
        fs::write(&plain, "").expect("it is written");
        replace_file(&replaced, |_| Ok(())).expect("it is written");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode(&plain), mode(&replaced));
    }
}
