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

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use unobench_core::bounded::quoted;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};
use unobench_core::table::SeatMap;

/// The most seatings in which one deal is played: 7!.
pub const MAX_SEATINGS: u64 = 5040;

/// The most line-ups that strategies may make, times the squared number of seats: each line-up is
/// tallied by pairs of its members.
pub const MAX_PAIRINGS: u64 = 80_000;

/// The most strategies that can be named.
pub const MAX_STRATEGIES: usize = 255;

/// The most games that a run may be asked for.
pub const MAX_GAMES: u64 = 1_000_000_000_000_000;

/// In which seatings each deal is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Seating {
    /// Every distinct rotation: if all are different, each sits in each seat once, in as many
    /// games as seats.
    #[default]
    Rotate,
    /// Every distinct order.
    All,
    /// As the line-up stands.
    Fixed,
}

/// A line-up that cannot be seated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Nobody plays.
    #[error("no strategies to play")]
    NoStrategies,
    /// No table has so many seats.
    #[error("{0} players: a table has {MIN_SEATS} to {MAX_SEATS} seats")]
    Players(usize),
    /// More strategies than can be numbered.
    #[error("{0} strategies are too many, at most {MAX_STRATEGIES} can play")]
    TooManyStrategies(usize),
    /// More combinations than can be tallied.
    #[error(
        "{strategies} strategies at {players} seats make {line_ups} line-ups, at most {} can play; \
         name fewer strategies",
        max_line_ups(*.players)
    )]
    TooManyLineUps {
        /// The strategies named.
        strategies: usize,
        /// The seats.
        players: usize,
        /// The combinations that they make.
        line_ups: u64,
    },
    /// More orders than one deal may be played in.
    #[error(
        "seating all: {seatings} orders at {players} seats are too many, at most {MAX_SEATINGS} \
         are played; use rotate"
    )]
    TooManySeatings {
        /// The seats.
        players: usize,
        /// The distinct orders.
        seatings: u64,
    },
    /// A line-up that was listed does not fit the table.
    #[error("line-up {place} has {found} seats, the table has {players}")]
    Seats {
        /// Its place in the list, from 1.
        place: usize,
        /// The seats that it fills.
        found: usize,
        /// The seats of the table.
        players: usize,
    },
    /// A line-up that was listed names somebody who does not play.
    #[error("line-up {place} names strategy {number} of {strategies}")]
    Member {
        /// Its place in the list, from 1.
        place: usize,
        /// The number that it names, from 1.
        number: usize,
        /// How many there are.
        strategies: usize,
    },
    /// Two of the strategies that line-ups are listed of have one name.
    #[error("two strategies are called {}, and their results could not be told apart", quoted(.0))]
    Repeated(String),
    /// A number of games out of range.
    #[error("{0} games: the number of games is from 1 to {MAX_GAMES}")]
    Games(u64),
}

/// A number of whole blocks and the games in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Whole blocks, a multiple of the number of line-ups.
    pub blocks: u64,
    /// Games in these blocks.
    pub games: u64,
}

/// A strategy's part in a line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entrant {
    /// The strategy's number.
    pub strategy: usize,
    /// Seats that it holds in each game.
    pub seats: u32,
    /// Its appearances at the table in a block: seats times games.
    pub appearances: u32,
    /// What a sum over the block is multiplied by to compare it with others: [`Schedule::scale`]
    /// over the appearances.
    pub factor: i64,
    /// Where the counts of blocks by wins begin among those of its strategy.
    pub(crate) cells: usize,
}

