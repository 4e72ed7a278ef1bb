//! Statistics: pure functions from integer sums to estimates, each with its source.
//!
//! The independent unit is the *block*, one deal played in every seating; the games of a block are
//! correlated, often so that their sum varies less than independent games would. So every interval
//! here is built from sums over blocks: squares and cross-products of block totals, never the
//! number of games.
//!
//! Nothing here knows of files, threads or cards. What cannot be estimated is `None`, and is
//! exported as an empty field.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests make files as they please"))]
#![warn(missing_docs)]

pub mod duel;
pub mod elo;
pub mod factorial;
pub mod fisher;
pub mod groups;
pub mod homogeneity;
pub mod line;
mod linear;
pub mod looks;
pub mod mean;
pub mod multiplicity;
pub mod non_inferiority;
pub mod plackett_luce;
pub mod quantile;
pub mod ranks;
pub mod ratio;
pub mod sequence;
pub mod skill;
pub mod sprt;
pub mod stagewise;
pub mod student;
pub mod transitivity;

pub use duel::{DuelEstimate, Side};
pub use elo::{elo, share_of_elo, win_rate};
pub use groups::{GroupEstimate, Verdict, verdicts};
pub use homogeneity::{Homogeneity, SeatSums};
pub use mean::MeanSums;
pub use multiplicity::{benjamini_hochberg, holm};
pub use non_inferiority::{NonInferiority, NonInferiorityVerdict};
pub use quantile::{quantile, quantile_interval, spread_quantile, standard_deviation};
pub use ratio::{RatioMean, RatioSums};
pub use sprt::{Sprt, SprtDecision, SprtError};
pub use stagewise::{LastLook, Stagewise};
pub use student::sign_test;

#[cfg(test)]
#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
}

#[cfg(test)]
#[track_caller]
fn spans(found: Interval, [low, high]: [f64; 2], tolerance: f64) {
    close(found.low, low, tolerance);
    close(found.high, high, tolerance);
}

/// The confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// How often a plain interval may miss the truth on the one side that it has at a rate of 0 or 1.
const MISS_AT_END: f64 = (1.0 - CONFIDENCE) / 2.0;

/// A confidence interval.
///
/// # Examples
///
/// ```
/// use unobench_stats::Interval;
///
/// let interval = Interval { low: -0.02, high: 0.3 };
/// assert!(interval.contains(0.0) && !interval.contains(0.31));
/// assert_eq!(interval.within(0.0, 1.0), Interval { low: 0.0, high: 0.3 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval that reaches as far to either side of a value.
    #[must_use]
    pub fn around(value: f64, half: f64) -> Interval {
        Interval { low: value - half, high: value + half }
    }

    /// Whether a value lies in the interval, ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The part of the interval that is in a range.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Interval {
        Interval { low: self.low.clamp(least, most), high: self.high.clamp(least, most) }
    }

    /// How high a rate may be where all of so many blocks (above 0) have none, or how low where
    /// they have nothing else, but for a chance of `miss`. None of any other rate.
    ///
    /// # Source
    /// Clopper and Pearson 1934, *The use of confidence or fiducial limits illustrated in the case
    /// of the binomial*, Biometrika 26.
    fn at_the_end(rate: f64, blocks: u64, miss: f64) -> Option<Interval> {
        let bound = -(miss.ln() / blocks as f64).exp_m1();
        match rate {
            0.0 => Some(Interval { low: 0.0, high: bound }),
            1.0 => Some(Interval { low: 1.0 - bound, high: 1.0 }),
            _ => None,
        }
    }
}
