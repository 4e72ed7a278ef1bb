//! What was played under a rule set, by strategy: the sum of its records.
//!
//! Every file but `progress.jsonl` is derived from totals, and totals from records, so that a run
//! gives the same files whether its records were just played or read again. See [`Record`] for what
//! the sums mean.

use crate::histogram::Histograms;
use crate::record::{LineUpRecords, PairRecords, Record, SeatRecord, StrategyRecord};
use crate::schedule::{Classes, Schedule};

/// The sum of the records of a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Totals {
    players: usize,
    /// By strategy.
    pub strategies: Vec<StrategyTotals>,
    /// Appearances by score, a histogram for each strategy.
    pub scores: Histograms,
    /// Blocks by strategy, appearances and wins; see the schedule's classes.
    pub block_wins: Vec<u64>,
    /// Points by seat, counted from the first to move.
    pub seat_scores: Vec<i64>,
    /// Blocks by seat, games and wins.
    pub seat_block_wins: Vec<u64>,
    /// Games by turns, a single histogram.
    pub turns: Histograms,
    /// By two strategies, of which the first has the lower number.
    pub pairs: Vec<PairTotals>,
    /// Products of wins in a block: strategies, then seats; only the upper triangle is used.
    pub cross: Vec<u64>,
    /// By line-up.
    pub line_ups: Vec<LineUpTotals>,
    /// By line-up and position of who moved first.
    pub firsts: Vec<u64>,
    /// By line-up, position and seat.
    pub wins: Vec<u64>,
    /// By line-up and entrant.
    pub wins_squares: Vec<u64>,
}

/// What a strategy did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StrategyTotals {
    /// Sum over blocks of the squared block score.
    pub score_squares: i128,
    /// Sum over blocks of the block score times the appearances.
    pub score_appearances: i128,
    /// Points left in hand.
    pub hand_points: u64,
    /// Decisions that were made for it.
    pub faults: u64,
}

/// One strategy against another, by block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairTotals {
    /// Blocks in which the first was behind, level, ahead.
    pub order: [u64; 3],
    /// Sum over blocks of the difference of scores per appearance, times the scale.
    pub difference: i128,
    /// Sum of its squares.
    pub difference_squares: i128,
}

/// What happened at one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineUpTotals {
    /// Blocks.
    pub blocks: u64,
    /// Turns.
    pub turns: u64,
    /// Sum over blocks of the squared turns.
    pub turns_squares: u128,
    /// Stalled games.
    pub stalled: u64,
    /// Sum over blocks of the squared stalled games.
    pub stalled_squares: u64,
}

