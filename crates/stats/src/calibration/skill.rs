//! The ladder, and the best of a pool: bias, and coverage of their intervals.

use super::{Chance, assert_documented};
use crate::skill::{Ladder, Pairs, steps};
use crate::{GroupEstimate, Interval, share_of_elo};

const SEED: u64 = 20_260_701;
const GROUPS: usize = 50;

/// Trials of a row of the page.
const TRIALS: usize = 4000;

/// How often an interval held the truth, and how far estimates were from it on average.
#[derive(Debug, Clone, Copy, Default)]
struct Record {
    trials: usize,
    held: usize,
    error: f64,
}

impl Record {
    fn add(&mut self, value: f64, interval: Option<Interval>, truth: f64) {
        self.trials += 1;
        self.held += usize::from(interval.is_some_and(|interval| interval.contains(truth)));
        self.error += value - truth;
    }

    fn coverage(&self) -> f64 {
        100.0 * self.held as f64 / self.trials as f64
    }

    fn bias(&self) -> f64 {
        self.error / self.trials as f64
    }
}

/// A pool at two seats: points of each, and of moving first.
#[derive(Debug, Clone, Copy)]
struct Pool {
    name: &'static str,
    elo: [f64; 6],
    first: f64,
}

const POOLS: [Pool; 3] = [
    Pool { name: "all equal", elo: [0.0; 6], first: 20.0 },
    Pool { name: "two good, two bad", elo: [30.0, 30.0, 0.0, 0.0, -30.0, -30.0], first: 20.0 },
    Pool { name: "a long ladder", elo: [200.0, 120.0, 40.0, -40.0, -120.0, -200.0], first: 0.0 },
];

impl Pool {
    fn truth(&self) -> f64 {
        (self.elo[0] - self.elo[5]) / crate::skill::step()
    }

    /// Half of the games of a deal are decided by its own number.
    fn group(&self, deals: u64, chance: &mut Chance) -> Pairs {
        let mut pairs = Pairs::new(6);
        pairs.deals = deals;
        for _ in 0..deals {
            let deal = chance.uniform();
            for first in 0..6 {
                for second in (0..6).filter(|&second| second != first) {
                    let own = chance.uniform();
                    let point = if chance.happens(0.5) { deal } else { own };
                    let above = self.elo[first] - self.elo[second] + self.first;
                    let cell = if point < share_of_elo(above, 0.5) {
                        2 * (first * 6 + second)
                    } else {
                        2 * (second * 6 + first) + 1
                    };
                    pairs.wins[cell] += 1;
                }
            }
        }
        pairs
    }

    /// Of the cross-fitted range in steps, and of the range by the games that chose its ends.
    fn records(&self, deals: u64, trials: usize) -> [Record; 2] {
        let mut chance = Chance::new(SEED);
        let mut records = [Record::default(); 2];
        for _ in 0..trials {
            let groups: Vec<Option<Pairs>> =
                (0..GROUPS).map(|_| Some(self.group(deals, &mut chance))).collect();
            let range = Ladder::new(&groups).and_then(|ladder| ladder.range()).expect("all won");
            let (value, interval) = steps(&range);
            records[0].add(value, interval, self.truth());
            let naive = Ladder::naive(&groups).expect("all won");
            records[1].add(naive / crate::skill::step(), None, self.truth());
        }
        records
    }
}

/// What the best of some strategies wins above a half, as either half of the groups tells the
/// other; and the best by all games.
fn best_of(rates: &[f64], games: usize, trials: usize) -> [Record; 2] {
    let mut chance = Chance::new(SEED);
    let mut records = [Record::default(); 2];
    let truth = rates.iter().copied().fold(0.0, f64::max) - 0.5;
    for _ in 0..trials {
        let mut groups = |rate: f64| -> Vec<f64> {
            let won = |_| (0..games).filter(|_| chance.happens(rate)).count() as f64;
            (0..GROUPS).map(won).map(|won| won / games as f64).collect()
        };
        let pool: Vec<Vec<f64>> = rates.iter().map(|&rate| groups(rate)).collect();
        let best = |skip: usize, step: usize| {
            let sum = |gains: &[f64]| gains.iter().skip(skip).step_by(step).sum::<f64>();
            let last = (0..pool.len()).max_by(|&a, &b| sum(&pool[a]).total_cmp(&sum(&pool[b])));
            last.expect("a pool")
        };
        let mut measure = |chosen: [usize; 2], record: usize| {
            let gains: Vec<Option<f64>> =
                (0..GROUPS).map(|group| Some(pool[chosen[group % 2]][group] - 0.5)).collect();
            let gain = gains.iter().flatten().sum::<f64>() / GROUPS as f64;
            let mut found = GroupEstimate::new(gain, &gains).expect("groups");
            if chosen[0] != chosen[1] {
                found = found.chosen_apart();
            }
            records[record].add(gain, found.interval(), truth);
        };
        measure([best(1, 2), best(0, 2)], 0);
        measure([best(0, 1); 2], 1);
    }
    records
}

#[test]
fn choosing_best_and_worst_makes_no_ladder() {
    let [honest, naive] = POOLS[0].records(4, 100);
    assert!(honest.bias().abs() < 0.06 && honest.coverage() > 88.0, "{honest:?}");
    assert!(naive.bias() > 0.15, "{naive:?}");
}

#[test]
fn the_best_is_not_better_for_being_chosen() {
    let [honest, naive] = best_of(&[0.6; 5], 40, 400);
    assert!(honest.bias().abs() < 0.003 && honest.coverage() > 92.0, "{honest:?}");
    assert!(naive.bias() > 0.008, "{naive:?}");
}

#[test]
#[ignore = "takes a minute or more"]
fn the_table_of_the_ladder_is_as_documented() {
    let ladders = POOLS.into_iter().flat_map(|pool| {
        [2, 10].map(|deals| {
            let [honest, naive] = pool.records(deals, 1000);
            format!(
                "| {} | {:.2} | {} | {:+.2} | {:.1} | {:+.2} |",
                pool.name,
                pool.truth(),
                GROUPS as u64 * deals,
                honest.bias(),
                honest.coverage(),
                naive.bias()
            )
        })
    });
    assert_documented(ladders);
}

#[test]
#[ignore = "takes a minute or more"]
fn the_table_of_the_best_is_as_documented() {
    let pools: [&[f64]; 4] = [&[0.6; 2], &[0.6; 5], &[0.6, 0.59, 0.58], &[0.6, 0.5, 0.5]];
    assert_documented(pools.into_iter().flat_map(|rates| {
        [40, 400].map(|games| {
            let [honest, naive] = best_of(rates, games, TRIALS);
            format!(
                "| {rates:?} | {} | {:+.2} | {:.1} | {:+.2} | {:.1} |",
                GROUPS * games,
                100.0 * honest.bias(),
                honest.coverage(),
                100.0 * naive.bias(),
                naive.coverage()
            )
        })
    }));
}
