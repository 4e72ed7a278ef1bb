//! Strategies that play by what was learned: weights and networks, in files.

#![warn(missing_docs)]

pub mod champion;
pub mod linear;
pub mod net;

use unobench_tactics::prelude::Entry;

/// The strategies of this crate.
pub static ENTRIES: [Entry; 3] = [linear::ENTRY, net::ENTRY, champion::ENTRY];
