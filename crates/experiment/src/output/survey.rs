//! The files of a survey: `effects.csv`, `seats.csv`, `turns.csv`, `chances.csv`,
//! `sweep.csv`, `factorial.csv`,
//! `summary.json`, `manifest.json`.

use super::manifest::{Host, head, manifest_of};
use crate::header::{GROUPS, HeaderRules, Leg, Question};
use crate::survey::{
    Effect, Family, Measured, Metric, Panelist, RANGES, Survey, effects, entry, factorial, setting,
    skill, swept,
};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;
use unobench_disk::{WriteError, replace_file};
use unobench_files::documents::{LegEntry, Manifest, MeasuresEntry, RulesEntry, Summary};
use unobench_files::estimate::ends;
use unobench_files::rows::{ChancesRow, EffectRow, SeatRow, TurnsRow};
use unobench_files::{csv, json};
use unobench_stats::Verdict;

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
    let effects = effect_rows(survey);
    if !survey.panel().is_empty() {
        replace_file(&out.join("effects.csv"), |file| csv::write(file, effects.iter().cloned()))?;
        replace_file(&out.join("seats.csv"), |file| csv::write(file, seats(survey)))?;
        replace_file(&out.join("turns.csv"), |file| csv::write(file, turns(survey)))?;
        replace_file(&out.join("chances.csv"), |file| csv::write(file, chances(survey)))?;
    }
    if survey.header().question == Question::Sweep {
        replace_file(&out.join("sweep.csv"), |file| write_sweep(file, survey))?;
        if let Some(found) = factorial(survey) {
            replace_file(&out.join("factorial.csv"), |file| csv::write(file, found.rows))?;
        }
    }
    replace_file(&out.join("summary.json"), |file| {
        json::write(file, &overview(survey, effects, complete))
    })?;
    replace_file(&out.join("manifest.json"), |file| {
        json::write(file, &manifest(survey, complete, host))
    })
}

pub fn effect_rows(survey: &Survey) -> Vec<EffectRow> {
    effects(survey).iter().map(Into::into).collect()
}

pub fn overview(survey: &Survey, effects: Vec<EffectRow>, complete: bool) -> Summary {
    let header = survey.header();
    let entry = |leg: &Leg| Some(LegEntry { games: Some(leg.games), ..leg_entry(leg)? });
    let legs = header.legs.iter().filter_map(entry);
    let document = Summary {
        head: head(header, complete),
        legs: Some(legs.collect()),
        learned: header.learned.clone(),
        examined: header.examined.clone(),
        ..Summary::default()
    };
    if header.question == Question::Skill {
        return Summary { skill: Some(skill(survey)), ..document };
    }
    Summary {
        unpaired: Some(unpaired(survey)),
        measures: Some(
            survey
                .played()
                .flat_map(|rules| {
                    survey.panel().into_iter().map(move |table| of_measures(survey, rules, &table))
                })
                .collect(),
        ),
        effects: Some(effects),
        seats: Some(seats(survey)),
        ..document
    }
}

fn leg_entry(leg: &Leg) -> Option<LegEntry> {
    let (play, players) = (leg.survey()?.clone(), leg.players);
    Some(LegEntry { play, players, blocks_per_group: None, games: None })
}

/// The rule sets that do not deal as the baseline does, so that they are compared without pairing.
pub fn unpaired(survey: &Survey) -> Vec<String> {
    let apart = survey.played().filter(|&rules| !survey.share_deals(rules, survey.baseline()));
    apart.map(|rules| survey.header().rules[rules].name.clone()).collect()
}

fn of_measures(survey: &Survey, rules: usize, table: &Panelist) -> MeasuresEntry {
    let measures = Metric::all().filter_map(|metric| {
        let measured = survey.measure(metric, rules, table)?;
        Some((metric.name().to_owned(), json!(entry(measured.value, measured.interval()))))
    });
    MeasuresEntry {
        rules: survey.header().rules[rules].name.clone(),
        players: table.players as u32,
        table: table.name.clone(),
        measures: measures.collect(),
    }
}

fn manifest(survey: &Survey, complete: bool, host: &Host<'_>) -> Manifest {
    let header = survey.header();
    let entry = |leg: &Leg| {
        let blocks_per_group = Some(leg.blocks(header.players) / GROUPS as u64);
        Some(LegEntry { blocks_per_group, ..leg_entry(leg)? })
    };
    let rules = header.rules.iter().map(|rules| RulesEntry {
        name: rules.name.clone(),
        settings: rules.settings.clone(),
        ..RulesEntry::default()
    });
    Manifest {
        groups: Some(GROUPS),
        legs: Some(header.legs.iter().filter_map(entry).collect()),
        learned: header.learned.clone(),
        examined: header.examined.clone(),
        rules: rules.collect(),
        ..manifest_of(header, complete, host)
    }
}

