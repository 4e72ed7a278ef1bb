//! What each strategy won and got under each rule set, which is `summary.csv`.

use crate::results::{RuleSetResults, StrategySums};
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_stats::plackett_luce::{Rating, Ratings};
use unobench_stats::{Interval, quantile, standard_deviation};

/// The quantiles of scores that are told.
const QUANTILES: [(Metric, f64); 3] =
    [(Metric::ScoreP05, 0.05), (Metric::ScoreP50, 0.5), (Metric::ScoreP95, 0.95)];

/// An interval of a quantile of whole numbers, which is one of them.
pub(super) fn whole(interval: Interval) -> Interval {
    let [low, high] = [interval.low, interval.high].map(|end| (end - 0.5).ceil());
    Interval { low, high }
}

pub(super) fn strength(rules: &RuleSetResults<'_>, fit: Option<&Ratings>) -> Vec<Finding> {
    let played =
        (0..rules.schedule.strategies().len()).filter_map(|strategy| rules.strategy(strategy));
    let mut findings = Vec::new();
    for sums in played {
        let is_open = sums.rate.rate().is_some_and(|rate| 0.0 < rate && rate < 1.0);
        let rating = fit.filter(|_| is_open).and_then(|fit| rules.rating(fit, sums.tally.strategy));
        findings.extend(of_strategy(rules, &sums, rating));
    }
    findings
}

fn of_strategy(
    rules: &RuleSetResults<'_>,
    sums: &StrategySums<'_>,
    rating: Option<Rating>,
) -> Vec<Finding> {
    let (tally, games) = (sums.tally, sums.rate.appearances);
    let mean = |sum: f64| (games > 0).then(|| sum / games as f64);
    let finding = Finding {
        subject: rules.schedule.strategies()[tally.strategy].clone(),
        games: Some(games),
        undecided: mean(sums.undecided as f64),
        ..rules.finding(Question::Strength)
    };
    let interval = rating.and_then(|rating| rating.interval);
    let mut found = vec![
        finding.count(Metric::Wins, sums.wins),
        finding.estimate(Metric::WinRate, sums.rate.rate(), rules.interval(&sums.rate)),
        finding.estimate(Metric::Elo, rating.map(|rating| rating.elo), interval),
        finding.estimate(
            Metric::ScoreMean,
            sums.scores.mean(),
            rules.interval_of_mean(&sums.scores),
        ),
        finding.number(Metric::ScoreSd, standard_deviation(tally.scores.iter())),
        finding.number(Metric::HandPointsMean, mean(tally.hand_points as f64)),
        finding.estimate(Metric::TurnsMean, sums.turns.mean(), rules.interval_of_mean(&sums.turns)),
        finding.count(Metric::Stalled, sums.stalled),
        finding.count(Metric::Blocked, sums.blocked),
        finding.count(Metric::Faults, tally.faults),
        finding.number(Metric::ByDefault, rules.share_by_default(tally.strategy)),
    ];
    found.extend(QUANTILES.into_iter().map(|(metric, share)| {
        let value = quantile(share, tally.scores.iter()).map(|value| value as f64);
        let interval = rules.score_quantile(tally.strategy, share).map(whole);
        finding.estimate(metric, value, interval)
    }));
    found
}
