//! A run's directory: begun, resumed, replaced or refused, so that nothing that was there is lost
//! without being asked for.

use super::journal::Journal;
use super::line::{Origin, read_line, unseal};
use super::lock::Lock;
use super::progress::{Dropped, Experiment, Job, Kept, Place, Progress};
use super::{PROGRESS, StoreError};
use crate::header::VERSION;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use unobench_core::bounded;
use unobench_files::file::{WriteError, begin_file, keep_file, remove_unfinished, replace_file};

/// The other files of a run, all derived from `progress.jsonl`.
pub const DERIVED: [&str; 14] = [
    KEPT,
    "manifest.json",
    "summary.csv",
    "seats.csv",
    "scores.csv",
    "turns.csv",
    "matchups.csv",
    "ratings.csv",
    "effects.csv",
    "sweep.csv",
    "factorial.csv",
    "summary.json",
    "report.html",
    "summary.md",
];

/// The lines of a shorter run that are to be taken over when their turn comes.
const KEPT: &str = "kept.jsonl";

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
pub(crate) struct Opened<E: Experiment> {
    pub(crate) journal: Journal,
    pub(crate) progress: Progress<E>,
    /// Lines of a shorter run that this one extends, whose turn comes later.
    pub(crate) kept: Kept,
    pub(crate) resumed: Option<Resumed>,
}

/// Opens a locked directory for what is to be played, of which nothing is played yet. `is_finished`
/// says of a file that is there, by its header, the header's length and the lines after it, whether
/// all of it is played.
pub(crate) fn open<E: Experiment>(
    progress: Progress<E>,
    lock: Lock,
    existing: Existing,
    is_finished: impl FnOnce(E::Header, u64, &mut BufReader<File>) -> bool,
) -> Result<Opened<E>, StoreError> {
    let out = lock.directory().to_owned();
    let path = out.join(PROGRESS);
    remove_unfinished(&out, DERIVED.iter().copied().chain([PROGRESS]));
    let opened =
        bounded::open(&path).and_then(|_| File::options().read(true).append(true).open(&path));
    let file = match opened {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            refuse_unknown(&out, existing)?;
            return begin(progress, lock);
        }
        Err(source) => return Err(StoreError::Read { path, source }),
    };
    match existing {
        Existing::Replace => begin(progress, lock),
        Existing::Resume => resume(progress, lock, file),
        Existing::Refuse | Existing::ReplaceFinished => {
            let mut reader = BufReader::new(file);
            let FirstLine::Header(there, header) = first_line(&mut reader, &path)? else {
                return Err(StoreError::Unrecognised { path });
            };
            let refusal = refusal(&progress, &out, &there);
            if existing == Existing::ReplaceFinished && is_finished(there, header, &mut reader) {
                begin(progress, lock)
            } else {
                Err(refusal)
            }
        }
    }
}

fn refusal<E: Experiment>(progress: &Progress<E>, out: &Path, there: &E::Header) -> StoreError {
    let differences = progress.experiment().differences(there);
    if differences.is_empty() {
        StoreError::SameRun { directory: out.to_owned() }
    } else {
        StoreError::OtherRun { directory: out.to_owned(), differences: differences.join("; ") }
    }
}

/// Refuses to write over files that no run seems to have left.
fn refuse_unknown(out: &Path, existing: Existing) -> Result<(), StoreError> {
    if existing == Existing::Replace {
        return Ok(());
    }
    let known =
        DERIVED.iter().map(|name| out.join(name)).find(|path| path.symlink_metadata().is_ok());
    known.map_or(Ok(()), |path| Err(StoreError::Unknown { path }))
}

/// Begins a run. What another run left goes away first, so that it never stands beside the new
/// header; the header is written beside the file and renamed, so that a file without one is never
/// seen.
fn begin<E: Experiment>(progress: Progress<E>, lock: Lock) -> Result<Opened<E>, StoreError> {
    let header = progress.experiment().header_line()?;
    remove_derived(lock.directory())?;
    let journal = write_progress(lock, &mut header.as_slice())?;
    Ok(Opened { journal, progress, kept: Kept::new(), resumed: None })
}

/// Forgets the lines that were to be taken over, once everything is played.
pub(crate) fn forget_kept(out: &Path) {
    // That they stay does no harm: nobody asks for them any more.
    let _ = fs::remove_file(out.join(KEPT));
}

