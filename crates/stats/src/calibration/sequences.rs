//! Win rates that are looked at while they grow: confidence sequences and plain intervals.

use super::draws::{Blocks, Chance, DEPENDENCES, Dependence, checkpoints};
use super::{Case, Method, Said, holds, yes};
use crate::{Interval, RatioSums, sequence};

/// Looks are taken up to this number of blocks.
const LAST: u64 = 10_000;

/// Games of a block, and how many of them are won.
const RATES: [(usize, f64); 3] = [(2, 0.5), (4, 0.25), (4, 0.05)];

fn name(games: usize, rate: f64, dependence: Dependence) -> String {
    format!("{games} games of a block; {dependence}; rate {rate}")
}

fn cases(of: impl Fn(usize, f64, Dependence) -> Case) -> Vec<Case> {
    let all = RATES.into_iter().flat_map(|of| DEPENDENCES.map(|dependence| (of, dependence)));
    all.map(|((games, rate), dependence)| of(games, rate, dependence)).collect()
}

/// Whether intervals miss the truth at some look.
fn peeked(chance: &mut Chance, blocks: &Blocks, games: usize, rate: f64) -> Said {
    let mut sums = RatioSums::of(1);
    let (mut sequence, mut plain, mut last) = (false, false, false);
    for end in checkpoints(LAST) {
        (sums.blocks..end).for_each(|_| sums.add(games as u64, blocks.draw(chance) as u64, 1));
        if end >= sequence::MINIMUM_BLOCKS {
            sequence |= !sums.sequence().expect("blocks").contains(rate);
            last = !sums.interval().expect("blocks").contains(rate);
            plain |= last;
        }
    }
    vec![
        ("misses of the sequence", yes(sequence)),
        ("misses of plain intervals", yes(plain)),
        ("misses of the last plain interval", yes(last)),
    ]
}

/// Whether a sequence misses the truth at some look from 64 to 10¹⁵ blocks, a thirty-second more
/// each time, of blocks so many that their mean is normal.
fn peeked_for_ever(chance: &mut Chance) -> Said {
    let (mut blocks, mut errors) = (64.0_f64, chance.normal());
    let mut missed = false;
    while blocks < 1e15 {
        let reach = sequence::critical_value(blocks as u64).expect("blocks");
        missed |= errors.abs() > reach;
        let share = 32.0 / 33.0_f64;
        errors = share.sqrt() * errors + (1.0 - share).sqrt() * chance.normal();
        blocks /= share;
    }
    vec![("misses of the sequence", yes(missed))]
}

pub(super) fn peeking() -> Method {
    let mut cases = cases(|games, rate, dependence| {
        let blocks = Blocks::new(dependence, games, rate);
        Case::new(name(games, rate, dependence), 1000, move |chance| {
            peeked(chance, &blocks, games, rate)
        })
    });
    cases.push(Case::new("normal means; looks up to 10^15 blocks", 20_000, peeked_for_ever));
    Method {
        name: "peeking",
        promises: &[
            ("misses of the sequence", 0.0, 0.05),
            ("misses of plain intervals", 0.25, 1.0),
            ("misses of the last plain interval", 0.03, 0.07),
        ],
        cases,
    }
}

/// Blocks below which no run stops, as `run --until-ci` has it.
const FEWEST: u64 = 200;

/// The end of a run at the first look at which an interval is narrow enough.
fn first(
    chance: &mut Chance,
    blocks: &Blocks,
    games: usize,
    width: f64,
    interval: impl Fn(&RatioSums) -> Option<Interval>,
) -> (u64, Interval) {
    let mut sums = RatioSums::of(1);
    for end in checkpoints(u64::MAX) {
        (sums.blocks..end).for_each(|_| sums.add(games as u64, blocks.draw(chance) as u64, 1));
        if let Some(found) = interval(&sums).filter(|found| found.high - found.low <= width) {
            return (end, found);
        }
    }
    unreachable!("looks go on for ever")
}

/// Runs that stop at a width which takes 1,000 blocks of independent games.
pub(super) fn stopped_by_width() -> Method {
    Method {
        name: "stopped by width",
        promises: &[("coverage", 0.94, 0.96)],
        cases: cases(|games, rate, dependence| {
            let blocks = Blocks::new(dependence, games, rate);
            let width = 2.0 * 1.96 * (rate * (1.0 - rate) / games as f64 / 1000.0).sqrt();
            Case::new(name(games, rate, dependence), 4000, move |chance| {
                let plain = |sums: &RatioSums| sums.interval().filter(|_| sums.blocks >= FEWEST);
                let (end, found) = first(chance, &blocks, games, width, plain);
                let later = first(chance, &blocks, games, width, RatioSums::sequence).0;
                vec![
                    ("coverage", holds(Some(found), rate)),
                    ("blocks", Some(end as f64)),
                    ("blocks of a sequence", Some(later as f64)),
                ]
            })
        }),
    }
}
