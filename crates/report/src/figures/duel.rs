use super::ascending;
use crate::ReportError;
use crate::chart::intervals::{Hue, IntervalRow, Intervals, Mark, ends};
use crate::chart::{Axis, Unit};
use crate::figure::{Figure, of_runs};
use crate::header::{Who, players};
use crate::sentences::duel;
use crate::source::Run;
use crate::words::{sentence, with_margin};
use serde_json::json;
use unobench_findings::duel::Duel;
use unobench_stats::Verdict::{Less, More, Same};

struct OfRules<'a> {
    run: &'a Run,
    several_runs: bool,
    duel: Duel<'a>,
}

impl OfRules<'_> {
    fn name(&self, between: &str) -> String {
        let rules = &self.duel.elo.rules;
        if self.several_runs {
            format!("{}{between}{rules}", self.run.label)
        } else {
            rules.clone()
        }
    }

    fn sentence(&self) -> String {
        let told = duel(&self.duel, self.duel.elo.said());
        let elo = match self.duel.elo.known() {
            Some(elo) => format!("; the Elo difference is {}", with_margin(elo)),
            None if self.duel.swept().is_some() => String::new(),
            None => "; the Elo difference is unknown".to_owned(),
        };
        sentence(&(told + &elo))
    }

    fn row(&self) -> Option<IntervalRow> {
        let elo = self.duel.elo.known()?;
        let tone = match self.duel.elo.said() {
            Some(More) => Hue::Up,
            Some(Less) => Hue::Down,
            Some(Same) if self.duel.number("reverse").is_none() => Hue::Down,
            _ => Hue::Unsure,
        };
        let marks = vec![Mark { series: 0, of: elo, tone }];
        Some(IntervalRow { name: self.name(": "), marks, note: with_margin(elo) })
    }
}

pub(super) fn figures<'a>(runs: &'a [Run]) -> Result<Vec<Figure>, ReportError> {
    let several_runs = runs.len() > 1;
    let of_run = |run: &'a Run| {
        Duel::all(&run.findings).map(move |duel| OfRules { run, several_runs, duel })
    };
    let all: Vec<OfRules<'_>> = runs.iter().flat_map(of_run).collect();
    let sentences: Vec<String> = match all.as_slice() {
        [] => return Ok(Vec::new()),
        [one] => vec![one.sentence()],
        all => all.iter().map(|it| format!("{}: {}", it.name(", "), it.sentence())).collect(),
    };
    let of_test = |it: &OfRules<'_>| ["elo0", "elo1"].map(|metric| it.duel.number(metric));
    let mut references = ascending(all.iter().flat_map(of_test).flatten());
    if references.is_empty() {
        references.push(0.0);
    }
    let rows: Vec<IntervalRow> = all.iter().filter_map(OfRules::row).collect();
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
        table: of_runs(all.iter().map(|it| (it.run.label.as_str(), row(&it.duel))), &[]),
        ..Figure::default()
    };
    Ok(vec![figure.drawn(&chart, "Duel: Elo differences with 95 % intervals.")?])
}

fn row(duel: &Duel<'_>) -> serde_json::Value {
    let elo = duel.elo;
    let known = elo.known().and_then(|known| known.interval);
    // The hypotheses of the test.
    let accepted = match elo.said() {
        Some(Same) => Some("H0"),
        Some(More) => Some("H1"),
        Some(Less) => Some("H2"),
        _ => None,
    };
    json!({
        "rules": elo.rules,
        "strategy": elo.of,
        "opponent": elo.against,
        "elo": elo.value,
        "elo_low": known.map(|interval| interval.low),
        "elo_high": known.map(|interval| interval.high),
        "elo0": duel.number("elo0"),
        "elo1": duel.number("elo1"),
        "llr": duel.number("llr"),
        "accepted": accepted,
    })
}
