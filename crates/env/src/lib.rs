//! Many tables of UNO side by side, for whoever learns: what is seen, what is legal, what is done.
//!
//! An [`Environment`] plays a round, or a match, at each of its tables. Seats belong to learners,
//! who are asked from outside, or to strategies of the library, who are not. Each table shows one
//! row: the [`observation`] of the learner that is asked, and a mask of the legal [`actions`]. A
//! step takes an action for each table and plays on to the next decision of a learner.
//!
//! What happens in a block depends on the seed, the block and the actions alone: not on the number
//! of tables, nor on the threads. The deals and all chance are those of `unobench run` with the
//! same seed and `--seating fixed`.

pub mod actions;
mod environment;
pub mod observation;
mod rows;
mod setup;
mod share;
mod table;
mod tables;

pub use environment::{Environment, Saved, StepError};
pub use rows::{Ended, NOBODY, Rows, RowsMut, StepFacts};
pub use setup::{
    Autoreset, Learners, MAX_BLOCK, MAX_TABLES, MAX_THREADS, Reward, Setup, SetupError,
};
