//! The fast engine and the naive one play the same rounds: same legal actions at every decision,
//! same table, same events, same results.
//!
//! The fast engine plays first and writes a [`tape::Tape`]: every chance outcome, every decision
//! with all its legal actions and what the seats are shown, every event. The naive engine then
//! plays the round from the tape ([`world::TapeWorld`]); the first difference is reported with the
//! rule set, the seed and all that happened before it, of all differences the one that shows
//! soonest.

pub(crate) mod compare;
mod fuzz;
mod instances;
pub(crate) mod matches;
mod memory;
pub(crate) mod minds;
mod mirror;
mod outcome_source;
mod position;
pub(crate) mod record;
pub(crate) mod rules;
mod sweeps;
pub(crate) mod tape;
mod world;
