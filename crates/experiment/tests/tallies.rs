//! Tallies agree with sums taken game by game, in whatever order and by whomever they are taken.

use super::*;
use std::collections::BTreeMap;
use unobench_engine::schedule::Schedule;
use unobench_engine::sums::{Cell, Sum};
use unobench_engine::tally::Tally;
use unobench_measure::totals::Totals;

const BLOCKS: u64 = 60;

struct Game {
    block: u64,
    seating: SeatMap,
    outcome: Outcome,
}

/// Where the seats may be paired, some games have two winners.
fn dice(schedule: &Schedule) -> Dice {
    let players = schedule.players();
    Dice { players, partners: players.is_multiple_of(2), rules: 0 }
}

fn games(schedule: &Schedule) -> Vec<Game> {
    let dice = dice(schedule);
    let mut games = Vec::new();
    for block in 0..BLOCKS {
        let seatings = schedule.seatings(block);
        let mut outcomes = Vec::new();
        dice.play_block(block, &seatings, &mut outcomes);
        let game = |(seating, outcome)| Game { block, seating, outcome };
        games.extend(seatings.into_iter().zip(outcomes).map(game));
    }
    games
}

fn tally(schedule: &Schedule, blocks: impl Iterator<Item = u64>) -> Tally {
    let dice = dice(schedule);
    let mut tally = Tally::new(schedule);
    let mut blocks = blocks.peekable();
    let mut outcomes = Vec::new();
    while let Some(block) = blocks.next() {
        let line_up = schedule.line_up_of(block);
        dice.play_block(block, &schedule.seatings(block), &mut outcomes);
        if blocks.peek().is_none_or(|&next| schedule.line_up_of(next) != line_up) {
            tally.add_blocks(schedule, schedule.players(), line_up, &outcomes);
            outcomes.clear();
        }
    }
    tally
}

fn schedule(line_up: &str, players: usize, seating: Seating) -> Schedule {
    let names: Vec<&str> = line_up.split(' ').collect();
    Schedule::new(&names, players, seating).expect("a line-up")
}

