//! What exams say of how well `champion` knows rule sets.

use super::HeaderRules;
use std::collections::BTreeSet;
use unobench_core::rules::RuleSet;
use unobench_findings::documents::Examined;

/// What `champion` won who met a network that had learned a rule set alone.
#[derive(Debug, Clone, Copy)]
pub struct Exam {
    pub players: usize,
    pub games: u64,
    /// In millionths: what a seat won of a game, and the ends of its interval.
    pub won: [u32; 3],
}

/// What an exam found under these rules, for tables of so many seats; a digest of the other network
/// where that sits in place of `champion`.
pub fn found(rules: &RuleSet, players: usize, exam: Exam, digest: Option<String>) -> Examined {
    let [rate, low, high] = exam.won.map(|won| f64::from(won) / 1e6);
    Examined {
        rules: rules.name.clone(),
        players,
        at: exam.players,
        games: exam.games,
        share: 1.0 / rules.scoring.sides(exam.players) as f64,
        rate,
        low,
        high,
        digest,
    }
}

/// What is known of those rule sets under which `champion` did not surely win less than who learned
/// nothing else; exams are found by a digest of the settings, and seats.
pub fn known(
    rules: &[RuleSet],
    seats: &BTreeSet<usize>,
    exam: impl Fn(&str, usize) -> Option<Exam>,
) -> Vec<Examined> {
    let each = rules.iter().flat_map(|rules| seats.iter().map(move |&players| (rules, players)));
    let known = each.filter_map(|(rules, players)| {
        Some(found(rules, players, exam(&HeaderRules::from(rules).digest(), players)?, None))
    });
    known.filter(|found| found.low <= found.share).collect()
}
