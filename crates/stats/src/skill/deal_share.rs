//! The share of the outcome's variance that the deal explains.
//!
//! Each of D deals is played K times, by the same strategies in the same seats but with fresh
//! decisions; the chance of the cards is the same as far as the same cards are drawn. In y = μ +
//! deal + rest the outcome y of a seat is 1 if it won and 0 if not, a stalled game included. The
//! share is the intraclass correlation ρ = σ²(deal) / (σ²(deal) + σ²(rest)), the correlation of two
//! games of one deal. By one-way analysis of variance, with w the wins of a seat in a deal,
//!
//! > MSB = (Σw²/K − (Σw)²/(D·K)) / (D − 1),  MSW = (Σw − Σw²/K) / (D·(K − 1)),
//! > σ²(deal) = (MSB − MSW) / K,  σ²(rest) = MSW.
//!
//! Over the seats both variances are added up before they are divided, so a seat counts as much as
//! its outcome varies. An estimate may fall below 0 where the deal explains next to nothing; it is
//! not cut off.
//!
//! *Interval.* Wins are not normal, so the F interval would be wrong. The deals are divided into M
//! groups of equally many, and the estimate is jackknifed: each group is left out in turn; ρ ±
//! t·√((M − 1)/M·Σ(ρᵢ − ρ̄)²), t with M − 1 degrees of freedom.
//!
//! # Source
//! Shrout and Fleiss 1979, *Intraclass correlations: uses in assessing rater reliability*,
//! Psychological Bulletin 86, ICC(1,1); Donner 1986, *A review of inference procedures for the
//! intraclass correlation coefficient in the one-way random effects model*, International
//! Statistical Review 54; Miller 1974, *The jackknife: a review*, Biometrika 61.

use crate::{GroupEstimate, Interval};

/// Sums over the deals of one group.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DealGroup {
    /// Deals.
    pub deals: u64,
    /// For each seat the sum of its wins.
    pub wins: Vec<u64>,
    /// For each seat the sum over deals of its squared wins.
    pub wins_squares: Vec<u64>,
}

/// The share of the variance that the deal explains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DealShare {
    /// The intraclass correlation.
    pub value: f64,
    /// Its 95 % interval; none for fewer than two groups.
    pub interval: Option<Interval>,
}

/// The share of the variance that the deal explains, from groups of equally many deals with equally
/// many games each; none for fewer than two deals or two games of a deal, for groups of different
/// numbers of seats, or if the outcome never varied.
///
/// # Examples
///
/// ```
/// use unobench_stats::skill::{DealGroup, deal_share};
///
/// // The first seat won 3, 2, 1 and 0 of the three games of four deals.
/// let group = DealGroup { deals: 4, wins: vec![6], wins_squares: vec![14] };
/// let share = deal_share(&[group], 3).expect("a share");
/// let (between, within) = (5.0 / 9.0, 1.0 / 6.0);
/// assert!((share.value - (between - within) / (between + 2.0 * within)).abs() < 1e-12);
/// ```
#[must_use]
pub fn deal_share(groups: &[DealGroup], games_per_deal: u64) -> Option<DealShare> {
    let mut total = Sums::zero(groups.first()?.wins.len());
    for group in groups {
        total.add(group, 1.0)?;
    }
    let value = total.share(games_per_deal)?;
    Some(DealShare { value, interval: jackknife(groups, games_per_deal, &total, value) })
}

/// The interval from leaving out each group in turn.
fn jackknife(
    groups: &[DealGroup],
    games_per_deal: u64,
    total: &Sums,
    value: f64,
) -> Option<Interval> {
    let without = |group: &DealGroup| {
        let mut rest = total.clone();
        rest.add(group, -1.0)?;
        rest.share(games_per_deal)
    };
    let shares: Vec<f64> = groups.iter().map(without).collect::<Option<_>>()?;
    GroupEstimate::jackknife(value, shares.into_iter().map(Some))?.interval()
}

/// Sums over groups: deals, and for each seat wins and squared wins.
#[derive(Clone)]
struct Sums {
    deals: f64,
    seats: Vec<[f64; 2]>,
}

impl Sums {
    fn zero(seats: usize) -> Sums {
        Sums { deals: 0.0, seats: vec![[0.0; 2]; seats] }
    }

