//! What strategies are written with, and what several of them share.
//!
//! No strategy is here: those that are inlined into fast tables are edited without compiling the
//! others again.

#![warn(missing_docs)]

pub mod choices;
pub mod effect;
mod tactics;

pub use tactics::*;

use unobench_core::strategy::{Cost, Entry, Recall, Traits, Visibility};

/// What strategies are written with.
pub mod prelude {
    pub use crate::{HEURISTIC, LIBRARY};
    pub use unobench_core::cards::{Cards, Colour, Kind, KindSet};
    pub use unobench_core::game::{Decision, Seat, View};
    pub use unobench_core::strategy::{
        CardChoice, Cost, Entry, FastStrategy, FromSettings, Parameter, ParameterValues, Player,
        Recall, SeatChoice, Traits, Visibility, careful,
    };
}

/// What heuristics declare of themselves, unless they say otherwise.
pub const HEURISTIC: Traits = Traits {
    stochastic: false,
    recall: Recall::Nothing,
    sight: Visibility::Own,
    looks_at: "nothing",
    cost: Cost::Cheap,
};

/// What the entries of the library have in common.
pub const LIBRARY: Entry = Entry {
    traits: HEURISTIC,
    ..Entry::new("", "", |_| unreachable!("every entry says how it is made"))
};
