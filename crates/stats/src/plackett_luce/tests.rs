//! Known values. How often the intervals hold the truth is in `results/calibration.csv`.

use super::*;
use crate::{close, elo};

struct Blocks {
    strategies: usize,
    seats: usize,
    winners: usize,
    line_ups: Vec<LineUpShares>,
    cross: Vec<u64>,
}

impl Blocks {
    fn new(strategies: usize, line_ups: &[&[usize]]) -> Blocks {
        let seats = line_ups[0].len();
        let line_up = |members: &&[usize]| LineUpShares {
            members: members.to_vec(),
            firsts: vec![0; seats],
            shares: vec![0; seats * seats],
            blocks: 0,
        };
        let cross = vec![0; (strategies + seats) * (strategies + seats)];
        let line_ups = line_ups.iter().map(line_up).collect();
        Blocks { strategies, seats, winners: 1, line_ups, cross }
    }

    /// Adds some equal blocks: for each game the position that moves first and the seats that win;
    /// without one it is shared.
    fn add(&mut self, line_up: usize, games: &[(usize, &[usize])], blocks: u64) {
        let width = self.strategies + self.seats;
        let (mut shares, all) = (vec![0; width], (0..self.seats).collect::<Vec<_>>());
        let record = &mut self.line_ups[line_up];
        record.blocks += blocks;
        for &(first, winners) in games {
            record.firsts[first] += blocks;
            let (having, each) = match winners {
                [] => (all.as_slice(), 1),
                winners => (winners, (self.seats / self.winners) as u64),
            };
            for &seat in having {
                let position = (first + seat) % self.seats;
                record.shares[position * self.seats + seat] += each * blocks;
                shares[record.members[position]] += each;
                shares[self.strategies + seat] += each;
            }
        }
        for (row, column) in cells(width).filter(|(row, column)| row <= column) {
            self.cross[row * width + column] += shares[row] * shares[column] * blocks;
        }
    }

    fn games(&self) -> Games<'_> {
        Games {
            strategies: self.strategies,
            seats: self.seats,
            winners_per_game: self.winners as u64,
            line_ups: &self.line_ups,
            cross: &self.cross,
        }
    }

    fn rate(&self) -> Ratings {
        Ratings::fit(&self.games()).expect("games that can be rated")
    }
}

/// Blocks of two games between 0 and 1: both won by 0, both by whoever moves first, both by whoever
/// moves second, both by 1.
fn pairing(both: u64, first: u64, second: u64, neither: u64) -> Blocks {
    let mut blocks = Blocks::new(2, &[&[0, 1]]);
    blocks.add(0, &[(0, &[0]), (1, &[1])], both);
    blocks.add(0, &[(0, &[0]), (1, &[0])], first);
    blocks.add(0, &[(0, &[1]), (1, &[1])], second);
    blocks.add(0, &[(0, &[1]), (1, &[0])], neither);
    blocks
}

/// Two seats have the closed form of Bradley and Terry with an order effect (Davidson and Beaver
/// 1977, Biometrics 33): the odds ratio of a strategy is the geometric mean of its odds as first
/// and as second.
#[test]
fn two_strategies_have_bradley_and_terrys_closed_form() {
    let ratings = pairing(300, 450, 150, 100).rate();
    let (as_first, as_second) = (750.0 / 250.0, 450.0 / 550.0);
    let expected = 200.0 * f64::log10(as_first * as_second);
    close(ratings.difference(0, 1).expect("a rating").elo, expected, 1e-6);
    close(ratings.rating(0).expect("a rating").elo, expected / 2.0, 1e-6);
    close(ratings.rating(1).expect("a rating").elo, -expected / 2.0, 1e-6);
    let seats = 100.0 * f64::log10(as_first / as_second);
    close(ratings.seat(0).expect("a seat").elo, seats, 1e-6);
    close(ratings.seat(1).expect("a seat").elo, -seats, 1e-6);
}

