//! What a survey found: effects, curves, seats, chances, what is worth most of what is put in, and
//! what playing well is worth.

use super::manifest::{Host, manifest_of};
use super::write_findings;
use crate::header::{GROUPS, HeaderRules, Leg, Question};
use crate::survey::{
    Effect, Family, Measured, Metric, Panelist, RANGES, Survey, Tally, effects, factorial, setting,
    skill, swept,
};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use unobench_disk::{WriteError, replace_file};
use unobench_findings::documents::{LegEntry, Manifest, RulesEntry};
use unobench_findings::finding::Finding;
use unobench_findings::rows::{FAIR, TurnsRow};
use unobench_findings::wide::JOIN;
use unobench_findings::{csv, json};
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
    if !survey.panel().is_empty() {
        replace_file(&out.join("turns.csv"), |file| csv::write(file, turns(survey)))?;
    }
    write_findings(out, survey.header(), &survey_findings(survey), complete)?;
    replace_file(&out.join("manifest.json"), |file| {
        json::write(file, &manifest(survey, complete, host))
    })
}

/// What was found in a survey, in the order of `findings.csv`.
pub fn survey_findings(survey: &Survey) -> Vec<Finding> {
    let (header, panel) = (survey.header(), survey.panel());
    let names = header.rules.iter().map(|rules| rules.name.as_str());
    let places: HashMap<&str, usize> = names.zip(0..).collect();
    let keys = (header.question == Question::Sweep).then(|| swept(header));
    let of_effect = |of: &Effect| of_effect(survey, places[of.rules.as_str()], &panel, of);
    let mut found: Vec<Finding> = effects(survey).iter().map(of_effect).collect();
    for rules in survey.played() {
        for table in &panel {
            found.extend(values(survey, rules, table, keys.as_deref()));
            found.extend(seats(survey, rules, table));
            found.extend(chances(survey, rules, table));
        }
    }
    found.extend(factorial(survey).into_iter().flatten());
    if header.question == Question::Skill {
        found.extend(skill(survey));
    }
    found.sort_by(|one, other| one.place().cmp(&other.place()));
    found
}

/// What is found of a rule set at a table, to be filled in.
fn at(survey: &Survey, question: &str, rules: usize, table: &Panelist) -> Finding {
    let of = Finding {
        question: question.to_owned(),
        rules: survey.header().rules[rules].name.clone(),
        players: table.players as u32,
        table: table.name.clone(),
        rules_digest: survey.digest(rules).to_owned(),
        ..Finding::default()
    };
    from(of, survey, rules, table.leg.as_slice())
}

/// A finding of the games of these legs.
fn from(of: Finding, survey: &Survey, rules: usize, legs: &[usize]) -> Finding {
    let sum = |of: fn(&Tally) -> u64| -> u64 {
        legs.iter().map(|&leg| of(survey.whole(rules, leg))).sum()
    };
    let (games, undecided) = (sum(|of| of.games), sum(|of| of.stalled + of.blocked));
    let share = undecided as f64 / games as f64;
    let is_played = games > 0;
    Finding { undecided: is_played.then_some(share), games: is_played.then_some(games), ..of }
}

/// A finding of a metric, with the games by which it is measured.
fn by_metric(of: Finding, survey: &Survey, rules: usize, table: &Panelist) -> Finding {
    let is_of_pool = Metric::named(&of.metric).is_some_and(|metric| metric.words().is_of_pool);
    let legs: Vec<usize> = table.pool.iter().copied().chain(table.matches).collect();
    if is_of_pool { from(of, survey, rules, &legs) } else { of }
}

