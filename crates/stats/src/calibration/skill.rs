//! The ladder, and the best of a pool.

use super::draws::Chance;
use super::{Case, Method, Said, holds};
use crate::skill::{Ladder, Pairs, step, steps};
use crate::{GroupEstimate, share_of_elo};

const GROUPS: usize = 50;

/// A pool at two seats: points of each, and of moving first.
#[derive(Debug, Clone, Copy)]
struct Pool {
    name: &'static str,
    elo: [f64; 6],
    first: f64,
}

const POOLS: [Pool; 3] = [
    Pool { name: "all equal", elo: [0.0; 6], first: 20.0 },
    Pool { name: "two good and two bad", elo: [30.0, 30.0, 0.0, 0.0, -30.0, -30.0], first: 20.0 },
    Pool { name: "a long ladder", elo: [200.0, 120.0, 40.0, -40.0, -120.0, -200.0], first: 0.0 },
];

impl Pool {
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

    /// The cross-fitted range in steps, and the range by the games that chose its ends.
    fn said(&self, deals: u64, chance: &mut Chance) -> Said {
        let truth = (self.elo[0] - self.elo[5]) / step();
        let groups: Vec<Option<Pairs>> =
            (0..GROUPS).map(|_| Some(self.group(deals, chance))).collect();
        let range = Ladder::new(&groups).and_then(|ladder| ladder.range());
        let (value, interval) = range.as_ref().map(steps).unzip();
        let naive = Ladder::naive(&groups).map(|elo| elo / step() - truth);
        vec![
            ("bias in steps", value.map(|value| value - truth)),
            ("coverage", holds(interval.flatten(), truth)),
            ("bias if the same games choose", naive),
        ]
    }
}

pub(super) fn ladder() -> Method {
    let case = |pool: Pool, deals: u64| {
        let name = format!("{}; {} deals", pool.name, GROUPS as u64 * deals);
        Case::new(name, 300, move |chance| pool.said(deals, chance))
    };
    let cases = POOLS.into_iter().flat_map(|pool| [2, 10].map(|deals| case(pool, deals)));
    Method {
        name: "ladder",
        promises: &[("coverage", 0.93, 0.985), ("bias in steps", -0.1, 0.1)],
        cases: cases.collect(),
    }
}

/// What the best of some strategies wins above a half, as either half of the groups tells the
/// other; and the best by all games.
fn best(rates: &[f64], games: usize, chance: &mut Chance) -> Said {
    let truth = rates.iter().copied().fold(0.0, f64::max) - 0.5;
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
    let gain = |chosen: [usize; 2]| {
        let of = |group: usize| Some(pool[chosen[group % 2]][group] - 0.5);
        let gains: Vec<Option<f64>> = (0..GROUPS).map(of).collect();
        let gain = gains.iter().flatten().sum::<f64>() / GROUPS as f64;
        let found = GroupEstimate::new(gain, &gains).expect("groups");
        if chosen[0] == chosen[1] { found } else { found.chosen_apart() }
    };
    let [apart, naive] = [gain([best(1, 2), best(0, 2)]), gain([best(0, 1); 2])];
    vec![
        ("bias", Some(apart.estimate - truth)),
        ("coverage", holds(apart.interval(), truth)),
        ("bias if the same games choose", Some(naive.estimate - truth)),
        ("coverage if the same games choose", holds(naive.interval(), truth)),
    ]
}

pub(super) fn best_of_a_pool() -> Method {
    let pools: [&[f64]; 4] = [&[0.6; 2], &[0.6; 5], &[0.6, 0.59, 0.58], &[0.6, 0.5, 0.5]];
    let cases = pools.into_iter().flat_map(|rates| {
        [40, 400].map(|games| {
            let won: Vec<String> = rates.iter().map(f64::to_string).collect();
            let name = format!("wins {}; {} games of each", won.join(" "), GROUPS * games);
            let trials = if games > 40 { 1000 } else { 4000 };
            Case::new(name, trials, move |chance| best(rates, games, chance))
        })
    });
    Method {
        name: "best of a pool",
        promises: &[("coverage", 0.9, 0.975), ("bias", -0.008, 0.002)],
        cases: cases.collect(),
    }
}