#[test]
fn without_an_advantage_of_seats_the_difference_is_the_elo_of_the_win_rate_with_its_error() {
    let ratings = pairing(400, 250, 250, 100).rate();
    let difference = ratings.difference(0, 1).expect("a rating");
    close(difference.elo, elo(0.65, 0.5).expect("a rate"), 1e-6);
    // By blocks the rate is 1, ½, ½ or 0; the delta method then divides by p(1 − p). Two unknowns
    // are free.
    let variance: f64 =
        (400.0 * 0.35_f64.powi(2) + 500.0 * 0.15_f64.powi(2) + 100.0 * 0.65_f64.powi(2))
            / (998.0 * 1000.0);
    let error = 400.0 / std::f64::consts::LN_10 * variance.sqrt() / (0.65 * 0.35);
    close(difference.error.expect("blocks"), error, 1e-6);
    let interval = difference.interval.expect("blocks");
    let critical = student::critical_value(999).expect("blocks");
    close(interval.high - difference.elo, error * critical, 1e-6);
    close(ratings.rating(0).and_then(|rating| rating.error).expect("blocks"), error / 2.0, 1e-6);
    let itself = ratings.difference(1, 1).expect("a rating");
    assert_eq!(format!("{} {:?}", itself.elo, itself.error), "0 Some(0.0)");
}

/// Wins in exact proportion to the model's chances: a game for each line-up and first position, in
/// units of 1e-9.
fn exact(line_ups: &[&[usize]], strengths: &[f64], seats: &[f64]) -> Blocks {
    let mut blocks = Blocks::new(strengths.len(), line_ups);
    let players = seats.len();
    for (place, members) in line_ups.iter().enumerate() {
        let games: u64 = 1_000_000_000;
        for first in 0..players {
            let ends: Vec<f64> = (0..players)
                .map(|seat| strengths[members[(first + seat) % players]] * seats[seat])
                .collect();
            let total = ends.iter().sum::<f64>();
            let won = ends
                .iter()
                .map(|end| (end / total * games as f64).round() as u64)
                .collect::<Vec<u64>>();
            won.iter()
                .enumerate()
                .for_each(|(seat, &wins)| blocks.add(place, &[(first, &[seat])], wins));
        }
    }
    blocks
}

fn cells(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
}

fn assert_recovered(ratings: &Ratings, strengths: &[f64], seats: &[f64]) {
    let centred = |all: &[f64], place: usize| {
        400.0 * all[place].log10()
            - 400.0 * all.iter().map(|strength| strength.log10()).sum::<f64>() / all.len() as f64
    };
    for strategy in 0..strengths.len() {
        close(ratings.rating(strategy).expect("a rating").elo, centred(strengths, strategy), 1e-4);
    }
    for seat in 0..seats.len() {
        close(ratings.seat(seat).expect("a seat").elo, centred(seats, seat), 1e-4);
    }
}

#[test]
fn known_strengths_and_seats_are_recovered() {
    let (strengths, seats) = ([1.0, 2.0, 0.5, 8.0], [1.3, 1.0, 0.8]);
    let line_ups: [&[usize]; 4] = [&[0, 1, 2], &[1, 2, 3], &[3, 0, 0], &[3, 1, 0]];
    assert_recovered(&exact(&line_ups, &strengths, &seats).rate(), &strengths, &seats);
}

#[test]
fn strengths_far_apart_along_a_chain_are_recovered() {
    let strengths: Vec<f64> = (0..12).map(|place| f64::powi(4.0, place)).collect();
    let pairs: Vec<[usize; 2]> = (1..12).map(|place| [place - 1, place]).collect();
    let line_ups: Vec<&[usize]> = pairs.iter().map(|pair| pair.as_slice()).collect();
    let seats = [1.1, 0.9];
    assert_recovered(&exact(&line_ups, &strengths, &seats).rate(), &strengths, &seats);
}

