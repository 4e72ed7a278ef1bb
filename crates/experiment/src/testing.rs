//! What tests need and nobody else does: runs at tables of their own, and what is in a directory.

use crate::directory::{Existing, ResultsSource};
use crate::error::RunError;
use crate::output::manifest::Invocation;
use crate::played::Played;
use crate::progress::{Dropped, Progress, WrittenSums};
use crate::run::{Control, RunConfig, RunTable, telling};
use crate::session::{Session, TableMaker};
use crate::store::journal::Journal;
use crate::store::{Lock, StoreError};
use std::fs::File;
use std::io::BufRead;
use std::path::Path;
use std::time::Instant;
use unobench_core::table::PlayBlocks;
use unobench_engine::{Chunk, Chunks};
use unobench_measure::PlayChunk;
use unobench_measure::header::PlanError;
use unobench_measure::plan::Plan;
use unobench_measure::results::Results;
use unobench_measure::survey::PlayedRuleSet;

pub use crate::forecast::TIME_OF_BOT;

/// The nanoseconds that strategies declare for a game of each rule set of a run.
///
/// # Errors
/// If it cannot be played.
pub fn declared(config: &RunConfig) -> Result<f64, PlanError> {
    config.declared()
}

/// A run that is played once, on so many threads.
#[derive(Debug, Clone, Copy)]
pub struct Sitting<'a> {
    pub plan: &'a Plan,
    pub out: &'a Path,
    pub threads: usize,
    pub existing: Existing,
    pub deadline: Option<Instant>,
}

struct Dealt<'a, F> {
    plan: &'a Plan,
    table: F,
}

impl<F: Fn(usize) -> Box<dyn PlayBlocks> + Sync> TableMaker for Dealt<'_, F> {
    fn set(&self, rules: usize, _: usize) -> Result<Box<dyn PlayChunk + '_>, RunError> {
        let sides = self.plan.header().players;
        Ok(Box::new(RunTable { plan: self.plan, sides, table: (self.table)(rules) }))
    }
}

/// Plays it at the table that is made for each rule set.
///
/// # Errors
/// As [`run`](crate::run::run()).
pub fn run_at(
    sitting: &Sitting<'_>,
    table: impl Fn(usize) -> Box<dyn PlayBlocks> + Sync,
    control: Control<'_>,
) -> Result<Played<Results>, RunError> {
    let Sitting { plan, out, threads, existing, deadline } = *sitting;
    let session = Session {
        tables: &Dealt { plan, table },
        existing,
        threads,
        deadline,
        cancel: control.cancel,
        invocation: &Invocation::NONE,
    };
    Ok(session.run(plan.clone(), Lock::take(out)?, &mut telling(plan, control.observer))?.of_run())
}

/// How far a plan is played by the lines of a file.
pub struct Lines(Progress);

impl Lines {
    pub fn of(plan: Plan) -> Lines {
        Lines(Progress::new(plan))
    }

    /// Takes the next line.
    ///
    /// # Errors
    /// Why it is not believed.
    pub fn add_line(&mut self, line: &[u8]) -> Result<(), String> {
        self.0.add_line(line)
    }

    /// Takes all lines that can be believed, which begin at this byte; gives where they end, and what
    /// was dropped.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn add_lines(
        &mut self,
        reader: &mut impl BufRead,
        begin: u64,
    ) -> std::io::Result<(u64, Option<Dropped>)> {
        self.0.add_lines(reader, begin)
    }

    /// Whether nothing is left to be played.
    pub fn are_all(&mut self) -> bool {
        self.0.next().is_none()
    }
}

/// Reads what was played of a rule set, by what is written in a directory.
///
/// # Panics
/// If it is no directory of a survey.
pub fn with_sums<T>(
    directory: &Path,
    rules: usize,
    read: impl FnOnce(&PlayedRuleSet<'_>) -> T,
) -> T {
    let mut source = ResultsSource::open(directory).expect("a survey");
    let plan = Plan::new(source.header.clone()).expect("its plan");
    let mut progress = Progress::new(plan);
    source.add_lines(&mut progress).expect("its lines");
    let mut written = WrittenSums::open(&progress, directory).expect("its file");
    read(&PlayedRuleSet::new(progress.plan().header(), rules, written.of(rules).expect("its sums")))
}

/// A file to which lines are appended.
#[derive(Debug)]
pub struct Appended(Journal);

impl Appended {
    /// An empty file with this path that is open for appending, in a directory that is locked.
    pub fn new(file: File, path: &Path, lock: Lock) -> Appended {
        Appended(Journal::new(lock, file, path.to_owned(), 0))
    }

    /// Appends a whole line.
    ///
    /// # Errors
    /// If it cannot be written, or its file is no longer there.
    pub fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.0.append(line)
    }

    /// Has the disk keep what was written.
    ///
    /// # Errors
    /// If it cannot, or the file is no longer there.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.0.sync()
    }
}

/// The first of some chunks, of at most so many blocks together; one in any case.
pub fn at_most(most: Option<u64>, chunks: Chunks) -> impl Iterator<Item = Chunk> {
    crate::session::at_most(most, chunks)
}

/// The largest of 1, 2, 5, 10, 20, 50 … that is not above a number.
pub fn round_below(number: f64) -> u64 {
    crate::run::round_below(number)
}
