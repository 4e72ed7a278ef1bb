//! How much a rule set rewards who plays well, by the pool that was asked.
//!
//! The legs of a skill survey are, in this order: the beginner alone among `others`
//! ([`Play::Alone`]), then each other strategy of the ladder; those who know chance
//! ([`Play::Ceiling`]), the strongest last; at two seats all pairs of a pool ([`Play::Pairs`]).
//!
//! Whoever is called the best is chosen by other groups than those that are measured.

use super::metric::{Measured, best_by_half, by_half};
use super::panel::Survey;
use super::tally::Tally;
use crate::ends::ends;
use unobench_files::documents::Play;
use unobench_files::rows::StepRow;
use unobench_stats::Interval;
use unobench_stats::skill::{Ladder, Pairs, over_the_others, steps};

#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    pub rules: String,
    pub others: String,
    /// The ladder, the beginner first, then by strength; who knows chance last.
    pub ladder: Vec<StepRow>,
    /// The strategy of the ladder that won most; whoever knows chance is not asked. Two names if
    /// the halves of the groups do not agree.
    pub best: String,
    pub win_rate: Option<Rate>,
    pub best_and_second: Option<BestAndSecond>,
    pub steps: Option<Steps>,
}

/// A share of games with its 95 % interval, if there is one.
pub type Rate = (f64, Option<Interval>);

#[derive(Debug, Clone, PartialEq)]
pub struct BestAndSecond {
    pub best: String,
    pub second: String,
    pub win_rate: Rate,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    pub pool: usize,
    pub best: String,
    pub worst: String,
    pub elo: Rate,
    /// The same in steps of who wins 60 %.
    pub steps: Rate,
}

pub fn skill(survey: &Survey) -> Vec<Skill> {
    survey.played().filter_map(|rules| of_rules(survey, rules)).collect()
}

fn of_rules(survey: &Survey, rules: usize) -> Option<Skill> {
    let players: Vec<usize> = survey.legs(|play| matches!(play, Play::Alone { .. })).collect();
    let ceilings = survey.legs(|play| matches!(play, Play::Ceiling { .. }));
    let beginner = *players.first()?;
    let best = best_by_half(survey, rules, &players)?;
    let win_rate = by_half(survey, rules, best, |tally| tally.rate(0))?;
    let mut ladder: Vec<StepRow> =
        players[1..].iter().filter_map(|&leg| step(survey, rules, leg)).collect();
    ladder.sort_by(|one, other| one.win_rate.total_cmp(&other.win_rate));
    ladder.splice(0..0, step(survey, rules, beginner));
    ladder.extend(ceilings.filter_map(|leg| step(survey, rules, leg)));
    let (best_and_second, steps) = pairs(survey, rules).unzip();
    Some(Skill {
        rules: survey.header().rules[rules].name.clone(),
        others: others(survey, beginner).to_owned(),
        ladder,
        best: names(best.map(|leg| name(survey, leg))),
        win_rate: Some((win_rate.value, interval_of(&win_rate, best).map(Interval::of_rates))),
        best_and_second: best_and_second.flatten(),
        steps: steps.flatten(),
    })
}

fn name(survey: &Survey, leg: usize) -> &str {
    match survey.play(leg) {
        Play::Alone { strategy, .. }
        | Play::Ceiling { strategy, .. }
        | Play::Starters { strategy } => strategy,
        Play::Mixed { .. } | Play::Pairs { .. } => "",
    }
}

fn names(mut names: [&str; 2]) -> String {
    names.sort_unstable();
    if names[0] == names[1] { names[0].to_owned() } else { names.join(" or ") }
}

fn others(survey: &Survey, leg: usize) -> &str {
    match survey.play(leg) {
        Play::Alone { others, .. } => others,
        _ => "",
    }
}

fn step(survey: &Survey, rules: usize, leg: usize) -> Option<StepRow> {
    let measured = Measured::of(survey, rules, leg, |tally| tally.rate(0))?;
    let (win_rate_low, win_rate_high) = ends(measured.interval().map(Interval::of_rates));
    let whole = survey.whole(rules, leg);
    let (players, winners) = (survey.header().players, survey.winners_per_game(rules));
    let lost = whole.games - whole.wins.iter().sum::<u64>() / u64::from(winners);
    let won = 1.0 - lost as f64 / whole.games as f64;
    let elo = |rate: f64| over_the_others(rate, won, players, winners);
    Some(StepRow {
        rules: survey.header().rules[rules].name.clone(),
        strategy: name(survey, leg).to_owned(),
        games: survey.whole(rules, leg).games,
        win_rate: measured.value,
        win_rate_low,
        win_rate_high,
        elo: elo(measured.value),
        elo_low: win_rate_low.and_then(elo),
        elo_high: win_rate_high.and_then(elo),
        rules_digest: survey.header().rules_digest(&survey.header().rules[rules].name),
    })
}

fn pairs(survey: &Survey, rules: usize) -> Option<(Option<BestAndSecond>, Option<Steps>)> {
    let leg = survey.legs(|play| matches!(play, Play::Pairs { .. })).next()?;
    let Play::Pairs { pool } = survey.play(leg) else { return None };
    let of = |tally: &Tally| Pairs { deals: tally.blocks, wins: tally.cells.0.clone() };
    let groups: Vec<Option<Pairs>> =
        survey.groups(rules, leg).iter().map(|group| group.as_ref().map(of)).collect();
    let ladder = Ladder::new(&groups)?;
    let name = |place: usize| names(ladder.at(place).map(|strategy| pool[strategy].as_str()));
    let best_and_second = ladder.contest(0, 1).map(|won| BestAndSecond {
        best: name(0),
        second: name(1),
        win_rate: (won.estimate, won.interval().map(Interval::of_rates)),
    });
    let steps = ladder.range().map(|elo| Steps {
        pool: pool.len(),
        best: name(0),
        worst: name(pool.len() - 1),
        elo: (elo.estimate, elo.interval()),
        steps: steps(&elo),
    });
    Some((best_and_second, steps))
}

fn interval_of(measured: &Measured, chosen: [usize; 2]) -> Option<Interval> {
    let estimate = measured.estimate()?;
    let estimate = if chosen[0] == chosen[1] { estimate } else { estimate.chosen_apart() };
    estimate.interval()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_names_are_told_where_the_halves_differ() {
        assert_eq!((names(["b", "b"]), names(["b", "a"])), ("b".to_owned(), "a or b".to_owned()));
    }
}
