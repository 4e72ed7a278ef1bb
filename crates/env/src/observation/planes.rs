//! The layout `planes`: what rows of `cards` say, in zeros, ones and small numbers, for networks.
//!
//! Colours have no names there: the active one comes first, then those that the hand has most of.
//! The actions beside such a row have theirs in the same order. A test comes back from planes to
//! the row.

use super::fields::*;
use crate::actions::{ACTIONS, ADDED, ADDED_WILDS, ColourOrder, SPREAD, WILDS, ordered};
use unobench_core::rules::MAX_SEATS;

/// The planes of a row of `cards`, and the order of the colours in them.
pub(super) fn write_planes(row: &[u8], planes: &mut [u8]) -> ColourOrder {
    let (whole, order) = (row, order_of(row));
    let row: &[u8; BYTES] = whole.first_chunk().expect("a whole row");
    let counts = |first: usize| in_order::<KINDS>(&row[first..][..KINDS], 0, order);
    let mut pen = Pen(planes);
    pen.hand(counts(HAND));
    *pen.part() = counts(DISCARDS);
    pen.one::<DECISIONS>(row[DECISION].into());
    let up_card = ordered(1 << row[UP_CARD], order).trailing_zeros() as usize;
    pen.one::<KINDS>(up_card);
    pen.steps::<1>(u8::from(row[ACTIVE_COLOUR] < 4));
    let wild = usize::from(row[WILD_TO_NAME]);
    pen.one::<{ KINDS - WILDS }>(wild.wrapping_sub(WILDS));
    pen.steps::<1>(row[DIRECTION]);
    pen.one::<2>(usize::from(row[HIT]).wrapping_sub(1));
    pen.steps::<5>(row[OWED]);
    let before = order.iter().position(|colour| row[COLOUR_BEFORE] == colour + 1);
    pen.one::<4>(before.unwrap_or(4));
    pen.steps::<1>(row[BLUFFS]);
    pen.bits(row[DRAW_PILE]);
    pen.bits(row[TURNS]);
    let adds_cards = whole.len() > BYTES;
    let seats = if adds_cards { MAX_SEATS } else { pen.0.len() / SEAT_PLANES };
    for seat in 0..seats {
        pen.steps::<9>(row[HAND_SIZES + seat]);
        pen.bits(row[SEATS + seat]);
        pen.steps::<1>(row[REFILLS + seat]);
        pen.steps::<1>(u8::from(seat > 0 && usize::from(row[CHALLENGEABLE]) == seat));
        let two = NOT_FOLLOWED + 2 * seat;
        let drew = if seat == 0 { 0 } else { u16::from_le_bytes([row[two - 2], row[two - 1]]) };
        for colour in order {
            pen.steps::<4>((drew >> (4 * colour) & 15) as u8);
        }
    }
    if adds_cards {
        pen.added(whole, order, [up_card, wild]);
    }
    order
}

/// The active colour, then those of which the hand has most, then the discard pile.
fn order_of(row: &[u8]) -> ColourOrder {
    let sums = [HAND, DISCARDS].map(|first| {
        let mut sums = [0_u32; 4];
        let mut add = |counts: &[u8]| {
            for four in counts.as_chunks::<4>().0 {
                (0..4).for_each(|colour| sums[colour] += u32::from(four[colour]));
            }
        };
        add(&row[first..][..WILDS]);
        if row.len() > BYTES {
            let first = if first == HAND { ADDED_HAND } else { ADDED_DISCARDS };
            add(&row[first..][ADDED_WILDS..ADDED]);
        }
        sums
    });
    let keys: [u32; 4] = std::array::from_fn(|colour| {
        let is_active = u32::from(usize::from(row[ACTIVE_COLOUR]) == colour);
        is_active << 30 | sums[0][colour] << 16 | sums[1][colour] << 2 | (3 - colour as u32)
    });
    let mut order = [0; 4];
    for (colour, key) in keys.iter().enumerate() {
        order[keys.iter().filter(|other| *other > key).count()] = colour as u8;
    }
    order
}

/// Numbers of so many kinds, whose colours from `first` on are put in order.
#[inline(always)]
fn in_order<const N: usize>(counts: &[u8], first: usize, order: ColourOrder) -> [u8; N] {
    let mut all: [u8; N] = *counts.first_chunk().expect("all kinds");
    let shifts = order.map(|colour| 8 * u32::from(colour));
    for four in all[first..].as_chunks_mut().0 {
        // Those of a symbol at once, so that symbols are side by side in a register.
        let colours = u32::from_le_bytes(*four);
        let put = |place: usize| (colours >> shifts[place] & 255) << (8 * place);
        *four = (put(0) | put(1) | put(2) | put(3)).to_le_bytes();
    }
    if N == KINDS {
        all[WILDS..].copy_from_slice(&counts[WILDS..N]);
    }
    all
}

/// Writes planes one after the other.
struct Pen<'a>(&'a mut [u8]);

impl<'a> Pen<'a> {
    #[inline(always)]
    fn part<const N: usize>(&mut self) -> &'a mut [u8; N] {
        let (part, rest) = std::mem::take(&mut self.0).split_first_chunk_mut().expect("planes");
        self.0 = rest;
        part
    }

    #[inline(always)]
    fn hand<const N: usize>(&mut self, counts: [u8; N]) {
        *self.part() = counts.map(|count| count.min(1));
        *self.part() = counts.map(|count| count.saturating_sub(1));
    }

    /// What a row says of the cards that a rule set adds.
    #[inline(always)]
    fn added(&mut self, row: &[u8], order: ColourOrder, [up_card, wild]: [usize; 2]) {
        self.hand(in_order::<ADDED>(&row[ADDED_HAND..], ADDED_WILDS, order));
        *self.part() = in_order::<ADDED>(&row[ADDED_DISCARDS..], ADDED_WILDS, order);
        self.one::<ADDED>(up_card.wrapping_sub(ACTIONS));
        self.one::<ADDED_WILDS>(wild.wrapping_sub(ACTIONS));
    }

    /// A 1 in this place, if it is one.
    #[inline(always)]
    fn one<const N: usize>(&mut self, place: usize) {
        if let Some(plane) = self.part::<N>().get_mut(place) {
            *plane = 1;
        }
    }

    /// Whether the number is at least 1, 2 and so on, and in the last plane what is above.
    #[inline(always)]
    fn steps<const N: usize>(&mut self, number: u8) {
        let steps = number.min(N as u8 - 1);
        let ones = 0x0101_0101_0101_0101 & ((1_u128 << (8 * steps)) - 1) as u64;
        let part = self.part::<N>();
        part[..N - 1].copy_from_slice(&ones.to_le_bytes()[..N - 1]);
        part[N - 1] = number - steps;
    }

    #[inline(always)]
    fn bits(&mut self, number: u8) {
        *self.part() = SPREAD[usize::from(number)].map(u8::from);
    }
}
