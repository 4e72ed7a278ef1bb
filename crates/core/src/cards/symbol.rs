//! Colours and symbols, the two halves of what is printed on a card.

use std::fmt;

/// One of the four card colours, in the order red, blue, green, yellow that breaks ties everywhere.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::Colour;
///
/// let letters: String = Colour::ALL.into_iter().map(Colour::letter).collect();
/// assert_eq!(letters, "RBGY");
/// assert_eq!(Colour::from_letter('G'), Some(Colour::Green));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[must_use]
pub enum Colour {
    /// `R`
    Red = 0,
    /// `B`
    Blue = 1,
    /// `G`
    Green = 2,
    /// `Y`
    Yellow = 3,
}

impl Colour {
    /// All colours in order.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow];

    /// The colour with this index, counted modulo 4.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Colour {
        match index & 3 {
            0 => Colour::Red,
            1 => Colour::Blue,
            2 => Colour::Green,
            _ => Colour::Yellow,
        }
    }

    /// The index 0–3.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in the text notation.
    pub const fn letter(self) -> char {
        ['R', 'B', 'G', 'Y'][self as usize]
    }

    /// The colour of a letter of the text notation.
    pub fn from_letter(letter: char) -> Option<Colour> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What is printed on a card besides its colour: a number, an action, or the name of a wild.
///
/// The coloured symbols come first, in the order 0–9, skip, reverse, draw one, draw two; the wilds
/// in the order in which `high-points` plays them, but for shuffle hands, which came later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
#[must_use]
pub enum Symbol {
    Zero = 0,
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Skip,
    Reverse,
    DrawOne,
    DrawTwo,
    Wild,
    BlankWild,
    SwapHands,
    Crash,
    DownpourOne,
    DownpourTwo,
    BlankDraw,
    WildDrawFour,
    ShuffleHands,
}

impl Symbol {
    /// Number of coloured symbols.
    pub const COLOURED: usize = 14;

    /// All symbols in order.
    pub const ALL: [Symbol; 23] = [
        Symbol::Zero,
        Symbol::One,
        Symbol::Two,
        Symbol::Three,
        Symbol::Four,
        Symbol::Five,
        Symbol::Six,
        Symbol::Seven,
        Symbol::Eight,
        Symbol::Nine,
        Symbol::Skip,
        Symbol::Reverse,
        Symbol::DrawOne,
        Symbol::DrawTwo,
        Symbol::Wild,
        Symbol::BlankWild,
        Symbol::SwapHands,
        Symbol::Crash,
        Symbol::DownpourOne,
        Symbol::DownpourTwo,
        Symbol::BlankDraw,
        Symbol::WildDrawFour,
        Symbol::ShuffleHands,
    ];

    /// The index in [`Symbol::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether cards with this symbol have no colour of their own.
    #[inline(always)]
    pub const fn is_wild(self) -> bool {
        self.index() >= Self::COLOURED
    }

    /// Whether this is one of the numbers 0–9.
    #[inline(always)]
    pub const fn is_number(self) -> bool {
        self.index() < 10
    }

    /// Points that a card with this symbol counts in a hand (a zero counts 0 here; house rules may
    /// add to it).
    ///
    /// Numbers their face, coloured action cards 20, downpours 20, other wilds 50.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::cards::Symbol;
    ///
    /// assert_eq!(Symbol::Seven.points(), 7);
    /// assert_eq!(Symbol::Reverse.points(), 20);
    /// assert_eq!(Symbol::WildDrawFour.points(), 50);
    /// ```
    pub const fn points(self) -> u16 {
        match self {
            Symbol::Skip | Symbol::Reverse | Symbol::DrawOne | Symbol::DrawTwo => 20,
            Symbol::DownpourOne | Symbol::DownpourTwo => 20,
            _ if self.is_wild() => 50,
            _ => self as u16,
        }
    }
}

/// A set of symbols.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::{Symbol, SymbolSet};
///
/// let set: SymbolSet = [Symbol::Wild, Symbol::Skip].into_iter().collect();
/// assert!(set.contains(Symbol::Skip) && !set.contains(Symbol::Reverse));
/// // In the order of the symbols, not in that of insertion.
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Symbol::Skip, Symbol::Wild]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct SymbolSet(u32);

impl SymbolSet {
    /// The empty set.
    pub const EMPTY: SymbolSet = SymbolSet(0);

    /// The set with one more symbol.
    pub const fn with(self, symbol: Symbol) -> SymbolSet {
        SymbolSet(self.0 | 1 << symbol.index())
    }

    /// Whether the symbol is in the set.
    pub const fn contains(self, symbol: Symbol) -> bool {
        self.0 >> symbol.index() & 1 == 1
    }

    /// Whether no symbol is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The symbols of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Symbol> {
        Symbol::ALL.into_iter().filter(move |&symbol| self.contains(symbol))
    }
}

impl FromIterator<Symbol> for SymbolSet {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> SymbolSet {
        symbols.into_iter().fold(SymbolSet::EMPTY, SymbolSet::with)
    }
}
