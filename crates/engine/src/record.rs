//! A tally as `progress.jsonl` keeps it: sparse, named, integers only.
//!
//! *Appearances* count a strategy once for each seat that it holds. A *position* is a place in a
//! line-up, an *entrant* a strategy in it, a *seat* is counted from the first to move, who is 0.
//! Strategies and line-ups are numbered as in the header's `strategies` and in the order of
//! combinations of its `line_up`.

use crate::histogram::SparseHistogram;
use crate::schedule::{Class, Classes, Schedule};
use crate::tally::{EntrantTally, PairTally, Tally};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A tally, written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The strategies that played, in ascending order.
    pub strategies: Vec<StrategyRecord>,
    /// The seats, the first to move first.
    pub seats: Vec<SeatRecord>,
    /// Games by turns.
    pub turns: SparseHistogram,
    /// Strategies against each other.
    pub pairs: PairRecords,
    /// `[i, j, s]`: s is the sum over blocks of the product of the wins of i and j, i ≤ j;
    /// strategies are numbered first, then seats. Sums of 0 are left out.
    pub cross: Vec<[u64; 3]>,
    /// The line-ups that played.
    pub line_ups: LineUpRecords,
}

/// What a strategy did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyRecord {
    /// Its number.
    pub strategy: usize,
    /// `[a, w, b]`: in b blocks it appeared a times at the table and won w times.
    pub block_wins: Vec<[u64; 3]>,
    /// Appearances by score.
    pub scores: SparseHistogram,
    /// Sum over blocks of the squared block score, which is the sum of its scores in the block.
    pub score_squares: i128,
    /// Sum over blocks of the block score times the appearances.
    pub score_appearances: i128,
    /// Sum over appearances of the points of the cards left in hand.
    pub hand_points: u64,
    /// Decisions that were made for it.
    pub faults: u64,
}

/// What a seat did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRecord {
    /// `[g, w, b]`: in b blocks of g games this seat won w.
    pub block_wins: Vec<[u64; 3]>,
    /// Sum of its scores.
    pub score: i64,
}

/// Pairs of strategies that met, by column; an entry of a column for each pair.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRecords {
    /// The two numbers, the lower one first.
    pub pair: Vec<[usize; 2]>,
    /// Blocks in which the first had the higher score per appearance.
    pub ahead: Vec<u64>,
    /// Blocks in which both had the same.
    pub tied: Vec<u64>,
    /// Blocks in which the first had the lower one.
    pub behind: Vec<u64>,
    /// Sum over blocks of the difference of scores per appearance, times the header's `scale`.
    pub difference: Vec<i64>,
    /// Sum of its squares, times the squared `scale`.
    pub difference_squares: Vec<i128>,
}

/// Line-ups, by column; an entry of a column for each line-up that played.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineUpRecords {
    /// Its number.
    pub line_up: Vec<usize>,
    /// Blocks that it played.
    pub blocks: Vec<u64>,
    /// Turns of all its games.
    pub turns: Vec<u64>,
    /// Sum over blocks of the squared turns of a block.
    pub turns_squares: Vec<u128>,
    /// Games that stalled.
    pub stalled: Vec<u64>,
    /// Sum over blocks of the squared number of stalled games.
    pub stalled_squares: Vec<u64>,
    /// For each position the games in which it moved first.
    pub firsts: Vec<Vec<u64>>,
    /// For each position and then each seat the games that it won there.
    pub wins: Vec<Vec<u64>>,
    /// For each entrant, in ascending order of strategies, the sum over blocks of the squared wins;
    /// 0 for places without an entrant.
    pub wins_squares: Vec<Vec<u64>>,
}

impl Tally {
    /// Writes the tally down.
    #[must_use]
    pub fn to_record(&self, schedule: &Schedule) -> Record {
        let (strategies, pairs, cross) = self.gather(schedule);
        let turns = self.turns.to_sparse(0);
        Record {
            strategies,
            seats: self.seat_records(schedule),
            turns,
            pairs,
            cross,
            line_ups: self.line_up_records(),
        }
    }

