//! `ratings.csv`: a row for each rule set and strategy of a tournament or a duel.

use unobench_files::table::{Cell, Row};
use crate::run::Question;
use crate::run::results::{Results, RuleSetResults};
use unobench_stats::plackett_luce::{Rating, Ratings};
use unobench_stats::{Interval, sequence};

/// How strong a strategy is under a rule set.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The strategy.
    pub strategy: String,
    /// Its strength in Elo, the mean of all that are rated being 0; none where it won nothing or
    /// everything.
    pub rating: Option<f64>,
    /// The 95 % interval of the rating, clustered by block; after a duel one that holds wherever it
    /// stopped.
    pub interval: Option<Interval>,
    /// Its appearances at the table.
    pub games: u64,
}

/// The rows of `ratings.csv`, by rule set and strategy; none of a run that is neither a tournament
/// nor a duel.
#[must_use]
pub fn ratings(results: &Results) -> Vec<RatingRow> {
    if results.header().question == Question::Run {
        return Vec::new();
    }
    let strategies = results.strategies();
    let mut rows = Vec::new();
    for rules in results.played() {
        let fit = rules.ratings().ok();
        rows.extend(strategies.iter().map(|&strategy| row(&rules, fit.as_ref(), strategy)));
    }
    rows
}

fn row(rules: &RuleSetResults<'_>, fit: Option<&Ratings>, strategy: usize) -> RatingRow {
    let rating = fit.and_then(|fit| fit.rating(strategy));
    RatingRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players(),
        strategy: rules.schedule.strategies()[strategy].clone(),
        rating: rating.map(|rating| rating.elo),
        interval: rating.and_then(|rating| interval(rules, &rating)),
        games: rules.strategy(strategy).map_or(0, |sums| sums.wins.appearances),
    }
}

/// The interval of a rating: where the games may have stopped by themselves, one that holds
/// wherever they do.
fn interval(rules: &RuleSetResults<'_>, rating: &Rating) -> Option<Interval> {
    let Some(stop) = rules.stop else { return rating.interval };
    let half = sequence::critical_value(rules.blocks(), stop.rho(rules.schedule.players()))?
        * rating.error?;
    Some(Interval { low: rating.elo - half, high: rating.elo + half })
}

impl Row for RatingRow {
    const COLUMNS: &'static [&'static str] =
        &["rules", "players", "strategy", "rating", "low", "high", "games"];

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.rules.as_str().into(),
            self.players.into(),
            self.strategy.as_str().into(),
            self.rating.into(),
            self.interval.map(|interval| interval.low).into(),
            self.interval.map(|interval| interval.high).into(),
            self.games.into(),
        ]
    }
}
