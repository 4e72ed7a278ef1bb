//! Win rates under peeking: confidence sequences against plain intervals.

use super::{Blocks, Chance, DEPENDENCES, Dependence, assert_documented, checkpoints, percent};
use crate::{RatioSums, sequence};

/// Looks are taken up to this number of blocks.
const LAST: u64 = 20_000;

/// How often intervals missed the truth at some look.
#[derive(Default)]
struct Misses {
    sequence: usize,
    plain: usize,
    /// At the last look alone.
    last: usize,
}

/// Looks from a number of blocks on, with the sequence made for `planned` blocks.
fn simulate(
    dependence: Dependence,
    games: usize,
    rate: f64,
    from: u64,
    planned: f64,
    trials: usize,
) -> Misses {
    let mut chance = Chance::new(20_260_301);
    let blocks = Blocks::new(dependence, games, rate);
    let rho = sequence::rho(planned);
    let mut misses = Misses::default();
    for _ in 0..trials {
        let mut sums = RatioSums::default();
        let (mut sequence, mut plain, mut last) = (false, false, false);
        for end in checkpoints(LAST) {
            (sums.blocks..end)
                .for_each(|_| sums.add(games as u64, blocks.draw(&mut chance) as u64, 1));
            if end < from {
                continue;
            }
            let critical = sequence::boundary(end, rho).expect("blocks");
            sequence |= !sums.reaching(critical).expect("blocks").contains(rate);
            last = !sums.interval().expect("blocks").contains(rate);
            plain |= last;
        }
        misses.sequence += usize::from(sequence);
        misses.plain += usize::from(plain);
        misses.last += usize::from(last);
    }
    misses
}

#[test]
#[ignore = "takes a minute or more"]
fn the_tables_are_as_documented() {
    const TRIALS: usize = 4000;
    let by_planned = |(games, rate)| {
        DEPENDENCES.into_iter().flat_map(move |dependence| {
            [64.0, 1000.0, 20_000.0].map(|planned| {
                let from = sequence::MINIMUM_BLOCKS;
                let misses = simulate(dependence, games, rate, from, planned, TRIALS);
                let [sequence, plain, last] = [misses.sequence, misses.plain, misses.last]
                    .map(|misses| percent(misses, TRIALS));
                format!(
                    "| {games} | {dependence} | {rate} | {planned} | {sequence} | {plain} | {last} \
                     |"
                )
            })
        })
    };
    let by_first_look = |(games, rate)| {
        DEPENDENCES.map(|dependence| {
            let missed = [8, 16, 32, 64, 128].map(|from| {
                let misses = simulate(dependence, games, rate, from, from as f64, TRIALS);
                percent(misses.sequence, TRIALS)
            });
            format!("| {games} | {dependence} | {rate} | {} |", missed.join(" | "))
        })
    };
    let usual = [(2, 0.5), (4, 0.25), (10, 0.1), (4, 0.05)];
    let with = |last| usual.into_iter().chain([last]);
    assert_documented(with((4, 0.6)).flat_map(by_planned));
    assert_documented(with((4, 0.01)).flat_map(by_first_look));
}

#[test]
fn sequences_survive_peeking_and_plain_intervals_do_not() {
    const TRIALS: usize = 150;
    for (dependence, games, rate) in [
        (Dependence::Decided, 4, 0.25),
        (Dependence::Swung, 2, 0.5),
        (Dependence::Independent, 4, 0.25),
    ] {
        let misses = simulate(dependence, games, rate, sequence::MINIMUM_BLOCKS, 1000.0, TRIALS);
        // 5 % and two standard errors; plain intervals miss in more than a quarter of all runs.
        assert!(
            misses.sequence as f64 <= 0.086 * TRIALS as f64,
            "{dependence}: {} of {TRIALS}",
            misses.sequence
        );
        assert!(
            misses.plain as f64 >= 0.25 * TRIALS as f64,
            "{dependence}: {} of {TRIALS}",
            misses.plain
        );
    }
}
