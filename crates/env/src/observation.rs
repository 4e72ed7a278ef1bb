//! What a seat is shown: a row of bytes.
//!
//! The layout is called `cards-v1` and never changes; a better one gets another name. Under rule
//! sets that add cards it is `cards-v2`, which goes on after it. Rows are made from a [`View`], so
//! that nothing of them depends on cards that the seat does not see.

use crate::actions::{ADDED, card, offset};
use std::fmt::Write as _;
use unobench_core::cards::{Cards, Counts as _, Kind, Multiset as _};
use unobench_core::game::{Direction, Hit, Seat, View};
use unobench_core::rules::{MAX_SEATS, RuleSet};

pub const NAME: &str = "cards-v1";
pub const ADDED_NAME: &str = "cards-v2";

/// A part of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    /// Its first byte.
    pub first: usize,
    pub bytes: usize,
    pub says: &'static str,
}

/// Declares the fields one after the other: for each a constant with its first byte, and its row in
/// the table.
macro_rules! fields {
    ($($constant:ident $name:literal $bytes:expr, $says:literal;)*) => {
        /// The parts of the row, in order.
        pub const FIELDS: [Field; [$($name),*].len()] = {
            let mut fields =
                [$(Field { name: $name, first: 0, bytes: $bytes, says: $says },)*];
            let mut field = 1;
            while field < fields.len() {
                fields[field].first = fields[field - 1].first + fields[field - 1].bytes;
                field += 1;
            }
            fields
        };

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($constant,)* }

        $(const $constant: usize = FIELDS[Place::$constant as usize].first;)*
    };
}

fields! {
    HAND "hand" KINDS, "cards of each kind in the player's hand, in the order of the actions 0 to \
        64";
    DISCARDS "discards" KINDS, "cards of each kind on the discard pile, the up card included";
    HAND_SIZES "hand_sizes" MAX_SEATS, "cards in each hand, by seat: the player's first, then in \
        the direction of play; 0 where there is no seat";
    SEATS "seats" MAX_SEATS, "for each seat, in the same order, the sum of: 1 if there is such a \
        seat, 2 if it has not left the round, 4 if it is the player's or a partner's, 8 if it has \
        one card and did not call, 16 if it dealt, 32 if it moved first, 64 if it is the player to \
        move, 128 if it started the silence that holds";
    REFILLS "refills" MAX_SEATS, "for each seat, in the same order, the cards that it takes when \
        its hand is next empty";
    NOT_FOLLOWED "not_followed" 2 * OTHERS, "for each other seat, in the same order, four \
        half-bytes in two bytes, the low half first, for red, blue, green and yellow: 0 if it \
        never drew while that colour was active, otherwise 1 more than the number of cards it has \
        drawn since, at most 15";
    DECISION "decision" 1, "its place in the list of decisions in docs/BOTS.md, from 0, play, on";
    UP_CARD "up_card" 1, "the up card, as the number of its action; while a player names the \
        colour of a wild, the card under it";
    ACTIVE_COLOUR "active_colour" 1, "0 red, 1 blue, 2 green, 3 yellow; 4 while a forgotten one \
        waits to be named";
    WILD_TO_NAME "wild_to_name" 1, "the wild whose colour is to be named, as the number of its \
        action; 255 if there is none";
    DIRECTION "direction" 1, "0 clockwise, 1 the other way";
    HIT "hit" 1, "what hits the player to move, or will hit the next one: 0 nothing, 1 a skip, \
        2 a draw";
    OWED "owed" 1, "cards that it draws";
    CHALLENGEABLE "challengeable" 1, "who may be challenged for a wild draw four: how many seats \
        after the player's; 0 if nobody may";
    COLOUR_BEFORE "colour_before" 1, "the colour that stood before that wild draw four: 1 red, \
        2 blue, 3 green, 4 yellow; 0 if there is none";
    BLUFFS "bluffs" 1, "1 if a wild draw four is legal that would be a bluff";
    DRAW_PILE "draw_pile" 1, "cards in the draw pile";
    TURNS "turns" 1, "turns played";
    ADDED_HAND "added_hand" ADDED, "in `cards-v2` alone: added cards of each kind in the player's \
        hand, in the order of their actions";
    ADDED_DISCARDS "added_discards" ADDED, "in `cards-v2` alone: the same of the discard pile";
}

const KINDS: usize = Kind::PRINTED;
const OTHERS: usize = MAX_SEATS - 1;

/// The bytes of a row under rule sets that add no cards.
pub const BYTES: usize = ADDED_HAND;
/// The bytes of a row under rule sets that add cards.
pub const ADDED_BYTES: usize = ADDED_DISCARDS + ADDED;

const _: () = assert!(BYTES == 190);

/// The layout under a rule set, and the bytes of its rows.
pub fn layout(rules: &RuleSet) -> (&'static str, usize) {
    if rules.adds_cards() { (ADDED_NAME, ADDED_BYTES) } else { (NAME, BYTES) }
}

/// The row of a decision that a view's seat is asked for. It is to be all 0 before.
///
/// # Panics
/// If the row has fewer bytes than the [`layout`] of the rule set.
#[inline(always)]
pub fn observe<C: Cards>(view: &View<'_, C>, row: &mut [u8]) {
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
    row[HIT] = match pending.hit {
        Hit::Nothing => 0,
        Hit::Skip => 1,
        Hit::Draw => 2,
    };
    row[OWED] = byte(pending.owed.into());
    row[CHALLENGEABLE] = pending.challengeable.map_or(0, |seat| offset(view, seat) as u8);
    row[COLOUR_BEFORE] = view.colour_before_wild_draw_four().map_or(0, |colour| 1 + colour as u8);
    let options = view.options();
    row[BLUFFS] = u8::from(!options.kinds.without(options.playable).is_empty());
    row[DRAW_PILE] = byte(view.draw_pile_len() as u32);
    row[TURNS] = byte(view.turns());
}

/// The table of the bytes of a row, for the documentation.
pub fn table() -> String {
    let mut table = "| bytes | field | what they say |\n|---|---|---|\n".to_owned();
    for Field { name, first, bytes, says } in FIELDS {
        let last = first + bytes - 1;
        let range = if bytes == 1 { first.to_string() } else { format!("{first}–{last}") };
        writeln!(table, "| {range} | `{name}` | {says} |").expect("a text takes everything");
    }
    table
}
