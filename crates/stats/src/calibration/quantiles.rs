//! Quantiles of a run: coverage of their intervals by groups of chunks.

use super::{Chance, assert_documented, percent};
use crate::{quantile, quantile_interval, spread_quantile};
use std::collections::BTreeMap;
use std::fmt;

type Counts = BTreeMap<i64, u64>;

/// Games of a block.
const GAMES: usize = 4;

/// Groups of a run: a chunk belongs to one by its number.
const GROUPS: usize = 50;

const SHARES: [f64; 3] = [0.05, 0.5, 0.95];

/// What is counted of a game.
#[derive(Debug, Clone, Copy)]
enum Of {
    /// Turns: 20 and an exponential with mean 30, rounded down.
    Turns,
    /// Points: none in three of four games, otherwise an exponential with mean 30, in tens.
    Points,
}

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Of::Turns => "turns",
            Of::Points => "points",
        })
    }
}

impl Of {
    fn value(self, chance: &mut Chance, size: f64) -> i64 {
        match self {
            Of::Turns => 20 + (30.0 * size) as i64,
            Of::Points if chance.happens(0.75) => 0,
            Of::Points => 10 + 10 * (3.0 * size) as i64,
        }
    }

    /// The distribution as counts of 10¹⁵ games.
    fn exact(self) -> Counts {
        let (mean, from, step, share): (f64, i64, i64, f64) = match self {
            Of::Turns => (30.0, 20, 1, 1.0),
            Of::Points => (3.0, 10, 10, 0.25),
        };
        let above = |at: i64| (-(at as f64) / mean).exp();
        let count = |at: i64| (share * (above(at) - above(at + 1)) * 1e15) as u64;
        let mut counts: Counts = (0..1500).map(|at| (from + step * at, count(at))).collect();
        counts.insert(0, ((1.0 - share) * 1e15) as u64);
        counts
    }
}

fn list(counts: &Counts) -> impl Iterator<Item = (i64, u64)> + Clone {
    counts.iter().map(|(&value, &count)| (value, count))
}

/// How many intervals there were of each quantile, how many held the spread quantile, and how many,
/// rounded, the value.
fn simulate(of: Of, blocks: usize, trials: usize) -> [[usize; 3]; 3] {
    let mut chance = Chance::new(20_261_123);
    let exact = of.exact();
    let mut found = [[0; 3]; 3];
    for _ in 0..trials {
        let (mut whole, mut groups) = (Counts::new(), vec![Counts::new(); GROUPS]);
        let (mut played, mut chunk) = (0, 0);
        while played < blocks {
            let size = (played / 32).max(8).min(blocks - played);
            for _ in 0..size {
                // Half of the games are as their deal has it.
                let deal = chance.exponential();
                for _ in 0..GAMES {
                    let size = if chance.happens(0.5) { deal } else { chance.exponential() };
                    let value = of.value(&mut chance, size);
                    *whole.entry(value).or_default() += 1;
                    *groups[chunk % GROUPS].entry(value).or_default() += 1;
                }
            }
            (played, chunk) = (played + size, chunk + 1);
        }
        for (share, found) in SHARES.into_iter().zip(&mut found) {
            let Some(ends) = quantile_interval(share, list(&whole), groups.iter().map(list)) else {
                continue;
            };
            let truth = spread_quantile(share, list(&exact)).expect("counts");
            let value = quantile(share, list(&exact)).expect("counts");
            let [low, high] = [ends.low, ends.high].map(|end| (end - 0.5).ceil() as i64);
            found[0] += 1;
            found[1] += usize::from(ends.contains(truth));
            found[2] += usize::from((low..=high).contains(&value));
        }
    }
    found
}

#[test]
#[ignore = "takes a minute or more"]
fn the_tables_are_as_documented() {
    const TRIALS: usize = 4000;
    let rows = |(of, blocks)| {
        let found = simulate(of, blocks, TRIALS);
        let row = move |(share, [there, spread, whole]): (f64, [usize; 3])| {
            let (share, none) = (100.0 * share, percent(TRIALS - there, TRIALS));
            let (spread, whole) = (percent(spread, there.max(1)), percent(whole, there.max(1)));
            format!("| {of} | {blocks} | {share:.0} % | {spread} | {whole} | {none} |")
        };
        SHARES.into_iter().zip(found).map(row)
    };
    let cases = [Of::Turns, Of::Points].into_iter();
    let cases = cases.flat_map(|of| [50, 200, 1000, 10_000].map(|blocks| (of, blocks)));
    assert_documented(cases.flat_map(rows));
}

#[test]
fn intervals_of_quantiles_hold_the_truth_as_often_as_they_say() {
    const TRIALS: usize = 400;
    for of in [Of::Turns, Of::Points] {
        for [there, spread, whole] in simulate(of, 500, TRIALS) {
            let share = spread as f64 / TRIALS as f64;
            assert!(there == TRIALS && (0.9..=0.99).contains(&share), "{of}: {share}");
            assert!(whole >= spread, "{of}: {whole} and {spread}");
        }
    }
}
