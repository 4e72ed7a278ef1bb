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

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_core::rules::RuleSet;
    use unobench_core::strategy::Aim;
    use unobench_strategies::strategy;

    static LIVE: AtomicBool = AtomicBool::new(false);

    fn contest(players: usize) -> Contest {
        Contest { rules: RuleSet::official(), players, seed: 5, aim: Aim::Wins }
    }

    fn met(players: usize, examiner: &str, examined: &[&str]) -> ExaminerResult {
        let contest = contest(players);
        let parse = |name: &&str| strategy(name).expect("a strategy");
        let examined: Vec<StrategySpec> = examined.iter().map(parse).collect();
        let test = KnowledgeTest::new(&contest, &examined, 3);
        test.meet(&parse(&examiner), &LIVE).expect("it is not cancelled")
    }

    #[test]
    fn who_plays_worse_is_found_out_at_the_first_look() {
        for (players, games) in [(2, 4000), (3, 3996), (4, 4000)] {
            let met = met(players, "random", &["most-colour", "punisher"]);
            let share = 1e6 / players as f64;
            assert_eq!(met.games, games);
            assert!(f64::from(met.won[2]) < share, "{players} seats: {met:?}");
        }
    }

    #[test]
    fn an_examiner_who_is_better_ends_it_above_the_margin() {
        let met = met(2, "most-colour", &["random"]);
        assert!(met.games == 4000 && met.won[1] > 520_000, "{met:?}");
    }

    #[test]
    fn twins_have_a_share_each() {
        let met = met(2, "most-colour", &["most-colour"]);
        // They win one game each of every block.
        assert_eq!((met.games, met.won[0]), (4000, 500_000));
    }

    #[test]
    fn what_one_wins_the_other_does_not() {
        let contest = contest(3);
        let [good, bad] = ["most-colour", "first-legal"].map(|name| strategy(name).expect("one"));
        let both = [[&good, &bad], [&bad, &good]]
            .map(|pair| contest.duel_sums(pair, 0..400, &LIVE).expect("it is not cancelled"));
        let [mean, other] = both.map(|sums| (1e6 * sums.mean().expect("blocks")).round() as u32);
        let won = [mean, mean - 9000, mean + 5000];
        let met = ExaminerResult { examiner: "most-colour".into(), games: 2400, won };
        let mirrored = mirrored(&met, "first-legal".into(), 1.0 / 3.0);
        assert!(mirrored.won[0].abs_diff(other) <= 1, "{mirrored:?}, {other}");
        assert_eq!(mirrored.won.map(|won| won.abs_diff(mirrored.won[0])), [0, 5000, 9000]);
    }

    #[test]
    fn a_cancelled_exam_has_no_result() {
        let contest = contest(2);
        let examined = [strategy("random").expect("a strategy")];
        let test = KnowledgeTest::new(&contest, &examined, 1);
        assert_eq!(test.meet(&examined[0], &AtomicBool::new(true)), None);
    }
}
