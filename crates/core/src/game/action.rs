//! The actions that answer decisions.

use super::Seat;
use crate::cards::{Colour, Kind};

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
    pub const fn card(self) -> Option<Kind> {
        match self {
            Action::Card(kind) => Some(kind),
            _ => None,
        }
    }

    /// The seat; none if it is no seat.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Action::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}
