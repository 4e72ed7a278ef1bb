//! The strategies that are inlined into tables, and the tables.
//!
//! An edit here compiles all tables again, and whoever plays by one of these strategies. What is
//! not inlined is in other crates, and called.

#![warn(missing_docs)]

pub mod first_legal;
pub mod high_points;
pub mod orders;
pub mod punisher;
pub mod random;
pub mod save_wilds;
mod tables;

pub use tables::{FastPlayer, table};

use unobench_tactics::prelude::Entry;

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
