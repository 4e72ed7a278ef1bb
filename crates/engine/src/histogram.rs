//! Counts by value: an array where nearly all values lie, a map for the rest, so that counting is
//! one increment and memory is bounded by the number of distinct values.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The values that the array covers.
const DENSE: usize = 1024;

/// How many of them are negative.
const NEGATIVE: i64 = 64;

/// Some histograms of the same sort: for each, how often each value was seen.
///
/// # Examples
///
/// ```
/// use unobench_engine::histogram::Histograms;
///
/// let mut lengths = Histograms::new(1);
/// for turns in [31, 8, 31, 5000] {
///     lengths.add(0, turns);
/// }
/// assert_eq!(lengths.iter(0).collect::<Vec<_>>(), [(8, 1), (31, 2), (5000, 1)]);
/// assert_eq!(lengths.to_sparse(0).total(), 4);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histograms {
    dense: Vec<[u64; DENSE]>,
    spill: Vec<BTreeMap<i64, u64>>,
}

/// A histogram as it is written: values in ascending order and, in the same order, their counts,
/// none of them 0.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparseHistogram {
    /// The values seen.
    pub value: Vec<i64>,
    /// How often each was seen.
    pub count: Vec<u64>,
}

impl SparseHistogram {
    /// Whether there is a count for each value, and the values are in ascending order.
    #[must_use]
    pub fn is_formed(&self) -> bool {
        self.value.len() == self.count.len() && self.value.is_sorted_by(|a, b| a < b)
    }

    /// The sum of all counts, as large as it may be.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.count.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The values with their counts, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + Clone + '_ {
        self.value.iter().copied().zip(self.count.iter().copied())
    }

    /// Adds the counts of another; both are in order, and so is the sum.
    pub fn add(&mut self, other: &SparseHistogram) {
        let (own, mut sum) = (std::mem::take(self), SparseHistogram::default());
        let (mut ours, mut theirs) = (own.iter().peekable(), other.iter().peekable());
        loop {
            let value = match (ours.peek(), theirs.peek()) {
                (None, None) => break,
                (Some((value, _)), None) | (None, Some((value, _))) => *value,
                (Some((one, _)), Some((two, _))) => *one.min(two),
            };
            let count = |(_, count)| count;
            let one = ours.next_if(|(here, _)| *here == value).map_or(0, count);
            let two = theirs.next_if(|(here, _)| *here == value).map_or(0, count);
            sum.value.push(value);
            sum.count.push(one + two);
        }
        *self = sum;
    }
}

impl Histograms {
    /// So many empty histograms.
    #[must_use]
    pub fn new(histograms: usize) -> Histograms {
        Histograms { dense: vec![[0; DENSE]; histograms], spill: vec![BTreeMap::new(); histograms] }
    }

    /// Counts a value once.
    #[inline(always)]
    pub fn add(&mut self, histogram: usize, value: i64) {
        match self.dense[histogram].get_mut(place(value)) {
            Some(count) => *count += 1,
            None => self.add_spilled(histogram, value, 1),
        }
    }

    /// Counts a value many times.
    pub fn add_many(&mut self, histogram: usize, value: i64, times: u64) {
        match self.dense[histogram].get_mut(place(value)) {
            Some(count) => *count += times,
            None => self.add_spilled(histogram, value, times),
        }
    }

    #[cold]
    #[inline(never)]
    fn add_spilled(&mut self, histogram: usize, value: i64, times: u64) {
        *self.spill[histogram].entry(value).or_insert(0) += times;
    }

