//! The types in which a game keeps cards: [`Compact`] for decks of up to 128 cards with at most 4
//! copies of a kind (the standard deck), [`Roomy`] for all others. The game is written against
//! [`Cards`] and does not know which one it runs on.

use super::{Bits, CardSet, Counts, DrawPile, KindCounts, Multiset, Pile, Portable, Word};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// The types that a game keeps its cards in.
pub trait Cards: Copy + Debug + Hash + Default + Send + Sync + 'static {
    /// A set of kinds.
    type Word: Word;
    /// A hand.
    type Set: Multiset<Word = Self::Word>;
    /// The discard pile.
    type Counts: Counts;
    /// The draw pile.
    type Pile: DrawPile;
    /// How bits are found.
    type Bits: Bits;
}

/// Decks of up to 128 cards with at most 4 copies of a kind: the standard deck and most others.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub struct Compact<B = Portable>(PhantomData<B>);

impl<B: Bits> Cards for Compact<B> {
    type Word = u64;
    type Set = CardSet<u64, 2>;
    type Counts = KindCounts<64>;
    type Pile = Pile<128>;
    type Bits = B;
}

/// Decks of up to 512 cards with at most 16 copies of a kind, of all kinds: two packs, eight wilds,
/// or shuffle hands.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub struct Roomy<B = Portable>(PhantomData<B>);

impl<B: Bits> Cards for Roomy<B> {
    type Word = u128;
    type Set = CardSet<u128, 4>;
    type Counts = KindCounts<128>;
    type Pile = Pile<512>;
    type Bits = B;
}
