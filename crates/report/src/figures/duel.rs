use super::ascending;
use crate::ReportError;
use crate::chart::intervals::{Hue, IntervalRow, Intervals, Mark, ends};
use crate::chart::{Axis, Unit};
use crate::figure::{Data, Figure};
use crate::header::{Who, players};
use crate::sentences::{duel, swept};
use crate::source::Run;
use crate::words::{sentence, with_margin};
use serde_json::json;
use unobench_findings::documents::{DuelEntry, Hypothesis};
use unobench_findings::estimate::Estimate;

struct Duel<'a> {
    run: &'a Run,
    several_runs: bool,
    duel: &'a DuelEntry,
    elo: Option<Estimate>,
}

impl Duel<'_> {
    fn accepted(&self) -> Option<Hypothesis> {
        self.duel.test?.accepted
    }

    fn name(&self, between: &str) -> String {
        let rules = &self.duel.rules;
        if self.several_runs {
            format!("{}{between}{rules}", self.run.label)
        } else {
            rules.clone()
        }
    }

    fn sentence(&self) -> String {
        let told = duel(self.duel, self.accepted());
        let elo = match self.elo {
            Some(elo) => format!("; the Elo difference is {}", with_margin(elo)),
            None if swept(self.duel).is_some() => String::new(),
            None => "; the Elo difference is unknown".to_owned(),
        };
        sentence(&(told + &elo))
    }

    fn row(&self) -> Option<IntervalRow> {
        let elo = self.elo?;
        let tone = match self.accepted() {
            Some(Hypothesis::H1) => Hue::Up,
            Some(Hypothesis::H2) => Hue::Down,
            Some(Hypothesis::H0) if self.duel.test.is_some_and(|of| of.reverse.is_none()) => {
                Hue::Down
            }
            _ => Hue::Unsure,
        };
        let marks = vec![Mark { series: 0, of: elo, tone }];
        Some(IntervalRow { name: self.name(": "), marks, note: with_margin(elo) })
    }
}

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let told = |run| duels(run, runs.len() > 1);
    let all: Vec<Duel<'_>> = runs.iter().flat_map(told).collect();
    let sentences: Vec<String> = match all.as_slice() {
        [] => return Ok(Vec::new()),
        [one] => vec![one.sentence()],
        all => all.iter().map(|it| format!("{}: {}", it.name(", "), it.sentence())).collect(),
    };
    let tests = all.iter().filter_map(|it| it.duel.test);
    let mut references = ascending(tests.flat_map(|test| [test.elo0, test.elo1]));
    if references.is_empty() {
        references.push(0.0);
    }
    let rows: Vec<IntervalRow> = all.iter().filter_map(Duel::row).collect();
    let shown = ends(&rows).into_iter().chain(references.iter().copied());
    let chart = Intervals {
        axis: Axis::around(shown, false, Unit::Signed),
        rows,
        title: "Elo difference".to_owned(),
        references,
        band: None,
        series: 1,
    };
    let figure = Figure {
        id: "duel".to_owned(),
        title: "Duel".to_owned(),
        players: players(runs, Who::Tables),
        headlines: sentences.len(),
        sentences,
        reading: "Estimates are median-unbiased, and whiskers are 95 % intervals; both are \
            corrected for early stopping. The lines are the two hypotheses of the test."
            .to_owned(),
        table: Data::of(all.iter().map(|it| (it.run.label.as_str(), row(it))), &[]),
        ..Figure::default()
    };
    Ok(vec![figure.drawn(&chart, "Duel: Elo differences with 95 % intervals.")?])
}

fn duels(run: &Run, several_runs: bool) -> impl Iterator<Item = Duel<'_>> {
    run.duels.iter().map(move |duel| {
        let elo = Estimate::of(duel.elo, duel.elo_low, duel.elo_high);
        Duel { run, several_runs, duel, elo }
    })
}

fn row(told: &Duel<'_>) -> serde_json::Value {
    let (duel, interval) = (told.duel, told.elo.and_then(|elo| elo.interval));
    json!({
        "rules": duel.rules,
        "strategy": duel.strategy,
        "opponent": duel.opponent,
        "elo": duel.elo,
        "elo_low": interval.map(|interval| interval.low),
        "elo_high": interval.map(|interval| interval.high),
        "elo0": duel.test.map(|test| test.elo0),
        "elo1": duel.test.map(|test| test.elo1),
        "llr": duel.test.map(|test| test.llr),
        "accepted": told.accepted(),
    })
}
