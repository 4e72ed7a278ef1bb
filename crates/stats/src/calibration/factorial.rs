//! Effects of what is put in and left out.

use super::{Case, Method, holds, yes};
use crate::factorial::{effects, shares};
use crate::{GroupEstimate, Verdict, holm, verdicts};

const FACTORS: usize = 4;
const CELLS: usize = 1 << FACTORS;
const GROUPS: usize = 50;
/// The smallest effect that matters.
const MARGIN: f64 = 0.5;

/// The true value of a combination: 3 for the first factor, −1 for the second, their sum being 2
/// short of what it is; the third and the fourth do nothing alone, and 0.4 together.
fn truth(cell: usize) -> f64 {
    let put_in = |factor: usize| f64::from((cell >> factor & 1) as u8);
    40.0 + 3.0 * put_in(0) - put_in(1) - 2.0 * put_in(0) * put_in(1) + 0.4 * put_in(2) * put_in(3)
}

fn is_right((said, truth): (&Verdict, &f64)) -> bool {
    match said {
        Verdict::More => *truth > MARGIN,
        Verdict::Less => *truth < -MARGIN,
        Verdict::Same => truth.abs() < MARGIN,
        Verdict::Unclear => true,
    }
}

/// Group values with errors that are common to all combinations, as of the same deals, and of
/// their own.
fn case(common: f64) -> Case {
    let truths = effects(&(0..CELLS).map(truth).collect::<Vec<_>>());
    let sets: Vec<usize> = (1..CELLS).filter(|set| set.count_ones() <= 2).collect();
    let of_sets: Vec<f64> = sets.iter().map(|&set| truths[set]).collect();
    let part = |order: u32| -> f64 {
        let of_order = (1..CELLS).filter(|set| set.count_ones() == order);
        of_order.map(|set| truths[set].powi(2) / 4_f64.powi(set.count_ones() as i32)).sum()
    };
    let [alone, together] = [part(1), part(2)];
    let parts = [alone, together].map(|part| part / (alone + together));
    Case::new(format!("{common} of the variance in common"), 4000, move |chance| {
        let mut group = || {
            let deal = common.sqrt() * chance.normal();
            let own = (1.0 - common).sqrt();
            let value = |cell| truth(cell) + 2.0 * (deal + own * chance.normal());
            effects(&(0..CELLS).map(value).collect::<Vec<_>>())
        };
        let groups: Vec<Vec<f64>> = (0..GROUPS).map(|_| group()).collect();
        let estimate = |&set: &usize| {
            let values: Vec<Option<f64>> = groups.iter().map(|group| Some(group[set])).collect();
            let mean = values.iter().flatten().sum::<f64>() / GROUPS as f64;
            (GroupEstimate::new(mean, &values).expect("groups"), MARGIN)
        };
        let estimates: Vec<(GroupEstimate, f64)> = sets.iter().map(estimate).collect();
        let shares = shares(&groups).expect("they differ");
        let mut said = Vec::new();
        for ((found, _), truth) in estimates.iter().zip(&of_sets) {
            said.push(("coverage of effects", holds(found.interval(), *truth)));
        }
        for (found, truth) in shares.iter().zip(parts) {
            said.push(("coverage of shares", holds(found.interval(), truth)));
        }
        let verdicts = verdicts(&estimates, holm);
        said.push(("any verdict wrong", yes(!verdicts.iter().zip(&of_sets).all(is_right))));
        for (verdict, _) in verdicts.iter().zip(&of_sets).filter(|(_, of)| of.abs() > MARGIN) {
            said.push(("effects found", yes(*verdict != Verdict::Unclear)));
        }
        said
    })
}

pub(super) fn method() -> Method {
    Method {
        name: "factorial",
        promises: &[
            ("coverage of effects", 0.94, 0.96),
            ("coverage of shares", 0.93, 0.97),
            ("any verdict wrong", 0.0, 0.055),
            ("effects found", 0.5, 1.0),
        ],
        cases: [0.0, 0.5, 0.9].map(case).into(),
    }
}