    fn add(&mut self, group: &DealGroup, sign: f64) -> Option<()> {
        let lengths = [group.wins.len(), group.wins_squares.len()];
        (lengths == [self.seats.len(); 2]).then_some(())?;
        self.deals += sign * group.deals as f64;
        for (sums, (&wins, &squares)) in
            self.seats.iter_mut().zip(group.wins.iter().zip(&group.wins_squares))
        {
            sums[0] += sign * wins as f64;
            sums[1] += sign * squares as f64;
        }
        Some(())
    }

    fn share(&self, games_per_deal: u64) -> Option<f64> {
        let (deals, games) = (self.deals, games_per_deal as f64);
        (deals > 1.0 && games_per_deal > 1).then_some(())?;
        let (mut deal, mut whole) = (0.0, 0.0);
        for [wins, squares] in &self.seats {
            let between = (squares / games - wins * wins / (deals * games)) / (deals - 1.0);
            let within = (wins - squares / games) / (deals * (games - 1.0));
            deal += (between - within) / games;
            whole += (between - within) / games + within;
        }
        (whole > 0.0).then_some(deal / whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(wins: &[&[u64]]) -> DealGroup {
        let sum = |power: u32| {
            wins.iter().map(|seat| seat.iter().map(|wins| wins.pow(power)).sum()).collect()
        };
        DealGroup { deals: wins[0].len() as u64, wins: sum(1), wins_squares: sum(2) }
    }

    /// Four deals of three games with 3, 2, 1 and 0 wins: MSB = 5/9, MSW = 1/6.
    #[test]
    fn the_share_is_that_of_the_analysis_of_variance() {
        let found = deal_share(&[group(&[&[3, 2, 1, 0]])], 3).expect("a share");
        let (between, within) = (5.0 / 9.0, 1.0 / 6.0);
        assert!(
            (found.value - (between - within) / (between + 2.0 * within)).abs() < 1e-12,
            "{found:?}"
        );
        assert_eq!(found.interval, None);
    }

    #[test]
    fn deals_that_decide_explain_everything() {
        let groups = [group(&[&[5, 0, 5], &[0, 5, 0]]), group(&[&[0, 0, 5], &[5, 5, 0]])];
        let found = deal_share(&groups, 5).expect("a share");
        assert!((found.value - 1.0).abs() < 1e-12, "{found:?}");
        // The same wins in each deal: less alike than chance would have it, −1/(K − 1) at most.
        let none = deal_share(&[group(&[&[2, 2, 2, 2]])], 4).expect("a share");
        assert!((none.value + 1.0 / 3.0).abs() < 1e-12, "{none:?}");
    }

    #[test]
    fn seats_weigh_as_their_outcome_varies() {
        let alone = deal_share(&[group(&[&[3, 2, 1, 0]])], 3);
        assert_eq!(deal_share(&[group(&[&[3, 2, 1, 0], &[0, 0, 0, 0]])], 3), alone);
        let mirrored =
            deal_share(&[group(&[&[3, 2, 1, 0], &[0, 1, 2, 3]])], 3).map(|share| share.value);
        assert!(
            mirrored.zip(alone).is_some_and(|(both, alone)| (both - alone.value).abs() < 1e-12)
        );
    }

    #[test]
    fn what_cannot_be_estimated_is_none() {
        assert_eq!(deal_share(&[], 3), None);
        assert_eq!(deal_share(&[group(&[&[2]])], 3), None);
        assert_eq!(deal_share(&[group(&[&[1, 0]])], 1), None);
        assert_eq!(deal_share(&[group(&[&[3, 3]])], 3), None);
        assert_eq!(deal_share(&[group(&[&[1, 2]]), group(&[&[1, 2], &[0, 0]])], 3), None);
    }

    /// The jackknife of a mean is Student's interval; that of equal groups has no width.
    #[test]
    fn equal_groups_leave_no_doubt() {
        let groups = vec![group(&[&[3, 2, 1, 0]]); 5];
        let interval = deal_share(&groups, 3).and_then(|share| share.interval).expect("groups");
        assert!(interval.high - interval.low < 1e-12, "{interval:?}");
    }
}
