//! Files that are written whole: nobody ever sees half of one, and a killed program leaves none
//! behind.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};
use unobench_core::bounded::quoted_path;

/// A file that could not be written; what was there before still is.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", quoted_path(.path))]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

/// Whether a file was written, for those who wrote it.
type Written = Result<(), WriteError>;

impl WriteError {
    /// An error about this file.
    #[must_use]
    pub fn new(path: &Path, source: io::Error) -> WriteError {
        WriteError { path: path.to_owned(), source }
    }
}

/// Something that is being written: a file, which appears under its name when it is whole, or a
/// device or a pipe, which takes everything at once.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: BufWriter<File>,
    until_kept: OutputPath,
}

/// Where a file is until all of it is written.
#[derive(Debug)]
enum OutputPath {
    /// It has no name, and is gone when the program ends.
    #[cfg(target_os = "linux")]
    Nameless,
    Temporary(TempPath),
    /// A device or a pipe: there is no until.
    Itself,
}

impl Output {
    /// Begins a file; what is there stays until the new one is kept. A link to a file is replaced,
    /// and not the file.
    ///
    /// # Errors
    /// If something else than a file is there, or the directory cannot be written to.
    pub fn file(path: &Path) -> Result<Output, WriteError> {
        if is_special(path)? {
            let reason = io::Error::new(ErrorKind::InvalidInput, "it is not a regular file");
            return Err(WriteError::new(path, reason));
        }
        Ok(Output::of(path, begin(path).map_err(|source| WriteError::new(path, source))?))
    }

    /// Begins what a user has named: a file, or a pipe or a character device, such as `/dev/null`,
    /// that is there. A pipe waits for its reader.
    ///
    /// # Errors
    /// If a directory, a disk or a socket is there, or the file cannot be begun.
    pub fn named(path: &Path) -> Result<Output, WriteError> {
        if !is_special(path)? {
            return Output::file(path);
        }
        let opened = refuse_disks(path).and_then(|()| File::options().write(true).open(path));
        let file = opened.map_err(|source| WriteError::new(path, source))?;
        Ok(Output::of(path, (file, OutputPath::Itself)))
    }

    fn of(path: &Path, (file, until_kept): (File, OutputPath)) -> Output {
        Output { path: path.to_owned(), file: BufWriter::new(file), until_kept }
    }

    /// Whether what is written is seen by a person at once.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        io::IsTerminal::is_terminal(self.file.get_ref())
    }

    /// Puts the file in place of the old one when it is safely on the disk, and returns it, open.
    ///
    /// # Errors
    /// If it cannot be written; the old file is then as it was.
    pub fn keep(self) -> Result<File, WriteError> {
        let Output { path, file, until_kept } = self;
        let kept = file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
            put_in_place(&path, &file, until_kept)?;
            Ok(file)
        });
        kept.map_err(|source| WriteError::new(&path, source))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Whether there is something else than a regular file, be it by a link.
