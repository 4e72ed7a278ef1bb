//! A plan played here and now: threads, the clock, somebody who may interrupt, and chunks written
//! in order.
//!
//! The chunks of one table are played at a time by all threads; this thread writes what they
//! finish, in order, and watches the clock. So nothing that is written depends on the threads, and
//! what an interruption costs is a few chunks.

use crate::directory::{self, Existing, OpenedDirectory};
use crate::error::{Result, RunError};
use crate::output::conclude;
use crate::output::manifest::{Invocation, SessionHost};
use crate::played::{Played, RunEnding};
use crate::progress::Progress;
use crate::store::Lock;
use crate::store::journal::Journal;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use unobench_bots::BotError;
use unobench_engine::Chunk;
use unobench_engine::workers::{PlayMonitor, in_order};
use unobench_measure::PlayChunk;
use unobench_measure::plan::{Job, Plan};
use unobench_measure::totals::LegTally;

/// The file of a directory that takes what bots say on standard error, and notes of their faults.
pub const BOTS_LOG: &str = "bots.log";

pub(crate) const TICK: Duration = Duration::from_millis(100);

pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn start_threads(threads: usize) -> Result<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| RunError::Threads { threads, reason: error.to_string() })
}

pub(crate) fn is_over(cancel: &AtomicBool, deadline: Option<Instant>) -> Option<RunEnding> {
    let time_up = deadline.is_some_and(|deadline| Instant::now() >= deadline);
    match cancel.load(Ordering::Relaxed) {
        true => Some(RunEnding::Interrupted),
        false => time_up.then_some(RunEnding::TimeUp),
    }
}

/// What makes the tables of a plan for a session, and hears which chunks were written.
pub(crate) trait TableMaker: Sync {
    fn set(&self, rules: usize, leg: usize) -> Result<Box<dyn PlayChunk + '_>, RunError>;

    /// The most blocks that are played before all of them are written, but for one chunk that has
    /// more; none where what waits to be written needs little room.
    fn most_blocks(&self) -> Option<u64> {
        None
    }

    fn written(&self, _: &Job) -> Result<(), RunError> {
        Ok(())
    }

    /// Nobody waits for a bot any more. From here on no tally is taken.
    fn stop(&self) {}

    /// Why what is played here must not count: a bot that never started.
    fn failed(&self) -> Option<BotError> {
        None
    }
}

/// How a plan is played here and now: at which tables, by how many threads, until when.
#[derive(Clone, Copy)]
pub(crate) struct Session<'a> {
    pub(crate) tables: &'a dyn TableMaker,
    pub(crate) existing: Existing,
    pub(crate) threads: usize,
    pub(crate) deadline: Option<Instant>,
    pub(crate) cancel: &'a AtomicBool,
    pub(crate) invocation: &'a Invocation,
}

/// Is told, some times a second, how far it is: the rule set, and the games played of all.
pub(crate) type Tell<'a> = dyn FnMut(&Progress, usize, u64) + 'a;

impl Session<'_> {
    pub(crate) fn run(&self, plan: Plan, lock: Lock, tell: &mut Tell<'_>) -> Result<Played> {
        let out = lock.directory().to_owned();
        let mut opened = directory::open(plan, lock, self.existing)?;
        let begun = Instant::now();
        let games_before = opened.resumed.as_ref().map_or(0, |resumed| resumed.games);
        let ending = self.play(&mut opened, tell)?;
        let OpenedDirectory { mut journal, mut progress, resumed, .. } = opened;
        journal.sync()?;
        let games = progress.games().saturating_sub(games_before);
        let Session { threads, invocation, .. } = *self;
        let host = SessionHost { threads, invocation, time: begun.elapsed(), games };
        let found = conclude(&mut progress, &out, &out, &host)?;
        let (time, faults, troubles, rounds) = (host.time, 0, Vec::new(), None);
        Ok(Played { found, ending, resumed, games, time, faults, troubles, rounds })
    }

    fn play(&self, opened: &mut OpenedDirectory, tell: &mut Tell<'_>) -> Result<RunEnding> {
        let OpenedDirectory { progress, journal, kept, .. } = opened;
        if progress.is_complete() {
            return Ok(RunEnding::Complete);
        }
        let pool = start_threads(self.threads)?;
        loop {
            for line in progress.take_kept(kept) {
                journal.append(&line)?;
            }
            let Some(next) = progress.next() else { return Ok(RunEnding::Complete) };
            self.play_table(next, (progress, journal), &pool, tell)?;
            let over = is_over(self.cancel, self.deadline);
            if let Some(ending) = over.filter(|_| !progress.is_complete()) {
                return Ok(ending);
            }
        }
    }

    fn play_table(
        &self,
        next: Job,
        (progress, journal): (&mut Progress, &mut Journal),
        pool: &rayon::ThreadPool,
        tell: &mut Tell<'_>,
    ) -> Result<(), RunError> {
        let table = self.tables.set(next.rules, next.leg)?;
        let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
        let games_before = progress.games();
        let chunks = progress.next_table().map(|job| job.chunk);
        let chunks = at_most(self.tables.most_blocks(), chunks);
        let monitor = PlayMonitor { stopped: &stopped, games: &games };
        let play = |chunk| table.play_chunk(chunk, monitor);
        let left = || Some(self.deadline?.saturating_duration_since(Instant::now()));
        let tick = || left().map_or(TICK, |left| left.min(TICK));
        in_order::<_, _, RunError>(pool, chunks, play, &stopped, tick, |tally| {
            if let Some(error) = self.tables.failed() {
                self.tables.stop();
                return Err(error.into());
            }
            match tally {
                Some(tally) => {
                    self.write(progress, journal, tally).inspect_err(|_| self.tables.stop())?
                }
                None => tell(progress, next.rules, games_before + games.load(Ordering::Relaxed)),
            }
            let is_done = progress.next().is_none_or(|job| !job.is_beside(&next));
            let is_over = is_over(self.cancel, self.deadline).is_some();
            if is_over {
                self.tables.stop();
            }
            Ok(!is_done && !is_over)
        })
    }

    fn write(&self, progress: &mut Progress, journal: &mut Journal, tally: LegTally) -> Result<()> {
        let job = progress.next();
        journal.append(&progress.finish(tally)?)?;
        job.map_or(Ok(()), |job| self.tables.written(&job))
    }
}

/// The first of some chunks, of at most so many blocks together; one in any case.
pub(crate) fn at_most(
    most: Option<u64>,
    chunks: impl Iterator<Item = Chunk>,
) -> impl Iterator<Item = Chunk> {
    let mut taken = 0;
    chunks.take_while(move |chunk| {
        let is_first = taken == 0;
        taken += chunk.blocks;
        is_first || most.is_none_or(|most| taken <= most)
    })
}
