//! Who sits where in which block.
//!
//! A *block* is one deal played in every distinct seating: one in which each seat holds the same
//! strategy as before would be the same game again. The schedule is a function of the block number
//! alone: block `b` is played by line-up `b mod C`, where the `C` line-ups are listed one by one,
//! or are the combinations of as many strategies as there are seats, in lexicographic order. Fewer
//! strategies than seats sit down as often as they can all be repeated, and take turns in the seats
//! that are left: one line-up for each choice of who sits there too. Games are rounded up to whole
//! cycles of line-ups, so that every line-up plays equally often.
//!
//! Deals are not here: they belong to the table.

mod error;
mod line_up;
mod pattern;

pub use error::{MAX_GAMES, MAX_PAIRINGS, MAX_SEATINGS, MAX_STRATEGIES, ScheduleError};
pub use line_up::{Entrant, LineUp, Seating};
pub(crate) use pattern::SeatPattern;

use error::{Result, max_line_ups};
use pattern::{Pattern, Patterns};
use std::collections::BTreeSet;
use std::fmt;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};
use unobench_core::table::SeatMap;

/// How much a schedule plays, in whole blocks and in games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Whole blocks, a multiple of the number of line-ups.
    pub blocks: u64,
    pub games: u64,
}

/// Who sits where in which block.
///
/// # Examples
///
/// ```
/// use unobench_engine::{Schedule, Seating};
///
/// // Four strategies at two seats: each of the six pairs plays a block in turn, in both orders.
/// let names = ["a", "b", "c", "d"];
/// let schedule = Schedule::new(&names, 2, Seating::Rotate).expect("a line-up");
/// assert_eq!((schedule.line_ups().len(), schedule.games_per_cycle()), (6, 12));
/// let seatings = schedule.seatings(2);
/// assert_eq!((&seatings[0][..2], &seatings[1][..2]), (&[0, 3][..], &[3, 0][..]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    players: usize,
    seating: Seating,
    strategies: Vec<String>,
    representatives: Vec<usize>,
    entries: Vec<u8>,
    line_ups: Vec<LineUp>,
    patterns: Vec<Pattern>,
    games_before: Vec<u64>,
    scale: i64,
    appearances: Vec<BTreeSet<u32>>,
    block_sizes: BTreeSet<u32>,
}

impl Schedule {
    /// Seats a line-up: everybody equally often if it is shorter than the table, in every
    /// combination if it is longer.
    ///
    /// # Errors
    /// If there is nobody to play, no such table, or more orders or combinations than can be
    /// played.
    pub fn new<S: fmt::Display>(line_up: &[S], players: usize, seating: Seating) -> Result<Self> {
        check_sizes(line_up.len(), players)?;
        let left = if line_up.len() > players { players } else { players % line_up.len() };
        check_line_ups(line_up.len(), players, count_combinations(line_up.len(), left))?;
        let cast = Cast::of(line_up);
        let fixed: Vec<u8> = cast.entries.repeat(players / line_up.len());
        let fixed = if line_up.len() > players { &[] } else { &fixed[..] };
        let list = combinations(&cast.entries, left);
        let list = list.iter().map(|others| seated(fixed.iter().chain(&others[..left])));
        Schedule::seat(cast, players, Patterns::of(seating), list)
    }

    /// Seats listed line-ups, each of which holds, position by position, a strategy's place among
    /// the strategies.
    ///
    /// # Errors
    /// If two strategies have one name, if a line-up does not fit the table, or if there are more
    /// orders or line-ups than can be played.
    pub fn of_line_ups<S: fmt::Display>(
        strategies: &[S],
        players: usize,
        seating: Seating,
        line_ups: &[Vec<usize>],
    ) -> Result<Self> {
        check_sizes(strategies.len(), players)?;
        check_line_ups(strategies.len(), players, line_ups.len() as u64)?;
        let cast = Cast::of(strategies);
        if cast.strategies.len() < strategies.len() {
            let mut entries = cast.entries.iter().enumerate();
            let repeated = entries.position(|(place, &number)| usize::from(number) != place);
            let repeated = repeated.unwrap_or(0);
            return Err(ScheduleError::Repeated(strategies[repeated].to_string()));
        }
        let list = line_ups
            .iter()
            .enumerate()
            .map(|(place, line_up)| members(line_up, place + 1, players, strategies.len()));
        Schedule::seat(cast, players, Patterns::of(seating), list.collect::<Result<Vec<_>>>()?)
    }

