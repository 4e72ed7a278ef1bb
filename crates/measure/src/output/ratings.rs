//! How strong each strategy of a tournament or a duel is under each rule set.

use crate::results::RuleSetResults;
use unobench_findings::finding::Finding;
use unobench_stats::plackett_luce::Ratings;

pub(super) fn ratings(rules: &RuleSetResults<'_>, fit: Option<&Ratings>) -> Vec<Finding> {
    let names = rules.schedule.strategies();
    let of = |(strategy, name): (usize, &String)| -> [Finding; 2] {
        let rating = fit.and_then(|fit| rules.rating(fit, strategy));
        let games = rules.strategy(strategy).map_or(0, |sums| sums.rate.appearances);
        let of = Finding { of: name.clone(), games: Some(games), ..rules.finding("ratings") };
        let interval = rating.and_then(|rating| rating.interval);
        let faults = rules.totals.strategies[strategy].faults;
        [
            of.estimate("rating", rating.map(|rating| rating.elo), interval),
            of.count("faults", faults),
        ]
    };
    names.iter().enumerate().flat_map(of).collect()
}
