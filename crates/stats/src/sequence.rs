//! Asymptotic confidence sequences: intervals that hold the truth *all* with 95 % confidence, so
//! that a run may stop at any of them; see `docs/STATISTICS.md`, "Confidence sequences". The price
//! is a width about 1.55 times that of the plain interval where the sequence is tightest.
//!
//! # Source
//! Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, *Time-uniform central limit theory and
//! asymptotic confidence sequences*, Annals of Statistics 52: the Gaussian-mixture boundary, after
//! t observations with standard deviation σ,
//!
//! > σ·√( 2·(tρ² + 1) / (t²ρ²) · ln(√(tρ² + 1) / α) )
//!
//! Like the central limit theorem it needs some observations before it holds: see
//! [`MINIMUM_BLOCKS`].

use super::{CONFIDENCE, student};

/// Blocks below which a sequence says nothing, because neither the mean of the blocks is nearly
/// normal nor their variance known.
///
/// Chosen by simulation (`docs/STATISTICS.md`): begun here, sequences of win rates from 0.01 up
/// miss the truth at some look less often than they may; begun at 8 blocks, those of a rate of 0.01
/// miss it too often.
pub const MINIMUM_BLOCKS: u64 = 64;

/// The most blocks that are planned for.
const MOST_BLOCKS: f64 = 1e15;

/// How likely a sequence may be to miss the truth at some look, α.
const MISS: f64 = 1.0 - CONFIDENCE;

/// How many standard errors the sequence reaches to either side after so many blocks: √( (1 +
/// 1/y)·(ln(1 + y) − 2·ln α) ) with y = tρ², the boundary of the module's source over σ/√t. None
/// below [`MINIMUM_BLOCKS`] and for a `rho` that is not above 0.
///
/// `rho` has to be chosen before anything is seen: see [`rho`].
///
/// # Examples
///
/// ```
/// use unobench_stats::{sequence, student};
///
/// // A sequence that is tightest at 5,000 blocks is 1.55 times as wide there as a plain interval.
/// let reach = sequence::critical_value(5000, sequence::rho(5000.0)).expect("blocks");
/// let plain = student::critical_value(4999).expect("blocks");
/// assert!((reach / plain - 1.55).abs() < 0.005);
/// ```
#[must_use]
pub fn critical_value(blocks: u64, rho: f64) -> Option<f64> {
    (blocks >= MINIMUM_BLOCKS).then(|| boundary(blocks, rho)).flatten()
}

/// The boundary itself, from the first block on.
pub(super) fn boundary(blocks: u64, rho: f64) -> Option<f64> {
    let y = blocks as f64 * rho * rho;
    (rho > 0.0 && y > 0.0).then(|| ((1.0 + 1.0 / y) * (y.ln_1p() - 2.0 * MISS.ln())).sqrt())
}

/// The ρ whose sequence is tightest after so many blocks (above 0): √(y/t), where y solves y = ln(1
/// + y) − 2·ln α.
#[must_use]
pub fn rho(blocks: f64) -> f64 {
    (tightest() / blocks).sqrt()
}

/// After how many blocks a sequence made for that number is as wide as `width` (above 0, end to
/// end), if all strategies are equally good and games are independent: t = (2z/width)²·q(1 − q)/n
/// with q = 1/n and n games a block. At least [`MINIMUM_BLOCKS`].
///
/// It serves only to choose [`rho`] from the width asked for, before anything is played. If it is
/// wrong, the sequence is still valid and only a little wider: by less than 4 % at twice, by less
/// than 12 % at five times as many or as few blocks as planned.
#[must_use]
pub fn planned_blocks(width: f64, players: usize) -> f64 {
    let players = players as f64;
    let variance = (players - 1.0) / players.powi(3);
    // At its tightest, ln(1 + y) − 2·ln α = y, and z² = 1 + y.
    let blocks = 4.0 * (1.0 + tightest()) / (width * width) * variance;
    blocks.min(MOST_BLOCKS).max(MINIMUM_BLOCKS as f64)
}

/// After how many blocks a plain interval is as wide as `width`, under the same conditions.
#[must_use]
pub fn fixed_blocks(width: f64, players: usize) -> f64 {
    let plain = student::critical_value(u64::MAX).unwrap_or_default().powi(2);
    planned_blocks(width, players) * plain / (1.0 + tightest())
}

/// The y = tρ² at which the boundary is tightest.
///
/// Its derivative is 0 where y = ln(1 + y) − 2·ln α, that is at y = −W₋₁(−α²/e) − 1 with the lower
/// branch of Lambert's function. The iteration contracts by 1/(1 + y), about a ninth, a step.
fn tightest() -> f64 {
    (0..32).fold(1.0, |y: f64, _| y.ln_1p() - 2.0 * MISS.ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SciPy 1.17: `-scipy.special.lambertw(-0.05**2 / math.e, -1) - 1`.
    #[test]
    fn the_tightest_point_is_lamberts() {
        assert!((tightest() - 8.211968062068253).abs() < 1e-12, "{}", tightest());
    }

    #[test]
    fn the_boundary_is_that_of_the_paper() {
        let (blocks, rho, sigma) = (1000.0_f64, 0.05_f64, 0.4);
        let y = blocks * rho * rho + 1.0;
        let boundary =
            sigma * (2.0 * y / (blocks * blocks * rho * rho) * (y.sqrt() / 0.05).ln()).sqrt();
        let found = critical_value(1000, rho).expect("blocks") * sigma / blocks.sqrt();
        assert!((found / boundary - 1.0).abs() < 1e-12, "{found} is not {boundary}");
    }

    #[test]
    fn no_other_rho_is_tighter_at_the_planned_number() {
        let at = |planned: f64| critical_value(5000, rho(planned)).expect("blocks");
        let best = at(5000.0);
        assert!((best - (1.0 + tightest()).sqrt()).abs() < 1e-12);
        for (factor, most) in
            [(0.98, 1.001), (1.02, 1.001), (0.5, 1.04), (2.0, 1.04), (0.2, 1.12), (5.0, 1.12)]
        {
            let found = at(5000.0 * factor);
            assert!(found > best && found < most * best, "{factor}: {found} against {best}");
        }
    }

    #[test]
    fn the_planned_number_of_blocks_gives_the_width() {
        for (width, players) in [(0.02, 2), (0.01, 4), (0.003, 10)] {
            let blocks = planned_blocks(width, players);
            let share = 1.0 / players as f64;
            let error = (share * (1.0 - share) / players as f64 / blocks).sqrt();
            let found = 2.0 * error * critical_value(blocks as u64, rho(blocks)).expect("blocks");
            assert!((found / width - 1.0).abs() < 1e-3, "{found} is not {width}");
        }
    }

    #[test]
    fn a_plain_interval_takes_two_fifths_of_the_blocks() {
        let share = fixed_blocks(0.01, 4) / planned_blocks(0.01, 4);
        assert!((share - 1.959_964_f64.powi(2) / (1.0 + tightest())).abs() < 1e-6, "{share}");
    }

    #[test]
    fn plans_stay_within_their_limits() {
        assert_eq!(
            (planned_blocks(0.9, 2), planned_blocks(0.0, 2), planned_blocks(1e-12, 2)),
            (64.0, 1e15, 1e15)
        );
        assert_eq!(
            (critical_value(63, 0.1), critical_value(64, 0.0), critical_value(64, f64::NAN)),
            (None, None, None)
        );
    }
}
