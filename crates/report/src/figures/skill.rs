//! How much of a game is skill: the scale from chance to skill, and the ladder from the beginner to
//! who sees all.

use super::{Estimate, Frame, of_estimates, percent};
use crate::ReportError;
use crate::chart::intervals::{IntervalRow, Intervals, Mark, Tone};
use crate::chart::{Axis, Unit, picture};
use crate::figure::{Data, Figure};
use crate::layout::Key;
use crate::sentences::{Rate, skill};
use crate::source::Run;
use crate::words::fixed;
use serde_json::{Value, json};
use unobench_files::documents::{self, SkillEntry};

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

    fn rounds(&self) -> Option<(Option<u64>, Option<u64>, Option<u64>)> {
        self.skill.rounds_to_lead.map(|of| (of.rounds, of.low, of.high))
    }

    fn name(&self, many_runs: bool) -> String {
        if many_runs {
            format!("{}: {}", self.label, self.rules())
        } else {
            self.rules().to_owned()
        }
    }
}

/// The scale, and the ladder.
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
    let mut made = vec![scale(&found, runs.len() > 1)?];
    made.extend(ladder(runs, &found)?);
    Ok(made)
}

fn scale(found: &[Found<'_>], many_runs: bool) -> Result<Figure, ReportError> {
    let sentences: Vec<String> = found
        .iter()
        .map(|of| {
            let (relative, deal) = (rate(of.skill.relative_skill), rate(of.skill.deal_share));
            let best = &of.skill.best;
            skill(&of.name(many_runs), relative.as_ref(), deal.as_ref(), of.rounds(), best)
        })
        .collect();
    let mut rows = Vec::new();
    for (what, tone) in [("skill", Tone::Up), ("deal", Tone::Down)] {
        for of in found {
            let SkillEntry { relative_skill, deal_share, .. } = *of.skill;
            let shown = if tone == Tone::Up { relative_skill } else { deal_share };
            let Some(rate) = rate(shown) else { continue };
            let name = if found.len() > 1 {
                format!("{}: {what}", of.name(many_runs))
            } else {
                what.to_owned()
            };
            let mark = Mark { series: 0, value: rate.value, interval: rate.interval, tone };
            rows.push(IntervalRow { name, marks: vec![mark], note: fixed(rate.value, 3) });
        }
    }
    let chart = Intervals {
        rows,
        axis: Axis::exactly(0.0, 1.0, false, Unit::Plain),
        title: "0 is none, 1 is all".to_owned(),
        references: Vec::new(),
        series: 1,
    };
    let title = "Skill and luck".to_owned();
    let picture = picture(
        &chart,
        &format!("{title}: two scales from 0 to 1 with 95 % intervals. {}", sentences.join(" ")),
    )?;
    let reading = "Skill (blue): Borm and van der Genugten's relative skill, what learning gains as a share of what learning and foreseeing all \
        chance gain together. Deal (orange): the share of the variance of who wins that the deal explains.";
    Ok(Figure {
        id: "skill".to_owned(),
        title,
        picture,
        legend: Vec::new(),
        headlines: sentences.len(),
        sentences,
        reading: reading.to_owned(),
        table: scale_table(found),
        curves: None,
    })
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
        let measures = [
            ("learning_effect", of.skill.learning_effect),
            ("random_effect", of.skill.random_effect),
            ("relative_skill", of.skill.relative_skill),
            ("deal_share", of.skill.deal_share),
        ];
        for (name, estimate) in measures {
            if let Some(Rate { value, interval, .. }) = rate(estimate) {
                let (low, high) = interval.unzip();
                add(name, value.into(), low.into(), high.into());
            }
        }
        if let Some((rounds, low, high)) = of.rounds() {
            add("rounds_to_lead", rounds.into(), low.into(), high.into());
        }
    }
    Data::of(rows.into_iter(), &[])
}

/// A quantity with its interval, as pictures have it.
fn rate(estimate: Option<documents::Estimate>) -> Option<Rate> {
    let documents::Estimate { value, low, high } = estimate?;
    Some(Rate { name: String::new(), value: value?, interval: low.zip(high) })
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
            estimates.extend(rate.map(|(value, interval)| Estimate {
                key: Key { run: of.run, rules: of.rules(), name },
                value,
                interval,
            }));
        }
    }
    let steps = found.iter().flat_map(|of| of.skill.ladder.iter().map(|step| (of.label, step)));
    let table = Data::of(steps, &["elo_low", "elo_high"]);
    references.sort_by(f64::total_cmp);
    references.dedup();
    let frame = Frame {
        id: "skill-ladder".to_owned(),
        title: "The ladder".to_owned(),
        axis_title: "games won, %",
        unit: Unit::Plain,
        reading: "Each strategy alone among beginners; the last one sees what no player may. Whiskers are 95 % intervals; the line is the fair share."
            .to_owned(),
        references,
        differences: " points",
        sorted: true,
    };
    of_estimates(runs, frame, &estimates, table, |rates, _| rungs(rates))
}

/// From the lowest to the highest rung.
fn rungs(rates: &[Rate]) -> String {
    let sorted = |a: &&Rate, b: &&Rate| a.value.total_cmp(&b.value);
    match (rates.iter().min_by(sorted), rates.iter().max_by(sorted)) {
        (Some(low), Some(high)) => {
            let told = |rate: &Rate| {
                let ends = rate.interval.map_or_else(String::new, |(low, high)| {
                    format!(" ± {}", fixed((high - low) / 2.0, 1))
                });
                format!("{}{ends} %", fixed(rate.value, 1))
            };
            format!("From {} ({}) up to {} ({}).", low.name, told(low), high.name, told(high))
        }
        _ => "Nothing was measured.".to_owned(),
    }
}