/// The strategies at one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineUp {
    /// The strategy's number by position.
    pub members: SeatMap,
    /// Each strategy once, in ascending order of its number.
    pub entrants: Vec<Entrant>,
    /// For each position the place of its strategy in `entrants`.
    pub(crate) entrant_of: SeatMap,
    /// Whether each position is the entrant of the same number.
    pub(crate) entrants_are_positions: bool,
    /// Where the counts of blocks by wins begin among those of each seat.
    pub(crate) seat_cells: usize,
    pattern: usize,
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
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_engine::{Schedule, Seating};
    ///
    /// // Three strategies at four seats take turns in the fourth.
    /// let schedule = Schedule::new(&["a", "b", "c"], 4, Seating::Rotate).expect("a line-up");
    /// let members = schedule.line_ups().iter().map(|line_up| line_up.members[..4].to_vec());
    /// assert_eq!(members.collect::<Vec<_>>(), [[0, 1, 2, 0], [0, 1, 2, 1], [0, 1, 2, 2]]);
    /// ```
    pub fn new<S: fmt::Display>(
        line_up: &[S],
        players: usize,
        seating: Seating,
    ) -> Result<Schedule, ScheduleError> {
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

    /// Seats a line-up as formats 1 to 3 did: repeated from its beginning if it is shorter than the
    /// table, in every rotation whether or not another is the same.
    ///
    /// # Errors
    /// If the line-up cannot be seated.
    pub fn with_repeats<S: fmt::Display>(
        line_up: &[S],
        players: usize,
        seating: Seating,
        line_ups: Option<&[Vec<usize>]>,
    ) -> Result<Schedule, ScheduleError> {
        let patterns = Patterns { repeats: true, ..Patterns::of(seating) };
        if let Some(line_ups) = line_ups {
            return Schedule::seat_listed(line_up, players, patterns, line_ups);
        }
        check_sizes(line_up.len(), players)?;
        let filled: Vec<&S> = line_up.iter().cycle().take(line_up.len().max(players)).collect();
        check_line_ups(line_up.len(), players, count_combinations(filled.len(), players))?;
        let cast = Cast::of(&filled);
        let list = combinations(&cast.entries, players);
        Schedule::seat(cast, players, patterns, list)
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
    ) -> Result<Schedule, ScheduleError> {
        Schedule::seat_listed(strategies, players, Patterns::of(seating), line_ups)
    }

    fn seat_listed<S: fmt::Display>(
        strategies: &[S],
        players: usize,
        patterns: Patterns,
        line_ups: &[Vec<usize>],
    ) -> Result<Schedule, ScheduleError> {
        check_sizes(strategies.len(), players)?;
        check_line_ups(strategies.len(), players, line_ups.len() as u64)?;
        let cast = Cast::of(strategies);
        if cast.strategies.len() < strategies.len() {
            let repeated = cast
                .entries
                .iter()
                .enumerate()
                .find(|&(place, &number)| usize::from(number) != place)
                .map_or(0, |(place, _)| place);
            return Err(ScheduleError::Repeated(strategies[repeated].to_string()));
        }
        let list = line_ups
            .iter()
            .enumerate()
            .map(|(place, line_up)| members(line_up, place + 1, players, strategies.len()));
        let list = list.collect::<Result<Vec<_>, _>>()?;
        Schedule::seat(cast, players, patterns, list)
    }

    /// Seats line-ups of strategies' numbers.
    fn seat(
        cast: Cast,
        players: usize,
        mut patterns: Patterns,
        list: impl IntoIterator<Item = SeatMap>,
    ) -> Result<Schedule, ScheduleError> {
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

    /// Counts the games before each line-up of a cycle, and who appears how often in a block.
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

    /// Says where the blocks of each line-up are counted, and how its sums are compared.
    fn number_cells(&mut self) {
        // One for each number of wins, from none to all, after those of fewer appearances.
        let cells = |sizes: &BTreeSet<u32>, size: u32| {
            sizes.range(..size).map(|&smaller| smaller as usize + 1).sum()
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

    /// Seats at the table.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// In which seatings each deal is played.
    #[must_use]
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// The distinct strategies, in order of first appearance; a strategy's number is its place
    /// here.
    #[must_use]
    pub fn strategies(&self) -> &[String] {
        &self.strategies
    }

    /// For each distinct strategy the place in the line-up where it appears first.
    #[must_use]
    pub fn representatives(&self) -> &[usize] {
        &self.representatives
    }

    /// The line-up as named, as strategies' numbers.
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// The line-ups of a cycle.
    #[must_use]
    pub fn line_ups(&self) -> &[LineUp] {
        &self.line_ups
    }

    /// The number of the line-up that plays a block.
    #[inline]
    #[must_use]
    pub fn line_up_of(&self, block: u64) -> usize {
        if self.line_ups.len() == 1 { 0 } else { (block % self.line_ups.len() as u64) as usize }
    }

    /// The seatings of a line-up, game by game.
    #[inline]
    pub(crate) fn seats(&self, line_up: usize) -> &[Seats] {
        &self.patterns[self.line_ups[line_up].pattern]
    }

    /// Games in each block of a line-up.
    #[must_use]
    pub fn games_per_block(&self, line_up: usize) -> u32 {
        self.seats(line_up).len() as u32
    }

    /// The seatings of a block: for each game the number of the strategy in each seat.
    #[must_use]
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

    /// The least common multiple of all appearances in a block: differences between strategies are
    /// kept as multiples of its inverse.
    #[must_use]
    pub fn scale(&self) -> i64 {
        self.scale
    }

    /// Rounds a number of games up to whole cycles of blocks.
    ///
    /// # Errors
    /// If it is 0 or above [`MAX_GAMES`].
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_engine::{Schedule, Seating};
    ///
    /// let schedule = Schedule::new(&["a", "b", "c"], 3, Seating::Rotate).expect("a line-up");
    /// // A block has three games, so ten games become twelve.
    /// assert_eq!(schedule.extent(10).expect("games").games, 12);
    /// assert!(schedule.extent(0).is_err());
    /// ```
    pub fn extent(&self, games: u64) -> Result<Extent, ScheduleError> {
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(ScheduleError::Games(games));
        }
        let cycles = games.div_ceil(self.games_per_cycle());
        Ok(Extent {
            blocks: cycles * self.line_ups.len() as u64,
            games: cycles * self.games_per_cycle(),
        })
    }

    /// Games in one block of each line-up.
    #[must_use]
    pub fn games_per_cycle(&self) -> u64 {
        self.games_before[self.line_ups.len()]
    }

    /// Games in the blocks from 0 up to, but not including, this one.
    #[must_use]
    pub fn games_before(&self, block: u64) -> u64 {
        let cycle = self.line_ups.len() as u64;
        block / cycle * self.games_per_cycle() + self.games_before[(block % cycle) as usize]
    }

    /// How often each strategy may appear in a block that it plays.
    #[must_use]
    pub fn appearances(&self) -> &[BTreeSet<u32>] {
        &self.appearances
    }

    /// How many games blocks have.
    #[must_use]
    pub fn block_sizes(&self) -> &BTreeSet<u32> {
        &self.block_sizes
    }
}

/// Who sits where in one game, both ways round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seats {
    /// The position in the line-up of who sits in each seat.
    pub(crate) positions: SeatMap,
    /// The seat of who has each position.
    pub(crate) seats: SeatMap,
}

/// A way to seat a table, game by game.
type Pattern = Vec<Seats>;

/// The distinct ways to seat a table, each kept once however many line-ups share it.
struct Patterns {
    seating: Seating,
    /// Whether rotations are played that seat everybody as another does.
    repeats: bool,
    list: Vec<Pattern>,
    index: HashMap<SeatMap, usize>,
}

impl Patterns {
    /// No table is seated yet.
    fn of(seating: Seating) -> Patterns {
        Patterns { seating, repeats: false, list: Vec::new(), index: HashMap::new() }
    }

    /// Seats some strategies.
    fn line_up(&mut self, members: SeatMap, players: usize) -> Result<LineUp, ScheduleError> {
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

    /// The seatings of a table where each position holds the same strategy as the position named.
    fn pattern(&mut self, same: SeatMap, players: usize) -> Result<usize, ScheduleError> {
        if let Some(&pattern) = self.index.get(&same) {
            return Ok(pattern);
        }
        let positions = match self.seating {
            Seating::Fixed => vec![rotation(players, 0)],
            Seating::Rotate => {
                let turns = if self.repeats { players } else { period(&same[..players]) };
                (0..turns).map(|turn| rotation(players, turn)).collect()
            }
            Seating::All => permutations(same, players)?,
        };
        let seats = |positions: SeatMap| Seats { positions, seats: inverse(&positions, players) };
        self.list.push(positions.into_iter().map(seats).collect());
        self.index.insert(same, self.list.len() - 1);
        Ok(self.list.len() - 1)
    }
}

/// For each position the first position that holds the same strategy.
fn same_as(members: &SeatMap, players: usize) -> SeatMap {
    let mut same = [0; MAX_SEATS];
    for position in 0..players {
        let first = members.iter().position(|member| *member == members[position]);
        same[position] = first.unwrap_or(position) as u8;
    }
    same
}

/// By how many seats everybody moves until each seat holds the same strategy again.
fn period(same: &[u8]) -> usize {
    let is_same = |turn: usize| same[turn..].iter().chain(&same[..turn]).eq(same);
    (1..same.len()).find(|&turn| is_same(turn)).unwrap_or(same.len())
}

/// Everybody in the order of the seats.
fn seated<'a>(numbers: impl Iterator<Item = &'a u8>) -> SeatMap {
    let mut members = [0; MAX_SEATS];
    members.iter_mut().zip(numbers).for_each(|(member, &number)| *member = number);
    members
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

/// For each position its seat.
fn inverse(positions: &SeatMap, players: usize) -> SeatMap {
    let mut seats = [0; MAX_SEATS];
    for (seat, &position) in positions.iter().enumerate().take(players) {
        seats[usize::from(position)] = seat as u8;
    }
    seats
}

/// All distinct orders in lexicographic order; equals sit in the order of their positions.
fn permutations(same: SeatMap, players: usize) -> Result<Vec<SeatMap>, ScheduleError> {
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

/// The number of distinct orders of sorted labels.
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

/// Every combination of so many entries, in lexicographic order of their places.
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

/// The number of combinations of so many, as large as it may be.
fn count_combinations(strategies: usize, count: usize) -> u64 {
    let choose = |combinations: u128, place: usize| {
        combinations.saturating_mul((strategies - place) as u128) / (place as u128 + 1)
    };
    u64::try_from((0..count).fold(1, choose)).unwrap_or(u64::MAX)
}

/// The most line-ups at a table of this size.
fn max_line_ups(players: usize) -> u64 {
    MAX_PAIRINGS / (players * players) as u64
}

fn check_sizes(strategies: usize, players: usize) -> Result<(), ScheduleError> {
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

fn check_line_ups(strategies: usize, players: usize, line_ups: u64) -> Result<(), ScheduleError> {
    if line_ups > max_line_ups(players) {
        return Err(ScheduleError::TooManyLineUps { strategies, players, line_ups });
    }
    Ok(())
}

/// A listed line-up as strategies' numbers by position.
fn members(
    line_up: &[usize],
    place: usize,
    players: usize,
    strategies: usize,
) -> Result<SeatMap, ScheduleError> {
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

/// Who plays: see the fields of [`Schedule`].
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

impl fmt::Display for Seating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seating::Rotate => "rotate",
            Seating::All => "all",
            Seating::Fixed => "fixed",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(line_up: &str, players: usize, seating: Seating) -> Schedule {
        let line_up: Vec<&str> = line_up.split(' ').collect();
        Schedule::new(&line_up, players, seating).expect("a line-up that can be seated")
    }

    /// The seatings of a block in letters, seat by seat.
    fn seatings(schedule: &Schedule, block: u64) -> Vec<String> {
        let names = schedule.strategies();
        let text = |seating: &SeatMap| {
            seating[..schedule.players()]
                .iter()
                .map(|&number| names[usize::from(number)].as_str())
                .collect()
        };
        schedule.seatings(block).iter().map(text).collect()
    }

    #[test]
    fn rotation_puts_each_strategy_in_each_seat_once() {
        assert_eq!(seatings(&schedule("a b c", 3, Seating::Rotate), 7), ["abc", "bca", "cab"]);
    }

    #[test]
    fn no_game_is_played_twice() {
        for (line_up, players, games) in [
            ("a b", 4, vec!["abab", "baba"]),
            ("a", 10, vec!["aaaaaaaaaa"]),
            ("a a b", 3, vec!["aab", "aba", "baa"]),
            ("a b a b a b", 6, vec!["ababab", "bababa"]),
            ("a b b a", 4, vec!["abba", "bbaa", "baab", "aabb"]),
        ] {
            let schedule = schedule(line_up, players, Seating::Rotate);
            assert_eq!(seatings(&schedule, 0), games);
            assert_eq!(schedule.extent(1).expect("a game").games, games.len() as u64);
        }
        let old = Schedule::with_repeats(&["a", "b"], 4, Seating::Rotate, None).expect("a table");
        assert_eq!(seatings(&old, 0), ["abab", "baba", "abab", "baba"]);
    }

    #[test]
    fn fewer_strategies_than_seats_appear_equally_often() {
        let blocks = |line_up: &str, players| -> Vec<String> {
            let schedule = schedule(line_up, players, Seating::Fixed);
            let blocks = 0..schedule.line_ups().len() as u64;
            blocks.map(|block| seatings(&schedule, block).concat()).collect()
        };
        assert_eq!(blocks("a b c", 4), ["abca", "abcb", "abcc"]);
        assert_eq!(blocks("a b", 5), ["ababa", "ababb"]);
        assert_eq!(blocks("a b c", 5), ["abcab", "abcac", "abcbc"]);
        for (line_up, players) in [("a b c", 4), ("a b c d e f g", 10), ("a b c d", 6)] {
            let schedule = schedule(line_up, players, Seating::Rotate);
            let mut appearances = vec![0; schedule.strategies().len()];
            for entrant in schedule.line_ups().iter().flat_map(|line_up| &line_up.entrants) {
                appearances[entrant.strategy] += entrant.appearances;
            }
            assert!(appearances.iter().all(|&count| count == appearances[0]), "{appearances:?}");
        }
        let old = Schedule::with_repeats(&["a", "b", "c"], 4, Seating::Fixed, None);
        assert_eq!(seatings(&old.expect("a table"), 9), ["abca"]);
    }

    #[test]
    fn all_plays_each_distinct_order_once() {
        assert_eq!(seatings(&schedule("a b a", 3, Seating::All), 0), ["aab", "aba", "baa"]);
        assert_eq!(seatings(&schedule("a b c", 3, Seating::All), 0).len(), 6);
        assert_eq!(schedule("a b c d e f g", 7, Seating::All).games_per_cycle(), 5040);
        let too_many = Schedule::new(&["a", "b", "c", "d", "e", "f", "g", "h"], 8, Seating::All);
        assert_eq!(too_many, Err(ScheduleError::TooManySeatings { players: 8, seatings: 40_320 }));
        assert_eq!(schedule("a", 10, Seating::All).games_per_cycle(), 1);
    }

    #[test]
    fn fixed_plays_the_line_up_as_it_stands() {
        assert_eq!(seatings(&schedule("c a", 2, Seating::Fixed), 3), ["ca"]);
    }

    #[test]
    fn more_strategies_than_seats_play_in_every_combination_in_order() {
        let schedule = schedule("a b c d", 2, Seating::Fixed);
        let blocks: Vec<String> = (0..7).map(|block| seatings(&schedule, block).concat()).collect();
        assert_eq!(blocks, ["ab", "ac", "ad", "bc", "bd", "cd", "ab"]);
    }

    #[test]
    fn positions_of_equals_are_in_order() {
        let schedule = schedule("a b a", 3, Seating::All);
        assert_eq!(
            schedule.seats(0).iter().map(|game| game.positions[..3].to_vec()).collect::<Vec<_>>(),
            [[0, 2, 1], [0, 1, 2], [1, 0, 2]]
        );
    }

    #[test]
    fn games_are_rounded_up_to_whole_cycles() {
        let schedule = schedule("a b c", 2, Seating::Rotate);
        assert_eq!(schedule.extent(1), Ok(Extent { blocks: 3, games: 6 }));
        assert_eq!(schedule.extent(6), Ok(Extent { blocks: 3, games: 6 }));
        assert_eq!(schedule.extent(7), Ok(Extent { blocks: 6, games: 12 }));
        assert_eq!(schedule.extent(0), Err(ScheduleError::Games(0)));
        assert_eq!(schedule.extent(u64::MAX), Err(ScheduleError::Games(u64::MAX)));
    }

    #[test]
    fn games_before_a_block_count_the_blocks_of_different_sizes() {
        let schedule = schedule("a a b", 2, Seating::All);
        let sizes: Vec<u32> = (0..3).map(|line_up| schedule.games_per_block(line_up)).collect();
        assert_eq!(sizes, [1, 2, 2]);
        assert_eq!(
            (0..=7).map(|block| schedule.games_before(block)).collect::<Vec<_>>(),
            [0, 1, 3, 5, 6, 8, 10, 11]
        );
        assert_eq!(schedule.scale(), 2);
    }

    #[test]
    fn entrants_are_the_distinct_strategies_of_a_line_up() {
        let schedule = schedule("b a b", 3, Seating::Rotate);
        let entrants = &schedule.line_ups()[0].entrants;
        assert_eq!(
            entrants
                .iter()
                .map(|entrant| (entrant.strategy, entrant.appearances, entrant.factor))
                .collect::<Vec<_>>(),
            [(0, 6, 1), (1, 3, 2)]
        );
        assert_eq!(schedule.representatives(), [0, 1]);
    }

    #[test]
    fn listed_line_ups_play_in_turn() {
        let schedule =
            Schedule::of_line_ups(&["a", "b"], 3, Seating::Rotate, &[vec![0, 1, 1], vec![1, 0, 0]])
                .expect("they can be seated");
        assert_eq!(seatings(&schedule, 0), ["abb", "bba", "bab"]);
        assert_eq!(seatings(&schedule, 3), ["baa", "aab", "aba"]);
        assert_eq!(schedule.extent(7), Ok(Extent { blocks: 4, games: 12 }));
        let seated =
            |list: &[Vec<usize>]| Schedule::of_line_ups(&["a", "b"], 2, Seating::Rotate, list);
        assert_eq!(
            seated(&[vec![0, 1], vec![0]]),
            Err(ScheduleError::Seats { place: 2, found: 1, players: 2 })
        );
        assert_eq!(
            seated(&[vec![0, 2]]),
            Err(ScheduleError::Member { place: 1, number: 3, strategies: 2 })
        );
        let twice = Schedule::of_line_ups(&["a", "a"], 2, Seating::Rotate, &[vec![0, 1]]);
        assert_eq!(twice, Err(ScheduleError::Repeated("a".to_owned())));
    }

    #[test]
    fn line_ups_that_cannot_be_seated_are_refused() {
        assert_eq!(
            Schedule::new::<&str>(&[], 4, Seating::Rotate),
            Err(ScheduleError::NoStrategies)
        );
        assert_eq!(Schedule::new(&["a"], 1, Seating::Rotate), Err(ScheduleError::Players(1)));
        assert_eq!(Schedule::new(&["a"], 11, Seating::Rotate), Err(ScheduleError::Players(11)));
        let many: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        let error = Schedule::new(&many, 10, Seating::Rotate);
        assert_eq!(
            error,
            Err(ScheduleError::TooManyLineUps { strategies: 20, players: 10, line_ups: 184_756 })
        );
        let absurd: Vec<String> = (0..256).map(|number| number.to_string()).collect();
        assert_eq!(
            Schedule::new(&absurd, 2, Seating::Rotate),
            Err(ScheduleError::TooManyStrategies(256))
        );
    }
}
