//! Is A better than B? The generalised sequential probability ratio test on block scores; the
//! formulas are in `docs/STATISTICS.md`, "The sequential test".
//!
//! The score of a block is the share of its games that the lone strategy won. How the games of a
//! block depend on each other is in the distribution of the scores and need not be known. The sides
//! of a duel have blocks of their own, so their log-likelihood ratios (LLR) add up.
//!
//! A score of whole wins that was never seen counts as a thousandth of a block. So there is always
//! a distribution with the mean asked for; and where all blocks have exactly the fair share, as in
//! a duel of a strategy with its twin, each speaks against the mean that is farther away.
//!
//! # Source
//! Wald 1945, *Sequential tests of statistical hypotheses*, Annals of Mathematical Statistics 16;
//! the likelihood under a constraint on the mean, Owen 1988, *Empirical likelihood ratio confidence
//! intervals for a single functional*, Biometrika 75; the test with it, Van den Bergh, *A practical
//! introduction to the GSPRT*, as used by fishtest for chess engines; two tests at once, Sobel and
//! Wald 1949, *A sequential decision procedure for choosing one of three hypotheses concerning the
//! unknown mean of a normal distribution*, Annals of Mathematical Statistics 20.

use super::duel::Side;
use std::f64::consts::LN_10;
use std::ops::RangeInclusive;
use thiserror::Error;

/// What a score that was never seen counts for, in blocks.
const UNSEEN: f64 = 1e-3;

/// How often a test is looked at that takes as long as it takes at worst on average.
const LOOKS: f64 = 256.0;

/// The fewest blocks between two looks.
const SHORTEST_LOOK: u64 = 8;

/// The Elo differences that can be tested.
const ELO_RANGE: RangeInclusive<f64> = -1000.0..=1000.0;

/// A test of two hypotheses on an Elo difference of A over B; where the null hypothesis is not that
/// A is worse, it is at the same time the test of the same hypotheses on that of B over A, so that
/// it does not matter who is A.
///
/// # Examples
///
/// ```
/// use unobench_stats::{Side, Sprt, SprtDecision};
///
/// let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).expect("a test");
/// assert!((sprt.bounds().1 - 38.0_f64.ln()).abs() < 1e-12);
/// let side = |counts| Side { counts, sides: 1, fair_share: 0.5, reversed: false };
/// // Blocks by the wins of A in their two games.
/// assert_eq!(sprt.decide(&[side(&[2, 5, 3])]), SprtDecision::Continue);
/// assert_eq!(sprt.decide(&[side(&[20, 100, 180])]), SprtDecision::AcceptAlternative);
/// assert_eq!(sprt.decide(&[side(&[180, 100, 20])]), SprtDecision::AcceptReverse);
/// assert_eq!(sprt.decide(&[side(&[250, 500, 250])]), SprtDecision::AcceptNull);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Why there is no such test.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SprtError {
    /// A hypothesis is too far away, or not a number.
    #[error("{name} is {value}; it must be from -1000 to 1000")]
    Elo {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// The Elo difference.
        value: f64,
    },
    /// The hypotheses are not in order.
    #[error("elo0 is {elo0} and elo1 is {elo1}; elo0 must be less than elo1")]
    Order {
        /// The null hypothesis.
        elo0: f64,
        /// The alternative.
        elo1: f64,
    },
    /// The probability of an error is out of range.
    #[error("{name} is {value}; it must be above 0 and at most 0.5")]
    Probability {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The probability.
        value: f64,
    },
}

/// What the test says of what was played so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtDecision {
    /// A is not better than `elo0`; nor is B, where that is asked.
    AcceptNull,
    /// A is better by `elo1`.
    AcceptAlternative,
    /// B is better by `elo1`.
    AcceptReverse,
    /// More blocks are needed.
    Continue,
}

