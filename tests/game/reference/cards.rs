//! Cards, their notation (§ 1) and the deck (§ 2 `[deck]`).

use std::fmt;
use std::str::FromStr;

use super::own::OwnCard;
use super::settings::{Edition, Settings};

/// One of the four colours, in the order red, blue, green, yellow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    Red,
    Blue,
    Green,
    Yellow,
}

pub const COLOURS: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow];

impl Colour {
    pub fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Blue => 'B',
            Colour::Green => 'G',
            Colour::Yellow => 'Y',
        }
    }

    pub fn from_letter(letter: char) -> Option<Colour> {
        COLOURS.into_iter().find(|c| c.letter() == letter)
    }

    /// The next colour of the wheel (§ 2 `play.colour_choice`): red → blue → green → yellow → red
    /// when play is clockwise, the other way when not.
    pub fn next_on_wheel(self, clockwise: bool) -> Colour {
        match (self, clockwise) {
            (Colour::Red, true) | (Colour::Green, false) => Colour::Blue,
            (Colour::Blue, true) | (Colour::Yellow, false) => Colour::Green,
            (Colour::Green, true) | (Colour::Red, false) => Colour::Yellow,
            (Colour::Yellow, true) | (Colour::Blue, false) => Colour::Red,
        }
    }
}

/// What is printed on a card (§ 1 "kind").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    Number(Colour, u8),
    Skip(Colour),
    Reverse(Colour),
    DrawOne(Colour),
    DrawTwo(Colour),
    Wild,
    WildDrawFour,
    /// A white spare card; the number is what it makes the next player draw, 0 for no effect.
    Blank(u8),
    SwapHands,
    /// All hands are collected, shuffled and dealt out again.
    ShuffleHands,
    Crash,
    /// All others draw 1 or 2.
    Downpour(u8),
    /// One that the rule set adds, by what is written after the colour.
    Own(Option<Colour>, [u8; 4]),
}

impl Card {
    /// The card's own colour; none for a wild (§ 1 "wild": any card without a colour of its own).
    pub fn colour(self) -> Option<Colour> {
        match self {
            Card::Number(c, _)
            | Card::Skip(c)
            | Card::Reverse(c)
            | Card::DrawOne(c)
            | Card::DrawTwo(c) => Some(c),
            Card::Own(colour, _) => colour,
            _ => None,
        }
    }

    pub fn is_wild(self) -> bool {
        self.colour().is_none()
    }

    pub fn is_number(self) -> bool {
        matches!(self, Card::Number(..))
    }

    /// The number or symbol, written as in § 1 without the colour.
    pub fn symbol(self) -> String {
        let text = self.to_string();
        match self.colour() {
            Some(_) => text[1..].to_string(),
            None => text,
        }
    }

    pub fn same_symbol(self, other: Card) -> bool {
        match (self, other) {
            (Card::Number(_, a), Card::Number(_, b)) => a == b,
            (Card::Skip(_), Card::Skip(_))
            | (Card::Reverse(_), Card::Reverse(_))
            | (Card::DrawOne(_), Card::DrawOne(_))
            | (Card::DrawTwo(_), Card::DrawTwo(_)) => true,
            (Card::Own(Some(_), a), Card::Own(Some(_), b)) => a == b,
            _ => false,
        }
    }

    /// How many cards a draw two or a draw one makes somebody draw; none for every other card
    /// (§ 2 `[responses]`: a draw one acts as a draw two does, with one card).
    pub fn coloured_draw(self) -> Option<u32> {
        match self {
            Card::DrawOne(_) => Some(1),
            Card::DrawTwo(_) => Some(2),
            _ => None,
        }
    }

    /// The points of the card in a hand (§ 2 `[scoring]` "Points"), but for the zero, whose worth
    /// is a setting.
    pub fn face_points(self) -> i64 {
        match self {
            Card::Number(_, n) => i64::from(n),
            Card::Downpour(_) => 20,
            _ if self.is_wild() => 50,
            _ => 20,
        }
    }

