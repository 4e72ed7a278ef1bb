//! Means over blocks, and their intervals.

use super::{Interval, MISS_AT_END, sequence, student};

/// Sums over blocks of a quantity that is kept as a whole number of `1 / scale`.
///
/// # Examples
///
/// ```
/// use unobench_stats::MeanSums;
///
/// // The blocks 1, 2, 3, 4, 5, as R's `t.test` has them.
/// let sums = MeanSums { blocks: 5, sum: 15, squares: 55, scale: 1 };
/// assert_eq!(sums.mean(), Some(3.0));
/// let interval = sums.interval().expect("blocks");
/// assert!((interval.low - 1.036_756_84).abs() < 1e-8 && (interval.high - 4.963_243_16).abs() < 1e-8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeanSums {
    /// Blocks.
    pub blocks: u64,
    /// Sum, in units of `1 / scale`.
    pub sum: i128,
    /// Sum of squares, in units of `1 / scale²`.
    pub squares: i128,
    /// Units to one; above 0.
    pub scale: i64,
}

impl MeanSums {
    /// The mean; none without a block.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.blocks > 0).then(|| self.sum as f64 / self.scale as f64 / self.blocks as f64)
    }

    /// The 95 % interval of the mean: Student's t with one degree of freedom fewer than blocks;
    /// none for fewer than two blocks.
    ///
    /// None where all blocks agree: unlike a win, a score has no range that says how far from it
    /// the mean can be.
    ///
    /// # Source
    /// Cochran, *Sampling Techniques*, 3rd ed. 1977, § 2.8.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.reaching(student::critical_value(self.blocks.checked_sub(1)?)?)
    }

    /// The same of a quantity with this range: no end lies outside of it. Where all blocks are at
    /// one end, each is one that could have been elsewhere; where they agree on something between,
    /// the squares are those of one unit too many in a single block.
    #[must_use]
    pub fn interval_within(&self, least: f64, most: f64) -> Option<Interval> {
        let critical = student::critical_value(self.blocks.checked_sub(1)?)?;
        self.interval_of_reach(critical, MISS_AT_END, least, most)
    }

    /// The same that reaches so many standard errors to either side; where all blocks are at one
    /// end, it misses the truth with a probability of at most `error`.
    pub(super) fn interval_of_reach(
        &self,
        critical: f64,
        error: f64,
        least: f64,
        most: f64,
    ) -> Option<Interval> {
        self.blocks.checked_sub(2)?;
        let (mean, width) = (self.mean()?, most - least);
        let share = (mean - least) / width;
        if let Some(end) = Interval::at_the_end(share, self.blocks, error) {
            return Some(Interval { low: least + width * end.low, high: least + width * end.high });
        }
        let blocks = self.blocks as f64;
        let least_error = 1.0 / self.scale as f64 / ((blocks - 1.0) * blocks).sqrt();
        let half = critical * self.standard_error()?.max(least_error);
        Some(Interval::around(mean, half).within(least, most))
    }

    /// The two-sided p-value of the mean against 0; none for fewer than two blocks. Where all
    /// blocks agree on something else it is that of the sign test: as many coins that all fall on
    /// one side.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        Some(student::p_of_mean(self.mean()?, self.standard_error()?, self.blocks))
    }

    /// The standard error of the mean; none for fewer than two blocks.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let degrees = self.blocks.checked_sub(1).filter(|degrees| *degrees > 0)?;
        Some((self.deviation_squares() / degrees as f64 / self.blocks as f64).sqrt())
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

    /// The sum of squared deviations from the mean.
    fn deviation_squares(&self) -> f64 {
        let (blocks, scale) = (self.blocks as f64, self.scale as f64);
        let deviations = match self.exact_deviation_squares() {
            Some(scaled) => scaled as f64 / blocks,
            None => self.squares as f64 - self.sum as f64 * (self.sum as f64 / blocks),
        };
        deviations.max(0.0) / (scale * scale)
    }

    /// Those in units, once for each block, if they fit.
    fn exact_deviation_squares(&self) -> Option<i128> {
        let all = i128::from(self.blocks).checked_mul(self.squares)?;
        all.checked_sub(self.sum.checked_mul(self.sum)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(values: &[i64], scale: i64) -> MeanSums {
        let sum = values.iter().map(|&value| i128::from(value)).sum();
        let squares = values.iter().map(|&value| i128::from(value).pow(2)).sum();
        MeanSums { blocks: values.len() as u64, sum, squares, scale }
    }

    /// R: `t.test(c(1, 2, 3, 4, 5))$p.value`.
    #[test]
    fn the_p_value_is_students() {
        assert!((sums(&[1, 2, 3, 4, 5], 1).p_value().expect("blocks") - 0.013_235_8).abs() < 1e-6);
        assert_eq!((sums(&[0, 0], 1).p_value(), sums(&[1], 1).p_value()), (Some(1.0), None));
        assert_eq!(sums(&[1; 8], 1).interval(), None);
        let agreed = [2, 7, 5000].map(|blocks| sums(&vec![1; blocks], 1).p_value());
        assert_eq!(agreed, [0.5, 1.0 / 64.0, f64::MIN_POSITIVE].map(Some));
    }

    #[test]
    fn the_scale_divides_mean_and_interval() {
        let (plain, scaled) = (sums(&[1, 2, 6], 1), sums(&[4, 8, 24], 4));
        assert_eq!(plain.mean(), scaled.mean());
        assert_eq!(plain.interval(), scaled.interval());
    }

    #[test]
    fn blocks_that_agree_within_a_range_have_an_interval_of_some_width() {
        let interval = |values: &[i64]| sums(values, 2).interval_within(-1.0, 1.0).expect("blocks");
        let bound = 2.0 * (1.0 - 0.025_f64.powf(0.25));
        let (lost, won, level) = (interval(&[-2; 4]), interval(&[2; 4]), interval(&[0; 4]));
        assert!((lost.high - (bound - 1.0)).abs() < 1e-12 && lost.low == -1.0, "{lost:?}");
        assert!((won.low + lost.high).abs() < 1e-12 && won.high == 1.0, "{won:?}");
        assert!((level.high - 3.182_446 * 0.5 / 12.0_f64.sqrt()).abs() < 1e-6, "{level:?}");
        assert_eq!(level.low, -level.high);
        assert_eq!(interval(&[2, 2, 2, -2]).high, 1.0);
    }

    #[test]
    fn one_block_has_a_mean_alone_and_none_has_nothing() {
        assert_eq!((sums(&[7], 2).mean(), sums(&[7], 2).interval()), (Some(3.5), None));
        assert_eq!((sums(&[], 1).mean(), sums(&[], 1).interval()), (None, None));
    }

    #[test]
    fn sums_beyond_exact_products_are_approximated() {
        let (blocks, scale) = (1_000_000_000_000_000, 1);
        let sums = MeanSums {
            blocks,
            sum: 0,
            squares: 100 * i128::from(blocks) * 1_000_000_000_000,
            scale,
        };
        let interval = sums.interval().expect("blocks");
        let expected = 1.959_963_984_5 * 1e7 / 1e15_f64.sqrt();
        assert!((interval.high / expected - 1.0).abs() < 1e-9, "{interval:?}");
    }
}
