//! Where simulated games come from.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use statrs::distribution::{ContinuousCDF, Normal};
use std::fmt;

/// A source of chance.
pub(super) struct Chance(Xoshiro256PlusPlus);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform in [0, 1).
    pub(super) fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.uniform() * bound as f64) as usize
    }

    pub(super) fn happens(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }

    pub(super) fn exponential(&mut self) -> f64 {
        -(1.0 - self.uniform()).ln()
    }

    pub(super) fn normal(&mut self) -> f64 {
        Normal::standard().inverse_cdf(self.uniform().max(f64::MIN_POSITIVE))
    }
}

/// How the games of a block depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dependence {
    /// In 6 of 10 deals the cards decide: whoever plays well or badly, the strategy wins as near
    /// its share of the games as whole games allow.
    Decided,
    Independent,
    /// Half of the deals suit the strategy: its chance is 60 % higher in each game, in the other
    /// half 60 % lower.
    Swung,
    /// Independent, and nobody wins 1 in 5: each of two sides then has half a win.
    Shared,
}

impl Dependence {
    /// How many shares a win has.
    pub(super) fn sides(self) -> u64 {
        if self == Dependence::Shared { 2 } else { 1 }
    }
}

/// Those in which every game is won.
pub(super) const DEPENDENCES: [Dependence; 3] =
    [Dependence::Decided, Dependence::Independent, Dependence::Swung];

impl fmt::Display for Dependence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ["decided by the deal", "independent", "swung by the deal", "1 in 5 shared"];
        f.write_str(names[*self as usize])
    }
}

/// The distribution of a strategy's shares in a block, by what its shares do not exceed.
#[derive(Debug, Clone)]
pub(super) struct Blocks(Vec<f64>);

impl Blocks {
    /// Blocks of so many games with this win rate.
    pub(super) fn new(dependence: Dependence, games: usize, rate: f64) -> Blocks {
        let mixture = |share: f64, one: Vec<f64>, other: Vec<f64>| -> Vec<f64> {
            one.iter().zip(&other).map(|(one, other)| share * one + (1.0 - share) * other).collect()
        };
        let shares = match dependence {
            Dependence::Decided => mixture(0.6, nearest(games, rate), binomial(games, rate)),
            Dependence::Independent => binomial(games, rate),
            Dependence::Shared => convolved(games, [0.9 - rate, 0.2, rate - 0.1]),
            Dependence::Swung => {
                mixture(0.5, binomial(games, 1.6 * rate), binomial(games, 0.4 * rate))
            }
        };
        let below = shares.into_iter().scan(0.0, |sum, share| {
            *sum += share;
            Some(*sum)
        });
        Blocks(below.collect())
    }

    /// The shares in a block.
    pub(super) fn draw(&self, chance: &mut Chance) -> usize {
        let uniform = chance.uniform();
        self.0.iter().take(self.0.len() - 1).take_while(|&&bound| bound <= uniform).count()
    }
}

/// The probabilities of 0 to `games` wins in independent games.
fn binomial(games: usize, rate: f64) -> Vec<f64> {
    convolved(games, [1.0 - rate, rate])
}

/// The probabilities of each sum of independent games, of which one gives 0, 1 and so on.
fn convolved<const N: usize>(games: usize, game: [f64; N]) -> Vec<f64> {
    assert!(game.iter().all(|share| (0.0..=1.0).contains(share)));
    (0..games).fold(vec![1.0], |sums, _| {
        let mut more = vec![0.0; sums.len() + N - 1];
        for (place, share) in sums.iter().enumerate() {
            more[place..].iter_mut().zip(game).for_each(|(sum, of)| *sum += share * of);
        }
        more
    })
}

/// Those of the two whole numbers of wins around games · rate, with that mean.
fn nearest(games: usize, rate: f64) -> Vec<f64> {
    let mean = games as f64 * rate;
    (0..=games).map(|wins| (1.0 - (wins as f64 - mean).abs()).max(0.0)).collect()
}

/// The numbers of blocks at which a run is looked at: a thirty-second more, but at least 8 more,
/// each time.
pub(super) fn checkpoints(last: u64) -> impl Iterator<Item = u64> {
    let next = |at: &u64| Some(at + (at / 32).max(8));
    std::iter::successors(Some(8), next).take_while(move |&at| at <= last)
}

#[test]
fn simulated_blocks_have_the_rate_they_are_made_for() {
    for dependence in DEPENDENCES.into_iter().chain([Dependence::Shared]) {
        for (games, rate) in [(2, 0.5), (4, 0.27), (10, 0.1), (10, 0.13)] {
            let blocks = Blocks::new(dependence, games, rate);
            let mean: f64 = blocks.0.iter().map(|below| 1.0 - below).sum();
            let found = mean / (games as u64 * dependence.sides()) as f64;
            assert!((found - rate).abs() < 1e-12, "{dependence}, {games} games: {mean}");
        }
    }
}
