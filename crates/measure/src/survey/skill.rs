//! How much a rule set rewards who plays well, by the pool that was asked.
//!
//! The legs of a skill survey are, in this order: the beginner alone among `others`
//! ([`Play::Alone`]), then each other strategy of the ladder; those who know chance
//! ([`Play::Ceiling`]), the strongest last; at two seats all pairs of a pool ([`Play::Pairs`]).
//!
//! Whoever is called the best is chosen by other groups than those that are measured.

use super::metric::{Measured, best_by_half, by_half};
use super::panel::PlayedRuleSet;
use crate::header::Header;
use unobench_findings::documents::Play;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_stats::skill::{Ladder, Pairs, steps};
use unobench_stats::{GroupEstimate, Interval, elo};

/// What a rule set rewards: its ladder, the beginner first, then by strength, and those who know
/// chance last; and who is the best of it. Whoever knows chance is not asked for the best, of whom
/// there are two names if the halves of the groups do not agree.
pub(super) fn skill(sums: &PlayedRuleSet<'_>) -> Option<Vec<Finding>> {
    let header = sums.header;
    let players: Vec<usize> = header.legs_of(|play| matches!(play, Play::Alone { .. })).collect();
    let ceilings = header.legs_of(|play| matches!(play, Play::Ceiling { .. }));
    let beginner = *players.first()?;
    let fair = sums.fair_share(header.players);
    let others = others(header, beginner);
    let finding = Finding {
        question: Question::Skill,
        rules: header.rules[sums.rules].name.clone(),
        players: header.players as u32,
        against: others.to_owned(),
        rules_digest: header.rules[sums.rules].digest(),
        ..Finding::default()
    };
    let mut ladder: Vec<Vec<Finding>> =
        players[1..].iter().filter_map(|&leg| step(sums, leg, &finding)).collect();
    let rate = |step: &Vec<Finding>| step[0].value.unwrap_or_default();
    ladder.sort_by(|step, other| rate(step).total_cmp(&rate(other)));
    ladder.splice(0..0, step(sums, beginner, &finding));
    ladder.extend(ceilings.filter_map(|leg| step(sums, leg, &finding)));
    let mut found = ladder.concat();
    // Of those for whom random played nobody is the best.
    let own: Vec<usize> =
        players.iter().copied().filter(|&leg| !sums.has_substitutes(leg)).collect();
    let Some(best) = best_by_half(sums, &own) else { return Some(found) };
    let win_rate = by_half(sums, best, |tally| tally.rate(0, fair))?;
    let blocks = best.map(|leg| sums.whole(leg).blocks);
    let share = chosen(&win_rate, best)?.interval_of_rate(blocks[0].min(blocks[1]));
    let best = names(best.map(|leg| name(header, leg)));
    let best_of = Finding { question: Question::Best, subject: best, ..finding };
    found.push(best_of.estimate(Metric::WinRate, win_rate.value, share));
    found.extend(pairs(sums, &best_of).into_iter().flatten());
    Some(found)
}

fn name(header: &Header, leg: usize) -> &str {
    match header.play(leg) {
        Play::Alone { strategy, .. }
        | Play::Ceiling { strategy, .. }
        | Play::Matches { strategy, .. }
        | Play::Starters { strategy } => strategy,
        Play::Mixed { .. } | Play::Pairs { .. } => "",
    }
}

pub(super) fn names(mut names: [&str; 2]) -> String {
    names.sort_unstable();
    if names[0] == names[1] { names[0].to_owned() } else { names.join(" or ") }
}

fn others(header: &Header, leg: usize) -> &str {
    match header.play(leg) {
        Play::Alone { others, .. } => others,
        _ => "",
    }
}

fn step(sums: &PlayedRuleSet<'_>, leg: usize, finding: &Finding) -> Option<Vec<Finding>> {
    let header = sums.header;
    let fair = sums.fair_share(header.players);
    let measured = Measured::of(sums, leg, |tally| tally.rate(0, fair))?;
    let whole = sums.whole(leg);
    let interval = measured.estimate().and_then(|found| found.interval_of_rate(whole.blocks));
    let finding = Finding {
        subject: name(header, leg).to_owned(),
        games: Some(whole.games),
        ..finding.clone()
    };
    let elo = |rate: f64| elo(rate, fair);
    let [low, high] = [|interval: Interval| interval.low, |interval: Interval| interval.high]
        .map(|end| interval.map(end).and_then(elo));
    let as_elo = Finding { low, high, ..finding.number(Metric::Elo, elo(measured.value)) };
    let mut found = vec![finding.estimate(Metric::WinRate, measured.value, interval), as_elo];
    // Where nobody is asked from outside nobody can fail.
    let has_bots = !header.named_bots().is_empty();
    found.extend(has_bots.then(|| finding.count(Metric::Faults, whole.faults()[0])));
    Some(found)
}

fn pairs(sums: &PlayedRuleSet<'_>, finding: &Finding) -> Option<Vec<Finding>> {
    let header = sums.header;
    let leg = header.legs_of(|play| matches!(play, Play::Pairs { .. })).next()?;
    let Play::Pairs { pool } = header.play(leg) else { return None };
    if sums.has_substitutes(leg) {
        return None;
    }
    let mut groups = Vec::new();
    for group in sums.groups(leg) {
        groups.push(
            group.as_ref().map(|tally| Pairs { deals: tally.blocks, wins: tally.cells.0.clone() }),
        );
    }
    let ladder = Ladder::new(&groups)?;
    let name = |place: usize| names(ladder.at(place).map(|strategy| pool[strategy].as_str()));
    let finding_of =
        |against: usize| Finding { subject: name(0), against: name(against), ..finding.clone() };
    let heads = ladder.contest(0, 1).map(|won| {
        finding_of(1).estimate(
            Metric::Heads,
            won.estimate,
            won.interval_of_rate(sums.whole(leg).blocks),
        )
    });
    let range = ladder.range().map(|elo| {
        let (finding, (value, interval)) = (finding_of(pool.len() - 1), steps(&elo));
        [
            finding.estimate(Metric::Elo, elo.estimate, elo.interval()),
            finding.estimate(Metric::Steps, value, interval),
            finding.count(Metric::Pool, pool.len() as u64),
        ]
    });
    Some(heads.into_iter().chain(range.into_iter().flatten()).collect())
}

fn chosen(measured: &Measured, best: [usize; 2]) -> Option<GroupEstimate> {
    let estimate = measured.estimate()?;
    Some(if best[0] == best[1] { estimate } else { estimate.chosen_apart() })
}
