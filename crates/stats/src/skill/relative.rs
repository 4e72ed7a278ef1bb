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
//! *The optimal player* is the best of a pool, which nobody knows. Who won most in some games won
//! them by luck, too; so each half of the groups is told by the other who the optimal player is. If
//! the halves name two, variances are taken twice as large, as the halves' gains then rise and fall
//! together.
//!
//! *The ceiling.* A fictive player that searches is no bound: with more playouts it wins more, and
//! RS falls. So it is asked with several numbers of playouts, and what endless ones would win is
//! extrapolated. The error of a mean of N playouts falls as 1/√N; if what is lost by it does, too,
//! the gains G₁ and G₂ with N₁ < N₂ playouts tell the limit (Richardson's extrapolation)
//!
//! > G∞ = G₂ + (G₂ − G₁)/(√(N₂/N₁) − 1),
//!
//! at most 1, in each group alone. Where losses fall faster that is too high, so what a perfect
//! ceiling would make of RS is between the figures by G₂ and by G∞. A ceiling has *converged* if
//! endless playouts would win at most one point more: if the upper end of the interval of G∞ − G₂
//! is at most 0.01. One that has not is good for no comparison.
//!
//! # Source
//! Richardson 1911, *The approximate arithmetical solution by finite differences of physical
//! problems*, Philosophical Transactions of the Royal Society A 210 (extrapolation to the limit);
//! Borm and van der Genugten 2001, *On a relative measure of skill for games with chance elements*,
//! TOP 9, 91–114; Dreef, Borm and van der Genugten 2004, *Measuring skill in games: several
//! approaches discussed*, Mathematical Methods of Operations Research 59, 375–391; Fieller 1954,
//! *Some problems in interval estimation*, Journal of the Royal Statistical Society B 16.

use crate::{GroupEstimate, Interval, student};

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
    /// Whether the halves of the groups, which choose the optimal player for each other, chose two:
    /// see [`GroupEstimate::chosen_apart`].
    pub chosen_apart: bool,
}

/// A value and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The interval.
    pub interval: Interval,
}

/// How much endless playouts may still win, by the upper end of the interval, of a ceiling that has
/// converged.
pub const CONVERGED: f64 = 0.01;

/// What a ceiling would win with endless playouts.
///
/// # Examples
///
/// ```
/// use unobench_stats::skill::Endless;
///
/// // With 50 playouts 94 %, with four times as many 97 %: half of what is lost is lost no more.
/// let (fewer, more) = ([Some(0.94); 4], [Some(0.97); 4]);
/// let endless = Endless::new(&fewer, &more, 4.0).expect("groups");
/// assert!((endless.left.value - 0.03).abs() < 1e-12 && !endless.has_converged());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Endless {
    /// The gain in each group.
    pub gains: Vec<Option<f64>>,
    /// How much more that is than with the larger number of playouts.
    pub left: Estimate,
}

impl Endless {
    /// From the gains in each group with two numbers of playouts, of which the second is so many
    /// times as large; none for fewer than two groups that have both.
    #[must_use]
    pub fn new(fewer: &[Option<f64>], more: &[Option<f64>], times: f64) -> Option<Endless> {
        let limit = |(fewer, more): (&Option<f64>, &Option<f64>)| {
            let more = (*more)?;
            Some(more + (more - (*fewer)?) / (times.sqrt() - 1.0))
        };
        let mut gains: Vec<Option<f64>> = fewer.iter().zip(more).map(limit).collect();
        let present: Vec<f64> = gains.iter().copied().flatten().collect();
        if present.iter().sum::<f64>() > present.len() as f64 {
            gains.iter_mut().flatten().for_each(|gain| *gain = 1.0);
        }
        let left = |(limit, more): (&Option<f64>, &Option<f64>)| Some((*limit)? - (*more)?);
        let left: Vec<Option<f64>> = gains.iter().zip(more).map(left).collect();
        let mean = left.iter().flatten().sum::<f64>() / left.iter().flatten().count() as f64;
        let interval = GroupEstimate::new(mean, &left)?.interval()?;
        Some(Endless { gains, left: Estimate { value: mean, interval } })
    }

    /// Whether endless playouts would not win noticeably more.
    #[must_use]
    pub fn has_converged(&self) -> bool {
        self.left.interval.high <= CONVERGED
    }
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
        let factor = if self.chosen_apart { 2.0 } else { 1.0 };
        factor
            * cells.map(|(row, column)| one[row] * other[column] * entry(row, column)).sum::<f64>()
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

    #[test]
    fn halves_that_name_two_optimal_players_are_less_sure() {
        let groups = [[0.2, 0.3, 0.5], [0.22, 0.34, 0.52], [0.18, 0.26, 0.51]];
        let sums = GainSums::new(&groups);
        let width = |sums: GainSums| {
            let interval = sums.relative_skill().expect("groups").learning.interval;
            interval.high - interval.low
        };
        let apart = width(GainSums { chosen_apart: true, ..sums });
        close(apart / width(sums), std::f64::consts::SQRT_2);
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

    /// What is lost falls as one over the root of the playouts: 0.12/√N of 0.99.
    #[test]
    fn the_limit_is_exact_where_losses_fall_with_the_root() {
        let gains = |playouts: f64| {
            let luck = |group: i32| f64::from(group % 3 - 1) / 100.0;
            (0..6)
                .map(|group| Some(0.99 - 0.12 / playouts.sqrt() + luck(group)))
                .collect::<Vec<_>>()
        };
        let endless = Endless::new(&gains(4.0), &gains(9.0), 2.25).expect("groups");
        close(endless.left.value, 0.04);
        close(endless.gains.iter().flatten().sum::<f64>() / 6.0, 0.99);
        // The luck of a group is that of both.
        close(endless.left.interval.high, 0.04);
        assert!(!endless.has_converged());
        let near = Endless::new(&gains(1e4), &gains(4e4), 4.0).expect("groups");
        assert!(near.has_converged());
    }

    #[test]
    fn nobody_wins_more_than_everything() {
        let endless =
            Endless::new(&[Some(0.5), Some(0.6)], &[Some(0.9), Some(0.95)], 4.0).expect("groups");
        assert_eq!(endless.gains, [Some(1.0), Some(1.0)]);
        close(endless.left.value, 0.075);
        assert_eq!(Endless::new(&[Some(0.5), None], &[Some(0.9); 2], 4.0), None);
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
