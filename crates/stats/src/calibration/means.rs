//! Means of scores and turns: coverage of their intervals.

use super::{Chance, assert_documented, percent};
use crate::RatioMean;
use std::fmt;

/// Who sits at the tables, one after the other.
#[derive(Debug, Clone, Copy)]
enum LineUps {
    /// One line-up, the strategy in one seat.
    One,
    /// Two by turns: the strategy in one seat, and in two of a table whose games are longer.
    Two,
}

impl fmt::Display for LineUps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LineUps::One => "one",
            LineUps::Two => "two, of different length",
        })
    }
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

/// How often the intervals of the mean score and of the mean turns hold the truth.
fn simulate(line_ups: LineUps, blocks: usize, trials: usize) -> [usize; 2] {
    let mut chance = Chance::new(20_261_122);
    let (appearances, longer) = match line_ups {
        LineUps::One => (1.0, 0.0),
        LineUps::Two => (3.0, 2.0),
    };
    // The mean of a rounded exponential with mean m is 1 / (2·sinh(1 / 2m)).
    let rounded = |mean: f64| 0.5 / (0.5 / mean).sinh();
    let [short, long] = TURNS.map(|mean| 20.0 + rounded(mean - 20.0));
    let turns_truth = (short * (appearances - longer) + long * longer) / appearances;
    let score_truth = rounded(POINTS) / SEATS as f64;
    let mut held = [0; 2];
    for _ in 0..trials {
        let (mut scores, mut turns) = (RatioMean::default(), RatioMean::default());
        for block in 0..blocks {
            let line_up = if matches!(line_ups, LineUps::Two) { block % 2 } else { 0 };
            play(&mut chance, line_up, &mut scores, &mut turns);
        }
        for (held, (sums, truth)) in
            held.iter_mut().zip([(scores, score_truth), (turns, turns_truth)])
        {
            *held += usize::from(sums.interval().is_some_and(|found| found.contains(truth)));
        }
    }
    held
}

const LINE_UPS: [LineUps; 2] = [LineUps::One, LineUps::Two];

#[test]
#[ignore = "takes a minute or more"]
fn the_tables_are_as_documented() {
    const TRIALS: usize = 10_000;
    let row = |(line_ups, blocks)| {
        let [scores, turns] = simulate(line_ups, blocks, TRIALS).map(|held| percent(held, TRIALS));
        format!("| {line_ups} | {blocks} | {scores} | {turns} |")
    };
    let cases = LINE_UPS.into_iter().flat_map(|of| [20, 100, 1000].map(|blocks| (of, blocks)));
    assert_documented(cases.map(row));
}

#[test]
fn intervals_of_means_hold_the_truth_as_often_as_they_say() {
    const TRIALS: usize = 1000;
    for line_ups in LINE_UPS {
        for held in simulate(line_ups, 200, TRIALS) {
            let share = held as f64 / TRIALS as f64;
            assert!((0.925..=0.975).contains(&share), "{line_ups}: {share}");
        }
    }
}
