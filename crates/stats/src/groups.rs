//! Intervals of anything that can be computed from a part of the blocks: random groups; the
//! formulas are in `docs/STATISTICS.md`, "Random groups".
//!
//! Quantiles, ratios of sums and differences of them have no simple variance over correlated games.
//! So the quantity is computed in each of some independent groups of blocks alone, whose spread
//! tells how precise it is. A difference of two conditions on the same deals is computed within
//! each group, which takes their correlation into account.
//!
//! # Source
//! Wolter, *Introduction to Variance Estimation*, 2nd ed. 2007, § 2.2.

use super::{CONFIDENCE, Interval, MISS_AT_END, student};

/// How often a family of verdicts may be wrong.
const LEVEL: f64 = 0.05;

/// A standard error that is so small beside the largest group estimate is rounding: the groups
/// agree.
const ROUNDING: f64 = 1e-12;

/// An estimate from all blocks with the precision that the groups give it.
///
/// # Examples
///
/// ```
/// use unobench_stats::GroupEstimate;
///
/// let groups = [1.0, 2.0, 3.0, 4.0, 5.0].map(Some);
/// let found = GroupEstimate::new(3.0, &groups).expect("groups");
/// assert!((found.standard_error - 0.5_f64.sqrt()).abs() < 1e-12);
/// assert!((found.p_value() - 0.013_236).abs() < 1e-5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupEstimate {
    /// The estimate from all blocks together.
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The groups less one.
    pub degrees: u64,
    /// The part of all error that may be made here: 1, or less at one of several looks.
    error_share: f64,
}

impl GroupEstimate {
    /// The estimate from all blocks, with the estimates from groups of equally many blocks each;
    /// empty groups are left out. None for fewer than two groups that are not empty, and for
    /// estimates that are not finite.
    #[must_use]
    pub fn new(estimate: f64, groups: &[Option<f64>]) -> Option<GroupEstimate> {
        let present: Vec<f64> = groups.iter().copied().flatten().collect();
        let degrees = present.len().checked_sub(1).filter(|&degrees| degrees > 0)? as u64;
        let count = present.len() as f64;
        // Deviations from one of them, so that groups that agree do so exactly.
        let deviations: Vec<f64> = present.iter().map(|group| group - present[0]).collect();
        let mean = deviations.iter().sum::<f64>() / count;
        let squares: f64 = deviations.iter().map(|deviation| (deviation - mean).powi(2)).sum();
        let spread = (squares / count / degrees as f64).sqrt();
        let largest = present.iter().fold(0.0, |largest: f64, group| largest.max(group.abs()));
        let standard_error = if spread <= ROUNDING * largest { 0.0 } else { spread };
        (estimate.is_finite() && standard_error.is_finite()).then_some(GroupEstimate {
            estimate,
            standard_error,
            degrees,
            error_share: 1.0,
        })
    }

    /// The estimate from all blocks, with the estimates from all blocks but those of each group:
    /// for quantities that are not nearly linear in the groups. The standard error is that of the
    /// delete-one-group jackknife, √((G − 1)/G·Σ(θ₍₋g₎ − mean)²), the random groups' for the
    /// pseudo-values G·θ − (G − 1)·θ₍₋g₎ (Tukey 1958, *Bias and confidence in not quite large
    /// samples*, Annals of Mathematical Statistics 29).
    #[must_use]
    pub fn jackknife(
        estimate: f64,
        without: impl IntoIterator<Item = Option<f64>>,
    ) -> Option<GroupEstimate> {
        let without: Vec<Option<f64>> = without.into_iter().collect();
        let count = without.iter().flatten().count() as f64;
        let groups: Vec<Option<f64>> =
            without.iter().map(|rest| Some(count * estimate - (count - 1.0) * (*rest)?)).collect();
        GroupEstimate::new(estimate, &groups)
    }

    /// The same for halves of the groups of which each measures what the other chose, if they
    /// chose differently: each was chosen for what it says of the other's choice, so their
    /// estimates go up and down together, at most as one. The standard error is √2 times as large.
    #[must_use]
    pub fn chosen_apart(self) -> GroupEstimate {
        GroupEstimate { standard_error: std::f64::consts::SQRT_2 * self.standard_error, ..self }
    }

    /// The same at a look at which only this part of all error may be made, so that intervals and
    /// p-values hold however many looks there are, and whenever it is stopped; see
    /// [`looks`](crate::looks).
    #[must_use]
    pub fn at_look(self, error_share: f64) -> GroupEstimate {
        GroupEstimate { error_share, ..self }
    }

