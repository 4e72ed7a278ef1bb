//! How much skill and how much luck a rule set has, by the pool that was asked.
//!
//! The legs of a skill survey are, in this order: the beginner alone among `others`
//! ([`Play::Alone`]), then each other strategy of the ladder; those who know chance
//! ([`Play::Ceiling`]), the strongest last; the crossed design that splits the variance
//! ([`Play::Crossed`]); at two seats all pairs of a pool ([`Play::Pairs`]). Until format 3 the last
//! that sat alone was the one who knows chance, and deals were played many times ([`Play::Deals`]).
//!
//! Whoever is called the best is chosen by other groups than those that are measured.

use super::metric::{Measured, best_by_half, by_half};
use super::panel::Survey;
use super::tally::Tally;
use crate::output::ends;
use unobench_files::documents::Play;
use unobench_files::rows::StepRow;
use unobench_stats::Interval;
use unobench_stats::skill::{
    Crossed, CrossedSums, DealGroup, Endless, Estimate, GainSums, Ladder, Pairs, RelativeSkill,
    RoundsToLead, Share, Undefined, deal_share, over_the_others, steps, variance_shares,
};

pub use unobench_stats::skill::DealShare;

/// Skill and luck under one rule set.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    /// The rule set.
    pub rules: String,
    /// The strategy in all other seats.
    pub others: String,
    /// The ladder, the beginner first, then by strength; who knows chance last.
    pub ladder: Vec<StepRow>,
    /// The strategy of the ladder that won most, which is taken for the optimal player; whoever
    /// knows chance is not asked. Two names if the halves of the groups do not agree.
    pub best: String,
    /// The share of games that the best wins.
    pub win_rate: Option<Rate>,
    /// After how many rounds the best leads each of the others, who all play the same, with 95 %
    /// probability.
    pub rounds: Option<RoundsToLead>,
    /// The best of all pairs against the second; only at two seats.
    pub best_and_second: Option<BestAndSecond>,
    /// How far the best of all pairs is above the worst; only at two seats.
    pub steps: Option<Steps>,
    /// The parts of the variance of a game's result.
    pub variance: Option<[Share; 10]>,
    /// The measure of Borm and van der Genugten by the strongest who knows chance, or why there is
    /// none.
    pub relative: Result<RelativeSkill, Undefined>,
    /// The same by each who knows chance.
    pub ceilings: Vec<(String, Result<Estimate, Undefined>)>,
    /// The same by one with endless playouts; none if the two strongest do not differ in playouts
    /// alone.
    pub endless: Option<ByEndless>,
    /// Until format 3: the share of the variance of who wins that the deal explains.
    pub deal: Option<DealShare>,
}

/// A quantity with its 95 % interval.
pub type Gain = Estimate;

/// A share of games with its 95 % interval, if there is one.
pub type Rate = (f64, Option<Interval>);

/// What the best wins from the second.
#[derive(Debug, Clone, PartialEq)]
pub struct BestAndSecond {
    /// The best.
    pub best: String,
    /// The second.
    pub second: String,
    /// The share of games that the best wins.
    pub win_rate: Rate,
    /// After how many games it leads with 95 % probability.
    pub rounds: RoundsToLead,
}

/// How far the best is above the worst.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    /// How many strategies there are.
    pub pool: usize,
    /// The best.
    pub best: String,
    /// The worst.
    pub worst: String,
    /// The difference of their ratings.
    pub elo: Rate,
    /// The same in steps of who wins 60 %.
    pub steps: Rate,
}

/// The measure of Borm and van der Genugten by one who searches for ever.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ByEndless {
    /// The measure.
    pub skill: Result<Estimate, Undefined>,
    /// What is still to be won.
    pub left: Estimate,
    /// Whether that is next to nothing.
    pub converged: bool,
}

/// What a skill survey found, rule set by rule set.
#[must_use]
pub fn skill(survey: &Survey) -> Vec<Skill> {
    survey.played().filter_map(|rules| of_rules(survey, rules)).collect()
}

/// The legs of those who play, the beginner first, and of those who know chance.
fn players_and_ceilings(survey: &Survey) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut players: Vec<usize> = survey.legs(|play| matches!(play, Play::Alone { .. })).collect();
    let mut ceilings: Vec<usize> =
        survey.legs(|play| matches!(play, Play::Ceiling { .. })).collect();
    if ceilings.is_empty() {
        ceilings.push(players.pop()?);
    }
    (!players.is_empty()).then_some((players, ceilings))
}

