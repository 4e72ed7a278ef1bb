//! What a person is told of a run, taken from its results.

use super::bound::marked;
use super::faults;
use super::sparkline::sparkline;
use unobench_core::shown::Shown;
use unobench_experiment::Played;
use unobench_experiment::output::{ends, quantiles, seats, summary};
use unobench_experiment::run::{Results, RuleSetResults};
use unobench_files::documents::QuantileEntry;
use unobench_files::estimate::Estimate;
use unobench_files::rows::{SeatRow, SummaryRow};

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct StrategyRow {
    pub(super) strategy: String,
    pub(super) games: u64,
    pub(super) win_rate: Estimate,
    /// Strength above the average, none at a rate of 0 or 1.
    pub(super) elo: Option<Estimate>,
    pub(super) score_mean: Estimate,
    pub(super) hand_points_mean: f64,
    pub(super) scores: String,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct RunSummary {
    pub(super) rules: String,
    pub(super) players: usize,
    pub(super) fair_share: f64,
    pub(super) games: u64,
    pub(super) match_play: bool,
    pub(super) fewest_win: bool,
    pub(super) rows: Vec<StrategyRow>,
    pub(super) first_seat: Option<Estimate>,
    pub(super) turns_mean: Estimate,
    pub(super) quantiles: Vec<QuantileEntry>,
    /// How likely differences between seats at least as large are if all win equally often.
    pub(super) equal_seats: Option<f64>,
    /// The distribution of turns: where it begins, in bars, where it ends.
    pub(super) lengths: Option<(i64, String, i64)>,
    pub(super) stalled: u64,
    pub(super) blocked: u64,
    /// Whether somebody stopped it before it was as precise as was asked for.
    pub(super) by_hand: bool,
    pub(super) faults: Vec<String>,
}

pub(super) fn of_report(report: &Played<Results>) -> Vec<RunSummary> {
    let results = &report.found;
    let (summary, seats, quantiles) = (summary(results), seats(results), quantiles(results));
    let played = results.rule_sets().filter(|rules| rules.blocks() > 0);
    played
        .map(|rules| RunSummary {
            match_play: results.header().r#match,
            by_hand: rules.stop.is_some() && !rules.has_ended(),
            faults: faults::of_faults(&rules, &report.troubles),
            quantiles: quantiles
                .iter()
                .filter(|entry| entry.rules == rules.name && entry.strategy.is_none())
                .cloned()
                .collect(),
            ..of_rule_set(&rules, &summary, &seats)
        })
        .collect()
}

fn of_rule_set(rules: &RuleSetResults<'_>, rows: &[SummaryRow], seats: &[SeatRow]) -> RunSummary {
    let players = rules.schedule.players();
    let summary = || rows.iter().filter(|row| row.rules == rules.name);
    let first = seats.iter().find(|row| row.rules == rules.name && row.seat == 1);
    RunSummary {
        rules: Shown::of(rules.name).to_string(),
        players,
        fair_share: rules.fair_share,
        games: rules.games(),
        fewest_win: rules.fewest_win,
        rows: summary()
            .map(|row| StrategyRow { scores: scores(rules, &row.strategy), ..of_row(row) })
            .collect(),
        lengths: sparkline(rules.totals.turns.iter()),
        first_seat: first
            .and_then(|row| Estimate::of(row.win_rate, row.win_rate_low, row.win_rate_high)),
        turns_mean: turns_mean(rules),
        equal_seats: rules.equal_seats().map(|found| found.p_value),
        stalled: rules.stalled(),
        blocked: rules.blocked(),
        ..RunSummary::default()
    }
}

fn scores(rules: &RuleSetResults<'_>, strategy: &str) -> String {
    let number = rules.schedule.strategies().iter().position(|name| name == strategy);
    let scores = number.map(|number| &rules.totals.strategies[number].scores);
    let scores = scores.map(|scores| scores.iter().filter(|(score, _)| *score > 0));
    scores.and_then(sparkline).map_or_else(String::new, |(_, bars, _)| bars)
}

fn of_row(row: &SummaryRow) -> StrategyRow {
    StrategyRow {
        strategy: marked(&Shown::of(&row.strategy).to_string()),
        games: row.games,
        win_rate: Estimate::of(row.win_rate, row.win_rate_low, row.win_rate_high)
            .unwrap_or_default(),
        elo: Estimate::of(row.elo, row.elo_low, row.elo_high),
        score_mean: Estimate::of(row.score_mean, row.score_mean_low, row.score_mean_high)
            .unwrap_or_default(),
        hand_points_mean: row.hand_points_mean.unwrap_or_default(),
        scores: String::new(),
    }
}

fn turns_mean(rules: &RuleSetResults<'_>) -> Estimate {
    let turns = rules.turns();
    let (low, high) = ends(rules.interval_of_mean(&turns));
    Estimate::of(turns.mean(), low, high).unwrap_or_default()
}
