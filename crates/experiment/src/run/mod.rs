//! Runs: strategies against each other, block by block, tallied in integers, kept in
//! `progress.jsonl`.
//!
//! A [`RunConfig`] says what to play and where to keep it; [`run()`] plays it, writes the files of
//! the run directory and returns its [`Results`], from which every file but `progress.jsonl` is
//! derived by the functions of [`output`](crate::output).
//!
//! ```text
//! RunConfig ─ Plan ─┬─ Schedule   who sits where in which block
//!                   ├─ Chunks     where progress.jsonl is cut
//!                   └─ Table      plays blocks ─ Outcome ─ Tally: of a line of the file
//!                                                           └─ Results ─ output: files, tables
//! ```
//!
//! Everything that determines the bytes of a run is in its plan, the first line of
//! `progress.jsonl`. Threads, machines and interruptions are not, and leave no trace: a block's
//! games depend on the block alone, tallies are sums of integers, and chunks are cut by block
//! number and written in block order.

mod config;
mod play;
mod rounds;
mod tables;

pub(crate) use config::round_below;
pub use config::{NamedBots, RunConfig};
pub(crate) use play::telling;
pub use play::{Control, ProgressObserver, Status, run, run_with_bots};
pub(crate) use tables::{RunTable, RunTables};
pub use unobench_measure::header::{PlanError, Study};
pub use unobench_measure::results::{Results, RuleSetResults, StrategySums};
pub use unobench_measure::stop::{Stop, StopError};
