//! Two candidates on the same deals: by how much one does better than the other.
//!
//! A [`Verdict`] compares a candidate that was tuned or has learned with another one, on deals that
//! the candidate never saw.

use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_core::table::{Outcome, SeatMap, Table, TableSetup};
use unobench_files::estimate::Estimate;
use unobench_stats::MeanSums;

const POINTS_PER_WIN: i64 = 100;

#[derive(Debug, Clone)]
pub struct Contest {
    pub rules: RuleSet,
    pub players: usize,
    pub against: Vec<StrategySpec>,
    pub seed: u64,
    pub aim: Aim,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sums {
    blocks: u64,
    sum: i64,
    squares: i128,
}

impl Sums {
    fn of(value: i64) -> Sums {
        Sums { blocks: 1, sum: value, squares: i128::from(value).pow(2) }
    }

    fn plus(self, other: Sums) -> Sums {
        Sums {
            blocks: self.blocks + other.blocks,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }
}

/// Of the first candidate, of the second, and of their difference.
type Paired = [Sums; 3];

fn paired(first: i64, second: i64) -> Paired {
    [first, second, first - second].map(Sums::of)
}

fn both(one: Paired, other: Paired) -> Paired {
    std::array::from_fn(|place| one[place].plus(other[place]))
}

impl Contest {
    /// Games of so many blocks of the two against each other.
    pub fn games_met(&self, blocks: u64) -> u64 {
        blocks * self.duel_seatings().len() as u64
    }

    fn against(
        &self,
        candidates: [&StrategySpec; 2],
        opponent: &StrategySpec,
        blocks: Range<u64>,
        cancel: &AtomicBool,
    ) -> Option<Paired> {
        let seatings = rotations(&lone_candidate(), self.players);
        let [first, second] =
            candidates.map(|candidate| self.table(&[candidate.clone(), opponent.clone()]));
        self.play(blocks, cancel, |block, outcomes| {
            let [first, second] =
                [&first, &second].map(|table| self.total(&**table, block, &seatings, 0, outcomes));
            paired(first, second)
        })
    }

    /// What a candidate has in a game when it sits alone among others of one kind, in every seat in
    /// turn; none if it was cancelled.
    pub fn alone(
        &self,
        candidate: &StrategySpec,
        others: &StrategySpec,
        blocks: Range<u64>,
        cancel: &AtomicBool,
    ) -> Option<Estimate> {
        let seatings = rotations(&lone_candidate(), self.players);
        let table = self.table(&[candidate.clone(), others.clone()]);
        let [sums, ..] = self.play(blocks, cancel, |block, outcomes| {
            paired(self.total(&*table, block, &seatings, 0, outcomes), 0)
        })?;
        Some(estimate(sums, self.players as i64 * self.units(), self.aim, 0.0))
    }

    fn duel(
        &self,
        candidates: [&StrategySpec; 2],
        blocks: Range<u64>,
        cancel: &AtomicBool,
    ) -> Option<Paired> {
        let seatings = self.duel_seatings();
        let table = self.table(&candidates.map(StrategySpec::clone));
        self.play(blocks, cancel, |block, outcomes| {
            let first = self.total(&*table, block, &seatings, 0, outcomes);
            paired(first, self.sum(outcomes, &seatings, 1))
        })
    }

    /// Each candidate in every other seat, and the other way round; with an odd number of seats at
    /// every table.
    fn duel_seatings(&self) -> Vec<SeatMap> {
        let alternating: SeatMap = std::array::from_fn(|seat| (seat % 2) as u8);
        if self.players.is_multiple_of(2) {
            return vec![alternating, alternating.map(|candidate| 1 - candidate)];
        }
        let mut seatings = rotations(&alternating, self.players);
        seatings.extend(rotations(&alternating.map(|candidate| 1 - candidate), self.players));
        seatings
    }

