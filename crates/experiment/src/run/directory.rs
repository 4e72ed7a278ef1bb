//! A run's directory: begun, resumed, replaced or refused, so that nothing that was there is lost
//! without being asked for.

use super::checkpoint::{
    Account, AnyHeader, Dropped, FirstLine, Journal, PROGRESS, Played, first_line, read_line,
};
use super::plan::Plan;
use super::run::RunError;
use unobench_engine::shard::Shard;
use unobench_files::file::{WriteError, begin_file};
use crate::survey::Ledger;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The other files of a run, all derived from `progress.jsonl`.
pub const DERIVED: [&str; 11] = [
    "manifest.json",
    "summary.csv",
    "seats.csv",
    "scores.csv",
    "turns.csv",
    "matchups.csv",
    "ratings.csv",
    "effects.csv",
    "summary.json",
    "report.html",
    "summary.md",
];

/// What to do with a run that is in the directory already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Existing {
    /// Leave it, and refuse to run.
    #[default]
    Refuse,
    /// Replace it if it is finished, otherwise refuse.
    ReplaceFinished,
    /// Go on with it if it is the same run, otherwise refuse.
    Resume,
    /// Replace it.
    Replace,
}

/// What was found of a run that was resumed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resumed {
    /// Games that need not be played again.
    pub games: u64,
    /// What could not be believed of `progress.jsonl` and is played again.
    pub dropped: Option<Dropped>,
}

/// A directory ready for a run.
pub(crate) struct Opened<A> {
    pub(crate) journal: Journal,
    pub(crate) played: A,
    pub(crate) resumed: Option<Resumed>,
}

/// Opens a directory for what is to be played, of which nothing is played yet.
pub(crate) fn open<A: Account>(
    account: A,
    out: &Path,
    existing: Existing,
) -> Result<Opened<A>, RunError> {
    fs::create_dir_all(out)
        .map_err(|source| RunError::CreateDirectory { path: out.to_owned(), source })?;
    let path = out.join(PROGRESS);
    let file = match File::options().read(true).append(true).open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            refuse_unknown(out, existing)?;
            return begin(account, out);
        }
        Err(source) => return Err(RunError::Read { path, source }),
    };
    lock(&file, out)?;
    match existing {
        Existing::Replace => begin(account, out),
        Existing::Resume => resume(account, out, file),
        Existing::Refuse | Existing::ReplaceFinished => {
            let mut reader = BufReader::new(file);
            let FirstLine::Header(there, header) = first_line(&mut reader, &path)? else {
                return Err(RunError::Unrecognised { path });
            };
            if existing == Existing::ReplaceFinished
                && is_finished(there.clone(), header, &mut reader)
            {
                begin(account, out)
            } else {
                Err(refusal(&account, out, &there))
            }
        }
    }
}

fn refusal(account: &impl Account, out: &Path, there: &AnyHeader) -> RunError {
    let differences = account.differences(there);
    if differences.is_empty() {
        RunError::SameRun { directory: out.to_owned() }
    } else {
        RunError::OtherRun { directory: out.to_owned(), differences: differences.join("; ") }
    }
}

/// Whether a run or a survey was played to its end.
fn is_finished(there: AnyHeader, header: u64, reader: &mut BufReader<File>) -> bool {
    match there {
        AnyHeader::Run(there) => Plan::from_header(*there)
            .is_ok_and(|plan| is_complete(Played::new(&plan), header, reader)),
        AnyHeader::Survey(there) => {
            Ledger::from_header(*there).is_ok_and(|ledger| is_complete(ledger, header, reader))
        }
    }
}

fn is_complete(mut account: impl Account, header: u64, reader: &mut BufReader<File>) -> bool {
    account.add_lines(reader, header).is_ok() && account.is_complete()
}

/// Refuses to write over files that no run seems to have left.
fn refuse_unknown(out: &Path, existing: Existing) -> Result<(), RunError> {
    if existing == Existing::Replace {
        return Ok(());
    }
    let known =
        DERIVED.iter().map(|name| out.join(name)).find(|path| path.symlink_metadata().is_ok());
    known.map_or(Ok(()), |path| Err(RunError::Unknown { path }))
}

/// Begins a run. The header is written beside the file and renamed, so that a file without a header
/// is never seen.
fn begin<A: Account>(account: A, out: &Path) -> Result<Opened<A>, RunError> {
    let header = account.header_line()?;
    let journal = write_progress(out, &mut header.as_slice())?;
    remove_derived(out)?;
    Ok(Opened { journal, played: account, resumed: None })
}

