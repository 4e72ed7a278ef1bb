//! What the arena learns of a finished game.

use crate::rules::MAX_SEATS;

/// The result of one game: a round, or a match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[must_use]
pub struct Outcome {
    /// Bit `s` is set when seat `s` is credited with the win: one seat, two with partners, none
    /// when the game stalled, was blocked or was drawn.
    pub winners: u16,
    /// Points that each seat was given (a match: its totals).
    pub scores: [i32; MAX_SEATS],
    /// Points of the cards left in each hand (a match: the sum over its rounds).
    pub hand_points: [u32; MAX_SEATS],
    /// Turns played (a match: of all rounds).
    pub turns: u32,
    /// Whether the round reached the turn limit (a match: whether it ended because no total moved
    /// any more, and its last round was not blocked).
    pub stalled: bool,
    /// Whether the round ended in a dead position (a match: whether it ended because no total moved
    /// any more, and its last round did).
    pub blocked: bool,
    /// Rounds played.
    pub rounds: u32,
    /// Of a match: the seats that would have won when half of it was played; see
    /// [`MatchPlay::ahead`](crate::game::match_play::MatchPlay::ahead).
    pub ahead: u16,
    /// The seat that moved first (a match: in its first round).
    pub first: u8,
    /// Decisions that each seat's strategy failed to make and `random` made for it (external bots
    /// only).
    pub faults: [u32; MAX_SEATS],
    /// Decisions that each seat's external bot was asked for.
    pub asked: [u32; MAX_SEATS],
}

impl Outcome {
    /// Whether the game neither stalled nor was blocked; means of turns are of such games.
    #[inline(always)]
    pub const fn is_finished(&self) -> bool {
        !(self.stalled | self.blocked)
    }
}
