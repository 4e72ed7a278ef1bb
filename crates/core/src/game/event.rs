//! What happens in a round, as it is told to records and to whoever watches.

use super::{Direction, How, Seat};
use crate::cards::{Colour, Kind, KindSet};

/// Why cards are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Why {
    Turn,
    Penalty,
    Challenge,
    Uno,
    FalseCall,
    Slam,
    Silence,
    Misplay,
    Advice,
    Forgotten,
    Downpour,
    Refill,
    Start,
    Colour,
    Effect,
    Shown,
}

/// Every reason to draw, its name in a record, and what is said of it after the number of cards.
const WHYS: [(Why, &str, &str); 16] = [
    (Why::Turn, "turn", ""),
    (Why::Penalty, "penalty", " as a penalty"),
    (Why::Challenge, "challenge", " for the challenge"),
    (Why::Uno, "uno", " for the missing call"),
    (Why::FalseCall, "false_call", " for the false call"),
    (Why::Slam, "slam", " for the slam"),
    (Why::Silence, "silence", " for speaking"),
    (Why::Misplay, "misplay", " for the misplay"),
    (Why::Advice, "advice", " for the advice"),
    (Why::Forgotten, "forgotten", " for the forgotten penalty"),
    (Why::Downpour, "downpour", " in the downpour"),
    (Why::Refill, "refill", " as a refill"),
    (Why::Start, "start", " for the start card"),
    (Why::Colour, "colour", " for naming no colour"),
    (Why::Effect, "effect", " for the card"),
    (Why::Shown, "shown", ", for all to see"),
];

impl Why {
    /// Every reason, in a fixed order.
    pub fn all() -> impl Iterator<Item = Why> + Clone {
        WHYS.iter().map(|row| row.0)
    }

    /// The name in a record.
    pub const fn name(self) -> &'static str {
        WHYS[self as usize].1
    }

    /// What is said of it after the number of cards; nothing of who draws on its turn.
    pub const fn told(self) -> &'static str {
        WHYS[self as usize].2
    }
}

/// What somebody was caught at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fault {
    Uno,
    Penalty,
    Colour,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 3] = [Fault::Uno, Fault::Penalty, Fault::Colour];

    /// The name in a record.
    pub const fn name(self) -> &'static str {
        ["uno", "penalty", "colour"][self as usize]
    }
}

/// Something that happens in a round, in the order of the game record.
///
/// The cards of a [`Event::Draw`] are told one by one beforehand (see [`super::Chance::drawn`]),
/// the hands of a [`Event::Crash`] at once; of a reshuffle [`super::Chance::reshuffled`] tells.
/// All cards of the kinds of [`Event::Discards`], and all of who is knocked out, are in the hand as
/// that is told, and leave it then. Two are no lines of a record, whose `play` then has no colour:
/// who has just played a wild forgets to name one ([`Event::ForgetsColour`]), or it is named later,
/// by its player, if it is the last wild draw four of a stack, or by its victim
/// ([`Event::ColourWaits`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Event {
    TurnUp { card: Kind, returned: bool },
    NameColour { seat: Seat, colour: Colour },
    Play { seat: Seat, card: Kind, how: How },
    ForgetsColour { seat: Seat },
    ColourWaits { seat: Seat },
    Uno { seat: Seat, called: bool, false_call: bool },
    Caught { seat: Seat, by: Seat, fault: Fault },
    Draw { seat: Seat, owed: u32, why: Why },
    Keep { seat: Seat },
    Pass { seat: Seat },
    LoseTurn { seat: Seat },
    Challenge { seat: Seat, against: Seat, upheld: bool },
    TakeBack { seat: Seat, card: Kind },
    Swap { seat: Seat, with: Seat },
    Rotate { direction: Direction },
    Exchange { seat: Seat, with: Seat, gives: Kind, gets: Kind },
    Crash { seat: Seat, with: Seat },
    Redeal { seat: Seat },
    Misplay { seat: Seat, card: Kind },
    Speaks { seat: Seat },
    Advises { seat: Seat },
    Out { seat: Seat, place: u32 },
    Targets { seat: Seat, whom: Seat },
    Discards { seat: Seat, kinds: KindSet<u128> },
    KnockedOut { seat: Seat },
}
