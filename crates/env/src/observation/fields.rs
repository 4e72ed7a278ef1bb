//! The parts of a row, in order, and where each is: in `cards` and in `planes`.

use crate::actions::{ADDED, ADDED_WILDS, WILDS};
use unobench_core::cards::Kind;
use unobench_core::game::Decision;
use unobench_core::rules::MAX_SEATS;

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

        /// The fields by name, whose places in this list are their numbers.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
        enum Place { $($constant,)* }

        $(#[allow(dead_code)] pub(super) const $constant: usize = FIELDS[Place::$constant as usize].first;)*
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

pub(super) const KINDS: usize = Kind::PRINTED;
const OTHERS: usize = MAX_SEATS - 1;
pub(super) const DECISIONS: usize = 16;
/// What planes say of a seat: its hand, flags, refill, challenge, and colours.
pub(super) const SEAT_PLANES: usize = 9 + 8 + 1 + 1 + 4 * 4;

/// The bytes of a row under rule sets that add no cards.
pub const BYTES: usize = ADDED_HAND;
/// The bytes of a row under rule sets that add cards.
pub const ADDED_BYTES: usize = LAST.first + LAST.bytes;
/// The planes of ten seats under rule sets that add no cards.
pub(super) const PLANES: usize = FIELDS[Place::ADDED_HAND as usize].first_plane;
pub(super) const ADDED_PLANES: usize = LAST.first_plane + LAST.planes;
const LAST: Field = FIELDS[FIELDS.len() - 1];

const _: () = assert!(BYTES == 190 && Decision::ALL.len() <= DECISIONS);
