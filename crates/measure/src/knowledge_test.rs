//! Plays exams: does who sits as `champion` know a rule set as well as a rival?

use crate::contest::{Contest, together};
use crate::header::exam::{ExaminerResult, LOOKS, test};
use std::sync::atomic::AtomicBool;
use unobench_core::strategy::StrategySpec;
use unobench_stats::{Interval, MeanSums, NonInferiority};

/// An exam of some who take turns at a table, by several rivals.
#[derive(Debug)]
pub struct KnowledgeTest<'a> {
    contest: &'a Contest,
    test: NonInferiority,
    examined: &'a [StrategySpec],
}

impl<'a> KnowledgeTest<'a> {
    /// Of those who are examined, who take turns, by so many examiners.
    ///
    /// # Panics
    /// If nobody is examined.
    pub fn new(contest: &'a Contest, examined: &'a [StrategySpec], examiners: usize) -> Self {
        assert!(!examined.is_empty(), "somebody has to be examined");
        let test = test(&contest.rules, contest.players, examiners, contest.games_of_duel(1));
        KnowledgeTest { contest, test, examined }
    }

    /// Lets an examiner meet them until it is settled whether it wins as much as its share and the
    /// margin, but at most the games of all looks; none if it was cancelled.
    pub fn meet(&self, examiner: &StrategySpec, cancel: &AtomicBool) -> Option<ExaminerResult> {
        let mut sums: Option<MeanSums> = None;
        for look in 0..LOOKS {
            for part in 0..self.examined.len() {
                let played = self.part(look, part, examiner, cancel)?;
                sums = Some(sums.map_or(played, |sums| together(sums, played)));
            }
            let won = sums.as_ref().and_then(|sums| self.test.interval(sums));
            if won.is_some_and(|won| self.test.is_settled(won)) {
                break;
            }
        }
        let sums = sums?;
        let Interval { low, high } = self.test.interval(&sums)?;
        Some(ExaminerResult {
            examiner: examiner.to_string(),
            games: self.contest.games_of_duel(sums.blocks),
            won: [sums.mean()?, low, high].map(|share| (1e6 * share).round() as u32),
        })
    }

    /// What an examiner wins of one of those who take turns, from one look to the next.
    fn part(
        &self,
        look: u64,
        part: usize,
        examiner: &StrategySpec,
        cancel: &AtomicBool,
    ) -> Option<MeanSums> {
        let (blocks, parts) = (self.test.first, self.examined.len() as u64);
        let begin = |part: u64| look * blocks + part * blocks / parts;
        let part = part as u64;
        let pair = [examiner, &self.examined[part as usize]];
        self.contest.duel_sums(pair, begin(part)..begin(part + 1), cancel)
    }
}

/// What those who were examined won of an examiner, as if they had examined it: all seats of both
/// have a whole game of each.
pub fn mirrored(met: &ExaminerResult, examiner: String, share: f64) -> ExaminerResult {
    let all = (2e6 * share).round() as u32;
    let [rate, low, high] = met.won.map(|won| all.saturating_sub(won));
    ExaminerResult { examiner, games: met.games, won: [rate, high, low] }
}
