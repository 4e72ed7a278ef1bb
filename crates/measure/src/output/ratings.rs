//! How strong each strategy of a tournament or a duel is under each rule set.

use crate::results::RuleSetResults;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_stats::plackett_luce::Ratings;

pub(super) fn ratings(rules: &RuleSetResults<'_>, fit: Option<&Ratings>) -> Vec<Finding> {
    let names = rules.schedule.strategies();
    // Where nobody is asked from outside nobody can fail.
    let has_bots = rules.totals.strategies.iter().any(|tally| tally.asked > 0);
    let mut findings = Vec::new();
    for (strategy, name) in names.iter().enumerate() {
        let rating = fit.and_then(|fit| rules.rating(fit, strategy));
        let games = rules.strategy(strategy).map_or(0, |sums| sums.rate.appearances);
        let finding = Finding {
            subject: name.clone(),
            games: Some(games),
            ..rules.finding(Question::Ratings)
        };
        let interval = rating.and_then(|rating| rating.interval);
        let faults = rules.totals.strategies[strategy].faults;
        let elo = rating.map(|rating| rating.elo);
        findings.push(finding.estimate(Metric::Rating, elo, interval));
        findings.extend(has_bots.then(|| finding.count(Metric::Faults, faults)));
    }
    findings
}
