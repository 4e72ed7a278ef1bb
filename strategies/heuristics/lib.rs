//! The heuristics, a file each. To add one: its file, and its two lines here. The list is a static,
//! so that what it names is compiled in this crate.

#![warn(missing_docs)]

mod bluff;
pub mod bluffer;
pub mod counter;
pub mod eager_draw;
pub mod quiet;
pub mod rlcard_v1;
pub mod switcher;

use unobench_tactics::{self as tactics, prelude::Entry};

/// The strategies of this crate, in order of tier.
pub static ENTRIES: [Entry; 6] = [
    eager_draw::ENTRY,
    rlcard_v1::ENTRY,
    counter::ENTRY,
    bluffer::ENTRY,
    switcher::ENTRY,
    quiet::ENTRY,
];
