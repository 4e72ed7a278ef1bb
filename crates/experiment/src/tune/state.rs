//! `tune.json`: how far a tuning has come, and of which plan. It is replaced whole after each step.

use super::{Ascent, Tuning, TuningError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::io::Write as _;
use std::path::Path;
use unobench_core::bounded::cut;
use unobench_core::strategy::StrategySpec;
use unobench_disk::{read_text, replace_file};

pub const STATE: &str = "tune.json";

const MAX_STATE: u64 = 1_000_000;

/// The most characters of a value that a message shows.
const LONGEST: usize = 60;

const FORMAT: &str = "unobench tune 2";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    format: String,
    plan: Map<String, Value>,
    ascent: Ascent,
}

fn plan(tuning: &Tuning) -> Map<String, Value> {
    let Tuning { space, contest, gains, games, .. } = tuning;
    let numbers = space.dimensions.iter().map(|d| json!([d.name, d.start, d.low, d.high]));
    let entries = [
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("strategy", described(&space.start())),
        ("numbers", numbers.collect()),
        ("rules", json!(contest.rules.name)),
        ("settings", contest.rules.settings_json()),
        ("players", json!(contest.players)),
        ("against", contest.against.iter().map(described).collect()),
        ("aim", json!(contest.aim.to_string())),
        ("games", json!(games)),
        ("steps", json!(gains.steps)),
        ("pace", json!(gains.pace)),
        ("probe", json!(gains.probe)),
        ("seed", json!(contest.seed)),
    ];
    entries.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
}

/// A strategy with its file or its version, so that another of the same name is noticed.
fn described(spec: &StrategySpec) -> Value {
    let more = spec.file().map(|file| file.text());
    match more.or_else(|| spec.entry().version.map(str::to_owned)) {
        Some(more) => json!([spec.to_string(), more]),
        None => json!(spec.to_string()),
    }
}

pub(super) fn write(path: &Path, tuning: &Tuning, ascent: &Ascent) -> Result<(), TuningError> {
    let state = State { format: FORMAT.to_owned(), plan: plan(tuning), ascent: ascent.clone() };
    replace_file(path, |out| {
        serde_json::to_writer_pretty(&mut *out, &state)?;
        out.write_all(b"\n")
    })?;
    Ok(())
}

pub(super) fn read(path: &Path, tuning: &Tuning) -> Result<Ascent, TuningError> {
    let damaged = |reason: String| TuningError::Damaged { path: path.to_owned(), reason };
    let text = read_text(path, MAX_STATE)
        .map_err(|error| TuningError::Unreadable { path: path.to_owned(), error })?;
    let state: State = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
    if state.format != FORMAT {
        let format = cut(&state.format, LONGEST);
        return Err(damaged(format!("its format is \"{format}\", not \"{FORMAT}\"")));
    }
    for (key, here) in plan(tuning) {
        let there = state.plan.get(&key).unwrap_or(&Value::Null);
        if *there != here {
            let [there, here] = [there, &here].map(|value| cut(&value.to_string(), LONGEST));
            return Err(TuningError::OtherPlan { path: path.to_owned(), key, there, here });
        }
    }
    match state.ascent.damage(&tuning.space.dimensions, &tuning.gains) {
        Some(part) => Err(damaged(part.to_owned())),
        None => Ok(state.ascent),
    }
}
