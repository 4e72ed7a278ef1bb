//! What a person is told of a run, taken from its results.

use super::bound::marked_in;
use super::faults;
use super::matches::Leg;
use super::sparkline::sparkline;
use unobench_core::shown::Shown;
use unobench_experiment::output::{ends, quantiles, seats, summary};
use unobench_experiment::run::RuleSetResults;
use unobench_files::documents::QuantileEntry;
use unobench_files::estimate::Estimate;
use unobench_files::rows::SummaryRow;

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct StrategyRow {
    pub(super) strategy: String,
    pub(super) games: u64,
    pub(super) win_rate: Estimate,
    /// The share of its games that nobody won.
    pub(super) undecided: f64,
    /// The same of the matches that followed.
    pub(super) in_matches: Option<Estimate>,
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
    /// What is played, in words.
    pub(super) plays: String,
    /// The matches that followed.
    pub(super) matches: Option<Box<RunSummary>>,
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
    /// The share of games that nobody won.
    pub(super) undecided: f64,
    /// Whether somebody stopped it before it was as precise as was asked for.
    pub(super) by_hand: bool,
    pub(super) faults: Vec<String>,
}

/// What single rounds say, with what the matches say that followed them, if any did.
pub(super) fn of_legs(legs: &[Leg]) -> Vec<RunSummary> {
    let mut all = of_leg(&legs[0]);
    for matches in legs.iter().skip(1).flat_map(of_leg) {
        for of in all.iter_mut().filter(|of| of.rules == matches.rules) {
            for (row, other) in of.rows.iter_mut().zip(&matches.rows) {
                row.in_matches = Some(other.win_rate);
            }
            of.matches = Some(Box::new(matches.clone()));
        }
    }
    all
}

fn of_leg(leg: &Leg) -> Vec<RunSummary> {
    let (report, results) = (&leg.played, &leg.played.found);
    let (rows, seats, quantiles) = (summary(results), seats(results), quantiles(results));
    let played = results.rule_sets().filter(|rules| rules.blocks() > 0);
    let of_rules = |rules: RuleSetResults<'_>| {
        let first = seats.iter().find(|row| row.rules == rules.name && row.seat == 1);
        let is_of_games =
            |entry: &&QuantileEntry| entry.rules == rules.name && entry.strategy.is_none();
        let of_rules = rows.iter().filter(|row| row.rules == rules.name);
        let turns = rules.turns();
        let (low, high) = ends(rules.interval_of_mean(&turns));
        RunSummary {
            rules: Shown::of(rules.name).to_string(),
            players: rules.schedule.players(),
            fair_share: rules.fair_share,
            games: rules.games(),
            match_play: rules.is_match(),
            plays: leg.plays(rules.name),
            matches: None,
            fewest_win: rules.fewest_win,
            rows: of_rules.map(|row| of_row(row, &rules)).collect(),
            first_seat: first
                .and_then(|row| Estimate::of(row.win_rate, row.win_rate_low, row.win_rate_high)),
            turns_mean: Estimate::of(turns.mean(), low, high).unwrap_or_default(),
            quantiles: quantiles.iter().filter(is_of_games).cloned().collect(),
            equal_seats: rules.equal_seats().map(|found| found.p_value),
            lengths: sparkline(rules.totals.turns.iter()),
            stalled: rules.stalled(),
            blocked: rules.blocked(),
            undecided: rules.undecided_share(),
            by_hand: rules.stop.is_some() && !rules.has_ended(),
            faults: faults::of_faults(&rules, &report.troubles),
        }
    };
    played.map(of_rules).collect()
}

fn of_row(row: &SummaryRow, rules: &RuleSetResults<'_>) -> StrategyRow {
    let number = rules.schedule.strategies().iter().position(|name| *name == row.strategy);
    let scores = number.map(|number| &rules.totals.strategies[number].scores);
    let scores = scores.map(|scores| scores.iter().filter(|(score, _)| *score > 0));
    StrategyRow {
        strategy: Shown::of(&marked_in(rules, &row.strategy)).to_string(),
        games: row.games,
        win_rate: Estimate::of(row.win_rate, row.win_rate_low, row.win_rate_high)
            .unwrap_or_default(),
        undecided: row.undecided.unwrap_or_default(),
        in_matches: None,
        elo: Estimate::of(row.elo, row.elo_low, row.elo_high),
        score_mean: Estimate::of(row.score_mean, row.score_mean_low, row.score_mean_high)
            .unwrap_or_default(),
        hand_points_mean: row.hand_points_mean.unwrap_or_default(),
        scores: scores.and_then(sparkline).map_or_else(String::new, |(_, bars, _)| bars),
    }
}
