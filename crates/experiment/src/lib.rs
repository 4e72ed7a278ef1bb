//! Experiments: runs, surveys and tuning, each in a directory that can be resumed.
//!
//! A *run* plays line-ups against each other, a *survey* rule sets on the same deals, a *tuning*
//! searches the numbers of a strategy. A run or survey is one kind of thing: a [`Header`] with rule
//! sets and *legs*, of which a run has one. What differs is what a leg plays, what it tallies, and
//! which files are derived. `progress.jsonl` is its one truth, from which every other file is
//! derived.
//!
//! Modules use only those above them:
//!
//! ```text
//! store                            what a directory is made of, whatever is in it
//! stop, header                     the first line: rule sets, legs, and when enough is known
//! survey::tally, totals            what is tallied of a leg
//! results, survey::panel           tallies with the names of what they count
//! plan, progress                   a header as chunks in order, and how far they are played
//! directory                        a progress.jsonl begun, resumed or extended
//! survey::{metric, effects, skill} what is said of a survey
//! found, output, played            the other files, and how playing ended
//! error, session                   chunks played in order and written
//! forecast, run, survey            configurations, and the tables that are played at
//! derive, scale                    files made anew, many machines
//! contest                          strategies against each other, of which nothing is kept
//! ```

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests make files as they please"))]

pub mod contest;
pub mod derive;
mod directory;
pub mod error;
mod forecast;
mod found;
pub mod header;
pub mod output;
mod plan;
mod played;
mod progress;
mod results;
pub mod run;
pub mod scale;
mod session;
pub mod stop;
pub mod store;
pub mod survey;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod totals;

pub use derive::{Derived, derive};
pub use directory::{Existing, MATCHES, Resumed, make_room, matches_of};
pub use error::RunError;
pub use found::Found;
pub use header::{Header, HeaderRules, Leg, Question};
pub use output::manifest::Invocation;
pub use plan::Plan;
pub use played::{Ending, Played};
pub use progress::Dropped;
pub use session::{BOTS_LOG, available_threads};
pub use store::{Lock, StoreError};
pub use totals::{Group, Totals};
