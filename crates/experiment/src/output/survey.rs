//! The files of a survey: `effects.csv`, `seats.csv`, `turns.csv`, `summary.json`, `manifest.json`.

use unobench_files::file::{WriteError, replace_file};
use unobench_files::json::{from_table, write_value};
use super::manifest::{Host, of_host};
use unobench_files::table::{Cell, Row, Table};
use super::{SeatRow, TurnsRow};
use unobench_files::csv;
use unobench_stats::skill::Estimate;
use unobench_stats::{GroupEstimate, Interval};
use crate::survey::{Effect, Inquiry, Metric, Play, Skill, Step, Survey, Tally, effects, skill};
use serde_json::{Value, json};
use std::path::Path;

/// Writes the files of a survey, all but `progress.jsonl`.
///
/// # Errors
/// If a file cannot be written; it and those that were to follow are then as they were.
pub fn write_survey(
    out: &Path,
    survey: &Survey,
    complete: bool,
    host: &Host<'_>,
) -> Result<(), WriteError> {
    let has_starters = survey.legs(|play| matches!(play, Play::Starters { .. })).next().is_some();
    if has_starters {
        replace_file(&out.join("effects.csv"), |file| csv::write(file, effects(survey)))?;
        replace_file(&out.join("seats.csv"), |file| csv::write(file, seats(survey)))?;
        replace_file(&out.join("turns.csv"), |file| csv::write(file, turns(survey)))?;
    }
    replace_file(&out.join("summary.json"), |file| write_value(file, &overview(survey, complete)))?;
    replace_file(&out.join("manifest.json"), |file| {
        write_value(file, &manifest(survey, complete, host))
    })
}

/// The contents of a survey's `summary.json`.
#[must_use]
pub fn overview(survey: &Survey, complete: bool) -> Value {
    let header = survey.header();
    let mut document = json!({
        "program": header.program,
        "version": header.version,
        "question": header.question,
        "complete": complete,
        "seed": header.seed,
        "players": header.players,
        "baseline": header.baseline,
        "legs": header.legs.iter().map(|leg| json!({"play": leg.play, "games": leg.games(header.players)})).collect::<Vec<_>>(),
    });
    if header.question == Inquiry::Skill {
        document["skill"] = skill(survey).iter().map(of_skill).collect();
    } else {
        document["unpaired"] = unpaired(survey).into();
        document["measures"] = survey.played().map(|rules| of_measures(survey, rules)).collect();
        document["effects"] = from_table(&Table::new(effects(survey)));
        document["seats"] = from_table(&Table::new(seats(survey)));
    }
    document
}

/// The rule sets that do not deal as the baseline does, so that they are compared without pairing.
#[must_use]
pub fn unpaired(survey: &Survey) -> Vec<String> {
    let apart = survey.played().filter(|&rules| !survey.share_deals(rules, survey.baseline()));
    apart.map(|rules| survey.header().rules[rules].name.clone()).collect()
}

fn of_measures(survey: &Survey, rules: usize) -> Value {
    let measures = Metric::ALL.into_iter().filter_map(|metric| {
        let measured = metric.measure(survey, rules)?;
        let interval = measured.estimate().and_then(|estimate| estimate.interval());
        let value = json!({"value": measured.value, "low": interval.map(|i| i.low), "high": interval.map(|i| i.high)});
        Some((metric.name().to_owned(), value))
    });
    json!({"rules": survey.header().rules[rules].name, "measures": measures.collect::<serde_json::Map<_, _>>()})
}

fn of_skill(skill: &Skill) -> Value {
    let estimate = |estimate: &Estimate| json!({"value": estimate.value, "low": estimate.interval.low, "high": estimate.interval.high});
    let relative = skill.relative.as_ref().ok();
    json!({
        "rules": skill.rules,
        "others": skill.others,
        "best": skill.best,
        "learning_effect": relative.map(|relative| estimate(&relative.learning)),
        "random_effect": relative.map(|relative| estimate(&relative.random)),
        "relative_skill": relative.and_then(|relative| relative.skill.as_ref().ok()).map(estimate),
        "deal_share": skill.deal.map(|deal| json!({"value": deal.value, "low": deal.interval.map(|i| i.low), "high": deal.interval.map(|i| i.high)})),
        "rounds_to_lead": skill.rounds.map(|rounds| json!({"rounds": rounds.rounds, "low": rounds.low, "high": rounds.high})),
        "ladder": from_table(&Table::new(skill.ladder.clone())),
    })
}

