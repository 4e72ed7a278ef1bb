//! Game records: JSON Lines, one event a line, as `docs/RECORDS.md` describes them.
//!
//! [`Trace`] plays rounds and writes them down, [`replay()`] checks a record against the rules,
//! [`table_at`] shows the table in the midst of one, [`ask()`] says where a strategy would have
//! acted differently, [`pretty()`] turns it into text for a person. All of them stream: a record of
//! a million rounds takes no more memory than one of ten. A [`ReplayLog`] alone holds the whole
//! file, to step through it in both directions.
//!
//! Writing and checking share one machine (`game`), one list of events (`line`, with its reader in
//! `parse`) and one translation from the machine's events to lines (`event_lines`). The replay
//! gives the machine the decisions (`choice`) and chance outcomes (`foresight`) that the record
//! implies, and compares what the machine then says with what the record says (`checker`). No rule
//! is judged here, with one exception: a misplay that nobody noticed may be written as a play, so
//! the table (`board`) can tell whether a card fits.
//!
//! Invariant: a traced round is the arena's round. The recorder is a listener around the very
//! streams of random numbers that the arena plays by ([`unobench_core::game::RandomChance`]); it
//! draws nothing from them. A `record_writer` takes down what is played elsewhere, decision by
//! decision. What one seat may see of the same lines is in `seen`, for external bots.

mod ask;
mod board;
mod checker;
mod choice;
mod error;
mod event_lines;
mod foresight;
mod games;
mod line;
mod losses;
mod narrator;
mod order;
mod parse;
pub mod play;
mod pretty;
mod record_writer;
mod replay;
mod replay_log;
mod script;
mod seen;
mod stream;
mod table;
#[doc(hidden)]
pub mod testing;
mod trace;
mod watch;
mod witness;

pub use ask::{Asked, Departure, analyse, ask, unlearned};
pub use error::ReplayError;
pub use losses::{Chances, Course, Losses, Lost, MILLION, Point};
pub use pretty::pretty;
use record_writer::{Caption, RecordWriter};
pub use replay::{ReplayReport, replay};
pub use replay_log::ReplayLog;
pub use seen::{SeatLines, Seen};
pub use table::{Next, Table, TableSeat};
pub use trace::{Form, GameDecisions, Script, Trace, Traced};
pub use watch::table_at;
pub use witness::{Moment, witness};
