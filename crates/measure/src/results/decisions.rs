//! Decisions that were made for a bot, and so are none of its own.

use super::RuleSetResults;
use unobench_engine::OnFault;
use unobench_engine::tally::StrategyTally;
use unobench_findings::finding::BY_DEFAULT;

impl RuleSetResults<'_> {
    /// The share of a strategy's decisions that were made for it in games that count as they ended;
    /// none are where a game with a fault is lost by rule.
    pub(crate) fn share_by_default(&self, strategy: usize) -> f64 {
        let StrategyTally { faults, asked, .. } = self.totals.strategies[strategy];
        match self.on_fault() {
            OnFault::Random => faults as f64 / asked.max(1) as f64,
            OnFault::Lose => 0.0,
        }
    }

    /// Whether these are more than 1 %.
    pub fn plays_by_default(&self, strategy: usize) -> bool {
        self.share_by_default(strategy) > BY_DEFAULT
    }

    /// Whether somebody's are, so that nothing can be said of who sat at a table with it.
    pub fn has_substitutes(&self) -> bool {
        (0..self.totals.strategies.len()).any(|strategy| self.plays_by_default(strategy))
    }
}
