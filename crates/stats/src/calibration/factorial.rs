//! Effects of what is put in and left out: do intervals hold the truth, and are verdicts right?

use super::{Chance, assert_documented, percent};
use crate::factorial::{effects, shares};
use crate::{GroupEstimate, Verdict, verdicts};

const FACTORS: usize = 4;
const GROUPS: usize = 50;
/// The smallest effect that matters.
const MARGIN: f64 = 0.5;

/// The true value of a combination: 3 for the first factor, −1 for the second, their sum being 2
/// short of what it is; the third and the fourth do nothing alone, and 0.4 together.
fn truth(cell: usize) -> f64 {
    let put_in = |factor: usize| f64::from((cell >> factor & 1) as u8);
    40.0 + 3.0 * put_in(0) - put_in(1) - 2.0 * put_in(0) * put_in(1) + 0.4 * put_in(2) * put_in(3)
}

/// What is found in many trials.
#[derive(Default)]
struct Found {
    /// Intervals of effects of one and two factors that hold the truth.
    effects: usize,
    /// Intervals of shares that do.
    shares: usize,
    /// Trials in which a verdict is wrong.
    wrong: usize,
    /// Verdicts that say the right of the effects beyond the margin.
    told: usize,
}

/// Group values with errors that are common to all combinations, as of the same deals, and of
/// their own.
fn simulate(common: f64, trials: usize) -> Found {
    let cells = 1 << FACTORS;
    let truths = effects(&(0..cells).map(truth).collect::<Vec<_>>());
    let sets: Vec<usize> = (1..cells).filter(|set| set.count_ones() <= 2).collect();
    let part = |order: u32| -> f64 {
        let of_order = (1..cells).filter(|set| set.count_ones().min(3) == order);
        of_order.map(|set| truths[set].powi(2) / 4_f64.powi(set.count_ones() as i32)).sum()
    };
    let whole = part(1) + part(2);
    let mut chance = Chance::new(20_261_122);
    let mut found = Found::default();
    for _ in 0..trials {
        let groups: Vec<Vec<f64>> = (0..GROUPS)
            .map(|_| {
                let deal = common.sqrt() * chance.normal();
                let own = (1.0 - common).sqrt();
                let values: Vec<f64> = (0..cells)
                    .map(|cell| truth(cell) + 2.0 * (deal + own * chance.normal()))
                    .collect();
                effects(&values)
            })
            .collect();
        let estimates: Vec<(GroupEstimate, f64)> = sets
            .iter()
            .map(|&set| {
                let values: Vec<Option<f64>> =
                    groups.iter().map(|group| Some(group[set])).collect();
                let mean = values.iter().flatten().sum::<f64>() / GROUPS as f64;
                (GroupEstimate::new(mean, &values).expect("groups"), MARGIN)
            })
            .collect();
        let said = verdicts(&estimates);
        let holds = |estimate: &GroupEstimate, truth: f64| {
            estimate.interval().is_some_and(|interval| interval.contains(truth))
        };
        let pairs = || sets.iter().map(|&set| truths[set]);
        found.effects +=
            estimates.iter().zip(pairs()).filter(|((of, _), truth)| holds(of, *truth)).count();
        let right = |(said, truth): (&Verdict, f64)| match said {
            Verdict::More => truth > MARGIN,
            Verdict::Less => truth < -MARGIN,
            Verdict::Same => truth.abs() < MARGIN,
            Verdict::Unclear => true,
        };
        found.wrong += usize::from(!said.iter().zip(pairs()).all(right));
        let beyond = said.iter().zip(pairs()).filter(|(_, truth)| truth.abs() > MARGIN);
        found.told += beyond.filter(|(said, _)| **said != Verdict::Unclear).count();
        let shares = shares(&groups).expect("they differ");
        let hold = |order: usize| holds(&shares[order], part(order as u32 + 1) / whole);
        found.shares += (0..2).filter(|order| hold(*order)).count();
    }
    found
}

#[test]
#[ignore = "the table of docs/STATISTICS.md"]
fn table_of_effects_of_factors() {
    const TRIALS: usize = 4000;
    let row = |common: f64| {
        let Found { effects, shares, wrong, told } = simulate(common, TRIALS);
        format!(
            "| {common} | {} | {} | {} | {} |",
            percent(effects, 10 * TRIALS),
            percent(shares, 2 * TRIALS),
            percent(wrong, TRIALS),
            percent(told, 3 * TRIALS)
        )
    };
    assert_documented([0.0, 0.5, 0.9].map(row));
}

#[test]
fn intervals_of_effects_and_shares_hold_the_truth() {
    const TRIALS: usize = 600;
    for common in [0.0, 0.9] {
        let Found { effects, shares, wrong, told } = simulate(common, TRIALS);
        let rate = |count: usize, of: usize| count as f64 / (of * TRIALS) as f64;
        assert!((0.94..=0.96).contains(&rate(effects, 10)), "{common}: {}", rate(effects, 10));
        assert!((0.93..=0.97).contains(&rate(shares, 2)), "{common}: {}", rate(shares, 2));
        assert!(rate(wrong, 1) <= 0.06, "{common}: {}", rate(wrong, 1));
        assert!(rate(told, 3) > 0.5, "{common}: {}", rate(told, 3));
    }
}
