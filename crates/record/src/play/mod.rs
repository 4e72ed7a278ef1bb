//! A person at the table: a session of rounds or matches against strategies, without a terminal.
//!
//! A [`PlaySession`] holds the round, the players of the other seats, and what has happened. It
//! says what the person may see ([`PersonView`]), which actions are legal ([`WordedChoice`]), and takes
//! the one that the person chooses; screens and prompts are in `cli`.
//!
//! Invariants: the games are those that the arena would play if the person were a strategy, deal
//! for deal and coin for coin; what is told or shown comes from the [`unobench_core::game::View`]
//! of the person's seat and from public events; and asking for a hint changes nothing.

mod guests;
mod hint;
mod listener;
mod scene;
mod session;
mod setup;
mod tally;
mod tell;
mod words;

pub use guests::{Invited, SeatControl};
pub use hint::{Hint, ReasonUnit, consider};
pub use scene::{HandCard, PersonView, SeatView};
pub use session::{Phase, PlaySession};
pub use setup::{GameSetup, HintUse, PlaySetup};
pub use tally::SessionTally;
pub(super) use words::in_hand_order;
pub use words::{PlayWords, WordedChoice};
pub use words::{colour_word, read_choice};
