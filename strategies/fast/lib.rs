//! The strategies that are inlined into tables, the tables, and what strategies share.
//!
//! An edit here compiles all tables again. What is not inlined is in other crates, and called.

#![warn(missing_docs)]

pub mod choices;
pub mod effect;
pub mod first_legal;
pub mod high_points;
pub mod orders;
pub mod punisher;
pub mod random;
pub mod save_wilds;
mod tables;
pub mod tactics;

pub use tables::FastPlayer;

use prelude::*;

/// The strategies of this crate, in order of tier.
pub static ENTRIES: [Entry; 13] = [
    random::ENTRY,
    first_legal::ENTRY,
    high_points::ENTRY,
    orders::LOW_POINTS,
    orders::WILDS_FIRST,
    save_wilds::ENTRY,
    orders::NUMBER_FIRST,
    orders::COLOUR_FIRST,
    orders::SPECIALS_FIRST,
    orders::SPECIALS_LAST,
    orders::MOST_COLOUR,
    orders::MOST_MATCHES,
    punisher::ENTRY,
];

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
    fast_table: tables::table,
    ..Entry::new("", "", |_| unreachable!("every entry says how it is made"))
};