    /// Puts together by strategy what is kept by line-up.
    fn gather(&self, schedule: &Schedule) -> (Vec<StrategyRecord>, PairRecords, Vec<[u64; 3]>) {
        let players = self.players;
        let mut strategies: BTreeMap<usize, StrategyRecord> = BTreeMap::new();
        let mut pairs: BTreeMap<[usize; 2], PairTally> = BTreeMap::new();
        let mut cross: BTreeMap<[usize; 2], u64> = BTreeMap::new();
        let seat_number = |seat: usize| schedule.strategies().len() + seat;
        for (line_up, table) in schedule
            .line_ups()
            .iter()
            .enumerate()
            .filter(|&(line_up, _)| self.line_ups[line_up].blocks > 0)
        {
            for (place, entrant) in table.entrants.iter().enumerate() {
                let record = strategies
                    .entry(entrant.strategy)
                    .or_insert_with(|| self.strategy_record(schedule, entrant.strategy));
                record.add(&self.entrants[line_up * players + place], entrant.appearances);
                let row = (line_up * players + place) * players;
                for (other_place, other) in table.entrants.iter().enumerate().skip(place) {
                    let pair = [entrant.strategy, other.strategy];
                    *cross.entry(pair).or_default() += self.entrant_products[row + other_place];
                    if place != other_place {
                        pairs.entry(pair).or_default().merge(&self.pairs[row + other_place]);
                    }
                }
                for seat in 0..players {
                    *cross.entry([entrant.strategy, seat_number(seat)]).or_default() +=
                        self.mixed_products[row + seat];
                }
            }
        }
        for (seat, other) in
            (0..players).flat_map(|seat| (seat..players).map(move |other| (seat, other)))
        {
            cross.insert(
                [seat_number(seat), seat_number(other)],
                self.seat_products[seat * players + other],
            );
        }
        let cross = cross
            .into_iter()
            .filter(|(_, sum)| *sum > 0)
            .map(|([row, column], sum)| [row as u64, column as u64, sum])
            .collect();
        (strategies.into_values().collect(), pair_records(pairs), cross)
    }

    /// What a strategy did, as far as it is not kept by line-up.
    fn strategy_record(&self, schedule: &Schedule, strategy: usize) -> StrategyRecord {
        StrategyRecord {
            strategy,
            block_wins: cells(schedule.classes(), strategy, &self.block_wins),
            scores: self.scores.to_sparse(strategy),
            score_squares: 0,
            score_appearances: 0,
            hand_points: 0,
            faults: self.faults[strategy],
        }
    }

    fn seat_records(&self, schedule: &Schedule) -> Vec<SeatRecord> {
        let block_wins = |seat| cells(schedule.seat_classes(), seat, &self.seat_block_wins);
        self.seat_scores
            .iter()
            .enumerate()
            .map(|(seat, &score)| SeatRecord { block_wins: block_wins(seat), score })
            .collect()
    }

    fn line_up_records(&self) -> LineUpRecords {
        let mut records = LineUpRecords::default();
        let players = self.players;
        for (line_up, sums) in self.line_ups.iter().enumerate().filter(|(_, sums)| sums.blocks > 0)
        {
            let square = line_up * players * players..(line_up + 1) * players * players;
            records.line_up.push(line_up);
            records.blocks.push(sums.blocks);
            records.turns.push(sums.turns);
            records.turns_squares.push(sums.turns_squares);
            records.stalled.push(sums.stalled);
            records.stalled_squares.push(sums.stalled_squares);
            records.firsts.push(self.firsts[line_up * players..][..players].to_vec());
            records.wins.push(self.wins[square.clone()].to_vec());
            records
                .wins_squares
                .push(self.entrant_products[square].iter().step_by(players + 1).copied().collect());
        }
        records
    }
}

impl StrategyRecord {
    fn add(&mut self, entrant: &EntrantTally, appearances: u32) {
        self.hand_points += entrant.hand_points;
        self.score_squares += entrant.score_squares;
        self.score_appearances += i128::from(entrant.score) * i128::from(appearances);
    }
}

fn pair_records(pairs: BTreeMap<[usize; 2], PairTally>) -> PairRecords {
    let mut records = PairRecords::default();
    for (numbers, pair) in pairs {
        let [behind, tied, ahead] = pair.order;
        records.pair.push(numbers);
        records.ahead.push(ahead);
        records.tied.push(tied);
        records.behind.push(behind);
        records.difference.push(pair.difference);
        records.difference_squares.push(pair.difference_squares);
    }
    records
}

/// The blocks of one owner: appearances, wins and how many blocks.
pub fn cells(classes: &Classes, owner: usize, counts: &[u64]) -> Vec<[u64; 3]> {
    let classes = classes.list().iter().filter(|class| class.owner == owner);
    let listed = |class: &Class| {
        let (appearances, cells) = (u64::from(class.appearances), class.cells);
        (0..=appearances).map(move |wins| [appearances, wins, counts[cells + wins as usize]])
    };
    let mut list: Vec<[u64; 3]> =
        classes.flat_map(listed).filter(|[_, _, blocks]| *blocks > 0).collect();
    list.sort_unstable();
    list
}