    fn seat(
        cast: Cast,
        players: usize,
        mut patterns: Patterns,
        list: impl IntoIterator<Item = SeatMap>,
    ) -> Result<Self> {
        let Cast { strategies, representatives, entries } = cast;
        let mut line_ups = Vec::new();
        for members in list {
            line_ups.push(patterns.line_up(members, players)?);
        }
        let scale = line_ups
            .iter()
            .flat_map(|line_up: &LineUp| &line_up.entrants)
            .fold(1, |scale, entrant| lcm(scale, entrant.appearances.into()));
        let appearances = vec![BTreeSet::new(); strategies.len()];
        let mut schedule = Schedule {
            players,
            seating: patterns.seating,
            strategies,
            representatives,
            entries,
            line_ups,
            patterns: patterns.list,
            games_before: Vec::new(),
            scale,
            appearances,
            block_sizes: BTreeSet::new(),
        };
        schedule.count_games();
        schedule.number_cells();
        Ok(schedule)
    }

    fn count_games(&mut self) {
        let mut games = 0;
        for line_up in &self.line_ups {
            let size = self.patterns[line_up.pattern].len() as u32;
            self.games_before.push(games);
            games += u64::from(size);
            self.block_sizes.insert(size);
            for entrant in &line_up.entrants {
                self.appearances[entrant.strategy].insert(entrant.appearances);
            }
        }
        self.games_before.push(games);
    }

    fn number_cells(&mut self) {
        // One for each number of shares, from none to all, after those of fewer appearances.
        let players = self.players;
        let cells = |sizes: &BTreeSet<u32>, size: u32| {
            sizes.range(..size).map(|&smaller| smaller as usize * players + 1).sum()
        };
        for line_up in &mut self.line_ups {
            let size = self.patterns[line_up.pattern].len() as u32;
            line_up.seat_cells = cells(&self.block_sizes, size);
            for entrant in &mut line_up.entrants {
                entrant.factor = self.scale / i64::from(entrant.appearances);
                entrant.cells = cells(&self.appearances[entrant.strategy], entrant.appearances);
            }
        }
    }

    unobench_core::reads! {
        pub fn players(&self) -> usize = self.players;
        pub fn seating(&self) -> Seating = self.seating;
        /// The distinct strategies, in order of first appearance; a strategy's number is its place
        /// here.
        pub fn strategies(&self) -> &[String] = &self.strategies;
        /// For each distinct strategy the place in the line-up where it appears first.
        pub fn representatives(&self) -> &[usize] = &self.representatives;
        /// The line-up as named, as strategies' numbers.
        pub fn entries(&self) -> &[u8] = &self.entries;
        pub fn line_ups(&self) -> &[LineUp] = &self.line_ups;
        pub fn appearances(&self) -> &[BTreeSet<u32>] = &self.appearances;
        pub(crate) fn block_sizes(&self) -> &BTreeSet<u32> = &self.block_sizes;
        /// The least common multiple of all appearances in a block: differences between strategies
        /// are kept as multiples of its inverse.
        pub fn scale(&self) -> i64 = self.scale;
    }

    #[inline]
    pub fn line_up_of(&self, block: u64) -> usize {
        if self.line_ups.len() == 1 { 0 } else { (block % self.line_ups.len() as u64) as usize }
    }

    #[inline]
    pub(crate) fn seats(&self, line_up: usize) -> &[SeatPattern] {
        &self.patterns[self.line_ups[line_up].pattern]
    }

    pub fn games_per_block(&self, line_up: usize) -> u32 {
        self.seats(line_up).len() as u32
    }

    pub fn seatings(&self, block: u64) -> Vec<SeatMap> {
        let mut seatings = Vec::new();
        self.seat_line_up(self.line_up_of(block), &mut seatings);
        seatings
    }

    /// Writes the seatings of a line-up over what is in the buffer.
    pub fn seat_line_up(&self, line_up: usize, seatings: &mut Vec<SeatMap>) {
        let members = &self.line_ups[line_up].members;
        seatings.clear();
        seatings.extend(
            self.seats(line_up)
                .iter()
                .map(|game| game.positions.map(|position| members[usize::from(position)])),
        );
    }

