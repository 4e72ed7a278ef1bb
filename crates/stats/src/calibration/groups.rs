//! Random groups: coverage of their intervals.

use super::{Chance, assert_documented, percent};
use crate::{GroupEstimate, Interval, spread_quantile};
use std::collections::BTreeMap;

const GROUPS: usize = 50;

/// Games of a block.
const GAMES: usize = 4;

/// What is kept of some blocks under two conditions: turns of each game, and games that took more
/// than 60.
#[derive(Debug, Clone, Default)]
struct Part {
    blocks: u64,
    turns: [BTreeMap<i64, u64>; 2],
    total: [i64; 2],
    long: i64,
}

/// A game's turns: 20 and an exponential with this mean, rounded down.
fn turns(mean: f64, exponential: f64) -> i64 {
    20 + (mean * exponential) as i64
}

/// The means of the two conditions.
const MEANS: [f64; 2] = [30.0, 33.0];

impl Part {
    /// Adds a block: half of its games are as its deal has it, the others of their own; the
    /// conditions share 7 of 10 games' chance.
    fn play(&mut self, chance: &mut Chance) {
        self.blocks += 1;
        let deal = chance.exponential();
        for _ in 0..GAMES {
            let first = if chance.happens(0.5) { deal } else { chance.exponential() };
            let second = if chance.happens(0.7) { first } else { chance.exponential() };
            for (condition, value) in [first, second].into_iter().enumerate() {
                let turns = turns(MEANS[condition], value);
                *self.turns[condition].entry(turns).or_default() += 1;
                self.total[condition] += turns;
                self.long += i64::from(condition == 0 && turns > 60) * turns;
            }
        }
    }

    fn add(&mut self, other: &Part) {
        self.blocks += other.blocks;
        self.long += other.long;
        for condition in 0..2 {
            self.total[condition] += other.total[condition];
            other.turns[condition].iter().for_each(|(&turns, &count)| {
                *self.turns[condition].entry(turns).or_default() += count
            });
        }
    }

    fn mean(&self, condition: usize) -> f64 {
        self.total[condition] as f64 / (self.blocks as f64 * GAMES as f64)
    }

    fn high_quantile(&self, condition: usize) -> f64 {
        quantile(&self.turns[condition])
    }
}

fn quantile(counts: &BTreeMap<i64, u64>) -> f64 {
    spread_quantile(0.95, counts.iter().map(|(&turns, &count)| (turns, count))).expect("counts")
}

/// A quantity, as an estimate from blocks, and its true value.
struct Quantity {
    name: &'static str,
    estimate: fn(&Part) -> f64,
    truth: f64,
}

/// The distribution of a condition's turns as counts of 10¹⁵ games.
fn exact(mean: f64) -> BTreeMap<i64, u64> {
    let above = |step: i64| (-(step as f64) / mean).exp();
    (0..2000).map(|step| (20 + step, ((above(step) - above(step + 1)) * 1e15) as u64)).collect()
}

fn quantities() -> [Quantity; 5] {
    let [first, second] = MEANS.map(exact);
    let mean = |counts: &BTreeMap<i64, u64>| {
        counts.iter().map(|(&turns, &count)| turns as f64 * count as f64 / 1e15).sum::<f64>()
    };
    let long = first
        .iter()
        .filter(|&(&turns, _)| turns > 60)
        .map(|(&turns, &count)| turns as f64 * count as f64 / 1e15)
        .sum::<f64>();
    [
        Quantity { name: "mean", estimate: |part| part.mean(0), truth: mean(&first) },
        Quantity {
            name: "ratio: share of turns in long games",
            estimate: |part| part.long as f64 / part.total[0] as f64,
            truth: long / mean(&first),
        },
        Quantity {
            name: "95 % quantile",
            estimate: |part| part.high_quantile(0),
            truth: quantile(&first),
        },
        Quantity {
            name: "paired difference of means",
            estimate: |part| part.mean(1) - part.mean(0),
            truth: mean(&second) - mean(&first),
        },
        Quantity {
            name: "paired difference of 95 % quantiles",
            estimate: |part| part.high_quantile(1) - part.high_quantile(0),
            truth: quantile(&second) - quantile(&first),
        },
    ]
}

/// How often the interval of each quantity holds its truth.
fn simulate(blocks_per_group: u64, trials: usize) -> [(&'static str, usize); 5] {
    let mut chance = Chance::new(20_260_601);
    let quantities = quantities();
    let mut covered = [0; 5];
    for _ in 0..trials {
        let mut parts = vec![Part::default(); GROUPS];
        let mut whole = Part::default();
        for part in &mut parts {
            (0..blocks_per_group).for_each(|_| part.play(&mut chance));
            whole.add(part);
        }
        for (quantity, covered) in quantities.iter().zip(&mut covered) {
            let groups: Vec<Option<f64>> =
                parts.iter().map(|part| Some((quantity.estimate)(part))).collect();
            let interval = GroupEstimate::new((quantity.estimate)(&whole), &groups)
                .and_then(|estimate| estimate.interval());
            *covered += usize::from(
                interval.is_some_and(|interval: Interval| interval.contains(quantity.truth)),
            );
        }
    }
    std::array::from_fn(|index| (quantities[index].name, covered[index]))
}

#[test]
#[ignore = "takes a minute or more"]
fn the_tables_are_as_documented() {
    const TRIALS: usize = 4000;
    let rows = |blocks| {
        simulate(blocks, TRIALS)
            .map(|(name, covered)| format!("| {name} | {blocks} | {} |", percent(covered, TRIALS)))
    };
    assert_documented([5, 20, 100].into_iter().flat_map(rows));
}

#[test]
fn intervals_of_groups_hold_the_truth_as_often_as_they_say() {
    const TRIALS: usize = 300;
    for (name, covered) in simulate(20, TRIALS) {
        let share = covered as f64 / TRIALS as f64;
        assert!((0.91..=0.99).contains(&share), "{name}: {share}");
    }
}
