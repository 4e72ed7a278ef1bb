//! Runs: strategies against each other, block by block, tallied in integers, kept in
//! `progress.jsonl`.
//!
//! A [`RunConfig`] says what to play and where to keep it; [`run()`] plays it, writes the files of
//! the run directory and returns a [`RunReport`]. [`merge`](crate::merge()) puts together runs that
//! were played in parts. Both derive every file but `progress.jsonl` from the totals in the
//! report's [`Results`], with the functions of [`output`](crate::output).
//!
//! ```text
//! RunConfig ─ Plan ─┬─ Schedule   who sits where in which block
//!                   ├─ Chunks     where progress.jsonl is cut; Shard, Owners: who plays which
//!                   └─ Table      plays blocks ─ Outcome ─ Tally: of a line of the file
//!                                                           └─ Results ─ output: files, tables
//! ```
//!
//! Everything that determines the bytes of a run is in its plan, the first line of
//! `progress.jsonl`. Threads, interruptions and shards are not, and leave no trace: a block's games
//! depend on the block alone, tallies are sums of integers, and chunks are cut by block number and
//! written in block order.

pub mod header;
pub mod plan;
pub mod play;
pub mod progress;
pub mod results;
mod rounds;
pub mod stop;
#[cfg(test)]
mod tests;
pub mod totals;

pub use header::{Header, Question};
pub use plan::{Plan, PlanError};
pub use play::{Control, NamedBots, Observer, RunConfig, RunReport, Status, run, run_with_bots};
pub use results::{Results, RuleSetResults};
pub use stop::{Stop, StopError};
pub use totals::Totals;
