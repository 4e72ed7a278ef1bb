//! Which ranks each of several strategies may have.
//!
//! A strategy's rank is one more than the number of those that are better; those as good as it have
//! the same. If it is sure that *b* are better and *w* are worse, its rank is from 1 + b to n − w.
//! "Sure" is each pair's difference after Holm's correction, so that with a confidence of 95 % no
//! pair is called wrongly, and then every interval of ranks holds its strategy's rank: the promise
//! is for all of them together.
//!
//! # Source
//! Al Mohamad, Goeman and van Zwet 2022, *Simultaneous confidence intervals for ranks with
//! application to ranking institutions*, Biometrics 78: intervals of ranks from all pairwise
//! comparisons; Holm 1979 in place of Tukey's range.

use super::{CONFIDENCE, holm};
use std::cmp::Ordering;

/// A pair that was compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// Two numbers.
    pub pair: [usize; 2],
    /// How much better the first is.
    pub difference: f64,
    /// The p-value of no difference.
    pub p_value: f64,
}

/// Who is better for sure in each pair, after Holm's correction for their number.
fn sure(compared: &[Compared]) -> Vec<Ordering> {
    let p_values: Vec<f64> = compared.iter().map(|pair| pair.p_value).collect();
    compared
        .iter()
        .zip(holm(&p_values))
        .map(|(pair, p_value)| match p_value < 1.0 - CONFIDENCE {
            true => pair.difference.total_cmp(&0.0),
            false => Ordering::Equal,
        })
        .collect()
}

/// The first and the last rank that each of so many may have; pairs that were not compared, and
/// those of which nothing is sure, leave both open.
///
/// # Examples
///
/// ```
/// use unobench_stats::ranks::{Compared, ranks};
///
/// let pair = |pair, difference, p_value| Compared { pair, difference, p_value };
/// // 0 is better than both others, of which nothing is known.
/// let compared = [pair([0, 1], 5.0, 0.001), pair([0, 2], 3.0, 0.002), pair([1, 2], 0.1, 0.9)];
/// assert_eq!(ranks(3, &compared), [(1, 1), (2, 3), (2, 3)]);
/// ```
#[must_use]
pub fn ranks(strategies: usize, compared: &[Compared]) -> Vec<(usize, usize)> {
    let mut ranks = vec![(1, strategies); strategies];
    for (pair, sure) in compared.iter().zip(sure(compared)) {
        let [strategy, other] = pair.pair;
        let (better, worse) = match sure {
            Ordering::Greater => (strategy, other),
            Ordering::Less => (other, strategy),
            Ordering::Equal => continue,
        };
        ranks[better].1 -= 1;
        ranks[worse].0 += 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_sure_leaves_every_rank_open() {
        assert_eq!(ranks(3, &[]), [(1, 3); 3]);
        let level = [Compared { pair: [0, 1], difference: 1.0, p_value: 0.2 }];
        assert_eq!(ranks(2, &level), [(1, 2); 2]);
    }

    /// Three pairs with p = 0.02 are not sure together; with 0.01 they are.
    #[test]
    fn pairs_are_corrected_for_their_number() {
        let all = |p_value| {
            [[0, 1], [0, 2], [1, 2]].map(|pair| Compared { pair, difference: -1.0, p_value })
        };
        assert_eq!(ranks(3, &all(0.02)), [(1, 3); 3]);
        assert_eq!(ranks(3, &all(0.01)), [(3, 3), (2, 2), (1, 1)]);
    }
}
