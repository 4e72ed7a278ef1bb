//! A tuning from start to end, or as far as it is let.

use super::TUNING_BLOCKS;
use super::ascent::{Ascent, Gains};
use super::contest::Contest;
use super::space::Space;
use super::state::{self, Plan, STATE, StateError};
use crate::store::Lock;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use unobench_files::file::WriteError;

/// What is to be tuned, how, and where its state is kept.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The numbers.
    pub space: Space,
    /// What candidates are compared at.
    pub contest: Contest,
    /// How far steps reach.
    pub gains: Gains,
    /// Games of each candidate in a step.
    pub games: u64,
    /// The directory of the state.
    pub out: PathBuf,
}

/// What happens meanwhile.
pub struct Control<'a> {
    /// Stops as soon as it is set.
    pub cancel: &'a AtomicBool,
    /// Is told after each step how many are done.
    pub observe: &'a mut dyn FnMut(u64),
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// The numbers.
    pub numbers: Vec<f64>,
    /// Steps done.
    pub steps: u64,
    /// Whether all were done.
    pub complete: bool,
}

/// Why a tuning did not go on.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TuningError {
    #[error("{} already holds a tuning; --resume continues it, --force discards it", .0.display())]
    Exists(PathBuf),
    #[error("cannot continue {}: {error}", .path.display())]
    State { path: PathBuf, error: StateError },
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Whether there may be a tuning in the directory already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    /// There may be none.
    New,
    /// What is there is gone on with, if anything is.
    Resumed,
    /// What is there is thrown away.
    Forced,
}

impl Tuning {
    /// All that determines the tuning.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::new(&self.space, &self.contest, &self.gains, self.games)
    }

    /// The first block of a step, from 0.
    #[must_use]
    pub fn first_block(&self, step: u64) -> u64 {
        TUNING_BLOCKS + step * self.contest.blocks(self.games)
    }

    fn state(&self) -> PathBuf {
        self.out.join(STATE)
    }

    /// Where the ascent begins.
    fn begin(&self, beginning: Beginning, plan: &Plan) -> Result<Ascent, TuningError> {
        let path = self.state();
        match (beginning, path.exists()) {
            (Beginning::New, true) => Err(TuningError::Exists(self.out.clone())),
            (Beginning::Resumed, true) => state::read(&path, plan, self.gains.steps)
                .map_err(|error| TuningError::State { path, error }),
            _ => Ok(Ascent::new(self.space.dimensions())),
        }
    }
}

/// Tunes, and keeps the state after each step, in the directory of the tuning, which is locked.
///
/// # Errors
/// If the directory holds another tuning, or cannot be written to.
///
/// # Panics
/// If the lock is of another directory.
pub fn tune(
    tuning: &Tuning,
    lock: &Lock,
    beginning: Beginning,
    control: &mut Control<'_>,
) -> Result<Tuned, TuningError> {
    assert_eq!(lock.directory(), tuning.out, "the lock is of the tuning's directory");
    let plan = tuning.plan();
    let mut ascent = tuning.begin(beginning, &plan)?;
    save(&tuning.state(), &plan, &ascent)?;
    while ascent.step < tuning.gains.steps && !control.cancel.load(Ordering::Relaxed) {
        if !step(tuning, &mut ascent, control.cancel) {
            break;
        }
        save(&tuning.state(), &plan, &ascent)?;
        (control.observe)(ascent.step);
    }
    Ok(Tuned {
        numbers: ascent.result(),
        steps: ascent.step,
        complete: ascent.step == tuning.gains.steps,
    })
}

fn save(path: &Path, plan: &Plan, ascent: &Ascent) -> Result<(), TuningError> {
    Ok(state::write(path, plan, ascent)?)
}

/// Does one step; false if it was cancelled.
fn step(tuning: &Tuning, ascent: &mut Ascent, cancel: &AtomicBool) -> bool {
    let (dimensions, seed) = (tuning.space.dimensions(), tuning.contest.seed);
    let [first, second] = ascent
        .candidates(dimensions, &tuning.gains, seed)
        .map(|numbers| tuning.space.strategy(&numbers));
    let block = tuning.first_block(ascent.step);
    let difference = if first == second {
        Some(0.0)
    } else {
        tuning.contest.difference([&first, &second], block, tuning.games, cancel)
    };
    difference
        .map(|difference| ascent.advance(dimensions, &tuning.gains, seed, difference))
        .is_some()
}
