//! What is played and counted, and what is found from it.
//!
//! A *run* plays line-ups against each other, a *survey* rule sets on the same deals. Both are one
//! kind of thing: a [`Header`] with rule sets and *legs*, of which a run has one. A [`Plan`] cuts
//! it into chunks; a [`PlayChunk`] plays one, and its tally is added to [`Totals`]; from all of
//! them come findings ([`output`]). Where that is kept, by how many threads it is played and for
//! how long is known elsewhere: nothing here has files, threads of its own or a clock, and it
//! compiles for a web page.
//!
//! Modules use only those above them:
//!
//! ```text
//! differences, line                what headers and lines are made of
//! stop, header                     the first line: rule sets, legs, and when enough is known
//! survey::tally, totals            what is tallied of a leg
//! results, survey::panel           tallies with the names of what they count
//! plan                             a header as chunks in order
//! survey::table                    the blocks of a leg of a survey, played
//! survey                           what is said of a survey
//! output                           findings, a file for each question
//! settle                           one question about a house rule
//! answers                          what is known of it, from a survey that ships or just now
//! contest                          strategies against each other, of which nothing is kept
//! ```

pub mod answers;
pub mod contest;
mod differences;
pub mod header;
pub mod knowledge_test;
pub mod line;
pub mod output;
pub mod plan;
pub mod results;
pub mod settle;
pub mod stop;
pub mod survey;
pub mod totals;

pub use differences::differences;
pub use header::{Header, HeaderRules, Leg, Study};
pub use plan::{Job, Plan};
pub use totals::{Group, LegTally, PlayChunk, Totals};
pub use unobench_engine::Chunk;
pub use unobench_engine::workers::PlayMonitor;
pub use unobench_stats::looks::Look;
