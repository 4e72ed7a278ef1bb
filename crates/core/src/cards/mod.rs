//! Cards: colours, symbols, kinds, their text notation, and multisets of them.
//!
//! A [`Kind`] is what is printed on a card; a deck holds several copies of most kinds. Kinds are
//! numbered once and for all, so that a set of kinds is one machine word and a multiset is a few of
//! them (see [`CardSet`]). The numbering of the printed coloured kinds is `4 × symbol + colour`,
//! the wilds follow from 56 on, and from 72 on what a rule set adds: "the highest symbol, and among
//! equals the last colour" is then the highest bit, and "the first wild" the lowest one. Nothing
//! here knows a rule.

mod deck;
mod kind;
mod notation;
mod pile;
mod set;
mod symbol;
mod types;
mod word;

pub use crate::machine::{Bits, BitsWitness, FastBits, Portable};
pub use deck::{COPIES_COMPACT, Deck, DeckEdition, EDITIONS};
pub use kind::Kind;
pub use notation::{CardText, Notation, ParseCardError, ParseSymbolError};
pub use pile::{DrawPile, Pile};
pub(crate) use set::sum_by_colour;
pub use set::{CardSet, Counts, KindCounts, KindSet, Multiset};
pub use symbol::{Colour, OWN_BASE, Symbol, SymbolSet, WILD_BASE};
pub use types::{Cards, Compact, Roomy};
pub use word::Word;
