//! What exams say of how well who sits as `champion` knows rule sets.

use super::HeaderRules;
use std::collections::BTreeSet;
use unobench_core::rules::RuleSet;
use unobench_findings::documents::{ExamVerdict, Examiner, KnowledgeResult};
use unobench_stats::{Interval, NonInferiority, NonInferiorityVerdict};

/// The most games that an examiner plays.
pub const MOST_GAMES: u64 = 40_000;

/// How often is looked at what it has won, at equal distances.
pub const LOOKS: u64 = 10;

/// How likely any of the examiners of a rule set is misjudged.
const ERROR: f64 = 0.05;

/// What somebody won who examined, in each of the seats that it had.
#[derive(Debug, Clone, PartialEq)]
pub struct ExaminerResult {
    pub examiner: String,
    pub games: u64,
    /// The share of a game, and the ends of its interval, in millionths.
    pub won: [u32; 3],
}

/// An exam of who sits as `champion`.
#[derive(Debug, Clone, PartialEq)]
pub struct ExamResult {
    /// What tells the network that sits in its place; none if nobody does.
    pub in_its_place: Option<String>,
    pub met: Vec<ExaminerResult>,
}

/// The test that each of so many examiners is, of so many games a block.
pub fn test(rules: &RuleSet, players: usize, examiners: usize, block: u64) -> NonInferiority {
    let first = (MOST_GAMES / LOOKS / block).max(2);
    NonInferiority {
        share: 1.0 / rules.scoring.sides(players) as f64,
        // Two wins in a hundred where there are two; it is worth as much among more.
        margin: if players == 2 { 0.02 } else { 0.01 },
        error: ERROR / examiners as f64,
        first,
        last: first * LOOKS,
    }
}

/// What an exam found under these rules, at tables of so many seats.
pub fn found(rules: &RuleSet, players: usize, exam: ExamResult) -> KnowledgeResult {
    let test = test(rules, players, exam.met.len().max(1), 1);
    let mut examiners = Vec::new();
    for ExaminerResult { examiner, games, won } in exam.met {
        let [rate, low, high] = won.map(|won| f64::from(won) / 1e6);
        let verdict = told(test.verdict(Interval { low, high }));
        examiners.push(Examiner { name: examiner, games, rate, low, high, verdict });
    }
    // Who was examined by nobody has passed nothing.
    let worst = examiners.iter().map(|examiner| examiner.verdict).max();
    KnowledgeResult {
        rules: rules.name.clone(),
        players,
        share: test.share,
        margin: test.margin,
        verdict: worst.unwrap_or(ExamVerdict::NotSettled),
        examiners,
        digest: exam.in_its_place,
    }
}

fn told(verdict: NonInferiorityVerdict) -> ExamVerdict {
    match verdict {
        NonInferiorityVerdict::Passed => ExamVerdict::Passed,
        NonInferiorityVerdict::NotSettled => ExamVerdict::NotSettled,
        NonInferiorityVerdict::Lost => ExamVerdict::Lost,
    }
}

/// What is known of those rule sets that were examined; exams are found by a digest of the settings,
/// and seats.
pub fn known(
    rules: &[RuleSet],
    seats: &BTreeSet<usize>,
    exam: impl Fn(&str, usize) -> Option<ExamResult>,
) -> Vec<KnowledgeResult> {
    let each = rules.iter().flat_map(|rules| seats.iter().map(move |&players| (rules, players)));
    let known = each.filter_map(|(rules, players)| {
        Some(found(rules, players, exam(&HeaderRules::from(rules).digest(), players)?))
    });
    known.collect()
}
