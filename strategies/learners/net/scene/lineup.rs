//! The others at the table: what a seat knows of each, and the order in which they act.

use crate::net::rows::MOST_SLOTS;
use unobench_core::cards::{Cards, Colour, Kind};
use unobench_core::game::{Seat, SeatSet, View};

/// What a seat knows of another one, in the numbers that the network sees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Other {
    /// For each colour 1 more than the cards drawn since it did not follow; 0: it always did.
    pub(super) drawn: [u16; 4],
    /// For each colour the number that says how long ago it was named; 0: it never was.
    pub(super) named: [u8; 4],
    /// What it laid last: 0 for nothing, 1 for a wild, otherwise two numbers a colour from 2 on,
    /// the second if the card changed the colour.
    pub(super) laid: u8,
    /// Two bits: it has one card and did not call; it is a partner.
    pub(super) standing: u8,
    /// Cards in its hand.
    pub(super) size: u16,
}

impl Other {
    pub(super) const UNKNOWN: Other =
        Other { drawn: [0; 4], named: [0; 4], laid: 0, standing: 0, size: 0 };

    #[inline(always)]
    pub(super) fn new<C: Cards>(view: &View<'_, C>, opponents: SeatSet, seat: Seat) -> Other {
        // From 2, 4 and 8 rounds ago on.
        let round = view.in_play().len();
        let since = |turns: u32| {
            1 + u8::from(turns >= 2 * round)
                + u8::from(turns >= 4 * round)
                + u8::from(turns >= 8 * round)
        };
        let mut named = [0; 4];
        if view.has_named(seat) {
            for colour in Colour::ALL {
                let then = view.turns_since_naming(seat, colour);
                named[colour.index()] = then.map_or(0, since);
            }
        }
        let laid = |(kind, changed): (Kind, bool)| match kind.colour() {
            Some(colour) => 2 + 2 * colour.index() as u8 + u8::from(changed),
            None => 1,
        };
        Other {
            drawn: view.draws_since_not_following(seat),
            named,
            laid: view.last_laid(seat).map_or(0, laid),
            standing: u8::from(view.missed_call(seat)) | u8::from(!opponents.contains(seat)) << 1,
            size: view.hand_size(seat) as u16,
        }
    }

    /// How many cards of a hand of this size may be of a colour.
    #[inline(always)]
    pub(super) fn may_hold(&self, colour: Colour, size: u32) -> u32 {
        match self.drawn[colour.index()] {
            0 => size,
            drawn => size.min(u32::from(drawn) - 1),
        }
    }
}

/// What actions share: the order of colours and of opponents.
#[derive(Debug, Clone, Copy)]
pub struct Lineup {
    /// The colours as the network sees them.
    pub(super) order: [Colour; 4],
    /// For each of them but the first the symbols that are held.
    pub(super) masks: [u64; 3],
    pub(super) acts: Seat,
    /// The opponents that are looked at one by one, in the order in which they act.
    pub(super) seats: [Seat; MOST_SLOTS],
    pub(super) len: usize,
    pub(super) follows: [Follows; MOST_SLOTS],
}

/// What tells whether an opponent can follow.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Follows {
    /// Cards of which each may be one that can be played.
    pub(super) cards: u8,
    /// A card is known that can be.
    pub(super) surely: bool,
    pub(super) last: bool,
}
