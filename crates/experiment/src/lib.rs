//! Experiments: runs, surveys and tuning, each in a directory that can be resumed.
//!
//! A *run* plays line-ups against each other, a *survey* rule sets on the same deals, a *tuning*
//! searches the numbers of a strategy. `progress.jsonl` is the one truth of a run or survey, from
//! which every other file is derived.
//!
//! Modules use only those above them:
//!
//! ```text
//! header                     version and format
//! store                      a directory and its progress.jsonl, of anything
//! run::header, survey::header, any
//! run::plan, run::progress, run::results      survey::progress, survey::effects, survey::skill
//! output                     the other files, from results and surveys
//! error, open, session       chunks played in order and written
//! run::play, survey::run, merge, derive
//! scale                      the same on many machines
//! ```

mod any;
pub mod contest;
pub mod derive;
pub mod error;
mod forecast;
pub mod header;
pub mod merge;
mod open;
pub mod output;
pub mod run;
pub mod scale;
pub mod session;
pub mod store;
pub mod survey;
#[cfg(test)]
mod testing;
pub mod tune;

pub use derive::{Derived, derive};
pub use error::RunError;
pub use header::HeaderRules;
pub use merge::{Merged, merge};
pub use open::make_room;
pub use output::manifest::Invocation;
pub use session::{Ending, available_threads};
pub use store::{Existing, Lock, MergeError, Resumed, StoreError};
