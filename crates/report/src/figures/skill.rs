//! How much of a game is skill: the scale from chance to skill, and the ladder from the beginner to
//! who sees all.

use super::{Frame, ascending, of_estimates, percent};
use crate::ReportError;
use crate::chart::intervals::{IntervalRow, Intervals, Mark, Tone};
use crate::chart::{Axis, Unit};
use crate::figure::{Data, Figure};
use crate::header::{Who, players};
use crate::layout::Key;
use crate::sentences::{Named, skill};
use crate::source::Run;
use crate::words::fixed;
use serde_json::{Value, json};
use unobench_files::documents::{self, RoundsEntry, SkillEntry};
use unobench_files::estimate::Estimate;

/// The skill of a rule set as `summary.json` tells it.
struct Found<'a> {
    run: usize,
    label: &'a str,
    skill: &'a SkillEntry,
}

impl<'a> Found<'a> {
    fn rules(&self) -> &'a str {
        &self.skill.rules
    }

    fn name(&self, many_runs: bool) -> String {
        if many_runs {
            format!("{}: {}", self.label, self.rules())
        } else {
            self.rules().to_owned()
        }
    }
}

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let found: Vec<Found<'_>> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, of)| {
            let list = of.overview.skill.iter().flatten();
            list.map(move |skill| Found { run, label: &of.label, skill })
        })
        .collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let mut made = vec![scale(runs, &found)?];
    made.extend(ladder(runs, &found)?);
    Ok(made)
}

/// A share of a rule set; also asked whether it is to be compared with others.
type Shown = fn(&SkillEntry, bool) -> Option<documents::Estimate>;

/// What the scale shows.
const SHOWN: [(&str, Tone, Shown); 7] = [
    ("skill", Tone::Up, |skill, compared| {
        let converged = skill.endless.is_some_and(|endless| endless.converged);
        skill.relative_skill.filter(|_| converged || !compared)
    }),
    ("who plays", Tone::Down, |skill, _| share(skill, "strategy")),
    ("seat", Tone::Down, |skill, _| share(skill, "seat")),
    ("cards", Tone::Down, |skill, _| share(skill, "cards")),
    ("who plays × seat and cards", Tone::Down, |skill, _| share(skill, "interaction")),
    ("chance in play", Tone::Down, |skill, _| share(skill, "chance")),
    ("deal", Tone::Down, |skill, _| skill.deal_share),
];

/// A part of the variance.
fn share(skill: &SkillEntry, part: &str) -> Option<documents::Estimate> {
    let found = skill.variance.iter().flatten().find(|share| share.part == part)?;
    Some(documents::Estimate { value: found.share, low: found.low, high: found.high })
}

