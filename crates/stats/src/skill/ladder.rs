//! The ladder: how many steps there are between the best and the worst of a pool at two seats, by
//! ratings (see [`plackett_luce`](crate::plackett_luce)) from all pairs; see `docs/STATISTICS.md`,
//! "Skill". A *step* is what takes a win share of 60 %: 70.4 points.
//!
//! *Choosing and measuring.* Who is the best by some games is probably a little worse than these
//! games say; with many equal strategies a ladder would be found where there is none. So the groups
//! of deals are halved by turns, and each half is measured by those that the other half chose. If
//! the halves do not choose the same strategies, their figures are correlated, and the standard
//! error is taken √2 times as large, as if they were one.
//!
//! # Source
//! Duersch, Lambrecht and Oechssler 2020, *Measuring skill and chance in games*, European Economic
//! Review 127 (the spread of ratings as the measure of skill); Cox 1975, *A note on data-splitting
//! for the evaluation of significance levels*, Biometrika 62; Miller 1974, *The jackknife: a
//! review*, Biometrika 61.

use crate::plackett_luce::{Games, LineUpShares, RatingError, Ratings, Standing};
use crate::{GroupEstimate, Interval, elo};

/// A step: the Elo difference of who wins 60 %.
#[must_use]
pub fn step() -> f64 {
    elo(0.6, 0.5).expect("a share between 0 and 1")
}

/// What the strategies of a pool won from each other at two seats in some deals, each pair once
/// with either moving first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairs {
    /// Deals.
    pub deals: u64,
    /// For each strategy and each other the games that it won moving first, then second; 0 against
    /// itself.
    pub wins: Vec<u64>,
}

impl Pairs {
    /// Nothing yet, among so many.
    #[must_use]
    pub fn new(strategies: usize) -> Pairs {
        Pairs { deals: 0, wins: vec![0; 2 * strategies * strategies] }
    }

    fn strategies(&self) -> usize {
        (self.wins.len() / 2).isqrt()
    }

    fn add(&mut self, more: &Pairs) {
        self.deals += more.deals;
        self.wins.iter_mut().zip(&more.wins).for_each(|(sum, wins)| *sum += wins);
    }

    /// The sum of every other group from a place on; none if none of them is played.
    fn of_half(groups: &[Option<Pairs>], from: usize) -> Option<Pairs> {
        let mut played = groups.iter().skip(from).step_by(2).flatten();
        let mut sum = played.next()?.clone();
        played.for_each(|pairs| sum.add(pairs));
        Some(sum)
    }

    fn without(&self, part: &Pairs) -> Pairs {
        let wins = self.wins.iter().zip(&part.wins).map(|(all, part)| all - part);
        Pairs { deals: self.deals - part.deals, wins: wins.collect() }
    }

    /// The halves of games that one has of those with another, moving first and second: two of a
    /// game that it won, one of a game that nobody won.
    fn halves(&self, strategy: usize, other: usize) -> [u64; 2] {
        [0, 1].map(|seat| {
            self.deals + self.won(strategy, other, seat) - self.won(other, strategy, 1 - seat)
        })
    }

    /// The games that one won against another, moving first (seat 0) or second.
    fn won(&self, strategy: usize, other: usize, seat: usize) -> u64 {
        self.wins[2 * (strategy * self.strategies() + other) + seat]
    }

    /// The share of the games against another that one has; none without a deal.
    #[must_use]
    pub fn share(&self, strategy: usize, other: usize) -> Option<f64> {
        let [first, second] = self.halves(strategy, other);
        (self.deals > 0).then(|| (first + second) as f64 / (4 * self.deals) as f64)
    }

    fn ratings(&self) -> Result<Ratings, RatingError> {
        let strategies = self.strategies();
        let mut line_ups = Vec::new();
        for strategy in 0..strategies {
            for other in strategy + 1..strategies {
                line_ups.push(LineUpShares {
                    members: vec![strategy, other],
                    firsts: vec![self.deals; 2],
                    shares: [self.halves(strategy, other), self.halves(other, strategy)].concat(),
                    blocks: self.deals,
                });
            }
        }
        // Nobody asks for variances, which alone depend on products.
        let cross = vec![0; (strategies + 2) * (strategies + 2)];
        Ratings::fit(&Games {
            strategies,
            seats: 2,
            winners_per_game: 1,
            line_ups: &line_ups,
            cross: &cross,
        })
    }

