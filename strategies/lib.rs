//! The catalogue of all strategies.
//!
//! Each crate beside this file lists its own: those that are inlined into fast tables and the
//! tables themselves, other heuristics, learners, searches and bounds. They compile apart: tables
//! call what they do not inline, and need not know it. Searches and bounds, which think for longer
//! than the game takes, play at open tables.

#![warn(missing_docs)]

pub use unobench_fast::{FastPlayer, first_legal, high_points, orders, punisher, random};
pub use unobench_heuristics::rlcard_v1;
pub use unobench_learners::{linear, net};
pub use unobench_searches::halve;

use unobench_core::strategy::{Catalogue, Entry, StrategyError, StrategySpec};

/// Those of tiers 0 and 1, and the others.
const FAST: (&[Entry], &[Entry]) = unobench_fast::ENTRIES.split_at(12);
const HEURISTICS: (&[Entry], &[Entry]) = unobench_heuristics::ENTRIES.split_at(2);

/// The strategies of this library, in order of tier.
pub static CATALOGUE: Catalogue = Catalogue::of_crates(&[
    FAST.0,
    HEURISTICS.0,
    FAST.1,
    HEURISTICS.1,
    &unobench_learners::ENTRIES,
    &unobench_searches::ENTRIES,
])
.reading(&unobench_disk::Disk)
.with_fast_tables(unobench_fast::table);

/// The strategy of this library that is written `name` or `name:key=value,key=value`.
///
/// # Errors
/// If there is no such strategy or parameter, or a value is not allowed.
///
/// # Examples
///
/// ```
/// let strategy = unobench_strategies::strategy("save-wilds:own=3")?;
/// assert_eq!(strategy.name(), "save-wilds");
/// # Ok::<(), unobench_core::strategy::StrategyError>(())
/// ```
pub fn strategy(text: &str) -> Result<StrategySpec, StrategyError> {
    CATALOGUE.parse(text)
}