fn scale(runs: &[Run], found: &[Found<'_>]) -> Result<Figure, ReportError> {
    let many_runs = runs.len() > 1;
    let sentences: Vec<String> =
        found.iter().map(|of| skill(&of.name(many_runs), of.skill)).collect();
    let mut rows = Vec::new();
    for (what, tone, shown) in SHOWN {
        for of in found {
            let Some(rate) = rate(shown(of.skill, found.len() > 1)) else { continue };
            let name = if found.len() > 1 {
                format!("{}: {what}", of.name(many_runs))
            } else {
                what.to_owned()
            };
            let of = rate.map(|share| share.clamp(0.0, 1.0));
            let mark = Mark { series: 0, of, tone };
            rows.push(IntervalRow { name, marks: vec![mark], note: fixed(of.value, 3) });
        }
    }
    let chart = Intervals {
        rows,
        axis: Axis::exactly(0.0, 1.0, false, Unit::Plain),
        title: "0 is none, 1 is all".to_owned(),
        references: Vec::new(),
        band: None,
        series: 1,
    };
    let mut reading = "Skill (blue) is Borm and van der Genugten's relative skill: what learning \
        gains, as a share of what learning and foreseeing all chance gain together. Rule sets are \
        compared only where the ceiling has converged. The others (orange) are parts of the \
        variance of one game's result and add up to 1: who plays, the seat, the cards, what the \
        player makes of seat and cards, and chance in play. Whiskers are 95 % intervals."
        .to_owned();
    if found.iter().any(|of| of.skill.deal_share.is_some()) {
        reading += " Deal: the share of the variance that the deal explains.";
    }
    let figure = Figure {
        id: "skill".to_owned(),
        title: "Skill and luck".to_owned(),
        players: players(runs, Who::All),
        headlines: sentences.len(),
        sentences,
        reading,
        table: scale_table(found),
        ..Figure::default()
    };
    figure.drawn(&chart, "Skill and luck: two scales from 0 to 1 with 95 % intervals.")
}

fn scale_table(found: &[Found<'_>]) -> Data {
    let mut rows = Vec::new();
    for of in found {
        let mut add = |measure: &str, value: Value, low: Value, high: Value| {
            let row = json!({
                "rules": of.rules(), "measure": measure, "value": value, "low": low, "high": high
            });
            rows.push((of.label, row));
        };
        let mut estimate = |measure: &str, estimate: Option<documents::Estimate>| {
            if let Some(Estimate { value, interval }) = rate(estimate) {
                let (low, high) = interval.map(|it| (it.low, it.high)).unzip();
                add(measure, value.into(), low.into(), high.into());
            }
        };
        estimate("win_rate", of.skill.win_rate);
        estimate("steps", of.skill.steps.as_ref().map(|found| found.steps));
        for found in of.skill.variance.iter().flatten() {
            estimate(&format!("variance_{}", found.part), share(of.skill, &found.part));
        }
        estimate("learning_effect", of.skill.learning_effect);
        estimate("random_effect", of.skill.random_effect);
        estimate("relative_skill", of.skill.relative_skill);
        for ceiling in of.skill.ceilings.iter().flatten() {
            let name = format!("relative_skill by {}", ceiling.strategy);
            estimate(&name, ceiling.relative_skill);
        }
        let endless = of.skill.endless.and_then(|endless| endless.relative_skill);
        estimate("relative_skill by endless playouts", endless);
        estimate("deal_share", of.skill.deal_share);
        if let Some(RoundsEntry { rounds, low, high }) = of.skill.rounds_to_lead {
            add("rounds_to_lead", rounds.into(), low.into(), high.into());
        }
    }
    Data::of(rows.into_iter(), &[])
}

/// A quantity with its interval, as pictures have it.
fn rate(estimate: Option<documents::Estimate>) -> Option<Estimate> {
    let documents::Estimate { value, low, high } = estimate?;
    Estimate::of(value, low, high)
}

fn ladder(runs: &[Run], found: &[Found<'_>]) -> Result<Option<Figure>, ReportError> {
    let mut estimates = Vec::new();
    let mut references: Vec<f64> = Vec::new();
    for of in found {
        let players = runs[of.run].fact(|head| head.players).unwrap_or(2);
        references.push(100.0 * runs[of.run].fair_share(of.rules(), players));
        for step in &of.skill.ladder {
            let name = step.strategy.as_str();
            let rate = percent(Some(step.win_rate), step.win_rate_low, step.win_rate_high);
            let key = Key { run: of.run, rules: of.rules(), name };
            estimates.extend(rate.map(|rate| (key, rate)));
        }
    }
    let steps = found.iter().flat_map(|of| of.skill.ladder.iter().map(|step| (of.label, step)));
    let table = Data::of(steps, &["elo_low", "elo_high"]);
    let frame = Frame {
        id: "skill-ladder".to_owned(),
        title: "The ladder".to_owned(),
        axis_title: "games won, %",
        unit: Unit::Plain,
        reading: "Each strategy alone among beginners; the last ones see what no player may. \
         Whiskers are 95 % intervals; the line is the fair share."
            .to_owned(),
        references: ascending(references.into_iter()),
        who: Who::Pool,
        differences: " points",
        sorted: true,
    };
    of_estimates(runs, frame, estimates, table, |rates, _| rungs(rates))
}

/// From the lowest to the highest rung.
fn rungs(rates: &[Named]) -> String {
    let sorted = |a: &&Named, b: &&Named| a.of.value.total_cmp(&b.of.value);
    match (rates.iter().min_by(sorted), rates.iter().max_by(sorted)) {
        (Some(low), Some(high)) => {
            let told = |rate: &Named| {
                let margin = rate.of.margin().map(|margin| format!(" ± {}", fixed(margin, 1)));
                format!("{}{} %", fixed(rate.of.value, 1), margin.unwrap_or_default())
            };
            format!("From {} ({}) up to {} ({}).", low.name, told(low), high.name, told(high))
        }
        _ => "Nothing was measured.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_files::documents::EndlessEntry;

    #[test]
    fn rule_sets_are_compared_only_by_a_ceiling_that_has_converged() {
        let skill = |converged: Option<bool>| SkillEntry {
            relative_skill: Some(documents::Estimate {
                value: Some(0.4),
                ..documents::Estimate::default()
            }),
            endless: converged
                .map(|converged| EndlessEntry { converged, ..EndlessEntry::default() }),
            ..SkillEntry::default()
        };
        let (.., shown) = SHOWN[0];
        for (converged, compared) in [(None, false), (Some(false), false), (Some(true), true)] {
            let skill = skill(converged);
            assert!(shown(&skill, false).is_some(), "of one rule set it is shown");
            assert_eq!(shown(&skill, true).is_some(), compared, "{converged:?}");
        }
    }
}