/// A record that does not belong to the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the tally of {0} does not fit the line-up")]
pub struct RecordError(&'static str);

impl Totals {
    /// Nothing yet of the games of a schedule.
    #[must_use]
    pub fn new(schedule: &Schedule) -> Totals {
        let players = schedule.players();
        let strategies = schedule.strategies().len();
        let line_ups = schedule.line_ups().len();
        Totals {
            players,
            strategies: vec![StrategyTotals::default(); strategies],
            scores: Histograms::new(strategies),
            block_wins: vec![0; schedule.classes().len()],
            seat_scores: vec![0; players],
            seat_block_wins: vec![0; schedule.seat_classes().len()],
            turns: Histograms::new(1),
            pairs: vec![PairTotals::default(); strategies * strategies],
            cross: vec![0; (strategies + players) * (strategies + players)],
            line_ups: vec![LineUpTotals::default(); line_ups],
            firsts: vec![0; line_ups * players],
            wins: vec![0; line_ups * players * players],
            wins_squares: vec![0; line_ups * players],
        }
    }

    /// Blocks played.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.line_ups.iter().map(|line_up| line_up.blocks).sum()
    }

    /// The sum over blocks of the product of two numbers of wins; strategies are numbered first,
    /// then seats, the first to move first.
    #[must_use]
    pub fn cross_product(&self, one: usize, other: usize) -> u64 {
        self.cross[one.min(other) * (self.strategies.len() + self.players) + one.max(other)]
    }

    /// Games of a line-up won at a position by who sat in a seat, counted from the first to move.
    #[must_use]
    pub fn line_up_wins(&self, line_up: usize, position: usize, seat: usize) -> u64 {
        self.wins[(line_up * self.players + position) * self.players + seat]
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it does not fit the schedule; the totals are then left with part of it.
    pub fn add(&mut self, schedule: &Schedule, record: &Record) -> Result<(), RecordError> {
        let added = self.turns.add_sparse(0, &record.turns);
        added.then_some(()).ok_or(RecordError("turns"))?;
        self.add_strategies(schedule, &record.strategies).ok_or(RecordError("strategies"))?;
        self.add_seats(schedule, &record.seats).ok_or(RecordError("seats"))?;
        self.add_pairs(&record.pairs).ok_or(RecordError("pairs"))?;
        self.add_cross(&record.cross).ok_or(RecordError("cross-products"))?;
        self.add_line_ups(&record.line_ups).ok_or(RecordError("line-ups"))
    }

    fn add_strategies(&mut self, schedule: &Schedule, records: &[StrategyRecord]) -> Option<()> {
        for record in records {
            add_cells(
                schedule.classes(),
                record.strategy,
                &record.block_wins,
                &mut self.block_wins,
            )?;
            let tally = self.strategies.get_mut(record.strategy)?;
            self.scores.add_sparse(record.strategy, &record.scores).then_some(())?;
            tally.score_squares = tally.score_squares.checked_add(record.score_squares)?;
            tally.score_appearances =
                tally.score_appearances.checked_add(record.score_appearances)?;
            tally.hand_points = tally.hand_points.checked_add(record.hand_points)?;
            tally.faults = tally.faults.checked_add(record.faults)?;
        }
        Some(())
    }

    fn add_seats(&mut self, schedule: &Schedule, records: &[SeatRecord]) -> Option<()> {
        (records.len() == self.players).then_some(())?;
        for (seat, record) in records.iter().enumerate() {
            add_cells(
                schedule.seat_classes(),
                seat,
                &record.block_wins,
                &mut self.seat_block_wins,
            )?;
            self.seat_scores[seat] = self.seat_scores[seat].checked_add(record.score)?;
        }
        Some(())
    }

    fn add_pairs(&mut self, records: &PairRecords) -> Option<()> {
        let strategies = self.strategies.len();
        for (place, &[first, second]) in records.pair.iter().enumerate() {
            let pair = PairTotals {
                order: [
                    *records.behind.get(place)?,
                    *records.tied.get(place)?,
                    *records.ahead.get(place)?,
                ],
                difference: (*records.difference.get(place)?).into(),
                difference_squares: *records.difference_squares.get(place)?,
            };
            (first < second && second < strategies).then_some(())?;
            self.pairs[first * strategies + second].add(&pair)?;
        }
        Some(())
    }

    fn add_cross(&mut self, records: &[[u64; 3]]) -> Option<()> {
        let width = self.strategies.len() + self.players;
        for &[row, column, sum] in records {
            let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
            (row <= column && column < width).then_some(())?;
            add(&mut self.cross[row * width + column], sum)?;
        }
        Some(())
    }

    fn add_line_ups(&mut self, records: &LineUpRecords) -> Option<()> {
        let players = self.players;
        for (place, &line_up) in records.line_up.iter().enumerate() {
            let sums = LineUpTotals {
                blocks: *records.blocks.get(place)?,
                turns: *records.turns.get(place)?,
                turns_squares: *records.turns_squares.get(place)?,
                stalled: *records.stalled.get(place)?,
                stalled_squares: *records.stalled_squares.get(place)?,
            };
            self.line_ups.get_mut(line_up)?.add(&sums)?;
            add_each(&mut self.firsts[line_up * players..][..players], records.firsts.get(place)?)?;
            add_each(
                &mut self.wins[line_up * players * players..][..players * players],
                records.wins.get(place)?,
            )?;
            add_each(
                &mut self.wins_squares[line_up * players..][..players],
                records.wins_squares.get(place)?,
            )?;
        }
        Some(())
    }
}

impl PairTotals {
    fn add(&mut self, more: &PairTotals) -> Option<()> {
        add_each(&mut self.order, &more.order)?;
        self.difference = self.difference.checked_add(more.difference)?;
        self.difference_squares = self.difference_squares.checked_add(more.difference_squares)?;
        Some(())
    }
}

impl LineUpTotals {
    fn add(&mut self, more: &LineUpTotals) -> Option<()> {
        add(&mut self.blocks, more.blocks)?;
        add(&mut self.turns, more.turns)?;
        self.turns_squares = self.turns_squares.checked_add(more.turns_squares)?;
        add(&mut self.stalled, more.stalled)?;
        add(&mut self.stalled_squares, more.stalled_squares)
    }
}

fn add_cells(classes: &Classes, owner: usize, list: &[[u64; 3]], counts: &mut [u64]) -> Option<()> {
    for &[appearances, wins, blocks] in list {
        let cell =
            classes.find(owner, u32::try_from(appearances).ok()?, u32::try_from(wins).ok()?)?;
        add(&mut counts[cell], blocks)?;
    }
    Some(())
}

fn add(sum: &mut u64, more: u64) -> Option<()> {
    *sum = sum.checked_add(more)?;
    Some(())
}

fn add_each(sums: &mut [u64], more: &[u64]) -> Option<()> {
    (sums.len() == more.len()).then_some(())?;
    sums.iter_mut().zip(more).try_for_each(|(sum, &more)| add(sum, more))
}
