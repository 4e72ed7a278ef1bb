//! Confidence sequences: intervals that hold the truth *all* with 95 % confidence, so that a run may
//! stop at any of them; see `docs/STATISTICS.md`, "Confidence sequences". At every length the price
//! is a width less than 1.9 times that of the plain interval.
//!
//! # Source
//! The maximum of a standardised sum over a range of lengths: Siegmund 1985, *Sequential Analysis*,
//! § 4.2; that partial sums of anything with a variance behave like it: Waudby-Smith, Arbour, Sinha,
//! Kennedy and Ramdas 2024, *Time-uniform central limit theory and asymptotic confidence
//! sequences*, Annals of Statistics 52. Like the central limit theorem that needs some observations
//! before it holds: see [`MINIMUM_BLOCKS`].

use super::student;
use std::f64::consts::PI;

/// Blocks below which a sequence says nothing, because neither the mean of the blocks is nearly
/// normal nor their variance known.
///
/// Chosen by simulation (`docs/STATISTICS.md`): begun here, sequences of win rates from 0.01 up
/// miss the truth at some look less often than they may; begun at 8 blocks, those of a rate of 0.01
/// miss it too often.
pub const MINIMUM_BLOCKS: u64 = 64;

/// The most blocks that are planned for, and to which a sequence holds.
const MOST_BLOCKS: f64 = 1e15;

/// How many standard errors a sequence reaches to either side, at every length: a standardised
/// Brownian motion leaves them between [`MINIMUM_BLOCKS`] and 10¹⁵ with a probability of 4.33 %.
const REACH: f64 = 3.7;

/// How likely a strategy may be to win nothing, or all, for so long that [`super::RatioSums`] no
/// longer holds its rate. With the rest of the sequence that is less than 5 %.
pub(super) const MISS_AT_END: f64 = 0.005;

/// How many standard errors the sequence reaches to either side after so many blocks. None below
/// [`MINIMUM_BLOCKS`].
///
/// # Examples
///
/// ```
/// use unobench_stats::{sequence, student};
///
/// for blocks in [64, 1000, 1_000_000_000_000_000] {
///     let reach = sequence::critical_value(blocks).expect("blocks");
///     assert!(reach < 1.9 * student::critical_value(blocks - 1).expect("blocks"));
/// }
/// ```
#[must_use]
pub fn critical_value(blocks: u64) -> Option<f64> {
    (blocks >= MINIMUM_BLOCKS).then_some(REACH)
}

/// How many standard errors a sequence reaches to either side that is looked at from some length to
/// that times `ratio`, at least 1, and may miss the truth with a probability of `error`, from 0 to
/// 0.5.
///
/// # Examples
///
/// ```
/// use unobench_stats::sequence;
///
/// assert!((sequence::reach(0.05, 40.0) - 2.997).abs() < 1e-3);
/// assert!(sequence::reach(0.01, 40.0) > sequence::reach(0.05, 40.0));
/// ```
#[must_use]
pub fn reach(error: f64, ratio: f64) -> f64 {
    // Between them the miss falls.
    let (mut low, mut high) = (1.0, 40.0);
    while high - low > 1e-9 {
        let middle = (low + high) / 2.0;
        if miss(middle, ratio) > error { low = middle } else { high = middle }
    }
    high
}

/// How likely a standardised Brownian motion leaves ±b between lengths of this ratio: about
/// (b − 1/b)·φ(b)·ln ratio + 4φ(b)/b.
fn miss(b: f64, ratio: f64) -> f64 {
    let density = (-b * b / 2.0).exp() / (2.0 * PI).sqrt();
    density * ((b - 1.0 / b) * ratio.ln() + 4.0 / b)
}

/// After how many blocks a plain interval is as wide as `width` (above 0, end to end), if all
/// strategies are equally good and games are independent: t = (2·1.96/width)²·q(1 − q)/n with q =
/// 1/n and n games a block. At least [`MINIMUM_BLOCKS`].
#[must_use]
pub fn fixed_blocks(width: f64, players: usize) -> f64 {
    let players = players as f64;
    let plain = student::critical_value(u64::MAX).unwrap_or_default();
    let blocks = (2.0 * plain / width).powi(2) * (players - 1.0) / players.powi(3);
    blocks.min(MOST_BLOCKS).max(MINIMUM_BLOCKS as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_holds_to_the_end() {
        let miss = miss(REACH, MOST_BLOCKS / MINIMUM_BLOCKS as f64);
        assert!((miss - 0.04472).abs() < 1e-4, "{miss}");
        assert!(miss + MISS_AT_END < 0.05, "{miss}");
    }

    #[test]
    fn it_is_nowhere_twice_as_wide_as_a_plain_interval() {
        for blocks in (6..50).map(|power| 1 << power) {
            let plain = student::critical_value(blocks - 1).expect("blocks");
            assert!(critical_value(blocks).expect("blocks") < 1.9 * plain, "{blocks}");
        }
        assert_eq!(critical_value(63), None);
    }

    #[test]
    fn the_planned_number_of_blocks_gives_the_width() {
        for (width, players) in [(0.02, 2), (0.01, 4), (0.003, 10)] {
            let share = 1.0 / players as f64;
            let blocks = fixed_blocks(width, players);
            let error = (share * (1.0 - share) / players as f64 / blocks).sqrt();
            assert!((2.0 * 1.959_964 * error / width - 1.0).abs() < 1e-6, "{width}");
        }
        let limits = [(0.9, 2), (0.0, 2), (1e-12, 2)].map(|(width, n)| fixed_blocks(width, n));
        assert_eq!(limits, [64.0, 1e15, 1e15]);
    }
}
