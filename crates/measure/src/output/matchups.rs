//! What each strategy got more than each other that it met, by block.

use crate::results::RuleSetResults;
use unobench_engine::tally::PairTally;
use unobench_findings::finding::Finding;

pub(super) fn matchups(rules: &RuleSetResults<'_>) -> Vec<Finding> {
    let all = 0..rules.schedule.strategies().len();
    let pairs = all.clone().flat_map(|one| all.clone().filter_map(move |two| rules.pair(one, two)));
    pairs.flat_map(|pair| of_pair(rules, &pair)).collect()
}

fn of_pair(rules: &RuleSetResults<'_>, pair: &PairTally) -> Vec<Finding> {
    let (of, difference) = (rules.between("matchups", pair.pair), rules.difference(pair));
    let interval = if rules.anytime() { difference.sequence() } else { difference.interval() };
    vec![
        of.count("blocks", difference.blocks),
        of.count("ahead", pair.ahead),
        of.count("tied", pair.tied),
        of.count("behind", pair.behind),
        of.estimate("mean_difference", difference.mean(), interval),
    ]
}
