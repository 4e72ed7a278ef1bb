//! When enough is known of a rule set, and what holds wherever it ends.

use super::RuleSetResults;
use crate::header::Leg;
use crate::stop::{FEWEST_BLOCKS, Stop};
use unobench_stats::sprt::SprtDecision;
use unobench_stats::{DuelEstimate, Interval, RatioMean, RatioSums, sequence};

impl<'a> RuleSetResults<'a> {
    /// Whether it ended as planned: by its rule, or because all its blocks are played.
    pub fn has_ended(&self) -> bool {
        self.blocks() >= self.planned() || self.is_enough()
    }

    pub(super) fn looks(&self) -> Vec<u64> {
        let blocks = self.blocks();
        let ends = self.leg().chunks(self.planned()).map(|chunk| chunk.end());
        ends.take_while(|&end| end <= blocks).filter(|&end| self.is_look(end)).collect()
    }

    fn is_look(&self, blocks: u64) -> bool {
        self.leg().look.is_none_or(|look| blocks.is_multiple_of(look)) || blocks >= self.planned()
    }

    /// Whether the intervals that are printed hold wherever one stops, as in a confidence sequence:
    /// those of win rates and scores in a sequential test, and of a run that somebody stopped
    /// before its rule did.
    pub fn anytime(&self) -> bool {
        match self.stop {
            None => false,
            Some(Stop::FixedWidth { .. }) => !self.has_ended(),
            Some(Stop::Sprt { .. }) => true,
        }
    }

    /// The 95 % interval of a win rate: a plain one, or that of a confidence sequence.
    pub fn interval(&self, wins: &RatioSums) -> Option<Interval> {
        if self.anytime() { wins.sequence() } else { wins.interval() }
    }

    pub fn interval_of_mean(&self, sums: &RatioMean) -> Option<Interval> {
        if self.anytime() { sums.sequence() } else { sums.interval() }
    }

    pub fn is_enough(&self) -> bool {
        match self.stop {
            None => false,
            Some(Stop::FixedWidth { width }) => {
                (0..self.schedule.strategies().len()).all(|strategy| {
                    self.strategy(strategy)
                        .and_then(|sums| self.watched(&sums.rate))
                        .is_some_and(|interval| interval.high - interval.low <= width)
                })
            }
            Some(Stop::Sprt { .. }) => {
                self.is_look(self.blocks())
                    && self.decision().is_some_and(|decision| decision != SprtDecision::Continue)
            }
        }
    }

    /// The interval of a win rate at whose width a rule looks that asks for one; none before there
    /// are enough blocks to know it.
    pub fn watched(&self, wins: &RatioSums) -> Option<Interval> {
        wins.interval().filter(|_| wins.blocks >= FEWEST_BLOCKS)
    }

    /// How many blocks it will probably have played when it ends: all that are planned, or as many
    /// as the rule by which it stops is likely to take, as far as that is known by now.
    pub fn expected_blocks(&self) -> u64 {
        let (blocks, players) = (self.blocks(), self.schedule.players());
        let expected = match self.stop {
            _ if self.has_ended() => return blocks,
            None => return self.planned(),
            Some(Stop::Sprt { elo0, elo1, .. }) => self.expected_of_test(elo0, elo1),
            Some(Stop::FixedWidth { width }) => {
                let widths = (0..self.schedule.strategies().len())
                    .filter_map(|strategy| self.watched(&self.strategy(strategy)?.rate))
                    .map(|interval| interval.high - interval.low);
                let widest = widths.fold(0.0, f64::max);
                let known = (widest > 0.0).then(|| blocks as f64 * (widest / width).powi(2));
                known.unwrap_or_else(|| sequence::fixed_blocks(width, players))
            }
        };
        (expected as u64).clamp(blocks + 1, self.planned().max(blocks + 1))
    }

    /// The blocks that a test which has not ended will probably take: at first as many as it takes
    /// at worst on average.
    fn expected_of_test(&self, elo0: f64, elo1: f64) -> f64 {
        let Some(test) = self.stop.and_then(|stop| stop.sprt().ok()) else { return 0.0 };
        let worst = (elo0 + elo1) / 2.0;
        let first = test.blocks(test.expected_information(0.0, worst), self.schedule.players());
        let Some(found) = self.with_sides(DuelEstimate::new) else { return first };
        let Some((llr, reverse, _)) = self.log_likelihood_ratio() else { return first };
        let information = ((elo1 - elo0) / found.standard_error).powi(2);
        let left = match reverse {
            Some(reverse) if found.elo < 0.0 => test.expected_information(reverse, -found.elo),
            _ => test.expected_information(llr, found.elo),
        };
        self.blocks() as f64 * (1.0 + left / information)
    }

    pub fn decision(&self) -> Option<SprtDecision> {
        let sprt = self.stop?.sprt().ok()?;
        Some(self.with_sides(|sides| sprt.decide(sides)))
    }

    /// The log-likelihood ratio, that of the second over the first, and the bounds between which the
    /// test goes on; none if it does not stop by a test.
    pub fn log_likelihood_ratio(&self) -> Option<(f64, Option<f64>, (f64, f64))> {
        let sprt = self.stop?.sprt().ok()?;
        let (llr, reverse) = self.with_sides(|sides| (sprt.llr(sides), sprt.reverse_llr(sides)));
        Some((llr, reverse, sprt.bounds()))
    }

    fn planned(&self) -> u64 {
        let extent = self.schedule.extent(self.leg().games);
        extent.map_or(u64::MAX, |extent| extent.blocks)
    }

    fn leg(&self) -> &'a Leg {
        &self.header.legs[0]
    }
}
