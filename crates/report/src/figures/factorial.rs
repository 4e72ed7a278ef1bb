//! What matters alone and together, where everything is put in and left out.

use super::cut;
use super::notice::Band;
use crate::ReportError;
use crate::chart::intervals::{Hue, IntervalRow, Intervals, Mark, ends};
use crate::chart::{Axis, Unit};
use crate::figure::{Figure, of_runs};
use crate::header::{Who, players as named};
use crate::matters::{Matter, matters, sentences, sizes};
use crate::source::{Run, place_in_panel};
use crate::words::{capital, distinct};
use serde_json::json;
use std::slice;
use unobench_findings::comparison::Comparison;
use unobench_findings::finding::{Finding, all_of};
use unobench_findings::metric::{ARGUED, Metric};

pub(super) fn figures(run: &Run) -> Result<Vec<Figure>, ReportError> {
    let sizes = sizes(&run.findings).into_iter();
    let kinds = sizes.flat_map(|players| ARGUED.map(|metric| (players, metric)));
    kinds.filter_map(|(players, metric)| figure(run, players, metric).transpose()).collect()
}

/// What people at a table would notice of a change: of the length of a game, of its mean over all
/// combinations and tables.
fn noticed(run: &Run, players: u32, metric: Metric) -> Option<Band> {
    if metric != Metric::LENGTH {
        return Band::of_games(metric);
    }
    let is_mean = |of: &&Finding| (of.players, &*of.of) == (players, "");
    let all = all_of(&run.findings, "factorial", metric.name());
    let means: Vec<f64> = all.filter(is_mean).filter_map(|of| of.value).collect();
    Band::of_number(metric, means.iter().sum::<f64>() / means.len().max(1) as f64)
}

fn row(matter: &Matter<'_>, tables: &[&str]) -> IntervalRow {
    let mark = |found: &Comparison<'_>| {
        let series = tables.iter().position(|table| *table == found.table)?;
        let tone = if found.is_sure() { Hue::Series } else { Hue::Unsure };
        Some(Mark { series, of: found.shown(), tone })
    };
    let marks = matter.found.iter().filter_map(mark).collect();
    IntervalRow { marks, ..IntervalRow::new(matter.effect) }
}

fn figure(run: &Run, players: u32, metric: Metric) -> Result<Option<Figure>, ReportError> {
    let words = metric.words();
    let all = matters(&run.findings, players, metric);
    if all.is_empty() {
        return Ok(None);
    }
    let mut tables =
        distinct(all.iter().flat_map(|of| of.found.iter().map(|found| &*found.found.table)));
    tables.sort_by_key(|table| place_in_panel(run, table));
    let mut rows: Vec<IntervalRow> = all.iter().map(|matter| row(matter, &tables)).collect();
    let told = sentences(&run.findings, players, metric);
    let mut told: Vec<String> =
        told.iter().map(|sentence| format!("{}.", capital(sentence))).collect();
    cut(&mut rows, &mut told);
    let noticed = noticed(run, players, metric);
    let band = noticed.as_ref().map(|band| band.ends);
    let shown = ends(&rows).into_iter().chain([0.0]);
    let chart = Intervals {
        axis: Axis::around_with_band(shown, band, false, Unit::Signed),
        band,
        title: words.unit.trim().to_owned(),
        references: vec![0.0],
        series: tables.len(),
        rows,
    };
    let title = format!("What matters for {}, {players} seats", words.subject);
    let kind = format!("{title}: effects with 95 % intervals, the largest first.");
    let of_metric = |question| all_of(&run.findings, question, metric.name());
    let numbers = of_metric("factorial").chain(of_metric("variance"));
    let numbers = numbers.filter(|of| of.players == players);
    let several = tables.len() > 1;
    let figure = Figure {
        id: format!("matters-{}-{players}", metric.id()),
        title,
        legend: tables.iter().filter(|_| several).map(|table| table.to_string()).collect(),
        band: noticed.map(|band| band.told(&chart.axis)),
        players: named(slice::from_ref(run), Who::of(metric)),
        sentences: told,
        reading:
            "What switching one on changes, on average over all combinations of the others; × \
                  is what two do together beyond what each does alone. Filled marks differ from 0 \
                  by more than the smallest effect that matters (in at most 5 % of such reports \
                  is any of these wrong); hollow ones do not, or it is not known yet. \
                  Whiskers are 95 % intervals."
                .to_owned(),
        table: of_runs(numbers.map(|of| (run.label.as_str(), numbers_of(of))), &[]),
        ..Figure::default()
    };
    figure.drawn(&chart, &kind).map(Some)
}

fn numbers_of(of: &Finding) -> serde_json::Value {
    let kind = match (&*of.question, &*of.of) {
        ("variance", _) => "share",
        (_, "") => "mean",
        (_, of) if of.contains(" × ") => "together",
        _ => "alone",
    };
    json!({
        "table": of.table,
        "kind": kind,
        "effect": of.of,
        "value": of.value,
        "low": of.low,
        "high": of.high,
        "verdict": of.verdict,
    })
}