pub fn seats(survey: &Survey) -> Vec<SeatRow> {
    let at_table = |rules, table: Panelist| {
        let row = |seat| seat_row(survey, rules, &table, seat);
        (0..table.players).filter_map(row).collect::<Vec<_>>()
    };
    let of_rules = |rules| survey.panel().into_iter().flat_map(move |table| at_table(rules, table));
    let mut rows: Vec<SeatRow> = survey.played().flat_map(of_rules).collect();
    rows.sort_by(|a, b| {
        (&a.rules, a.players, &a.table, a.seat).cmp(&(&b.rules, b.players, &b.table, b.seat))
    });
    rows
}

fn seat_row(survey: &Survey, rules: usize, table: &Panelist, seat: usize) -> Option<SeatRow> {
    let leg = table.leg?;
    let fair = survey.fair_share(rules, table.players);
    let rate = Measured::of(survey, rules, leg, |tally| tally.rate(seat, fair))?;
    let whole = survey.whole(rules, leg);
    let (win_rate_low, win_rate_high) = ends(rate.estimate()?.interval_of_rate(whole.blocks));
    Some(SeatRow {
        rules: survey.header().rules[rules].name.clone(),
        players: table.players as u32,
        table: Some(table.name.clone()),
        seat: seat as u32 + 1,
        games: whole.games,
        wins: whole.wins[seat],
        win_rate: Some(rate.value),
        win_rate_low,
        win_rate_high,
        score_mean: None,
        rules_digest: survey.digest(rules).to_owned(),
    })
}

fn turns(survey: &Survey) -> Vec<TurnsRow> {
    let at_table = |rules: usize, table: Panelist| {
        let lengths = table.leg.map(|leg| &survey.whole(rules, leg).lengths);
        let digest = survey.digest(rules).to_owned();
        let row = |(turns, count)| TurnsRow {
            rules: survey.header().rules[rules].name.clone(),
            players: table.players as u32,
            table: Some(table.name.clone()),
            turns,
            count,
            rules_digest: digest.clone(),
        };
        lengths.into_iter().flat_map(|lengths| lengths.iter()).map(row).collect::<Vec<_>>()
    };
    at_all(survey, at_table)
}

/// The rows of all rule sets that are played, at all tables.
fn at_all<R: Ord>(survey: &Survey, at_table: impl Fn(usize, Panelist) -> Vec<R>) -> Vec<R> {
    let tables = || survey.panel().into_iter();
    let of_rules = |rules| tables().map(move |table| (rules, table));
    let places = survey.played().flat_map(of_rules);
    let mut rows: Vec<R> = places.flat_map(|(rules, table)| at_table(rules, table)).collect();
    rows.sort();
    rows
}

fn chances(survey: &Survey) -> Vec<ChancesRow> {
    at_all(survey, |rules, table| {
        let said = table.leg.map(|leg| survey.whole(rules, leg).course.said.0.as_chunks::<2>().0);
        let ranges = said.into_iter().flatten().enumerate();
        let row = |(range, &[said, won]): (usize, &[u64; 2])| ChancesRow {
            rules: survey.header().rules[rules].name.clone(),
            players: table.players as u32,
            table: table.name.clone(),
            percent: (100 * range / RANGES) as u32,
            said,
            won,
            rules_digest: survey.digest(rules).to_owned(),
        };
        ranges.map(row).collect()
    })
}

/// Writes `sweep.csv`: each quantity at each point and table, one a line, with a column for each
/// key that is swept.
fn write_sweep(file: &mut dyn Write, survey: &Survey) -> io::Result<()> {
    let keys = swept(survey.header());
    let columns: Vec<&str> = ["rules", "players", "table"]
        .into_iter()
        .chain(keys.iter().map(String::as_str))
        .chain(["metric", "value", "low", "high", "rules_digest"])
        .collect();
    let mut rows = Vec::new();
    for rules in survey.played() {
        let of @ HeaderRules { name, settings } = &survey.header().rules[rules];
        let digest = of.digest();
        for table in survey.panel() {
            for metric in Metric::all() {
                let Some(measured) = survey.measure(metric, rules, &table) else { continue };
                let (low, high) = ends(measured.interval());
                let mut row = vec![json!(name), json!(table.players), json!(table.name)];
                row.extend(keys.iter().map(|key| setting(settings, key).clone()));
                row.extend([json!(metric.name()), json!(measured.value), json!(low), json!(high)]);
                row.push(json!(digest));
                rows.push(Ok(row));
            }
        }
    }
    csv::write_table(file, &columns, rows)
}

impl From<&Effect> for EffectRow {
    fn from(effect: &Effect) -> EffectRow {
        let (low, high) = ends(effect.interval);
        EffectRow {
            rules: effect.rules.clone(),
            baseline: effect.baseline.clone(),
            players: effect.players as u32,
            table: effect.table.clone(),
            metric: effect.metric.name().to_owned(),
            value: Some(effect.value),
            baseline_value: Some(effect.baseline_value),
            difference: Some(effect.difference),
            low,
            high,
            p_value: effect.p_value,
            p_adjusted: effect.q_value.filter(|_| effect.family == Some(Family::Primary)),
            verdict: effect.verdict.map_or("", Verdict::name).to_owned(),
            family: effect.family.map_or("", Family::name).to_owned(),
            q_value: effect.q_value,
            rules_digest: effect.digest.clone(),
        }
    }
}
