//! What tuning gained, measured on deals that it never saw.

use super::contest::{Contest, Paired, Sums, units};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use unobench_core::strategy::Aim;
use unobench_core::strategy::StrategySpec;
use unobench_stats::{Interval, MeanSums};

/// A mean and its 95 % interval; none for fewer than two blocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// The tuned strategy and the start on the same deals.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Whom both met; none where they met each other.
    pub opponent: Option<String>,
    /// What the tuned one had in a game, in each of its seats.
    pub tuned: Estimate,
    /// What the strategy with its numbers from the start had.
    pub start: Estimate,
    /// By how much the tuned one had more.
    pub gain: Estimate,
}

/// All comparisons.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The blocks that each comparison was played on.
    pub blocks: Range<u64>,
    /// Head to head first, then each opponent.
    pub comparisons: Vec<Comparison>,
}

impl Verdict {
    /// Plays tuned against start, each comparison about so many games of each; none if it was
    /// cancelled.
    #[must_use]
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
        let mut comparisons = vec![Comparison::new(
            None,
            contest.duel(candidates, blocks.clone(), cancel)?,
            seats,
            contest.aim,
        )];
        for opponent in &contest.against {
            let paired = contest.against(candidates, opponent, blocks.clone(), cancel)?;
            comparisons.push(Comparison::new(
                Some(opponent.to_string()),
                paired,
                contest.players as i64,
                contest.aim,
            ));
        }
        Some(Verdict { blocks, comparisons })
    }
}

impl Comparison {
    fn new(opponent: Option<String>, paired: Paired, appearances: i64, aim: Aim) -> Comparison {
        let estimate = |sums: Sums| Estimate::new(sums, appearances * units(aim));
        Comparison {
            opponent,
            tuned: estimate(paired.first),
            start: estimate(paired.second),
            gain: estimate(paired.difference),
        }
    }
}

impl Estimate {
    /// What a candidate has in a game when it sits alone among others of one kind, in every seat in
    /// turn; none if it was cancelled.
    #[must_use]
    pub fn alone(
        contest: &Contest,
        candidate: &StrategySpec,
        others: &StrategySpec,
        blocks: Range<u64>,
        cancel: &AtomicBool,
    ) -> Option<Estimate> {
        let sums = contest.alone(candidate, others, blocks, cancel)?;
        Some(Estimate::new(sums, contest.players as i64 * units(contest.aim)))
    }

    fn new(sums: Sums, scale: i64) -> Estimate {
        let sums = MeanSums {
            blocks: sums.blocks,
            sum: i128::from(sums.sum),
            squares: sums.squares,
            scale,
        };
        Estimate { mean: sums.mean().unwrap_or(f64::NAN), interval: sums.interval() }
    }
}
