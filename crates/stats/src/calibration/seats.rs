//! Seats: type I error and power of the test of equal win rates.

use super::{Chance, assert_documented, percent};
use crate::SeatSums;
use std::fmt;

/// How the games of a block depend on each other, and whether they all have a winner.
#[derive(Debug, Clone, Copy)]
enum Games {
    /// In 6 of 10 deals one hand always wins, so that each seat wins once.
    Decided,
    Independent,
    /// In each deal one seat, any of them, wins 4 of 10 games that another would win.
    Swung,
    /// Independent, and 1 in 10 stalls.
    Stalling,
    /// One game, as where the same strategy sits in every seat.
    One,
    /// Independent, of strategies that take turns in the seats; the last wins as often as the first
    /// times their number.
    Unlike,
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Games::Decided => "decided by the deal",
            Games::Independent => "independent",
            Games::Swung => "swung by the deal",
            Games::Stalling => "independent, 10 % stalled",
            Games::One => "one",
            Games::Unlike => "of unlike strategies",
        })
    }
}

/// Adds the wins of a block by seat; the first seat takes a share `advantage` of the games from the
/// others.
fn block(chance: &mut Chance, games: Games, advantage: f64, wins: &mut [u64]) {
    let seats = wins.len();
    wins.fill(0);
    let decided = matches!(games, Games::Decided) && chance.happens(0.6);
    let favourite = chance.below(seats);
    let games_of_block = if matches!(games, Games::One) { 1 } else { seats };
    for game in 0..games_of_block {
        let winner = match games {
            _ if chance.happens(advantage) => 0,
            Games::Stalling if chance.happens(0.1) => continue,
            Games::Decided if decided => game,
            Games::Swung if chance.happens(0.4) => favourite,
            Games::Unlike => (by_strength(chance, seats) + game) % seats,
            _ => chance.below(seats),
        };
        wins[winner] += 1;
    }
}

/// One of so many strategies, each as likely as its number from 1.
fn by_strength(chance: &mut Chance, strategies: usize) -> usize {
    let mut left = chance.below(strategies * (strategies + 1) / 2);
    (0..strategies)
        .find(|&strategy| match left.checked_sub(strategy + 1) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
        .unwrap_or(0)
}

/// Tests that reject equality at 5 %, and by Pearson's chi-square of the wins, which takes games
/// for independent.
fn simulate(
    seats: usize,
    games: Games,
    blocks: u64,
    advantage: f64,
    trials: usize,
) -> (usize, usize) {
    let mut chance = Chance::new(20_260_501);
    let (mut rejected, mut naive) = (0, 0);
    let mut one = vec![0; seats];
    for _ in 0..trials {
        let (mut wins, mut products) = (vec![0; seats], vec![0; seats * seats]);
        for _ in 0..blocks {
            block(&mut chance, games, advantage, &mut one);
            for (s, &a) in one.iter().enumerate().filter(|&(_, &a)| a > 0) {
                wins[s] += a;
                products[s * seats..]
                    .iter_mut()
                    .zip(&one)
                    .for_each(|(product, &b)| *product += a * b);
            }
        }
        let sums =
            SeatSums { blocks, games: blocks * seats as u64, wins: &wins, products: &products };
        rejected += usize::from(sums.test().is_some_and(|found| found.p_value < 0.05));
        let mean = wins.iter().sum::<u64>() as f64 / seats as f64;
        let pearson: f64 = wins.iter().map(|&wins| (wins as f64 - mean).powi(2) / mean).sum();
        naive += usize::from(
            crate::fisher::p_value(pearson / (seats - 1) as f64, (seats - 1) as f64, 1e12) < 0.05,
        );
    }
    (rejected, naive)
}

#[test]
#[ignore = "takes a minute or more"]
fn the_tables_are_as_documented() {
    let row = |(seats, games, blocks)| {
        let trials = if blocks > 50 { 4000 } else { 20_000 };
        let (rejected, naive) = simulate(seats, games, blocks, 0.0, trials);
        let (rejected, naive) = (percent(rejected, trials), percent(naive, trials));
        format!("| {seats} | {games} | {blocks} | {rejected} | {naive} |")
    };
    let games = [
        Games::Decided,
        Games::Independent,
        Games::Swung,
        Games::Stalling,
        Games::One,
        Games::Unlike,
    ];
    let cases = [2, 4, 6, 10].into_iter().flat_map(|seats| games.map(|games| (seats, games)));
    let cases = cases.flat_map(|(seats, games)| [50, 1000].map(|blocks| (seats, games, blocks)));
    assert_documented(cases.map(row));
}

#[test]
fn equal_seats_are_seldom_said_to_differ_and_unequal_ones_are_found() {
    const TRIALS: usize = 2000;
    for (seats, games) in
        [(2, Games::Decided), (4, Games::Swung), (4, Games::Stalling), (10, Games::Decided)]
    {
        let (rejected, _) = simulate(seats, games, 60, 0.0, TRIALS);
        let share = rejected as f64 / TRIALS as f64;
        assert!((0.015..=0.07).contains(&share), "{seats} seats, {games}: {share}");
        let (found, _) = simulate(seats, games, 400, 0.1, 200);
        assert!(found > 180, "{seats} seats, {games}: {found} of 200");
    }
}