    /// One that a rule set adds: a wild's symbol does not begin with a colour's letter.
    pub fn own(text: &str) -> Card {
        let colour = text.chars().next().and_then(Colour::from_letter);
        let symbol = if colour.is_some() { &text[1..] } else { text };
        let mut bytes = [0; 4];
        bytes[..symbol.len()].copy_from_slice(symbol.as_bytes());
        Card::Own(colour, bytes)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Card::Number(c, n) => write!(f, "{}{n}", c.letter()),
            Card::Skip(c) => write!(f, "{}S", c.letter()),
            Card::Reverse(c) => write!(f, "{}R", c.letter()),
            Card::DrawOne(c) => write!(f, "{}+1", c.letter()),
            Card::DrawTwo(c) => write!(f, "{}+2", c.letter()),
            Card::Wild => write!(f, "W"),
            Card::WildDrawFour => write!(f, "W+4"),
            Card::Blank(0) => write!(f, "WB"),
            Card::Blank(n) => write!(f, "W+{n}"),
            Card::SwapHands => write!(f, "WS"),
            Card::ShuffleHands => write!(f, "WH"),
            Card::Crash => write!(f, "WC"),
            Card::Downpour(n) => write!(f, "D{n}"),
            Card::Own(colour, text) => {
                colour.iter().try_for_each(|c| write!(f, "{}", c.letter()))?;
                write!(f, "{}", String::from_utf8_lossy(&text).trim_end_matches('\0'))
            }
        }
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Card, String> {
        let unknown = || format!("no card is written {text:?}");
        match text {
            "W" => return Ok(Card::Wild),
            "W+4" => return Ok(Card::WildDrawFour),
            "WB" => return Ok(Card::Blank(0)),
            "WS" => return Ok(Card::SwapHands),
            "WH" => return Ok(Card::ShuffleHands),
            "WC" => return Ok(Card::Crash),
            "D1" => return Ok(Card::Downpour(1)),
            "D2" => return Ok(Card::Downpour(2)),
            _ => {}
        }
        if let Some(number) = text.strip_prefix("W+") {
            return number.parse().map(Card::Blank).map_err(|_| unknown());
        }
        let letter = text.chars().next().ok_or_else(unknown)?;
        let colour = Colour::from_letter(letter).ok_or_else(unknown)?;
        match &text[1..] {
            "S" => Ok(Card::Skip(colour)),
            "R" => Ok(Card::Reverse(colour)),
            "+1" => Ok(Card::DrawOne(colour)),
            "+2" => Ok(Card::DrawTwo(colour)),
            digit if digit.len() == 1 => {
                digit.parse().map(|n| Card::Number(colour, n)).map_err(|_| unknown())
            }
            _ => Err(unknown()),
        }
    }
}

/// The kinds among some cards, each once, in the order of `Card`.
pub fn kinds(cards: &[Card]) -> Vec<Card> {
    let mut kinds = cards.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// All cards of a rule set's deck (§ 2 `[deck]`), in no particular order.
pub fn deck(settings: &Settings) -> Vec<Card> {
    let mut pack = coloured_cards(settings.deck.edition);
    let extras = &settings.deck;
    add(&mut pack, Card::Wild, extras.wild);
    add(&mut pack, Card::WildDrawFour, extras.wild_draw_four);
    add(&mut pack, Card::Blank(extras.blank_draws), extras.blanks);
    add(&mut pack, Card::SwapHands, extras.swap_hands);
    add(&mut pack, Card::ShuffleHands, extras.shuffle_hands);
    add(&mut pack, Card::Crash, extras.crash);
    add(&mut pack, Card::Downpour(1), extras.downpour_one);
    add(&mut pack, Card::Downpour(2), extras.downpour_two);
    for own in &extras.card {
        for card in cards_of(own) {
            add(&mut pack, card, own.per_colour.or(own.wild).unwrap_or(0));
        }
    }
    // `cards` overrides how many there are of a symbol in each colour; a kind wins over it.
    let is_kind = |name: &str| matches!(cards_named(settings, name)[..], [card] if !card.is_wild());
    for of_kinds in [false, true] {
        for (name, count) in extras.cards.iter().filter(|(name, _)| is_kind(name) == of_kinds) {
            for card in cards_named(settings, name) {
                pack.retain(|&other| other != card);
                add(&mut pack, card, *count as usize);
            }
        }
    }
    // `packs` multiplies every count.
    pack.repeat(extras.packs)
}

/// The cards that a rule set adds by one entry.
fn cards_of(own: &OwnCard) -> Vec<Card> {
    let coloured = COLOURS.iter().map(|c| Card::own(&format!("{}{}", c.letter(), own.symbol)));
    if own.wild.is_some() { vec![Card::own(&own.symbol)] } else { coloured.collect() }
}

/// The cards that a symbol or a card stands for.
fn cards_named(settings: &Settings, name: &str) -> Vec<Card> {
    for own in &settings.deck.card {
        let cards = cards_of(own);
        if own.symbol == name {
            return cards;
        }
        if let Some(card) = cards.into_iter().find(|card| card.to_string() == name) {
            return vec![card];
        }
    }
    if let Ok(card) = name.parse() {
        return vec![card];
    }
    COLOURS.iter().filter_map(|c| format!("{}{name}", c.letter()).parse().ok()).collect()
}

fn add(cards: &mut Vec<Card>, card: Card, copies: usize) {
    cards.extend(std::iter::repeat_n(card, copies));
}

fn coloured_cards(edition: Edition) -> Vec<Card> {
    let mut cards = Vec::new();
    for colour in COLOURS {
        match edition {
            // Per colour one 0, two each of 1–9, two skips, two reverses, two draw twos.
            Edition::Standard => {
                add(&mut cards, Card::Number(colour, 0), 1);
                for number in 1..=9 {
                    add(&mut cards, Card::Number(colour, number), 2);
                }
                add(&mut cards, Card::Skip(colour), 2);
                add(&mut cards, Card::Reverse(colour), 2);
                add(&mut cards, Card::DrawTwo(colour), 2);
            }
            // Per colour 1–9 with two 1s, one each of skip, draw one, draw two.
            Edition::Junior => {
                add(&mut cards, Card::Number(colour, 1), 2);
                for number in 2..=9 {
                    add(&mut cards, Card::Number(colour, number), 1);
                }
                add(&mut cards, Card::Skip(colour), 1);
                add(&mut cards, Card::DrawOne(colour), 1);
                add(&mut cards, Card::DrawTwo(colour), 1);
            }
        }
    }
    cards
}