/// Removes the files that were derived from another run.
fn remove_derived(out: &Path) -> Result<(), StoreError> {
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
fn write_progress(lock: Lock, contents: &mut impl Read) -> Result<Journal, StoreError> {
    let path = lock.directory().join(PROGRESS);
    let mut file = begin_file(&path)?;
    let len = io::copy(contents, &mut file).map_err(|source| WriteError::new(&path, source))?;
    Ok(Journal::new(lock, keep_file(file, &path)?, path, len))
}

/// Goes on with a run.
fn resume<E: Experiment>(
    mut progress: Progress<E>,
    lock: Lock,
    file: File,
) -> Result<Opened<E>, StoreError> {
    let path = lock.directory().join(PROGRESS);
    let failed = |source| StoreError::Read { path: path.clone(), source };
    let mut reader = BufReader::new(file);
    let (there, header) = match first_line(&mut reader, &path)? {
        FirstLine::Header(there, len) => (there, len),
        FirstLine::Other(bytes) if progress.experiment().header_line()?.starts_with(&bytes) => {
            return restart(progress, lock, &bytes);
        }
        FirstLine::Other(_) => return Err(StoreError::Unrecognised { path }),
    };
    if let Some(shorter) = progress.experiment().shorter(&there) {
        return extend(progress, shorter, lock, &mut reader);
    }
    progress.adopt(&there);
    if !progress.experiment().differences(&there).is_empty() {
        return Err(refusal(&progress, lock.directory(), &there));
    }
    let (good, dropped) = progress.add_lines(&mut reader, header).map_err(failed)?;
    let version = progress.experiment().versions().1.to_owned();
    if version != VERSION && !progress.is_complete() {
        let directory = lock.directory().to_owned();
        return Err(StoreError::OtherVersion { directory, version });
    }
    let kept = kept(&progress, read_lines(&lock.directory().join(KEPT))?);
    let resumed = Some(Resumed { games: progress.games() + games_of(&progress, &kept), dropped });
    let mut file = reader.into_inner();
    if resumed.as_ref().is_some_and(|resumed| resumed.dropped.is_none()) {
        let journal = Journal::new(lock, file, path, good);
        return Ok(Opened { journal, progress, kept, resumed });
    }
    file.rewind().map_err(failed)?;
    Ok(Opened { journal: write_progress(lock, &mut file.take(good))?, progress, kept, resumed })
}

/// Goes on with a shorter run as if it had been asked for so many games at once: what was played of
/// it is taken over, but for chunks that its end cut short. Lines of later tables wait in a file of
/// their own until their turn comes.
fn extend<E: Experiment>(
    mut progress: Progress<E>,
    shorter: E,
    lock: Lock,
    lines: &mut BufReader<File>,
) -> Result<Opened<E>, StoreError> {
    let mut before = Progress::new(shorter);
    let (mut dropped, mut number, mut line, mut all) = (None, 2, Vec::new(), Vec::new());
    let failed = |source| StoreError::Read { path: lock.directory().join(PROGRESS), source };
    while read_line(lines, &mut line).map_err(failed)? {
        if let Err(reason) = before.add_line(&line) {
            let rest = io::copy(lines, &mut io::sink()).map_err(failed)?;
            dropped = Some(Dropped { line: number, bytes: line.len() as u64 + rest, reason });
            break;
        }
        all.push(line.clone());
        number += 1;
    }
    all.extend(read_lines(&lock.directory().join(KEPT))?);
    let mut kept = kept(&progress, all);
    let games = games_of(&progress, &kept);
    let mut contents = progress.experiment().header_line()?;
    progress.take_kept(&mut kept).iter().for_each(|line| contents.extend_from_slice(line));
    let waiting: Vec<&[u8]> = kept.values().map(|(_, line)| line.as_slice()).collect();
    replace_file(&lock.directory().join(KEPT), |file| file.write_all(&waiting.concat()))?;
    let journal = write_progress(lock, &mut contents.as_slice())?;
    Ok(Opened { journal, progress, kept, resumed: Some(Resumed { games, dropped }) })
}

/// The lines of a file; none if it is not there.
fn read_lines(path: &Path) -> Result<Vec<Vec<u8>>, StoreError> {
    let failed = |source| StoreError::Read { path: path.to_owned(), source };
    let file = match bounded::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        file => file.map_err(failed)?,
    };
    let (mut reader, mut line, mut lines) = (BufReader::new(file), Vec::new(), Vec::new());
    while read_line(&mut reader, &mut line).map_err(failed)? {
        lines.push(line.clone());
    }
    Ok(lines)
}

/// Those lines that are whole chunks of an experiment.
fn kept<E: Experiment>(progress: &Progress<E>, lines: Vec<Vec<u8>>) -> Kept {
    if lines.is_empty() {
        return Kept::new();
    }
    let experiment = progress.experiment();
    let jobs: HashMap<Place, Job> = experiment.jobs().map(|job| (job.place(), job)).collect();
    let of_place = |line: Vec<u8>| {
        let place = experiment.place_of(&line).ok()?;
        let job = *jobs.get(&place)?;
        let record = experiment.read(&line, experiment.origin(job.rules, job.leg)).ok()?;
        experiment.check(&record, &job).ok()?;
        Some((place, (job, line)))
    };
    lines.into_iter().filter_map(of_place).collect()
}

fn games_of<E: Experiment>(progress: &Progress<E>, kept: &Kept) -> u64 {
    kept.values().map(|(job, _)| progress.experiment().games_of(job)).sum()
}

