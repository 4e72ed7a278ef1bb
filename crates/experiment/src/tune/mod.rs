//! Tuning: the parameters of a strategy are searched by self-play.
//!
//! A [`Space`] says which parameters and how far. A `Contest` plays two candidates on the same
//! deals and says by how much the first is better. [`Ascent`] turns such differences into steps
//! (SPSA), and [`tune()`] puts them together, keeping all it needs to continue in `tune.json`.
//!
//! Results are sums of integers over blocks, and the blocks of a step are a function of its number,
//! so that threads and interruptions leave no trace. Tuning plays blocks from [`TUNING_BLOCKS`] on,
//! the verdict on what was found those from 0 on, which `run` with the same seed plays too.

mod ascent;
mod space;
mod state;
#[cfg(test)]
mod tests;

pub use ascent::{Ascent, Gains};
pub use space::{Dimension, Space, SpaceError};
pub use state::STATE;

use crate::contest::Contest;
use crate::store::Lock;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use unobench_core::bounded::quoted_path;
use unobench_disk::WriteError;

pub const TUNING_BLOCKS: u64 = 1 << 40;

#[derive(Debug, Clone)]
pub struct Tuning {
    pub space: Space,
    pub contest: Contest,
    pub gains: Gains,
    pub games: u64,
    pub out: PathBuf,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    pub numbers: Vec<f64>,
    pub steps: u64,
    pub complete: bool,
}

#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TuningError {
    #[error("{} already holds a tuning; --resume continues it, --force discards it", quoted_path(.0))]
    Exists(PathBuf),
    #[error("cannot continue {}: it cannot be read: {error}", quoted_path(.path))]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("cannot continue {}: it is damaged ({reason})", quoted_path(.path))]
    Damaged { path: PathBuf, reason: String },
    #[error(
        "cannot continue {}: it is of another tuning: there {key} is {there}, here {here}",
        quoted_path(.path)
    )]
    OtherPlan { path: PathBuf, key: String, there: String, here: String },
    #[error(transparent)]
    Write(#[from] WriteError),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    New,
    Resumed,
    Forced,
}

impl Tuning {
    pub fn first_block(&self, step: u64) -> u64 {
        TUNING_BLOCKS + step * self.contest.blocks(self.games)
    }

    fn begin(&self, beginning: Beginning) -> Result<Ascent, TuningError> {
        let path = self.out.join(STATE);
        match (beginning, path.exists()) {
            (Beginning::New, true) => Err(TuningError::Exists(self.out.clone())),
            (Beginning::Resumed, true) => state::read(&path, self),
            _ => Ok(Ascent::new(&self.space.dimensions)),
        }
    }

    fn step(&self, ascent: &mut Ascent, cancel: &AtomicBool) -> bool {
        let (dimensions, seed) = (&self.space.dimensions, self.contest.seed);
        let [first, second] = ascent
            .candidates(dimensions, &self.gains, seed)
            .map(|numbers| self.space.strategy(&numbers));
        let block = self.first_block(ascent.step);
        let difference = match first == second {
            true => Some(0.0),
            false => self.contest.difference([&first, &second], block, self.games, cancel),
        };
        difference
            .map(|difference| ascent.advance(dimensions, &self.gains, seed, difference))
            .is_some()
    }
}

/// Tunes until it is done or cancelled, keeps the state after each step in the directory of the
/// tuning, and tells `observe` how many steps are done.
///
/// # Panics
/// If the lock is of another directory.
pub fn tune(
    tuning: &Tuning,
    lock: &Lock,
    beginning: Beginning,
    cancel: &AtomicBool,
    mut observe: impl FnMut(u64),
) -> Result<Tuned, TuningError> {
    assert_eq!(lock.directory(), tuning.out, "the lock is of the tuning's directory");
    let path = tuning.out.join(STATE);
    let mut ascent = tuning.begin(beginning)?;
    state::write(&path, tuning, &ascent)?;
    while ascent.step < tuning.gains.steps && !cancel.load(Ordering::Relaxed) {
        if !tuning.step(&mut ascent, cancel) {
            break;
        }
        state::write(&path, tuning, &ascent)?;
        observe(ascent.step);
    }
    let complete = ascent.step == tuning.gains.steps;
    Ok(Tuned { numbers: ascent.result(), steps: ascent.step, complete })
}