    fn table(&self, strategies: &[StrategySpec]) -> Box<dyn Table> {
        TableSetup::new(&self.rules, self.players, strategies, false, self.seed).table()
    }

    fn total(
        &self,
        table: &dyn Table,
        block: u64,
        seatings: &[SeatMap],
        candidate: u8,
        outcomes: &mut Vec<Outcome>,
    ) -> i64 {
        outcomes.clear();
        table.play_block(block, seatings, outcomes);
        self.sum(outcomes, seatings, candidate)
    }

    fn sum(&self, outcomes: &[Outcome], seatings: &[SeatMap], candidate: u8) -> i64 {
        let games = outcomes.iter().zip(seatings);
        games
            .map(|(outcome, seating)| {
                self.seats_of(seating, candidate).map(|seat| self.worth(outcome, seat)).sum::<i64>()
            })
            .sum()
    }

    /// How many a win is worth: the sides that share a game that nobody wins, or points.
    fn units(&self) -> i64 {
        match self.aim {
            Aim::Wins => self.rules.scoring.sides(self.players) as i64,
            Aim::Score => POINTS_PER_WIN,
        }
    }

    /// What a seat has of an outcome, in units; points are bad where the fewest win.
    fn worth(&self, outcome: &Outcome, seat: usize) -> i64 {
        match self.aim {
            Aim::Wins if outcome.winners == 0 => 1,
            Aim::Wins => self.units() * i64::from(outcome.winners >> seat & 1),
            Aim::Score if self.rules.scoring.fewest_win() => -i64::from(outcome.scores[seat]),
            Aim::Score => i64::from(outcome.scores[seat]),
        }
    }

    fn seats_of<'s>(&self, seating: &'s SeatMap, side: u8) -> impl Iterator<Item = usize> + 's {
        (0..self.players).filter(move |&seat| seating[seat] == side)
    }

