//! `ratings.csv`: a row for each rule set and strategy of a tournament or a duel.

use super::ends;
use crate::run::header::Question;
use crate::run::results::{Results, RuleSetResults};
use unobench_files::rows::RatingRow;
use unobench_stats::plackett_luce::{Rating, Ratings};
use unobench_stats::{Interval, sequence};

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
    let (low, high) = ends(rating.and_then(|rating| interval(rules, &rating)));
    RatingRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players() as u32,
        strategy: rules.schedule.strategies()[strategy].clone(),
        rating: rating.map(|rating| rating.elo),
        low,
        high,
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