fn is_special(path: &Path) -> Result<bool, WriteError> {
    match path.metadata() {
        Ok(metadata) => Ok(!metadata.is_file()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(source) => Err(WriteError::new(path, source)),
    }
}

/// Nobody who names a disk means that.
#[cfg(unix)]
fn refuse_disks(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    if path.metadata()?.file_type().is_block_device() {
        let reason = "it is a disk; allowed: a file, a pipe, or a device such as /dev/null";
        return Err(io::Error::new(ErrorKind::InvalidInput, reason));
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_disks(_: &Path) -> io::Result<()> {
    Ok(())
}

const UNFINISHED: &str = ".tmp";

fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn begin(path: &Path) -> io::Result<(File, OutputPath)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    remove_unfinished(directory_of(path), [&*name]);
    #[cfg(target_os = "linux")]
    if let Ok(file) = nameless(directory_of(path)) {
        return Ok((file, OutputPath::Nameless));
    }
    let create = |temporary: &Path| File::options().write(true).create_new(true).open(temporary);
    let (file, temporary) = under_temporary_name(path, create)?.into_parts();
    // Tells others that somebody is still writing it, on file systems that lock files.
    let _ = file.try_lock();
    Ok((file, OutputPath::Temporary(temporary)))
}

fn under_temporary_name<T>(
    path: &Path,
    make: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<tempfile::NamedTempFile<T>> {
    let prefix = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
    Builder::new().prefix(&prefix).suffix(UNFINISHED).make_in(directory_of(path), make)
}

#[cfg(target_os = "linux")]
fn nameless(directory: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    Ok(open(directory, flags, Mode::from_raw_mode(0o666))?.into())
}

#[cfg(target_os = "linux")]
fn give_name(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

fn put_in_place(path: &Path, file: &File, until_kept: OutputPath) -> io::Result<()> {
    let temporary = match until_kept {
        OutputPath::Itself => return Ok(()),
        OutputPath::Temporary(temporary) => {
            file.sync_all()?;
            temporary
        }
        #[cfg(target_os = "linux")]
        OutputPath::Nameless => {
            file.sync_all()?;
            under_temporary_name(path, |free| give_name(file, free))?.into_temp_path()
        }
    };
    temporary.persist(path).map_err(|error| error.error)?;
    // The name is on the disk when the directory is; some systems cannot tell.
    let _ = File::open(directory_of(path)).and_then(|directory| directory.sync_all());
    Ok(())
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
            let is_written = crate::open(&path).is_ok_and(|file| file.try_lock().is_err());
            // What cannot be removed disturbs nobody.
            let _ = if is_written { Ok(()) } else { std::fs::remove_file(path) };
        }
    }
}

/// Writes a file, and puts it in place of the old one when it is safely on the disk.
///
/// # Errors
/// If it cannot be written, or something else than a file is there; what was there still is.
pub fn replace_file(path: &Path, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Written {
    fill(Output::file(path)?, write)
}

/// Writes what a user has named, as [`replace_file`] does; a pipe or a device is written to as it is.
///
/// # Errors
/// If it cannot be written; a file that was there still is.
pub fn write_file(path: &Path, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Written {
    fill(Output::named(path)?, write)
}

fn fill(mut output: Output, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Written {
    write(&mut output).map_err(|source| WriteError::new(&output.path, source))?;
    output.keep().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(directory: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let names = fs::read_dir(directory).expect("a directory").map(name);
        names.map(|name| name.to_string_lossy().into_owned()).collect()
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
        let create = |temporary: &Path| File::create_new(temporary);
        let begun = under_temporary_name(&directory.path().join("a.csv"), create);
        let (file, left) = begun.expect("it is begun").keep().expect("it is kept");
        file.try_lock().expect("nobody else has it");
        remove_unfinished(directory.path(), ["a.csv"]);
        assert!(left.exists(), "somebody is writing it");
        drop(file);
        for name in ["a.csv", ".a.csv.swp", "b.csv.tmp", ".b.csv.x.tmp"] {
            fs::write(directory.path().join(name), "").expect("it is written");
        }
        remove_unfinished(directory.path(), ["a.csv", "c.csv"]);
        let mut left = names(directory.path());
        left.sort_unstable();
        assert_eq!(left, [".a.csv.swp", ".b.csv.x.tmp", "a.csv", "b.csv.tmp"]);
        replace_file(&directory.path().join("b.csv"), |_| Ok(())).expect("it is written");
        assert!(!names(directory.path()).contains(&".b.csv.x.tmp".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn only_what_a_user_names_may_be_no_file() {
        let null = Path::new("/dev/null");
        write_file(null, |out| out.write_all(b"gone")).expect("it takes everything");
        assert!(null.metadata().is_ok_and(|metadata| !metadata.is_file()), "it is still a device");
        let error = replace_file(null, |_| Ok(())).expect_err("it is a device").to_string();
        assert_eq!(error, "cannot write /dev/null: it is not a regular file");
        let directory = tempfile::tempdir().expect("a directory");
        write_file(directory.path(), |_| Ok(())).expect_err("it is a directory");
        let circle = directory.path().join("circle");
        std::os::unix::fs::symlink(&circle, &circle).expect("a link");
        write_file(&circle, |_| Ok(())).expect_err("it leads nowhere");
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_and_names_it() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a.csv");
        fs::write(&path, "old").expect("it is written");
        let full = |file: &mut Output| {
            file.write_all(b"half a file")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        let error = replace_file(&path, full).expect_err("the disk is full");
        let start = format!("cannot write {}: ", path.display());
        assert!(error.to_string().starts_with(&start), "{error}");
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
