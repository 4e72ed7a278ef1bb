//! The weights of the features, and the files that hold them.

use super::feature::Feature;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use toml::Value;
use unobench_core::bounded::quoted;
use unobench_core::reader::Reader;
use unobench_core::slip;
use unobench_core::strategy::StrategyFile;

static BUILT_IN: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let weights = Weights::parse(include_str!("built_in.toml"));
    Arc::new(weights.expect("the weights that come with the program are complete"))
});

/// For how many players weights are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerCount {
    /// Two in play.
    Two,
    /// Three or more in play.
    More,
}

impl PlayerCount {
    /// Both, in the order of a weight file.
    pub const ALL: [PlayerCount; 2] = [PlayerCount::Two, PlayerCount::More];

    /// The weights that are used with so many in play.
    pub const fn of(players: usize) -> PlayerCount {
        if players > 2 { PlayerCount::More } else { PlayerCount::Two }
    }

    /// The name of the table in a weight file.
    pub const fn name(self) -> &'static str {
        match self {
            PlayerCount::Two => "two",
            PlayerCount::More => "more",
        }
    }
}

/// A weight for each feature, in the order of [`Feature::ALL`].
pub type WeightRow = [f32; Feature::COUNT];

/// The weights of the features, at two seats and at more.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    tables: [WeightRow; PlayerCount::ALL.len()],
}

/// Why a weight file cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}: {reason}", quoted(&.path.to_string_lossy()))]
pub struct WeightsError {
    path: PathBuf,
    reason: WeightsReason,
}

/// What is wrong with a file of weights, for the user who named it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
enum WeightsReason {
    #[error("cannot read the weights: {0}")]
    Unreadable(String),
    #[error("not valid TOML{}: {}", of_line(.line), quoted(.message))]
    Syntax { line: Option<usize>, message: String },
    #[error("unknown key {} = {value}; allowed: the tables [two] and [more]", quoted(.key))]
    UnknownTable { key: String, value: String },
    #[error("the table [{0}] is missing; a weight file has the tables [two] and [more]")]
    MissingTable(&'static str),
    #[error("{key} = {value} is not allowed; allowed: a table of feature = weight")]
    NoTable { key: &'static str, value: String },
    #[error(
        "unknown feature {table}.{} = {value}{}; allowed: {}",
        quoted(.key), did_you_mean(.key), names().collect::<Vec<_>>().join(", ")
    )]
    UnknownFeature { table: &'static str, key: String, value: String },
    #[error("{table}.{feature} is missing; every feature has a weight, 0 if it does not matter")]
    MissingFeature { table: &'static str, feature: &'static str },
    #[error(
        "{table}.{feature} = {value} is not allowed; allowed: a number from -{MAX_WEIGHT} to \
         {MAX_WEIGHT}"
    )]
    Weight { table: &'static str, feature: &'static str, value: String },
}

/// The largest weight.
pub const MAX_WEIGHT: f32 = 1000.0;

fn names() -> impl Iterator<Item = &'static str> {
    Feature::ALL.iter().map(|feature| feature.name())
}

fn line_of(text: &str, place: usize) -> usize {
    1 + text.bytes().take(place).filter(|&byte| byte == b'\n').count()
}

fn of_line(line: &Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(" in line {line}"))
}

fn did_you_mean(key: &str) -> String {
    slip::nearest(key, names()).map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

/// The longest weight file that is read, in bytes.
const MAX_FILE: u64 = 1_000_000;

impl Weights {
    /// The weights that come with the program; they are read once.
    pub fn built_in() -> &'static Arc<Weights> {
        &BUILT_IN
    }

    /// Reads a weight file.
    ///
    /// # Errors
    /// If it cannot be read or does not say what it has to.
    pub fn read(path: &Path, files: &dyn Reader) -> Result<Weights, WeightsError> {
        let text = files.text(path, MAX_FILE).map_err(WeightsReason::Unreadable);
        let weights = text.and_then(|text| Weights::parse(&text));
        weights.map_err(|reason| WeightsError { path: path.to_owned(), reason })
    }

    fn parse(text: &str) -> Result<Weights, WeightsReason> {
        let file: toml::Table =
            text.parse().map_err(|error: toml::de::Error| WeightsReason::Syntax {
                line: error.span().map(|span| line_of(text, span.start)),
                message: error.message().to_owned(),
            })?;
        if let Some((key, value)) = file
            .iter()
            .find(|(key, _)| PlayerCount::ALL.iter().all(|seats| seats.name() != key.as_str()))
        {
            return Err(WeightsReason::UnknownTable { key: key.clone(), value: shown(value) });
        }
        let mut tables = [[0.0; Feature::COUNT]; PlayerCount::ALL.len()];
        for (seats, table) in PlayerCount::ALL.into_iter().zip(&mut tables) {
            let value = file.get(seats.name()).ok_or(WeightsReason::MissingTable(seats.name()))?;
            *table = read_table(seats.name(), value)?;
        }
        Ok(Weights { tables })
    }

    /// The weights at so many seats.
    #[inline(always)]
    pub fn of(&self, seats: PlayerCount) -> &WeightRow {
        &self.tables[seats as usize]
    }

    /// The same with another weight of a feature; what is out of range is put to the nearest bound.
    pub fn with(mut self, seats: PlayerCount, feature: Feature, weight: f32) -> Weights {
        self.tables[seats as usize][feature as usize] = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        self
    }
}

/// A value as a message quotes it; tables in short.
fn shown(value: &Value) -> String {
    if value.is_table() { "a table".to_owned() } else { quoted(&value.to_string()) }
}

fn read_table(name: &'static str, value: &Value) -> Result<WeightRow, WeightsReason> {
    let Value::Table(entries) = value else {
        return Err(WeightsReason::NoTable { key: name, value: shown(value) });
    };
    if let Some((key, value)) = entries.iter().find(|(key, _)| names().all(|name| name != *key)) {
        return Err(WeightsReason::UnknownFeature {
            table: name,
            key: key.clone(),
            value: shown(value),
        });
    }
    let mut table = [0.0; Feature::COUNT];
    for (feature, weight) in names().zip(&mut table) {
        let value =
            entries.get(feature).ok_or(WeightsReason::MissingFeature { table: name, feature })?;
        *weight = read_weight(value).ok_or_else(|| WeightsReason::Weight {
            table: name,
            feature,
            value: shown(value),
        })?;
    }
    Ok(table)
}

fn read_weight(value: &Value) -> Option<f32> {
    let number = match value {
        Value::Float(number) => *number,
        Value::Integer(number) => *number as f64,
        _ => return None,
    };
    (number.abs() <= f64::from(MAX_WEIGHT)).then_some(number as f32)
}

impl StrategyFile for Weights {
    fn text(&self) -> String {
        let mut text = String::new();
        for seats in PlayerCount::ALL {
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}[{}]", seats.name());
            for (feature, weight) in Feature::ALL.iter().zip(self.of(seats)) {
                let _ = writeln!(text, "{} = {weight:?}", feature.name());
            }
        }
        text
    }
}
