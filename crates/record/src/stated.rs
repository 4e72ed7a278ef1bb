//! A chance to win as one strategy says it, with its interval.

use serde::Serialize;
use unobench_stats::Interval;
use unobench_stats::ratio::wilson;

/// How far a chance that was learned may be off, on average over positions of such a chance: see
/// docs/STATISTICS.md, "The chances of `ask`". What is told is never said to be surer.
pub(crate) const LEARNED: f64 = 0.03;

/// Chances are told in whole millionths.
const MILLIONTH: f64 = 1e-6;

/// The quantile of the normal distribution for 95 %.
const NORMAL: f64 = 1.96;

/// A chance to win as one strategy says it, 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StatedChance {
    /// Who says it.
    pub by: String,
    pub chance: f64,
    /// Its 95 % interval: of playouts Wilson's, else how true such chances were found.
    pub low: f64,
    pub high: f64,
    /// How often the action was played on to the end; none where it was not.
    pub playouts: Option<u32>,
}

impl StatedChance {
    pub(crate) fn of(by: &str, chance: f64, playouts: Option<u32>) -> StatedChance {
        let Interval { low, high } = match playouts {
            // What surely wins.
            None if chance >= 1.0 => Interval { low: 1.0, high: 1.0 },
            Some(playouts) => wilson(chance, NORMAL.powi(2) / f64::from(playouts)),
            None => Interval::around(chance, LEARNED).within(0.0, 1.0),
        };
        let [low, high] = [low, high].map(in_millionths);
        StatedChance { by: by.to_owned(), chance, low, high, playouts }
    }

    pub(crate) fn differs(&self, other: &StatedChance) -> bool {
        self.high + MILLIONTH < other.low || other.high + MILLIONTH < self.low
    }
}

pub(crate) fn in_millionths(chance: f64) -> f64 {
    (chance / MILLIONTH).round() / 1e6
}