/// Removes the files that were derived from another run.
fn remove_derived(out: &Path) -> Result<(), RunError> {
    for path in DERIVED.iter().map(|name| out.join(name)) {
        match fs::remove_file(&path) {
            Err(source) if source.kind() != ErrorKind::NotFound => {
                return Err(WriteError::new(&path, source).into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Replaces `progress.jsonl` at one stroke, and opens it at its end.
fn write_progress(out: &Path, contents: &mut impl Read) -> Result<Journal, RunError> {
    let path = out.join(PROGRESS);
    let mut file = begin_file(&path)?;
    let len = io::copy(contents, &mut file).map_err(|source| WriteError::new(&path, source))?;
    file.as_file().sync_all().map_err(|source| WriteError::new(&path, source))?;
    let file = file.persist(&path).map_err(|error| WriteError::new(&path, error.error))?;
    lock(&file, out)?;
    Ok(Journal::new(file, path, len))
}

/// Goes on with a run.
fn resume<A: Account>(mut account: A, out: &Path, file: File) -> Result<Opened<A>, RunError> {
    let path = out.join(PROGRESS);
    let failed = |source| RunError::Read { path: path.clone(), source };
    let mut reader = BufReader::new(file);
    let (there, header) = match first_line(&mut reader, &path)? {
        FirstLine::Header(there, len) => (there, len),
        FirstLine::Other(bytes) if account.header_line()?.starts_with(&bytes) => {
            return restart(account, out, &bytes);
        }
        FirstLine::Other(_) => return Err(RunError::Unrecognised { path }),
    };
    if !account.differences(&there).is_empty() {
        return Err(refusal(&account, out, &there));
    }
    let (good, dropped) = account.add_lines(&mut reader, header).map_err(failed)?;
    let resumed = Some(Resumed { games: account.games(), dropped });
    let mut file = reader.into_inner();
    if resumed.as_ref().is_some_and(|resumed| resumed.dropped.is_none()) {
        return Ok(Opened { journal: Journal::new(file, path, good), played: account, resumed });
    }
    file.rewind().map_err(failed)?;
    Ok(Opened { journal: write_progress(out, &mut file.take(good))?, played: account, resumed })
}

/// Begins a run anew of which not even the header was written.
fn restart<A: Account>(account: A, out: &Path, bytes: &[u8]) -> Result<Opened<A>, RunError> {
    let dropped =
        Dropped { line: 1, bytes: bytes.len() as u64, reason: "it is cut short".to_owned() };
    let opened = begin(account, out)?;
    Ok(Opened { resumed: Some(Resumed { games: 0, dropped: Some(dropped) }), ..opened })
}

/// Keeps other runs out of the directory as long as the file is open, on file systems that can.
fn lock(file: &File, out: &Path) -> Result<(), RunError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(RunError::Busy { directory: out.to_owned() }),
        _ => Ok(()),
    }
}

/// A run directory that is only read.
pub(crate) struct Shelf {
    pub(crate) directory: PathBuf,
    pub(crate) header: AnyHeader,
    reader: BufReader<File>,
}

impl Shelf {
    /// Which part of a run or survey it holds; none of a whole one.
    pub(crate) fn shard(&self) -> Option<Shard> {
        match &self.header {
            AnyHeader::Run(header) => header.shard,
            AnyHeader::Survey(header) => header.shard,
        }
    }

    /// Reads the next line; false at the end.
    pub(super) fn read_line(&mut self, line: &mut Vec<u8>) -> Result<bool, RunError> {
        let failed = |source| RunError::Read { path: self.directory.join(PROGRESS), source };
        read_line(&mut self.reader, line).map_err(failed)
    }

    /// Opens the directory of a run or survey.
    pub(crate) fn open(directory: &Path) -> Result<Shelf, RunError> {
        let path = directory.join(PROGRESS);
        let file =
            File::open(&path).map_err(|source| RunError::Read { path: path.clone(), source })?;
        let mut reader = BufReader::new(file);
        match first_line(&mut reader, &path)? {
            FirstLine::Header(header, _) => {
                Ok(Shelf { directory: directory.to_owned(), header, reader })
            }
            FirstLine::Other(_) => Err(RunError::Unrecognised { path }),
        }
    }
}

/// Begins the file of a merged run, which has to be renamed when it is whole.
pub(super) fn begin_merged(
    out: &Path,
    existing: Existing,
) -> Result<tempfile::NamedTempFile, RunError> {
    fs::create_dir_all(out)
        .map_err(|source| RunError::CreateDirectory { path: out.to_owned(), source })?;
    let path = out.join(PROGRESS);
    if existing != Existing::Replace && path.symlink_metadata().is_ok() {
        return Err(RunError::Occupied { directory: out.to_owned() });
    }
    refuse_unknown(out, existing)?;
    Ok(begin_file(&path)?)
}

/// Puts the file of a merged run in its place.
pub(super) fn finish_merged(mut file: tempfile::NamedTempFile, out: &Path) -> Result<(), RunError> {
    let path = out.join(PROGRESS);
    file.flush()
        .and_then(|()| file.as_file().sync_all())
        .map_err(|source| WriteError::new(&path, source))?;
    file.persist(&path).map_err(|error| WriteError::new(&path, error.error))?;
    remove_derived(out)
}
