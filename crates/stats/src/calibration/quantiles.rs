//! Quantiles of a run: intervals by groups of chunks.

use super::draws::Chance;
use super::{Case, Method, holds, yes};
use crate::{quantile, quantile_interval, spread_quantile};
use std::collections::BTreeMap;

type Counts = BTreeMap<i64, u64>;

/// Games of a block.
const GAMES: usize = 4;

/// Groups of a run: a chunk belongs to one by its number.
const GROUPS: usize = 50;

/// What is counted of a game.
#[derive(Debug, Clone, Copy)]
enum Of {
    /// Turns: 20 and an exponential with mean 30, rounded down.
    Turns,
    /// Points: none in three of four games, otherwise an exponential with mean 30, in tens.
    Points,
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

    /// The counts of a run and of its groups; half of the games of a block are as their deal has
    /// it.
    fn play(self, chance: &mut Chance, blocks: usize) -> (Counts, Vec<Counts>) {
        let (mut whole, mut groups) = (Counts::new(), vec![Counts::new(); GROUPS]);
        let (mut played, mut chunk) = (0, 0);
        while played < blocks {
            let size = (played / 32).max(8).min(blocks - played);
            for _ in 0..size {
                let deal = chance.exponential();
                for _ in 0..GAMES {
                    let size = if chance.happens(0.5) { deal } else { chance.exponential() };
                    let value = self.value(chance, size);
                    *whole.entry(value).or_default() += 1;
                    *groups[chunk % GROUPS].entry(value).or_default() += 1;
                }
            }
            (played, chunk) = (played + size, chunk + 1);
        }
        (whole, groups)
    }
}

fn list(counts: &Counts) -> impl Iterator<Item = (i64, u64)> + Clone {
    counts.iter().map(|(&value, &count)| (value, count))
}

fn case(of: Of, blocks: usize, share: f64) -> Case {
    let exact = of.exact();
    let truth = spread_quantile(share, list(&exact)).expect("counts");
    let value = quantile(share, list(&exact)).expect("counts");
    let name = format!("{of:?}; {blocks} blocks; {:.0} % quantile", 100.0 * share);
    let trials = if blocks > 1000 { 400 } else { 2000 };
    Case::new(name, trials, move |chance| {
        let (whole, groups) = of.play(chance, blocks);
        let ends = quantile_interval(share, list(&whole), groups.iter().map(list));
        let held = ends.map(|ends| {
            let [low, high] = [ends.low, ends.high].map(|end| (end - 0.5).ceil() as i64);
            f64::from((low..=high).contains(&value))
        });
        vec![
            ("coverage", holds(ends, truth)),
            ("coverage of whole numbers", held),
            ("no interval", yes(ends.is_none())),
        ]
    })
}

pub(super) fn method() -> Method {
    let sizes = [200, 1000, 5000].into_iter();
    let of_both = |blocks| [Of::Turns, Of::Points].map(|of| (of, blocks));
    let cases = sizes
        .flat_map(of_both)
        .flat_map(|(of, blocks)| [0.05, 0.5, 0.95].map(|share| case(of, blocks, share)));
    Method {
        name: "quantiles",
        promises: &[("coverage of whole numbers", 0.93, 1.0)],
        cases: cases.collect(),
    }
}
