//! One strategy against another, of which nothing is kept: how much it has of a game.

use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_core::table::{Outcome, SeatMap, TableSetup};
use unobench_findings::estimate::Estimate;
use unobench_stats::MeanSums;

/// The two strategies of a contest, first the one that is measured.
type Pair<'a> = [&'a StrategySpec; 2];

const POINTS_PER_WIN: i64 = 100;

/// The rule set, seats and seed with which pairs of strategies are compared.
#[derive(Debug, Clone)]
pub struct Contest {
    pub rules: RuleSet,
    pub players: usize,
    pub seed: u64,
    /// What is counted: wins, or points more than the others have on average, in hundreds.
    pub aim: Aim,
}

impl Contest {
    /// What each has where all are equal.
    pub fn fair(&self) -> f64 {
        match self.aim {
            Aim::Wins => 1.0 / self.rules.scoring.sides(self.players) as f64,
            Aim::Score => 0.0,
        }
    }

    /// What the first of a pair has, alone among copies of the other, in every seat in turn; none
    /// if it was cancelled.
    pub fn alone(&self, pair: Pair<'_>, blocks: u64, cancel: &AtomicBool) -> Option<Estimate> {
        let mut places = [1; MAX_SEATS];
        places[0] = 0;
        self.estimate(self.play(pair, &self.rotations(&places), 0..blocks, cancel))
    }

    /// What the first of a pair has in every other seat; none if it was cancelled.
    pub fn duel(&self, pair: Pair<'_>, blocks: u64, cancel: &AtomicBool) -> Option<Estimate> {
        self.estimate(self.duel_sums(pair, 0..blocks, cancel))
    }

    /// The sums of that over some blocks, of which each is played once with the first of the pair in
    /// every other seat and once with it in the others; none if it was cancelled.
    pub fn duel_sums(
        &self,
        pair: Pair<'_>,
        blocks: Range<u64>,
        cancel: &AtomicBool,
    ) -> Option<MeanSums> {
        self.play(pair, &self.duel_seatings(), blocks, cancel)
    }

    /// Games of so many blocks of a duel.
    pub fn games_of_duel(&self, blocks: u64) -> u64 {
        blocks * self.duel_seatings().len() as u64
    }

    /// Every other seat, and those between; with an odd number of seats at every table.
    fn duel_seatings(&self) -> Vec<SeatMap> {
        let alternating: SeatMap = std::array::from_fn(|seat| (seat % 2) as u8);
        let both = [alternating, alternating.map(|place| 1 - place)];
        if self.players.is_multiple_of(2) {
            return both.to_vec();
        }
        both.iter().flat_map(|places| self.rotations(places)).collect()
    }

    fn rotations(&self, places: &SeatMap) -> Vec<SeatMap> {
        let seats = self.players;
        let place = |seat, shift| if seat < seats { places[(seat + shift) % seats] } else { 0 };
        (0..seats).map(|shift| std::array::from_fn(|seat| place(seat, shift))).collect()
    }

    fn play(
        &self,
        pair: Pair<'_>,
        seatings: &[SeatMap],
        blocks: Range<u64>,
        cancel: &AtomicBool,
    ) -> Option<MeanSums> {
        let strategies = pair.map(StrategySpec::clone);
        let setup = TableSetup::new(&self.rules, self.players, &strategies, false, self.seed);
        let table = setup.table();
        let seats = || seatings.iter().map(|seating| self.seats_of_first(seating));
        let scale = self.units() * seats().map(Iterator::count).sum::<usize>() as i64;
        let nothing = MeanSums { blocks: 0, sum: 0, squares: 0, scale };
        let block_sums = |outcomes: &mut Vec<Outcome>, block| {
            if cancel.load(Ordering::Relaxed) {
                return nothing;
            }
            outcomes.clear();
            table.play_block(block, seatings, outcomes);
            let games = outcomes.iter().zip(seats());
            let worth = games.flat_map(|(game, seats)| seats.map(|seat| self.worth(game, seat)));
            let sum = i128::from(worth.sum::<i64>());
            MeanSums { blocks: 1, sum, squares: sum.pow(2), scale }
        };
        let sums =
            blocks.into_par_iter().map_init(Vec::new, block_sums).reduce(|| nothing, together);
        (!cancel.load(Ordering::Relaxed)).then_some(sums)
    }

    fn estimate(&self, sums: Option<MeanSums>) -> Option<Estimate> {
        let sums = sums?;
        let interval = match self.aim {
            Aim::Wins => sums.interval_within(0.0, 1.0),
            Aim::Score => sums.interval(),
        };
        Some(Estimate { value: sums.mean().unwrap_or(f64::NAN), interval })
    }

    fn seats_of_first(&self, seating: &SeatMap) -> impl Iterator<Item = usize> + use<> {
        let seating = *seating;
        (0..self.players).filter(move |&seat| seating[seat] == 0)
    }

    /// How many make one: the sides that share a game that nobody wins, or points for each of the
    /// others.
    fn units(&self) -> i64 {
        match self.aim {
            Aim::Wins => self.rules.scoring.sides(self.players) as i64,
            Aim::Score => POINTS_PER_WIN * (self.players as i64 - 1),
        }
    }

    /// What a seat has of an outcome, in units; points are bad where the fewest win.
    fn worth(&self, outcome: &Outcome, seat: usize) -> i64 {
        match self.aim {
            Aim::Wins if outcome.winners == 0 => 1,
            Aim::Wins => self.units() * i64::from(outcome.winners >> seat & 1),
            Aim::Score if self.rules.scoring.fewest_win() => -self.lead(outcome, seat),
            Aim::Score => self.lead(outcome, seat),
        }
    }

    /// How many points a seat has more than each of the others, added up over these.
    fn lead(&self, outcome: &Outcome, seat: usize) -> i64 {
        let total: i64 = outcome.scores[..self.players].iter().copied().map(i64::from).sum();
        self.players as i64 * i64::from(outcome.scores[seat]) - total
    }
}

/// The sums of the blocks of both, which are of the same scale.
pub fn together(sums: MeanSums, other: MeanSums) -> MeanSums {
    MeanSums {
        blocks: sums.blocks + other.blocks,
        sum: sums.sum + other.sum,
        squares: sums.squares + other.squares,
        scale: sums.scale,
    }
}