/// Partners sit opposite each other and win together, with the product of their strengths: three
/// of four games for a lone strategy with a partner of the other kind is odds of three, and nine of
/// ten for two of it.
#[test]
fn the_strengths_of_partners_multiply() {
    let mut blocks = Blocks::new(2, &[&[0, 1, 1, 1], &[0, 1, 0, 1], &[0, 0, 1, 1]]);
    blocks.winners = 2;
    let rate = |blocks: &Blocks| Ratings::fit(&blocks.games());
    // The seats of positions 0 and 2, or of 1 and 3.
    let pair = |first: usize, position: usize| [[0, 2], [1, 3]][(first + position) % 2];
    for first in 0..4 {
        blocks.add(0, &[(first, &pair(first, 0))], 300);
        blocks.add(0, &[(first, &pair(first, 1))], 100);
    }
    let found = rate(&blocks).expect("games that can be rated").difference(0, 1).expect("rated");
    close(found.elo, 400.0 * f64::log10(3.0), 1e-6);
    assert!(found.error.is_some_and(|error| error > 0.0));
    for first in 0..4 {
        blocks.add(1, &[(first, &pair(first, 0))], 900);
        blocks.add(1, &[(first, &pair(first, 1))], 100);
    }
    let found = rate(&blocks).expect("games that can be rated");
    close(found.difference(0, 1).expect("rated").elo, 400.0 * f64::log10(3.0), 1e-6);
    close(found.seat(2).expect("a seat").elo, 0.0, 1e-6);
    // Where each pair has one of both, nothing tells them apart.
    let mut mixed = Blocks { winners: 2, ..Blocks::new(2, &[&[0, 0, 1, 1]]) };
    (0..4).for_each(|first| mixed.add(0, &[(first, &[0, 2]), (first, &[1, 3])], 50));
    assert_eq!(rate(&mixed), Err(RatingError::Undetermined));
}

#[test]
fn those_who_won_all_or_none_have_no_rating() {
    let mut blocks = Blocks::new(6, &[&[0, 1], &[1, 2], &[3, 1], &[4, 4]]);
    blocks.add(0, &[(0, &[0]), (1, &[1])], 30);
    blocks.add(1, &[(0, &[0]), (1, &[0])], 20);
    blocks.add(1, &[(0, &[1]), (1, &[1])], 10);
    blocks.add(2, &[(0, &[1]), (1, &[0])], 15);
    blocks.add(3, &[(0, &[0]), (1, &[1])], 5);
    let ratings = blocks.rate();
    let standings = [0, 3, 4, 5, 6].map(|strategy| ratings.standing(strategy));
    assert_eq!(standings[..2], [Standing::Above, Standing::Below]);
    assert_eq!(standings[2..], [Standing::Apart; 3]);
    close(ratings.rating(1).expect("a rating").elo, 0.0, 1e-6);
    let interval = ratings.difference(1, 2).and_then(|rating| rating.interval).expect("blocks");
    assert!(interval.contains(0.0), "{interval:?}");
    assert_eq!((ratings.rating(0), ratings.difference(1, 0)), (None, None));
}

#[test]
fn where_one_always_wins_nobody_is_rated() {
    let ratings = pairing(50, 0, 0, 0).rate();
    assert_eq!((ratings.standing(0), ratings.standing(1)), (Standing::Apart, Standing::Apart));
    assert_eq!((ratings.rating(0), ratings.seat(0)), (None, None));
    let nothing = Blocks::new(2, &[&[0, 1]]).rate();
    assert_eq!((nothing.rating(1), nothing.seat(1)), (None, None));
}