fn of_rules(survey: &Survey, rules: usize) -> Option<Skill> {
    let (players, ceilings) = players_and_ceilings(survey)?;
    let beginner = players[0];
    let best = best_by_half(survey, rules, &players)?;
    let rate = |tally: &Tally| tally.rate(0);
    let alone = |leg: usize| by_half(survey, rules, [leg; 2], rate).map(|found| found.groups);
    let win_rate = by_half(survey, rules, best, rate)?;
    let relative = |fictive: &[Option<f64>]| {
        let groups = alone(beginner).into_iter().flatten().zip(&win_rate.groups).zip(fictive);
        let gains = groups
            .filter_map(|((beginner, best), fictive)| Some([beginner?, (*best)?, (*fictive)?]));
        let sums = GainSums::new(&gains.collect::<Vec<_>>());
        GainSums { chosen_apart: best[0] != best[1], ..sums }.relative_skill()
    };
    let by = |leg: usize| relative(&alone(leg).unwrap_or_default());
    let endless = endless(survey, rules, &ceilings);
    let mut ladder: Vec<StepRow> =
        players[1..].iter().filter_map(|&leg| step(survey, rules, leg)).collect();
    ladder.sort_by(|one, other| one.win_rate.total_cmp(&other.win_rate));
    ladder.splice(0..0, step(survey, rules, beginner));
    ladder.extend(ceilings.iter().filter_map(|&leg| step(survey, rules, leg)));
    let (best_and_second, steps) = pairs(survey, rules).unzip();
    Some(Skill {
        rules: survey.header().rules[rules].name.clone(),
        others: others(survey, beginner).to_owned(),
        ladder,
        best: names(best.map(|leg| name(survey, leg))),
        win_rate: Some((win_rate.value, interval_of(&win_rate, best).map(Interval::of_rates))),
        rounds: rounds(survey, rules, best),
        best_and_second: best_and_second.flatten(),
        steps: steps.flatten(),
        variance: variance(survey, rules),
        relative: by(*ceilings.last()?),
        ceilings: ceilings
            .iter()
            .map(|&leg| (name(survey, leg).to_owned(), by(leg).and_then(|found| found.skill)))
            .collect(),
        endless: endless.map(|endless| ByEndless {
            skill: relative(&endless.gains).and_then(|found| found.skill),
            left: endless.left,
            converged: endless.has_converged(),
        }),
        deal: deal(survey, rules),
    })
}

/// What the strongest ceiling would win with endless playouts, if the one before it is the same
/// with fewer.
fn endless(survey: &Survey, rules: usize, ceilings: &[usize]) -> Option<Endless> {
    let &[.., fewer, more] = ceilings else { return None };
    let (strategy, less) = playouts(name(survey, fewer))?;
    let (same, most) = playouts(name(survey, more))?;
    (strategy == same && less < most).then_some(())?;
    let [fewer, more] = [fewer, more].map(|leg| {
        by_half(survey, rules, [leg; 2], |tally| tally.rate(0)).map(|found| found.groups)
    });
    Endless::new(&fewer?, &more?, most as f64 / less as f64)
}

/// A strategy as it is written but for its number of playouts, and that.
fn playouts(written: &str) -> Option<(String, u64)> {
    let key = "playouts=";
    let begin = written.find(key)? + key.len();
    let end = written[begin..].find(',').map_or(written.len(), |length| begin + length);
    let number = written[begin..end].parse().ok()?;
    Some((format!("{}{}", &written[..begin], &written[end..]), number))
}

fn name(survey: &Survey, leg: usize) -> &str {
    match survey.play(leg) {
        Play::Alone { strategy, .. }
        | Play::Ceiling { strategy, .. }
        | Play::Starters { strategy } => strategy,
        Play::Mixed { .. } | Play::Crossed { .. } | Play::Pairs { .. } | Play::Deals { .. } => "",
    }
}

/// One name, or two that differ.
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
    let won = 1.0 - whole.stalled as f64 / whole.games as f64;
    let (players, winners) = (survey.header().players, survey.winners_per_game(rules));
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
    })
}

