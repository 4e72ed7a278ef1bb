//! External bots: programs that play over their standard input and output, as `docs/BOTS.md`
//! describes the protocol.
//!
//! ```text
//! Contestant ─┬─ Library(StrategySpec)
//!             └─ Bot(BotSpec) ── Pool ── Slot ── Process
//! BotTable ── BotGame ── SeatConnection
//! ```
//!
//! A `Slot` starts its process anew when it dies; a `SeatConnection` is a bot's seat in a game: what
//! it is told, under which number. On Linux a supervisor stands between the program and each
//! process, see [`supervise`].
//!
//! A block's games are played together: those that wait for a bot put their questions at once, and
//! go on when all of them are answered, so that a slow pipe costs once per batch. The library's
//! strategies play between the questions exactly as in a run without bots.
//!
//! This is the only part of the library that looks at the clock while it plays. A decision that a
//! bot does not make in time, or not as the protocol has it, is made by the library's `random` on
//! that seat's own stream, and counted as a fault; [`OnFault`] says what else it costs.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests make files as they please"))]

mod callback;
mod chair;
mod child;
mod diary;
mod game;
mod guests;
mod log;
mod message;
mod names;
mod play;
mod pool;
mod process;
mod settings;
mod sight;
mod slot;
mod spec;
#[cfg(target_os = "linux")]
mod supervisor;
mod table;

pub use callback::{Callback, CallbackResults, Callbacks, set_callbacks};
pub use chair::question;
pub use diary::{BotFault, BotStats, FaultNote, Trouble};
pub use guests::BotGuests;
pub use log::Log;
pub use message::{ActRequest, CountMap, Legal, Observation, PendingView, TextSpan, Texts, ToBot};
pub use names::{Naming, name_bots};
pub use pool::Pool;
pub use settings::PoolSettings;
pub use spec::{BotError, BotSpec, Contestant, ContestantError, nanoseconds_per_round};
pub use supervisor::supervise;
pub use table::BotTable;
pub use unobench_engine::OnFault;

use std::time::Duration;

/// How long a bot may think about a decision when nothing else is said.
pub const MOVE_TIME: Duration = Duration::from_secs(1);

/// The longest line that a bot may say, in bytes.
const MAX_LINE: usize = 64 * 1024;

/// How long a bot has to exit when it was told to, or its input has ended.
const GRACE: Duration = Duration::from_secs(1);

/// Elsewhere nobody but the program looks after its bots.
#[cfg(not(target_os = "linux"))]
mod supervisor {
    use std::ffi::OsString;
    use std::process::Command;

    pub fn supervise(
        _arguments: impl Iterator<Item = OsString>,
        _own: Option<Vec<OsString>>,
    ) -> Option<u8> {
        None
    }

    pub(super) fn command(_words: &[String]) -> Option<Command> {
        None
    }
}
