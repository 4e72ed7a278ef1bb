//! What a seat is worth: dots for a few rule sets, a heat map for many.

use super::layout::Key;
use super::{Caption, Size, ascending, by_size, of_estimates, rows_of};
use crate::document::{Chart, Figure, Heat, Mark, Tone};
use crate::header::{Who, players as named};
use crate::sentences::seats;
use crate::source::Run;
use crate::words::{capital, counted, distinct, listed_up_to, sentence, signed};
use unobench_findings::finding::{Finding, all_of};
use unobench_findings::rows::FAIR;
use unobench_stats::Verdict;

/// Beyond so many directories and rule sets a heat map is drawn.
const FEW: usize = 6;

/// The names of seats, from the first to move.
const SEATS: [&str; 10] = [
    "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "seat 7", "seat 8", "seat 9",
    "seat 10",
];

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let mut found = rows_of(runs, |run| all_of(&run.findings, "seats", "win_rate"));
    found.retain(|(_, of)| of.against != FAIR && seat(of).is_some());
    let sizes = by_size(found, |of| of.players);
    sizes.iter().filter_map(|size| figure(runs, size)).collect()
}

/// The place of a seat, from 0, that has a name.
fn seat(of: &Finding) -> Option<usize> {
    let number: usize = of.of.parse().ok()?;
    number.checked_sub(1).filter(|&seat| seat < SEATS.len())
}

fn figure(runs: &[Run], size: &Size<'_, Finding>) -> Option<Figure> {
    let &Size { players, ref rows, .. } = size;
    let groups = distinct(rows.iter().map(|(run, row)| (*run, row.rules.as_str())));
    if groups.len() > FEW {
        return Some(heat(runs, size, &groups));
    }
    let estimates = rows.iter().filter_map(|&(run, row)| {
        let key = Key { run, rules: &row.rules, name: SEATS[seat(row)?] };
        Some((key, row.known()?.times(100.0)))
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
        references: ascending(groups.iter().map(|&(run, rules)| fair(run, rules))),
        ..Caption::default()
    };
    of_estimates(runs, caption, estimates.collect(), |rates, key| {
        let first = rates.iter().find(|rate| rate.name == SEATS[0]);
        let Some(first) = first.map(|first| first.of) else { return String::new() };
        let (run, fair) = (&runs[key.run], fair(key.run, key.rules));
        let verdict = run.first_seat(key.rules, first, fair);
        sentence(&seats(first, fair, verdict, run.equal_seats(key.rules)))
    })
}

fn heat(runs: &[Run], size: &Size<'_, Finding>, groups: &[(usize, &str)]) -> Figure {
    let &Size { players, ref rows, .. } = size;
    // Of several tables of a survey the one of those who know the rules best is enough.
    let run = &runs[groups[0].0];
    let is_table = run.label != run.directory;
    let groups: Vec<_> =
        groups.iter().filter(|group| !is_table || group.0 == groups[0].0).copied().collect();
    let several = groups.iter().any(|group| group.0 != groups[0].0);
    let named_as = |&(run, rules): &(usize, &str)| {
        if several { format!("{}: {rules}", runs[run].label) } else { rules.to_owned() }
    };
    let columns = players.min(10) as usize;
    let of_group = |group: &(usize, &str)| (named_as(group), vec![None; columns]);
    let mut made: Vec<(String, Vec<Option<Mark>>)> = groups.iter().map(of_group).collect();
    for (run, row) in rows {
        let place = groups.iter().position(|group| *group == (*run, row.rules.as_str()));
        let rate = row.known().map(|rate| rate.times(100.0));
        let (Some((place, rate)), Some(seat)) = (place.zip(rate), seat(row)) else { continue };
        let fair = 100.0 * runs[*run].fair_share(&row.rules, players);
        let verdict = (seat == 0).then(|| runs[*run].first_seat(&row.rules, rate, fair));
        let tone = match verdict.flatten() {
            Some(Verdict::More) => Tone::More,
            Some(Verdict::Less) => Tone::Less,
            _ => Tone::Unsure,
        };
        if let Some(cell) = made[place].1.get_mut(seat) {
            *cell = Some(Mark { series: 0, tone, of: rate.map(|rate| rate - fair) });
        }
    }
    let first = |(_, cells): &(String, Vec<Option<Mark>>)| {
        cells.first().copied().flatten().map_or(f64::NEG_INFINITY, |mark| mark.of.value)
    };
    made.sort_by(|one, other| first(other).total_cmp(&first(one)));
    let (rows, cells): (Vec<String>, Vec<Vec<Option<Mark>>>) = made.into_iter().unzip();
    let columns = SEATS[..columns].iter().map(|seat| (*seat).to_owned()).collect();
    let heat = Heat { what: "points above the fair share", rows, columns, cells };
    Figure {
        id: size.id("seats"),
        title: match is_table {
            true => format!("What is a seat worth? {}", run.among()),
            false => size.title("What is a seat worth?"),
        },
        players: named(runs, Who::Tables),
        sentences: vec![of_many(&heat)],
        reading: "Percentage points above or below the fair share, by seat, from the first player \
            on. That one's are coloured where going first is clearly an advantage or a \
            disadvantage; there is no verdict on each of the others."
            .to_owned(),
        chart: Chart::Heat(heat),
        ..Figure::default()
    }
}

fn of_many(heat: &Heat) -> String {
    let cells = heat.rows.iter().zip(&heat.cells);
    let first: Vec<(&String, Mark)> =
        cells.filter_map(|(name, cells)| Some((name, (*cells.first()?)?))).collect();
    let side = |tone: Tone, word: &str| {
        let mut sure: Vec<_> = first.iter().filter(|(_, mark)| mark.tone == tone).collect();
        sure.sort_by(|(_, a), (_, b)| b.of.value.abs().total_cmp(&a.of.value.abs()));
        let told =
            |(name, mark): &&(&String, Mark)| format!("{name} ({})", signed(mark.of.value, 1));
        let names: Vec<String> = sure.iter().map(told).collect();
        match names.len() {
            0 => format!("going first is nowhere clearly {word}"),
            here => {
                let (all, listed) = (counted(first.len(), "row"), listed_up_to(&names, 3));
                format!("going first is clearly {word} in {here} of {all}: {listed}")
            }
        }
    };
    let told = [(Tone::More, "an advantage"), (Tone::Less, "a disadvantage")];
    let [up, down] = told.map(|(tone, word)| side(tone, word));
    if first.iter().all(|(_, mark)| mark.tone == Tone::Unsure) {
        return "Going first is nowhere clearly an advantage or a disadvantage.".to_owned();
    }
    capital(&format!("{up}; {down}."))
}
