//! Files that are replaced at one stroke, so that nobody ever sees half of one.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that could not be written; what was there before still is.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", .path.display())]
pub struct WriteError {
    pub path: PathBuf,
    pub source: io::Error,
}

impl WriteError {
    pub fn new(path: &Path, source: io::Error) -> WriteError {
        WriteError { path: path.to_owned(), source }
    }
}

/// How the temporary name of a file ends.
const UNFINISHED: &str = ".tmp";

fn directory_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Begins a file under a temporary name in the directory of its final one; what a killed program
/// began of it is removed.
///
/// # Errors
/// If the directory cannot be written to.
pub fn begin_file(path: &Path) -> Result<NamedTempFile, WriteError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    remove_unfinished(directory_of(path), [&*name]);
    let file =
        builder.tempfile_in(directory_of(path)).map_err(|source| WriteError::new(path, source))?;
    // Tells others that somebody is still writing it, on file systems that lock files.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Puts a file that was begun in place of the old one when it is safely on the disk, and returns
/// it, open.
///
/// # Errors
/// If it cannot be written; the old file is then as it was.
pub fn keep_file(mut file: NamedTempFile, path: &Path) -> Result<File, WriteError> {
    let failed = |source| WriteError::new(path, source);
    file.flush().map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    let file = file.persist(path).map_err(|error| failed(error.error))?;
    // The name is on the disk when the directory is; some systems cannot tell.
    let _ = File::open(directory_of(path)).and_then(|directory| directory.sync_all());
    Ok(file)
}

/// Removes what was begun of some files of a directory and never put in its place, because the
/// program was killed.
pub fn remove_unfinished<'a>(directory: &Path, names: impl IntoIterator<Item = &'a str>) {
    let prefixes: Vec<String> = names.into_iter().map(|name| format!(".{name}.")).collect();
    let Ok(entries) = directory.read_dir() else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(UNFINISHED) && prefixes.iter().any(|prefix| name.starts_with(prefix)) {
            let path = entry.path();
            let is_written = File::open(&path).is_ok_and(|file| file.try_lock().is_err());
            // What cannot be removed disturbs nobody.
            let _ = if is_written { Ok(()) } else { std::fs::remove_file(path) };
        }
    }
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
    keep_file(file, path).map(drop)
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
    fn what_a_killed_program_began_is_removed() {
        let directory = tempfile::tempdir().expect("a directory");
        let begun = begin_file(&directory.path().join("a.csv")).expect("it is begun");
        let (file, left) = begun.keep().expect("it is kept");
        remove_unfinished(directory.path(), ["a.csv"]);
        assert!(left.exists(), "somebody is writing it");
        drop(file);
        let others = ["a.csv", ".a.csv.swp", "b.csv.tmp", ".b.csv.x.tmp"];
        for name in others {
            fs::write(directory.path().join(name), "").expect("it is written");
        }
        remove_unfinished(directory.path(), ["a.csv", "c.csv"]);
        let mut left = names(directory.path());
        left.sort_unstable();
        assert_eq!(left, [".a.csv.swp", ".b.csv.x.tmp", "a.csv", "b.csv.tmp"]);
        replace_file(&directory.path().join("b.csv"), |_| Ok(())).expect("it is written");
        assert!(!names(directory.path()).contains(&".b.csv.x.tmp".to_owned()));
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
