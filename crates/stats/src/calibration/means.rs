//! Win rates, and means of scores and turns.

use super::draws::{Blocks, Chance, DEPENDENCES, Dependence};
use super::{Case, Method, holds};
use crate::{RatioMean, RatioSums};

/// Win rates in few blocks, and rare ones.
pub(super) fn win_rates() -> Method {
    let rates = [(0.25, 10), (0.25, 100), (0.5, 30), (0.05, 200), (0.01, 50)];
    let won = rates.into_iter().flat_map(|of| DEPENDENCES.map(|dependence| (of, dependence)));
    let shared = [(0.15, 100), (0.5, 10), (0.5, 1000)].map(|of| (of, Dependence::Shared));
    let all = won.chain(shared);
    let cases = all.map(|((rate, blocks), dependence)| {
        let wins = Blocks::new(dependence, SEATS, rate);
        Case::new(format!("rate {rate}; {blocks} blocks; {dependence}"), 4000, move |chance| {
            let mut sums = RatioSums::of(dependence.sides());
            (0..blocks).for_each(|_| sums.add(SEATS as u64, wins.draw(chance) as u64, 1));
            vec![("coverage", holds(sums.interval(), rate))]
        })
    });
    Method { name: "win rates", promises: &[("coverage", 0.93, 0.995)], cases: cases.collect() }
}

/// Games of a block.
const SEATS: usize = 4;

/// Mean turns of a game, and of a longer one.
const TURNS: [f64; 2] = [50.0, 60.0];

/// Mean points of who wins.
const POINTS: f64 = 100.0;

/// A block: for half of the games turns and points are as the deal has them, for the others they
/// are of their own; in 6 of 10 deals the strategy wins exactly once from each of its seats.
fn play(chance: &mut Chance, line_up: usize, scores: &mut RatioMean, turns: &mut RatioMean) {
    let seats = 1 + line_up;
    let (deal, decided) = (chance.exponential(), chance.happens(0.6));
    let (mut score, mut length) = (0, 0);
    for game in 0..SEATS {
        let size = if chance.happens(0.5) { deal } else { chance.exponential() };
        length += (20.0 + (TURNS[line_up] - 20.0) * size).round() as i128;
        for seat in 0..seats {
            let wins = if decided { game == seat } else { chance.below(SEATS) == seat };
            score += if wins { (POINTS * size).round() as i128 } else { 0 };
        }
    }
    add(scores, (seats * SEATS) as i128, score);
    add(turns, (seats * SEATS) as i128, seats as i128 * length);
}

fn add(sums: &mut RatioMean, appearances: i128, x: i128) {
    sums.blocks += 1;
    sums.appearances += appearances as u64;
    sums.sum += x;
    sums.appearances_squares += appearances * appearances;
    sums.squares += x * x;
    sums.products += appearances * x;
}

/// One line-up with the strategy in one seat; or two by turns, the other with the strategy in two
/// seats and longer games.
fn case(line_ups: usize, blocks: usize) -> Case {
    let (appearances, longer) = if line_ups == 1 { (1.0, 0.0) } else { (3.0, 2.0) };
    // The mean of a rounded exponential with mean m is 1 / (2·sinh(1 / 2m)).
    let rounded = |mean: f64| 0.5 / (0.5 / mean).sinh();
    let [short, long] = TURNS.map(|mean| 20.0 + rounded(mean - 20.0));
    let mean_turns = (short * (appearances - longer) + long * longer) / appearances;
    let mean_score = rounded(POINTS) / SEATS as f64;
    Case::new(format!("{line_ups} line-ups; {blocks} blocks"), 4000, move |chance| {
        let (mut scores, mut turns) = (RatioMean::default(), RatioMean::default());
        for block in 0..blocks {
            play(chance, block % line_ups, &mut scores, &mut turns);
        }
        vec![
            ("coverage of scores", holds(scores.interval(), mean_score)),
            ("coverage of turns", holds(turns.interval(), mean_turns)),
        ]
    })
}

pub(super) fn method() -> Method {
    let cases = [1, 2].into_iter().flat_map(|of| [20, 100, 1000].map(|blocks| case(of, blocks)));
    Method {
        name: "means",
        promises: &[("coverage of scores", 0.91, 0.97), ("coverage of turns", 0.91, 0.97)],
        cases: cases.collect(),
    }
}
