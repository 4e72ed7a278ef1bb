//! Random groups.

use super::draws::Chance;
use super::{Case, Method, holds};
use crate::{GroupEstimate, spread_quantile};
use std::collections::BTreeMap;

const GROUPS: usize = 50;

/// Games of a block.
const GAMES: usize = 4;

/// What is kept of some blocks under two conditions: games by turns.
#[derive(Debug, Clone, Default)]
struct Part([BTreeMap<i64, u64>; 2]);

/// The mean turns beyond 20 of the two conditions.
const MEANS: [f64; 2] = [30.0, 33.0];

impl Part {
    /// Adds a block: half of its games are as its deal has it, the others of their own; the
    /// conditions share 7 of 10 games' chance. Turns are 20 and an exponential, rounded down.
    fn play(&mut self, chance: &mut Chance) {
        let deal = chance.exponential();
        for _ in 0..GAMES {
            let first = if chance.happens(0.5) { deal } else { chance.exponential() };
            let second = if chance.happens(0.7) { first } else { chance.exponential() };
            for (condition, value) in [first, second].into_iter().enumerate() {
                let turns = 20 + (MEANS[condition] * value) as i64;
                *self.0[condition].entry(turns).or_default() += 1;
            }
        }
    }

    fn add(&mut self, other: &Part) {
        for (sums, counts) in self.0.iter_mut().zip(&other.0) {
            counts.iter().for_each(|(&turns, &count)| *sums.entry(turns).or_default() += count);
        }
    }

    /// Turns of games that took more than so many.
    fn turns_above(&self, condition: usize, least: i64) -> f64 {
        let long = self.0[condition].iter().filter(|&(&turns, _)| turns > least);
        long.map(|(&turns, &count)| turns as f64 * count as f64).sum()
    }

    fn mean(&self, condition: usize) -> f64 {
        self.turns_above(condition, 0) / self.0[condition].values().sum::<u64>() as f64
    }

    fn high_quantile(&self, condition: usize) -> f64 {
        let counts = self.0[condition].iter().map(|(&turns, &count)| (turns, count));
        spread_quantile(0.95, counts).expect("counts")
    }

    /// The true distribution, as counts of 10¹⁵ games.
    fn exact() -> Part {
        let counts = |mean: f64| -> BTreeMap<i64, u64> {
            let above = |step: i64| (-(step as f64) / mean).exp();
            let count = |step: i64| ((above(step) - above(step + 1)) * 1e15) as u64;
            (0..2000).map(|step| (20 + step, count(step))).collect()
        };
        Part(MEANS.map(counts))
    }
}

/// A quantity, as computed from blocks.
type Quantity = fn(&Part) -> f64;

const QUANTITIES: [(&str, Quantity); 5] = [
    ("coverage of a mean", |part| part.mean(0)),
    ("coverage of a ratio", |part| part.turns_above(0, 60) / part.turns_above(0, 0)),
    ("coverage of a 95 % quantile", |part| part.high_quantile(0)),
    ("coverage of a paired difference of means", |part| part.mean(1) - part.mean(0)),
    ("coverage of a paired difference of 95 % quantiles", |part| {
        part.high_quantile(1) - part.high_quantile(0)
    }),
];

fn case(blocks: usize) -> Case {
    let exact = Part::exact();
    Case::new(format!("{blocks} blocks of a group"), 2000, move |chance| {
        let (mut parts, mut whole) = (vec![Part::default(); GROUPS], Part::default());
        for part in &mut parts {
            (0..blocks).for_each(|_| part.play(chance));
            whole.add(part);
        }
        let said = QUANTITIES.iter().map(|(measure, quantity)| {
            let groups: Vec<Option<f64>> = parts.iter().map(|part| Some(quantity(part))).collect();
            let found = GroupEstimate::new(quantity(&whole), &groups);
            (*measure, holds(found.and_then(|found| found.interval()), quantity(&exact)))
        });
        said.collect()
    })
}

pub(super) fn method() -> Method {
    Method {
        name: "groups",
        promises: &[
            ("coverage of a mean", 0.935, 0.965),
            ("coverage of a ratio", 0.925, 0.965),
            ("coverage of a paired difference of means", 0.935, 0.965),
        ],
        cases: [5, 20, 100].map(case).into(),
    }
}