fn manifest(survey: &Survey, complete: bool, host: &Host<'_>) -> Value {
    let header = survey.header();
    json!({
        "format": header.format,
        "program": header.program,
        "version": header.version,
        "question": header.question,
        "complete": complete,
        "seed": header.seed,
        "players": header.players,
        "baseline": header.baseline,
        "groups": header.groups,
        "legs": header.legs,
        "shard": header.shard,
        "rules": header.rules,
        "host": of_host(host),
    })
}

/// The blocks of the leg in which seats begin in turn, added up, with the groups they come from.
fn starters(survey: &Survey, rules: usize) -> Option<(Tally, &[Option<Tally>])> {
    let leg = survey.legs(|play| matches!(play, Play::Starters { .. })).next()?;
    let groups = survey.groups(rules, leg);
    Some((Tally::sum(survey.header().players, groups.iter().flatten()), groups))
}

/// The rows of a survey's `seats.csv`.
#[must_use]
pub fn seats(survey: &Survey) -> Vec<SeatRow> {
    let players = survey.header().players;
    let mut rows: Vec<SeatRow> = survey
        .played()
        .flat_map(|rules| (0..players).filter_map(move |seat| seat_row(survey, rules, seat)))
        .collect();
    rows.sort_by(|a, b| (&a.rules, a.seat).cmp(&(&b.rules, b.seat)));
    rows
}

fn seat_row(survey: &Survey, rules: usize, seat: usize) -> Option<SeatRow> {
    let (whole, groups) = starters(survey, rules)?;
    let rate =
        |tally: &Tally| (tally.games > 0).then(|| tally.wins[seat] as f64 / tally.games as f64);
    let value = rate(&whole)?;
    let rates: Vec<Option<f64>> = groups.iter().map(|group| rate(group.as_ref()?)).collect();
    let interval = GroupEstimate::new(value, &rates).and_then(|estimate| estimate.interval());
    Some(SeatRow {
        rules: survey.header().rules[rules].name.clone(),
        players: survey.header().players,
        seat: seat + 1,
        games: whole.games,
        wins: whole.wins[seat],
        win_rate: Some(value),
        win_rate_interval: interval.map(Interval::of_rates),
        score_mean: None,
    })
}

fn turns(survey: &Survey) -> Vec<TurnsRow> {
    let row = |rules: usize, turns: i64, count: u64| TurnsRow {
        rules: survey.header().rules[rules].name.clone(),
        players: survey.header().players,
        turns,
        count,
    };
    let lengths =
        |rules: usize| starters(survey, rules).map(|(whole, _)| whole.lengths).unwrap_or_default();
    let mut rows: Vec<TurnsRow> = survey
        .played()
        .flat_map(|rules| {
            lengths(rules).iter().map(|(turns, count)| row(rules, turns, count)).collect::<Vec<_>>()
        })
        .collect();
    rows.sort_by(|a, b| (&a.rules, a.turns).cmp(&(&b.rules, b.turns)));
    rows
}

impl Row for Effect {
    const COLUMNS: &'static [&'static str] = &[
        "rules",
        "baseline",
        "metric",
        "value",
        "baseline_value",
        "difference",
        "low",
        "high",
        "p_value",
        "p_adjusted",
    ];

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.rules.as_str().into(),
            self.baseline.as_str().into(),
            self.metric.name().into(),
            self.value.into(),
            self.baseline_value.into(),
            self.difference.into(),
            self.interval.map(|interval| interval.low).into(),
            self.interval.map(|interval| interval.high).into(),
            self.p_value.into(),
            self.p_adjusted.into(),
        ]
    }
}

impl Row for Step {
    const COLUMNS: &'static [&'static str] = &[
        "rules",
        "strategy",
        "games",
        "win_rate",
        "win_rate_low",
        "win_rate_high",
        "elo",
        "elo_low",
        "elo_high",
    ];

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.rules.as_str().into(),
            self.strategy.as_str().into(),
            self.games.into(),
            self.rate.into(),
            self.interval.map(|interval| interval.low).into(),
            self.interval.map(|interval| interval.high).into(),
            self.elo.into(),
            self.elo_low.into(),
            self.elo_high.into(),
        ]
    }
}