/// The closed form of two seats, with half a win for each where nobody wins; and whoever never won
/// anything but such halves is rated.
#[test]
fn a_game_that_nobody_wins_is_half_a_win_at_two_seats() {
    let mut blocks = pairing(300, 0, 0, 100);
    blocks.add(0, &[(0, &[]), (1, &[1])], 50);
    blocks.add(0, &[(0, &[]), (1, &[])], 10);
    let ratings = blocks.rate();
    let (as_first, as_second) = ((300.0 + 30.0) / (100.0 + 30.0), (350.0 + 5.0) / (100.0 + 5.0));
    let expected = 200.0 * f64::log10(as_first * as_second);
    close(ratings.difference(0, 1).expect("a rating").elo, expected, 1e-6);
    let mut halves = pairing(20, 0, 0, 0);
    halves.add(0, &[(0, &[]), (1, &[])], 20);
    let found = halves.rate().difference(0, 1).expect("a rating");
    close(found.elo, elo(0.75, 0.5).expect("a rate"), 1e-6);
}

/// 0 and 1 never meet, but each has shares of games with 2.
#[test]
fn games_that_nobody_wins_connect_strategies() {
    let mut blocks = Blocks::new(3, &[&[0, 2], &[1, 2]]);
    for line_up in 0..2 {
        blocks.add(line_up, &[(0, &[0]), (1, &[1])], 20 + 20 * line_up as u64);
        blocks.add(line_up, &[(0, &[]), (1, &[])], 20);
    }
    let difference = blocks.rate().difference(1, 0).expect("a rating");
    close(difference.elo, 400.0 * f64::log10((40.0 + 10.0) / (20.0 + 10.0)), 1e-6);
}

#[test]
fn a_seat_that_never_won_is_left_out() {
    let mut blocks = Blocks::new(2, &[&[0, 1]]);
    blocks.add(0, &[(0, &[0]), (1, &[0])], 20);
    let ratings = blocks.rate();
    assert_eq!((ratings.seat(0), ratings.seat(1)), (None, None));
    close(ratings.difference(0, 1).map_or(0.0, |rating| rating.elo), 0.0, 1e-9);
}

#[test]
fn agreement_of_a_few_blocks_is_not_certainty() {
    let mut blocks = Blocks::new(2, &[&[0, 1]]);
    blocks.add(0, &[(0, &[0]), (1, &[0])], 3);
    blocks.add(0, &[(0, &[1]), (1, &[1])], 3);
    let interval =
        blocks.rate().difference(0, 1).and_then(|rating| rating.interval).expect("blocks");
    assert!(interval.low < -100.0 && interval.high > 100.0, "{interval:?}");
    let one_block = pairing(1, 0, 0, 1).rate().difference(0, 1).expect("a rating");
    assert_eq!((one_block.error, one_block.interval), (None, None));
}

#[test]
fn games_that_cannot_be_rated_are_refused() {
    let mut fixed = Blocks::new(2, &[&[0, 1]]);
    fixed.add(0, &[(0, &[0])], 30);
    fixed.add(0, &[(0, &[1])], 20);
    assert_eq!(Ratings::fit(&fixed.games()), Err(RatingError::Undetermined));
    // As first 0 always won: its strength and the first seat's may grow together.
    assert_eq!(Ratings::fit(&pairing(20, 10, 0, 0).games()), Err(RatingError::Undetermined));
    let blocks = pairing(4, 3, 2, 1);
    let games = Games { winners_per_game: 3, ..blocks.games() };
    assert_eq!(Ratings::fit(&games), Err(RatingError::Winners(3)));
    let mut short = blocks.games();
    short.cross = &short.cross[1..];
    assert_eq!(Ratings::fit(&short), Err(RatingError::Shape("products of shares", 2, 2)));
    let mut too_many = pairing(4, 3, 2, 1);
    too_many.line_ups[0].shares[0] += 1;
    let refused = RatingError::Shares { line_up: 0, shares: 41, games: 20 };
    assert_eq!(Ratings::fit(&too_many.games()), Err(refused));
    too_many.line_ups[0].members[1] = 2;
    assert_eq!(Ratings::fit(&too_many.games()), Err(RatingError::Shape("line-ups", 2, 2)));
}
