//! The distinct ways to seat a table: who moves where from game to game of a block.

use super::error::{MAX_SEATINGS, Result, ScheduleError};
use super::line_up::{Entrant, LineUp, Seating};
use std::collections::HashMap;
use unobench_core::rules::MAX_SEATS;
use unobench_core::table::SeatMap;

/// Who sits where in one game of a block, by position and by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeatPattern {
    /// The position in the line-up of who sits in each seat.
    pub(crate) positions: SeatMap,
    /// The seat of who has each position.
    pub(crate) seats: SeatMap,
}

/// The seatings of the games of a block, in order.
pub(super) type Pattern = Vec<SeatPattern>;

/// The distinct patterns that the line-ups of a schedule need.
pub(super) struct Patterns {
    pub(super) seating: Seating,
    pub(super) list: Vec<Pattern>,
    index: HashMap<SeatMap, usize>,
}

impl Patterns {
    pub(super) fn of(seating: Seating) -> Patterns {
        Patterns { seating, list: Vec::new(), index: HashMap::new() }
    }

    pub(super) fn line_up(&mut self, members: SeatMap, players: usize) -> Result<LineUp> {
        let mut numbers: Vec<u8> = members[..players].to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let mut entrant_of = [0; MAX_SEATS];
        for (place, member) in entrant_of.iter_mut().zip(&members[..players]) {
            *place = numbers.partition_point(|number| number < member) as u8;
        }
        let pattern = self.pattern(same_as(&members, players), players)?;
        let games = self.list[pattern].len() as u32;
        let entrant = |&number: &u8| {
            let seats =
                members[..players].iter().filter(|&&member| member == number).count() as u32;
            Entrant {
                strategy: number.into(),
                seats,
                appearances: seats * games,
                factor: 0,
                cells: 0,
            }
        };
        let entrants_are_positions = entrant_of[..players].is_sorted_by(|a, b| a < b);
        let entrants = numbers.iter().map(entrant).collect();
        Ok(LineUp { members, entrants, entrant_of, entrants_are_positions, seat_cells: 0, pattern })
    }

    fn pattern(&mut self, same: SeatMap, players: usize) -> Result<usize> {
        if let Some(&pattern) = self.index.get(&same) {
            return Ok(pattern);
        }
        let positions = match self.seating {
            Seating::Fixed => vec![rotation(players, 0)],
            Seating::Rotate => {
                (0..period(&same[..players])).map(|turn| rotation(players, turn)).collect()
            }
            Seating::All => permutations(same, players)?,
        };
        let seats =
            |positions: SeatMap| SeatPattern { positions, seats: inverse(&positions, players) };
        self.list.push(positions.into_iter().map(seats).collect());
        self.index.insert(same, self.list.len() - 1);
        Ok(self.list.len() - 1)
    }
}

/// For each position the first position that holds the same strategy.
fn same_as(members: &SeatMap, players: usize) -> SeatMap {
    let first = |member: u8| {
        members.iter().position(|candidate| *candidate == member).unwrap_or_default() as u8
    };
    std::array::from_fn(|place| if place < players { first(members[place]) } else { 0 })
}

/// By how many seats everybody moves until each seat holds the same strategy again.
fn period(same: &[u8]) -> usize {
    let is_same = |turn: usize| same[turn..].iter().chain(&same[..turn]).eq(same);
    (1..same.len()).find(|&turn| is_same(turn)).unwrap_or(same.len())
}

/// The seating in which everybody moves so many seats down: seat `s` is taken by position
/// `s + turn`.
fn rotation(players: usize, turn: usize) -> SeatMap {
    let mut positions = [0; MAX_SEATS];
    for (seat, position) in positions.iter_mut().enumerate().take(players) {
        *position = ((seat + turn) % players) as u8;
    }
    positions
}

fn inverse(positions: &SeatMap, players: usize) -> SeatMap {
    let mut seats = [0; MAX_SEATS];
    for (seat, &position) in positions.iter().enumerate().take(players) {
        seats[usize::from(position)] = seat as u8;
    }
    seats
}

/// All distinct orders in lexicographic order; equals sit in the order of their positions.
fn permutations(same: SeatMap, players: usize) -> Result<Vec<SeatMap>> {
    let mut labels = same[..players].to_vec();
    labels.sort_unstable();
    let seatings = count_permutations(&labels);
    if seatings > MAX_SEATINGS {
        return Err(ScheduleError::TooManySeatings { players, seatings });
    }
    let mut list = vec![positions_of(&labels, &same)];
    while next_permutation(&mut labels) {
        list.push(positions_of(&labels, &same));
    }
    Ok(list)
}

fn count_permutations(labels: &[u8]) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    labels
        .chunk_by(|a, b| a == b)
        .fold(factorial(labels.len()), |count, equal| count / factorial(equal.len()))
}

/// Turns labels by seat into positions by seat: the first seat with a label gets the first position
/// with it, and so on.
fn positions_of(labels: &[u8], same: &SeatMap) -> SeatMap {
    let mut free: Vec<usize> = (0..labels.len()).collect();
    let mut positions = [0; MAX_SEATS];
    for (seat, label) in labels.iter().enumerate() {
        let place = free
            .iter()
            .position(|&position| same[position] == *label)
            .expect("labels are an order of the positions");
        positions[seat] = free.remove(place) as u8;
    }
    positions
}

/// Steps to the next order in lexicographic order; false after the last.
fn next_permutation(labels: &mut [u8]) -> bool {
    let Some(pivot) = (1..labels.len()).rev().find(|&place| labels[place - 1] < labels[place])
    else {
        return false;
    };
    let successor = (pivot..labels.len()).rev().find(|&place| labels[place] > labels[pivot - 1]);
    labels.swap(pivot - 1, successor.unwrap_or(pivot));
    labels[pivot..].reverse();
    true
}
