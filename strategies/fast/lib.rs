//! Strategies that others build on, and what strategies share. Searches let them play on.

pub mod choices;
pub mod colour_first;
pub mod effect;
pub mod first_legal;
pub mod high_points;
pub mod low_points;
pub mod most_colour;
pub mod most_matches;
pub mod number_first;
pub mod random;
pub mod specials_first;
pub mod specials_last;
pub mod tactics;
pub mod wilds_first;

use unobench_core::cards::{Cards, Colour, Kind, KindSet};
use unobench_core::game::{Decision, Seat, SeatSet, View};
use unobench_core::strategy::{CardChoice, Entry, FastStrategy, Player, SeatChoice, careful};

/// What the entries of the library have in common.
pub const LIBRARY: Entry = Entry::new("", "", |_| unreachable!("every entry says how it is made"));
