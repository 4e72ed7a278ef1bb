//! What a strategy did in all its games.

use super::RuleSetResults;
use unobench_engine::tally::{LineUpTally, StrategyTally};
use unobench_stats::{Interval, RatioMean, RatioSums, quantile_interval};

/// The sums over all games of a strategy from which its results are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrategySums<'a> {
    pub tally: &'a StrategyTally,
    /// Appearances and wins by block; a game that nobody won counts in part.
    pub rate: RatioSums,
    pub wins: u64,
    /// Turns of the games in which it appeared and that finished, once for each appearance.
    pub turns: RatioMean,
    pub scores: RatioMean,
    pub stalled: u64,
    pub blocked: u64,
    /// Those that nobody won.
    pub undecided: u64,
}

impl StrategySums<'_> {
    /// The share of its games that nobody won.
    pub fn undecided_share(&self) -> f64 {
        self.undecided as f64 / self.rate.appearances.max(1) as f64
    }
}

impl<'a> RuleSetResults<'a> {
    pub fn strategy(&self, strategy: usize) -> Option<StrategySums<'a>> {
        let tally = &self.totals.strategies[strategy];
        let rate = self.ratio(&tally.block_shares);
        let seats = |line_up: usize| self.schedule.line_ups()[line_up].seats_of(strategy);
        let seated = |games: fn(&LineUpTally) -> u64| {
            let tables = self.totals.line_ups.iter();
            tables.map(|table| seats(table.line_up) * games(table)).sum::<u64>()
        };
        let scores_sum =
            tally.scores.iter().map(|(score, count)| i128::from(score) * i128::from(count)).sum();
        let scores = RatioMean {
            blocks: rate.blocks,
            appearances: rate.appearances,
            appearances_squares: i128::try_from(rate.appearances_squares).unwrap_or(i128::MAX),
            sum: scores_sum,
            squares: tally.score_squares,
            products: tally.score_appearances,
        };
        let undecided = seated(|table| table.undecided);
        (rate.blocks > 0).then(|| StrategySums {
            tally,
            rate,
            wins: rate.wins(undecided),
            turns: self.turns_of(seats),
            scores,
            stalled: seated(|table| table.stalled),
            blocked: seated(|table| table.blocked),
            undecided,
        })
    }

    pub(crate) fn score_quantile(&self, strategy: usize, share: f64) -> Option<Interval> {
        let groups = self.groups.iter().map(|group| group.scores[strategy].iter());
        let scores = &self.totals.strategies[strategy].scores;
        (!self.anytime()).then(|| quantile_interval(share, scores.iter(), groups)).flatten()
    }
}
