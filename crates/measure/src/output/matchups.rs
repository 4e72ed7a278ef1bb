//! What each strategy got more than each other that it met, by block.

use crate::results::RuleSetResults;
use unobench_engine::tally::PairTally;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;

pub(super) fn matchups(rules: &RuleSetResults<'_>) -> Vec<Finding> {
    let all = 0..rules.schedule.strategies().len();
    let pairs = all
        .clone()
        .flat_map(|strategy| all.clone().filter_map(move |two| rules.pair(strategy, two)));
    pairs.flat_map(|pair| of_pair(rules, &pair)).collect()
}

fn of_pair(rules: &RuleSetResults<'_>, pair: &PairTally) -> Vec<Finding> {
    let (finding, difference) =
        (rules.between(Question::Matchups, pair.pair), rules.difference(pair));
    let interval = if rules.anytime() { difference.sequence() } else { difference.interval() };
    vec![
        finding.count(Metric::Blocks, difference.blocks),
        finding.count(Metric::Ahead, pair.ahead),
        finding.count(Metric::Tied, pair.tied),
        finding.count(Metric::Behind, pair.behind),
        finding.estimate(Metric::MeanDifference, difference.mean(), interval),
    ]
}