    /// The strategies from the best to the worst, of equals the first first; none if they cannot be
    /// rated. Strategies that play alike are equal but for rounding.
    fn order(&self) -> Option<Vec<usize>> {
        const MILLIONTHS: f64 = 1e6;
        let ratings = self.ratings().ok()?;
        let points: Vec<f64> = (0..self.strategies())
            .map(|strategy| match ratings.standing(strategy) {
                Standing::Rated(rating) => (MILLIONTHS * rating.elo).round() + 0.0,
                Standing::Above => f64::INFINITY,
                Standing::Below | Standing::Apart => f64::NEG_INFINITY,
            })
            .collect();
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&strategy, &other| points[other].total_cmp(&points[strategy]));
        Some(order)
    }

    fn difference(&self, strategy: usize, other: usize) -> Option<f64> {
        Some(self.ratings().ok()?.difference(strategy, other)?.elo)
    }
}

/// The order of a pool, as each half of the groups is told by the other.
///
/// # Examples
///
/// ```
/// use unobench_stats::skill::{Ladder, Pairs};
///
/// // The first wins 6 of 10 games, in either seat, in each of four groups.
/// let pairs = Pairs { deals: 5, wins: vec![0, 0, 3, 3, 2, 2, 0, 0] };
/// let groups = vec![Some(pairs); 4];
/// let ladder = Ladder::new(&groups).expect("games");
/// let range = ladder.range().expect("both won");
/// assert!((range.estimate / unobench_stats::skill::step() - 1.0).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ladder<'a> {
    groups: &'a [Option<Pairs>],
    halves: [Pairs; 2],
    /// For each half the strategies from the best to the worst, by the other half.
    orders: [Vec<usize>; 2],
}

