//! `tune.json`: how far a tuning has come, and of which plan.
//!
//! It is replaced whole after every step. Numbers are kept as text in as many digits as bring them
//! back exactly.

use super::ascent::{Ascent, Gains};
use super::contest::Contest;
use super::space::Space;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::Path;
use unobench_core::bounded::{cut, read_text};
use unobench_core::strategy::StrategySpec;
use unobench_files::file::{WriteError, replace_file};

/// The name of the file.
pub const STATE: &str = "tune.json";

/// The longest file that is read, in bytes.
const MAX_STATE: u64 = 64_000_000;

/// What says that a file is of this kind.
const FORMAT: &str = "unobench tune 1";

/// All that determines a tuning, as named values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan(Vec<(&'static str, Value)>);

impl Plan {
    /// The plan of a tuning.
    #[must_use]
    pub fn new(space: &Space, contest: &Contest, gains: &Gains, games: u64) -> Plan {
        let dimensions = space
            .dimensions()
            .iter()
            .map(|d| json!([d.name, exact(d.start), exact(d.low), exact(d.high)]));
        let against = contest.against.iter().map(described);
        Plan(vec![
            ("version", json!(env!("CARGO_PKG_VERSION"))),
            ("strategy", described(&space.start())),
            ("numbers", dimensions.collect()),
            ("rules", json!(contest.rules.name)),
            ("settings", contest.rules.settings_json()),
            ("players", json!(contest.players)),
            ("against", against.collect()),
            ("aim", json!(contest.aim.to_string())),
            ("games", json!(games)),
            ("steps", json!(gains.steps)),
            ("pace", json!(exact(gains.pace))),
            ("probe", json!(exact(gains.probe))),
            ("seed", json!(contest.seed)),
        ])
    }

    fn to_value(&self) -> Value {
        self.0
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }

    /// What differs in a plan that was written: key, there, here.
    fn difference(&self, written: &Value) -> Option<(&'static str, String, String)> {
        let differs = self.0.iter().find(|(key, value)| written.get(key) != Some(value));
        differs.map(|(key, value)| {
            (*key, shown(written.get(key).unwrap_or(&Value::Null)), shown(value))
        })
    }
}

/// A strategy with its weights or its version, so that another of the same name is noticed.
fn described(spec: &StrategySpec) -> Value {
    match spec.file() {
        Some(file) => json!([spec.to_string(), file.text()]),
        None => match spec.entry().version {
            Some(version) => json!([spec.to_string(), version]),
            None => json!(spec.to_string()),
        },
    }
}

/// A value of the plan as a message shows it.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    cut(&value.to_string(), LONGEST)
}

/// A number in as many digits as bring it back exactly.
fn exact(number: f64) -> String {
    format!("{number:?}")
}

/// Why a state cannot be gone on with.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StateError {
    #[error("it cannot be read: {0}")]
    Unreadable(std::io::Error),
    #[error("it is damaged ({0})")]
    Damaged(String),
    #[error("it is of another tuning: there {key} is {there}, here {here}")]
    OtherPlan { key: &'static str, there: String, here: String },
}

/// The file's contents.
#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    plan: Value,
    step: u64,
    theta: Vec<String>,
    sums: Vec<String>,
    summed: u64,
}

/// Replaces the file.
pub(super) fn write(path: &Path, plan: &Plan, ascent: &Ascent) -> Result<(), WriteError> {
    let texts = |numbers: &[f64]| numbers.iter().map(|&number| exact(number)).collect();
    let file = File {
        format: FORMAT.to_owned(),
        plan: plan.to_value(),
        step: ascent.step,
        theta: texts(&ascent.theta),
        sums: texts(&ascent.sums),
        summed: ascent.summed,
    };
    replace_file(path, |out| {
        serde_json::to_writer_pretty(&mut *out, &file)?;
        out.write_all(b"\n")
    })
}

/// Reads the file, which has to be of this plan.
pub(super) fn read(path: &Path, plan: &Plan, steps: u64) -> Result<Ascent, StateError> {
    let text = read_text(path, MAX_STATE).map_err(StateError::Unreadable)?;
    let file: File =
        serde_json::from_str(&text).map_err(|error| StateError::Damaged(error.to_string()))?;
    let damaged = |reason: &str| StateError::Damaged(reason.to_owned());
    if file.format != FORMAT {
        return Err(StateError::Damaged(format!(
            "its format is \"{}\", not \"{FORMAT}\"",
            file.format
        )));
    }
    if let Some((key, there, here)) = plan.difference(&file.plan) {
        return Err(StateError::OtherPlan { key, there, here });
    }
    let numbers = |texts: &[String]| -> Option<Vec<f64>> {
        texts
            .iter()
            .map(|text| text.parse().ok().filter(|number: &f64| number.is_finite()))
            .collect()
    };
    let dimensions = plan
        .0
        .iter()
        .find(|(key, _)| *key == "numbers")
        .and_then(|(_, value)| value.as_array())
        .map_or(0, Vec::len);
    let theta = numbers(&file.theta)
        .filter(|theta| theta.len() == dimensions)
        .ok_or_else(|| damaged("theta"))?;
    let sums = numbers(&file.sums)
        .filter(|sums| sums.len() == dimensions)
        .ok_or_else(|| damaged("sums"))?;
    if file.step > steps || file.summed != file.step.saturating_sub(steps / 2) {
        return Err(damaged("step"));
    }
    Ok(Ascent { step: file.step, theta, sums, summed: file.summed })
}
