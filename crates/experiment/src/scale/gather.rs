//! Lines put in order: the only one that writes the directory.

use super::{JobText, PlanFileError, ScaleError, SealedPlan};
use crate::directory::{self, Existing, KEYS, MATCHES, OpenedDirectory, Resumed};
use crate::error::RunError;
use crate::output::conclude;
use crate::output::manifest::{Invocation, SessionHost};
use crate::progress::{PendingLines, Progress};
use crate::store::journal::Journal;
use crate::store::read_line;
use crate::store::{Lock, PROGRESS, StoreError};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufReader, Seek as _, SeekFrom};
use std::iter::Peekable;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;
use unobench_core::bounded::quoted;
use unobench_measure::differences;
use unobench_measure::header::VERSION;
use unobench_measure::line::seal;
use unobench_measure::plan::{Job, JobKey, Jobs, Plan};

/// Where the lines of a plan are gathered, and how many of its chunks may be handed out.
#[derive(Debug, Clone)]
pub struct GatherConfig {
    pub out: PathBuf,
    /// What to do with something else that is there; the same plan is gone on with.
    pub force: bool,
    /// How many chunks after the last one written may be handed out, and wait for their turn.
    pub window: NonZeroUsize,
    pub invocation: Invocation,
}

/// What is answered to a machine that hands in a line, as JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum GatherAnswer {
    /// Taken in, or known already. These may be played besides those that were named before.
    Next {
        next: Vec<JobText>,
        games: u64,
        total: u64,
    },
    Refused {
        refused: String,
    },
    Done {
        done: Done,
    },
}

/// The games and the directory of a plan that is complete, for who handed in its lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Done {
    pub games: u64,
    pub directory: String,
}

/// A plan whose lines come in any order and are written in theirs.
pub struct Gather<'p> {
    plan: &'p SealedPlan,
    /// What is played when that is complete.
    following: &'p [SealedPlan],
    after: Option<Box<Gather<'p>>>,
    config: GatherConfig,
    progress: Progress,
    journal: Journal,
    resumed: Option<Resumed>,
    /// Where each line begins that is in the file, in order.
    written: Vec<(JobKey, u64)>,
    len: u64,
    rest: Peekable<Jobs>,
    /// The chunks that are handed out and not written, with their lines where those came early.
    handed_out: BTreeMap<JobKey, (Job, Option<Vec<u8>>)>,
    kept: PendingLines,
    total: u64,
    begun: Instant,
    games_before: u64,
    is_concluded: bool,
}

