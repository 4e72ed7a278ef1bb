//! What matters alone and together, where everything is put in and left out.

use super::cut;
use super::notice::Band;
use crate::document::{Chart, DocumentRow, Figure, Intervals, Mark, MarkTone, Short, Unit};
use crate::header::{Who, players as named};
use crate::source::{Run, place_in_panel};
use std::slice;
use unobench_findings::finding::all_of;
use unobench_findings::metric::{ARGUED, Metric};
use unobench_findings::question::Question;
use unobench_findings::tell::main_effects::{MainEffect, matters, sentences, sizes};
use unobench_findings::tell::speech::{capital, distinct};

pub(super) fn figures(run: &Run) -> Vec<Figure> {
    let sizes = sizes(&run.findings).into_iter();
    let kinds = sizes.flat_map(|players| ARGUED.map(|metric| (players, metric)));
    kinds.filter_map(|(players, metric)| figure(run, players, metric)).collect()
}

/// What people at a table would notice of a change: of the length of a game, of its mean over all
/// combinations and tables.
fn noticed(run: &Run, players: u32, metric: Metric) -> Option<Band> {
    if metric != Metric::LENGTH {
        return Band::of_games(metric);
    }
    let means: Vec<f64> = all_of(&run.findings, Question::Factorial, metric)
        .filter(|finding| finding.players == players && finding.subject.is_empty())
        .filter_map(|finding| finding.value)
        .collect();
    Band::of_number(metric, means.iter().sum::<f64>() / means.len().max(1) as f64)
}

fn row(matter: &MainEffect<'_>, tables: &[&str]) -> DocumentRow {
    let mut marks = Vec::new();
    for found in &matter.found {
        if let Some(series) = tables.iter().position(|table| *table == found.table) {
            let tone = if found.is_sure() { MarkTone::Series } else { MarkTone::Unsure };
            marks.push(Mark { series, estimate: found.shown(), tone });
        }
    }
    DocumentRow { name: matter.effect.to_owned(), marks, note: String::new() }
}

fn figure(run: &Run, players: u32, metric: Metric) -> Option<Figure> {
    let words = metric.words();
    let all = matters(&run.findings, players, metric);
    let found = all.iter().flat_map(|matter| &matter.found);
    let mut tables = distinct(found.map(|found| &*found.found.table));
    tables.sort_by_key(|table| place_in_panel(run, table));
    let mut rows: Vec<DocumentRow> = all.iter().map(|matter| row(matter, &tables)).collect();
    let told = sentences(&run.findings, players, metric);
    let mut told: Vec<String> =
        told.iter().map(|sentence| format!("{}.", capital(sentence))).collect();
    cut(&mut rows, &mut told);
    let band = noticed(run, players, metric);
    let chart = Intervals {
        what: words.unit.trim().to_owned(),
        unit: Unit::Signed,
        references: vec![Short(0.0)],
        band: band.as_ref().map(Band::ends),
        rows,
        ..Intervals::default()
    };
    (!all.is_empty()).then(|| Figure {
        id: format!("matters-{}-{players}", metric.id()),
        title: format!("What matters for {}, {players} seats", words.subject),
        players: named(slice::from_ref(run), Who::of(metric)),
        series: tables.iter().map(|table| (*table).to_owned()).collect(),
        noticed: band.map(|band| band.told()).unwrap_or_default(),
        sentences: told,
        reading:
            "What switching one on changes, on average over all combinations of the others; × \
            is what two do together beyond what each does alone. Filled marks differ from 0 by \
            more than the smallest effect that matters (in at most 5 % of such reports is any of \
            these wrong); hollow ones do not, or it is not known yet. Whiskers are 95 % intervals."
                .to_owned(),
        chart: Chart::Intervals(chart),
        ..Figure::default()
    })
}
