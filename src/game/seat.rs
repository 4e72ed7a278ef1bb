//! Seats, and the way play goes round them.

use crate::rules::MAX_SEATS;

/// A place at the table, counted clockwise from 0.
///
/// An enum, so that the compiler knows that an index by seat is in range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Seat {
    #[default]
    S0 = 0,
    S1,
    S2,
    S3,
    S4,
    S5,
    S6,
    S7,
    S8,
    S9,
}

impl Seat {
    /// All seats that a table may have.
    pub const ALL: [Seat; MAX_SEATS] = [Seat::S0, Seat::S1, Seat::S2, Seat::S3, Seat::S4, Seat::S5, Seat::S6, Seat::S7, Seat::S8, Seat::S9];

    /// The seat with this index.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    #[must_use]
    pub const fn new(index: usize) -> Seat {
        Self::ALL[index]
    }

    /// The index from 0.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The way in which the turn passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// From each seat to the next higher one.
    Clockwise,
    /// From each seat to the next lower one.
    Counterclockwise,
}

/// A set of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The seats 0 to `players` − 1.
    #[inline(always)]
    #[must_use]
    pub const fn first(players: usize) -> SeatSet {
        SeatSet(((1_u32 << players) - 1) as u16)
    }

    /// The set as bits, seat 0 the lowest.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the seat is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// The set with one more seat.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.index())
    }

    /// The set without a seat.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.index()))
    }

    /// Number of seats.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no seat is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let seat = Seat::new(rest.trailing_zeros() as usize);
            rest &= rest - 1;
            Some(seat)
        })
    }

    /// The seat that has `rank` seats of the set below it.
    ///
    /// # Panics
    /// If the set has no more than `rank` seats.
    #[must_use]
    pub fn nth(self, rank: usize) -> Seat {
        self.iter().nth(rank).expect("the set has that many seats")
    }
}
