//! A run's directory: begun, resumed, replaced or refused, so that nothing that was there is lost
//! without being asked for.

use crate::progress::{Dropped, PendingLines, Progress};
use crate::store::journal::Journal;
use crate::store::read_line;
use crate::store::{Lock, PROGRESS, StoreError};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, Write as _};
use std::path::{Path, PathBuf};
use unobench_disk::{Output, WriteError, remove_unfinished, replace_file};
use unobench_measure::header::{FORMAT, Header, VERSION};
use unobench_measure::line::{LineOrigin, unseal};
use unobench_measure::plan::{Job, JobKey, Plan};

/// The files that are derived, and those that versions before 0.7.0 wrote.
const DERIVED: &str = "kept.jsonl manifest.json findings.csv findings.json summary.csv scores.csv \
                       turns.csv report.html summary.md seats.csv chances.csv matchups.csv \
                       ratings.csv effects.csv sweep.csv factorial.csv summary.json";

/// The lines of a shorter run that are to be taken over when their turn comes.
pub(crate) const KEPT: &str = "kept.jsonl";

/// A reader of the lines of a `progress.jsonl`.
type LineReader = BufReader<File>;

pub(crate) fn derived() -> impl Iterator<Item = &'static str> {
    DERIVED.split(' ')
}

/// What to do where the output directory already holds a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Existing {
    #[default]
    Refuse,
    /// Replace it if it is finished, otherwise refuse.
    ReplaceFinished,
    /// Go on with it if it is the same run, otherwise refuse.
    Resume,
    Replace,
}

/// What of an earlier session a run goes on with, for the report to its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resumed {
    pub games: u64,
    /// What could not be believed of `progress.jsonl` and is played again.
    pub dropped: Option<Dropped>,
}

/// An output directory that is ready for what is played next, with what it already held.
pub(crate) struct OpenedDirectory {
    pub(crate) journal: Journal,
    pub(crate) progress: Progress,
    pub(crate) kept: PendingLines,
    pub(crate) resumed: Option<Resumed>,
}

pub(crate) fn open(
    plan: Plan,
    lock: Lock,
    existing: Existing,
) -> Result<OpenedDirectory, StoreError> {
    let progress = Progress::new(plan);
    let out = lock.directory().to_owned();
    let path = out.join(PROGRESS);
    remove_unfinished(&out, derived().chain([PROGRESS]));
    let file = match unobench_disk::open(&path).and_then(|_| unobench_disk::append(&path)) {
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
            let FirstLine::Header(stored, _) = first_line(&mut reader, &path)? else {
                return Err(StoreError::Unrecognised { path });
            };
            let refusal = refusal(progress.plan().header(), &out, &stored);
            if existing == Existing::ReplaceFinished && is_finished(*stored, &mut reader) {
                begin(progress, lock)
            } else {
                Err(refusal)
            }
        }
    }
}

/// Refuses a directory that has another run, or what nobody knows, before anything is said of
/// what would be played there; [`open`] looks again, and has the lock then.
///
/// # Errors
/// If something is there that may not be replaced, or that cannot be read.
pub fn refuse_taken(header: &Header, out: &Path, existing: Existing) -> Result<(), StoreError> {
    let path = out.join(PROGRESS);
    if existing != Existing::Refuse {
        return Ok(());
    }
    let file = match unobench_disk::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return refuse_unknown(out, existing),
        // Said where it is opened.
        Err(_) => return Ok(()),
    };
    match first_line(&mut BufReader::new(file), &path)? {
        FirstLine::Header(stored, _) => Err(refusal(&planned_as(header, &stored), out, &stored)),
        _ => Err(StoreError::Unrecognised { path }),
    }
}

/// The same, with the chunks of what stands there where it has none yet: a survey that is not
/// planned would be cut alike.
fn planned_as(header: &Header, stored: &Header) -> Header {
    let mut planned = header.clone();
    for (leg, of_stored) in planned.legs.iter_mut().zip(&stored.legs) {
        leg.chunk = leg.chunk.or(of_stored.chunk);
    }
    planned
}