fn deal(survey: &Survey, rules: usize) -> Option<DealShare> {
    let leg = survey.legs(|play| matches!(play, Play::Deals { .. })).next()?;
    let players = survey.header().players;
    let groups: Vec<DealGroup> = survey
        .groups(rules, leg)
        .iter()
        .flatten()
        .map(|tally| DealGroup {
            deals: tally.blocks,
            wins: tally.wins.clone(),
            wins_squares: (0..players).map(|seat| tally.products[seat * (players + 1)]).collect(),
        })
        .collect();
    let games = survey.play(leg).games_per_block(players);
    deal_share(&groups, games)
}

fn variance(survey: &Survey, rules: usize) -> Option<[Share; 10]> {
    let leg = survey.legs(|play| matches!(play, Play::Crossed { .. })).next()?;
    let Play::Crossed { pool, repeats, .. } = survey.play(leg) else { return None };
    let groups = survey.groups(rules, leg).iter().flatten().map(Tally::crossed);
    let design = Crossed {
        strategies: pool.len(),
        seats: survey.header().players,
        repeats: (*repeats).into(),
    };
    variance_shares(&groups.collect::<Option<Vec<CrossedSums>>>()?, design)
}

/// What all pairs of a pool tell of its order.
fn pairs(survey: &Survey, rules: usize) -> Option<(Option<BestAndSecond>, Option<Steps>)> {
    let leg = survey.legs(|play| matches!(play, Play::Pairs { .. })).next()?;
    let Play::Pairs { pool } = survey.play(leg) else { return None };
    let of = |tally: &Tally| Pairs { deals: tally.blocks, wins: tally.cells.0.clone() };
    let groups: Vec<Option<Pairs>> =
        survey.groups(rules, leg).iter().map(|group| group.as_ref().map(of)).collect();
    let ladder = Ladder::new(&groups)?;
    let name = |place: usize| names(ladder.at(place).map(|strategy| pool[strategy].as_str()));
    let best_and_second = ladder.contest(0, 1).and_then(|found| {
        let [better, other] = found.shares;
        Some(BestAndSecond {
            best: name(0),
            second: name(1),
            win_rate: (better, found.won.interval().map(Interval::of_rates)),
            rounds: RoundsToLead::new(better, other, found.difference.interval()?),
        })
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

/// How long it takes until the best leads one of its opponents: the mean of what they win.
fn rounds(survey: &Survey, rules: usize, best: [usize; 2]) -> Option<RoundsToLead> {
    let players = survey.header().players;
    // A partner wins with the best, and is nobody to lead.
    let partner = (survey.winners_per_game(rules) > 1).then_some(players / 2);
    let others: Vec<usize> = (1..players).filter(|place| Some(*place) != partner).collect();
    let rate_of_others = |tally: &Tally| {
        let wins: u64 = others.iter().map(|&place| tally.wins[place]).sum();
        (tally.games > 0).then(|| wins as f64 / others.len() as f64 / tally.games as f64)
    };
    let measured =
        |value_of: &dyn Fn(&Tally) -> Option<f64>| by_half(survey, rules, best, value_of);
    let better = measured(&|tally| tally.rate(0))?.value;
    let other = measured(&rate_of_others)?.value;
    let gap = measured(&|tally| Some(tally.rate(0)? - rate_of_others(tally)?))?;
    Some(RoundsToLead::new(better, other, interval_of(&gap, best)?))
}

/// The interval of what the chosen ones did.
fn interval_of(measured: &Measured, chosen: [usize; 2]) -> Option<Interval> {
    let estimate = measured.estimate()?;
    let estimate = if chosen[0] == chosen[1] { estimate } else { estimate.chosen_apart() };
    estimate.interval()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_told_from_the_rest_of_a_strategy() {
        assert_eq!(playouts("oracle:playouts=50"), Some(("oracle:playouts=".to_owned(), 50)));
        assert_eq!(
            playouts("cheat:playouts=4,policy=linear"),
            Some(("cheat:playouts=,policy=linear".to_owned(), 4))
        );
        assert_eq!((playouts("oracle"), playouts("oracle:playouts=x")), (None, None));
    }

    #[test]
    fn two_names_are_told_where_the_halves_differ() {
        assert_eq!((names(["b", "b"]), names(["b", "a"])), ("b".to_owned(), "a or b".to_owned()));
    }
}