/// Begins a run anew of which not even the header was written.
fn restart<E: Experiment>(
    progress: Progress<E>,
    lock: Lock,
    bytes: &[u8],
) -> Result<Opened<E>, StoreError> {
    let dropped =
        Dropped { line: 1, bytes: bytes.len() as u64, reason: "it is cut short".to_owned() };
    let opened = begin(progress, lock)?;
    Ok(Opened { resumed: Some(Resumed { games: 0, dropped: Some(dropped) }), ..opened })
}

/// A directory that is only read, to be put together with others.
pub(crate) struct PartDirectory<H> {
    pub(crate) directory: PathBuf,
    pub(crate) header: H,
    reader: BufReader<File>,
}

impl<H: DeserializeOwned> PartDirectory<H> {
    /// Opens a directory.
    pub(crate) fn open(directory: &Path) -> Result<PartDirectory<H>, StoreError> {
        let path = directory.join(PROGRESS);
        let file = bounded::open(&path)
            .map_err(|source| StoreError::Read { path: path.clone(), source })?;
        let mut reader = BufReader::new(file);
        match first_line(&mut reader, &path)? {
            FirstLine::Header(header, _) => {
                Ok(PartDirectory { directory: directory.to_owned(), header, reader })
            }
            FirstLine::Other(_) => Err(StoreError::NoHeader { path }),
        }
    }

    /// Adds up the lines after the header, up to the first that is damaged.
    pub(crate) fn add_lines<E: Experiment>(
        &mut self,
        progress: &mut Progress<E>,
    ) -> Result<Option<Dropped>, StoreError> {
        let failed = |source| StoreError::Read { path: self.directory.join(PROGRESS), source };
        progress.add_lines(&mut self.reader, 0).map(|(_, dropped)| dropped).map_err(failed)
    }

    /// Reads the next line; false at the end.
    pub(super) fn read_line(&mut self, line: &mut Vec<u8>) -> Result<bool, StoreError> {
        let failed = |source| StoreError::Read { path: self.directory.join(PROGRESS), source };
        read_line(&mut self.reader, line).map_err(failed)
    }
}

/// Begins the file of a merged run, which has to be renamed when it is whole.
pub(super) fn begin_merged(
    out: &Path,
    existing: Existing,
) -> Result<tempfile::NamedTempFile, StoreError> {
    let path = out.join(PROGRESS);
    if existing != Existing::Replace && path.symlink_metadata().is_ok() {
        return Err(StoreError::Occupied { directory: out.to_owned() });
    }
    refuse_unknown(out, existing)?;
    Ok(begin_file(&path)?)
}

/// Puts the file of a merged run in its place, once what another run left is gone.
pub(super) fn finish_merged(file: tempfile::NamedTempFile, out: &Path) -> Result<(), StoreError> {
    remove_derived(out)?;
    keep_file(file, &out.join(PROGRESS))?;
    Ok(())
}

/// Moves a run that was interrupted out of the way: its directory gets a name of its own, which is
/// returned. Nothing is done where there is no run, or a finished one.
pub(crate) fn set_aside<H: DeserializeOwned>(
    out: &Path,
    is_finished: impl FnOnce(H, u64, &mut BufReader<File>) -> bool,
) -> Result<Option<PathBuf>, StoreError> {
    let path = out.join(PROGRESS);
    if !path.is_file() {
        return Ok(None);
    }
    let _lock = Lock::take(out)?;
    let file =
        bounded::open(&path).map_err(|source| StoreError::Read { path: path.clone(), source })?;
    let mut reader = BufReader::new(file);
    let FirstLine::Header(there, header) = first_line(&mut reader, &path)? else {
        return Ok(None);
    };
    if is_finished(there, header, &mut reader) {
        return Ok(None);
    }
    let aside = free_name(out);
    match fs::rename(out, &aside) {
        Ok(()) => Ok(Some(aside)),
        Err(source) => Err(WriteError::new(&aside, source).into()),
    }
}

/// The first name of this kind that nothing has yet.
fn free_name(out: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = out.as_os_str().to_owned();
        name.push(format!("-interrupted-{number}"));
        PathBuf::from(name)
    };
    let is_free = |path: &PathBuf| path.symlink_metadata().is_err();
    (1..).map(named).find(is_free).expect("there are more names than files")
}

/// The first line of a file.
enum FirstLine<H> {
    /// A header, and its length in bytes.
    Header(H, u64),
    /// Something else.
    Other(Vec<u8>),
}

/// Reads the first line of `progress.jsonl`.
fn first_line<H: DeserializeOwned>(
    reader: &mut impl BufRead,
    path: &Path,
) -> Result<FirstLine<H>, StoreError> {
    let mut buffer = Vec::new();
    read_line(reader, &mut buffer)
        .map_err(|source| StoreError::Read { path: path.to_owned(), source })?;
    Ok(match unseal(&buffer, Origin::none()) {
        Ok(header) => FirstLine::Header(header, buffer.len() as u64),
        Err(_) => FirstLine::Other(buffer),
    })
}