    /// Rounds a number of games up to whole cycles of blocks.
    ///
    /// # Errors
    /// If it is 0 or above [`MAX_GAMES`].
    pub fn extent(&self, games: u64) -> Result<Extent> {
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(ScheduleError::Games(games));
        }
        let cycles = games.div_ceil(self.games_per_cycle());
        Ok(Extent {
            blocks: cycles * self.line_ups.len() as u64,
            games: cycles * self.games_per_cycle(),
        })
    }

    pub fn games_per_cycle(&self) -> u64 {
        self.games_before[self.line_ups.len()]
    }

    /// Games in the blocks from 0 up to, but not including, this one.
    pub fn games_before(&self, block: u64) -> u64 {
        let cycle = self.line_ups.len() as u64;
        block / cycle * self.games_per_cycle() + self.games_before[(block % cycle) as usize]
    }
}

fn seated<'a>(numbers: impl Iterator<Item = &'a u8>) -> SeatMap {
    let mut members = [0; MAX_SEATS];
    members.iter_mut().zip(numbers).for_each(|(member, &number)| *member = number);
    members
}

fn combinations(entries: &[u8], count: usize) -> Vec<SeatMap> {
    let mut places: Vec<usize> = (0..count).collect();
    let mut list = Vec::new();
    loop {
        list.push(seated(places.iter().map(|&place| &entries[place])));
        let last = |seat: usize| entries.len() - count + seat;
        let Some(step) = (0..count).rev().find(|&seat| places[seat] < last(seat)) else {
            return list;
        };
        places[step] += 1;
        for seat in step + 1..count {
            places[seat] = places[seat - 1] + 1;
        }
    }
}

fn count_combinations(strategies: usize, count: usize) -> u64 {
    let choose = |combinations: u128, place: usize| {
        combinations.saturating_mul((strategies - place) as u128) / (place as u128 + 1)
    };
    u64::try_from((0..count).fold(1, choose)).unwrap_or(u64::MAX)
}

fn check_sizes(strategies: usize, players: usize) -> Result<()> {
    if strategies == 0 {
        return Err(ScheduleError::NoStrategies);
    }
    if !(MIN_SEATS..=MAX_SEATS).contains(&players) {
        return Err(ScheduleError::Players(players));
    }
    if strategies > MAX_STRATEGIES {
        return Err(ScheduleError::TooManyStrategies(strategies));
    }
    Ok(())
}

fn check_line_ups(strategies: usize, players: usize, line_ups: u64) -> Result<()> {
    if line_ups > max_line_ups(players) {
        return Err(ScheduleError::TooManyLineUps { strategies, players, line_ups });
    }
    Ok(())
}

fn members(line_up: &[usize], place: usize, players: usize, strategies: usize) -> Result<SeatMap> {
    if line_up.len() != players {
        return Err(ScheduleError::Seats { place, found: line_up.len(), players });
    }
    let mut members = [0; MAX_SEATS];
    for (member, &number) in members.iter_mut().zip(line_up) {
        if number >= strategies {
            return Err(ScheduleError::Member { place, number: number + 1, strategies });
        }
        *member = number as u8;
    }
    Ok(members)
}

/// The distinct strategies of a line-up that was asked for, and the line-up as their numbers.
struct Cast {
    strategies: Vec<String>,
    representatives: Vec<usize>,
    entries: Vec<u8>,
}

impl Cast {
    /// Numbers the distinct strategies: their texts, where each appears first, and the line-up as
    /// numbers.
    fn of<S: fmt::Display>(line_up: &[S]) -> Cast {
        let mut cast = Cast { strategies: vec![], representatives: vec![], entries: vec![] };
        for (place, text) in line_up.iter().map(ToString::to_string).enumerate() {
            let known = cast.strategies.iter().position(|known| *known == text);
            let number = known.unwrap_or_else(|| {
                cast.strategies.push(text);
                cast.representatives.push(place);
                cast.strategies.len() - 1
            });
            cast.entries.push(number as u8);
        }
        cast
    }
}

fn lcm(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[cfg(test)]
mod tests;
