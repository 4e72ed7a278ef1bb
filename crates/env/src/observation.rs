//! What a seat is shown: a row of bytes.
//!
//! Layouts never change; a better one gets another name. `cards-v1` has numbers; `planes-v1` says
//! the same for networks. Under rule sets that add cards they are `cards-v2` and
//! `planes-v2`, which go on after them. Rows are made from a [`View`], so that nothing of them
//! depends on cards that the seat does not see.

mod cards;
mod fields;
mod planes;

pub use fields::{ADDED_BYTES, BYTES, FIELDS, Field};

use crate::actions::{AS_THEY_ARE, ColourOrder};
use cards::write_cards;
use fields::{ADDED_PLANES, PLANES, SEAT_PLANES};
use planes::write_planes;
use std::fmt::Write as _;
use std::ops::Range;
use unobench_core::cards::Cards;
use unobench_core::game::View;
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
            write_cards(view, row);
            return AS_THEY_ARE;
        }
        let mut cards = [0; ADDED_BYTES];
        let cards = if row.len() > PLANES { &mut cards[..] } else { &mut cards[..BYTES] };
        write_cards(view, cards);
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
