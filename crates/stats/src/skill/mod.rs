//! How much a game rewards who plays well: the ladder of a pool, and how far one stands above
//! others.
//!
//! Every figure here belongs to the strategies that it was measured with; whoever prints it names
//! them.

pub mod ladder;
pub mod others;

pub use ladder::{Ladder, Pairs, step, steps};
pub use others::over_the_others;
