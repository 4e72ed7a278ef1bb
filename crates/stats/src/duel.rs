//! Duels: one strategy against another, from one or two sides.
//!
//! In a duel of A and B each block has a *lone* strategy, which sits in one seat, and the other in
//! all other seats; every game of the block has the lone strategy in another seat. From one side A
//! is alone, from the other, at more than two seats, B is. A side is known by its blocks, counted
//! by how many games the lone strategy won; one that nobody wins counts 1/k for each of k sides.

use super::{RatioSums, elo, share_of_elo, student};
use std::f64::consts::LN_10;

/// The blocks of a duel in which the same strategy is alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side<'a> {
    /// Blocks by the shares of the lone strategy, from 0 to all games of a block.
    pub counts: &'a [u64],
    /// How many shares a win has; a game that nobody wins gives it one. 1 where all games are won.
    pub sides: u64,
    /// The share of games that it would win if it were as good as the others.
    pub fair_share: f64,
    /// Whether it is B that is alone: its Elo counts negative.
    pub reversed: bool,
}

impl Side<'_> {
    /// Games of a block.
    #[must_use]
    pub fn games_per_block(&self) -> u64 {
        self.counts.len().saturating_sub(1) as u64 / self.sides
    }

    /// The win rate of the lone strategy if A is better than B by `elo`.
    #[must_use]
    pub fn rate(&self, elo: f64) -> f64 {
        share_of_elo(self.lone(elo), self.fair_share)
    }

    /// What an Elo difference of A over B is for the lone strategy.
    #[must_use]
    pub fn lone(&self, elo: f64) -> f64 {
        if self.reversed { -elo } else { elo }
    }

    /// The lone strategy's games and wins.
    #[must_use]
    pub fn sums(&self) -> RatioSums {
        let mut sums = RatioSums::of(self.sides);
        (0..)
            .zip(self.counts)
            .filter(|&(_, &blocks)| blocks > 0)
            .for_each(|(shares, &blocks)| sums.add(self.games_per_block(), shares, blocks));
        sums
    }

    fn estimate(&self) -> Option<SideEstimate> {
        let sums = self.sums();
        let rate = sums.rate()?;
        let elo = self.lone(elo(rate, self.fair_share)?);
        // d elo / d rate
        let slope = 400.0 / LN_10 / (rate * (1.0 - rate));
        let variance = slope * slope * sums.variance()?;
        Some(SideEstimate {
            elo,
            variance,
            independent: variance * sums.variance_reduction()?,
            degrees: sums.blocks - 1,
        })
    }
}

/// The Elo difference as one side of a duel gives it, with its variance and degrees of freedom.
struct SideEstimate {
    elo: f64,
    variance: f64,
    /// The variance if the games had been independent.
    independent: f64,
    degrees: u64,
}

/// How far the two sides of a duel disagree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disagreement {
    /// The difference of their Elo estimates over its standard error.
    pub z: f64,
    /// How likely a difference at least as large is if there is none, to either side.
    pub p_value: f64,
}

/// The Elo difference of A over B from all sides of a duel.
///
/// # Examples
///
/// ```
/// use unobench_stats::{DuelEstimate, Side};
///
/// // A wins 6,000 of 10,000 single games.
/// let side = Side { counts: &[4000, 6000], sides: 1, fair_share: 0.5, reversed: false };
/// let duel = DuelEstimate::new(&[side]).expect("blocks");
/// assert!((duel.elo - 70.4365).abs() < 1e-3);
/// assert!((duel.standard_error - 3.546).abs() < 1e-3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DuelEstimate {
    /// The difference.
    pub elo: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Whether the sides say different things; none with a single side.
    pub disagreement: Option<Disagreement>,
    /// How many times smaller the variance is than that of as many independent games.
    pub variance_reduction: f64,
}

