//! How many games were played, how they ended, and how long they were.

use super::RuleSetResults;
use unobench_stats::{Interval, RatioMean, quantile_interval};

impl RuleSetResults<'_> {
    pub fn stalled(&self) -> u64 {
        self.totals.line_ups.iter().map(|sums| sums.stalled).sum()
    }

    pub fn blocked(&self) -> u64 {
        self.totals.line_ups.iter().map(|sums| sums.blocked).sum()
    }

    /// Games that nobody won.
    pub fn undecided(&self) -> u64 {
        self.totals.line_ups.iter().map(|sums| sums.undecided).sum()
    }

    /// The share of games that nobody won.
    pub fn undecided_share(&self) -> f64 {
        self.undecided() as f64 / self.games().max(1) as f64
    }

    /// Whether somebody won a game.
    pub fn is_decided(&self) -> bool {
        self.undecided() < self.games()
    }

    pub fn games(&self) -> u64 {
        let line_ups = self.totals.line_ups.iter().enumerate();
        line_ups
            .map(|(line_up, sums)| sums.blocks * u64::from(self.schedule.games_per_block(line_up)))
            .sum()
    }

    /// Turns of the finished games of each line-up, so many times; none that are to count 0 times.
    pub(super) fn turns_of(&self, times: impl Fn(usize) -> u64) -> RatioMean {
        let mut sums = RatioMean::default();
        for table in &self.totals.line_ups {
            let times = times(table.line_up);
            if times == 0 {
                continue;
            }
            let games = u64::from(self.schedule.games_per_block(table.line_up));
            let unfinished = table.stalled.saturating_add(table.blocked);
            sums.blocks += table.blocks;
            sums.appearances += times * (games * table.blocks).saturating_sub(unfinished);
            // By block: f = g − u, games that finished.
            let [times, games, blocks, turns, unfinished, unfinished_squares] =
                [times, games, table.blocks, table.turns, unfinished, table.unfinished_squares]
                    .map(i128::from);
            let finished_squares =
                games * games * blocks - 2 * games * unfinished + unfinished_squares;
            let [unfinished_turns, turns_squares] = [table.unfinished_turns, table.turns_squares]
                .map(|sum| i128::try_from(sum).unwrap_or(i128::MAX));
            let products = (games * turns).saturating_sub(unfinished_turns);
            sums.sum += times * turns;
            sums.appearances_squares += times.pow(2) * finished_squares;
            let squares = turns_squares.saturating_mul(times.pow(2));
            sums.squares = sums.squares.saturating_add(squares);
            sums.products = sums.products.saturating_add(products.saturating_mul(times.pow(2)));
        }
        sums
    }

    /// The 95 % interval of a quantile of the turns of a game; none where a run stopped by what was
    /// found.
    pub(crate) fn turns_quantile(&self, share: f64) -> Option<Interval> {
        if self.anytime() {
            return None;
        }
        let groups = self.groups.iter().map(|group| group.turns.iter());
        quantile_interval(share, self.totals.turns.iter(), groups)
    }
}
