//! What is printed on a card, as a number.

use super::{Colour, Symbol};

/// Index of the first wild kind.
pub const WILD_BASE: usize = 4 * Symbol::COLOURED;

/// What is printed on a card: a coloured symbol or a wild, 0–64.
///
/// Coloured kinds are `4 × symbol + colour`, wilds `56 + (symbol − 14)`. Shuffle hands
/// is 64, beyond what a word of 64 bits holds: decks with it are played in a wider type.
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

/// The symbol of each kind; what is no kind has the last one.
const SYMBOLS: [Symbol; 128] = {
    let mut table = [Symbol::WildDrawFour; 128];
    let mut index = 0;
    while index < WILD_BASE {
        table[index] = Symbol::ALL[index / 4];
        index += 1;
    }
    while index < WILD_BASE + Symbol::ALL.len() - Symbol::COLOURED {
        table[index] = Symbol::ALL[index - WILD_BASE + Symbol::COLOURED];
        index += 1;
    }
    table
};

impl Kind {
    /// Number of kinds of all editions together.
    pub const COUNT: usize = 65;
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
        debug_assert!(index < 128);
        Kind(index as u8)
    }

    /// The kind of a coloured symbol.
    ///
    /// # Panics
    /// If the symbol is a wild.
    #[inline(always)]
    pub const fn coloured(colour: Colour, symbol: Symbol) -> Kind {
        assert!(!symbol.is_wild());
        Kind((symbol.index() * 4 + colour.index()) as u8)
    }

    /// The kind of a wild.
    ///
    /// # Panics
    /// If the symbol is a coloured one.
    #[inline(always)]
    pub const fn wild(symbol: Symbol) -> Kind {
        assert!(symbol.is_wild());
        Kind((WILD_BASE + symbol.index() - Symbol::COLOURED) as u8)
    }

    /// The index 0–64.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the card has no colour of its own.
    #[inline(always)]
    pub const fn is_wild(self) -> bool {
        self.index() >= WILD_BASE
    }

    /// The card's own colour; none for a wild.
    #[inline(always)]
    pub const fn colour(self) -> Option<Colour> {
        if self.is_wild() { None } else { Some(Colour::from_index(self.index())) }
    }

    /// The symbol.
    #[inline(always)]
    pub const fn symbol(self) -> Symbol {
        SYMBOLS[self.index() & 127]
    }

    /// All kinds, in order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Kind> {
        (0..Kind::COUNT).map(Kind::from_index)
    }
}
