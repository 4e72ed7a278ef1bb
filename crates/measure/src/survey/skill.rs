//! How much a rule set rewards who plays well, by the pool that was asked.
//!
//! The legs of a skill survey are, in this order: the beginner alone among `others`
//! ([`Play::Alone`]), then each other strategy of the ladder; those who know chance
//! ([`Play::Ceiling`]), the strongest last; at two seats all pairs of a pool ([`Play::Pairs`]).
//!
//! Whoever is called the best is chosen by other groups than those that are measured.

use super::metric::{Measured, best_by_half, by_half};
use super::panel::Sums;
use super::tally::Tally;
use crate::header::Header;
use unobench_findings::documents::{ContestEntry, EstimateEntry, Play, SkillEntry, StepsEntry};
use unobench_findings::estimate::ends;
use unobench_findings::rows::StepRow;
use unobench_stats::skill::{Ladder, Pairs, steps};
use unobench_stats::{GroupEstimate, Interval, elo};

/// What a rule set rewards; whoever knows chance is not asked for the best, of whom there are two
/// names if the halves of the groups do not agree.
pub(super) fn skill(sums: &Sums<'_>) -> Option<SkillEntry> {
    let header = sums.header;
    let players: Vec<usize> = header.legs_of(|play| matches!(play, Play::Alone { .. })).collect();
    let ceilings = header.legs_of(|play| matches!(play, Play::Ceiling { .. }));
    let beginner = *players.first()?;
    let best = best_by_half(sums, &players)?;
    let fair = sums.fair_share(header.players);
    let win_rate = by_half(sums, best, |tally| tally.rate(0, fair))?;
    let mut ladder: Vec<StepRow> = players[1..].iter().filter_map(|&leg| step(sums, leg)).collect();
    ladder.sort_by(|one, other| one.win_rate.total_cmp(&other.win_rate));
    ladder.splice(0..0, step(sums, beginner));
    ladder.extend(ceilings.filter_map(|leg| step(sums, leg)));
    let (best_and_second, steps) = pairs(sums).unzip();
    let blocks = best.map(|leg| sums.whole(leg).blocks);
    let share = chosen(&win_rate, best)?.interval_of_rate(blocks[0].min(blocks[1]));
    Some(SkillEntry {
        rules: header.rules[sums.rules].name.clone(),
        others: others(header, beginner).to_owned(),
        ladder,
        best: names(best.map(|leg| name(header, leg))),
        win_rate: Some(entry(win_rate.value, share)),
        best_and_second: best_and_second.flatten(),
        steps: steps.flatten(),
    })
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

fn names(mut names: [&str; 2]) -> String {
    names.sort_unstable();
    if names[0] == names[1] { names[0].to_owned() } else { names.join(" or ") }
}

fn others(header: &Header, leg: usize) -> &str {
    match header.play(leg) {
        Play::Alone { others, .. } => others,
        _ => "",
    }
}

fn step(sums: &Sums<'_>, leg: usize) -> Option<StepRow> {
    let header = sums.header;
    let fair = sums.fair_share(header.players);
    let measured = Measured::of(sums, leg, |tally| tally.rate(0, fair))?;
    let whole = sums.whole(leg);
    let interval = measured.estimate().and_then(|found| found.interval_of_rate(whole.blocks));
    let (win_rate_low, win_rate_high) = ends(interval);
    let elo = |rate: f64| elo(rate, fair);
    Some(StepRow {
        rules: header.rules[sums.rules].name.clone(),
        strategy: name(header, leg).to_owned(),
        games: sums.whole(leg).games,
        win_rate: measured.value,
        win_rate_low,
        win_rate_high,
        elo: elo(measured.value),
        elo_low: win_rate_low.and_then(elo),
        elo_high: win_rate_high.and_then(elo),
        rules_digest: header.rules[sums.rules].digest(),
    })
}

/// A quantity with its interval, as files have them.
pub(crate) fn entry(value: f64, interval: Option<Interval>) -> EstimateEntry {
    let (low, high) = ends(interval);
    EstimateEntry { value: Some(value), low, high }
}

fn pairs(sums: &Sums<'_>) -> Option<(Option<ContestEntry>, Option<StepsEntry>)> {
    let leg = sums.header.legs_of(|play| matches!(play, Play::Pairs { .. })).next()?;
    let Play::Pairs { pool } = sums.header.play(leg) else { return None };
    let of = |tally: &Tally| Pairs { deals: tally.blocks, wins: tally.cells.0.clone() };
    let groups: Vec<Option<Pairs>> =
        sums.groups(leg).iter().map(|group| group.as_ref().map(of)).collect();
    let ladder = Ladder::new(&groups)?;
    let name = |place: usize| names(ladder.at(place).map(|strategy| pool[strategy].as_str()));
    let best_and_second = ladder.contest(0, 1).map(|won| ContestEntry {
        better: name(0),
        other: name(1),
        win_rate: entry(won.estimate, won.interval_of_rate(sums.whole(leg).blocks)),
    });
    let in_steps = |elo: &GroupEstimate| {
        let (value, interval) = steps(elo);
        entry(value, interval)
    };
    let steps = ladder.range().map(|elo| StepsEntry {
        pool: pool.len(),
        best: name(0),
        worst: name(pool.len() - 1),
        elo: entry(elo.estimate, elo.interval()),
        steps: in_steps(&elo),
    });
    Some((best_and_second, steps))
}

fn chosen(measured: &Measured, best: [usize; 2]) -> Option<GroupEstimate> {
    let estimate = measured.estimate()?;
    Some(if best[0] == best[1] { estimate } else { estimate.chosen_apart() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_names_are_told_where_the_halves_differ() {
        assert_eq!((names(["b", "b"]), names(["b", "a"])), ("b".to_owned(), "a or b".to_owned()));
    }
}
