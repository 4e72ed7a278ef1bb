//! What is printed on a card, as a number.

use super::{Colour, Symbol, WILD_BASE};

/// What is printed on a card: a coloured symbol or a wild, 0–127.
///
/// Printed coloured kinds are `4 × symbol + colour`, wilds `56 + (symbol − 14)`; from 72 on follow
/// the coloured kinds that a rule set adds, 65 to 71 are the wilds that it adds. What is 64 or more
/// is beyond what a word of 64 bits holds: decks with it are played in a wider type.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::{Colour, Kind, Symbol};
///
/// let card = Kind::coloured(Colour::Blue, Symbol::Skip);
/// assert_eq!((card.colour(), card.symbol()), (Some(Colour::Blue), Symbol::Skip));
/// assert_eq!(Kind::WILD.colour(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Kind(u8);

const SYMBOLS: [Symbol; Kind::COUNT] = {
    let mut table = [Symbol::Wild; Kind::COUNT];
    let mut symbol = 0;
    while symbol < Symbol::COUNT {
        let kinds = Symbol::from_index(symbol).kinds();
        let mut index = kinds.0;
        while index < kinds.0 + kinds.1 {
            table[index] = Symbol::from_index(symbol);
            index += 1;
        }
        symbol += 1;
    }
    table
};

impl Kind {
    /// Number of kinds: those that are printed, and those that a rule set may add.
    pub const COUNT: usize = 128;
    /// Number of kinds of all printed editions together, the first ones.
    pub const PRINTED: usize = 65;
    /// Number of kinds that [`super::Compact`] knows, the first ones.
    pub const COMPACT: usize = 64;

    /// The wild.
    pub const WILD: Kind = Kind::wild(Symbol::Wild);
    /// Shuffle hands.
    pub const SHUFFLE_HANDS: Kind = Kind::wild(Symbol::ShuffleHands);
    /// The wild draw four.
    pub const WILD_DRAW_FOUR: Kind = Kind::wild(Symbol::WildDrawFour);

    /// The kind with this index.
    ///
    /// # Panics
    /// In debug builds, if `index` is out of range.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Kind {
        debug_assert!(index < Kind::COUNT);
        Kind(index as u8)
    }

    /// The kind of a coloured symbol.
    ///
    /// # Panics
    /// If the symbol is a wild.
    #[inline(always)]
    pub const fn coloured(colour: Colour, symbol: Symbol) -> Kind {
        assert!(!symbol.is_wild());
        Kind((symbol.kinds().0 + colour.index()) as u8)
    }

    /// The kind of a wild.
    ///
    /// # Panics
    /// If the symbol is a coloured one.
    #[inline(always)]
    pub const fn wild(symbol: Symbol) -> Kind {
        assert!(symbol.is_wild());
        Kind(symbol.kinds().0 as u8)
    }

    /// The index 0–127.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the card has no colour of its own.
    #[inline(always)]
    pub const fn is_wild(self) -> bool {
        self.index().wrapping_sub(WILD_BASE) < Symbol::WILDS
    }

    /// The card's own colour; none for a wild.
    #[inline(always)]
    pub const fn colour(self) -> Option<Colour> {
        if self.is_wild() { None } else { Some(Colour::from_index(self.index())) }
    }

    /// The symbol.
    #[inline(always)]
    pub const fn symbol(self) -> Symbol {
        SYMBOLS[self.index() & (Kind::COUNT - 1)]
    }

    /// All kinds, in order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Kind> {
        (0..Kind::COUNT).map(Kind::from_index)
    }

    /// The kinds of all printed editions, in order of their index.
    pub fn printed() -> impl DoubleEndedIterator<Item = Kind> {
        (0..Kind::PRINTED).map(Kind::from_index)
    }
}
