//! Strategies that play by what was learned: weights and networks, in files.

pub mod champion;
pub mod linear;
pub mod net;

use unobench_core::cards::{Cards, Colour, Kind, KindSet};
use unobench_core::game::{Seat, View};
use unobench_core::strategy::{CardChoice, Entry, FastStrategy, Player, SeatChoice};
use unobench_fast::LIBRARY;
