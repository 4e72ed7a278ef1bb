//! How a duel ended.

use crate::ReportError;
use crate::chart::intervals::{IntervalRow, Intervals, Mark, Tone};
use crate::chart::{Axis, Unit, picture};
use crate::figure::{Data, Figure, Show};
use crate::sentences::{Rate, duel};
use crate::source::Run;
use crate::words::with_margin;
use serde_json::Value;

/// A duel as `summary.json` tells it.
struct Found<'a> {
    run: &'a Run,
    rules: &'a str,
    strategy: &'a str,
    opponent: &'a str,
    elo: Option<Rate>,
    test: &'a Value,
}

impl Found<'_> {
    /// The interval of the difference in Elo.
    fn interval(&self) -> Option<(f64, f64)> {
        self.elo.as_ref()?.interval
    }
}

/// A picture of all duels.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let found: Vec<Found<'_>> = runs.iter().flat_map(found).collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let sentences: Vec<String> =
        found.iter().map(|duel| told(duel, found.len() > 1, runs.len() > 1)).collect();
    let rows: Vec<IntervalRow> =
        found.iter().filter_map(|duel| row(duel, runs.len() > 1)).collect();
    let mut references: Vec<f64> =
        found.iter().filter_map(|duel| duel.test["elo0"].as_f64()).collect();
    references.extend(found.iter().filter_map(|duel| duel.test["elo1"].as_f64()));
    if references.is_empty() {
        references.push(0.0);
    }
    references.retain(|elo| elo.is_finite());
    references.sort_by(f64::total_cmp);
    references.dedup();
    let ends = rows.iter().flat_map(|row| &row.marks).flat_map(|mark| {
        let (low, high) = mark.interval.unwrap_or((mark.value, mark.value));
        [low, high]
    });
    let axis = Axis::around(ends.chain(references.iter().copied()), false, Unit::Signed);
    let chart = Intervals { axis, rows, title: "Elo difference".to_owned(), references, series: 1 };
    let title = "Duel".to_owned();
    let picture = picture(
        &chart,
        &format!("{title}: Elo differences with 95 % intervals. {}", sentences.join(" ")),
    )?;
    let reading = "Whiskers are 95 % intervals that hold wherever the duel stopped; the lines are the two hypotheses of the test.";
    let table = table(&found);
    Ok(vec![Figure {
        id: "duel".to_owned(),
        title,
        picture,
        legend: Vec::new(),
        headlines: sentences.len(),
        sentences,
        reading: reading.to_owned(),
        table,
        curves: None,
    }])
}

fn found(run: &Run) -> impl Iterator<Item = Found<'_>> {
    let duels = run.overview["duels"].as_array().map(Vec::as_slice).unwrap_or_default();
    duels.iter().map(move |duel| {
        let ends = duel["elo_low"].as_f64().zip(duel["elo_high"].as_f64());
        Found {
            run,
            rules: duel["rules"].as_str().unwrap_or_default(),
            strategy: duel["strategy"].as_str().unwrap_or_default(),
            opponent: duel["opponent"].as_str().unwrap_or_default(),
            elo: duel["elo"].as_f64().map(|value| Rate {
                name: String::new(),
                value,
                interval: ends,
            }),
            test: &duel["test"],
        }
    })
}

fn told(found: &Found<'_>, several: bool, many_runs: bool) -> String {
    let hypotheses = found.test["elo0"].as_f64().zip(found.test["elo1"].as_f64());
    let told = duel(
        found.strategy,
        found.opponent,
        found.elo.as_ref(),
        found.test["accepted"].as_str(),
        hypotheses,
    );
    match (several, many_runs) {
        (false, _) => told,
        (true, false) => format!("{}: {told}", found.rules),
        (true, true) => format!("{}, {}: {told}", found.run.label, found.rules),
    }
}

fn row(found: &Found<'_>, many_runs: bool) -> Option<IntervalRow> {
    let elo = found.elo.as_ref()?;
    let tone = match elo.interval {
        Some((low, _)) if low > 0.0 => Tone::Up,
        Some((_, high)) if high < 0.0 => Tone::Down,
        _ => Tone::Unsure,
    };
    let name = if many_runs {
        format!("{}: {}", found.run.label, found.rules)
    } else {
        found.rules.to_owned()
    };
    Some(IntervalRow {
        name,
        marks: vec![Mark { series: 0, value: elo.value, interval: elo.interval, tone }],
        note: with_margin(elo.value, elo.interval.map(|i| i.0), elo.interval.map(|i| i.1)),
    })
}

fn table(found: &[Found<'_>]) -> Data {
    Data::of(
        found.iter().map(|duel| (duel.run.label.as_str(), duel)),
        &[
            ("rules", Show::Plain, |duel| duel.rules.into()),
            ("strategy", Show::Plain, |duel| duel.strategy.into()),
            ("opponent", Show::Plain, |duel| duel.opponent.into()),
            ("elo", Show::Plain, |duel| duel.elo.as_ref().map(|elo| elo.value).into()),
            ("elo_low", Show::Plain, |duel| duel.interval().map(|interval| interval.0).into()),
            ("elo_high", Show::Plain, |duel| duel.interval().map(|interval| interval.1).into()),
            ("elo0", Show::Plain, |duel| duel.test["elo0"].as_f64().into()),
            ("elo1", Show::Plain, |duel| duel.test["elo1"].as_f64().into()),
            ("llr", Show::Plain, |duel| duel.test["llr"].as_f64().into()),
            ("accepted", Show::Plain, |duel| duel.test["accepted"].as_str().into()),
        ],
    )
}
