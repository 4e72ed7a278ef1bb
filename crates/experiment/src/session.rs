//! What a run and a survey have in common while they are played: threads, the clock, and somebody
//! who may interrupt.

use crate::error::RunError;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often whoever watches is told how far it is.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// How a run or survey ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Everything is played.
    Complete,
    /// It was cancelled.
    Interrupted,
    /// Its time was over.
    TimeUp,
}

/// The number of cores.
#[must_use]
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Starts threads to play on.
pub(crate) fn start_threads(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| RunError::Threads { threads, reason: error.to_string() })
}

/// Why playing has to stop now, if it has.
pub(crate) fn is_over(cancel: &AtomicBool, deadline: Option<Instant>) -> Option<Ending> {
    let time_up = deadline.is_some_and(|deadline| Instant::now() >= deadline);
    match cancel.load(Ordering::Relaxed) {
        true => Some(Ending::Interrupted),
        false => time_up.then_some(Ending::TimeUp),
    }
}
