//! What is remembered of the games played under one rule set: integers only.
//!
//! Tallies are merged by addition, so the order in which blocks are played and by whom leaves no
//! trace. Everything that tells about chance is kept by block, the independent unit: how many
//! blocks a strategy or a seat won how many games of, sums, squares and cross-products. Memory
//! depends on the line-up and on the number of distinct scores and lengths, never on the number of
//! games.
//!
//! What a block brings is kept by line-up and place in it, where everything lies side by side;
//! `block` tells how it enters. A finished tally becomes a [`Record`](super::record::Record), where
//! sums are put together by strategy and where it is said what they mean. Records are added up in
//! [`Totals`](super::totals::Totals). Nothing is estimated here; that is for `stats` and `output`.

use crate::histogram::Histograms;
use crate::schedule::Schedule;

/// The tally of some blocks of a rule set.
///
/// # Examples
///
/// ```
/// use unobench_core::rules::MAX_SEATS;
/// use unobench_core::table::Outcome;
/// use unobench_engine::{Schedule, Seating, Tally, Totals};
///
/// let schedule = Schedule::new(&["a", "b"], 2, Seating::Rotate).expect("a line-up");
/// // Seat 0 wins both games of a block: each strategy one of them.
/// let outcome = Outcome {
///     winners: 1,
///     scores: [0; MAX_SEATS],
///     hand_points: [0; MAX_SEATS],
///     turns: 20,
///     stalled: false,
///     first: 0,
///     faults: [0; MAX_SEATS],
/// };
/// let mut tally = Tally::new(&schedule);
/// tally.add_block(&schedule, 0, &[outcome, outcome]);
/// let mut totals = Totals::new(&schedule);
/// totals.add(&schedule, &tally.to_record(&schedule)).expect("its own record");
/// assert_eq!((tally.blocks(), totals.blocks(), totals.line_ups[0].turns), (1, 1, 40));
/// // The position that moves first won once with each strategy.
/// assert_eq!((totals.line_up_wins(0, 0, 0), totals.line_up_wins(0, 1, 0)), (1, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub(crate) players: usize,
    /// Appearances by score, a histogram for each strategy.
    pub(crate) scores: Histograms,
    /// Decisions made for each strategy.
    pub(crate) faults: Vec<u64>,
    /// Blocks by strategy, appearances and wins; see the schedule's classes.
    pub(crate) block_wins: Vec<u64>,
    /// Points by seat, counted from the first to move.
    pub(crate) seat_scores: Vec<i64>,
    /// Blocks by seat, games and wins.
    pub(crate) seat_block_wins: Vec<u64>,
    /// Products of the wins of two seats in a block.
    pub(crate) seat_products: Vec<u64>,
    /// Games by turns, a single histogram.
    pub(crate) turns: Histograms,
    pub(crate) line_ups: Vec<LineUpTally>,
    /// By line-up and position of who moved first.
    pub(crate) firsts: Vec<u64>,
    /// By line-up, position and seat.
    pub(crate) wins: Vec<u64>,
    /// By line-up and entrant.
    pub(crate) entrants: Vec<EntrantTally>,
    /// By line-up and two entrants, of which the first has the lower number.
    pub(crate) pairs: Vec<PairTally>,
    /// Products of the wins of two entrants in a block, by line-up.
    pub(crate) entrant_products: Vec<u64>,
    /// Products of the wins of an entrant and a seat in a block, by line-up.
    pub(crate) mixed_products: Vec<u64>,
}

/// What happened at one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LineUpTally {
    pub(crate) blocks: u64,
    pub(crate) turns: u64,
    pub(crate) turns_squares: u128,
    pub(crate) stalled: u64,
    pub(crate) stalled_squares: u64,
}

/// What a strategy did at one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct EntrantTally {
    pub(crate) hand_points: u64,
    pub(crate) score: i64,
    pub(crate) score_squares: i128,
}