impl Sprt {
    /// The test of `elo0` against `elo1` with probability `alpha` of calling one of the two better
    /// under H0, and `beta` of a false H0 under H1.
    ///
    /// # Errors
    /// If the Elo differences are not within ±1000 or not in order, or if a probability is not in
    /// (0, 0.5].
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !ELO_RANGE.contains(&value) {
                return Err(SprtError::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value <= 0.5) {
                return Err(SprtError::Probability { name, value });
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The Elo differences of the null hypothesis and the alternative.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// How likely a false alternative and a false null hypothesis may be, α and β.
    #[must_use]
    pub fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// Whether it asks of B what it asks of A.
    #[must_use]
    pub fn is_mirrored(&self) -> bool {
        self.elo0 >= 0.0
    }

    /// The LLR at which H0 is accepted, ln(β / (1 − α)), and that at which H1 is, ln((1 − β) / α),
    /// with half of α for each of two.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let alpha = if self.is_mirrored() { self.alpha / 2.0 } else { self.alpha };
        ((self.beta / (1.0 - alpha)).ln(), ((1.0 - self.beta) / alpha).ln())
    }

    /// How much more information the test takes on average from a log-likelihood ratio on, where
    /// the true difference is `elo`, in units of the squared distance of the hypotheses over the
    /// squared standard error; a test that has not begun is at 0.
    ///
    /// # Source
    /// Wald's identity for a Brownian motion between his bounds, which looks now and then move
    /// apart by 0.583 standard deviations of what happens between two of them (Siegmund,
    /// *Sequential Analysis*, 1985, ch. X).
    #[must_use]
    pub fn expected_information(&self, llr: f64, elo: f64) -> f64 {
        let (lower, upper) = self.bounds();
        let beyond = 0.583 * (-lower * upper / LOOKS).sqrt();
        let (a, b) = ((llr - lower).max(0.0) + beyond, (upper - llr).max(0.0) + beyond);
        let drift = (elo - (self.elo0 + self.elo1) / 2.0) / (self.elo1 - self.elo0);
        if drift.abs() < 1e-6 {
            return a * b;
        }
        // The probability to cross the upper bound first, in a form that does not overflow.
        let upwards = if drift > 0.0 {
            (-2.0 * drift * a).exp_m1() / (-2.0 * drift * (a + b)).exp_m1()
        } else {
            1.0 - (2.0 * drift * b).exp_m1() / (2.0 * drift * (a + b)).exp_m1()
        };
        (upwards * (a + b) - a) / drift
    }

    /// The blocks of as many games as seats that give so much information, where all strategies
    /// are equally good and games are independent.
    #[must_use]
    pub fn blocks(&self, information: f64, players: usize) -> f64 {
        let share = 1.0 / players as f64;
        // The variance of the Elo of a rate, from one block.
        let variance = (400.0 / LN_10).powi(2) / (players as f64 * share * (1.0 - share));
        information * variance / (self.elo1 - self.elo0).powi(2)
    }

    /// The blocks from one look to the next: a 256th of the horizon, the blocks that the test
    /// takes on average where the truth lies in the middle between the hypotheses, which is where
    /// it takes longest; at least 8.
    #[must_use]
    pub fn look(&self, players: usize) -> u64 {
        let (lower, upper) = self.bounds();
        ((self.blocks(-lower * upper, players) / LOOKS) as u64).max(SHORTEST_LOOK)
    }

    /// The logarithm of the likelihood of H1 over that of H0, the sum over the sides; 0 for a side
    /// without blocks.
    #[must_use]
    pub fn llr(&self, sides: &[Side<'_>]) -> f64 {
        sides.iter().map(|side| misfit(side, self.elo0) - misfit(side, self.elo1)).sum()
    }

    /// The same for B over A; none where that is not asked.
    #[must_use]
    pub fn reverse_llr(&self, sides: &[Side<'_>]) -> Option<f64> {
        let ratios = sides.iter().map(|side| misfit(side, -self.elo0) - misfit(side, -self.elo1));
        self.is_mirrored().then(|| ratios.sum())
    }

    /// What is to be done after these blocks.
    #[must_use]
    pub fn decide(&self, sides: &[Side<'_>]) -> SprtDecision {
        let (llr, reverse) = (self.llr(sides), self.reverse_llr(sides));
        let (lower, upper) = self.bounds();
        if llr >= upper {
            SprtDecision::AcceptAlternative
        } else if reverse.is_some_and(|reverse| reverse >= upper) {
            SprtDecision::AcceptReverse
        } else if llr <= lower && reverse.is_none_or(|reverse| reverse <= lower) {
            SprtDecision::AcceptNull
        } else {
            SprtDecision::Continue
        }
    }
}

/// How much likelier, in logarithms, the observed distribution of a side is than the best one under
/// which A is better by `elo`: the sum of Nᵢ·ln(1 + θ·(xᵢ − μ)), which is largest at the θ looked
/// for, so that an error in θ hardly matters.
fn misfit(side: &Side<'_>, elo: f64) -> f64 {
    if side.games_per_block() == 0 || side.counts.iter().all(|&blocks| blocks == 0) {
        return 0.0;
    }
    let mean = side.rate(elo);
    let theta = tilt(side, mean);
    // Rounding must not make a distribution out of reach.
    let logarithm = |deviation: f64| (theta * deviation).max(-1.0 + f64::EPSILON / 2.0).ln_1p();
    deviations(side, mean).map(|(blocks, deviation)| blocks * logarithm(deviation)).sum()
}

/// The blocks of each score that was seen or is of whole wins, with its deviation from a mean.
fn deviations<'a>(side: &'a Side<'_>, mean: f64) -> impl Iterator<Item = (f64, f64)> + 'a {
    let all = side.counts.len() as f64 - 1.0;
    let scores = side.counts.iter().enumerate();
    scores.filter_map(move |(shares, &blocks)| {
        let is_of_wins = (shares as u64).is_multiple_of(side.sides);
        let blocks = if is_of_wins { (blocks as f64).max(UNSEEN) } else { blocks as f64 };
        (blocks > 0.0).then(|| (blocks, shares as f64 / all - mean))
    })
}

/// The θ of the distribution with this mean: the sum that it makes 0 falls from +∞ to −∞ between
/// the values for which the highest and the lowest score would have no share left. Newton's method,
/// and the middle where a step would leave what is known to hold the zero.
fn tilt(side: &Side<'_>, mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let (tolerance, mut theta) = (1e-14 * (high - low), 0.0);
    loop {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (blocks, deviation) in deviations(side, mean) {
            let term = deviation / (1.0 + theta * deviation);
            sum += blocks * term;
            slope += blocks * term * term;
        }
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let step = theta + sum / slope;
        let next = if step > low && step < high { step } else { low + (high - low) / 2.0 };
        if (next - theta).abs() <= tolerance {
            return next;
        }
        theta = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;
    use crate::share_of_elo;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
    }

    fn side(counts: &[u64], seats: u32) -> Side<'_> {
        Side { counts, sides: 1, fair_share: 1.0 / f64::from(seats), reversed: false }
    }

    #[test]
    fn the_bounds_are_walds() {
        let (lower, upper) = test(-5.0, 0.0).bounds();
        close(lower, -2.944_438_979_166, 1e-12);
        close(upper, 2.944_438_979_166, 1e-12);
        let (lower, upper) = Sprt::new(0.0, 5.0, 0.02, 0.1).expect("a test").bounds();
        close(lower, (0.1_f64 / 0.99).ln(), 1e-12);
        close(upper, 90.0_f64.ln(), 1e-12);
    }

    /// Wald's expected sample sizes for α = β = 5 %, but for the correction: 2.65 times two units
    /// at the hypotheses, ln(19)² in the middle.
    #[test]
    fn the_expected_information_is_walds() {
        let sprt = test(-1.0, 4.0);
        let bound = 19.0_f64.ln() * (1.0 + 0.583 / 16.0);
        let expected = |elo: f64| sprt.expected_information(0.0, elo - 1.0);
        close(expected(2.5), bound * bound, 1e-9);
        close(expected(2.5 + 1e-4), bound * bound, 1e-5);
        // 1 / (1 + e^(−b)) is the probability to be right, so (2p − 1)·b / ½.
        let at_hypothesis = 2.0 * bound * (2.0 / (1.0 + (-bound).exp()) - 1.0);
        close(expected(0.0), at_hypothesis, 1e-9);
        close(expected(5.0), at_hypothesis, 1e-9);
        close(expected(5002.5), bound / 1000.0, 1e-9);
        close(expected(-4997.5), bound / 1000.0, 1e-9);
        // Two thirds of the way are done.
        let left = bound - 2.0 / 3.0 * bound;
        close(sprt.expected_information(bound - left, 5001.5), left / 1000.0, 1e-9);
    }

    /// 0.0072 of a win rate at two seats: 8.67 · 0.125 / 0.0072² blocks of two games.
    #[test]
    fn looks_are_a_share_of_the_horizon() {
        let sprt = test(-2.5, 2.5);
        let difference = share_of_elo(5.0, 0.5) - 0.5;
        let horizon = 19.0_f64.ln().powi(2) * 0.125 / (difference * difference);
        close(sprt.look(2) as f64 / (horizon / 256.0), 1.0, 0.02);
        assert_eq!(test(0.0, 100.0).look(2), 8);
    }

    /// With one game a block the mean is the whole distribution, and the LLR is the plain one.
    #[test]
    fn single_games_give_the_binomial_ratio() {
        for (lost, won) in [(480, 520), (3, 1), (90_000, 10_000)] {
            let (p0, p1) = (share_of_elo(-3.0, 0.25), share_of_elo(20.0, 0.25));
            let expected =
                won as f64 * (p1 / p0).ln() + lost as f64 * ((1.0 - p1) / (1.0 - p0)).ln();
            close(test(-3.0, 20.0).llr(&[side(&[lost, won], 4)]), expected, 1e-8);
        }
    }

    /// Pairs of chess games in quarters of a point, then single ones in halves, with the LLR that
    /// the tests of fastchess expect of its logistic model to two decimals.
    #[test]
    fn chess_games_give_the_known_ratios() {
        let (lower, upper) = (test(0.0, 2.0), test(0.5, 2.5));
        close(upper.llr(&[side(&[223, 9863, 21_279, 10_037, 246], 2)]), -3.07, 0.005);
        close(lower.llr(&[side(&[871, 26_175, 55_983, 26_678, 821], 2)]), -4.98, 0.005);
        close(upper.llr(&[side(&[21_184, 40_708, 21_404], 2)]), -1.57, 0.005);
        close(lower.llr(&[side(&[57_030, 106_593, 57_433], 2)]), -2.59, 0.005);
    }

    /// The constrained distributions found by SciPy 1.17's general optimiser (SLSQP), which knows
    /// nothing of θ.
    #[test]
    fn four_seats_give_the_ratio_of_a_general_optimiser() {
        close(test(-5.0, 30.0).llr(&[side(&[310, 420, 200, 60, 10], 4)]), -2.797507974874179, 1e-5);
    }

    #[test]
    fn a_reversed_side_is_the_mirror_image() {
        let (counts, mirror) = ([40, 100, 60], [60, 100, 40]);
        let reversed = Side { reversed: true, ..side(&mirror, 2) };
        let sprt = test(-2.0, 7.0);
        close(sprt.llr(&[reversed]), sprt.llr(&[side(&counts, 2)]), 1e-9);
        close(sprt.llr(&[reversed, side(&counts, 2)]), 2.0 * sprt.llr(&[reversed]), 1e-12);
    }

    /// Exchanging the names mirrors the decision, whatever nobody won.
    #[test]
    fn it_does_not_matter_who_is_called_a() {
        fn shared(counts: &[u64]) -> Side<'_> {
            Side { sides: 2, ..side(counts, 2) }
        }
        let turned = |decision| match decision {
            SprtDecision::AcceptAlternative => SprtDecision::AcceptReverse,
            SprtDecision::AcceptReverse => SprtDecision::AcceptAlternative,
            other => other,
        };
        let sprt = test(0.0, 20.0);
        let mut found = Vec::new();
        for more in [0, 5, 40, 120] {
            for nobody in [0, 1, 60, 4000] {
                let counts = [100, nobody, 300, nobody, 100 + more];
                let mut back = counts;
                back.reverse();
                let [decision, other] =
                    [&counts, &back].map(|counts| sprt.decide(&[shared(counts)]));
                assert_eq!(decision, turned(other), "{counts:?}");
                let seen_from_b = Side { reversed: true, ..shared(&back) };
                assert_eq!(decision, sprt.decide(&[seen_from_b]), "{counts:?}");
                found.push(decision);
            }
        }
        let wanted =
            [SprtDecision::AcceptNull, SprtDecision::AcceptAlternative, SprtDecision::Continue];
        assert!(wanted.iter().all(|decision| found.contains(decision)), "{found:?}");
    }

    #[test]
    fn each_win_more_speaks_for_the_alternative() {
        let sprt = test(0.0, 20.0);
        let ratios: Vec<f64> = (0..=400)
            .step_by(20)
            .map(|more| sprt.llr(&[side(&[600 - more, 300, 100 + more], 3)]))
            .collect();
        assert!(ratios.windows(2).all(|pair| pair[0] < pair[1]), "{ratios:?}");
    }

    #[test]
    fn a_duel_with_a_twin_ends_with_the_null_hypothesis() {
        for seats in [2_u32, 4, 10] {
            let mut counts = vec![0; seats as usize + 1];
            counts[1] = 2000;
            let both = [side(&counts, seats), Side { reversed: true, ..side(&counts, seats) }];
            assert_eq!(test(0.0, 5.0).decide(&both), SprtDecision::AcceptNull, "{seats} seats");
            assert_eq!(
                test(-5.0, 0.0).decide(&both),
                SprtDecision::AcceptAlternative,
                "{seats} seats"
            );
        }
    }

    #[test]
    fn scores_at_one_value_only_still_decide() {
        let decide = |counts: &[u64]| test(0.0, 50.0).decide(&[side(counts, 2)]);
        assert_eq!(decide(&[300, 0, 0]), SprtDecision::AcceptReverse);
        assert_eq!(decide(&[0, 0, 300]), SprtDecision::AcceptAlternative);
        assert!(test(-1000.0, 1000.0).llr(&[side(&[0, 1 << 52, 0, 0], 3)]).is_finite());
    }

    #[test]
    fn nothing_played_says_nothing() {
        let sprt = test(0.0, 5.0);
        assert_eq!(sprt.llr(&[side(&[0, 0, 0], 2), side(&[], 2), side(&[7], 2)]), 0.0);
        assert_eq!(sprt.decide(&[]), SprtDecision::Continue);
    }

    #[test]
    fn impossible_tests_are_refused_with_the_value_and_its_range() {
        let message = |elo0, elo1, alpha, beta| {
            Sprt::new(elo0, elo1, alpha, beta).expect_err("no such test").to_string()
        };
        let order = "elo0 is 5 and elo1 is 5; elo0 must be less than elo1";
        assert_eq!(message(5.0, 5.0, 0.05, 0.05), order);
        assert_eq!(message(0.0, 1001.0, 0.05, 0.05), "elo1 is 1001; it must be from -1000 to 1000");
        let nan = message(f64::NAN, 5.0, 0.05, 0.05);
        assert_eq!(nan, "elo0 is NaN; it must be from -1000 to 1000");
        assert_eq!(message(0.0, 5.0, 0.0, 0.05), "alpha is 0; it must be above 0 and at most 0.5");
        assert_eq!(message(0.0, 5.0, 0.05, 0.6), "beta is 0.6; it must be above 0 and at most 0.5");
    }
}
