//! What each seat won under each rule set, seat 1 being the first to move, and what is said of it.

use crate::results::RuleSetResults;
use unobench_findings::comparison::of_first_seat;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::{Finding, of_seat};
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::rows::FAIR;
use unobench_stats::Interval;

pub(super) fn seats(rules: &RuleSetResults<'_>) -> Vec<Finding> {
    let seats = 0..rules.schedule.players();
    seats.flat_map(|seat| figures(rules, seat)).chain(first(rules)).collect()
}

fn figures(rules: &RuleSetResults<'_>, seat: usize) -> Vec<Finding> {
    let sums = rules.seat(seat);
    let games = sums.appearances;
    let score = rules.totals.seats[seat].score as f64;
    let finding = Finding {
        subject: of_seat(seat + 1),
        games: Some(games),
        ..rules.finding(Question::Seats)
    };
    vec![
        finding.count(Metric::Wins, sums.wins(rules.undecided())),
        finding.estimate(Metric::WinRate, sums.rate(), rules.interval(&sums)),
        finding.number(Metric::ScoreMean, (games > 0).then(|| score / games as f64)),
    ]
}

/// Whether going first is an advantage; nothing where nobody won a game, or random played for
/// somebody.
fn first(rules: &RuleSetResults<'_>) -> Option<Finding> {
    let (sums, fair) = (rules.seat(0), rules.fair_share);
    let rate = Estimate { value: sums.rate()?, interval: rules.interval(&sums) };
    let equal = rules.equal_seats().map(|test| test.p_value);
    let is_told = rules.is_decided() && !rules.has_substitutes();
    let verdict = of_first_seat(rate, fair, equal).filter(|_| is_told)?;
    let finding =
        Finding { subject: of_seat(1), against: FAIR.to_owned(), ..rules.finding(Question::Seats) };
    let from_fair = rate
        .interval
        .map(|interval| Interval { low: interval.low - fair, high: interval.high - fair });
    let found = finding.estimate(Metric::WinRate, rate.value - fair, from_fair);
    Some(Finding { p_value: equal, verdict: Some(verdict), ..found })
}
