//! Jobs played, and their lines handed on as soon as they are finished.

use super::plan::{PlanFileError, run_config, survey_rules};
use super::{JobText, ScaleError, SealedPlan};
use crate::error::RunError;
use crate::run::RunTables;
use crate::session::{TableMaker, locked, start_threads};
use crate::store::StoreError;
use crate::survey::{BotCare, LearnedSeats, SurveyBots, SurveyTables};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use unobench_core::strategy::Catalogue;
use unobench_measure::line::seal;
use unobench_measure::plan::Job;
use unobench_measure::{Header, PlayChunk, PlayMonitor};

/// How many jobs are played at a time: while the last shares of one are played, the next begins.
const AT_A_TIME: usize = 2;

/// How the jobs of a plan are played on this machine.
pub struct PlayConfig<'a> {
    pub catalogue: Catalogue,
    pub threads: usize,
    pub move_time: Option<Duration>,
    /// Who sits in place of `champion`, as a header says.
    pub in_its_place: fn(&Header) -> LearnedSeats,
    /// Set by somebody else to give up.
    pub cancel: &'a AtomicBool,
}

/// Plays every job that it is given, in any order, and hands on its line, line feed included.
///
/// # Errors
/// If the plan is not what would be played here, a text is no job of it, or a line cannot be handed
/// on. What was begun is finished, unless nobody takes its lines.
pub fn play_jobs(
    plan: &SealedPlan,
    config: &PlayConfig<'_>,
    jobs: impl Iterator<Item = io::Result<String>>,
    hand_on: impl FnMut(&[u8]) -> io::Result<()> + Send,
) -> Result<(), ScaleError> {
    let (own, catalogue, move_time) = (&plan.plan, config.catalogue, config.move_time);
    if own.schedule().is_some() {
        let run_config = run_config(own, catalogue, move_time)?;
        let tables = RunTables::new(&run_config, own, None).map_err(RunError::from)?;
        return ChunkPlayer { plan, tables: &tables, config }.play(jobs, hand_on);
    }
    let header = own.header().clone();
    let rules = survey_rules(&header, catalogue)?;
    let learned = (config.in_its_place)(&header);
    let care = BotCare { move_time, out: Some(PathBuf::new()), resumed: false };
    let bots = SurveyBots::of_header(&header, &care, catalogue);
    let bots = bots.map_err(|error| PlanFileError::Differs(error.to_string()))?;
    let tables = SurveyTables { header, rules: &rules, catalogue, learned: &learned, bots };
    ChunkPlayer { plan, tables: &tables, config }.play(jobs, hand_on)
}

/// A plan with the tables at which its jobs are played here.
struct ChunkPlayer<'a> {
    plan: &'a SealedPlan,
    tables: &'a dyn TableMaker,
    config: &'a PlayConfig<'a>,
}

impl ChunkPlayer<'_> {
    fn play(
        &self,
        jobs: impl Iterator<Item = io::Result<String>>,
        hand_on: impl FnMut(&[u8]) -> io::Result<()> + Send,
    ) -> Result<(), ScaleError> {
        let pool = start_threads(self.config.threads)?;
        let (hand_on, failure, games) = (Mutex::new(hand_on), Mutex::new(None), AtomicU64::new(0));
        let cancel = self.config.cancel;
        let fail = |error: ScaleError| {
            locked(&failure).get_or_insert(error);
            cancel.store(true, Ordering::Relaxed);
            self.tables.stop();
        };
        pool.in_place_scope(|scope| {
            let (free, taken) = free_places();
            let mut tables: BTreeMap<(usize, usize), Arc<dyn PlayChunk + '_>> = BTreeMap::new();
            for text in jobs {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                let job = self.read_job(text)?;
                let place = (job.rules, job.leg);
                if let Entry::Vacant(vacant) = tables.entry(place) {
                    vacant.insert(Arc::from(self.tables.set(job.rules, job.leg)?));
                }
                let table = Arc::clone(&tables[&place]);
                taken.recv().expect("the other end is kept");
                let (free, hand_on, fail, games) = (free.clone(), &hand_on, &fail, &games);
                scope.spawn(move |_| {
                    let line = self.play_job(&job, &*table, games).transpose();
                    line.map_or(Ok(()), |line| hand_line_on(hand_on, &line?)).unwrap_or_else(fail);
                    // Nobody waits any more only when no job is left.
                    let _ = free.send(());
                });
            }
            Ok::<(), ScaleError>(())
        })
        .inspect_err(|_| self.tables.stop())?;
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// The job that a text is, if it is one of the plan.
    fn read_job(&self, text: io::Result<String>) -> Result<Job, ScaleError> {
        let text = text.map_err(|source| ScaleError::Pipe { doing: "read jobs", source })?;
        JobText::read(text.trim(), self.plan.check(), &self.plan.plan)
    }

    /// Plays a job; its line, unless it was given up.
    fn play_job(
        &self,
        job: &Job,
        table: &dyn PlayChunk,
        games: &AtomicU64,
    ) -> Result<Option<Vec<u8>>, ScaleError> {
        let plan = &self.plan.plan;
        let monitor = PlayMonitor { stopped: self.config.cancel, games };
        let tally = table.play_chunk(job.chunk, monitor);
        if let Some(error) = self.tables.failed() {
            return Err(RunError::from(error).into());
        }
        let Some(tally) = tally else { return Ok(None) };
        let record = plan.record(job, tally);
        let line = seal(&record, plan.header().origin(job.rules, job.leg));
        Ok(Some(line.map_err(StoreError::from).map_err(RunError::from)?))
    }
}

/// A channel that has a word for each job that may be played at a time.
fn free_places() -> (SyncSender<()>, Receiver<()>) {
    let (free, taken) = sync_channel(AT_A_TIME);
    (0..AT_A_TIME).for_each(|_| free.send(()).expect("there is room"));
    (free, taken)
}

/// Hands a line on to whoever takes the lines.
fn hand_line_on(
    hand_on: &Mutex<impl FnMut(&[u8]) -> io::Result<()>>,
    line: &[u8],
) -> Result<(), ScaleError> {
    let mut hand_on = locked(hand_on);
    hand_on(line).map_err(|source| ScaleError::Pipe { doing: "write lines", source })
}
