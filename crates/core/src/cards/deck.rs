//! Deck editions: which cards are in a box. Tables, not code.

use super::{Kind, Symbol};

/// The printed contents of an edition, one pack.
#[derive(Debug)]
pub struct DeckEdition {
    /// The name in a rule-set file.
    pub name: &'static str,
    /// Copies of each printed coloured symbol, in each colour: 0 to 9, skip, reverse, draw one, draw
    /// two.
    pub per_colour: [u8; Symbol::COLOURED],
    /// Copies of the wild and of the wild draw four, unless the rule set says otherwise.
    pub wilds: [(Symbol, u8); 2],
}

/// All editions, in the order of the rule catalogue.
pub static EDITIONS: [DeckEdition; 2] = [
    // Sources A, B, C, D: 108 cards.
    DeckEdition {
        name: "standard",
        per_colour: [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 2],
        wilds: [(Symbol::Wild, 4), (Symbol::WildDrawFour, 4)],
    },
    // Source D: 56 cards.
    DeckEdition {
        name: "junior",
        per_colour: [0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1],
        wilds: [(Symbol::Wild, 4), (Symbol::WildDrawFour, 0)],
    },
];

/// A deck ready to play with: how many cards of each kind, all packs together.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::{Deck, EDITIONS, Kind};
///
/// let [standard, junior] = &EDITIONS;
/// let deck = Deck::new(standard, &standard.wilds, 2);
/// assert_eq!((deck.len(), deck.copies(Kind::WILD)), (216, 8));
/// assert_eq!(Deck::new(junior, &junior.wilds, 1).len(), 56);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Deck {
    copies: [u8; Kind::COUNT],
}

/// The most copies of a kind that [`super::Compact`] holds.
pub const COPIES_COMPACT: u8 = 4;

impl Deck {
    /// An edition's coloured cards with the given numbers of wilds, `packs` times.
    pub fn new(edition: &DeckEdition, wilds: &[(Symbol, u8)], packs: u8) -> Deck {
        let mut copies = [0; Kind::COUNT];
        for (symbol, count) in Symbol::ALL.into_iter().zip(edition.per_colour) {
            for colour in super::Colour::ALL {
                copies[Kind::coloured(colour, symbol).index()] += count * packs;
            }
        }
        for &(symbol, count) in wilds {
            copies[Kind::wild(symbol).index()] += count * packs;
        }
        Deck { copies }
    }

    /// Changes the number of copies of a kind.
    pub fn set(&mut self, kind: Kind, copies: u8) {
        self.copies[kind.index()] = copies;
    }

    /// Number of copies of a kind.
    pub fn copies(&self, kind: Kind) -> u8 {
        self.copies[kind.index()]
    }

    /// Number of cards.
    pub fn len(&self) -> usize {
        self.copies.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether the deck has no card.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All cards, in order of their kinds.
    pub fn cards(&self) -> impl Iterator<Item = Kind> + '_ {
        Kind::all().flat_map(|kind| std::iter::repeat_n(kind, usize::from(self.copies(kind))))
    }

    /// Whether [`super::Compact`] can hold every hand of this deck.
    pub fn is_compact(&self) -> bool {
        self.len() <= 128
            && self.copies.iter().all(|&count| count <= COPIES_COMPACT)
            && self.copies[Kind::COMPACT..].iter().all(|&count| count == 0)
    }
}
