//! The arena: strategies against each other, block by block, tallied in integers, kept in
//! `progress.jsonl`.
//!
//! A [`RunConfig`] says what to play and where to keep it; [`run()`] plays it, writes the files of
//! the run directory and returns a [`RunReport`]. [`merge()`] puts together runs that were played
//! in parts. Both derive every file but `progress.jsonl` from the totals in the report's
//! [`Results`], with the functions of [`output`](crate::output).
//!
//! ```text
//! RunConfig ─ Plan ─┬─ Schedule     who sits where in which block
//!                   ├─ Chunks       where progress.jsonl is cut; Shard, Owners: who plays which chunk
//!                   └─ Table        plays blocks ─ Outcome ─ Tally ─ Record, a line of progress.jsonl
//!                                                              └─ Results ─ output: CSV files, manifest, tables
//! ```
//!
//! Everything that determines the bytes of a run is in its plan, the first line of
//! `progress.jsonl`. Threads, interruptions and shards are not, and leave no trace: a block's games
//! depend on the block alone, tallies are sums of integers, and chunks are cut by block number and
//! written in block order.

pub mod checkpoint;
pub mod directory;
pub mod merge;
pub mod plan;
pub mod results;
pub mod run;
pub mod stop;
#[cfg(test)]
mod tests;

pub use directory::{Existing, Resumed};
pub use merge::{MergeError, Merged, merge};
pub use plan::{Plan, PlanError, Question};
pub use results::{Results, RuleSetResults};
pub use run::{
    Control, Ending, Observer, RunConfig, RunError, RunReport, Status,
    available_threads, run,
};
pub use stop::{Stop, StopError};
