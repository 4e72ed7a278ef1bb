//! The relative measure of skill of Borm and van der Genugten.
//!
//! Three players take the same seats against the same table on the same deals: a *beginner*, an
//! *optimal* player, and a *fictive* one who plays as well and besides knows what chance will
//! bring. With their mean gains G (here win rates)
//!
//! > LE = G(optimal) − G(beginner),  RE = G(fictive) − G(optimal),  RS = LE / (LE + RE)
//!
//! are the learning effect, the random effect and the relative skill: 0 for a game of pure chance,
//! 1 for one where knowing chance is worth nothing. RS is in \[0, 1\] if the players deserve their
//! names. It is not cut off there: an estimate outside says that they do not, or that there are too
//! few games.
//!
//! *Intervals.* The deals are divided into M groups of equally many blocks. The gains of a group
//! are means over many blocks, nearly normal, and the groups are independent. LE and RE have
//! Student's interval with M − 1 degrees of freedom. RS is a ratio of two means, x/y with x = LE
//! and y = LE + RE, so its interval is Fieller's: all ρ for which x − ρy does not differ
//! significantly from 0,
//!
//! > (x − ρy)² ≤ t²·(vₓₓ − 2ρ·vₓᵧ + ρ²·vᵧᵧ)
//!
//! with v the covariances of the means. That is an interval only if y is significantly above 0;
//! otherwise RS is undefined.
//!
//! # Source
//! Borm and van der Genugten 2001, *On a relative measure of skill for games with chance elements*,
//! TOP 9, 91–114; Dreef, Borm and van der Genugten 2004, *Measuring skill in games: several
//! approaches discussed*, Mathematical Methods of Operations Research 59, 375–391; Fieller 1954,
//! *Some problems in interval estimation*, Journal of the Royal Statistical Society B 16.

use crate::{Interval, student};

/// Sums over groups of the gains of beginner, optimal and fictive player.
///
/// # Examples
///
/// ```
/// use unobench_stats::skill::GainSums;
///
/// // Gains of beginner, optimal and fictive player: of what can be gained, half is learnt.
/// let sums = GainSums::new(&[[0.0, 1.0, 2.0], [0.1, 1.1, 2.1], [-0.1, 0.9, 1.9]]);
/// let found = sums.relative_skill().expect("groups");
/// assert!((found.learning.value - 1.0).abs() < 1e-12);
/// assert!(found.skill.is_ok_and(|skill| (skill.value - 0.5).abs() < 1e-9));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GainSums {
    /// Groups.
    pub groups: u64,
    /// The sum of each gain.
    pub sums: [f64; 3],
    /// The sum of the products of two gains.
    pub products: [[f64; 3]; 3],
}

/// A value and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The interval.
    pub interval: Interval,
}

/// Why there is no relative skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    /// One group tells nothing of its own variation.
    #[error("{0} groups of deals are too few for an interval: at least 2 are needed")]
    TooFewGroups(u64),
    /// The fictive player does not gain significantly more than the beginner, so there is nothing
    /// to have a share of.
    #[error("the player who knows chance does not win significantly more than the beginner")]
    NoGain,
}

/// The learning effect, the random effect and their ratio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RelativeSkill {
    /// LE: what the optimal player gains over the beginner.
    pub learning: Estimate,
    /// RE: what the fictive player gains over the optimal one.
    pub random: Estimate,
    /// RS: LE / (LE + RE), or why it is undefined.
    pub skill: Result<Estimate, Undefined>,
}

impl GainSums {
    /// The sums of some groups: for each the gains of beginner, optimal and fictive player.
    #[must_use]
    pub fn new(groups: &[[f64; 3]]) -> GainSums {
        let mut sums = GainSums::default();
        groups.iter().for_each(|gains| sums.add(gains));
        sums
    }

    /// Adds a group.
    pub fn add(&mut self, gains: &[f64; 3]) {
        self.groups += 1;
        for (row, gain) in gains.iter().enumerate() {
            self.sums[row] += gain;
            self.products[row]
                .iter_mut()
                .zip(gains)
                .for_each(|(product, other)| *product += gain * other);
        }
    }

