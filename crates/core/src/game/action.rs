//! Decisions and the actions that answer them.

use super::Seat;
use crate::cards::{Colour, Kind};

/// What a seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Decision {
    /// Play a card or draw: [`Action::Card`], or [`Action::No`] to draw; under some rules
    /// [`Action::Pass`].
    Play,
    /// Play a card that was just drawn, or keep it: [`Action::Card`] or [`Action::No`].
    Drawn,
    /// Name a colour: [`Action::Colour`].
    Colour,
    /// Call UNO: [`Action::Yes`] or [`Action::No`].
    Uno,
    /// Challenge a wild draw four: [`Action::Yes`] or [`Action::No`].
    Challenge,
    /// Answer what hits, or take it: [`Action::Card`] or [`Action::No`].
    Answer,
    /// Jump in: [`Action::Card`] or [`Action::No`].
    JumpIn,
    /// Jump in on a card that one laid oneself: [`Action::Card`] or [`Action::No`].
    Double,
    /// Lay another card of the number that was just laid, or leave it at that: [`Action::Card`] or
    /// [`Action::No`].
    Together,
    /// Choose whom to swap hands with: [`Action::Seat`], or, where the hand may be kept,
    /// [`Action::No`].
    Swap,
    /// Choose whom to exchange a card with: [`Action::Seat`], or [`Action::No`].
    Exchange,
    /// Choose a card to give: [`Action::Card`].
    Give,
}

impl Decision {
    /// All decisions.
    pub const ALL: [Decision; 12] = [
        Decision::Play,
        Decision::Drawn,
        Decision::Colour,
        Decision::Uno,
        Decision::Challenge,
        Decision::Answer,
        Decision::JumpIn,
        Decision::Double,
        Decision::Together,
        Decision::Swap,
        Decision::Exchange,
        Decision::Give,
    ];

    /// The name in the bot protocol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Decision::Play => "play",
            Decision::Drawn => "drawn",
            Decision::Colour => "colour",
            Decision::Uno => "uno",
            Decision::Challenge => "challenge",
            Decision::Answer => "answer",
            Decision::JumpIn => "jump_in",
            Decision::Double => "double",
            Decision::Together => "together",
            Decision::Swap => "swap",
            Decision::Exchange => "exchange",
            Decision::Give => "give",
        }
    }
}

/// What a seat decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// This card.
    Card(Kind),
    /// This colour.
    Colour(Colour),
    /// This seat.
    Seat(Seat),
    /// Yes: call, or challenge.
    Yes,
    /// No: draw, keep, take, stay silent, accept, decline.
    No,
    /// Neither play nor draw.
    Pass,
}

impl Action {
    /// The card; none if it is no card, as when the choice is declined.
    #[inline(always)]
    #[must_use]
    pub const fn card(self) -> Option<Kind> {
        match self {
            Action::Card(kind) => Some(kind),
            _ => None,
        }
    }

    /// The seat; none if it is no seat.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Action::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}

/// An action that the rules do not allow where it was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{action:?} is not among the legal actions of the decision {:?}", decision.name())]
pub struct IllegalAction {
    /// What was waited for.
    pub decision: Decision,
    /// What was tried.
    pub action: Action,
}
