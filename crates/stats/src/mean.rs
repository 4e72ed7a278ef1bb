//! Means over blocks, and their intervals.

use super::{Interval, sequence, student};

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
    /// Blocks that all agree give an interval without width: unlike a win, a score has no smallest
    /// step to be in doubt about.
    ///
    /// # Source
    /// Cochran, *Sampling Techniques*, 3rd ed. 1977, § 2.8.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.reaching(student::critical_value(self.blocks.checked_sub(1)?)?)
    }

    /// The two-sided p-value of the mean against 0; none for fewer than two blocks, and where all
    /// blocks agree on something else.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        let mean = self.mean()?;
        let error = self.standard_error()?;
        match (error > 0.0, mean == 0.0) {
            (true, _) => Some(student::p_value(mean / error, self.blocks - 1)),
            (false, true) => Some(1.0),
            (false, false) => None,
        }
    }

    /// The standard error of the mean; none for fewer than two blocks.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let degrees = self.blocks.checked_sub(1).filter(|degrees| *degrees > 0)?;
        Some((self.deviation_squares() / degrees as f64 / self.blocks as f64).sqrt())
    }

    /// The 95 % interval that holds wherever one stops, at all looks at once; none below
    /// [`sequence::MINIMUM_BLOCKS`]. `rho` as in [`sequence::critical_value`].
    #[must_use]
    pub fn sequence(&self, rho: f64) -> Option<Interval> {
        self.reaching(sequence::critical_value(self.blocks, rho)?)
    }

    fn reaching(&self, critical: f64) -> Option<Interval> {
        Some(Interval::around(self.mean()?, critical * self.standard_error()?))
    }

    /// The sum of squared deviations from the mean.
    fn deviation_squares(&self) -> f64 {
        let blocks = i128::from(self.blocks);
        let exact =
            || blocks.checked_mul(self.squares)?.checked_sub(self.sum.checked_mul(self.sum)?);
        let (blocks, scale) = (self.blocks as f64, self.scale as f64);
        let deviations = match exact() {
            Some(scaled) => scaled as f64 / blocks,
            None => self.squares as f64 - self.sum as f64 * (self.sum as f64 / blocks),
        };
        deviations.max(0.0) / (scale * scale)
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
        assert_eq!(
            (sums(&[0, 0], 1).p_value(), sums(&[1, 1], 1).p_value(), sums(&[1], 1).p_value()),
            (Some(1.0), None, None)
        );
    }

    #[test]
    fn the_scale_divides_mean_and_interval() {
        let (plain, scaled) = (sums(&[1, 2, 6], 1), sums(&[4, 8, 24], 4));
        assert_eq!(plain.mean(), scaled.mean());
        assert_eq!(plain.interval(), scaled.interval());
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
