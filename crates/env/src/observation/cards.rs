//! The layout `cards`: what a seat sees, in numbers.

use super::fields::*;
use crate::actions::{ADDED, card, offset};
use unobench_core::cards::{Cards, Counts as _, Kind, Multiset as _};
use unobench_core::game::{Direction, Seat, View};

/// Writes the row of the decision that a view's seat is asked for.
#[inline(always)]
pub(super) fn write_cards<C: Cards>(view: &View<'_, C>, row: &mut [u8]) {
    let discards = view.discards();
    if let Some(added) = row.get_mut(BYTES..).filter(|added| !added.is_empty()) {
        for (index, kind) in (KINDS..KINDS + ADDED).map(Kind::from_index).enumerate() {
            added[index] = byte(view.hand().count(kind));
            added[ADDED + index] = byte(discards.count(kind));
        }
    }
    let row: &mut [u8; BYTES] = row.first_chunk_mut().expect("a whole row");
    view.hand().for_each(|kind, count| {
        if kind.index() < KINDS {
            row[HAND + kind.index()] = byte(count);
        }
    });
    // By way of an array of its own, so that it is filled by more than a byte at a time.
    let counts: [u8; KINDS] = std::array::from_fn(|index| {
        let has_counter = index < <C as Cards>::Counts::KINDS;
        if has_counter { byte(discards.count(Kind::from_index(index))) } else { 0 }
    });
    row[DISCARDS..][..KINDS].copy_from_slice(&counts);
    write_seats(view, row);
    write_table(view, row);
}

/// A number as a byte; what is more counts as 255.
#[inline(always)]
fn byte(number: u32) -> u8 {
    number.min(255) as u8
}

#[inline(always)]
fn write_seats<C: Cards>(view: &View<'_, C>, row: &mut [u8; BYTES]) {
    let (players, own) = (view.players(), view.seat());
    let (in_play, partner) = (view.in_play(), view.partner());
    // No branch depends on the direction or on who drew: neither can be predicted.
    let step = if view.direction() == Direction::Clockwise { 1 } else { players - 1 };
    let mut seat = own.index();
    for place in 0..players {
        let this = Seat::new(seat);
        row[HAND_SIZES + place] = byte(view.hand_size(this));
        row[REFILLS + place] = byte(view.refill(this));
        let flags = [
            true,
            in_play.contains(this),
            this == own || partner == Some(this),
            view.missed_call(this),
            view.dealer() == this,
            view.first() == this,
            view.to_move() == this,
            view.silence() == Some(this),
        ];
        row[SEATS + place] =
            flags.iter().enumerate().fold(0, |bits, (bit, is)| bits | u8::from(*is) << bit);
        if place > 0 {
            let halves = view.draws_since_not_following(this).map(|drawn| drawn.min(15) as u8);
            let first = NOT_FOLLOWED + 2 * (place - 1);
            row[first] = halves[0] | halves[1] << 4;
            row[first + 1] = halves[2] | halves[3] << 4;
        }
        seat += step;
        seat -= players * usize::from(seat >= players);
    }
}

#[inline(always)]
fn write_table<C: Cards>(view: &View<'_, C>, row: &mut [u8; BYTES]) {
    let pending = view.pending();
    row[DECISION] = view.decision() as u8;
    row[UP_CARD] = card(view.up_card()) as u8;
    row[ACTIVE_COLOUR] = if view.is_colour_named() { view.active_colour() as u8 } else { 4 };
    row[WILD_TO_NAME] = view.wild_to_name().map_or(255, |kind| card(kind) as u8);
    row[DIRECTION] = view.direction() as u8;
    row[HIT] = pending.hit as u8;
    row[OWED] = byte(pending.owed.into());
    row[CHALLENGEABLE] = pending.challengeable.map_or(0, |seat| offset(view, seat) as u8);
    row[COLOUR_BEFORE] = view.colour_before_wild_draw_four().map_or(0, |colour| 1 + colour as u8);
    let options = view.options();
    row[BLUFFS] = u8::from(!options.kinds.without(options.playable).is_empty());
    row[DRAW_PILE] = byte(view.draw_pile_len() as u32);
    row[TURNS] = byte(view.turns());
}
