//! The layout `planes`: what rows of `cards` say, in zeros, ones and small numbers, for networks.
//!
//! Colours have no names there: the active one comes first, then those that the hand has most of.
//! The actions beside such a row have theirs in the same order. A test comes back from planes to
//! the row.

use crate::actions::{ACTIONS, ADDED, ADDED_WILDS, Order, WILDS, ordered};
use crate::observation::*;
use unobench_core::rules::MAX_SEATS;

/// The planes of a row of `cards`, and the order of the colours in them.
pub(crate) fn write_planes(row: &[u8], planes: &mut [u8]) -> Order {
    let order = order_of(row);
    let counts = |first: usize| in_order::<KINDS>(&row[first..], 0, order);
    let mut pen = Pen(planes);
    pen.hand(&counts(HAND));
    pen.part(KINDS).copy_from_slice(&counts(DISCARDS));
    pen.one(usize::from(row[DECISION]), DECISIONS);
    let up_card = ordered(1 << row[UP_CARD], order).trailing_zeros() as usize;
    pen.one(up_card, KINDS);
    pen.steps(u8::from(row[ACTIVE_COLOUR] < 4), 0);
    let wild = usize::from(row[WILD_TO_NAME]);
    pen.one(wild.wrapping_sub(WILDS), KINDS - WILDS);
    pen.steps(row[DIRECTION], 0);
    pen.one(usize::from(row[HIT]).wrapping_sub(1), 2);
    pen.steps(row[OWED], 4);
    let before = order.iter().position(|colour| row[COLOUR_BEFORE] == colour + 1);
    pen.one(before.unwrap_or(4), 4);
    pen.steps(row[BLUFFS], 0);
    pen.bits(row[DRAW_PILE]);
    pen.bits(row[TURNS]);
    let adds_cards = row.len() > BYTES;
    let seats = if adds_cards { MAX_SEATS } else { pen.0.len() / SEAT_PLANES };
    for seat in 0..seats {
        pen.steps(row[HAND_SIZES + seat], 8);
        pen.bits(row[SEATS + seat]);
        pen.steps(row[REFILLS + seat], 0);
        pen.steps(u8::from(seat > 0 && usize::from(row[CHALLENGEABLE]) == seat), 0);
        for colour in order {
            let byte = NOT_FOLLOWED + 2 * seat.wrapping_sub(1) + usize::from(colour / 2);
            let drew = if seat == 0 { 0 } else { row[byte] >> (4 * (colour % 2)) & 15 };
            pen.steps(drew, 3);
        }
    }
    if adds_cards {
        let counts = |first: usize| in_order::<ADDED>(&row[first..], ADDED_WILDS, order);
        pen.hand(&counts(ADDED_HAND));
        pen.part(ADDED).copy_from_slice(&counts(ADDED_DISCARDS));
        pen.one(up_card.wrapping_sub(ACTIONS), ADDED);
        pen.one(wild.wrapping_sub(ACTIONS), ADDED_WILDS);
    }
    order
}

/// The active colour, then those of which the hand has most, then the discard pile.
fn order_of(row: &[u8]) -> Order {
    let mut sums = [[0_u32; 4]; 2];
    let mut add = |which: usize, counts: &[u8]| {
        for four in counts.chunks_exact(4) {
            (0..4).for_each(|colour| sums[which][colour] += u32::from(four[colour]));
        }
    };
    for (which, first) in [HAND, DISCARDS].into_iter().enumerate() {
        add(which, &row[first..][..WILDS]);
    }
    if row.len() > BYTES {
        for (which, first) in [ADDED_HAND, ADDED_DISCARDS].into_iter().enumerate() {
            add(which, &row[first..][ADDED_WILDS..ADDED]);
        }
    }
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
fn in_order<const N: usize>(counts: &[u8], first: usize, order: Order) -> [u8; N] {
    let mut all: [u8; N] = std::array::from_fn(|kind| counts[kind]);
    for four in all[first..].chunks_exact_mut(4).take(WILDS / 4) {
        let colours: [u8; 4] = std::array::from_fn(|place| four[usize::from(order[place])]);
        four.copy_from_slice(&colours);
    }
    all
}

/// Writes planes one after the other.
struct Pen<'a>(&'a mut [u8]);

impl<'a> Pen<'a> {
    #[inline(always)]
    fn part(&mut self, planes: usize) -> &'a mut [u8] {
        let (part, rest) = std::mem::take(&mut self.0).split_at_mut(planes);
        self.0 = rest;
        part
    }

    #[inline(always)]
    fn hand(&mut self, counts: &[u8]) {
        let (one, more) = self.part(2 * counts.len()).split_at_mut(counts.len());
        for ((one, more), count) in one.iter_mut().zip(more).zip(counts) {
            (*one, *more) = ((*count).min(1), count.saturating_sub(1));
        }
    }

    /// A 1 in this place, if it is one.
    #[inline(always)]
    fn one(&mut self, place: usize, planes: usize) {
        if let Some(plane) = self.part(planes).get_mut(place) {
            *plane = 1;
        }
    }

    /// Whether the number is at least 1, 2 and so on, and what is above.
    #[inline(always)]
    fn steps(&mut self, number: u8, steps: u8) {
        let part = self.part(usize::from(steps) + 1);
        part[usize::from(steps)] = number.saturating_sub(steps);
        part[..usize::from(number.min(steps))].fill(1);
    }

    #[inline(always)]
    fn bits(&mut self, number: u8) {
        for (bit, plane) in self.part(8).iter_mut().enumerate() {
            *plane = number >> bit & 1;
        }
    }
}
