//! What a seat is worth: dots for a few rule sets, a heat map for many.

use super::{Caption, Size, ascending, by_size, of_estimates, rows_of, table};
use crate::ReportError;
use crate::chart::heat::{Heat, HeatCell};
use crate::figure::Figure;
use crate::header::{Who, players as named};
use crate::layout::Key;
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

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let mut found = rows_of(runs, |run| all_of(&run.findings, "seats", "win_rate"));
    found.retain(|(_, of)| of.against != FAIR && seat(of).is_some());
    let sizes = by_size(found, |of| of.players);
    sizes.iter().filter_map(|size| figure(runs, size).transpose()).collect()
}

/// The place of a seat, from 0, that has a name.
fn seat(of: &Finding) -> Option<usize> {
    let number: usize = of.of.parse().ok()?;
    number.checked_sub(1).filter(|&seat| seat < SEATS.len())
}

fn figure(runs: &[Run], size: &Size<'_, Finding>) -> Result<Option<Figure>, ReportError> {
    let &Size { players, ref rows, .. } = size;
    let groups = distinct(rows.iter().map(|(run, row)| (*run, row.rules.as_str())));
    if groups.len() > FEW {
        return heat(runs, size, &groups).map(Some);
    }
    let estimates = rows.iter().filter_map(|&(run, row)| {
        let key = Key { run, rules: &row.rules, name: SEATS[seat(row)?] };
        Some((key, row.known()?.times(100.0)))
    });
    let fair = |run: usize, rules: &str| 100.0 * runs[run].fair_share(rules, players);
    let frame = Caption {
        id: size.id("seats"),
        title: size.title("Seats"),
        axis_title: "games won, %",
        reading:
            "Seat 1 goes first, and the others follow clockwise. Whiskers are 95 % intervals, \
            each by itself; the line is the fair share."
                .to_owned(),
        references: ascending(groups.iter().map(|&(run, rules)| fair(run, rules))),
        ..Caption::default()
    };
    let table = table(runs, "seats", rows, &["score_mean"]);
    of_estimates(runs, frame, estimates.collect(), table, |rates, key| {
        let first = rates.iter().find(|rate| rate.name == SEATS[0]);
        let Some(first) = first.map(|first| first.of) else { return String::new() };
        let (run, fair) = (&runs[key.run], fair(key.run, key.rules));
        let verdict = run.first_seat(key.rules, first, fair);
        sentence(&seats(first, fair, verdict, run.equal_seats(key.rules)))
    })
}

fn heat(
    runs: &[Run],
    size: &Size<'_, Finding>,
    groups: &[(usize, &str)],
) -> Result<Figure, ReportError> {
    let &Size { players, ref rows, .. } = size;
    let several = groups.iter().any(|group| group.0 != groups[0].0);
    let mut cells = vec![vec![None; players as usize]; groups.len()];
    for (run, row) in rows {
        let place = groups.iter().position(|group| *group == (*run, row.rules.as_str()));
        let rate = row.known().map(|rate| rate.times(100.0));
        let (Some((place, rate)), Some(seat)) = (place.zip(rate), seat(row)) else { continue };
        let fair = 100.0 * runs[*run].fair_share(&row.rules, players);
        let verdict = (seat == 0).then(|| runs[*run].first_seat(&row.rules, rate, fair));
        let sure = matches!(verdict.flatten(), Some(Verdict::More | Verdict::Less));
        if let Some(cell) = cells[place].get_mut(seat) {
            let value = rate.value - fair;
            *cell = Some(HeatCell { value, text: signed(value, 1), sure });
        }
    }
    let name = |&(run, rules): &(usize, &str)| {
        if several { format!("{}: {rules}", runs[run].label) } else { rules.to_owned() }
    };
    let mut order: Vec<usize> = (0..groups.len()).collect();
    let first = |place: &usize| {
        let cell: Option<&HeatCell> = cells[*place].first().and_then(Option::as_ref);
        cell.map_or(f64::NEG_INFINITY, |cell| cell.value)
    };
    order.sort_by(|a, b| first(b).total_cmp(&first(a)));
    let heat = Heat {
        rows: order.iter().map(|&place| name(&groups[place])).collect(),
        columns: SEATS[..players.min(10) as usize].iter().map(|seat| (*seat).to_owned()).collect(),
        cells: order.iter().map(|&place| cells[place].clone()).collect(),
    };
    let title = size.title("Seats");
    let kind = format!("{title}: a heat map by rule set and seat.");
    let figure = Figure {
        id: size.id("seats"),
        title,
        players: named(runs, Who::Tables),
        sentences: vec![of_many(&heat)],
        reading: "Percentage points above or below the fair share, by seat, from the first player \
            on. That one's are coloured where going first is clearly an advantage or a \
            disadvantage; there is no verdict on each of the others."
            .to_owned(),
        table: table(runs, "seats", rows, &["score_mean"]),
        ..Figure::default()
    };
    figure.drawn(&heat, &kind)
}

fn of_many(heat: &Heat) -> String {
    let first: Vec<(&String, &HeatCell)> = heat
        .rows
        .iter()
        .zip(&heat.cells)
        .filter_map(|(name, cells)| Some((name, cells.first()?.as_ref()?)))
        .collect();
    let sure = |up: bool| -> Vec<String> {
        let of = first.iter().filter(|(_, cell)| cell.sure && (cell.value > 0.0) == up);
        let mut named: Vec<(f64, String)> =
            of.map(|(name, cell)| (cell.value.abs(), format!("{name} ({})", cell.text))).collect();
        named.sort_by(|a, b| b.0.total_cmp(&a.0));
        named.into_iter().map(|(_, name)| name).collect()
    };
    let side = |names: &[String], word: &str| {
        if names.is_empty() {
            format!("going first is nowhere clearly {word}")
        } else {
            let (here, all) = (names.len(), counted(first.len(), "row"));
            let listed = listed_up_to(names, 3);
            format!("going first is clearly {word} in {here} of {all}: {listed}")
        }
    };
    let [up, down] = [true, false].map(sure);
    if up.is_empty() && down.is_empty() {
        return "Going first is nowhere clearly an advantage or a disadvantage.".to_owned();
    }
    let told = format!("{}; {}.", side(&up, "an advantage"), side(&down, "a disadvantage"));
    capital(&told)
}
