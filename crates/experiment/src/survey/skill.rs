//! How much skill and how much luck a rule set has, by the pool that was asked.
//!
//! The legs of a skill survey are, in this order: each strategy of the ladder alone among `others`,
//! first the beginner and last the one who knows chance, and the deals that are played many times.

use super::metric::{Measured, pool};
use super::progress::Survey;
use super::tally::Tally;
use crate::output::ends;
use unobench_files::documents::Play;
use unobench_files::rows::StepRow;
use unobench_stats::Interval;
use unobench_stats::skill::{
    DealGroup, Estimate, GainSums, RelativeSkill, RoundsToLead, Undefined, deal_share,
    over_the_others,
};

pub use unobench_stats::skill::DealShare;

/// Skill and luck under one rule set.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    /// The rule set.
    pub rules: String,
    /// Whom everybody meets.
    pub others: String,
    /// The ladder, the beginner first, then by strength; who knows chance last.
    pub ladder: Vec<StepRow>,
    /// The strategy of the ladder that won most, which is taken for the optimal player; whoever
    /// knows chance is not asked.
    pub best: String,
    /// The measure of Borm and van der Genugten, or why there is none.
    pub relative: Result<RelativeSkill, Undefined>,
    /// The share of the variance of who wins that the deal explains; none if no deal was played
    /// many times.
    pub deal: Option<DealShare>,
    /// After how many rounds the best leads each of the others, who all play the same, with 95 %
    /// probability.
    pub rounds: Option<RoundsToLead>,
}

/// A quantity with its 95 % interval.
pub type Gain = Estimate;

/// What a skill survey found, rule set by rule set.
#[must_use]
pub fn skill(survey: &Survey) -> Vec<Skill> {
    survey.played().filter_map(|rules| of_rules(survey, rules)).collect()
}

fn of_rules(survey: &Survey, rules: usize) -> Option<Skill> {
    let legs = pool(survey);
    let (&beginner, &fictive) = legs.first().zip(legs.last())?;
    let rates = |leg: usize| -> Vec<Option<f64>> {
        survey.groups(rules, leg).iter().map(|group| group.as_ref()?.rate(0)).collect()
    };
    let rate = |leg: usize| survey.whole(rules, leg).rate(0);
    let candidates = &legs[..legs.len() - 1];
    let best = *candidates.iter().max_by(|&&one, &&other| {
        rate(one).partial_cmp(&rate(other)).unwrap_or(std::cmp::Ordering::Equal)
    })?;
    let gains = [beginner, best, fictive].map(rates);
    let groups = (0..gains[0].len())
        .filter_map(|group| Some([gains[0][group]?, gains[1][group]?, gains[2][group]?]));
    let relative = GainSums::new(&groups.collect::<Vec<_>>()).relative_skill();
    let mut ladder: Vec<StepRow> =
        candidates[1..].iter().filter_map(|&leg| step(survey, rules, leg)).collect();
    ladder.sort_by(|one, other| one.win_rate.total_cmp(&other.win_rate));
    ladder.splice(0..0, step(survey, rules, beginner));
    ladder.extend(step(survey, rules, fictive));
    Some(Skill {
        rules: survey.header().rules[rules].name.clone(),
        others: others(survey, best).to_owned(),
        ladder,
        best: name(survey, best).to_owned(),
        relative,
        deal: deal(survey, rules),
        rounds: rounds(survey, rules, best),
    })
}

fn name(survey: &Survey, leg: usize) -> &str {
    match &survey.header().legs[leg].play {
        Play::Alone { strategy, .. } | Play::Starters { strategy } => strategy,
        Play::Deals { .. } => "",
    }
}

fn others(survey: &Survey, leg: usize) -> &str {
    match &survey.header().legs[leg].play {
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
    let games = survey.header().legs[leg].play.games_per_block(players);
    deal_share(&groups, games)
}

/// How long it takes until the best leads one of its opponents: the mean of what they win.
fn rounds(survey: &Survey, rules: usize, leg: usize) -> Option<RoundsToLead> {
    let players = survey.header().players;
    // A partner wins with the best, and is nobody to lead.
    let partner = (survey.winners_per_game(rules) > 1).then_some(players / 2);
    let others: Vec<usize> = (1..players).filter(|place| Some(*place) != partner).collect();
    let rates = |tally: &Tally| {
        let wins: u64 = others.iter().map(|&place| tally.wins[place]).sum();
        (tally.games > 0).then(|| {
            [
                tally.wins[0] as f64 / tally.games as f64,
                wins as f64 / others.len() as f64 / tally.games as f64,
            ]
        })
    };
    let [best, other] = rates(&survey.whole(rules, leg))?;
    let difference = |tally: &Tally| rates(tally).map(|[best, other]| best - other);
    let interval = Measured::of(survey, rules, leg, difference)?.interval()?;
    Some(RoundsToLead::new(best, other, interval))
}