fn refusal(header: &Header, out: &Path, stored: &Header) -> StoreError {
    let differences = header.differences(stored);
    if differences.is_empty() {
        StoreError::SameRun { directory: out.to_owned() }
    } else {
        StoreError::OtherRun { directory: out.to_owned(), differences: differences.join("; ") }
    }
}

fn refuse_unknown(out: &Path, existing: Existing) -> Result<(), StoreError> {
    if existing == Existing::Replace {
        return Ok(());
    }
    let known = derived().map(|name| out.join(name)).find(|path| path.symlink_metadata().is_ok());
    known.map_or(Ok(()), |path| Err(StoreError::Unknown { path }))
}

/// Begins a run. What another run left goes away first, so that it never stands beside the new
/// header; the header is written beside the file and renamed, so that a file without one is never
/// seen.
fn begin(progress: Progress, lock: Lock) -> Result<OpenedDirectory, StoreError> {
    let header = progress.plan().line()?;
    remove_derived(lock.directory())?;
    let journal = write_progress(lock, &mut header.as_slice())?;
    Ok(OpenedDirectory { journal, progress, kept: PendingLines::new(), resumed: None })
}

/// The directory of the matches that follow single rounds.
pub const MATCHES: &str = "matches";

/// The directory of what each key does alone.
pub const KEYS: &str = "keys";

/// Where the matches are that followed the single rounds in a directory, if any did.
pub fn matches_of(out: &Path) -> Option<PathBuf> {
    let matches = out.join(MATCHES);
    let [before, after] = [out, &matches].map(ResultsSource::open);
    let (before, after) = (before.ok()?.header, after.ok()?.header);
    let [played, other] = [&before, &after].map(|header| {
        let play = header.legs.first().map(|leg| &leg.play);
        (header.question, header.seed, header.players, play)
    });
    let are_its = played == other;
    (are_its && !before.r#match && after.r#match).then_some(matches)
}

fn remove_derived(out: &Path) -> Result<(), StoreError> {
    if let Some(matches) = matches_of(out) {
        remove_files(&matches, derived().chain([PROGRESS]))?;
        // There may be a log of bots.
        let _ = fs::remove_dir(matches);
    }
    remove_files(out, derived())
}

fn remove_files(out: &Path, names: impl Iterator<Item = &'static str>) -> Result<(), StoreError> {
    for path in names.map(|name| out.join(name)) {
        match fs::remove_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            removed => removed.map_err(|source| WriteError::new(&path, source))?,
        }
    }
    Ok(())
}

fn write_progress(lock: Lock, contents: &mut impl Read) -> Result<Journal, StoreError> {
    let path = lock.directory().join(PROGRESS);
    let mut file = Output::file(&path)?;
    let len = io::copy(contents, &mut file).map_err(|source| WriteError::new(&path, source))?;
    Ok(Journal::new(lock, file.keep()?, path, len))
}

fn resume(mut progress: Progress, lock: Lock, file: File) -> Result<OpenedDirectory, StoreError> {
    let path = lock.directory().join(PROGRESS);
    let mut reader = BufReader::new(file);
    let (stored, header) = match first_line(&mut reader, &path)? {
        FirstLine::Header(stored, len) => (stored, len),
        FirstLine::Other(bytes) if progress.plan().line()?.starts_with(&bytes) => {
            return restart(progress, lock, &bytes);
        }
        FirstLine::Other(_) => return Err(StoreError::Unrecognised { path }),
    };
    if progress.plan().header().extends(&stored)
        && let Ok(shorter) = Plan::new((*stored).clone())
    {
        return extend(progress, shorter, lock, &mut reader);
    }
    progress.adopt(&stored);
    if *progress.plan().header() != *stored {
        return Err(refusal(progress.plan().header(), lock.directory(), &stored));
    }
    let (good, dropped) =
        progress.add_lines(&mut reader, header).map_err(StoreError::reading(&path))?;
    check_version(&mut progress, lock.directory())?;
    let kept = fitting_lines(&progress, read_lines(&lock.directory().join(KEPT))?);
    let resumed = Some(Resumed { games: progress.games() + games_of(&progress, &kept), dropped });
    let mut file = reader.into_inner();
    if resumed.as_ref().is_some_and(|resumed| resumed.dropped.is_none()) {
        let journal = Journal::new(lock, file, path, good);
        return Ok(OpenedDirectory { journal, progress, kept, resumed });
    }
    file.rewind().map_err(StoreError::reading(&path))?;
    Ok(OpenedDirectory {
        journal: write_progress(lock, &mut file.take(good))?,
        progress,
        kept,
        resumed,
    })
}

