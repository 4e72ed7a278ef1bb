//! Descriptions of a distribution that is known whole, as counts by value in ascending order.
//!
//! There is one definition of a quantile. [`quantile`] is the smallest value that at least the
//! share of all counts does not exceed, a value that occurred. [`spread_quantile`] also says where
//! among the counts of that value the quantile lies: each whole number is spread evenly over the
//! unit around it, from a half below to a half above. So it moves with every count, is never
//! further than a half from [`quantile`], and rounds to it.
//!
//! # Source
//! Hyndman and Fan 1996, *Sample quantiles in statistical packages*, The American Statistician 50,
//! definition 1. Machado and Santos Silva 2005, *Quantiles for counts*, Journal of the American
//! Statistical Association 100: counts with uniform noise added, whose quantiles are smooth and
//! give back those of the counts when they are rounded.

use super::{Interval, student};

/// The smallest value that at least this share of all counts does not exceed: the inverse of the
/// empirical distribution function. None without a count.
///
/// # Examples
///
/// ```
/// use unobench_stats::quantile;
///
/// // 50 times 0, 45 times 10, 5 times 99.
/// let counts = [(0, 50), (10, 45), (99, 5)];
/// assert_eq!(quantile(0.5, counts.into_iter()), Some(0));
/// assert_eq!(quantile(0.95, counts.into_iter()), Some(10));
/// assert_eq!(quantile(0.96, counts.into_iter()), Some(99));
/// ```
#[must_use]
pub fn quantile(share: f64, counts: impl Iterator<Item = (i64, u64)> + Clone) -> Option<i64> {
    place(share, counts).map(|(value, _)| value)
}

/// The same quantile as a real number, with every whole number spread evenly over the unit around
/// it. None without a count.
///
/// # Examples
///
/// ```
/// use unobench_stats::spread_quantile;
///
/// // 50 times 0, 45 times 10, 5 times 99: a fifth of those that are 10 lie below 59 %.
/// let counts = [(0, 50), (10, 45), (99, 5)];
/// assert_eq!(spread_quantile(0.25, counts.into_iter()), Some(0.0));
/// assert_eq!(spread_quantile(0.59, counts.into_iter()), Some(9.7));
/// ```
#[must_use]
pub fn spread_quantile(
    share: f64,
    counts: impl Iterator<Item = (i64, u64)> + Clone,
) -> Option<f64> {
    place(share, counts).map(|(value, part)| value as f64 - 0.5 + part)
}

/// The value at which a share of all counts is reached, and what part of its own counts that takes.
fn place(share: f64, counts: impl Iterator<Item = (i64, u64)> + Clone) -> Option<(i64, f64)> {
    let total: u64 = counts.clone().map(|(_, count)| count).sum();
    let rank = share.clamp(0.0, 1.0) * total as f64;
    let mut below = 0;
    for (value, count) in counts.filter(|&(_, count)| count > 0) {
        if (below + count) as f64 >= rank {
            return Some((value, (rank - below as f64) / count as f64));
        }
        below += count;
    }
    None
}

/// The 95 % interval of [`spread_quantile`] from groups of independent blocks that together make up
/// the whole; rounded, its ends are those of an interval of [`quantile`]. None for fewer than two
/// groups, and where there are too few counts beyond the quantile to bound it.
///
/// With N counts in all, n_g of them in group g and y_g of these below the quantile q, where those
/// at q itself count in part, the share below q has the standard error
///
/// > s = √( Σ (y_g − p·n_g)² / n_g / ((G − 1)·N) )
///
/// and the interval is that of the quantiles at p ± t·s, with Student's t and G − 1 degrees of
/// freedom.
///
/// # Source
/// Woodruff 1952, *Confidence intervals for medians and other position measures*, Journal of the
/// American Statistical Association 47; the variance is the ratio estimate's of groups of unequal
/// size (Cochran 1977, § 6.4, weighted by 1/n_g, as the variance of y_g grows with n_g).
///
/// # Examples
///
/// ```
/// use unobench_stats::quantile_interval;
///
/// let group = [(1, 30), (2, 40), (3, 30)];
/// let other = [(1, 34), (2, 40), (3, 26)];
/// let whole = [(1, 64), (2, 80), (3, 56)];
/// let groups = [group, other].map(IntoIterator::into_iter);
/// let found = quantile_interval(0.5, whole.into_iter(), groups).expect("two groups");
/// assert!(found.contains(1.95) && found.contains(1.6) && !found.contains(3.2));
/// ```
#[must_use]
pub fn quantile_interval<I: Iterator<Item = (i64, u64)>>(
    share: f64,
    whole: impl Iterator<Item = (i64, u64)> + Clone,
    groups: impl IntoIterator<Item = I>,
) -> Option<Interval> {
    let at = spread_quantile(share, whole.clone())?;
    let (mut total, mut present, mut squares) = (0.0, 0_u64, 0.0);
    for group in groups {
        let (mut counts, mut below) = (0.0, 0.0);
        for (value, count) in group {
            counts += count as f64;
            below += count as f64 * (at - value as f64 + 0.5).clamp(0.0, 1.0);
        }
        if counts > 0.0 {
            total += counts;
            present += 1;
            squares += (below - share * counts).powi(2) / counts;
        }
    }
    let degrees = present.checked_sub(1).filter(|&degrees| degrees > 0)?;
    let half = student::critical_value(degrees)? * (squares / degrees as f64 / total).sqrt();
    let (low, high) = (share - half, share + half);
    let is_bounded = low > 0.0 && high < 1.0;
    if !is_bounded {
        return None;
    }
    let [low, high] = [low, high].map(|share| spread_quantile(share, whole.clone()));
    Some(Interval { low: low?, high: high? })
}