/// Schedules, with their line-ups.
fn cases() -> [(&'static str, Schedule); 12] {
    let all = [
        ("a b c d", 4, Seating::Rotate),
        ("a b", 4, Seating::Rotate),
        ("b a a", 3, Seating::All),
        ("a b c d", 2, Seating::Rotate),
        ("a b a c", 3, Seating::All),
        ("a b c", 3, Seating::Fixed),
        ("a", 5, Seating::Rotate),
        ("a", 4, Seating::All),
        ("a", 2, Seating::Fixed),
        ("a b c", 4, Seating::Rotate),
        ("a b", 6, Seating::Fixed),
        ("a b c d e f g h i j", 10, Seating::Rotate),
    ];
    all.map(|(line_up, players, seating)| (line_up, schedule(line_up, players, seating)))
}

fn cell(cells: &mut [Cell], row: u64, other: u64) -> &mut u64 {
    let cell = cells.iter_mut().find(|cell| cell[..2] == [row, other]);
    &mut cell.expect("a cell for whatever may happen")[2]
}

#[derive(Default)]
struct Deeds {
    appearances: u64,
    shares: u64,
    score: i64,
}

fn add_plainly(tally: &mut Tally, schedule: &Schedule, block: &[Game]) {
    let (players, strategies) = (schedule.players(), schedule.strategies().len());
    let number = schedule.line_up_of(block[0].block);
    let (mut deeds, mut seat_shares) = (BTreeMap::<usize, Deeds>::new(), vec![0; players]);
    let (mut turns, mut stalled, mut blocked) = (0, 0, 0);
    for (turn, Game { seating, outcome, .. }) in block.iter().enumerate() {
        let position = |seat: usize| (seat + turn) % players;
        tally.line_ups[number].firsts[position(outcome.first.into())] += 1;
        match outcome {
            Outcome { stalled: true, .. } => stalled += 1,
            Outcome { blocked: true, .. } => blocked += 1,
            _ => turns += u64::from(outcome.turns),
        }
        tally.turns.count(outcome.turns.into());
        tally.line_ups[number].undecided += u64::from(outcome.winners == 0);
        for (seat, strategy) in
            seating[..players].iter().map(|&strategy| usize::from(strategy)).enumerate()
        {
            let from_first = (seat + players - usize::from(outcome.first)) % players;
            let score = outcome.scores[seat].into();
            let shares = match outcome.winners {
                0 => 1,
                winners => u64::from(winners >> seat & 1) * players as u64,
            };
            seat_shares[from_first] += shares;
            tally.line_ups[number].shares[position(seat) * players + from_first] += shares;
            tally.seats[from_first].score += score;
            let own_deeds = deeds.entry(strategy).or_default();
            (own_deeds.appearances, own_deeds.shares) =
                (own_deeds.appearances + 1, own_deeds.shares + shares);
            own_deeds.score += score;
            let sums = &mut tally.strategies[strategy];
            sums.scores.count(score);
            sums.hand_points += u64::from(outcome.hand_points[seat]);
            sums.faults += u64::from(outcome.faults[seat]);
            sums.asked += u64::from(outcome.asked[seat]);
        }
    }
    for (strategy, Deeds { appearances, shares, score }) in &deeds {
        let sums = &mut tally.strategies[*strategy];
        *cell(&mut sums.block_shares, *appearances, *shares) += 1;
        sums.score_squares += i128::from(*score).pow(2);
        sums.score_appearances += i128::from(*score) * i128::from(*appearances);
    }
    for (seat, shares) in seat_shares.iter().enumerate() {
        *cell(&mut tally.seats[seat].block_shares, block.len() as u64, *shares) += 1;
    }
    let of_strategies = deeds.iter().map(|(strategy, deeds)| (*strategy, deeds.shares));
    let of_seats =
        seat_shares.iter().enumerate().map(|(seat, shares)| (strategies + seat, *shares));
    let all: Vec<(usize, u64)> = of_strategies.chain(of_seats).collect();
    for (place, (row, shares)) in all.iter().enumerate() {
        for (other, more) in &all[place..] {
            *cell(&mut tally.cross, *row as u64, *other as u64) += shares * more;
        }
    }
    for pair in &mut tally.pairs {
        let [Some(own_deeds), Some(other)] = pair.pair.map(|strategy| deeds.get(&strategy)) else {
            continue;
        };
        let scaled = |deeds: &Deeds| deeds.score * schedule.scale() / deeds.appearances as i64;
        let difference = scaled(own_deeds) - scaled(other);
        pair.ahead += u64::from(difference > 0);
        pair.tied += u64::from(difference == 0);
        pair.behind += u64::from(difference < 0);
        pair.difference += i128::from(difference);
        pair.difference_squares += i128::from(difference).pow(2);
    }
    let line_up = &mut tally.line_ups[number];
    line_up.blocks += 1;
    line_up.turns += turns;
    line_up.turns_squares += u128::from(turns).pow(2);
    line_up.stalled += stalled;
    line_up.blocked += blocked;
    line_up.unfinished_squares += (stalled + blocked).pow(2);
    line_up.unfinished_turns += u128::from((stalled + blocked) * turns);
    for (place, deeds) in deeds.values().enumerate() {
        line_up.shares_squares[place] += deeds.shares.pow(2);
    }
}

#[test]
fn blocks_are_tallied_as_if_game_by_game() {
    for (line_up, schedule) in cases() {
        let mut plain = Tally::new(&schedule);
        games(&schedule).chunk_by(|game, other| game.block == other.block).for_each(|block| {
            add_plainly(&mut plain, &schedule, block);
        });
        let mut found = tally(&schedule, 0..BLOCKS);
        if schedule.seating() == Seating::All {
            // Who of equals sits where is not seen from here.
            for (plain, found) in plain.line_ups.iter_mut().zip(&mut found.line_ups) {
                for (plain, found) in
                    [(&mut plain.firsts, &mut found.firsts), (&mut plain.shares, &mut found.shares)]
                {
                    assert_eq!(plain.iter().sum::<u64>(), found.iter().sum::<u64>(), "{line_up}");
                    plain.clone_from(found);
                }
            }
        }
        assert_eq!(found, plain, "{line_up}");
    }
}

#[test]
fn the_groups_of_chunks_together_are_the_whole() {
    for (line_up, schedule) in cases() {
        let mut totals = Totals::new(&schedule);
        for first in (0..BLOCKS).step_by(2) {
            totals.add(first / 2, &tally(&schedule, first..first + 2)).expect("it fits");
        }
        assert_eq!(totals.groups.iter().filter(|group| group.turns.total() > 0).count(), 30);
        let mut turns = Histogram::default();
        let mut scores = vec![Histogram::default(); schedule.strategies().len()];
        for group in &totals.groups {
            turns.add(&group.turns).expect("few games");
            let sums = scores.iter_mut().zip(&group.scores);
            sums.for_each(|(sum, more)| sum.add(more).expect("few games"));
        }
        assert_eq!(turns, totals.tally.turns, "{line_up}");
        let all: Vec<_> = totals.tally.strategies.into_iter().map(|sums| sums.scores).collect();
        assert_eq!(scores, all, "{line_up}");
    }
}

#[test]
fn the_order_of_blocks_leaves_no_trace() {
    for (_, schedule) in cases() {
        let whole = tally(&schedule, 0..BLOCKS);
        assert_eq!(tally(&schedule, (0..BLOCKS).rev()), whole);
        let mut parts = Tally::new(&schedule);
        for part in [2, 0, 1] {
            let part = tally(&schedule, (0..BLOCKS).filter(|block| block % 3 == part));
            parts.add(&part).expect("it fits");
        }
        assert_eq!(parts, whole);
    }
}

#[test]
fn written_tallies_add_up_to_the_tally_of_all_their_blocks() {
    for (line_up, schedule) in cases() {
        let mut sum = Tally::new(&schedule);
        for blocks in [0..1, 1..20, 20..BLOCKS] {
            let text = serde_json::to_string(&tally(&schedule, blocks)).expect("it is JSON");
            sum.add(&serde_json::from_str(&text).expect("it is a tally")).expect("it fits");
        }
        assert_eq!(sum, tally(&schedule, 0..BLOCKS), "{line_up}");
        assert_eq!(sum.blocks(), BLOCKS);
    }
}

#[test]
fn tallies_of_another_line_up_are_refused() {
    let schedule = |line_up, players| schedule(line_up, players, Seating::Rotate);
    let (small, large) = (schedule("a b", 2), schedule("a b c", 3));
    assert!(Tally::new(&small).add(&tally(&large, 0..BLOCKS)).is_err());
}

#[test]
fn columns_of_different_lengths_are_refused() {
    let schedule = schedule("a b", 2, Seating::Rotate);
    let mut value = serde_json::to_value(tally(&schedule, 0..BLOCKS)).expect("it is JSON");
    assert!(serde_json::from_value::<Tally>(value.clone()).is_ok());
    value["pairs"]["tied"] = serde_json::json!([]);
    assert!(serde_json::from_value::<Tally>(value).is_err());
}