    /// The 95 % interval. If all groups agree it is without width for 0, as of two conditions that
    /// never differ, and none for another estimate, whose precision they do not tell.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let miss = (1.0 - CONFIDENCE) * self.error_share;
        let half = student::quantile(1.0 - miss / 2.0, self.degrees)? * self.standard_error;
        (half > 0.0 || self.estimate == 0.0).then(|| Interval::around(self.estimate, half))
    }

    /// The same of a rate, from 0 to 1, measured in so many blocks; at 0 and 1 each of them is one
    /// that could have been otherwise.
    #[must_use]
    pub fn interval_of_rate(&self, blocks: u64) -> Option<Interval> {
        Interval::at_the_end(self.estimate, blocks, MISS_AT_END * self.error_share)
            .or_else(|| Some(self.interval()?.within(0.0, 1.0)))
    }

    /// The two-sided p-value against 0. If all groups agree it is 1 for an estimate of 0, and that
    /// of the sign test for another.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        self.p_beyond(self.estimate.abs())
    }

    /// The p-value of being so far (not below 0) from something.
    fn p_beyond(&self, distance: f64) -> f64 {
        let p_value = student::p_of_mean(distance, self.standard_error, self.degrees + 1);
        (p_value / self.error_share).min(1.0)
    }

    /// The least level at which the two-sided interval lies outside of the margin.
    fn p_outside(&self, margin: f64) -> f64 {
        self.p_beyond((self.estimate.abs() - margin).max(0.0))
    }

    /// The least level at which the two-sided interval lies within the margin.
    fn p_inside(&self, margin: f64) -> f64 {
        match margin - self.estimate.abs() {
            room if room > 0.0 && self.standard_error == 0.0 && self.estimate == 0.0 => 0.0,
            room => self.p_beyond(room.max(0.0)),
        }
    }
}

/// What an estimate says of a quantity that matters only if it is further from 0 than a margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is above the margin.
    More,
    /// It is below the margin's negative.
    Less,
    /// It is within the margin to either side.
    Same,
    /// None of these can be said yet.
    Unclear,
}

impl Verdict {
    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["more", "less", "same", "unclear"][self as usize]
    }
}

