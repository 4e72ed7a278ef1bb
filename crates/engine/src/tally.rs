//! What is remembered of the games played under one rule set: integers only.
//!
//! Tallies are merged by addition, so the order in which blocks are played and by whom leaves no
//! trace. Everything that tells about chance is kept by block, the independent unit: in how many
//! blocks a strategy or a seat had how many shares, sums, squares and cross-products. Memory
//! depends on the line-up and on the number of distinct scores and lengths, never on the number of
//! games.
//!
//! A thread that plays, a line of `progress.jsonl` and the totals of a run are all the same
//! [`Tally`]; a line leaves out the rows of which nothing was counted. Every file but
//! `progress.jsonl` is derived from totals, and totals from such lines, so that a run gives the
//! same files whether its lines were just played or read again. `block` tells how a block enters.
//! Nothing is estimated here; that is for `stats` and `output`.
//!
//! *Shares* say who won: a game has as many as sides, seats or pairs of partners. A seat that wins
//! has them all; of a game that nobody wins each seat has one.
//!
//! *Appearances* count a strategy once for each seat that it holds. A *position* is a place in a
//! line-up, an *entrant* a strategy in it, a *seat* is counted from the first to move, who is 0.
//! Strategies and line-ups are numbered as in the header's `strategies` and in the order of
//! combinations of its `line_up`.

use crate::add_fields;
use crate::histogram::Histogram;
use crate::schedule::Schedule;
use crate::sums::{Cell, Row, Sum, add_each, by_column, write_rows};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;

/// The tally of some blocks of a rule set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    #[serde(serialize_with = "write_rows")]
    pub strategies: Vec<StrategyTally>,
    /// The seats, the first to move first.
    pub seats: Vec<SeatTally>,
    pub turns: Histogram,
    #[serde(with = "PairColumns")]
    pub pairs: Vec<PairTally>,
    /// `[i, j, s]`: s is the sum over blocks of the product of the shares of i and j, i ≤ j;
    /// strategies are numbered first, then seats.
    #[serde(serialize_with = "write_rows")]
    pub cross: Vec<Cell>,
    #[serde(with = "LineUpColumns")]
    pub line_ups: Vec<LineUpTally>,
}

/// What a strategy did in all its games.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyTally {
    pub strategy: usize,
    /// `[a, s, b]`: in b blocks it appeared a times at the table and had s shares.
    #[serde(serialize_with = "write_rows")]
    pub block_shares: Vec<Cell>,
    pub scores: Histogram,
    /// Sum over blocks of the squared block score, which is the sum of its scores in the block.
    pub score_squares: i128,
    /// Sum over blocks of the block score times the appearances.
    pub score_appearances: i128,
    /// Sum over appearances of the points of the cards left in hand.
    pub hand_points: u64,
    pub faults: u64,
    /// Decisions that it was asked for, if it is an external bot.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub asked: u64,
}

fn is_nothing(count: &u64) -> bool {
    *count == 0
}

/// What the players in one seat, counted from the first to move, did in all games.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatTally {
    /// `[g, s, b]`: in b blocks of g games this seat had s shares.
    #[serde(serialize_with = "write_rows")]
    pub block_shares: Vec<Cell>,
    pub score: i64,
}

by_column! {
    PairTally, PairColumns {
        /// Their numbers, the lower one first.
        pair: [usize; 2];
        /// Blocks in which the first had the higher score per appearance.
        ahead: u64,
        /// Blocks in which both had the same.
        tied: u64,
        /// Blocks in which the first had the lower one.
        behind: u64,
        /// Sum over blocks of the difference of scores per appearance, times the header's `scale`.
        difference: i128,
        /// Sum of its squares, times the squared `scale`.
        difference_squares: i128,
    }
}

by_column! {
    LineUpTally, LineUpColumns {
        line_up: usize;
        blocks: u64,
        /// Of the games that finished: neither stalled nor blocked.
        turns: u64,
        /// Sum over blocks of the square of these turns of a block.
        turns_squares: u128,
        stalled: u64,
        blocked: u64,
        /// Sum over blocks of the squared number of games that did not finish.
        unfinished_squares: u64,
        /// Sum over blocks of that number times the turns of the games that finished.
        unfinished_turns: u128,
        /// For each position the games in which it moved first.
        firsts: Vec<u64>,
        /// Games that nobody won.
        undecided: u64,
        /// For each position and then each seat the shares that it had there.
        shares: Vec<u64>,
        /// For each entrant, in ascending order of strategies, the sum over blocks of the squared
        /// shares; 0 for places without an entrant.
        shares_squares: Vec<u64>,
    }
}

