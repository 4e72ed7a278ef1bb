//! When enough is known: rules by which a rule set may end before its blocks do.
//!
//! A rule is asked after each chunk about everything before it, never about what happened to be
//! finished first. It is part of the plan and a function of the plan and the tallies alone, so that
//! a run stops at the same block for any number of threads and when it is resumed. What is
//! estimated after such a stop allows for it; what is estimated before, because somebody stopped
//! the run by hand, has the intervals of a confidence sequence, which hold wherever one stops.
//!
//! # Source
//! Chow and Robbins 1965, *On the asymptotic theory of fixed-width sequential confidence intervals
//! for the mean*, Annals of Mathematical Statistics 36: who stops as soon as a plain interval is
//! narrow enough, but not before there is enough to know its width, has nearly its confidence.

use serde::{Deserialize, Serialize};
use std::fmt;
use unobench_stats::sprt::{Sprt, SprtError};

/// Blocks below which the width of an interval is not known well enough to stop by it.
pub const FEWEST_BLOCKS: u64 = 200;

/// When a run stops playing a rule set before all its games are played.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "snake_case", deny_unknown_fields)]
pub enum Stop {
    /// When the 95 % interval of every strategy's win rate is at most this wide from end to end,
    /// after at least [`FEWEST_BLOCKS`].
    FixedWidth { width: f64 },
    /// When a sequential probability ratio test has decided whether the first strategy is better
    /// than the second.
    Sprt {
        elo0: f64,
        elo1: f64,
        /// How likely the alternative may be accepted under the null hypothesis.
        alpha: f64,
        /// How likely the null hypothesis may be accepted under the alternative.
        beta: f64,
    },
}

/// Why a stop rule cannot be used, for the user who asked for it.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum StopError {
    #[error(
        "an interval of width {0}; it is above 0 and below 1, such as 0.01 for half a percent to \
         either side"
    )]
    Width(f64),
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

impl Stop {
    pub fn check(self) -> Result<(), StopError> {
        match self {
            Stop::FixedWidth { width } if width > 0.0 && width < 1.0 => Ok(()),
            _ => self.sprt().map(drop),
        }
    }

    /// The blocks from one look of a sequential test to the next; none of another rule.
    pub fn look(self, players: usize) -> Option<u64> {
        Some(self.sprt().ok()?.look(players))
    }

    pub fn sprt(self) -> Result<Sprt, StopError> {
        match self {
            Stop::Sprt { elo0, elo1, alpha, beta } => Ok(Sprt::new(elo0, elo1, alpha, beta)?),
            Stop::FixedWidth { width } => Err(StopError::Width(width)),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::FixedWidth { width } => {
                write!(f, "when every win rate is known within an interval of width {width}")
            }
            Stop::Sprt { elo0, elo1, alpha, beta } => {
                write!(
                    f,
                    "by a sequential test of {elo0} against {elo1} Elo with alpha {alpha} and beta \
                     {beta}"
                )
            }
        }
    }
}
