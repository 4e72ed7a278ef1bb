//! What a seat is worth. Of rule sets that are compared, what going first is worth is an effect.

use super::{Caption, TableSize, ascending, by_size, of_estimates, rows_of};
use crate::document::Figure;
use crate::figures::layout::LegendKey;
use crate::source::Run;
use unobench_findings::comparison::of_first_seat;
use unobench_findings::finding::{Finding, all_of};
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::rows::FAIR;
use unobench_findings::tell::run::seats;
use unobench_findings::tell::speech::sentence;

/// The names of seats, from the first to move.
const SEATS: [&str; 10] = [
    "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "seat 7", "seat 8", "seat 9",
    "seat 10",
];

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let mut found = rows_of(runs, |run| all_of(&run.findings, Question::Seats, Metric::WinRate));
    found.retain(|(run, finding)| {
        let mut all = runs[*run].findings.iter();
        let is_compared = all.any(|finding| finding.question == Question::Effects);
        finding.against != FAIR && name(finding).is_some() && !is_compared
    });
    by_size(found, |finding| finding.players).iter().filter_map(|size| figure(runs, size)).collect()
}

fn name(finding: &Finding) -> Option<&'static str> {
    let number = usize::try_from(finding.number_of()?).ok()?;
    SEATS.get(number.checked_sub(1)?).copied()
}

fn figure(runs: &[Run], size: &TableSize<'_, Finding>) -> Option<Figure> {
    let &TableSize { players, ref rows, .. } = size;
    let estimates = rows.iter().filter_map(|&(run, row)| {
        Some((LegendKey { run, rules: &row.rules, name: name(row)? }, row.known()?.times(100.0)))
    });
    let fair = |run: usize, rules: &str| 100.0 * runs[run].fair_share(rules, players);
    let caption = Caption {
        id: size.id("seats"),
        title: size.title("What is a seat worth?"),
        what: "games won, %",
        reading:
            "Seat 1 goes first, and the others follow clockwise. Whiskers are 95 % intervals, \
            each by itself; the line is the fair share."
                .to_owned(),
        references: ascending(rows.iter().map(|(run, finding)| fair(*run, &finding.rules))),
        ..Caption::default()
    };
    of_estimates(runs, caption, estimates.collect(), |rates, key| {
        let first = rates.iter().find(|rate| rate.name == SEATS[0]);
        let Some(first) = first.map(|first| first.estimate) else { return String::new() };
        if let Some(nothing) = runs[key.run].no_verdict(key.rules) {
            return sentence(&nothing);
        }
        let (equal, fair) = (runs[key.run].equal_seats(key.rules), fair(key.run, key.rules));
        sentence(&seats(first, fair, of_first_seat(first, fair, equal), equal))
    })
}