    fn play(
        &self,
        blocks: Range<u64>,
        cancel: &AtomicBool,
        play: impl Fn(u64, &mut Vec<Outcome>) -> Paired + Sync,
    ) -> Option<Paired> {
        let one = |outcomes: &mut Vec<Outcome>, block| {
            if cancel.load(Ordering::Relaxed) { Paired::default() } else { play(block, outcomes) }
        };
        let sums = blocks.into_par_iter().map_init(Vec::new, one).reduce(Paired::default, both);
        (!cancel.load(Ordering::Relaxed)).then_some(sums)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Whom both met; none where they met each other.
    pub opponent: Option<String>,
    pub tuned: Estimate,
    pub start: Estimate,
    pub gain: Estimate,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub blocks: Range<u64>,
    /// Head to head first, then each opponent.
    pub comparisons: Vec<Comparison>,
}

impl Verdict {
    /// Plays tuned against start, each comparison about so many games of each; none if it was
    /// cancelled.
    pub fn play(
        contest: &Contest,
        tuned: &StrategySpec,
        start: &StrategySpec,
        games: u64,
        cancel: &AtomicBool,
    ) -> Option<Verdict> {
        let blocks = 0..games.div_ceil(contest.players as u64);
        let candidates = [tuned, start];
        // Head to head each candidate has half of the seats.
        let seats = contest.duel_seatings().len() as i64 * contest.players as i64 / 2;
        let row = |opponent, paired, seats| {
            Comparison::new(opponent, paired, seats * contest.units(), contest.aim)
        };
        let duel = contest.duel(candidates, blocks.clone(), cancel)?;
        let mut comparisons = vec![row(None, duel, seats)];
        for opponent in &contest.against {
            let paired = contest.against(candidates, opponent, blocks.clone(), cancel)?;
            comparisons.push(row(Some(opponent.to_string()), paired, contest.players as i64));
        }
        Some(Verdict { blocks, comparisons })
    }
}

impl Comparison {
    fn new(opponent: Option<String>, paired: Paired, scale: i64, aim: Aim) -> Comparison {
        let [tuned, start] = [paired[0], paired[1]].map(|sums| estimate(sums, scale, aim, 0.0));
        let gain = estimate(paired[2], scale, aim, -1.0);
        Comparison { opponent, tuned, start, gain }
    }
}

/// A mean; wins are between the least that they can be and 1.
fn estimate(sums: Sums, scale: i64, aim: Aim, least: f64) -> Estimate {
    let Sums { blocks, sum, squares } = sums;
    let sums = MeanSums { blocks, sum: sum.into(), squares, scale };
    let interval = match aim {
        Aim::Wins => sums.interval_within(least, 1.0),
        Aim::Score => sums.interval(),
    };
    Estimate { value: sums.mean().unwrap_or(f64::NAN), interval }
}

fn lone_candidate() -> SeatMap {
    let mut places = [1; MAX_SEATS];
    places[0] = 0;
    places
}

fn rotations(places: &SeatMap, players: usize) -> Vec<SeatMap> {
    let rotated = |shift: usize| {
        std::array::from_fn(
            |seat| if seat < players { places[(seat + shift) % players] } else { 0 },
        )
    };
    (0..players).map(rotated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_strategies::strategy;

    static LIVE: AtomicBool = AtomicBool::new(false);

    fn contest(players: usize, aim: Aim) -> Contest {
        let against = ["most-colour", "random"].map(named).to_vec();
        Contest { rules: RuleSet::official(), players, against, seed: 5, aim }
    }

    fn named(name: &str) -> StrategySpec {
        strategy(name).expect("a strategy")
    }

    /// Who wins more against the same opponents has the better of the difference, by as much as
    /// the verdict says; and the gain is the difference.
    #[test]
    fn verdicts_favour_the_better_and_say_by_how_much() {
        let (good, bad) = (named("most-colour"), named("first-legal"));
        for players in [2, 3, 4] {
            let contest = contest(players, Aim::Wins);
            let play = |one, other| Verdict::play(&contest, one, other, 3000, &LIVE);
            let [verdict, mirrored] = [play(&good, &bad), play(&bad, &good)];
            let verdict = verdict.expect("a verdict");
            assert_eq!(verdict.comparisons.len(), 3);
            let gain = |verdict: &Verdict| verdict.comparisons[0].gain.value;
            assert!(gain(&verdict) > 0.0, "{players} seats");
            assert_eq!(gain(&verdict), -gain(&mirrored.expect("a verdict")), "{players} seats");
            let fair = 1.0 / players as f64;
            for row in verdict.comparisons {
                let (tuned, start, gain) = (row.tuned.value, row.start.value, row.gain.value);
                assert!((tuned - start - gain).abs() < 1e-9, "{row:?}");
                assert!(row.gain.interval.is_some_and(|it| it.contains(gain)), "{row:?}");
                match row.opponent {
                    None => assert!((tuned + start - 2.0 * fair).abs() < 1e-9, "{row:?}"),
                    Some(_) => assert!(tuned > 0.5 * fair && tuned < 1.0, "{row:?}"),
                }
            }
        }
    }

    #[test]
    fn few_points_are_good_where_the_fewest_win() {
        let pair = ["high-points", "first-legal"].map(named);
        for method in ["winner_takes", "own_points"] {
            let mut contest = contest(2, Aim::Score);
            contest.rules.set_all(&[&format!("scoring.method={method}")]).expect("a setting");
            let verdict = Verdict::play(&contest, &pair[0], &pair[1], 6000, &LIVE);
            assert!(verdict.expect("it is not cancelled").comparisons[0].gain.value > 0.0);
        }
    }

    #[test]
    fn a_cancelled_comparison_has_no_result() {
        let pair = ["most-colour", "random"].map(named);
        let cancelled = AtomicBool::new(true);
        let contest = contest(2, Aim::Wins);
        assert_eq!(Verdict::play(&contest, &pair[0], &pair[1], 100, &cancelled), None);
    }
}
