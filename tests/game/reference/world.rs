//! The outside world: every decision and every chance outcome of a round comes from it. The engine
//! has no randomness of its own.

use serde_json::Value;

use super::cards::{Card, Colour};
use super::game::Game;

/// What a seat is asked, by the name that records and bots have for it.
pub type Decision = &'static str;

/// One legal answer to a decision.
///
/// The legal acts of a decision are a set. They are handed out in the order: cards (each kind once,
/// in the order of `Card`), colours or seats in their order, and last the act that does nothing
/// (`Draw`, `Keep`, `Take`, `Accept`, `Silent`, `Pass`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    Card(Card),
    Colour(Colour),
    Seat(usize),
    Call,
    Challenge,
    Draw,
    Keep,
    Take,
    Accept,
    Silent,
    Pass,
}

/// Chance and the players. Nothing is asked that has only one outcome.
///
/// | question | `what`, in the order in which a turn asks |
/// |---|---|
/// | `pick`, `coin` | `advises` (then the coin `catches_fault`), `plays_out_of_turn` (then `catches_fault`, and which card: `pick_card`), `talks` |
/// | `coin` | `calls_falsely`; `forgets_penalty` (which card: `pick_card`); `misplays` (which card: `pick_card`, then `catches_fault`); `forgets_colour`; `forgets_uno`, `remembers_uno`, `catches_uno` |
/// | `race` | `uno`, `slam` (again and again, until one is left), `penalty`, `jump_in` |
/// | `shuffle` | `reshuffle`, `crash` (shuffle hands, too) |
pub trait World {
    /// One of `legal`, which has at least two acts.
    fn decide(&mut self, game: &Game<'_>, seat: usize, decision: Decision, legal: &[Act]) -> Act;

    /// Whether something happens that has the chance `p`, with 0 < p < 1.
    fn coin(&mut self, what: &'static str, seat: usize, p: f64) -> bool;

    /// The index of the candidate (a seat and its positive weight) who is first; there are at least
    /// two.
    fn race(&mut self, what: &'static str, candidates: &[(usize, f64)]) -> usize;

    /// One of at least two seats.
    fn pick(&mut self, what: &'static str, seats: &[usize]) -> usize;

    /// One of at least two kinds.
    fn pick_card(&mut self, what: &'static str, seat: usize, cards: &[Card]) -> Card;

    /// An index 0..n for a card put back into the draw pile, which then has n ≥ 2 cards.
    fn place(&mut self, n: usize) -> usize;

    /// What one press of the launcher throws, least..=max, which differ.
    fn throw(&mut self, seat: usize, least: usize, max: usize) -> usize;

    /// A new order of at least two cards.
    fn shuffle(&mut self, what: &'static str, cards: Vec<Card>) -> Vec<Card>;

    /// An event of the record, as it happens.
    fn heard(&mut self, _event: &Value) {}

    /// The round is over; this is how the table is left.
    fn over(&mut self, _game: &Game<'_>) {}
}