/// The standard deviation, with one degree of freedom fewer than counts; none for fewer than two.
///
/// # Examples
///
/// ```
/// use unobench_stats::standard_deviation;
///
/// let counts = [(2, 1), (4, 3), (5, 2), (7, 1), (9, 1)];
/// let deviation = standard_deviation(counts.into_iter()).expect("counts");
/// assert!((deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
/// ```
#[must_use]
pub fn standard_deviation(counts: impl Iterator<Item = (i64, u64)>) -> Option<f64> {
    let (mut total, mut sum, mut squares) = (0_i128, 0_i128, 0_i128);
    for (value, count) in counts {
        let (value, count) = (i128::from(value), i128::from(count));
        total += count;
        sum += value * count;
        squares += value * value * count;
    }
    if total < 2 {
        return None;
    }
    let exact = total
        .checked_mul(squares)
        .zip(sum.checked_mul(sum))
        .and_then(|(all, square)| all.checked_sub(square));
    let deviations = match exact {
        Some(scaled) => scaled as f64 / total as f64,
        None => squares as f64 - sum as f64 * (sum as f64 / total as f64),
    };
    Some((deviations.max(0.0) / (total - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spans;

    #[test]
    fn quantiles_are_values_that_occurred() {
        let counts = [(0, 50), (10, 45), (99, 5)];
        let at = |share: f64| quantile(share, counts.into_iter());
        assert_eq!([0.05, 0.5, 0.51, 0.95, 0.96, 1.0].map(at), [0, 0, 10, 10, 99, 99].map(Some));
        assert_eq!(quantile(0.5, [].into_iter()), None);
    }

    #[test]
    fn spread_quantiles_lie_within_the_counts_and_round_to_those_that_occurred() {
        let counts = [(0, 50), (5, 0), (10, 40), (30, 10)];
        let at = |share: f64| spread_quantile(share, counts.into_iter()).expect("counts");
        assert_eq!((at(0.25), at(0.5), at(0.7), at(0.95)), (0.0, 0.5, 10.0, 30.0));
        assert_eq!((at(0.0), at(0.6), at(1.0)), (-0.5, 9.75, 30.5));
        for hundredth in 1..=100 {
            let share = f64::from(hundredth) / 100.0;
            let value = quantile(share, counts.into_iter()).expect("counts");
            assert_eq!((at(share) - 0.5).ceil() as i64, value, "{share}");
        }
        assert_eq!(spread_quantile(0.5, [(7, 3)].into_iter()), Some(7.0));
        assert_eq!(spread_quantile(0.5, [(7, 0)].into_iter()), None);
    }

    #[test]
    fn one_count_more_moves_a_spread_quantile() {
        let at = |more: u64| {
            spread_quantile(0.95, [(20, 900), (21, 60 + more), (22, 40)].into_iter())
                .expect("counts")
        };
        assert!(at(1) > at(0) && at(1) - at(0) < 0.05, "{} to {}", at(0), at(1));
    }

    /// Two groups of ten: below the median 10 are 6 and 4 of those, so s = √((1/10 + 1/10)/20) =
    /// 0.1, and a t of 12.7 leaves nothing beyond.
    #[test]
    fn the_interval_of_a_quantile_is_woodruffs() {
        let group = |below: u64| [(9, below), (10, 0), (11, 10 - below)];
        let whole = |groups: u64| [(9, 5 * groups), (10, 0), (11, 5 * groups)];
        let interval = |groups: &[u64]| {
            let lists = groups.iter().map(|&below| group(below).into_iter());
            quantile_interval(0.5, whole(groups.len() as u64).into_iter(), lists)
        };
        assert_eq!((interval(&[5]), interval(&[6, 4])), (None, None));
        // Ten groups: s = √(10·(1/10)/9/100) = 1/30, t = 2.262: 0.5 ± 0.0754.
        let found = interval(&[6, 4, 6, 4, 6, 4, 6, 4, 6, 4]).expect("ten groups");
        let half = 2.262_157_163 / 30.0;
        spans(found, [8.5 + (0.5 - half) / 0.5, 10.5 + half / 0.5], 1e-9);
    }

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        assert_eq!(standard_deviation([(3, 1)].into_iter()), None);
        assert_eq!(standard_deviation([(3, 5)].into_iter()), Some(0.0));
    }
}