impl<'p> Gather<'p> {
    pub fn open(plans: &'p [SealedPlan], config: GatherConfig) -> Result<Gather<'p>, ScaleError> {
        let (plan, following) = plans.split_first().expect("a plan");
        let lock = Lock::take(&config.out).map_err(RunError::from)?;
        let existing = if config.force { Existing::Replace } else { Existing::Resume };
        let opened = directory::open(plan.plan.clone(), lock, existing).map_err(RunError::from)?;
        let OpenedDirectory { journal, mut progress, kept, resumed } = opened;
        let version = progress.plan().header().version.clone();
        if version != VERSION {
            return Err(PlanFileError::Version(version).into());
        }
        let (written, len) = written(progress.plan(), &config.out)?;
        let next = progress.next().map(|job| job.place());
        let rest = progress.plan().jobs().skip_while(move |job| Some(job.place()) < next);
        let rest: Jobs = if next.is_some() { Box::new(rest) } else { Box::new(std::iter::empty()) };
        Ok(Gather {
            plan,
            following,
            after: None,
            config,
            total: progress.plan().games_to_play(),
            games_before: resumed.as_ref().map_or(0, |resumed| resumed.games),
            progress,
            journal,
            resumed,
            written,
            len,
            rest: rest.peekable(),
            handed_out: BTreeMap::new(),
            kept,
            begun: Instant::now(),
            is_concluded: false,
        })
    }

    pub fn resumed(&self) -> Option<&Resumed> {
        self.resumed.as_ref()
    }

    pub fn begin(&mut self) -> Result<GatherAnswer, ScaleError> {
        self.answer()
    }

    fn answer(&mut self) -> Result<GatherAnswer, ScaleError> {
        let mut next = Vec::new();
        while self.hand_out(&mut next) && !self.progress.is_complete() {
            if self.write_what_is_next()?.is_err()
                && let Some(job) = self.progress.next()
            {
                next.push(self.text(&job));
            }
        }
        if self.progress.is_complete() {
            self.write_files()?;
            if let (None, Some(next)) = (&self.after, self.following.first()) {
                let name = if next.plan.header().r#match { MATCHES } else { KEYS };
                let config =
                    GatherConfig { out: self.config.out.join(name), ..self.config.clone() };
                self.after = Some(Box::new(Gather::open(self.following, config)?));
            }
            let after = self.after.as_mut().map(|after| after.answer()).transpose()?;
            if let Some(next @ GatherAnswer::Next { .. }) = after {
                return Ok(next);
            }
            let directory = self.config.out.display().to_string();
            return Ok(GatherAnswer::Done {
                done: Done { games: self.progress.games(), directory },
            });
        }
        Ok(GatherAnswer::Next { next, games: self.progress.games(), total: self.total })
    }

    /// Hands out as many chunks as the window allows; whether some of them were played already, in
    /// a shorter run.
    fn hand_out(&mut self, next: &mut Vec<JobText>) -> bool {
        let mut are_kept = false;
        while self.handed_out.len() < self.config.window.get() {
            let Some(job) = self.rest.next() else { break };
            let line = self.kept.remove(&job.place()).map(|(_, line)| line);
            match line {
                Some(_) => are_kept = true,
                None => next.push(self.text(&job)),
            }
            self.handed_out.insert(job.place(), (job, line));
        }
        are_kept
    }

    fn text(&self, job: &Job) -> JobText {
        JobText::new(job, self.plan.check(), self.progress.plan())
    }

    pub fn take(&mut self, line: &[u8]) -> Result<GatherAnswer, ScaleError> {
        match self.after.as_mut().map(|after| after.take(line)).transpose()? {
            Some(next @ GatherAnswer::Next { .. }) => return Ok(next),
            Some(GatherAnswer::Done { .. }) => return self.answer(),
            _ => {}
        }
        match self.take_in(line)? {
            Ok(()) => self.answer(),
            Err(refused) => Ok(GatherAnswer::Refused { refused: quoted(&refused) }),
        }
    }

    fn take_in(&mut self, line: &[u8]) -> Result<Result<(), String>, ScaleError> {
        let place = match self.check(line) {
            Ok(place) => place,
            Err(reason) => return Ok(Err(reason)),
        };
        if let Ok(found) = self.written.binary_search_by_key(&place, |(place, _)| *place) {
            return agree(place, &self.read(self.written[found].1)?, line).map(Ok);
        }
        let is_behind = self.progress.next().is_none_or(|next| place < next.place());
        match self.handed_out.get_mut(&place) {
            Some((_, Some(earlier_line))) => return agree(place, earlier_line, line).map(Ok),
            Some((_, waiting @ None)) => *waiting = Some(line.to_owned()),
            // The stop rule decided before it: played in vain.
            None if is_behind => return Ok(Ok(())),
            None => return Ok(Err(beyond(place))),
        }
        self.write_what_is_next()
    }

    fn check(&mut self, line: &[u8]) -> Result<JobKey, String> {
        let plan = self.progress.plan();
        let place = plan.place_of(line)?;
        let job = self.handed_out.get(&place).map(|(job, _)| *job).or_else(|| plan.job_at(place));
        let job = job.ok_or("there is no such chunk in the plan")?;
        let origin = self.progress.origin(&job);
        let plan = self.progress.plan();
        let record = plan.read(line, origin)?;
        plan.check(&record, &job)?;
        if seal(&record, origin).map_err(|error| error.to_string())? != line {
            return Err("it is not written as this program writes it".to_owned());
        }
        Ok(job.place())
    }

    fn write_what_is_next(&mut self) -> Result<Result<(), String>, ScaleError> {
        while let Some(next) = self.progress.next() {
            let place = next.place();
            let Some((_, waiting)) = self.handed_out.get_mut(&place) else { break };
            let Some(line) = waiting.take() else { break };
            if let Err(reason) = self.progress.add_line(&line) {
                return Ok(Err(reason));
            }
            self.journal.append(&line).map_err(RunError::from)?;
            self.written.push((place, self.len));
            self.len += line.len() as u64;
            self.handed_out.remove(&place);
            self.skip();
        }
        Ok(Ok(()))
    }

    /// Forgets what need not be played any more, because enough is known.
    fn skip(&mut self) {
        let next = self.progress.next().map(|job| job.place());
        let is_left = |place: JobKey| next.is_some_and(|next| place >= next);
        self.handed_out.retain(|&place, _| is_left(place));
        while self.rest.next_if(|job| !is_left(job.place())).is_some() {}
    }

    fn read(&self, begin: u64) -> Result<Vec<u8>, ScaleError> {
        let path = self.config.out.join(PROGRESS);
        let read = || {
            let mut file = unobench_disk::open(&path)?;
            file.seek(SeekFrom::Start(begin))?;
            let mut line = Vec::new();
            read_line(&mut BufReader::new(file), &mut line)?;
            Ok(line)
        };
        read().map_err(|source| run_error(StoreError::Read { path: path.clone(), source }))
    }

    fn write_files(&mut self) -> Result<(), ScaleError> {
        if self.is_concluded {
            return Ok(());
        }
        self.journal.sync().map_err(RunError::from)?;
        let host = SessionHost {
            threads: 1,
            invocation: &self.config.invocation,
            time: self.begun.elapsed(),
            games: self.progress.games().saturating_sub(self.games_before),
        };
        conclude(&mut self.progress, &self.config.out, &self.config.out, &host)
            .map_err(RunError::from)?;
        self.is_concluded = true;
        Ok(())
    }

    pub fn finish(mut self) -> Result<(), ScaleError> {
        self.write_files()?;
        self.after.map_or(Ok(()), |after| after.finish())
    }
}

fn run_error(error: StoreError) -> ScaleError {
    RunError::from(error).into()
}

fn beyond((_, _, chunk): JobKey) -> String {
    format!("it is not the turn of chunk {chunk} yet: it lies beyond the window, see --window")
}

fn written(plan: &Plan, out: &Path) -> Result<(Vec<(JobKey, u64)>, u64), ScaleError> {
    let path = out.join(PROGRESS);
    let failed = StoreError::reading(&path);
    let file = unobench_disk::open(&path).map_err(|error| run_error(failed(error)))?;
    let mut reader = BufReader::new(file);
    let (mut written, mut begin, mut line) = (Vec::new(), 0, Vec::new());
    while read_line(&mut reader, &mut line).map_err(|error| run_error(failed(error)))? {
        if begin > 0 {
            let place = plan.place_of(&line);
            written.push((place.map_err(|e| run_error(StoreError::Internal(e)))?, begin));
        }
        begin += line.len() as u64;
    }
    Ok((written, begin))
}

fn agree(place: JobKey, earlier_line: &[u8], other: &[u8]) -> Result<(), ScaleError> {
    if earlier_line == other {
        return Ok(());
    }
    let [record, other] =
        [earlier_line, other].map(|line| serde_json::from_slice::<Value>(line).unwrap_or_default());
    let mut found = differences(&record, &other);
    found.retain(|difference| !difference.starts_with("check: "));
    let rules = record["rules"].as_str().unwrap_or_default().to_owned();
    Err(ScaleError::Disagree { chunk: place.2, rules, differences: found.join("; ") })
}
