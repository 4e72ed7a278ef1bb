//! Seats, and the way play goes round them.

use crate::rules::MAX_SEATS;

/// A place at the table, counted clockwise from 0.
///
/// An enum, so that the compiler knows that an index by seat is in range.
///
/// # Examples
///
/// ```
/// use unobench_core::game::Seat;
///
/// assert_eq!((Seat::new(3), Seat::S3.index()), (Seat::S3, 3));
/// assert_eq!(Seat::ALL.len(), unobench_core::rules::MAX_SEATS);
/// ```
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
    pub const ALL: [Seat; MAX_SEATS] = {
        use Seat::*;
        [S0, S1, S2, S3, S4, S5, S6, S7, S8, S9]
    };

    reads! {
        const:
        /// The seat with this index.
        ///
        /// # Panics
        /// If there is none.
        pub fn new(index: usize) -> Seat = Self::ALL[index];
        /// The index from 0.
        pub fn index(self) -> usize = self as usize;
    }
}

/// The way in which the turn passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
#[must_use]
pub enum Direction {
    /// From each seat to the next higher one.
    #[default]
    Clockwise,
    /// From each seat to the next lower one.
    Counterclockwise,
}

/// A set of seats.
///
/// # Examples
///
/// ```
/// use unobench_core::game::{Direction, Seat, SeatSet};
///
/// let seats = SeatSet::first(4).without(Seat::S2);
/// assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat::S0, Seat::S1, Seat::S3]);
/// assert_eq!(seats.next_after(Seat::S1, Direction::Clockwise), Some(Seat::S3));
/// assert_eq!(seats.next_after(Seat::S0, Direction::Counterclockwise), Some(Seat::S3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct SeatSet(u16);

impl Direction {
    /// The other way.
    #[inline(always)]
    pub const fn reversed(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::Counterclockwise,
            Direction::Counterclockwise => Direction::Clockwise,
        }
    }
}

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    reads! {
        const:
        /// The seats 0 to `players` − 1.
        pub fn first(players: usize) -> SeatSet = SeatSet(((1_u32 << players) - 1) as u16);
        /// The set with these bits, seat 0 the lowest.
        pub(crate) fn from_bits(bits: u16) -> SeatSet = SeatSet(bits);
        /// The set as bits, seat 0 the lowest.
        pub fn bits(self) -> u16 = self.0;
        /// Whether the seat is in the set.
        pub fn contains(self, seat: Seat) -> bool = self.0 >> seat.index() & 1 == 1;
        /// The set with one more seat.
        pub fn with(self, seat: Seat) -> SeatSet = SeatSet(self.0 | 1 << seat.index());
        /// The set without a seat.
        pub fn without(self, seat: Seat) -> SeatSet = SeatSet(self.0 & !(1 << seat.index()));
        /// Number of seats.
        pub fn len(self) -> u32 = self.0.count_ones();
        /// Whether no seat is in the set.
        pub fn is_empty(self) -> bool = self.0 == 0;
    }

    /// The seat, where there is but one.
    #[inline(always)]
    pub fn only(self) -> Option<Seat> {
        if self.has_several() { None } else { self.lowest() }
    }

    /// Whether at least two seats are in the set.
    #[inline(always)]
    pub const fn has_several(self) -> bool {
        !self.without_lowest().is_empty()
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.lowest()?;
            rest = rest.without_lowest();
            Some(seat)
        })
    }

    /// The seats for which this holds.
    #[inline(always)]
    pub fn filter(self, holds: impl Fn(Seat) -> bool) -> SeatSet {
        self.iter().filter(|&seat| !holds(seat)).fold(self, SeatSet::without)
    }

    /// The lowest seat.
    #[inline(always)]
    pub fn lowest(self) -> Option<Seat> {
        (!self.is_empty()).then(|| Seat::new(self.0.trailing_zeros() as usize))
    }

    #[inline(always)]
    const fn without_lowest(self) -> SeatSet {
        SeatSet(self.0 & self.0.wrapping_sub(1))
    }

    /// The highest seat.
    #[inline(always)]
    pub fn highest(self) -> Option<Seat> {
        (!self.is_empty()).then(|| Seat::new(15 - self.0.leading_zeros() as usize))
    }

    /// The first seat of the set that comes after one seat, which may be that seat itself, last of
    /// all.
    #[inline(always)]
    pub fn next_after(self, seat: Seat, direction: Direction) -> Option<Seat> {
        let below = (1 << seat.index()) - 1;
        match direction {
            Direction::Clockwise => {
                let above = SeatSet(self.0 & !below).without(seat);
                if above.is_empty() { self.lowest() } else { above.lowest() }
            }
            Direction::Counterclockwise => {
                let below = SeatSet(self.0 & below);
                if below.is_empty() { self.highest() } else { below.highest() }
            }
        }
    }

    /// The seat that has `rank` seats of the set below it.
    ///
    /// # Panics
    /// If the set has no more than `rank` seats.
    pub fn nth(self, rank: usize) -> Seat {
        let above = (0..rank).fold(self, |rest, _| rest.without_lowest());
        above.lowest().expect("the set has that many seats")
    }
}

/// Seats in an order, each at most once: four bits a seat from the lowest up, the number of seats
/// in the highest four.
///
/// # Examples
///
/// ```
/// use unobench_core::game::{Seat, SeatList};
///
/// let places = SeatList::EMPTY.with_last(Seat::S2).with_last(Seat::S0).with_last(Seat::S1);
/// assert_eq!((places.first(), places.len()), (Some(Seat::S2), 3));
/// assert_eq!(places.without(Seat::S2).iter().collect::<Vec<_>>(), [Seat::S0, Seat::S1]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct SeatList(u64);

impl SeatList {
    /// No seat.
    pub const EMPTY: SeatList = SeatList(0);
    const LEN_SHIFT: u32 = 60;

    reads! {
        const:
        /// Number of seats.
        pub fn len(self) -> usize = (self.0 >> Self::LEN_SHIFT) as usize;
        /// Whether there is no seat.
        pub fn is_empty(self) -> bool = self.0 == 0;
    }

    /// The first seat.
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The seats in their order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..self.len()).map(move |index| Seat::new((self.0 >> (4 * index) & 15) as usize))
    }

    /// The list with a seat at its end; it leaves the place it had.
    pub fn with_last(self, seat: Seat) -> SeatList {
        let list = self.without(seat);
        let len = list.len();
        let seats = list.0 & ((1 << Self::LEN_SHIFT) - 1) | (seat.index() as u64) << (4 * len);
        SeatList(seats | (len as u64 + 1) << Self::LEN_SHIFT)
    }

    /// The list without a seat.
    pub fn without(self, seat: Seat) -> SeatList {
        let mut left = (0, 0);
        for other in self.iter().filter(|&other| other != seat) {
            left = (left.0 | (other.index() as u64) << (4 * left.1), left.1 + 1);
        }
        SeatList(left.0 | left.1 << Self::LEN_SHIFT)
    }
}