    /// How much is skill.
    ///
    /// # Errors
    /// For fewer than two groups.
    pub fn relative_skill(&self) -> Result<RelativeSkill, Undefined> {
        let degrees = self.groups.saturating_sub(1);
        let t = student::critical_value(degrees).ok_or(Undefined::TooFewGroups(self.groups))?;
        let (learning, random, whole) = ([-1.0, 1.0, 0.0], [0.0, -1.0, 1.0], [-1.0, 0.0, 1.0]);
        let estimate = |weights: &[f64; 3]| {
            let (value, half) =
                (self.mean(weights), t * self.covariance(weights, weights).max(0.0).sqrt());
            Estimate { value, interval: Interval { low: value - half, high: value + half } }
        };
        let covariances = [(learning, learning), (learning, whole), (whole, whole)]
            .map(|(one, other)| self.covariance(&one, &other));
        let skill = fieller(self.mean(&learning), self.mean(&whole), covariances, t)
            .ok_or(Undefined::NoGain);
        Ok(RelativeSkill { learning: estimate(&learning), random: estimate(&random), skill })
    }

    /// The mean over groups of a weighted sum of the gains.
    fn mean(&self, weights: &[f64; 3]) -> f64 {
        weights.iter().zip(&self.sums).map(|(weight, sum)| weight * sum).sum::<f64>()
            / self.groups as f64
    }

    /// The covariance of two such means.
    fn covariance(&self, one: &[f64; 3], other: &[f64; 3]) -> f64 {
        let groups = self.groups as f64;
        let entry = |row: usize, column: usize| {
            self.products[row][column] - self.sums[row] * self.sums[column] / groups
        };
        let cells = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
        cells.map(|(row, column)| one[row] * other[column] * entry(row, column)).sum::<f64>()
            / (groups * (groups - 1.0))
    }
}

/// Fieller's interval of x/y from the covariances xx, xy, yy of the means; none unless y is
/// significantly above 0.
fn fieller(x: f64, y: f64, [xx, xy, yy]: [f64; 3], t: f64) -> Option<Estimate> {
    let square = t * t;
    let (a, b, c) = (y * y - square * yy, x * y - square * xy, x * x - square * xx);
    (y > 0.0 && a > 0.0).then(|| {
        let half = (b * b - a * c).max(0.0).sqrt();
        Estimate { value: x / y, interval: Interval { low: (b - half) / a, high: (b + half) / a } }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn the_effects_are_differences_of_gains() {
        let groups = [[0.2, 0.3, 0.5], [0.22, 0.34, 0.52], [0.18, 0.26, 0.51]];
        let found = GainSums::new(&groups).relative_skill().expect("groups");
        close(found.learning.value, 0.1);
        close(found.random.value, 0.21);
        close(found.skill.expect("a gain").value, 0.1 / 0.31);
        // 4.302653 · standard error of 0.1, 0.12, 0.08
        close(found.learning.interval.high - 0.1, 4.302_652_729_749_464 * 0.02 / 3.0_f64.sqrt());
    }

    /// The ends solve the equation that defines them.
    #[test]
    fn at_the_ends_of_fiellers_interval_the_difference_is_just_significant() {
        let (x, y, [xx, xy, yy], t) = (0.1, 0.4, [0.0016, 0.0006, 0.0025], 2.0);
        let found = fieller(x, y, [xx, xy, yy], t).expect("a gain");
        for end in [found.interval.low, found.interval.high] {
            close((x - end * y).powi(2), t * t * (xx - 2.0 * end * xy + end * end * yy));
        }
        assert!(found.interval.contains(0.25));
    }

    #[test]
    fn fiellers_interval_tends_to_that_of_the_delta_method() {
        let found = fieller(0.1, 0.4, [1.6e-9, 0.6e-9, 2.5e-9], 2.0).expect("a gain");
        let delta = 2.0 * (1.6e-9 - 2.0 * 0.25 * 0.6e-9 + 0.0625 * 2.5e-9_f64).sqrt() / 0.4;
        assert!(((found.interval.high - found.interval.low) / (2.0 * delta) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn without_a_clear_gain_there_is_no_relative_skill() {
        let unclear = GainSums::new(&[[0.2, 0.3, 0.3], [0.3, 0.25, 0.2], [0.25, 0.3, 0.4]])
            .relative_skill()
            .expect("groups");
        assert_eq!(unclear.skill, Err(Undefined::NoGain));
        let worse =
            GainSums::new(&[[0.5, 0.4, 0.3], [0.51, 0.4, 0.3]]).relative_skill().expect("groups");
        assert_eq!(worse.skill, Err(Undefined::NoGain));
        assert_eq!(
            GainSums::new(&[[0.1, 0.2, 0.3]]).relative_skill(),
            Err(Undefined::TooFewGroups(1))
        );
        assert_eq!(GainSums::default().relative_skill(), Err(Undefined::TooFewGroups(0)));
    }
}