/// What another version began, it has to end.
fn check_version(progress: &mut Progress, directory: &Path) -> Result<(), StoreError> {
    let version = progress.plan().header().version.clone();
    if version != VERSION && !progress.is_complete() {
        return Err(StoreError::OtherVersion { directory: directory.to_owned(), version });
    }
    Ok(())
}

/// Goes on with a shorter run as if it had been asked for so many games at once: what was played of
/// it is taken over, but for chunks that its end cut short. Lines of later tables wait in a file of
/// their own until their turn comes.
fn extend(
    mut progress: Progress,
    shorter: Plan,
    lock: Lock,
    lines: &mut LineReader,
) -> Result<OpenedDirectory, StoreError> {
    let mut before = Progress::new(shorter);
    let (mut dropped, mut number, mut line, mut all) = (None, 2, Vec::new(), Vec::new());
    let path = lock.directory().join(PROGRESS);
    while read_line(lines, &mut line).map_err(StoreError::reading(&path))? {
        if let Err(reason) = before.add_line(&line) {
            let rest = io::copy(lines, &mut io::sink()).map_err(StoreError::reading(&path))?;
            dropped = Some(Dropped { line: number, bytes: line.len() as u64 + rest, reason });
            break;
        }
        all.push(line.clone());
        number += 1;
    }
    all.extend(read_lines(&lock.directory().join(KEPT))?);
    let mut kept = fitting_lines(&progress, all);
    let games = games_of(&progress, &kept);
    let mut contents = progress.plan().line()?;
    progress.take_kept(&mut kept).iter().for_each(|line| contents.extend_from_slice(line));
    let waiting: Vec<&[u8]> = kept.values().map(|(_, line)| line.as_slice()).collect();
    replace_file(&lock.directory().join(KEPT), |file| file.write_all(&waiting.concat()))?;
    let journal = write_progress(lock, &mut contents.as_slice())?;
    Ok(OpenedDirectory { journal, progress, kept, resumed: Some(Resumed { games, dropped }) })
}

fn read_lines(path: &Path) -> Result<Vec<Vec<u8>>, StoreError> {
    let file = match unobench_disk::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        file => file.map_err(StoreError::reading(path))?,
    };
    let (mut reader, mut line, mut lines) = (BufReader::new(file), Vec::new(), Vec::new());
    while read_line(&mut reader, &mut line).map_err(StoreError::reading(path))? {
        lines.push(line.clone());
    }
    Ok(lines)
}

/// Those of some lines that are of jobs of the plan, by their jobs.
fn fitting_lines(progress: &Progress, lines: Vec<Vec<u8>>) -> PendingLines {
    if lines.is_empty() {
        return PendingLines::new();
    }
    let plan = progress.plan();
    let jobs: HashMap<JobKey, Job> = plan.jobs().map(|job| (job.place(), job)).collect();
    let fitting = lines.into_iter().filter_map(|line| {
        let place = plan.place_of(&line).ok()?;
        let job = *jobs.get(&place)?;
        let record = plan.read(&line, plan.header().origin(job.rules, job.leg)).ok()?;
        plan.check(&record, &job).ok()?;
        Some((place, (job, line)))
    });
    fitting.collect()
}

fn games_of(progress: &Progress, kept: &PendingLines) -> u64 {
    kept.values().map(|(job, _)| progress.plan().games_of(job)).sum()
}

fn restart(progress: Progress, lock: Lock, bytes: &[u8]) -> Result<OpenedDirectory, StoreError> {
    let dropped =
        Dropped { line: 1, bytes: bytes.len() as u64, reason: "it is cut short".to_owned() };
    let opened = begin(progress, lock)?;
    Ok(OpenedDirectory { resumed: Some(Resumed { games: 0, dropped: Some(dropped) }), ..opened })
}

