//! Game records: JSON Lines, one event a line, as `docs/RECORDS.md` describes them.
//!
//! [`Trace`] plays rounds and writes them down, [`replay()`] checks a record against the rules,
//! [`table_at`] shows the table in the midst of one, [`ask()`] says where a strategy would have
//! acted differently, [`pretty()`] turns it into text for a person. All of them stream: a record of
//! a million rounds takes no more memory than one of ten. A [`ReplayLog`] alone holds the whole
//! file, to step through it in both directions.
//!
//! A record is lines and a round: writing and checking share one machine
//! ([`unobench_core::game::Round`]), one list of events (`line`, with its reader in `parse`) and
//! one translation from the machine's events to lines (`event_lines`). The check plays the
//! decisions and chance outcomes that lines tell (`follow`), or finds them by trying (`search`),
//! and compares what the machine then says with what the record says (`checker`). Whoever follows a
//! record, to show a table, tell a story, ask a strategy or learn, is its `audience`: it hears of
//! each line with the round that the check plays. No rule is judged here, and no second table is
//! kept; of that round only the order of its discard pile is unknown, which `watch` sees grow.
//!
//! Invariant: a traced round is the arena's round. The recorder is a listener around the very
//! streams of random numbers that the arena plays by ([`unobench_core::game::RandomChance`]); it
//! draws nothing from them. A `record_writer` takes down what is played here or elsewhere. What one
//! seat may see of the same lines is in `seen`, for external bots.
//!
//! [`play`] is a person's game without a terminal. It is here because it is that: a round with a
//! listener that writes lines, whose hints are those of [`ask()`].

// Fields say by their names what they hold; outsiders read the core and the strategies.
#![allow(missing_docs)]

mod advice;
mod ask;
mod audience;
mod card_names;
mod checker;
mod complaint;
mod error;
mod event_lines;
mod follow;
mod foreseen;
mod games;
mod hidden;
mod line;
mod losses;
mod luck;
mod narrator;
mod order;
mod parse;
pub mod play;
mod position;
mod pretty;
mod record_writer;
mod replay;
mod replay_log;
mod search;
mod seen;
mod stated;
mod stream;
mod table;
#[doc(hidden)]
pub mod testing;
mod told;
mod trace;
mod watch;
mod weighed;
mod witness;

pub use advice::{Advice, Advised, advise};
pub use ask::{Judgement, advise_at, analyse, ask};
pub use error::ReplayError;
pub(crate) use error::Result;
pub use losses::{
    Blocks, CoursePoint, Departure, LossShares, Losses, MILLION, StatedChances, WinChances,
    WinProbabilityCurve, unlearned,
};
pub use luck::{Draw, Luck};
pub use pretty::pretty;
pub use replay::{ReplayReport, replay, replay_so_far};
pub use replay_log::ReplayLog;
pub use seen::{SeatLines, ViewFields};
pub use stated::StatedChance;
pub use table::{TableAt, TableSeat, Upcoming};
pub use trace::{Decided, Form, GameDecisions, Scripted, Trace, Traced};
pub use watch::table_at;
pub use weighed::UNKNOWN;
pub use witness::{Witnessed, witness};
