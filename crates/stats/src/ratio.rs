//! Win rates and means: ratios R = Σw / Σa of two block totals, such as a strategy's wins w and its
//! appearances a, where a game that nobody wins counts a part of a win for everybody, and their
//! intervals. The formulas are in `docs/STATISTICS.md`, "Win rates".
//!
//! The sum of squares Σ(w − R·a)² is computed exactly in integers, because its three terms nearly
//! cancel. Three cases are settled by decision:
//! - One block tells nothing of its own variation: no interval.
//! - R is 0 or 1: nothing is known of the correlation within blocks, so the block counts as one
//!   observation, and the bound is that of B of them that all fail or all succeed (`lib.rs`).
//! - Σ(w − R·a)² is less than 1, that of a single win too many in a single block: 1 is taken, so
//!   that agreement among a few blocks is not mistaken for certainty.
//!
//! # Source
//! The variance: Cochran, *Sampling Techniques*, 3rd ed. 1977, § 6.4, without the finite population
//! correction. The interval: Wilson's (1927), since R ± t·√v leaves the unit interval near 0 and 1,
//! with the effective sample size n* = R(1 − R) / v(R) (Korn and Graubard 1998, *Survey
//! Methodology* 24; Dean and Pagano 2015, *Journal of Survey Statistics and Methodology* 3).

use super::{Interval, MISS_AT_END, sequence, student};

/// Sums over blocks of appearances a and wins w. These are kept in shares, a part of a win each.
///
/// # Examples
///
/// ```
/// use unobench_stats::RatioSums;
///
/// // 900 deals of four games with one win, 100 with four.
/// let mut sums = RatioSums::of(1);
/// sums.add(4, 1, 900);
/// sums.add(4, 4, 100);
/// assert_eq!(sums.rate(), Some(0.325));
/// let interval = sums.interval().expect("blocks");
/// assert!(interval.contains(0.325) && interval.high - interval.low < 0.03);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatioSums {
    /// How many shares a win has.
    pub sides: u64,
    /// Blocks with at least one appearance.
    pub blocks: u64,
    /// Σa.
    pub appearances: u64,
    /// Σw, in shares.
    pub shares: u64,
    /// Σa².
    pub appearances_squares: u128,
    /// Σw², in squared shares.
    pub shares_squares: u128,
    /// Σwa, in shares.
    pub products: u128,
}

impl RatioSums {
    /// Without a block; so many sides share a game that nobody wins, 1 where every game is won.
    #[must_use]
    pub fn of(sides: u64) -> RatioSums {
        RatioSums {
            sides,
            blocks: 0,
            appearances: 0,
            shares: 0,
            appearances_squares: 0,
            shares_squares: 0,
            products: 0,
        }
    }