/// A verdict on each of some estimates with their margins, with p-values corrected by
/// [`holm`](crate::holm) or by [`benjamini_hochberg`](crate::benjamini_hochberg). With the first,
/// the chance that any of them is told to be outside of its margin and is not is at most 5 %, and
/// so is the chance that any is told to be inside and is not; with the other, on average 5 % of
/// those that are told so are wrong. Each verdict agrees with the estimate's 95 % interval.
///
/// # Source
/// A test against a margin on either side (Schuirmann 1987, *A comparison of the two one-sided
/// tests procedure and the power approach for assessing the equivalence of average
/// bioavailability*, Journal of Pharmacokinetics and Biopharmaceutics 15), each corrected over all
/// of them.
#[must_use]
pub fn verdicts(
    estimates: &[(GroupEstimate, f64)],
    correct: fn(&[f64]) -> Vec<f64>,
) -> Vec<Verdict> {
    let adjusted = |p: fn(&GroupEstimate, f64) -> f64| {
        correct(
            &estimates.iter().map(|(estimate, margin)| p(estimate, *margin)).collect::<Vec<_>>(),
        )
    };
    let (outside, inside) = (adjusted(GroupEstimate::p_outside), adjusted(GroupEstimate::p_inside));
    let p_values = outside.into_iter().zip(inside);
    p_values
        .zip(estimates)
        .map(|((outside, inside), (estimate, _))| match (outside < LEVEL, inside < LEVEL) {
            (true, _) if estimate.estimate > 0.0 => Verdict::More,
            (true, _) => Verdict::Less,
            (false, true) => Verdict::Same,
            (false, false) => Verdict::Unclear,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{benjamini_hochberg, close, holm, spans};

    /// As R's `t.test(c(1, 2, 3, 4, 5))` prints it: t = 4.2426, df = 4, p-value = 0.01324.
    #[test]
    fn group_means_give_students_test() {
        let groups = [1.0, 2.0, 3.0, 4.0, 5.0].map(Some);
        let found = GroupEstimate::new(3.0, &groups).expect("groups");
        close(found.standard_error, 0.5_f64.sqrt(), 1e-12);
        assert_eq!(found.degrees, 4);
        let interval = found.interval().expect("degrees of freedom");
        spans(interval, [1.036_756_838_5, 4.963_243_161_5], 1e-8);
        close(found.p_value(), 0.013_235_5, 1e-6);
    }

    #[test]
    fn the_interval_is_around_the_estimate_from_all_blocks() {
        let found = GroupEstimate::new(10.0, &[Some(1.0), Some(2.0), Some(3.0)]).expect("groups");
        let interval = found.interval().expect("degrees of freedom");
        close(interval.low + interval.high, 20.0, 1e-12);
    }

    #[test]
    fn empty_groups_are_left_out() {
        let with = GroupEstimate::new(2.0, &[Some(1.0), None, Some(3.0), None]);
        assert_eq!(with, GroupEstimate::new(2.0, &[Some(1.0), Some(3.0)]));
        assert_eq!(GroupEstimate::new(2.0, &[Some(1.0), None]), None);
        assert_eq!(GroupEstimate::new(2.0, &[]), None);
        assert_eq!(GroupEstimate::new(2.0, &[Some(1.0), Some(f64::INFINITY)]), None);
    }

    #[test]
    fn agreement_is_a_proof_if_there_are_enough() {
        let same = |value: f64| GroupEstimate::new(value, &[Some(value); 5]).expect("groups");
        assert_eq!((same(0.0).p_value(), same(-1.0).p_value()), (1.0, 1.0 / 16.0));
        assert_eq!(same(1.0).interval(), None);
        let bound = 1.0 - 0.025_f64.powf(0.01);
        let [never, always] = [0.0, 1.0].map(|rate| same(rate).interval_of_rate(100));
        let [never, always] = [never, always].map(|interval| interval.expect("blocks"));
        close(never.high, bound, 1e-12);
        close(always.low, 1.0 - bound, 1e-12);
        assert_eq!((never.low, always.high), (0.0, 1.0));
    }

    /// Fifty thirds do not add up to fifty times a third.
    #[test]
    fn rounding_is_no_disagreement() {
        for value in [1.0 / 3.0, 0.1, 1e-9, -1e6 / 7.0] {
            let found = GroupEstimate::new(value, &[Some(value); 50]).expect("groups");
            assert_eq!((found.standard_error, found.interval()), (0.0, None), "{value}");
            assert_eq!(found.p_value(), 0.5_f64.powi(49));
        }
        let differences: Vec<Option<f64>> = (0..50)
            .map(|group| f64::from(group) / 7.0)
            .map(|value| Some(value + 0.1 - value))
            .collect();
        let found = GroupEstimate::new(0.1, &differences).expect("groups");
        assert_eq!(found.p_value(), 0.5_f64.powi(49));
        let nearly =
            GroupEstimate::new(1.0, &[Some(1.0 - 1e-6), Some(1.0 + 1e-6)]).expect("groups");
        assert!(nearly.standard_error > 0.0);
    }

    fn estimate(estimate: f64, standard_error: f64) -> GroupEstimate {
        GroupEstimate { estimate, standard_error, degrees: 49, error_share: 1.0 }
    }

    /// Student's t at 49 degrees of freedom has its 97.5 % point at 2.0096.
    #[test]
    fn one_verdict_is_what_the_interval_says() {
        let verdict = |value: f64| verdicts(&[(estimate(value, 1.0), 3.0)], holm)[0];
        assert_eq!((verdict(5.1), verdict(-5.1)), (Verdict::More, Verdict::Less));
        assert_eq!((verdict(4.9), verdict(-4.9)), (Verdict::Unclear, Verdict::Unclear));
        assert_eq!((verdict(0.9), verdict(-0.9)), (Verdict::Same, Verdict::Same));
        assert_eq!((verdict(1.1), verdict(3.0)), (Verdict::Unclear, Verdict::Unclear));
    }

    #[test]
    fn several_verdicts_are_corrected() {
        let family = [(estimate(5.1, 1.0), 3.0), (estimate(4.8, 1.0), 3.0)];
        assert_eq!(verdicts(&family, holm), [Verdict::Unclear; 2]);
        assert_eq!(verdicts(&[family[0]; 2], benjamini_hochberg), [Verdict::More; 2]);
        let family = [(estimate(9.0, 1.0), 3.0), (estimate(5.1, 1.0), 3.0)];
        assert_eq!(verdicts(&family, holm), [Verdict::More; 2], "Holm steps down");
    }

    #[test]
    fn what_never_differs_is_the_same() {
        assert_eq!(verdicts(&[(estimate(0.0, 0.0), 0.1)], holm), [Verdict::Same]);
        assert_eq!(verdicts(&[(estimate(0.0, 0.0), 0.0)], holm), [Verdict::Unclear]);
        let few = GroupEstimate { degrees: 4, ..estimate(9.0, 0.0) };
        assert_eq!(verdicts(&[(few, 0.1)], holm), [Verdict::Unclear], "no proof");
        assert_eq!(verdicts(&[(estimate(9.0, 0.0), 0.1)], holm), [Verdict::More], "fifty agree");
    }
}
