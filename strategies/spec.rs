//! A strategy as it is written on the command line: `name` or `name:key=value,key=value`.

use super::{CATALOGUE, Player};
use crate::strategy::{Entry, Parameter};
use std::fmt;
use std::str::FromStr;

/// A strategy of the catalogue with values for its parameters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrategySpec {
    index: usize,
    values: Vec<i64>,
}

/// A text that is no strategy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum StrategyError {
    #[error("unknown strategy \"{name}\"{}; `unobench strategies list` shows all", did_you_mean(.nearest))]
    Unknown { name: String, nearest: Option<&'static str> },
    #[error("external bots are not implemented yet: \"{0}\"")]
    External(String),
    #[error("strategy \"{strategy}\": \"{text}\" is not of the form key=value")]
    Form { strategy: &'static str, text: String },
    #[error("strategy \"{strategy}\" has no parameter \"{key}\"; {allowed}")]
    UnknownParameter { strategy: &'static str, key: String, allowed: String },
    #[error("strategy \"{strategy}\": parameter \"{key}\" is given twice")]
    Twice { strategy: &'static str, key: &'static str },
    #[error("strategy \"{strategy}\": {key} = \"{value}\" is not allowed; it is a whole number from {min} to {max}")]
    Value { strategy: &'static str, key: &'static str, value: String, min: i64, max: i64 },
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
        Player::new(self.index, &self.values)
    }
}

/// Prints the name, and the parameters that differ from their defaults.
impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let mut separator = ':';
        for (parameter, value) in self.entry().parameters.iter().zip(&self.values) {
            if *value != parameter.default {
                write!(f, "{separator}{}={value}", parameter.name)?;
                separator = ',';
            }
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
        let index = CATALOGUE
            .iter()
            .position(|entry| entry.name == name)
            .ok_or_else(|| StrategyError::Unknown { name: name.to_owned(), nearest: nearest(name) })?;
        let entry = &CATALOGUE[index];
        let mut values: Vec<Option<i64>> = vec![None; entry.parameters.len()];
        if text.contains(':') {
            for setting in settings.split(',') {
                set(entry, &mut values, setting)?;
            }
        }
        let defaults = entry.parameters.iter().map(|parameter| parameter.default);
        let values = values.into_iter().zip(defaults).map(|(value, default)| value.unwrap_or(default)).collect();
        Ok(StrategySpec { index, values })
    }
}

fn set(entry: &'static Entry, values: &mut [Option<i64>], setting: &str) -> Result<(), StrategyError> {
    let strategy = entry.name;
    let (key, value) = setting.split_once('=').ok_or_else(|| StrategyError::Form { strategy, text: setting.to_owned() })?;
    let position = entry.parameters.iter().position(|parameter| parameter.name == key).ok_or_else(|| StrategyError::UnknownParameter {
        strategy,
        key: key.to_owned(),
        allowed: allowed(entry.parameters),
    })?;
    let Parameter { name, min, max, .. } = entry.parameters[position];
    if values[position].is_some() {
        return Err(StrategyError::Twice { strategy, key: name });
    }
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    values[position] = Some(number.ok_or_else(|| StrategyError::Value { strategy, key: name, value: value.to_owned(), min, max })?);
    Ok(())
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
        assert!(message("cmd:./bot").contains("not implemented"));
    }
}
