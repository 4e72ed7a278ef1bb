//! What happens in a round, as it is told to records and to whoever watches.

use super::{Direction, Seat};
use crate::cards::{Colour, Kind};

/// How a card is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// As the player to move, from the hand.
    Turn,
    /// As the player to move, the card just drawn.
    Drawn,
    /// In answer to a pending effect.
    Answer,
    /// Out of turn, on an identical card.
    JumpIn,
    /// On the identical card that the same player laid.
    Double,
    /// In the same turn, on the same player's card of the same number.
    Together,
}

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
}

/// What somebody was caught at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fault {
    Uno,
    Penalty,
    Colour,
}

/// Something that happens in a round, in the order of the game record.
///
/// The cards of a [`Event::Draw`] are told one by one beforehand (see [`super::Chance::drawn`]),
/// the hands of a [`Event::Crash`] at once; of a reshuffle [`super::Chance::reshuffled`] tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Event {
    TurnUp {
        card: Kind,
        returned: bool,
    },
    NameColour {
        seat: Seat,
        colour: Colour,
    },
    Play {
        seat: Seat,
        card: Kind,
        how: How,
    },
    /// Who has just played a wild forgets to name a colour; no line of a record, whose `play` then
    /// has none.
    ForgetsColour {
        seat: Seat,
    },
    /// Who has just played a wild draw four names its colour later, if it is the last one of a
    /// stack; no line of a record, whose `play` then has no colour.
    ColourWaits {
        seat: Seat,
    },
    Uno {
        seat: Seat,
        called: bool,
        false_call: bool,
    },
    Caught {
        seat: Seat,
        by: Seat,
        of: Fault,
    },
    Draw {
        seat: Seat,
        owed: u32,
        why: Why,
    },
    Keep {
        seat: Seat,
    },
    /// The player to move neither plays nor draws.
    Pass {
        seat: Seat,
    },
    LoseTurn {
        seat: Seat,
    },
    Challenge {
        seat: Seat,
        against: Seat,
        upheld: bool,
    },
    TakeBack {
        seat: Seat,
        card: Kind,
    },
    Swap {
        seat: Seat,
        with: Seat,
    },
    Rotate {
        direction: Direction,
    },
    Exchange {
        seat: Seat,
        with: Seat,
        gives: Kind,
        gets: Kind,
    },
    Crash {
        seat: Seat,
        with: Seat,
    },
    Redeal {
        seat: Seat,
    },
    Misplay {
        seat: Seat,
        card: Kind,
    },
    Speaks {
        seat: Seat,
    },
    Advises {
        seat: Seat,
    },
    Out {
        seat: Seat,
        place: u32,
    },
}
