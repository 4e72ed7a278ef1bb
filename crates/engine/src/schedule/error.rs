//! Why games cannot be scheduled, and how much can be.

use unobench_core::bounded::quoted;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};

/// The most seatings in which one deal is played: 7!.
pub const MAX_SEATINGS: u64 = 5040;

/// The most line-ups that strategies may make, times the squared number of seats: each line-up is
/// tallied by pairs of its members.
pub const MAX_PAIRINGS: u64 = 80_000;

pub const MAX_STRATEGIES: usize = 255;

pub const MAX_GAMES: u64 = 1_000_000_000_000_000;

/// A result of the schedule, or why there is none.
pub(super) type Result<T> = std::result::Result<T, ScheduleError>;

/// Why games cannot be scheduled, for the user who asked for them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    #[error("no strategies to play")]
    NoStrategies,
    #[error("{0} players: a table has {MIN_SEATS} to {MAX_SEATS} seats")]
    Players(usize),
    #[error("{0} strategies are too many, at most {MAX_STRATEGIES} can play")]
    TooManyStrategies(usize),
    #[error(
        "{strategies} strategies at {players} seats make {line_ups} line-ups, at most {} can play; \
         name fewer strategies",
        max_line_ups(*.players)
    )]
    TooManyLineUps { strategies: usize, players: usize, line_ups: u64 },
    #[error(
        "seating all: {seatings} orders at {players} seats are too many, at most {MAX_SEATINGS} \
         are played; use rotate"
    )]
    TooManySeatings { players: usize, seatings: u64 },
    #[error("line-up {place} has {found} seats, the table has {players}")]
    Seats { place: usize, found: usize, players: usize },
    #[error("line-up {place} names strategy {number} of {strategies}")]
    Member { place: usize, number: usize, strategies: usize },
    #[error("two strategies are called {}, and their results could not be told apart", quoted(.0))]
    Repeated(String),
    #[error("{0} games: the number of games is from 1 to {MAX_GAMES}")]
    Games(u64),
}

pub(super) fn max_line_ups(players: usize) -> u64 {
    MAX_PAIRINGS / (players * players) as u64
}