impl DuelEstimate {
    /// Pools the sides, each weighted by the inverse of its variance, which is that of its win rate
    /// carried over to the scale of Elo (the delta method). Sides without blocks are left out. None
    /// if there is no other, and if one has fewer than two blocks or a win rate of 0 or 1.
    ///
    /// What the sides estimate is the same only if strength is one number. If they disagree, the
    /// pooled difference is an average of two.
    ///
    /// # Source
    /// Cochran 1954, *The combination of estimates from different experiments*, Biometrics 10, with
    /// his test of heterogeneity, which for two estimates is the z test of their difference.
    #[must_use]
    pub fn new(sides: &[Side<'_>]) -> Option<DuelEstimate> {
        let played = sides.iter().filter(|side| side.counts.iter().any(|&blocks| blocks > 0));
        let sides: Vec<SideEstimate> = played.map(Side::estimate).collect::<Option<_>>()?;
        if sides.is_empty() {
            return None;
        }
        let weight: f64 = sides.iter().map(|side| 1.0 / side.variance).sum();
        let independent_weight: f64 = sides.iter().map(|side| 1.0 / side.independent).sum();
        let elo = sides.iter().map(|side| side.elo / side.variance).sum::<f64>() / weight;
        let standard_error = weight.sqrt().recip();
        Some(DuelEstimate {
            elo,
            standard_error,
            disagreement: disagreement(&sides),
            variance_reduction: weight / independent_weight,
        })
    }
}

fn disagreement(sides: &[SideEstimate]) -> Option<Disagreement> {
    let [side, other] = sides else { return None };
    let z = (side.elo - other.elo) / (side.variance + other.variance).sqrt();
    Some(Disagreement { z, p_value: student::p_value(z, side.degrees + other.degrees) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    #[test]
    fn a_side_sums_the_games_and_wins_of_its_blocks() {
        let side = Side { counts: &[3, 0, 5, 1, 0], sides: 1, fair_share: 0.25, reversed: false };
        let mut expected = RatioSums::of(1);
        [(0, 3), (2, 5), (3, 1)]
            .into_iter()
            .for_each(|(wins, blocks)| expected.add(4, wins, blocks));
        assert_eq!(side.sums(), expected);
        assert_eq!(Side { counts: &[], ..side }.sums(), RatioSums::of(1));
    }

    /// 60 % of 10,000 independent games at two seats: 400·log10(1.5) ± 1.96 · 173.72 / (0.24 · 100)
    /// · √0.24.
    #[test]
    fn one_side_has_the_elo_of_its_rate_and_the_delta_methods_error() {
        let found = DuelEstimate::new(&[Side {
            counts: &[4000, 6000],
            sides: 1,
            fair_share: 0.5,
            reversed: false,
        }])
        .expect("blocks");
        close(found.elo, 70.436_503_622_272, 1e-9);
        close(found.standard_error, 3.545_975, 2e-3);
        close(found.variance_reduction, 1.0, 2e-4);
        assert_eq!(found.disagreement, None);
    }

    #[test]
    fn a_side_seen_from_the_other_strategy_is_the_same() {
        let side = Side { counts: &[30, 50, 20], sides: 1, fair_share: 0.5, reversed: false };
        let back = Side { counts: &[20, 50, 30], sides: 1, fair_share: 0.5, reversed: true };
        let (estimate, other) = (
            DuelEstimate::new(&[side]).expect("blocks"),
            DuelEstimate::new(&[back]).expect("blocks"),
        );
        close(estimate.elo, other.elo, 1e-12);
        let both = DuelEstimate::new(&[side, back]).expect("blocks");
        close(both.elo, estimate.elo, 1e-12);
        close(both.standard_error, estimate.standard_error / 2.0_f64.sqrt(), 1e-12);
        let disagreement = both.disagreement.expect("two sides");
        close(disagreement.z, 0.0, 1e-12);
        close(disagreement.p_value, 1.0, 1e-9);
    }

    #[test]
    fn the_more_precise_side_counts_more() {
        let precise = Side { counts: &[4000, 6000], sides: 1, fair_share: 0.5, reversed: false };
        let vague = Side { counts: &[50, 50], sides: 1, fair_share: 0.5, reversed: true };
        let found = DuelEstimate::new(&[vague, precise]).expect("blocks");
        // Weights as 10,000 · 0.24 to 100 · 0.25, but for the degree of freedom.
        close(found.elo, 70.436_503_622 * 2400.0 / 2425.0, 0.02);
        let z = (0.0 - 70.436_503_622)
            / (3.545_975_f64.powi(2) + 34.743_559_f64.powi(2) * 100.0 / 99.0).sqrt();
        close(found.disagreement.expect("two sides").z, z, 1e-3);
    }

    #[test]
    fn sides_that_contradict_each_other_are_noticed() {
        // A alone wins more than its share, and so does B alone.
        let counts = [2000, 4000, 3000, 800, 200];
        let side = Side { counts: &counts, sides: 1, fair_share: 0.25, reversed: false };
        let found = DuelEstimate::new(&[side, Side { reversed: true, ..side }]).expect("blocks");
        close(found.elo, 0.0, 1e-9);
        assert!(found.disagreement.is_some_and(|found| found.z > 10.0 && found.p_value < 1e-20));
    }

    #[test]
    fn certain_and_single_blocks_have_no_estimate() {
        let side = |counts| Side { counts, sides: 1, fair_share: 0.5, reversed: false };
        let enough = side(&[4, 5, 6]);
        assert_eq!(DuelEstimate::new(&[]), None);
        assert_eq!(DuelEstimate::new(&[side(&[0, 0, 9])]), None);
        assert_eq!(DuelEstimate::new(&[side(&[0, 1, 0])]), None);
        assert_eq!(DuelEstimate::new(&[enough, side(&[9, 0, 0])]), None);
        assert_eq!(DuelEstimate::new(&[enough, side(&[0, 0, 0])]), DuelEstimate::new(&[enough]));
    }
}