    /// Adds some blocks of the same appearances and shares.
    pub fn add(&mut self, appearances: u64, shares: u64, blocks: u64) {
        if appearances == 0 {
            return;
        }
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b) * u128::from(blocks);
        self.blocks += blocks;
        self.appearances += appearances * blocks;
        self.shares += shares * blocks;
        self.appearances_squares += product(appearances, appearances);
        self.shares_squares += product(shares, shares);
        self.products += product(shares, appearances);
    }

    /// Σw without the shares of games that nobody won, of which there were so many appearances.
    #[must_use]
    pub fn wins(&self, undecided: u64) -> u64 {
        self.shares.saturating_sub(undecided) / self.sides
    }

    /// Wins per appearance; none without an appearance.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.appearances > 0).then(|| self.shares as f64 / (self.sides * self.appearances) as f64)
    }

    /// The estimated variance of the rate; none for fewer than two blocks.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let [blocks, appearances, sides] =
            [self.blocks, self.appearances, self.sides].map(|sum| sum as f64);
        if self.blocks < 2 {
            return None;
        }
        let squares = (self.as_mean().residual_squares() / (sides * sides)).max(1.0);
        Some(blocks / (blocks - 1.0) * squares / (appearances * appearances))
    }

    /// The 95 % interval of the rate; none for fewer than two blocks.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.reaching(student::critical_value(self.blocks.checked_sub(1)?)?, MISS_AT_END)
    }

    /// The 95 % interval of the rate that may be looked at after every block, and that holds the
    /// true rate at all of these looks at once with that confidence; none below
    /// [`sequence::MINIMUM_BLOCKS`].
    ///
    /// It is Wilson's interval with the time-uniform critical value of [`sequence::critical_value`]
    /// in place of Student's. For many blocks it is R ± z·√v, to which the theorem of its source
    /// applies; Wilson's form keeps it inside [0, 1].
    #[must_use]
    pub fn sequence(&self) -> Option<Interval> {
        self.reaching(sequence::critical_value(self.blocks)?, sequence::MISS_AT_END)
    }

    /// How many times smaller the rate's variance is than that of as many independent games, R(1 −
    /// R) / (Σa·v(R)): above 1 where playing a deal in every seating gains, below 1 where the games
    /// of a deal go the same way. None for fewer than two blocks and at a rate of 0 or 1.
    ///
    /// # Source
    /// The inverse of the design effect of Kish, *Survey Sampling*, 1965, § 8.2.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_stats::RatioSums;
    ///
    /// // Two games a deal that always go the same way are worth one.
    /// let mut sums = RatioSums::of(1);
    /// sums.add(2, 0, 5000);
    /// sums.add(2, 2, 5000);
    /// let reduction = sums.variance_reduction().expect("blocks");
    /// assert!((reduction - 0.5).abs() < 1e-3, "{reduction}");
    /// ```
    #[must_use]
    pub fn variance_reduction(&self) -> Option<f64> {
        let rate = self.rate()?;
        let independent = rate * (1.0 - rate) / self.appearances as f64;
        let variance = self.variance()?;
        (independent > 0.0).then(|| independent / variance)
    }

    /// The interval that reaches so many standard errors to either side, or at a rate of 0 or 1 to
    /// where so few blocks would all agree.
    fn reaching(&self, critical: f64, miss: f64) -> Option<Interval> {
        let rate = self.rate()?;
        Interval::at_the_end(rate, self.blocks, miss).or_else(|| {
            Some(wilson(rate, critical.powi(2) * self.variance()? / (rate * (1.0 - rate))))
        })
    }

    fn as_mean(&self) -> RatioMean {
        // Sums of squares of a run fit: they are at most the square of a number of games.
        let [appearances_squares, squares, products] =
            [self.appearances_squares, self.shares_squares, self.products]
                .map(|sum| i128::try_from(sum).unwrap_or(i128::MAX));
        RatioMean {
            blocks: self.blocks,
            appearances: self.appearances,
            sum: self.shares.into(),
            appearances_squares,
            squares,
            products,
        }
    }
}

/// Sums over blocks of a quantity x that appearances have, as scores or turns, and of the
/// appearances a over which its mean R = Σx / Σa is taken. Its variance is that of a win rate; its
/// interval is R ± t·√v(R), because there is no range that it stays in.
///
/// Blocks that all agree give none, as in [`super::MeanSums`].
///
/// # Examples
///
/// ```
/// use unobench_stats::RatioMean;
///
/// // The blocks 1, 2, 3, 4, 5 of one game each, as R's `t.test` has them.
/// let sums = RatioMean {
///     blocks: 5, appearances: 5, sum: 15, appearances_squares: 5, squares: 55, products: 15,
/// };
/// assert_eq!(sums.mean(), Some(3.0));
/// let interval = sums.interval().expect("blocks");
/// assert!((interval.low - 1.036_757).abs() < 1e-6 && (interval.high - 4.963_243).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RatioMean {
    /// Blocks with at least one appearance.
    pub blocks: u64,
    /// Σa.
    pub appearances: u64,
    /// Σx.
    pub sum: i128,
    /// Σa².
    pub appearances_squares: i128,
    /// Σx².
    pub squares: i128,
    /// Σxa.
    pub products: i128,
}

impl RatioMean {
    /// The mean; none without an appearance.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.appearances > 0).then(|| self.sum as f64 / self.appearances as f64)
    }

    /// The standard error of the mean; none for fewer than two blocks.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let (blocks, appearances) = (self.blocks as f64, self.appearances as f64);
        let variance = blocks / (blocks - 1.0) * self.residual_squares().max(0.0);
        (self.blocks > 1 && self.appearances > 0).then(|| variance.sqrt() / appearances)
    }

    /// The 95 % interval of the mean: Student's t with one degree of freedom fewer than blocks;
    /// none for fewer than two blocks.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.reaching(student::critical_value(self.blocks.checked_sub(1)?)?)
    }

    /// The 95 % interval that holds wherever one stops, at all looks at once; none below
    /// [`sequence::MINIMUM_BLOCKS`].
    #[must_use]
    pub fn sequence(&self) -> Option<Interval> {
        self.reaching(sequence::critical_value(self.blocks)?)
    }

    fn reaching(&self, critical: f64) -> Option<Interval> {
        let error = self.standard_error().filter(|error| *error > 0.0)?;
        Some(Interval::around(self.mean()?, critical * error))
    }

    /// Σ(x − R·a)², times (Σa)² a whole number.
    fn residual_squares(&self) -> f64 {
        let appearances = self.appearances as f64;
        match self.exact_residual_squares() {
            Some(scaled) => scaled as f64 / (appearances * appearances),
            None => {
                let mean = self.sum as f64 / appearances;
                self.squares as f64 - 2.0 * mean * self.products as f64
                    + mean * mean * self.appearances_squares as f64
            }
        }
    }

    /// (Σa)²·Σx² − 2·Σa·Σx·Σxa + (Σx)²·Σa², if it fits.
    fn exact_residual_squares(&self) -> Option<i128> {
        let appearances = i128::from(self.appearances);
        let squares = checked_product([appearances, appearances, self.squares])?;
        let cross = checked_product([appearances, self.sum, self.products])?;
        let scaled = checked_product([self.sum, self.sum, self.appearances_squares])?;
        squares.checked_sub(cross)?.checked_sub(cross)?.checked_add(scaled)
    }
}

