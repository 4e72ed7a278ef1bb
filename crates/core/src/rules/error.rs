//! What can be wrong with a rule set.

use crate::bounded::quoted;
use crate::shown::Shown;
use crate::slip;
use std::fmt::Display;
use std::path::PathBuf;

/// A rule set that cannot be read or cannot be played; what each error is about stands in its
/// message. [`RuleError::At`] says where: a file with its line, or `--set`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum RuleError {
    #[error("{}: {error}", Shown::of(.place))]
    At { place: String, error: Box<RuleError> },
    #[error("cannot read the rule set {}: {error}", quoted(&.path.to_string_lossy()))]
    Unreadable { path: PathBuf, error: String },
    #[error(
        "there is no rule set \"{}\"{}; allowed: a file, or a name that `unobench rules list` \
         shows",
        quoted(.name), did_you_mean(.suggestions)
    )]
    UnknownRuleSet { name: String, suggestions: Vec<&'static str> },
    #[error("not valid TOML: {}", quoted(.message))]
    Syntax { message: String },
    #[error("not a rule set in JSON: {}", quoted(.message))]
    Json { message: String },
    #[error(
        "\"{}\" is not of the form key=value; an example: responses.draw_two=stack",
        quoted(.text)
    )]
    Assignment { text: String },
    #[error("unknown key {key}, here {value}{}; allowed: {allowed}", did_you_mean(.suggestions))]
    UnknownKey { key: String, value: String, suggestions: Vec<String>, allowed: String },
    #[error("{key} is set twice, to {first} and to {second}; allowed: once")]
    Twice { key: String, first: String, second: String },
    #[error("{key} = {value} is not allowed; allowed: {allowed}")]
    Value { key: String, value: String, allowed: String },
    #[error("{key} needs {needed}, here {here}{more}")]
    Needs { key: String, needed: &'static str, here: String, more: &'static str },
    #[error("deck.card: card {number}: {error}; docs/RULES.md says how a card is written")]
    Card { number: usize, error: String },
    #[error(
        "deck.card: {copies} cards of \"{}\", all packs together (deck.packs); allowed: 0 to 16",
        quoted(.symbol)
    )]
    CopiesOfCard { symbol: String, copies: u8 },
    #[error(
        "finish.mercy = {mercy} would knock out who is dealt {hand_size} cards; allowed: 0, or more \
         than setup.hand_size"
    )]
    MercyBelowHand { mercy: u8, hand_size: u8 },
    #[error(
        "a rule set cannot be called \"{}\"; allowed: one line of 1 to {} characters that begins \
         with none of = + - @ or a tab, which a spreadsheet takes for a formula; give it another \
         name, as in name = \"my-rules\" (without a name the file's is used)",
        quoted(.name), super::MAX_NAME
    )]
    Name { name: String },
    #[error(
        "extends = \"{}\" goes in a circle: {}; allowed: a rule set that does not extend this one",
        quoted(.name), circle(.chain)
    )]
    ExtendsCircle { name: String, chain: Vec<String> },
    #[error("extends = \"{}\": too long a chain of rule sets; allowed: {limit}", quoted(.name))]
    ExtendsDepth { name: String, limit: usize },
    #[error(
        "hands.launcher_least = {least}: the launcher throws {launcher} cards at most \
         (hands.launcher); allowed: 0 to {launcher}"
    )]
    LauncherLeast { least: u8, launcher: u8 },
    #[error(
        "deck.cards names blanks that are not in the deck: deck.blank_draws = {blank_draws}; \
         allowed: WB with deck.blank_draws = 0, W+n where blanks draw n"
    )]
    OtherBlank { blank_draws: u8 },
    #[error(
        "deck.cards and deck.packs make {copies} cards of {card}; allowed: 0 to 16, all packs \
         together"
    )]
    Copies { card: String, copies: u8 },
    #[error("deck.cards and deck.packs make {cards} cards; allowed: 500 at most")]
    DeckSize { cards: usize },
    #[error(
        "scoring.points names \"W+{named}\", which no deck has with deck.blank_draws = \
         {blank_draws}; allowed: \"W+{blank_draws}\", or deck.blank_draws = {named} or 0"
    )]
    PointsOfOtherBlank { named: u8, blank_draws: u8 },
    #[error(
        "play.no_finish_on bars blanks that draw and needs deck.blank_draws, here 0: no blank \
         draws then; allowed: 1 to 3 or 5 to 20"
    )]
    BarredBlankDrawsNothing,
    #[error(
        "{players} players cannot play; allowed: {} to {} (--players)",
        super::MIN_SEATS,
        super::MAX_SEATS
    )]
    Players { players: usize },
    #[error(
        "scoring.partners = true cannot be played by {players}; allowed: an even number of players \
         from 4 on (--players)"
    )]
    PartnersSeats { players: usize },
    #[error(
        "setup.first_dealer = {seat}: there is no such seat with {players} players; allowed: draw, \
         random, or 0 to {}",
        last_seat(.players)
    )]
    FirstDealerSeat { seat: u8, players: usize },
    #[error(
        "people.seat.{seat}.{key} = {value}: there is no such seat with {players} players; \
         allowed: 0 to {}",
        last_seat(.players)
    )]
    PersonSeat { seat: usize, key: String, value: String, players: usize },
    #[error(
        "setup.hand_size = {hand_size}: {players} hands and the start card are {needed} cards, the \
         deck has {deck}; allowed: {}",
        what_fits(.deck, .players)
    )]
    Deal { hand_size: u8, players: usize, needed: u16, deck: u16 },
}

impl RuleError {
    /// The same error with the place where it was found.
    pub fn at(self, place: impl Into<String>) -> RuleError {
        RuleError::At { place: place.into(), error: Box::new(self) }
    }

    /// Whether it is about the number of added cards with this symbol.
    #[cfg(feature = "text")]
    pub(super) fn is_about_card(&self, wrong: &str) -> bool {
        matches!(self, RuleError::CopiesOfCard { symbol, .. } if symbol == wrong)
    }

    /// The error without the place where it was found.
    pub fn cause(&self) -> &RuleError {
        match self {
            RuleError::At { error, .. } => error.cause(),
            cause => cause,
        }
    }
}

fn circle(chain: &[String]) -> String {
    chain.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(" extends ")
}

fn did_you_mean(suggestions: &[impl Display]) -> String {
    match suggestions {
        [] => String::new(),
        names => format!(" (did you mean {}?)", slip::alternatives(names)),
    }
}

fn last_seat(players: &usize) -> usize {
    players.saturating_sub(1)
}

fn what_fits(deck: &u16, players: &usize) -> String {
    match usize::from(*deck).saturating_sub(1) / players {
        0 => "more cards in the deck, more deck.packs, or fewer --players".to_owned(),
        most => format!("1 to {most} (or more deck.packs, or fewer --players)"),
    }
}
