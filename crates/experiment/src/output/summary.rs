//! `summary.csv`: a row for each rule set and strategy.

use crate::results::{Results, RuleSetResults, StrategySums};
use unobench_files::estimate::ends;
use unobench_files::rows::SummaryRow;
use unobench_stats::plackett_luce::Rating;
use unobench_stats::{quantile, standard_deviation};

pub fn summary(results: &Results) -> Vec<SummaryRow> {
    let strategies = results.strategies();
    let mut rows = Vec::new();
    for rules in results.played() {
        let fit = rules.ratings().ok();
        let played = strategies.iter().filter_map(|&strategy| rules.strategy(strategy));
        rows.extend(played.map(|sums| {
            let open = sums.rate.rate().is_some_and(|rate| 0.0 < rate && rate < 1.0);
            let fit = fit.as_ref().filter(|_| open);
            let rating = fit.and_then(|fit| rules.rating(fit, sums.tally.strategy));
            row(&rules, &sums, rating)
        }));
    }
    rows
}

fn row(rules: &RuleSetResults<'_>, sums: &StrategySums<'_>, rating: Option<Rating>) -> SummaryRow {
    let games = sums.rate.appearances;
    let mean = |sum: f64| (games > 0).then(|| sum / games as f64);
    let (tally, scores) = (sums.tally, || sums.tally.scores.iter());
    let (win_rate_low, win_rate_high) = ends(rules.interval(&sums.rate));
    let (elo_low, elo_high) = ends(rating.and_then(|rating| rating.interval));
    let (score_mean_low, score_mean_high) = ends(rules.interval_of_mean(&sums.scores));
    let (turns_mean_low, turns_mean_high) = ends(rules.interval_of_mean(&sums.turns));
    SummaryRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players() as u32,
        strategy: rules.schedule.strategies()[tally.strategy].clone(),
        games,
        wins: sums.wins,
        win_rate: sums.rate.rate(),
        win_rate_low,
        win_rate_high,
        elo: rating.map(|rating| rating.elo),
        elo_low,
        elo_high,
        score_mean: sums.scores.mean(),
        score_sd: standard_deviation(scores()),
        score_p05: quantile(0.05, scores()),
        score_p50: quantile(0.5, scores()),
        score_p95: quantile(0.95, scores()),
        hand_points_mean: mean(tally.hand_points as f64),
        turns_mean: sums.turns.mean(),
        stalled: sums.stalled,
        faults: tally.faults,
        score_mean_low,
        score_mean_high,
        turns_mean_low,
        turns_mean_high,
        undecided: mean(sums.undecided as f64),
        blocked: sums.blocked,
        rules_digest: rules.digest(),
    }
}
