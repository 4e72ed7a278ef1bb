//! What a seat is worth: dots for a few rule sets, a heat map for many.

use super::{Estimate, Frame, at_seats, of_estimates, of_runs, percent, sizes};
use crate::ReportError;
use crate::chart::heat::{Heat, HeatCell};
use crate::chart::{Unit, picture};
use crate::figure::Figure;
use crate::header::{Who, players as named};
use crate::layout::Key;
use crate::sentences::{NORMAL_95, seats};
use crate::source::Run;
use crate::words::{capital, counted, listed_up_to, signed};
use statrs::distribution::{ContinuousCDF, Normal};
use unobench_files::rows::SeatRow;
use unobench_stats::holm;

/// Beyond so many directories and rule sets a heat map is drawn.
const FEW: usize = 6;

/// The names of seats, from the first to move.
const SEATS: [&str; 10] = [
    "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "seat 7", "seat 8", "seat 9",
    "seat 10",
];

/// A picture for each number of seats.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let sizes = sizes(runs.iter().flat_map(|run| &run.seats).map(|row| row.players));
    let made: Result<Vec<_>, _> =
        sizes.iter().map(|&players| figure(runs, players, at_seats(players, &sizes))).collect();
    Ok(made?.into_iter().flatten().collect())
}

fn figure(
    runs: &[Run],
    players: u32,
    (suffix, told): (String, String),
) -> Result<Option<Figure>, ReportError> {
    let rows: Vec<(usize, &SeatRow)> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, of)| {
            of.seats.iter().filter(|row| row.players == players).map(move |row| (run, row))
        })
        .filter(|(_, row)| (1..=SEATS.len() as u32).contains(&row.seat))
        .collect();
    let mut groups: Vec<(usize, &str)> = Vec::new();
    for (run, row) in &rows {
        if !groups.contains(&(*run, &row.rules)) {
            groups.push((*run, &row.rules));
        }
    }
    let (id, title) = (format!("seats{suffix}"), format!("Seats{told}"));
    if groups.len() > FEW {
        return heat(runs, players, &groups, &rows, id, title);
    }
    let estimates: Vec<Estimate<'_>> = rows
        .iter()
        .filter_map(|&(run, row)| {
            let (value, interval) = percent(row.win_rate, row.win_rate_low, row.win_rate_high)?;
            Some(Estimate {
                key: Key { run, rules: &row.rules, name: SEATS[row.seat as usize - 1] },
                value,
                interval,
            })
        })
        .collect();
    let fair = |run: usize, rules: &str| 100.0 * runs[run].fair_share(rules, players);
    let mut references: Vec<f64> = groups.iter().map(|&(run, rules)| fair(run, rules)).collect();
    references.sort_by(f64::total_cmp);
    references.dedup();
    let frame = Frame {
        id,
        title,
        axis_title: "games won, %",
        unit: Unit::Plain,
        reading:
            "Seat 1 goes first, and the others follow clockwise. Whiskers are 95 % intervals, \
            each by itself; the line is the fair share."
                .to_owned(),
        references,
        who: Who::Tables,
        differences: " points",
        sorted: false,
    };
    of_estimates(runs, frame, &estimates, of_runs(runs, &rows, &["score_mean"]), |rates, key| {
        let equal = runs[key.run].equal_seats(key.rules, players);
        seats(rates, fair(key.run, key.rules), equal)
    })
}

fn heat(
    runs: &[Run],
    players: u32,
    groups: &[(usize, &str)],
    rows: &[(usize, &SeatRow)],
    id: String,
    title: String,
) -> Result<Option<Figure>, ReportError> {
    let several = groups.iter().any(|group| group.0 != groups[0].0);
    let mut found: Vec<(usize, usize, f64, f64)> = Vec::new();
    for (run, row) in rows {
        let Some((value, interval)) = percent(row.win_rate, row.win_rate_low, row.win_rate_high)
        else {
            continue;
        };
        let place =
            groups.iter().position(|group| *group == (*run, row.rules.as_str())).unwrap_or(0);
        let off = value - 100.0 * runs[*run].fair_share(&row.rules, players);
        let error = interval.map_or(f64::INFINITY, |(low, high)| (high - low) / 2.0 / NORMAL_95);
        let p = if error > 0.0 { 2.0 * Normal::standard().sf(off.abs() / error) } else { 1.0 };
        found.push((place, row.seat as usize - 1, off, p));
    }
    let p: Vec<f64> = found.iter().map(|cell| cell.3).collect();
    let mut cells = vec![vec![None; players as usize]; groups.len()];
    for ((place, seat, off, _), p) in found.iter().zip(holm(&p)) {
        if let Some(cell) = cells[*place].get_mut(*seat) {
            *cell = Some(HeatCell { value: *off, text: signed(*off, 1), sure: p < 0.05 });
        }
    }
    let name = |&(run, rules): &(usize, &str)| {
        if several { format!("{}: {rules}", runs[run].label) } else { rules.to_owned() }
    };
    let mut order: Vec<usize> = (0..groups.len()).collect();
    let first = |place: &usize| {
        cells[*place]
            .first()
            .cloned()
            .flatten()
            .map_or(f64::NEG_INFINITY, |cell: HeatCell| cell.value)
    };
    order.sort_by(|a, b| first(b).total_cmp(&first(a)));
    let heat = Heat {
        rows: order.iter().map(|&place| name(&groups[place])).collect(),
        columns: SEATS[..players.min(10) as usize].iter().map(|seat| (*seat).to_owned()).collect(),
        cells: order.iter().map(|&place| cells[place].clone()).collect(),
    };
    let sentences = vec![of_many(&heat)];
    let picture = picture(
        &heat,
        &format!("{title}: a heat map by rule set and seat. {}", sentences.join(" ")),
    )?;
    let reading = "Percentage points above or below the fair share, by seat, from the first player \
        on; only what is significant at 5 % after Holm's correction over the whole chart is \
        coloured.";
    Ok(Some(Figure {
        id,
        title,
        picture,
        legend: Vec::new(),
        band: None,
        players: named(runs, Who::Tables),
        headlines: 1,
        sentences,
        reading: reading.to_owned(),
        table: of_runs(runs, rows, &["score_mean"]),
        curves: None,
    }))
}

/// Under which rule sets beginning is worth something.
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
