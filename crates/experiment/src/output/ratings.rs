//! `ratings.csv`: a row for each rule set and strategy of a tournament or a duel.

use crate::header::Question;
use crate::results::{Results, RuleSetResults};
use unobench_files::estimate::ends;
use unobench_files::rows::RatingRow;
use unobench_stats::plackett_luce::Ratings;

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
    let rating = fit.and_then(|fit| rules.rating(fit, strategy));
    let (low, high) = ends(rating.and_then(|rating| rating.interval));
    RatingRow {
        rules: rules.name.to_owned(),
        players: rules.schedule.players() as u32,
        strategy: rules.schedule.strategies()[strategy].clone(),
        rating: rating.map(|rating| rating.elo),
        low,
        high,
        games: rules.strategy(strategy).map_or(0, |sums| sums.rate.appearances),
        rules_digest: rules.digest(),
    }
}

pub(super) fn is_of_tournament(results: &Results) -> bool {
    results.header().question == Question::Tournament
}
