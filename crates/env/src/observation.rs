//! What a seat is shown: a row of bytes.
//!
//! Layouts never change; a better one gets another name. `cards-v1` has numbers; `planes-v1` says
//! the same for networks. Under rule sets that add cards they are `cards-v2` and
//! `planes-v2`, which go on after them. Rows are made from a [`View`], so that nothing of them
//! depends on cards that the seat does not see.

use crate::actions::{ADDED, ADDED_WILDS, AS_THEY_ARE, ColourOrder, WILDS, card, offset};
use crate::planes::write_planes;
use std::fmt::Write as _;
use std::ops::Range;
use unobench_core::cards::{Cards, Counts as _, Kind, Multiset as _};
use unobench_core::game::{Decision, Direction, Seat, View};
use unobench_core::rules::MAX_SEATS;

/// How a row says what a seat sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    #[default]
    Cards,
    Planes,
}

impl Layout {
    pub const ALL: [Layout; 2] = [Layout::Planes, Layout::Cards];

    /// The name where a rule set adds no cards, and where one does.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Layout::Cards => ["cards-v1", "cards-v2"],
            Layout::Planes => ["planes-v1", "planes-v2"],
        }
    }

    /// The bytes of a row.
    pub fn bytes(self, adds_cards: bool, players: usize) -> usize {
        match (self, adds_cards) {
            (Layout::Cards, false) => BYTES,
            (Layout::Cards, true) => ADDED_BYTES,
            (Layout::Planes, false) => PLANES - SEAT_PLANES * (MAX_SEATS - players),
            (Layout::Planes, true) => ADDED_PLANES,
        }
    }

    /// Writes the row of a decision that a view's seat is asked for, which is to be all 0 before;
    /// in which order it has the colours.
    ///
    /// # Panics
    /// If the row has not the [`bytes`](Self::bytes) of the rule set.
    #[inline(always)]
    pub fn observe<C: Cards>(self, view: &View<'_, C>, row: &mut [u8]) -> ColourOrder {
        if self == Layout::Cards {
            observe(view, row);
            return AS_THEY_ARE;
        }
        let mut cards = [0; ADDED_BYTES];
        let cards = if row.len() > PLANES { &mut cards[..] } else { &mut cards[..BYTES] };
        observe(view, cards);
        write_planes(cards, row)
    }

    /// Where the rows have a field.
    pub fn span(self, field: &Field) -> Range<usize> {
        let (first, bytes) = match self {
            Layout::Cards => (field.first, field.bytes),
            Layout::Planes => (field.first_plane, field.planes),
        };
        first..first + bytes
    }
}

/// A part of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    /// Its first byte in `cards`.
    pub first: usize,
    pub bytes: usize,
    /// Its first byte in `planes`.
    pub first_plane: usize,
    pub planes: usize,
    pub says: &'static str,
    /// What is in the planes.
    pub shows: &'static str,
}

