//! How much a game rewards who plays well: the ladder of a pool.
//!
//! Every figure here belongs to the strategies that it was measured with; whoever prints it names
//! them.

pub mod ladder;

pub use ladder::{Ladder, Pairs, step, steps};