impl<'a> Ladder<'a> {
    /// The ladder of a pool, from groups of equally many deals; none where a half is not played, or
    /// the strategies cannot be rated.
    #[must_use]
    pub fn new(groups: &'a [Option<Pairs>]) -> Option<Ladder<'a>> {
        let halves = [Pairs::of_half(groups, 0)?, Pairs::of_half(groups, 1)?];
        let orders = [halves[1].order()?, halves[0].order()?];
        Some(Ladder { groups, halves, orders })
    }

    /// Who has a place from the top, in either half by the other.
    #[must_use]
    pub fn at(&self, place: usize) -> [usize; 2] {
        [self.orders[0][place], self.orders[1][place]]
    }

    /// How many points the best is above the worst.
    #[must_use]
    pub fn range(&self) -> Option<GroupEstimate> {
        let last = self.orders[0].len() - 1;
        let points = |half: usize, games: &Pairs| {
            games.difference(self.orders[half][0], self.orders[half][last])
        };
        let values = [points(0, &self.halves[0])?, points(1, &self.halves[1])?];
        let counts: [f64; 2] = std::array::from_fn(|half| {
            self.groups.iter().skip(half).step_by(2).flatten().count() as f64
        });
        let groups = self.groups.iter().enumerate().map(|(place, group)| {
            let half = place % 2;
            let rest = points(half, &self.halves[half].without(group.as_ref()?))?;
            Some(counts[half] * values[half] - (counts[half] - 1.0) * rest)
        });
        let groups: Vec<Option<f64>> = groups.collect();
        Some(self.cautious(GroupEstimate::new((values[0] + values[1]) / 2.0, &groups)?, &[0, last]))
    }

    /// The share of their games that the strategy at one place of the order wins against the one
    /// at another.
    #[must_use]
    pub fn contest(&self, above: usize, below: usize) -> Option<GroupEstimate> {
        let shares = |half: usize, games: &Pairs| {
            games.share(*self.orders[half].get(above)?, *self.orders[half].get(below)?)
        };
        let [half_share, other] = [shares(0, &self.halves[0])?, shares(1, &self.halves[1])?];
        let share = (half_share + other) / 2.0;
        let groups = self.groups.iter().enumerate();
        let groups: Vec<Option<f64>> =
            groups.map(|(place, group)| shares(place % 2, group.as_ref()?)).collect();
        Some(self.cautious(GroupEstimate::new(share, &groups)?, &[above, below]))
    }

    fn cautious(&self, found: GroupEstimate, places: &[usize]) -> GroupEstimate {
        let [order, other] = &self.orders;
        let agree = places.iter().all(|&place| order[place] == other[place]);
        if agree { found } else { found.chosen_apart() }
    }
}

/// A difference in points as steps.
#[must_use]
pub fn steps(points: &GroupEstimate) -> (f64, Option<Interval>) {
    let interval = points.interval();
    let ends =
        interval.map(|Interval { low, high }| Interval { low: low / step(), high: high / step() });
    (points.estimate / step(), ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three strategies of which each wins 60 % against the next, in either seat, and by the odds
    /// 9 : 4 against the one after that.
    fn three() -> Pairs {
        let mut pairs = Pairs::new(3);
        pairs.deals = 650;
        let mut won = |strategy: usize, other: usize, games: u64| {
            pairs.wins[2 * (strategy * 3 + other)] = games;
            pairs.wins[2 * (strategy * 3 + other) + 1] = games;
            pairs.wins[2 * (other * 3 + strategy)] = 650 - games;
            pairs.wins[2 * (other * 3 + strategy) + 1] = 650 - games;
        };
        won(0, 1, 390);
        won(1, 2, 390);
        won(0, 2, 450);
        pairs
    }

    #[test]
    fn a_step_is_what_takes_60_per_cent() {
        assert!((step() - 70.436_504).abs() < 1e-6);
    }

    #[test]
    fn best_and_worst_are_two_steps_apart() {
        let groups = vec![Some(three()); 6];
        let ladder = Ladder::new(&groups).expect("games");
        assert_eq!([ladder.at(0), ladder.at(1), ladder.at(2)], [[0; 2], [1; 2], [2; 2]]);
        let (steps, interval) = steps(&ladder.range().expect("all won"));
        assert!((steps - 2.0).abs() < 1e-6, "{steps}");
        assert_eq!(interval, None, "groups that agree do not tell how precise they are");
        assert!((ladder.contest(0, 1).expect("games").estimate - 0.6).abs() < 1e-12);
        assert_eq!(ladder.contest(0, 3), None);
    }

    /// Two equal strategies, each of which is lucky in one half: by its own half either would be
    /// the better.
    #[test]
    fn the_best_is_chosen_by_other_games_than_those_that_tell() {
        let lucky = Pairs { deals: 10, wins: vec![0, 0, 7, 7, 3, 3, 0, 0] };
        let unlucky = Pairs { deals: 10, wins: vec![0, 0, 3, 3, 7, 7, 0, 0] };
        let groups: Vec<Option<Pairs>> = (0..8)
            .map(|group| Some(if group % 2 == 0 { &lucky } else { &unlucky }.clone()))
            .collect();
        let ladder = Ladder::new(&groups).expect("games");
        assert_eq!(ladder.at(0), [1, 0]);
        let range = ladder.range().expect("both won");
        assert!((range.estimate - elo(0.3, 0.5).expect("a share")).abs() < 1e-6, "{range:?}");
    }

    #[test]
    fn the_one_that_moves_first_may_have_it_easier() {
        // Moving first 80 % are won, whoever it is: nobody is better.
        let groups = vec![Some(Pairs { deals: 10, wins: vec![0, 0, 8, 2, 8, 2, 0, 0] }); 4];
        let range = Ladder::new(&groups).and_then(|ladder| ladder.range()).expect("both won");
        assert!(range.estimate.abs() < 1e-6, "{range:?}");
    }

    /// Three that play alike and one that is worse: the first of the equals is called the best.
    #[test]
    fn equals_are_in_the_order_of_the_pool() {
        let mut pairs = Pairs::new(4);
        pairs.deals = 100;
        for strategy in 0..4 {
            for other in (0..4).filter(|&other| other != strategy) {
                let first = 2 * (strategy * 4 + other);
                let won = [[50, 50], [63, 57]][usize::from(other == 1)];
                let [moving_first, moving_second] = if strategy == 1 { [43, 37] } else { won };
                (pairs.wins[first], pairs.wins[first + 1]) = (moving_first, moving_second);
            }
        }
        assert_eq!(pairs.order(), Some(vec![0, 2, 3, 1]));
    }

    #[test]
    fn what_cannot_be_rated_has_no_range() {
        assert_eq!(Ladder::new(&[Some(three())]), None);
        assert_eq!(Ladder::new(&[None, Some(three())]), None);
        // Who never wins has no rating.
        let groups = vec![Some(Pairs { deals: 10, wins: vec![0, 0, 10, 10, 0, 0, 0, 0] }); 4];
        assert_eq!(Ladder::new(&groups).and_then(|ladder| ladder.range()), None);
    }
}
