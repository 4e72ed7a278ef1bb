//! A strategy as it is written on the command line: `name` or `name:key=value,key=value`.

use super::linear::{Weights, WeightsError};
use super::{CATALOGUE, Player};
use crate::strategy::{Entry, Parameter, Settings, THOUSANDTHS, Values};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A strategy of the catalogue with values for its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct StrategySpec {
    index: usize,
    values: Vec<i64>,
    weights: Option<WeightFile>,
}

/// Weights, and the file that they were read from.
#[derive(Debug, Clone, PartialEq)]
struct WeightFile {
    path: String,
    weights: &'static Weights,
}

/// A text that is no strategy.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum StrategyError {
    #[error("unknown strategy \"{name}\"{}; `unobench strategies list` shows all", did_you_mean(.nearest))]
    Unknown { name: String, nearest: Option<&'static str> },
    #[error("\"{0}\" is an external bot; only strategies of the library can be used here")]
    External(String),
    #[error("strategy \"{strategy}\": \"{text}\" is not of the form key=value")]
    Form { strategy: &'static str, text: String },
    #[error("strategy \"{strategy}\" has no parameter \"{key}\"; {allowed}")]
    UnknownParameter { strategy: &'static str, key: String, allowed: String },
    #[error("strategy \"{strategy}\": parameter \"{key}\" is given twice")]
    Twice { strategy: &'static str, key: &'static str },
    #[error("strategy \"{strategy}\": {key} = \"{value}\" is not allowed; it is {allowed}")]
    Value { strategy: &'static str, key: &'static str, value: String, allowed: String },
    #[error("strategy \"{strategy}\": {error}")]
    Weights { strategy: &'static str, error: WeightsError },
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or(String::new(), |name| format!("; did you mean \"{name}\"?"))
}

impl StrategySpec {
    /// What the catalogue says of the strategy.
    #[must_use]
    pub fn entry(&self) -> &'static Entry {
        &CATALOGUE[self.index]
    }

    /// The strategy's name without its parameters.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.entry().name
    }

    /// The strategy, ready to play.
    #[must_use]
    pub fn player(&self) -> Player {
        let weights = self.weights.as_ref().map(|file| file.weights);
        Player::new(self.index, &Settings::new(&self.values).with_weights(weights))
    }

    /// The values of the parameters, in their order and own count; see [`Settings`].
    #[must_use]
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The same strategy with another value of the parameter with this index; what is out of its
    /// range is put to the nearest bound.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn with_value(mut self, index: usize, value: i64) -> StrategySpec {
        let (min, max) = self.entry().parameters[index].range();
        self.values[index] = value.clamp(min, max);
        self
    }

    /// The weights that it plays by and the file that they are from, if it was given one.
    #[must_use]
    pub fn weights(&self) -> Option<&'static Weights> {
        self.weights.as_ref().map(|file| file.weights)
    }

    /// The file that it was read from, with a digest of what was read, if it was given one: what
    /// tells a run from one with another file of the same name.
    #[must_use]
    pub fn file(&self) -> Option<(String, String)> {
        self.weights.as_ref().map(|file| (file.path.clone(), file.weights.digest()))
    }

    /// The same strategy with these weights, as if they had been read from a file with this name.
    #[must_use]
    pub fn with_weights(mut self, path: &str, weights: &'static Weights) -> StrategySpec {
        self.weights = Some(WeightFile { path: path.to_owned(), weights });
        self
    }
}

/// Prints the name, and the parameters that differ from their defaults.
impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let mut separator = ':';
        for (parameter, value) in self.entry().parameters.iter().zip(&self.values) {
            let file = self.weights.as_ref().filter(|_| parameter.values == Values::File);
            if let Some(file) = file {
                write!(f, "{separator}{}={}", parameter.name, file.path)?;
            } else if *value != parameter.default() {
                write!(f, "{separator}{}={}", parameter.name, parameter.written(*value))?;
            } else {
                continue;
            }
            separator = ',';
        }
        Ok(())
    }
}

impl FromStr for StrategySpec {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<StrategySpec, StrategyError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name == "cmd" {
            return Err(StrategyError::External(text.to_owned()));
        }
        let index = CATALOGUE.iter().position(|entry| entry.name == name).ok_or_else(|| {
            StrategyError::Unknown { name: name.to_owned(), nearest: nearest(name) }
        })?;
        let entry = &CATALOGUE[index];
        let mut spec = StrategySpec {
            index,
            values: entry.parameters.iter().map(Parameter::default).collect(),
            weights: None,
        };
        if text.contains(':') {
            let mut given = vec![false; entry.parameters.len()];
            for setting in settings.split(',') {
                set(entry, &mut spec, &mut given, setting)?;
            }
        }
        Ok(spec)
    }
}

