//! The strategies that play a block together, and the orders in which they sit.

use serde::{Deserialize, Serialize};
use std::fmt;
use unobench_core::table::SeatMap;

/// In which orders the strategies of a line-up sit at the table in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seating {
    /// Every distinct rotation: if all are different, each sits in each seat once, in as many
    /// games as seats.
    #[default]
    Rotate,
    All,
    Fixed,
}

impl fmt::Display for Seating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["rotate", "all", "fixed"][*self as usize])
    }
}

/// One strategy of a line-up, with how often it sits at the table in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entrant {
    pub strategy: usize,
    pub seats: u32,
    /// Its appearances at the table in a block: seats times games.
    pub appearances: u32,
    /// What a sum over the block is multiplied by to compare it with others:
    /// [`Schedule::scale`](super::Schedule::scale) over the appearances.
    pub factor: i64,
    /// Where the counts of blocks by wins begin among those of its strategy.
    pub(crate) cells: usize,
}

/// The strategies that play a block together, one for each seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineUp {
    /// The strategy's number by position.
    pub members: SeatMap,
    pub entrants: Vec<Entrant>,
    /// For each position the place of its strategy in `entrants`.
    pub(crate) entrant_of: SeatMap,
    /// Whether each position is the entrant of the same number.
    pub(crate) entrants_are_positions: bool,
    /// Where the counts of blocks by wins begin among those of each seat.
    pub(crate) seat_cells: usize,
    /// The number of its seatings among those of the schedule.
    pub(super) pattern: usize,
}

impl LineUp {
    /// The seats that a strategy holds.
    pub fn seats_of(&self, strategy: usize) -> u64 {
        let entrant = self.entrants.iter().find(|entrant| entrant.strategy == strategy);
        entrant.map_or(0, |entrant| entrant.seats.into())
    }
}
