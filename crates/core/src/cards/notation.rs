//! The text notation of cards: `R5`, `BS`, `GR`, `Y+2`, `W`, `W+4`, `WB`, `W+10`, `WS`, `WH`, `WC`,
//! `D1`, `D2`, and what a rule set calls the cards that it adds.
//!
//! What a blank draws and what added cards are called belongs to the rule set; hence printing takes
//! a [`Notation`] as an argument and parsing gives it back.

use super::{Colour, Kind, Symbol};
use crate::bounded::quoted;
use std::fmt;

/// How a rule set's cards are written.
///
/// A number stands for the notation of a rule set without cards of its own, whose blanks draw as
/// many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Notation {
    blank_draws: u8,
    /// The texts of added symbols, filled up with zeros; all zeros where there is none.
    own: [[u8; Notation::LONGEST]; Symbol::OWN],
}

impl Notation {
    /// The notation of the printed cards but for blanks that draw.
    pub const PRINTED: Notation = Notation { blank_draws: 0, own: [[0; 4]; Symbol::OWN] };
    /// The longest text of an added symbol, in bytes.
    pub const LONGEST: usize = 4;

    /// The notation where blanks draw so many, 0 where they do nothing.
    pub const fn of_blanks(blank_draws: u8) -> Notation {
        Notation { blank_draws, ..Notation::PRINTED }
    }

    /// The same where blanks draw so many.
    pub const fn with_blanks(self, blank_draws: u8) -> Notation {
        Notation { blank_draws, ..self }
    }

    /// What the blanks draw.
    pub const fn blank_draws(&self) -> u8 {
        self.blank_draws
    }

    /// The same with a text for an added symbol.
    ///
    /// # Panics
    /// If the symbol is printed, or the text is empty or too long.
    pub fn with(mut self, symbol: Symbol, text: &str) -> Notation {
        let own = &mut self.own[symbol.own().expect("an added symbol")];
        assert!(!text.is_empty() && text.len() <= own.len());
        own[..text.len()].copy_from_slice(text.as_bytes());
        self
    }

    /// The symbols that are written, in order.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        (0..Symbol::COUNT).map(Symbol::from_index).filter(|symbol| match symbol.own() {
            Some(place) => self.own[place][0] != 0,
            None => *symbol != Symbol::BlankDraw || self.blank_draws != 0,
        })
    }

    /// The kinds that are written, in order.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        let notation = *self;
        let written = move |kind: &Kind| notation.symbols().any(|symbol| symbol == kind.symbol());
        Kind::all().filter(written)
    }
}

impl Default for Notation {
    fn default() -> Notation {
        Notation::PRINTED
    }
}

impl From<u8> for Notation {
    fn from(blank_draws: u8) -> Notation {
        Notation::of_blanks(blank_draws)
    }
}

/// A card in its text notation, ready to print.
#[derive(Debug, Clone, Copy)]
pub struct CardText {
    kind: Kind,
    notation: Notation,
}

/// A text that is not a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{}\" is not a card; a card is a colour R, B, G or Y with 0-9, S, R, +2 or +1 (R5, BS, \
     Y+2), one of W, W+4, W+n, WB, WS, WH, WC, D1, D2, or one that the rule set adds",
    quoted(.0)
)]
pub struct ParseCardError(pub String);

/// A text that is not a symbol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{}\" is not a symbol; allowed are 0-9, S, R, +2, +1, W, W+4, W+n, WB, WS, WH, WC, D1, D2, and \
     those that the rule set adds",
    quoted(.0)
)]
pub struct ParseSymbolError(pub String);

impl Kind {
    /// The text in a rule set's notation.
    pub fn text(self, notation: impl Into<Notation>) -> CardText {
        CardText { kind: self, notation: notation.into() }
    }

    /// Parses the text of a card in a rule set's notation.
    ///
    /// # Errors
    /// [`ParseCardError`] if the text is no card of this notation.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::cards::{Colour, Kind, Symbol};
    ///
    /// let card = Kind::parse("Y+2", 0).expect("a card");
    /// assert_eq!(card, Kind::coloured(Colour::Yellow, Symbol::DrawTwo));
    /// assert_eq!(card.text(0).to_string(), "Y+2");
    /// // A blank that draws ten is a card only where blanks draw ten.
    /// assert!(Kind::parse("W+10", 10).is_ok() && Kind::parse("W+10", 0).is_err());
    /// ```
    pub fn parse(text: &str, notation: impl Into<Notation>) -> Result<Kind, ParseCardError> {
        let notation = notation.into();
        let symbol = |text: &str, wild: bool| {
            notation
                .symbols()
                .filter(|symbol| symbol.is_wild() == wild)
                .find(|symbol| symbol.text(notation) == text)
        };
        symbol(text, true)
            .map(Kind::wild)
            .or_else(|| {
                let mut letters = text.chars();
                let colour = Colour::from_letter(letters.next()?)?;
                Some(Kind::coloured(colour, symbol(letters.as_str(), false)?))
            })
            .ok_or_else(|| ParseCardError(text.to_owned()))
    }
}

impl Symbol {
    /// The text in a rule set's notation.
    pub fn text(self, notation: impl Into<Notation>) -> String {
        let notation = notation.into();
        if let Some(place) = self.own() {
            let letters = notation.own[place].iter().take_while(|&&letter| letter != 0);
            return letters.map(|&letter| char::from(letter)).collect();
        }
        match self {
            Symbol::Skip => "S".into(),
            Symbol::Reverse => "R".into(),
            Symbol::DrawOne => "+1".into(),
            Symbol::DrawTwo => "+2".into(),
            Symbol::Wild => "W".into(),
            Symbol::BlankWild => "WB".into(),
            Symbol::SwapHands => "WS".into(),
            Symbol::ShuffleHands => "WH".into(),
            Symbol::Crash => "WC".into(),
            Symbol::DownpourOne => "D1".into(),
            Symbol::DownpourTwo => "D2".into(),
            Symbol::BlankDraw => format!("W+{}", notation.blank_draws),
            Symbol::WildDrawFour => "W+4".into(),
            number => number.index().to_string(),
        }
    }

    /// Parses the text of a symbol in a rule set's notation.
    ///
    /// # Errors
    /// [`ParseSymbolError`] if the text is no symbol of this notation.
    pub fn parse(text: &str, notation: impl Into<Notation>) -> Result<Symbol, ParseSymbolError> {
        let notation = notation.into();
        let symbol = notation.symbols().find(|symbol| symbol.text(notation) == text);
        symbol.ok_or_else(|| ParseSymbolError(text.to_owned()))
    }
}

impl fmt::Display for CardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(colour) = self.kind.colour() {
            write!(f, "{colour}")?;
        }
        f.write_str(&self.kind.symbol().text(self.notation))
    }
}
