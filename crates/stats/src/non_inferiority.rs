//! Is somebody at least about as good? A sequential test of non-inferiority: what a rival wins is
//! looked at again and again, and the test ends as soon as it is surely less than a fair share and a
//! margin, or surely more.
//!
//! # Source
//! The margin and the one-sided question: Piaggio, Elbourne, Pocock, Evans and Altman 2012,
//! *Reporting of noninferiority and equivalence randomized trials*, JAMA 308. The bounds that hold
//! at all looks: Siegmund 1985, *Sequential Analysis*, § 4.2. Passing only where every rival leaves
//! it open is an intersection–union test, whose error is that of a single one: Berger 1982,
//! *Multiparameter hypothesis testing and acceptance sampling*, Technometrics 24.

use super::{Interval, MeanSums, sequence};

/// The part of the error that is left for a rival who wins nothing, or all, for long.
const AT_THE_END: f64 = 0.1;

/// What a rival may win more than its fair share, and how surely.
///
/// # Examples
///
/// ```
/// use unobench_stats::{Interval, NonInferiority, NonInferiorityVerdict::*};
///
/// let test = NonInferiority { share: 0.25, margin: 0.01, error: 0.05, first: 250, last: 10_000 };
/// let verdict = |low, high| test.verdict(Interval { low, high });
/// assert_eq!(verdict(0.231, 0.259), Passed);
/// assert_eq!(verdict(0.241, 0.269), NotSettled);
/// assert_eq!(verdict(0.251, 0.269), Lost);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NonInferiority {
    /// What the rival wins of a game where all are equally good.
    pub share: f64,
    /// What it may win more, as a share of a game.
    pub margin: f64,
    /// How likely its interval misses the truth at any look.
    pub error: f64,
    /// The blocks of the first look, at least 2.
    pub first: u64,
    /// The most blocks that are looked at.
    pub last: u64,
}

/// What is known of somebody who met a rival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NonInferiorityVerdict {
    /// The rival surely wins less than its share and the margin.
    Passed,
    /// Neither.
    NotSettled,
    /// It surely wins more than its share, and perhaps more than the margin, too.
    Lost,
}

impl NonInferiority {
    /// What the rival wins, as an interval that holds the truth at all looks at once, within 0 and
    /// 1; none for fewer than two blocks.
    #[must_use]
    pub fn interval(&self, won: &MeanSums) -> Option<Interval> {
        let at_the_end = AT_THE_END * self.error;
        let looks = self.last as f64 / self.first as f64;
        won.interval_of_reach(sequence::reach(self.error - at_the_end, looks), at_the_end, 0.0, 1.0)
    }

    /// What an interval of the rival's wins says.
    #[must_use]
    pub fn verdict(&self, won: Interval) -> NonInferiorityVerdict {
        if won.high < self.share + self.margin {
            NonInferiorityVerdict::Passed
        } else if won.low > self.share {
            NonInferiorityVerdict::Lost
        } else {
            NonInferiorityVerdict::NotSettled
        }
    }

    /// Whether more blocks can change nothing: the interval lies to one side of the margin.
    #[must_use]
    pub fn is_settled(&self, won: Interval) -> bool {
        let allowed = self.share + self.margin;
        won.high < allowed || won.low > allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    const TEST: NonInferiority =
        NonInferiority { share: 0.5, margin: 0.02, error: 0.05 / 3.0, first: 500, last: 20_000 };

    /// Blocks of two games of which the rival wins none, one or both.
    fn won(counts: [i128; 3]) -> MeanSums {
        let [none, single, both] = counts;
        let blocks = (none + single + both) as u64;
        MeanSums { blocks, sum: single + 2 * both, squares: single + 4 * both, scale: 2 }
    }

    #[test]
    fn who_is_equally_good_passes_in_time() {
        let equal = TEST.interval(&won([2500, 5000, 2500])).expect("blocks");
        assert_eq!(TEST.verdict(equal), NonInferiorityVerdict::Passed);
        let early = TEST.interval(&won([125, 250, 125])).expect("blocks");
        assert_eq!(TEST.verdict(early), NonInferiorityVerdict::NotSettled);
        assert!(!TEST.is_settled(early));
    }

    /// 3.412 standard errors: (b − 1/b)·φ(b)·ln 40 + 4φ(b)/b = 0.9 · 0.05 / 3.
    #[test]
    fn the_interval_reaches_as_far_as_all_looks_need() {
        let interval = TEST.interval(&won([2500, 5000, 2500])).expect("blocks");
        let error = (0.125_f64 / 9999.0).sqrt();
        close((interval.high - 0.5) / error, 3.411_9, 1e-3);
        close(interval.high + interval.low, 1.0, 1e-12);
    }

    #[test]
    fn names_exchanged_mirror_it() {
        let (sums, other) = (won([300, 400, 500]), won([500, 400, 300]));
        let [interval, other] = [sums, other].map(|sums| TEST.interval(&sums).expect("blocks"));
        close(interval.low, 1.0 - other.high, 1e-12);
        close(interval.high, 1.0 - other.low, 1e-12);
    }

    #[test]
    fn nothing_and_all_have_an_interval() {
        let none = TEST.interval(&won([1000, 0, 0])).expect("blocks");
        assert_eq!((TEST.verdict(none), none.low), (NonInferiorityVerdict::Passed, 0.0));
        let all = TEST.interval(&won([0, 0, 1000])).expect("blocks");
        assert_eq!((TEST.verdict(all), all.high), (NonInferiorityVerdict::Lost, 1.0));
        assert!(none.high > 0.0 && all.low < 1.0 && TEST.is_settled(all));
    }

    #[test]
    fn a_block_alone_says_nothing() {
        assert_eq!(TEST.interval(&won([1, 0, 0])), None);
        assert_eq!(TEST.interval(&won([0, 0, 0])), None);
    }
}
