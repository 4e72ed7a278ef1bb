//! Looks at results as they come: a question is asked of more and more games, and no more are
//! played as soon as it is answered.
//!
//! Who looks several times is wrong more often, unless less error is allowed at each look. Each of
//! the looks here may make a fixed part of all error, and all parts together are 1: whatever is
//! stopped, and whenever, an interval misses the truth at any look with 5 % at most. Half of the
//! error is kept for the last look, so that little is lost where all games are needed. Each look
//! has twice the games of the one before.
//!
//! # Source
//! Intervals that hold at all looks: Jennison and Turnbull 1989, *Interim analyses: the repeated
//! confidence interval approach*, Journal of the Royal Statistical Society B 51. Error that is
//! spent look by look: Lan and DeMets 1983, *Discrete sequential boundaries for clinical trials*,
//! Biometrika 70. That the parts may be added up whatever the looks have in common is Bonferroni's
//! inequality.

/// How often is looked.
pub const LOOKS: u8 = 5;

/// The games of a look are this many times those of the look before.
const GROWTH: u64 = 2;

/// A look, by its number from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look(u8);

impl Look {
    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Look> {
        (0..LOOKS).map(Look)
    }

    /// By its number from 0; none if there are not so many.
    #[must_use]
    pub fn numbered(number: u8) -> Option<Look> {
        (number < LOOKS).then_some(Look(number))
    }

    /// That at which all games are played.
    #[must_use]
    pub const fn last() -> Look {
        Look(LOOKS - 1)
    }

    /// Its number, from 0.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many times as many games are played until the last look: 16, 8, 4, 2 or 1.
    #[must_use]
    pub fn times_fewer(self) -> u64 {
        GROWTH.pow(u32::from(LOOKS - 1 - self.0))
    }