/// The product of three numbers, if it fits.
fn checked_product([first, second, third]: [i128; 3]) -> Option<i128> {
    first.checked_mul(second)?.checked_mul(third)
}

/// Wilson's interval of a rate, with c the squared critical value over the sample size.
#[must_use]
pub fn wilson(rate: f64, c: f64) -> Interval {
    let middle = rate + c / 2.0;
    let half = (c * rate * (1.0 - rate) + c * c / 4.0).sqrt();
    let [low, high] = [middle - half, middle + half].map(|end| (end / (1.0 + c)).clamp(0.0, 1.0));
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{close, spans};

    fn sums(blocks: &[(u64, u64)]) -> RatioSums {
        let mut sums = RatioSums::of(1);
        blocks.iter().for_each(|&(appearances, wins)| sums.add(appearances, wins, 1));
        sums
    }

    /// One a block, of which three in ten are won.
    fn a_million_games() -> RatioSums {
        let mut sums = RatioSums::of(1);
        sums.add(1, 1, 300_000);
        sums.add(1, 0, 700_000);
        sums
    }

    /// x is −9, 24, 30, 4, 47 in blocks of 4, 4, 8, 4, 8 appearances.
    #[test]
    fn the_variance_of_a_mean_is_that_of_the_textbook() {
        let blocks = [(4, -9), (4, 24), (8, 30), (4, 4), (8, 47)];
        let sum = |term: fn((i128, i128)) -> i128| blocks.into_iter().map(term).sum::<i128>();
        let sums = RatioMean {
            blocks: 5,
            appearances: 28,
            sum: sum(|(_, x)| x),
            appearances_squares: sum(|(a, _)| a * a),
            squares: sum(|(_, x)| x * x),
            products: sum(|(a, x)| a * x),
        };
        let mean = 96.0 / 28.0;
        let squares: f64 = blocks.iter().map(|&(a, x)| (x as f64 - mean * a as f64).powi(2)).sum();
        close(sums.mean().expect("appearances"), mean, 1e-15);
        close(sums.standard_error().expect("blocks"), (1.25 * squares / 784.0).sqrt(), 1e-14);
        let half = 2.776_445_105 * (1.25 * squares / 784.0).sqrt();
        spans(sums.interval().expect("blocks"), [mean - half, mean + half], 1e-8);
        let single_block = RatioMean { blocks: 1, ..sums };
        assert_eq!((single_block.standard_error(), single_block.interval()), (None, None));
        assert_eq!(RatioMean::default().mean(), None);
    }

    /// Wilson's interval for 8 of 10, as R's `prop.test(8, 10, correct = FALSE)` prints it.
    #[test]
    fn wilsons_interval_has_its_known_value() {
        let z: f64 = 1.959_963_984_540_054;
        spans(wilson(0.8, z * z / 10.0), [0.490_162_47, 0.943_317_85], 1e-8);
    }

    #[test]
    fn independent_games_in_many_blocks_give_the_binomial_interval() {
        let interval = a_million_games().interval().expect("blocks");
        let half = 1.959_964 * (0.3_f64 * 0.7 / 1e6).sqrt();
        spans(interval, [0.3 - half, 0.3 + half], 1e-6);
    }

    /// 100 blocks of two games: 30 with two wins, 20 of one win and one that nobody won, 50 of two
    /// lost games. By hand: R = (60 + 30)/200 = 0.45, Σ(w − 2R)² = 30·1.1² + 20·0.6² + 50·0.9².
    #[test]
    fn a_game_that_nobody_wins_counts_in_part() {
        let sums_of = |blocks: &[(u64, u64)]| {
            let mut sums = RatioSums::of(2);
            blocks.iter().for_each(|&(shares, blocks)| sums.add(2, shares, blocks));
            sums
        };
        let sums = sums_of(&[(4, 30), (3, 20), (0, 50)]);
        close(sums.rate().expect("appearances"), 0.45, 1e-15);
        assert_eq!(sums.wins(20), 80);
        close(sums.variance().expect("blocks"), 100.0 / 99.0 * 84.0 / 40_000.0, 1e-15);
        // What the others have is what is left.
        let others = sums_of(&[(0, 30), (1, 20), (4, 50)]);
        let [interval, other] = [sums, others].map(|sums| sums.interval().expect("blocks"));
        spans(interval, [1.0 - other.high, 1.0 - other.low], 1e-15);
        // Nobody wins anything: a fair share, and at most one win of uncertainty.
        let none = sums_of(&[(2, 100)]);
        close(none.rate().expect("appearances"), 0.5, 1e-15);
        close(none.variance().expect("blocks"), 100.0 / 99.0 / 40_000.0, 1e-15);
    }

    #[test]
    fn a_single_block_has_a_rate_and_no_interval() {
        let sums = sums(&[(4, 1)]);
        assert_eq!((sums.rate(), sums.interval()), (Some(0.25), None));
        assert_eq!(RatioSums::of(1).rate(), None);
        assert_eq!(RatioSums::of(1).interval(), None);
    }

    #[test]
    fn rates_of_zero_and_one_have_one_sided_intervals() {
        let never = sums(&[(4, 0); 100]).interval().expect("blocks");
        assert_eq!(never.low, 0.0);
        // SciPy 1.17: `stats.beta.ppf(0.975, 1, 100)`, the bound of Clopper and Pearson.
        close(never.high, 0.036_216_693, 1e-9);
        let always = sums(&[(4, 4); 100]).interval().expect("blocks");
        assert_eq!(always.high, 1.0);
        close(always.low, 1.0 - never.high, 1e-12);
    }

    #[test]
    fn agreement_of_a_few_blocks_is_not_certainty() {
        let two = sums(&[(4, 1); 2]).interval().expect("blocks");
        assert!(two.low < 0.02 && two.high > 0.85, "{two:?}");
        let mut many = RatioSums::of(1);
        many.add(4, 1, 1_000_000);
        let many = many.interval().expect("blocks");
        assert!(many.low < 0.25 && many.high > 0.25 && many.high - many.low < 2e-6, "{many:?}");
    }

    #[test]
    fn sums_too_large_for_exact_products_still_give_an_interval() {
        let mut sums = RatioSums::of(1);
        sums.add(5040, 1000, 500_000_000_000);
        sums.add(5040, 1520, 500_000_000_000);
        assert_eq!(sums.as_mean().exact_residual_squares(), None);
        let interval = sums.interval().expect("blocks");
        close(interval.high - interval.low, 2.0 * 1.959_964 * 260.0 / 5040.0 / 1e6, 1e-11);
    }

    #[test]
    fn the_variance_reduction_compares_with_independent_games() {
        // One game a block: nothing to gain, but for the one degree of freedom.
        close(a_million_games().variance_reduction().expect("blocks"), 1.0, 2e-6);
        // Two games that always go the same way count as one; four wins in 0, 1, 2 with weights 1 :
        // 2 : 1 are independent games.
        close(sums(&[(2, 0), (2, 2)].repeat(500)).variance_reduction().expect("blocks"), 0.5, 1e-3);
        let independent = sums(&[(2, 0), (2, 1), (2, 1), (2, 2)].repeat(500));
        close(independent.variance_reduction().expect("blocks"), 1.0, 1e-3);
        // One deal in a hundred is not shared equally: variance 0.01 · 0.5² against 0.5² / 2.
        let rare: Vec<_> = (0..10_000)
            .map(|block| (2, if block % 200 == 0 { 2 } else { u64::from(block % 200 != 100) }))
            .collect();
        close(sums(&rare).variance_reduction().expect("blocks"), 50.0, 0.02);
        assert_eq!(sums(&[(4, 0), (4, 0)]).variance_reduction(), None);
        assert_eq!(sums(&[(4, 1)]).variance_reduction(), None);
    }

    #[test]
    fn the_sequence_is_the_wilson_interval_with_its_own_critical_value() {
        let sums = a_million_games();
        let half = 3.7 * (0.3_f64 * 0.7 / 1e6).sqrt();
        let interval = sums.sequence().expect("blocks");
        spans(interval, [0.3 - half, 0.3 + half], 4e-6);
        let plain = sums.interval().expect("blocks");
        close((interval.high - interval.low) / (plain.high - plain.low), 3.7 / 1.960, 1e-3);
    }

    #[test]
    fn the_sequence_is_silent_at_first_and_stays_within_the_unit_interval() {
        assert_eq!(sums(&[(4, 1); 63]).sequence(), None);
        let never = sums(&[(4, 0); 64]).sequence().expect("blocks");
        assert_eq!(never.low, 0.0);
        close((1.0 - never.high).powi(64), 0.005, 1e-9);
    }
}