/// One strategy against another, by block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PairTally {
    /// Blocks in which the first was behind, level, ahead.
    pub(crate) order: [u64; 3],
    pub(crate) difference: i64,
    pub(crate) difference_squares: i128,
}

impl Tally {
    /// An empty tally for the games of a schedule.
    #[must_use]
    pub fn new(schedule: &Schedule) -> Tally {
        let players = schedule.players();
        let strategies = schedule.strategies().len();
        let line_ups = schedule.line_ups().len();
        let squares = line_ups * players * players;
        Tally {
            players,
            scores: Histograms::new(strategies),
            faults: vec![0; strategies],
            block_wins: vec![0; schedule.classes().len()],
            seat_scores: vec![0; players],
            seat_block_wins: vec![0; schedule.seat_classes().len()],
            seat_products: vec![0; players * players],
            turns: Histograms::new(1),
            line_ups: vec![LineUpTally::default(); line_ups],
            firsts: vec![0; line_ups * players],
            wins: vec![0; squares],
            entrants: vec![EntrantTally::default(); line_ups * players],
            pairs: vec![PairTally::default(); squares],
            entrant_products: vec![0; squares],
            mixed_products: vec![0; squares],
        }
    }

    /// Blocks tallied.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.line_ups.iter().map(|line_up| line_up.blocks).sum()
    }

    /// Adds another tally of the same schedule.
    pub fn merge(&mut self, other: &Tally) {
        self.scores.merge(&other.scores);
        self.turns.merge(&other.turns);
        self.seat_scores
            .iter_mut()
            .zip(&other.seat_scores)
            .for_each(|(mine, theirs)| *mine += theirs);
        self.line_ups.iter_mut().zip(&other.line_ups).for_each(|(mine, theirs)| mine.merge(theirs));
        self.entrants.iter_mut().zip(&other.entrants).for_each(|(mine, theirs)| mine.merge(theirs));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(mine, theirs)| mine.merge(theirs));
        for (mine, theirs) in self.counts_mut().into_iter().zip(other.counts()) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += *theirs);
        }
    }

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.scores.clear();
        self.turns.clear();
        self.seat_scores.fill(0);
        self.line_ups.fill(LineUpTally::default());
        self.entrants.fill(EntrantTally::default());
        self.pairs.fill(PairTally::default());
        self.counts_mut().into_iter().for_each(|counts| counts.fill(0));
    }

    /// Everything that is merely counted.
    fn counts(&self) -> [&Vec<u64>; 8] {
        [
            &self.faults,
            &self.block_wins,
            &self.seat_block_wins,
            &self.seat_products,
            &self.firsts,
            &self.wins,
            &self.entrant_products,
            &self.mixed_products,
        ]
    }

    /// The same, to be changed.
    fn counts_mut(&mut self) -> [&mut Vec<u64>; 8] {
        [
            &mut self.faults,
            &mut self.block_wins,
            &mut self.seat_block_wins,
            &mut self.seat_products,
            &mut self.firsts,
            &mut self.wins,
            &mut self.entrant_products,
            &mut self.mixed_products,
        ]
    }
}

impl LineUpTally {
    fn merge(&mut self, other: &LineUpTally) {
        self.blocks += other.blocks;
        self.turns += other.turns;
        self.turns_squares += other.turns_squares;
        self.stalled += other.stalled;
        self.stalled_squares += other.stalled_squares;
    }
}

impl EntrantTally {
    fn merge(&mut self, other: &EntrantTally) {
        self.hand_points += other.hand_points;
        self.score += other.score;
        self.score_squares += other.score_squares;
    }
}

impl PairTally {
    pub(crate) fn merge(&mut self, other: &PairTally) {
        self.order.iter_mut().zip(other.order).for_each(|(mine, theirs)| *mine += theirs);
        self.difference += other.difference;
        self.difference_squares += other.difference_squares;
    }
}