fn set(
    entry: &'static Entry,
    spec: &mut StrategySpec,
    given: &mut [bool],
    setting: &str,
) -> Result<(), StrategyError> {
    let strategy = entry.name;
    let (key, value) = setting
        .split_once('=')
        .ok_or_else(|| StrategyError::Form { strategy, text: setting.to_owned() })?;
    let position =
        entry.parameters.iter().position(|parameter| parameter.name == key).ok_or_else(|| {
            StrategyError::UnknownParameter {
                strategy,
                key: key.to_owned(),
                allowed: allowed(entry.parameters),
            }
        })?;
    let parameter = &entry.parameters[position];
    if std::mem::replace(&mut given[position], true) {
        return Err(StrategyError::Twice { strategy, key: parameter.name });
    }
    if parameter.values == Values::File {
        let weights = Weights::read(Path::new(value))
            .map_err(|error| StrategyError::Weights { strategy, error })?;
        spec.weights = Some(WeightFile { path: value.to_owned(), weights: weights.kept() });
        return Ok(());
    }
    let refused = || StrategyError::Value {
        strategy,
        key: parameter.name,
        value: value.to_owned(),
        allowed: parameter.allowed(),
    };
    spec.values[position] = parameter.read(value).ok_or_else(refused)?;
    Ok(())
}

impl Parameter {
    /// The value that a text stands for, in the parameter's own count; none if it is not allowed.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<i64> {
        let value = match self.values {
            Values::Whole { .. } => text.parse().ok()?,
            Values::Decimal { .. } => thousandths(text)?,
            Values::Choice(words) => words.iter().position(|word| *word == text)? as i64,
            Values::File => return None,
        };
        let (min, max) = self.range();
        (min..=max).contains(&value).then_some(value)
    }

    /// What values are allowed, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        let (min, max) = self.range();
        match self.values {
            Values::Whole { .. } => format!("a whole number from {min} to {max}"),
            Values::Decimal { .. } => format!(
                "a number from {} to {} with up to three decimals",
                self.written(min),
                self.written(max)
            ),
            Values::Choice(words) => format!("one of {}", words.join(", ")),
            Values::File => "the path of a file".to_owned(),
        }
    }
}

/// Reads a decimal fraction that has at most three decimals.
fn thousandths(text: &str) -> Option<i64> {
    let value: f64 = text.parse().ok()?;
    let scaled = (value * THOUSANDTHS as f64).round();
    (scaled.abs() < 1e15 && (scaled / THOUSANDTHS as f64 - value).abs() < 1e-12)
        .then_some(scaled as i64)
}

fn allowed(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "it has none".to_owned();
    }
    let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
    format!("it has {}", names.join(", "))
}

/// The name most like a text, if one is like it.
fn nearest(text: &str) -> Option<&'static str> {
    CATALOGUE
        .iter()
        .map(|entry| (strsim::damerau_levenshtein(text, entry.name), entry.name))
        .min()
        .filter(|(distance, name)| *distance <= name.len() / 2)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_and_prints() {
        for entry in CATALOGUE {
            let spec: StrategySpec = entry.name.parse().unwrap();
            assert_eq!(spec.to_string(), entry.name);
            assert_eq!(spec.name(), entry.name);
        }
    }

    #[test]
    fn parameters_parse_and_print_where_they_differ() {
        let spec: StrategySpec = "save-wilds:other=3,own=4".parse().unwrap();
        assert_eq!(spec.to_string(), "save-wilds:other=3");
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_is_allowed() {
        let message = |text: &str| text.parse::<StrategySpec>().unwrap_err().to_string();
        assert!(message("randon").contains("did you mean \"random\"?"));
        assert!(!message("xyz").contains("did you mean"));
        assert!(message("random:x=1").contains("it has none"));
        assert!(message("save-wilds:owns=1").contains("it has own, other"));
        assert!(message("save-wilds:own").contains("key=value"));
        assert!(message("save-wilds:own=0").contains("from 1 to 20"));
        assert!(message("save-wilds:own=1,own=2").contains("twice"));
        assert!(message("save-wilds:").contains("key=value"));
        assert!(message("cmd:./bot").contains("external bot"));
    }
}