fn of_effect(survey: &Survey, rules: usize, panel: &[Panelist], effect: &Effect) -> Finding {
    let is_it = |of: &&Panelist| (of.players, &of.name) == (effect.players, &effect.table);
    let table = panel.iter().find(is_it).expect("a table of it");
    let of = Finding {
        of: effect.rules.clone(),
        against: effect.baseline.clone(),
        ..at(survey, "effects", rules, table)
    };
    let found = Finding {
        p_value: effect.p_value,
        q_value: effect.q_value,
        family: effect.family.map_or("", Family::name).to_owned(),
        verdict: effect.verdict.map_or("", Verdict::name).to_owned(),
        ..of.estimate(effect.metric.name(), effect.difference, effect.interval)
    };
    by_metric(found, survey, rules, table)
}

/// What each metric is, of a sweep by the values of its keys; and what would be fair.
fn values(
    survey: &Survey,
    rules: usize,
    table: &Panelist,
    swept: Option<&[String]>,
) -> Vec<Finding> {
    let HeaderRules { name, settings } = &survey.header().rules[rules];
    let (question, of) = match swept {
        Some(keys) => ("curve", point(settings, keys)),
        None => ("effects", name.clone()),
    };
    let here = Finding { of, ..at(survey, question, rules, table) };
    let fair = Finding { of: FAIR.to_owned(), ..at(survey, "effects", rules, table) };
    let measured = Metric::all().filter_map(|metric| {
        let measured = survey.measure(metric, rules, table)?;
        let found = here.estimate(metric.name(), measured.value, measured.interval());
        Some(by_metric(found, survey, rules, table))
    });
    let share = survey.fair_share(rules, table.players);
    let fair_of = [(Metric::FirstSeat, share), (Metric::SeatImbalance, 0.0)];
    let fair_of = fair_of.into_iter().filter(|_| table.has_seats());
    measured.chain(fair_of.map(|(metric, value)| fair.number(metric.name(), value))).collect()
}

fn point(settings: &Value, keys: &[String]) -> String {
    let written = |key: &String| match setting(settings, key) {
        Value::String(text) => format!("{key}={text}"),
        other => format!("{key}={other}"),
    };
    keys.iter().map(written).collect::<Vec<_>>().join(JOIN)
}

fn seats(survey: &Survey, rules: usize, table: &Panelist) -> Vec<Finding> {
    let Some(leg) = table.leg else { return Vec::new() };
    let (fair, whole) = (survey.fair_share(rules, table.players), survey.whole(rules, leg));
    let of_seat = |seat: usize| {
        let of = Finding { of: (seat + 1).to_string(), ..at(survey, "seats", rules, table) };
        let rate = Measured::of(survey, rules, leg, |tally| tally.rate(seat, fair))?;
        let interval = rate.estimate()?.interval_of_rate(whole.blocks);
        Some([of.count("wins", whole.wins[seat]), of.estimate("win_rate", rate.value, interval)])
    };
    (0..table.players).filter_map(of_seat).flatten().collect()
}

fn turns(survey: &Survey) -> Vec<TurnsRow> {
    let at_table = |rules: usize, table: &Panelist| {
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
    let panel = survey.panel();
    let of_rules = |rules| panel.iter().flat_map(move |table| at_table(rules, table));
    let mut rows: Vec<TurnsRow> = survey.played().flat_map(of_rules).collect();
    rows.sort();
    rows
}

fn chances(survey: &Survey, rules: usize, table: &Panelist) -> Vec<Finding> {
    let said = table.leg.map(|leg| survey.whole(rules, leg).course.said.0.as_chunks::<2>().0);
    let of = |(range, &[said, won]): (usize, &[u64; 2])| {
        let percent = (100 * range / RANGES).to_string();
        let of = Finding { of: percent, ..at(survey, "chances", rules, table) };
        [of.count("said", said), of.count("won", won)]
    };
    said.into_iter().flatten().enumerate().flat_map(of).collect()
}

fn manifest(survey: &Survey, complete: bool, host: &Host<'_>) -> Manifest {
    let header = survey.header();
    let entry = |leg: &Leg| {
        Some(LegEntry {
            play: leg.survey()?.clone(),
            players: leg.players,
            blocks_per_group: Some(leg.blocks(header.players) / GROUPS as u64),
            games: Some(leg.games),
        })
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
