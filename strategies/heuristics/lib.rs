//! The heuristics that nothing else is built on, a file each.

pub mod bluffer;
pub mod counter;
pub mod eager_draw;
pub mod punisher;
pub mod quiet;
pub mod rlcard_v1;
pub mod save_wilds;
pub mod switcher;

use unobench_core::cards::{Cards, Colour, Kind, KindSet};
use unobench_core::game::{Decision, Seat, View};
use unobench_core::strategy::{CardChoice, Entry, FastStrategy, Player, SeatChoice, careful};
use unobench_fast::{LIBRARY, tactics};