    /// Adds the counts of as many other histograms.
    pub fn merge(&mut self, other: &Histograms) {
        for (count, more) in
            self.dense.as_flattened_mut().iter_mut().zip(other.dense.as_flattened())
        {
            *count += more;
        }
        for (histogram, spill) in other.spill.iter().enumerate() {
            spill.iter().for_each(|(&value, &times)| self.add_spilled(histogram, value, times));
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.dense.fill([0; DENSE]);
        self.spill.iter_mut().for_each(BTreeMap::clear);
    }

    /// Lists the values seen with their counts, in ascending order.
    pub fn iter(&self, histogram: usize) -> impl Iterator<Item = (i64, u64)> + Clone {
        let below = self.spill[histogram].range(..-NEGATIVE);
        let above = self.spill[histogram].range(-NEGATIVE..);
        let dense = self.dense[histogram].iter().enumerate().filter(|&(_, &count)| count > 0);
        let dense = dense.map(|(place, &count)| (place as i64 - NEGATIVE, count));
        let spilled = |(&value, &count): (&i64, &u64)| (value, count);
        below.map(spilled).chain(dense).chain(above.map(spilled))
    }

    /// A histogram as it is written.
    #[must_use]
    pub fn to_sparse(&self, histogram: usize) -> SparseHistogram {
        let (value, count) = self.iter(histogram).unzip();
        SparseHistogram { value, count }
    }

    /// Adds the counts of a written histogram; false, with nothing added, if it is not well formed.
    #[must_use]
    pub fn add_sparse(&mut self, histogram: usize, sparse: &SparseHistogram) -> bool {
        let formed = sparse.is_formed();
        if formed {
            sparse
                .value
                .iter()
                .zip(&sparse.count)
                .for_each(|(&value, &count)| self.add_many(histogram, value, count));
        }
        formed
    }
}

/// The value's place in the array; too large if it has none.
#[inline(always)]
fn place(value: i64) -> usize {
    value.wrapping_add(NEGATIVE) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Histograms {
        let mut histograms = Histograms::new(2);
        for value in [
            0,
            0,
            5,
            -64,
            -65,
            -40_000,
            959,
            960,
            100_000,
            i64::from(i32::MAX),
            i64::from(i32::MIN),
            5,
        ] {
            histograms.add(1, value);
        }
        histograms
    }

    #[test]
    fn values_come_back_in_order_wherever_they_are_kept() {
        let listed: Vec<(i64, u64)> = sample().iter(1).collect();
        let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
        let expected = [
            (low, 1),
            (-40_000, 1),
            (-65, 1),
            (-64, 1),
            (0, 2),
            (5, 2),
            (959, 1),
            (960, 1),
            (100_000, 1),
            (high, 1),
        ];
        assert_eq!(listed, expected);
        assert_eq!(sample().iter(0).next(), None);
    }

    #[test]
    fn written_and_read_again_it_is_the_same() {
        let mut read = Histograms::new(2);
        assert!(read.add_sparse(1, &sample().to_sparse(1)));
        assert_eq!(read, sample());
        let mut twice = sample();
        twice.merge(&sample());
        assert!(read.add_sparse(1, &sample().to_sparse(1)));
        assert_eq!(read, twice);
        read.clear();
        assert_eq!(read, Histograms::new(2));
    }

    #[test]
    fn sparse_histograms_add_up_in_order() {
        let sparse = |list: &[(i64, u64)]| {
            let (value, count) = list.iter().copied().unzip();
            SparseHistogram { value, count }
        };
        let mut sum = sparse(&[(-3, 1), (5, 2), (9, 4)]);
        sum.add(&sparse(&[(-7, 1), (5, 3), (12, 1)]));
        assert_eq!(sum, sparse(&[(-7, 1), (-3, 1), (5, 5), (9, 4), (12, 1)]));
        assert_eq!((sum.total(), sum.is_formed()), (12, true));
        sum.add(&SparseHistogram::default());
        assert_eq!(sum.total(), 12);
    }

    #[test]
    fn malformed_lists_are_refused() {
        let mut histograms = Histograms::new(1);
        assert!(!histograms.add_sparse(0, &SparseHistogram { value: vec![1], count: vec![] }));
        assert!(
            !histograms.add_sparse(0, &SparseHistogram { value: vec![2, 1], count: vec![1, 1] })
        );
        assert_eq!(histograms, Histograms::new(1));
    }
}
