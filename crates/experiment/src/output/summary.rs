//! `summary.csv`: a row for each rule set and strategy.

use unobench_files::table::{Cell, Row};
use crate::run::results::{Results, RuleSetResults, StrategySums};
use unobench_stats::{Interval, elo, quantile, standard_deviation};

/// What a strategy did under a rule set. Games and wins count appearances at the table.
#[derive(Debug, Clone, PartialEq)]
pub struct SummaryRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The strategy.
    pub strategy: String,
    /// Its appearances.
    pub games: u64,
    /// Those in which it was credited with the win.
    pub wins: u64,
    /// Wins per game.
    pub win_rate: Option<f64>,
    /// The 95 % interval of the rate, from block variance.
    pub win_rate_interval: Option<Interval>,
    /// The rate as an Elo difference from the fair share; none at 0 and 1.
    pub elo: Option<f64>,
    /// The interval's lower end as Elo.
    pub elo_low: Option<f64>,
    /// The interval's upper end as Elo.
    pub elo_high: Option<f64>,
    /// Points in a game, on average.
    pub score_mean: Option<f64>,
    /// Their standard deviation.
    pub score_sd: Option<f64>,
    /// Their 5 % quantile, a score that occurred.
    pub score_p05: Option<i64>,
    /// Their median.
    pub score_p50: Option<i64>,
    /// Their 95 % quantile.
    pub score_p95: Option<i64>,
    /// Points left in hand, on average.
    pub hand_points_mean: Option<f64>,
    /// Turns of its games, on average.
    pub turns_mean: Option<f64>,
    /// Its games that stalled.
    pub stalled: u64,
    /// Decisions that were made for it.
    pub faults: u64,
}

/// The rows of `summary.csv`, by rule set and strategy.
#[must_use]
pub fn summary(results: &Results) -> Vec<SummaryRow> {
    let strategies = results.strategies();
    let played = results.played();
    let rows = played.iter().flat_map(|rules| {
        strategies.iter().filter_map(|&strategy| Some(row(rules, &rules.strategy(strategy)?)))
    });
    rows.collect()
}

fn row(rules: &RuleSetResults<'_>, sums: &StrategySums) -> SummaryRow {
    let games = sums.wins.appearances;
    let mean = |sum: f64| (games > 0).then(|| sum / games as f64);
    let scores = || rules.scores(sums.strategy);
    let score_sum: i128 =
        scores().map(|(score, count)| i128::from(score) * i128::from(count)).sum();
    let interval = rules.interval(&sums.wins);
    let elo = |rate: f64| elo(rate, rules.fair_share);
    SummaryRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players(),
        strategy: rules.schedule.strategies()[sums.strategy].clone(),
        games,
        wins: sums.wins.wins,
        win_rate: sums.wins.rate(),
        win_rate_interval: interval,
        elo: sums.wins.rate().and_then(elo),
        elo_low: interval.and_then(|interval| elo(interval.low)),
        elo_high: interval.and_then(|interval| elo(interval.high)),
        score_mean: mean(score_sum as f64),
        score_sd: standard_deviation(scores()),
        score_p05: quantile(0.05, scores()),
        score_p50: quantile(0.5, scores()),
        score_p95: quantile(0.95, scores()),
        hand_points_mean: mean(sums.hand_points as f64),
        turns_mean: mean(sums.turns as f64),
        stalled: sums.stalled,
        faults: sums.faults,
    }
}

impl Row for SummaryRow {
    const COLUMNS: &'static [&'static str] = &[
        "rules",
        "players",
        "strategy",
        "games",
        "wins",
        "win_rate",
        "win_rate_low",
        "win_rate_high",
        "elo",
        "elo_low",
        "elo_high",
        "score_mean",
        "score_sd",
        "score_p05",
        "score_p50",
        "score_p95",
        "hand_points_mean",
        "turns_mean",
        "stalled",
        "faults",
    ];

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.rules.as_str().into(),
            self.players.into(),
            self.strategy.as_str().into(),
            self.games.into(),
            self.wins.into(),
            self.win_rate.into(),
            self.win_rate_interval.map(|interval| interval.low).into(),
            self.win_rate_interval.map(|interval| interval.high).into(),
            self.elo.into(),
            self.elo_low.into(),
            self.elo_high.into(),
            self.score_mean.into(),
            self.score_sd.into(),
            self.score_p05.into(),
            self.score_p50.into(),
            self.score_p95.into(),
            self.hand_points_mean.into(),
            self.turns_mean.into(),
            self.stalled.into(),
            self.faults.into(),
        ]
    }
}
