//! Tuning: the numbers of a strategy are searched by self-play.
//!
//! A [`Space`] says which numbers, from where and how far. A [`Contest`] plays two candidates on
//! the same deals against the same opponents and against each other and says by how much the first
//! is better. [`Ascent`] turns such differences into steps (SPSA), and [`tune()`] puts them
//! together, keeping all it needs to go on in `tune.json`. [`Verdict`] compares what was found with
//! the start on fresh deals.
//!
//! Results are sums of integers over blocks, and the blocks of a step are a function of its number,
//! so that threads and interruptions leave no trace. Tuning plays blocks from [`TUNING_BLOCKS`] on,
//! the verdict those from 0 on, which `run` with the same seed plays too.

mod ascent;
mod contest;
mod run;
mod space;
mod state;
#[cfg(test)]
mod tests;
mod verdict;

pub use ascent::{Ascent, Gains};
pub use contest::Contest;
pub use run::{Beginning, Control, Tuned, Tuning, TuningError, tune};
pub use space::{Dimension, Selection, Space, SpaceError};
pub use state::{Plan, STATE, StateError};
pub use unobench_core::strategy::Aim;
pub use verdict::{Comparison, Estimate, Verdict};

/// The first block that is played in tuning.
pub const TUNING_BLOCKS: u64 = 1 << 40;
