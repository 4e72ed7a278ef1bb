//! Descriptions of a distribution that is known whole, as counts by value in ascending order.

/// The smallest value that at least this share of all counts does not exceed: the inverse of the
/// empirical distribution function.
///
/// # Source
/// Hyndman and Fan 1996, *Sample quantiles in statistical packages*, The American Statistician 50,
/// definition 1.
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
    let total: u64 = counts.clone().map(|(_, count)| count).sum();
    let rank = (share * total as f64).ceil().max(1.0) as u64;
    let mut below = 0;
    for (value, count) in counts {
        below += count;
        if below >= rank {
            return Some(value);
        }
    }
    None
}

/// The quantile of a whole-number quantity as a real number: linear between the values that
/// occurred, each of which stands where half of its own count lies below it. None without a count.
///
/// It moves with every count, so that the quantiles of parts of a sample seldom agree by rounding,
/// which [`quantile`] would: the differences between parts tell how precise it is. Below the first
/// of these points and above the last it is the smallest and the largest value. Where a value is a
/// share w of all, it moves by about 1/w from one value to the next.
///
/// # Source
/// Ma, Genton and Parzen 2011, *Asymptotic properties of sample quantiles of discrete
/// distributions*, Annals of the Institute of Statistical Mathematics 63: the quantile of the
/// mid-distribution function F(x) − p(x)/2, interpolated.
///
/// # Examples
///
/// ```
/// use unobench_stats::interpolated_quantile;
///
/// // The middles of the counts lie at 25, 70 and 95 of 100.
/// let counts = [(0, 50), (10, 40), (30, 10)];
/// assert_eq!(interpolated_quantile(0.475, counts.into_iter()), Some(5.0));
/// assert_eq!(interpolated_quantile(0.7, counts.into_iter()), Some(10.0));
/// ```
#[must_use]
pub fn interpolated_quantile(
    share: f64,
    counts: impl Iterator<Item = (i64, u64)> + Clone,
) -> Option<f64> {
    let total: u64 = counts.clone().map(|(_, count)| count).sum();
    let rank = share * total as f64;
    let mut below = 0;
    let mut last: Option<(f64, f64)> = None;
    for (value, count) in counts.filter(|&(_, count)| count > 0) {
        let (value, middle) = (value as f64, below as f64 + count as f64 / 2.0);
        if middle >= rank {
            return Some(last.map_or(value, |(lower, at)| {
                lower + (value - lower) * (rank - at) / (middle - at)
            }));
        }
        below += count;
        last = Some((value, middle));
    }
    last.map(|(value, _)| value)
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
    let exact = || total.checked_mul(squares)?.checked_sub(sum.checked_mul(sum)?);
    let deviations = match exact() {
        Some(scaled) => scaled as f64 / total as f64,
        None => squares as f64 - sum as f64 * (sum as f64 / total as f64),
    };
    Some((deviations.max(0.0) / (total - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_occurred() {
        let counts = [(0, 50), (10, 45), (99, 5)];
        let at = |share: f64| quantile(share, counts.into_iter());
        assert_eq!(
            (at(0.05), at(0.5), at(0.51), at(0.95), at(0.96), at(1.0)),
            (Some(0), Some(0), Some(10), Some(10), Some(99), Some(99))
        );
        assert_eq!(quantile(0.5, [].into_iter()), None);
    }

    #[test]
    fn interpolated_quantiles_lie_between_the_middles_of_the_counts() {
        // Middles at 25, 70, 95 of 100.
        let counts = [(0, 50), (5, 0), (10, 40), (30, 10)];
        let at = |share: f64| interpolated_quantile(share, counts.into_iter()).expect("counts");
        assert_eq!(
            (at(0.25), at(0.475), at(0.7), at(0.825), at(0.95)),
            (0.0, 5.0, 10.0, 20.0, 30.0)
        );
        assert_eq!((at(0.0), at(0.1), at(0.99), at(1.0)), (0.0, 0.0, 30.0, 30.0));
        assert_eq!(interpolated_quantile(0.5, [(7, 3)].into_iter()), Some(7.0));
        assert_eq!(interpolated_quantile(0.5, [(7, 0)].into_iter()), None);
    }

    #[test]
    fn one_count_more_moves_an_interpolated_quantile() {
        let at = |more: u64| {
            interpolated_quantile(0.95, [(20, 900), (21, 60 + more), (22, 40)].into_iter())
                .expect("counts")
        };
        assert!(at(1) > at(0) && at(1) - at(0) < 0.05, "{} to {}", at(0), at(1));
    }

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        let counts = [(2, 1), (4, 3), (5, 2), (7, 1), (9, 1)];
        assert!(
            standard_deviation(counts.into_iter())
                .is_some_and(|deviation| (deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12)
        );
        assert_eq!(standard_deviation([(3, 1)].into_iter()), None);
        assert_eq!(standard_deviation([(3, 5)].into_iter()), Some(0.0));
    }
}
