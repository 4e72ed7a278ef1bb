//! Experiments, played and kept: runs and surveys, each in a directory that can be resumed.
//!
//! What is played and counted, and what is found from it, is `unobench-measure`. Here is where it
//! is kept: `progress.jsonl` is its one truth, from which every other file is derived.
//!
//! Modules use only those above them:
//!
//! ```text
//! rounds                           a file with a row for each seat of each round
//! store                            what a directory is made of, whatever is in it
//! progress                         how far a plan is played
//! directory                        a progress.jsonl begun, resumed or extended
//! found, output, played            the other files, and how playing ended
//! error, session                   chunks played in order and written
//! forecast, run, survey            configurations, and the tables that are played at
//! derive, scale                    files made anew, many machines
//! ```

pub mod derive;
mod directory;
pub mod error;
mod forecast;
mod found;
pub mod output;
mod played;
mod progress;
pub mod rounds;
pub mod run;
pub mod scale;
mod session;
pub mod store;
pub mod survey;
#[doc(hidden)]
pub mod testing;

pub use derive::{Derived, derive};
pub use directory::{Existing, KEYS, MATCHES, Resumed, make_room, matches_of, refuse_taken};
pub use error::RunError;
pub use found::RunFindings;
pub use output::manifest::Invocation;
pub use played::{Played, RunEnding};
pub use progress::Dropped;
pub use session::{BOTS_LOG, available_threads};
pub use store::{Lock, StoreError};
pub use unobench_measure::{
    Group, Header, HeaderRules, Job, Leg, LegTally, Plan, PlayMonitor, Study, Totals, answers,
    contest, header, knowledge_test, settle, stop,
};