/// Declares the fields one after the other: for each a constant with its first byte, and its row in
/// the table.
macro_rules! fields {
    ($($constant:ident $name:literal $bytes:expr, $says:literal, $planes:expr, $shows:literal;)*) => {
        /// The parts of the row, in order.
        pub const FIELDS: [Field; [$($name),*].len()] = {
            let mut fields = [$(Field {
                name: $name,
                first: 0,
                bytes: $bytes,
                first_plane: 0,
                planes: $planes,
                says: $says,
                shows: $shows,
            },)*];
            let mut field = 1;
            while field < fields.len() {
                fields[field].first = fields[field - 1].first + fields[field - 1].bytes;
                fields[field].first_plane =
                    fields[field - 1].first_plane + fields[field - 1].planes;
                field += 1;
            }
            fields
        };

        #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
        enum Place { $($constant,)* }

        $(#[allow(dead_code)] pub(crate) const $constant: usize = FIELDS[Place::$constant as usize].first;)*
    };
}

fields! {
    HAND "hand" KINDS, "cards of each kind in the player's hand, in the order of the actions 0 to \
        64", 2 * KINDS, "whether there is one, then how many more";
    DISCARDS "discards" KINDS, "cards of each kind on the discard pile, the up card included",
        KINDS, "the same numbers";
    HAND_SIZES "hand_sizes" MAX_SEATS, "cards in each hand, by seat: the player's first, then in \
        the direction of play; 0 where there is no seat", 0, "";
    SEATS "seats" MAX_SEATS, "for each seat, in the same order, the sum of: 1 if there is such a \
        seat, 2 if it has not left the round, 4 if it is the player's or a partner's, 8 if it has \
        one card and did not call, 16 if it dealt, 32 if it moved first, 64 if it is the player to \
        move, 128 if it started the silence that holds", 0, "";
    REFILLS "refills" MAX_SEATS, "for each seat, in the same order, the cards that it takes when \
        its hand is next empty", 0, "";
    NOT_FOLLOWED "not_followed" 2 * OTHERS, "for each other seat, in the same order, four \
        half-bytes in two bytes, the low half first, for red, blue, green and yellow: 0 if it \
        never drew while that colour was active, otherwise 1 more than the number of cards it has \
        drawn since, at most 15", 0, "";
    DECISION "decision" 1, "its place in the list of decisions in docs/BOTS.md, from 0, play, on",
        DECISIONS, "one for each";
    UP_CARD "up_card" 1, "the up card, as the number of its action; while a player names the \
        colour of a wild, the card under it", KINDS, "one for each kind";
    ACTIVE_COLOUR "active_colour" 1, "0 red, 1 blue, 2 green, 3 yellow; 4 while a forgotten one \
        waits to be named", 1, "whether there is one: it is the first";
    WILD_TO_NAME "wild_to_name" 1, "the wild whose colour is to be named, as the number of its \
        action; 255 if there is none", KINDS - WILDS, "one for each";
    DIRECTION "direction" 1, "0 clockwise, 1 the other way", 1, "the same";
    HIT "hit" 1, "what hits the player to move, or will hit the next one: 0 nothing, 1 a skip, \
        2 a draw", 2, "one for a skip, one for a draw";
    OWED "owed" 1, "cards that it draws", 5, "steps 1 to 4";
    CHALLENGEABLE "challengeable" 1, "who may be challenged for a wild draw four: how many seats \
        after the player's; 0 if nobody may", 0, "";
    COLOUR_BEFORE "colour_before" 1, "the colour that stood before that wild draw four: 1 red, \
        2 blue, 3 green, 4 yellow; 0 if there is none", 4, "one for each";
    BLUFFS "bluffs" 1, "1 if a wild draw four is legal that would be a bluff", 1, "the same";
    DRAW_PILE "draw_pile" 1, "cards in the draw pile", 8, "bits, the lowest first";
    TURNS "turns" 1, "turns played", 8, "bits, the lowest first";
    BY_SEAT "by_seat" 0, "what is said by seat", MAX_SEATS * SEAT_PLANES, "35 for each seat at the \
        table: `hand_sizes` in steps 1 to 8 (9), the bits of `seats`, the lowest first (8), \
        `refills` (1), whether it is `challengeable` (1), and for each colour `not_followed` in \
        steps 1 to 3 (16)";
    ADDED_HAND "added_hand" ADDED, "in `cards-v2` and `planes-v2` alone: added cards of each kind \
        in the player's hand, in the order of their actions", 2 * ADDED, "as `hand`";
    ADDED_DISCARDS "added_discards" ADDED, "there alone: the same of the discard pile", ADDED,
        "as `discards`";
    ADDED_UP_CARD "added_up_card" 0, "an added card as `up_card`", ADDED, "one for each kind";
    ADDED_WILD "added_wild_to_name" 0, "an added wild as `wild_to_name`", ADDED_WILDS,
        "one for each";
}

pub(crate) const KINDS: usize = Kind::PRINTED;
const OTHERS: usize = MAX_SEATS - 1;
pub(crate) const DECISIONS: usize = 16;
/// What planes say of a seat: its hand, flags, refill, challenge, and colours.
pub(crate) const SEAT_PLANES: usize = 9 + 8 + 1 + 1 + 4 * 4;

/// The bytes of a row under rule sets that add no cards.
pub const BYTES: usize = ADDED_HAND;
/// The bytes of a row under rule sets that add cards.
pub const ADDED_BYTES: usize = LAST.first + LAST.bytes;
/// The planes of ten seats under rule sets that add no cards.
const PLANES: usize = FIELDS[Place::ADDED_HAND as usize].first_plane;
const ADDED_PLANES: usize = LAST.first_plane + LAST.planes;
const LAST: Field = FIELDS[FIELDS.len() - 1];

const _: () = assert!(BYTES == 190 && Decision::ALL.len() <= DECISIONS);

#[inline(always)]
fn observe<C: Cards>(view: &View<'_, C>, row: &mut [u8]) {
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

/// The table of the bytes of a row, for the documentation.
pub fn table() -> String {
    let head =
        "| `cards` | `planes` | field | what they say | in `planes` |\n|---|---|---|---|---|\n";
    let mut table = head.to_owned();
    for field in FIELDS {
        let [cards, planes] = [Layout::Cards, Layout::Planes].map(|layout| {
            let Range { start, end } = layout.span(&field);
            match end - start {
                0 => String::new(),
                1 => start.to_string(),
                _ => format!("{start}–{}", end - 1),
            }
        });
        let Field { name, says, shows, .. } = field;
        writeln!(table, "| {cards} | {planes} | `{name}` | {says} | {shows} |")
            .expect("a text takes everything");
    }
    table
}
