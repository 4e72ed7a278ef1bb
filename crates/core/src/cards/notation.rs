//! The text notation of cards: `R5`, `BS`, `GR`, `Y+2`, `W`, `W+4`, `WB`, `W+10`, `WS`, `WH`, `WC`,
//! `D1`, `D2`.
//!
//! A blank with a draw value is written with that value, which belongs to the rule set; hence
//! printing takes it as an argument and parsing gives it back.

use super::{Colour, Kind, Symbol};
use crate::bounded::quoted;
use std::fmt;

/// A card in its text notation, ready to print.
#[derive(Debug, Clone, Copy)]
pub struct CardText {
    kind: Kind,
    blank_draws: u8,
}

/// A text that is not a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{}\" is not a card; a card is a colour R, B, G or Y with 0-9, S, R, +2 or +1 (R5, BS, \
     Y+2), or one of W, W+4, W+n, WB, WS, WH, WC, D1, D2",
    quoted(.0)
)]
pub struct ParseCardError(pub String);

/// A text that is not a symbol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{}\" is not a symbol; allowed are 0-9, S, R, +2, +1, W, W+4, W+n, WB, WS, WH, WC, D1, D2",
    quoted(.0)
)]
pub struct ParseSymbolError(pub String);

impl Kind {
    /// The text notation; `blank_draws` is the draw value of the rule set's blanks.
    pub const fn text(self, blank_draws: u8) -> CardText {
        CardText { kind: self, blank_draws }
    }

    /// Parses the text notation; `blank_draws` is the draw value of the rule set's blanks, and no
    /// other `W+n` is a card.
    ///
    /// # Errors
    /// [`ParseCardError`] if the text is no card of this rule set's notation.
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
    pub fn parse(text: &str, blank_draws: u8) -> Result<Kind, ParseCardError> {
        parse_wild(text, blank_draws)
            .map(Kind::wild)
            .or_else(|| {
                let mut letters = text.chars();
                let colour = Colour::from_letter(letters.next()?)?;
                Some(Kind::coloured(colour, parse_coloured(letters.as_str())?))
            })
            .ok_or_else(|| ParseCardError(text.to_owned()))
    }
}

impl Symbol {
    /// The text notation; `blank_draws` is the draw value of the rule set's blanks.
    pub fn text(self, blank_draws: u8) -> String {
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
            Symbol::BlankDraw => format!("W+{blank_draws}"),
            Symbol::WildDrawFour => "W+4".into(),
            number => (number as u8).to_string(),
        }
    }

    /// Parses the text notation.
    ///
    /// # Errors
    /// [`ParseSymbolError`] if the text is no symbol of this rule set's notation.
    pub fn parse(text: &str, blank_draws: u8) -> Result<Symbol, ParseSymbolError> {
        parse_wild(text, blank_draws)
            .or_else(|| parse_coloured(text))
            .ok_or_else(|| ParseSymbolError(text.to_owned()))
    }
}

fn parse_wild(text: &str, blank_draws: u8) -> Option<Symbol> {
    Symbol::ALL
        .into_iter()
        .filter(|symbol| symbol.is_wild() && (*symbol != Symbol::BlankDraw || blank_draws != 0))
        .find(|symbol| symbol.text(blank_draws) == text)
}

fn parse_coloured(text: &str) -> Option<Symbol> {
    Symbol::ALL.into_iter().filter(|symbol| !symbol.is_wild()).find(|symbol| symbol.text(0) == text)
}

impl fmt::Display for CardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(colour) = self.kind.colour() {
            write!(f, "{colour}")?;
        }
        f.write_str(&self.kind.symbol().text(self.blank_draws))
    }
}
