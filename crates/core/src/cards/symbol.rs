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

/// Index of the first wild kind.
pub const WILD_BASE: usize = 4 * Symbol::COLOURED;
/// Index of the first coloured kind that a rule set may add.
pub const OWN_BASE: usize = WILD_BASE + Symbol::WILDS;

/// What is printed on a card besides its colour: a number, an action, or the name of a wild.
///
/// The printed coloured symbols come first, in the order 0–9, skip, reverse, draw one, draw two;
/// then the wilds, in the order in which `high-points` plays them, but for shuffle hands, which
/// came later; then the wilds and the coloured symbols that a rule set may add.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[must_use]
pub struct Symbol(u8);

macro_rules! printed {
    ($($name:ident)+) => {
        #[allow(missing_docs, non_upper_case_globals)]
        impl Symbol {
            $(pub const $name: Symbol = Symbol(Printed::$name as u8);)+
            /// All printed symbols in order.
            pub const ALL: [Symbol; [$(Printed::$name),+].len()] = [$(Symbol::$name),+];
        }

        /// The printed symbols, whose places in this list are their numbers.
        enum Printed { $($name),+ }
    };
}

printed! {
    Zero One Two Three Four Five Six Seven Eight Nine Skip Reverse DrawOne DrawTwo
    Wild BlankWild SwapHands Crash DownpourOne DownpourTwo BlankDraw WildDrawFour ShuffleHands
}

impl Symbol {
    /// Number of printed coloured symbols.
    pub const COLOURED: usize = 14;
    /// Number of wilds, printed or added.
    pub const WILDS: usize = 16;
    /// Number of symbols, printed or added.
    pub const COUNT: usize = Symbol::COLOURED + Symbol::WILDS + Symbol::OWN_COLOURED;
    /// Number of coloured symbols that a rule set may add.
    pub const OWN_COLOURED: usize = 14;
    /// Number of wilds that a rule set may add.
    pub const OWN_WILDS: usize = Symbol::COLOURED + Symbol::WILDS - Symbol::ALL.len();
    /// Number of symbols that a rule set may add.
    pub const OWN: usize = Symbol::OWN_WILDS + Symbol::OWN_COLOURED;

    /// The symbol with this index.
    ///
    /// # Panics
    /// In debug builds, if `index` is out of range.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Symbol {
        debug_assert!(index < Symbol::COUNT);
        Symbol(index as u8)
    }

    reads! {
        const:
        /// The index, below [`Symbol::COUNT`]; of a printed one its place in [`Symbol::ALL`].
        pub fn index(self) -> usize = self.0 as usize;
        /// Its place among the symbols that a rule set may add; none for a printed one.
        pub fn own(self) -> Option<usize> = self.index().checked_sub(Symbol::ALL.len());
        /// Whether cards with this symbol have no colour of their own.
        pub fn is_wild(self) -> bool = self.index().wrapping_sub(Self::COLOURED) < Self::WILDS;
    }

    /// The index of the first of its kinds, and how many there are.
    pub(crate) const fn kinds(self) -> (usize, usize) {
        let index = self.index();
        if index < Self::COLOURED {
            (4 * index, 4)
        } else if self.is_wild() {
            (WILD_BASE + index - Self::COLOURED, 1)
        } else {
            (OWN_BASE + 4 * (index - Self::COLOURED - Self::WILDS), 4)
        }
    }

    /// Whether this is one of the numbers 0–9.
    #[inline(always)]
    pub const fn is_number(self) -> bool {
        self.index() < 10
    }

    /// Points that a card with this printed symbol counts in a hand (a zero counts 0 here; house
    /// rules may add to it).
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
            _ => self.0 as u16,
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
pub struct SymbolSet(u64);

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
        (0..Symbol::COUNT).map(Symbol::from_index).filter(move |&symbol| self.contains(symbol))
    }
}

impl FromIterator<Symbol> for SymbolSet {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> SymbolSet {
        symbols.into_iter().fold(SymbolSet::EMPTY, SymbolSet::with)
    }
}
