//! How a duel ended.

use crate::ReportError;
use crate::chart::intervals::{IntervalRow, Intervals, Mark, Tone};
use crate::chart::{Axis, Unit, picture};
use crate::figure::{Data, Figure};
use crate::header::{Who, players};
use crate::sentences::{Rate, duel};
use crate::source::Run;
use crate::words::with_margin;
use serde_json::json;
use unobench_files::documents::{DuelEntry, Hypothesis};

/// A duel as `summary.json` tells it.
struct Found<'a> {
    run: &'a Run,
    duel: &'a DuelEntry,
    elo: Option<Rate>,
}

impl Found<'_> {
    /// The interval of the difference in Elo.
    fn interval(&self) -> Option<(f64, f64)> {
        self.elo.as_ref()?.interval
    }

    /// The hypotheses of the test in Elo.
    fn hypotheses(&self) -> impl Iterator<Item = f64> + use<> {
        self.duel.test.into_iter().flat_map(|test| [test.elo0, test.elo1])
    }

    /// The name of the hypothesis that the test accepts.
    fn accepted(&self) -> Option<&'static str> {
        self.duel.test?.accepted.map(|hypothesis| match hypothesis {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        })
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
    let mut references: Vec<f64> = found.iter().flat_map(Found::hypotheses).collect();
    if references.is_empty() {
        references.push(0.0);
    }
    references.sort_by(f64::total_cmp);
    references.dedup();
    let ends = rows.iter().flat_map(|row| &row.marks).flat_map(|mark| {
        let (low, high) = mark.interval.unwrap_or((mark.value, mark.value));
        [low, high]
    });
    let axis = Axis::around(ends.chain(references.iter().copied()), false, Unit::Signed);
    let chart = Intervals {
        axis,
        rows,
        title: "Elo difference".to_owned(),
        references,
        band: None,
        series: 1,
    };
    let title = "Duel".to_owned();
    let picture = picture(
        &chart,
        &format!("{title}: Elo differences with 95 % intervals. {}", sentences.join(" ")),
    )?;
    let reading = "Estimates are too high as often as too low, and whiskers are 95 % intervals; \
     both allow for the stop. The lines are the two hypotheses of the test.";
    let table = table(&found);
    Ok(vec![Figure {
        id: "duel".to_owned(),
        title,
        picture,
        legend: Vec::new(),
        band: None,
        players: players(runs, Who::Tables),
        headlines: sentences.len(),
        sentences,
        reading: reading.to_owned(),
        table,
        curves: None,
    }])
}

fn found(run: &Run) -> impl Iterator<Item = Found<'_>> {
    run.overview.duels.iter().flatten().map(move |duel| {
        let interval = duel.elo_low.zip(duel.elo_high);
        let elo = duel.elo.map(|value| Rate { name: String::new(), value, interval });
        Found { run, duel, elo }
    })
}

fn told(found: &Found<'_>, several: bool, many_runs: bool) -> String {
    let told = duel(
        &found.duel.strategy,
        &found.duel.opponent,
        found.elo.as_ref(),
        found.accepted(),
        found.duel.test.map(|test| (test.elo0, test.elo1)),
    );
    match (several, many_runs) {
        (false, _) => told,
        (true, false) => format!("{}: {told}", found.duel.rules),
        (true, true) => format!("{}, {}: {told}", found.run.label, found.duel.rules),
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
        format!("{}: {}", found.run.label, found.duel.rules)
    } else {
        found.duel.rules.clone()
    };
    Some(IntervalRow {
        name,
        marks: vec![Mark { series: 0, value: elo.value, interval: elo.interval, tone }],
        note: with_margin(elo.value, elo.interval.map(|i| i.0), elo.interval.map(|i| i.1)),
    })
}

fn table(found: &[Found<'_>]) -> Data {
    let row = |found: &Found<'_>| {
        let (duel, interval) = (found.duel, found.interval());
        json!({
            "rules": duel.rules,
            "strategy": duel.strategy,
            "opponent": duel.opponent,
            "elo": duel.elo,
            "elo_low": interval.map(|interval| interval.0),
            "elo_high": interval.map(|interval| interval.1),
            "elo0": duel.test.map(|test| test.elo0),
            "elo1": duel.test.map(|test| test.elo1),
            "llr": duel.test.map(|test| test.llr),
            "accepted": found.accepted(),
        })
    };
    Data::of(found.iter().map(|found| (found.run.label.as_str(), row(found))), &[])
}
