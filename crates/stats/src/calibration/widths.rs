//! Runs that stop when a plain interval is narrow enough: does it hold the truth all the same?

use super::{Blocks, Chance, DEPENDENCES, Dependence, assert_documented, checkpoints, percent};
use crate::{Interval, RatioSums, sequence};

/// Blocks below which no run stops, as `run --until-ci` has it.
const FEWEST: u64 = 200;

/// What became of many runs.
#[derive(Default)]
struct Ends {
    /// Intervals that hold the true rate.
    covered: usize,
    /// Blocks played.
    blocks: u64,
    /// Blocks that it would have taken with the intervals of a confidence sequence.
    anytime: u64,
}

/// The end of a run at the first look at which an interval is narrow enough.
fn first(
    blocks: &Blocks,
    games: usize,
    width: f64,
    chance: &mut Chance,
    interval: impl Fn(&RatioSums) -> Option<Interval>,
) -> (u64, Interval) {
    let mut sums = RatioSums::default();
    for end in checkpoints(u64::MAX) {
        (sums.blocks..end).for_each(|_| sums.add(games as u64, blocks.draw(chance) as u64, 1));
        if let Some(found) = interval(&sums).filter(|found| found.high - found.low <= width) {
            return (end, found);
        }
    }
    unreachable!("looks go on for ever")
}

/// Runs that are expected to take so many blocks with independent games.
fn simulate(dependence: Dependence, games: usize, rate: f64, width: f64, trials: usize) -> Ends {
    let (mut chance, mut ends) = (Chance::new(20_261_101), Ends::default());
    let distribution = Blocks::new(dependence, games, rate);
    let rho = sequence::rho(sequence::planned_blocks(width, games));
    for _ in 0..trials {
        let plain = |sums: &RatioSums| sums.interval().filter(|_| sums.blocks >= FEWEST);
        let (blocks, found) = first(&distribution, games, width, &mut chance, plain);
        ends.covered += usize::from(found.contains(rate));
        ends.blocks += blocks;
        let anytime = |sums: &RatioSums| sums.sequence(rho);
        ends.anytime += first(&distribution, games, width, &mut chance, anytime).0;
    }
    ends
}

/// The width that takes so many blocks with independent games.
fn width(games: usize, rate: f64, blocks: f64) -> f64 {
    2.0 * 1.96 * (rate * (1.0 - rate) / games as f64 / blocks).sqrt()
}

#[test]
#[ignore = "takes a minute or more"]
fn the_table_is_as_documented() {
    const TRIALS: usize = 20_000;
    let rates = [(2, 0.5), (4, 0.25), (4, 0.05), (10, 0.1)];
    let rows = rates.into_iter().flat_map(|(games, rate)| {
        DEPENDENCES.into_iter().flat_map(move |dependence| {
            [400.0, 2000.0].map(|expected| {
                let ends = simulate(dependence, games, rate, width(games, rate, expected), TRIALS);
                let coverage = ends.covered as f64 / TRIALS as f64;
                assert!((0.945..=0.955).contains(&coverage), "{games}, {dependence}: {coverage}");
                format!(
                    "| {games} | {dependence} | {rate} | {:.4} | {} | {} | {} |",
                    width(games, rate, expected),
                    percent(ends.covered, TRIALS),
                    ends.blocks / TRIALS as u64,
                    ends.anytime / TRIALS as u64,
                )
            })
        })
    });
    assert_documented(rows);
}

#[test]
fn intervals_hold_after_stopping_by_their_width_and_come_in_half_the_time() {
    const TRIALS: usize = 1000;
    for (games, rate, dependence) in [(2, 0.5, Dependence::Decided), (4, 0.25, Dependence::Swung)] {
        let ends = simulate(dependence, games, rate, width(games, rate, 1000.0), TRIALS);
        let coverage = ends.covered as f64 / TRIALS as f64;
        // 95 % and three standard errors.
        assert!((0.929..=0.971).contains(&coverage), "{dependence}: {coverage}");
        assert!(2 * ends.blocks < ends.anytime, "{} {}", ends.blocks, ends.anytime);
    }
}
