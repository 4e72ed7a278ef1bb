//! The ladder: how far above a reference each strategy stands.
//!
//! A rung is the win rate of one strategy in one seat against the reference in all others, on the
//! Elo scale (see [`elo()`]); the ends of its interval are those of the rate's on the same scale,
//! which preserves order. Ratings of a tournament give a ladder too: see
//! [`Ratings::difference`](crate::plackett_luce::Ratings::difference), which supposes that
//! strengths multiply.

use crate::{RatioSums, elo};

/// How far a strategy stands above the reference, in Elo points.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rung {
    /// The difference; none without a game, or if it is infinite.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval; none without one, or if it is infinitely low.
    pub low: Option<f64>,
    /// The upper end; none without one, or if it is infinite.
    pub high: Option<f64>,
}

/// The rungs of strategies, from their wins against the reference and the fair share of a seat.
///
/// # Examples
///
/// ```
/// use unobench_stats::skill::ladder;
/// use unobench_stats::{RatioSums, elo};
///
/// let mut duel = RatioSums::default();
/// duel.add(4, 1, 900);
/// duel.add(4, 4, 100);
/// let rungs = ladder(&[duel], 0.25);
/// assert_eq!(rungs[0].elo, elo(0.325, 0.25));
/// assert!(rungs[0].low.is_some_and(|low| low > 0.0));
/// ```
#[must_use]
pub fn ladder(duels: &[RatioSums], fair_share: f64) -> Vec<Rung> {
    let rung = |duel: &RatioSums| {
        let interval = duel.interval();
        let end = |end: Option<f64>| elo(end?, fair_share);
        Rung {
            elo: end(duel.rate()),
            low: end(interval.map(|interval| interval.low)),
            high: end(interval.map(|interval| interval.high)),
        }
    };
    duels.iter().map(rung).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_are_elo_differences_with_their_intervals() {
        let (mut even, mut never) = (RatioSums::default(), RatioSums::default());
        even.add(4, 1, 900);
        even.add(4, 4, 100);
        never.add(4, 0, 100);
        let rungs = ladder(&[even, never, RatioSums::default()], 0.25);
        assert_eq!(rungs[0].elo, elo(0.325, 0.25));
        let interval = even.interval().expect("blocks");
        assert_eq!(
            (rungs[0].low, rungs[0].high),
            (elo(interval.low, 0.25), elo(interval.high, 0.25))
        );
        assert_eq!((rungs[1].elo, rungs[1].low), (None, None));
        assert!(rungs[1].high.is_some_and(|high| high < 0.0));
        assert_eq!(rungs[2], Rung::default());
    }
}