/// Which part of a tally does not fit the line-up that it is said to be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the tally of {0} does not fit the line-up")]
pub struct TallyError(&'static str);

impl Tally {
    pub fn new(schedule: &Schedule) -> Tally {
        let (players, strategies) = (schedule.players(), schedule.strategies().len());
        let mut all = Vec::new();
        for (strategy, appearances) in schedule.appearances().iter().enumerate() {
            let block_shares = cells(appearances, players);
            all.push(StrategyTally { strategy, block_shares, ..StrategyTally::default() });
        }
        let seat = SeatTally { block_shares: cells(schedule.block_sizes(), players), score: 0 };
        let line_ups = (0..schedule.line_ups().len()).map(|line_up| LineUpTally {
            line_up,
            firsts: vec![0; players],
            shares: vec![0; players * players],
            shares_squares: vec![0; players],
            ..LineUpTally::default()
        });
        let pairs = two_of(strategies).filter(|[number, other]| number < other);
        Tally {
            strategies: all,
            seats: vec![seat; players],
            turns: Histogram::default(),
            pairs: pairs.map(|pair| PairTally { pair, ..PairTally::default() }).collect(),
            cross: two_of(strategies + players).map(|[i, j]| [i as u64, j as u64, 0]).collect(),
            line_ups: line_ups.collect(),
        }
    }

    pub fn blocks(&self) -> u64 {
        self.line_ups.iter().fold(0, |sum, line_up| sum.saturating_add(line_up.blocks))
    }

    /// Adds a tally of the same schedule.
    ///
    /// # Errors
    /// If it is of another; part of it is then added.
    pub fn add(&mut self, more: &Tally) -> Result<(), TallyError> {
        self.turns.add(&more.turns).ok_or(TallyError("turns"))?;
        self.strategies.add(&more.strategies).ok_or(TallyError("strategies"))?;
        add_each(&mut self.seats, &more.seats).ok_or(TallyError("seats"))?;
        self.pairs.add(&more.pairs).ok_or(TallyError("pairs"))?;
        self.cross.add(&more.cross).ok_or(TallyError("cross-products"))?;
        self.line_ups.add(&more.line_ups).ok_or(TallyError("line-ups"))
    }
}

add_fields! {
    StrategyTally: block_shares, scores, score_squares, score_appearances, hand_points, faults,
        asked
}
add_fields! { SeatTally: block_shares, score }

impl PairTally {
    #[inline(always)]
    pub(crate) fn add_block(&mut self, difference: i64) {
        self.ahead += u64::from(difference > 0);
        self.tied += u64::from(difference == 0);
        self.behind += u64::from(difference < 0);
        self.difference += i128::from(difference);
        self.difference_squares += i128::from(difference) * i128::from(difference);
    }

    pub fn blocks(&self) -> u64 {
        self.ahead.saturating_add(self.tied).saturating_add(self.behind)
    }

    /// The same, told of the other one.
    pub fn turned(self) -> PairTally {
        let ([strategy, other], ahead, behind) = (self.pair, self.behind, self.ahead);
        PairTally { pair: [other, strategy], ahead, behind, difference: -self.difference, ..self }
    }
}

impl Row for StrategyTally {
    fn key(&self) -> [u64; 2] {
        [self.strategy as u64, 0]
    }

    fn is_empty(&self) -> bool {
        self.block_shares.iter().all(Row::is_empty)
    }
}

impl Row for PairTally {
    fn key(&self) -> [u64; 2] {
        self.pair.map(|number| number as u64)
    }

    fn is_empty(&self) -> bool {
        self.blocks() == 0
    }
}

impl Row for LineUpTally {
    fn key(&self) -> [u64; 2] {
        [self.line_up as u64, 0]
    }

    fn is_empty(&self) -> bool {
        self.blocks == 0
    }
}

fn cells(appearances: &BTreeSet<u32>, players: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &times in appearances {
        let all = times * players as u32;
        cells.extend((0..=all).map(|shares| [times.into(), shares.into(), 0]));
    }
    cells
}

/// Two of so many numbers, which may be the same, the lower one first, in ascending order.
fn two_of(numbers: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..numbers).flat_map(move |number| (number..numbers).map(move |other| [number, other]))
}

/// Where those of two of so many numbers would begin whose lower one is this, were the higher one
/// to begin at 0.
#[inline]
pub(crate) fn row_of(numbers: usize, number: usize) -> usize {
    numbers * number - number * (number + 1) / 2
}