    /// The part of all error that may be made at this look.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_stats::looks::Look;
    ///
    /// let parts: Vec<f64> = Look::all().map(Look::error_share).collect();
    /// assert_eq!(parts, [0.125, 0.125, 0.125, 0.125, 0.5]);
    /// ```
    #[must_use]
    pub fn error_share(self) -> f64 {
        if self == Look::last() { 0.5 } else { 0.5 / f64::from(LOOKS - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GroupEstimate, Verdict, holm, verdicts};
    use statrs::distribution::{ContinuousCDF, Normal};

    const GROUPS: usize = 50;
    const MARGIN: f64 = 1.0;

    /// Numbers of a normal distribution times a sign, from a generator that is good enough for a
    /// simulation.
    struct Normals(u64, f64);

    impl Normals {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = self.0;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let uniform = ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64;
            self.1 * Normal::standard().inverse_cdf(uniform.clamp(1e-15, 1.0 - 1e-15))
        }
    }

    /// What is found of several quantities when nobody plays on who has an answer to all of them:
    /// more than the margin, or surely less than three of them.
    fn found(normals: &mut Normals, truths: &[f64], spread: f64) -> (Look, Vec<GroupEstimate>) {
        found_by(Look::error_share, normals, truths, spread)
    }

    /// The same with such a part of all error at each look.
    fn found_by(
        error_share: fn(Look) -> f64,
        normals: &mut Normals,
        truths: &[f64],
        spread: f64,
    ) -> (Look, Vec<GroupEstimate>) {
        let mut sums = vec![[0.0; GROUPS]; truths.len()];
        let (mut games, mut last) = (0, Vec::new());
        for look in Look::all() {
            let until = Look::last().times_fewer() * 16 / look.times_fewer();
            let more = (until - games) as f64;
            games = until;
            let estimate = |(sums, truth): (&mut [f64; GROUPS], &f64)| {
                sums.iter_mut().for_each(|sum| {
                    *sum += more * truth + more.sqrt() * spread * normals.next();
                });
                let groups = sums.map(|sum| Some(sum / games as f64));
                let mean = groups.iter().flatten().sum::<f64>() / GROUPS as f64;
                let found = GroupEstimate::new(mean, &groups).expect("groups");
                found.at_look(error_share(look))
            };
            last = sums.iter_mut().zip(truths).map(estimate).collect();
            let asked: Vec<_> = last.iter().map(|found| (*found, MARGIN)).collect();
            let is_bounded = |found: &GroupEstimate| {
                found.interval().is_some_and(|known| known.low.abs().max(known.high.abs()) < 3.0)
            };
            let said = verdicts(&asked, holm).into_iter().zip(&last);
            if said.into_iter().all(|(said, found)| said != Verdict::Unclear || is_bounded(found)) {
                return (look, last);
            }
        }
        (Look::last(), last)
    }

    #[test]
    fn all_parts_of_the_error_together_are_all_of_it() {
        assert_eq!(Look::all().map(Look::error_share).sum::<f64>(), 1.0);
        assert_eq!(Look::all().map(Look::times_fewer).collect::<Vec<_>>(), [16, 8, 4, 2, 1]);
        assert_eq!(Look::numbered(LOOKS), None);
        assert!(Look::all().all(|look| Look::numbered(look.number()) == Some(look)));
    }

    /// Whatever is true, and whenever it is stopped: at 0, at the margin, at what is hardly seen.
    #[test]
    fn an_interval_holds_the_truth_in_95_of_100_whenever_it_is_stopped() {
        let (mut normals, times) = (Normals(1, 1.0), 2_000);
        for truth in [0.0, 0.9, 1.0, 1.1, 2.0, 3.0, 6.0] {
            let mut missed = 0;
            for _ in 0..times {
                let (_, found) = found(&mut normals, &[truth], 12.0);
                let interval = found[0].interval().expect("groups");
                missed += u32::from(!(interval.low..=interval.high).contains(&truth));
            }
            // Twice the standard error above 5 %.
            assert!(f64::from(missed) < 0.0598 * f64::from(times), "{truth}: {missed} of {times}");
        }
    }

    /// The simulation tells a rule apart that makes all error at every look.
    #[test]
    fn with_all_error_at_every_look_too_many_intervals_miss() {
        let (mut normals, times, truth) = (Normals(1, 1.0), 2_000, 0.9);
        let mut missed = 0;
        for _ in 0..times {
            let (_, found) = found_by(|_| 1.0, &mut normals, &[truth], 12.0);
            let interval = found[0].interval().expect("groups");
            missed += u32::from(!(interval.low..=interval.high).contains(&truth));
        }
        assert!(f64::from(missed) > 0.065 * f64::from(times), "{missed} of {times}");
    }

    /// Five quantities, of which some do nothing: whether anything that is said is wrong.
    #[test]
    fn what_is_said_is_wrong_in_one_of_twenty_at_most() {
        let (mut normals, times) = (Normals(2, 1.0), 2_000);
        let truths = [0.0, 1.0, -1.0, 2.5, 0.99];
        let mut wrong = 0;
        for _ in 0..times {
            let (_, found) = found(&mut normals, &truths, 12.0);
            let asked: Vec<_> = found.iter().map(|found| (*found, MARGIN)).collect();
            let said = verdicts(&asked, holm);
            let is_wrong = |(said, truth): (Verdict, &f64)| match said {
                Verdict::More => *truth <= MARGIN,
                Verdict::Less => *truth >= -MARGIN,
                _ => false,
            };
            wrong += u32::from(said.into_iter().zip(&truths).any(is_wrong));
        }
        assert!(f64::from(wrong) < 0.0598 * f64::from(times), "{wrong} of {times}");
    }

    /// What is large is said early, and exchanging the two that are compared mirrors it.
    #[test]
    fn what_is_large_takes_few_games_and_mirrors() {
        let looks = |truth: f64| found(&mut Normals(3, 1.0), &[truth], 12.0).0;
        assert_eq!((looks(12.0), looks(-12.0)), (Look(0), Look(0)));
        assert!(looks(1.2) > Look(0));
        let (mut normals, mut mirrored) = (Normals(4, 1.0), Normals(4, -1.0));
        let (look, more) = found(&mut normals, &[2.0], 12.0);
        let (other, less) = found(&mut mirrored, &[-2.0], 12.0);
        let [more, less] = [more, less].map(|found| found[0].interval().expect("groups"));
        assert_eq!((look, more.low, more.high), (other, -less.high, -less.low));
    }
}