/// The results in a directory, with their header read and the rest still to be read.
pub(crate) struct ResultsSource {
    pub(crate) directory: PathBuf,
    pub(crate) header: Header,
    reader: LineReader,
}

impl ResultsSource {
    pub(crate) fn open(directory: &Path) -> Result<ResultsSource, StoreError> {
        let path = directory.join(PROGRESS);
        let file = unobench_disk::open(&path).map_err(StoreError::reading(&path))?;
        let mut reader = BufReader::new(file);
        match first_line(&mut reader, &path)? {
            FirstLine::Header(header, _) => {
                Ok(ResultsSource { directory: directory.to_owned(), header: *header, reader })
            }
            FirstLine::Other(_) => Err(StoreError::NoHeader { path }),
        }
    }

    fn is_finished(&mut self) -> bool {
        is_finished(self.header.clone(), &mut self.reader)
    }

    pub(crate) fn add_lines(&mut self, to: &mut Progress) -> Result<Option<Dropped>, StoreError> {
        let added = to.add_lines(&mut self.reader, 0);
        let (_, dropped) = added.map_err(StoreError::reading(&self.directory.join(PROGRESS)))?;
        Ok(dropped)
    }
}

pub(crate) fn known_bots(directory: &Path) -> Vec<(String, String)> {
    ResultsSource::open(directory).map(|source| source.header.named_bots()).unwrap_or_default()
}

/// Makes room for another run in a directory: one that was interrupted there is kept beside it,
/// under a name of its own, which is returned. Finished ones stay, and so does what is no run.
///
/// # Errors
/// If another process writes there, or the directory cannot be read or renamed.
pub fn make_room(out: &Path) -> Result<Option<PathBuf>, StoreError> {
    if !out.join(PROGRESS).is_file() {
        return Ok(None);
    }
    let _lock = Lock::take(out)?;
    let mut run = match ResultsSource::open(out) {
        Err(StoreError::NoHeader { .. }) => return Ok(None),
        run => run?,
    };
    let matches = matches_of(out).map(|matches| ResultsSource::open(&matches)).transpose()?;
    if run.is_finished() && matches.is_none_or(|mut matches| matches.is_finished()) {
        return Ok(None);
    }
    let aside = free_name(out);
    match unobench_disk::rename_directory(out, &aside) {
        Ok(()) => Ok(Some(aside)),
        Err(source) => Err(WriteError::new(&aside, source).into()),
    }
}

fn is_finished(header: Header, lines: &mut LineReader) -> bool {
    let Ok(plan) = Plan::new(header) else { return false };
    let mut progress = Progress::new(plan);
    progress.add_lines(lines, 0).is_ok() && progress.is_complete()
}

fn free_name(out: &Path) -> PathBuf {
    (1_u32..)
        .map(|number| {
            let mut name = out.as_os_str().to_owned();
            name.push(format!("-interrupted-{number}"));
            PathBuf::from(name)
        })
        .find(|path| path.symlink_metadata().is_err())
        .expect("there are more names than files")
}

/// The first line of a file of results: a header with its length in bytes, or something else.
enum FirstLine {
    Header(Box<Header>, u64),
    Other(Vec<u8>),
}

/// What every header says of itself, whatever its format.
#[derive(Deserialize)]
pub(crate) struct Signature {
    pub(crate) format: u32,
    pub(crate) version: String,
}

fn first_line(reader: &mut impl BufRead, path: &Path) -> Result<FirstLine, StoreError> {
    let mut buffer = Vec::new();
    read_line(reader, &mut buffer).map_err(StoreError::reading(path))?;
    let Ok(value) = unseal::<Value>(&buffer, LineOrigin::none()) else {
        return Ok(FirstLine::Other(buffer));
    };
    if let Ok(Signature { format: found, version }) = Signature::deserialize(&value)
        && found != FORMAT
    {
        let (path, known) = (path.to_owned(), FORMAT);
        return Err(StoreError::OtherFormat { path, version, found, known });
    }
    Ok(match serde_json::from_value(value) {
        Ok(header) => FirstLine::Header(header, buffer.len() as u64),
        Err(_) => FirstLine::Other(buffer),
    })
}
