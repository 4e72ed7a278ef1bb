//! Counts by value: an array where nearly all values lie, a map for the rest, so that counting is
//! one increment and memory is bounded by the number of distinct values.

use crate::sums::{Sum, add_each};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const DENSE: usize = 1024;

const NEGATIVE: i64 = 64;

/// How often each whole number was counted, such as a score or a number of turns.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "HistogramColumns", into = "HistogramColumns")]
pub struct Histogram {
    /// As far as the greatest value that was seen of those that it covers.
    dense: Vec<u64>,
    spill: BTreeMap<i64, u64>,
}

/// A histogram as it is written: values in ascending order and, in the same order, their counts,
/// none of them 0.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HistogramColumns {
    value: Vec<i64>,
    count: Vec<u64>,
}

impl Histogram {
    #[inline(always)]
    pub fn count(&mut self, value: i64) {
        match self.dense.get_mut(place(value)) {
            Some(count) => *count += 1,
            None => self.count_far(value),
        }
    }

    #[inline(always)]
    pub fn count_many(&mut self, value: i64, times: u64) {
        match self.dense.get_mut(place(value)) {
            Some(count) => *count += times,
            None if times > 0 => *self.count_of(value) += times,
            None => {}
        }
    }

    #[cold]
    #[inline(never)]
    fn count_far(&mut self, value: i64) {
        *self.count_of(value) += 1;
    }

    fn count_of(&mut self, value: i64) -> &mut u64 {
        let place = place(value);
        if place >= DENSE {
            return self.spill.entry(value).or_default();
        }
        if place >= self.dense.len() {
            self.dense.resize(place + 1, 0);
        }
        &mut self.dense[place]
    }

    pub fn total(&self) -> u64 {
        self.iter().fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    /// The values seen with their counts, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + Clone {
        let below = self.spill.range(..-NEGATIVE);
        let above = self.spill.range(-NEGATIVE..);
        let dense = self.dense.iter().enumerate().filter(|&(_, &count)| count > 0);
        let dense = dense.map(|(place, &count)| (place as i64 - NEGATIVE, count));
        let [below, above] =
            [below, above].map(|spill| spill.map(|(&value, &count)| (value, count)));
        below.chain(dense).chain(above)
    }
}

impl Sum for Histogram {
    fn add(&mut self, more: &Histogram) -> Option<()> {
        let places = more.dense.len();
        self.dense.resize(self.dense.len().max(places), 0);
        add_each(&mut self.dense[..places], &more.dense)?;
        let mut spilled = more.spill.iter();
        spilled.try_for_each(|(&value, count)| self.spill.entry(value).or_default().add(count))
    }
}

impl FromIterator<(i64, u64)> for Histogram {
    fn from_iter<I: IntoIterator<Item = (i64, u64)>>(counts: I) -> Histogram {
        let mut histogram = Histogram::default();
        counts.into_iter().for_each(|(value, count)| *histogram.count_of(value) += count);
        histogram
    }
}

impl From<Histogram> for HistogramColumns {
    fn from(histogram: Histogram) -> HistogramColumns {
        let (value, count) = histogram.iter().unzip();
        HistogramColumns { value, count }
    }
}

impl TryFrom<HistogramColumns> for Histogram {
    type Error = &'static str;

    fn try_from(
        HistogramColumns { value, count }: HistogramColumns,
    ) -> Result<Histogram, &'static str> {
        let is_formed = value.len() == count.len() && value.is_sorted_by(|a, b| a < b);
        let counts = is_formed.then(|| value.into_iter().zip(count));
        counts.map(Histogram::from_iter).ok_or("a histogram is not in order")
    }
}

#[inline(always)]
fn place(value: i64) -> usize {
    value.wrapping_add(NEGATIVE) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Histogram {
        let mut histogram = Histogram::default();
        let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
        for value in [0, 0, 5, -64, -65, -40_000, 959, 960, 100_000, high, low, 5] {
            histogram.count(value);
        }
        histogram
    }

    #[test]
    fn values_come_back_in_order_wherever_they_are_kept() {
        let listed: Vec<(i64, u64)> = sample().iter().collect();
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
        assert_eq!(Histogram::from_iter(listed), sample());
        assert_eq!(Histogram::default().iter().next(), None);
    }

    #[test]
    fn written_and_read_again_it_is_the_same() {
        assert_eq!(Histogram::try_from(HistogramColumns::from(sample())), Ok(sample()));
    }

    #[test]
    fn histograms_add_up_unless_it_is_too_much() {
        let mut sum = Histogram::from_iter([(-3, 1), (5, 2), (9, 4)]);
        assert_eq!(sum.add(&Histogram::from_iter([(-70, 1), (5, 3), (12, 1)])), Some(()));
        assert_eq!(sum, Histogram::from_iter([(-70, 1), (-3, 1), (5, 5), (9, 4), (12, 1)]));
        assert_eq!(sum.total(), 12);
        assert_eq!(sum.add(&Histogram::from_iter([(5, u64::MAX)])), None);
    }

    #[test]
    fn malformed_lists_are_refused() {
        let read = |value: &[i64], count: &[u64]| {
            Histogram::try_from(HistogramColumns { value: value.to_vec(), count: count.to_vec() })
        };
        assert!(read(&[1, 2], &[1, 1]).is_ok());
        for (value, count) in [(&[1][..], &[][..]), (&[2, 1], &[1, 1]), (&[1, 1], &[1, 1])] {
            assert!(read(value, count).is_err(), "{value:?}");
        }
    }
}
