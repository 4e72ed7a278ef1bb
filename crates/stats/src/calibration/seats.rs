//! Seats: the test of equal win rates, and differences of their imbalance.

use super::draws::Chance;
use super::{Case, Method, yes};
use crate::{GroupEstimate, SeatSums};

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
    let mut strategy = 0;
    while left > strategy {
        left -= strategy + 1;
        strategy += 1;
    }
    strategy
}

/// Whether equality is rejected at 5 %, and whether Pearson's chi-square of the wins would, which
/// takes games for independent.
fn rejects(
    chance: &mut Chance,
    seats: usize,
    games: Games,
    blocks: u64,
    advantage: f64,
) -> [bool; 2] {
    let (mut wins, mut products) = (vec![0; seats], vec![0; seats * seats]);
    let mut one = vec![0; seats];
    for _ in 0..blocks {
        block(chance, games, advantage, &mut one);
        for (seat, &won) in one.iter().enumerate().filter(|&(_, &won)| won > 0) {
            wins[seat] += won;
            let row = products[seat * seats..].iter_mut().zip(&one);
            row.for_each(|(product, &other)| *product += won * other);
        }
    }
    let (games, fair) = (blocks * seats as u64, 1.0 / seats as f64);
    let sums = SeatSums { blocks, games, fair, wins: &wins, products: &products };
    let mean = wins.iter().sum::<u64>() as f64 / seats as f64;
    let pearson: f64 = wins.iter().map(|&wins| (wins as f64 - mean).powi(2) / mean).sum();
    let degrees = (seats - 1) as f64;
    [
        sums.test().is_some_and(|found| found.p_value < 0.05),
        crate::fisher::p_value(pearson / degrees, degrees, 1e12) < 0.05,
    ]
}

pub(super) fn equal_seats() -> Method {
    let case = |seats: usize, games: Games, blocks: u64| {
        let trials = if blocks > 50 { 1000 } else { 10_000 };
        Case::new(format!("{seats} seats; {games:?}; {blocks} blocks"), trials, move |chance| {
            let [rejected, by_pearson] = rejects(chance, seats, games, blocks, 0.0);
            vec![("type I error", yes(rejected)), ("of Pearson's chi-square", yes(by_pearson))]
        })
    };
    let power = |seats: usize, games: Games| {
        let name = format!("{seats} seats; {games:?}; 400 blocks; 10 % more for the first");
        Case::new(name, 400, move |chance| {
            vec![("power", yes(rejects(chance, seats, games, 400, 0.1)[0]))]
        })
    };
    let kinds = [
        Games::Decided,
        Games::Independent,
        Games::Swung,
        Games::Stalling,
        Games::One,
        Games::Unlike,
    ];
    let nulls = [2, 4, 10].into_iter().flat_map(|seats| kinds.map(|games| (seats, games)));
    let nulls =
        nulls.flat_map(|(seats, games)| [50, 1000].map(|blocks| case(seats, games, blocks)));
    let powers = [(2, Games::Decided), (4, Games::Swung), (4, Games::Stalling)];
    Method {
        name: "equal seats",
        promises: &[("type I error", 0.02, 0.065), ("power", 0.9, 1.0)],
        cases: nulls.chain(powers.map(|(seats, games)| power(seats, games))).collect(),
    }
}

const GROUPS: usize = 50;

/// Whether Cohen's w of two conditions is said to differ, by the jackknife of a survey, where the
/// first seat has the same advantage in both; the second's blocks have the games of the first's
/// half of the time.
fn differ(chance: &mut Chance, seats: usize, advantage: f64, blocks: u64) -> bool {
    let mut groups = vec![[vec![0; seats], vec![0; seats]]; GROUPS];
    for group in &mut groups {
        let (mut one, mut other) = (vec![0; seats], vec![0; seats]);
        for _ in 0..blocks {
            block(chance, Games::Independent, advantage, &mut one);
            if chance.happens(0.5) {
                other.clone_from(&one);
            } else {
                block(chance, Games::Independent, advantage, &mut other);
            }
            for (sums, wins) in group.iter_mut().zip([&one, &other]) {
                sums.iter_mut().zip(wins).for_each(|(sum, &wins)| *sum += wins);
            }
        }
    }
    // The effect size of the difference without some group, or of all groups.
    let difference = |without: Option<usize>| {
        let left = GROUPS - usize::from(without.is_some());
        let blocks = blocks * left as u64;
        let of = |condition: usize| {
            let kept = groups.iter().enumerate().filter(|&(place, _)| Some(place) != without);
            let mut wins = vec![0; seats];
            for (_, group) in kept {
                wins.iter_mut().zip(&group[condition]).for_each(|(sum, &won)| *sum += won);
            }
            let games = blocks * seats as u64;
            let fair = 1.0 / seats as f64;
            SeatSums { blocks, games, fair, wins: &wins, products: &[] }.effect_size()
        };
        Some(of(0)? - of(1)?)
    };
    let whole = difference(None).expect("wins");
    let found = GroupEstimate::jackknife(whole, (0..GROUPS).map(|group| difference(Some(group))));
    found.is_some_and(|found| found.p_value() < 0.05)
}

pub(super) fn differences() -> Method {
    let case = |seats: usize, advantage: f64| {
        // The first seat wins a share `advantage` of the games that others would win.
        let w = advantage * (seats as f64 - 1.0).sqrt();
        Case::new(format!("{seats} seats; w {w:.3}; 1000 blocks"), 4000, move |chance| {
            vec![("type I error", yes(differ(chance, seats, advantage, 20)))]
        })
    };
    let cases = [2, 4].into_iter().flat_map(|seats| [0.0, 0.02, 0.1].map(|of| case(seats, of)));
    Method {
        name: "differences of imbalance",
        promises: &[("type I error", 0.0, 0.06)],
        cases: cases.collect(),
    }
}
