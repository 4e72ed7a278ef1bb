//! What is asked: words, or questions and rule sets by their names, several at once.

use crate::documents::SurveyRequest;
use crate::told;
use unobench_core::rules::{RuleQuestion, RuleSet, Understood as Meant, asked};
use unobench_measure::answers::changed;
use unobench_measure::settle::SettleRequest;
use wasm_bindgen::prelude::wasm_bindgen;

/// What some words ask, as `unobench settle WORDS --which --format json` says it.
///
/// # Errors
/// If a rule set cannot be read, which a test rules out.
#[wasm_bindgen]
pub fn which(words: &str) -> Result<String, String> {
    let (found, near) = match asked(words) {
        Meant::This(question) => {
            (Some(SettleRequest::question(question, &[], RuleSet::load)), Vec::new())
        }
        Meant::Set(name) => (Some(SettleRequest::set(name, Vec::new(), RuleSet::load)), Vec::new()),
        Meant::Perhaps(near) => (None, near),
        Meant::Nothing => (None, Vec::new()),
    };
    let found = found.transpose().map_err(told)?;
    Ok(format!("{:#}\n", SettleRequest::json(found.as_ref(), words, &near)))
}

impl SurveyRequest {
    /// What is asked, and the keys that are set on top of the first.
    ///
    /// # Errors
    /// If there is no such question, or its rules cannot be played at so many seats.
    pub(crate) fn asked(&self) -> Result<(SettleRequest, Vec<String>), String> {
        let (first, others) = self.rules.split_first().ok_or("name a house rule")?;
        let mut keys = Vec::new();
        for other in others {
            let rules = one(other, &[])?.rules.ok_or_else(|| cannot(other))?;
            keys.extend(changed(&rules));
        }
        keys.extend(self.set.iter().cloned());
        let asked = one(first, &keys)?;
        let rules = asked.rules.as_ref().ok_or_else(|| cannot(first))?;
        rules.validate_for(self.players).map_err(told)?;
        if rules.differences(&RuleSet::official()).is_empty() {
            return Err(format!(
                "{first} is the printed game, with which house rules are compared"
            ));
        }
        Ok((asked, keys))
    }

    /// The command line that answers the same.
    pub(crate) fn command(&self, keys: &[String], knows: bool) -> String {
        let flags = [("-p", self.players as u64, 4), ("--seed", self.seed, 1)];
        let command = line(format!("unobench settle {}", word(&self.rules[0])), keys, &flags);
        // The program would examine champion under rules that it does not know.
        command + if knows { "" } else { " --no-learn" }
    }

    /// The command line that shows a game by its number, after those before it.
    pub(crate) fn trace(&self, base: &str, keys: &[String], number: u64) -> String {
        let flags = [("-p", self.players as u64, 1), ("--seed", self.seed, 1), ("-n", number, 1)];
        line(format!("unobench trace champion --pretty -r {}", word(base)), keys, &flags)
    }
}

fn one(name: &str, keys: &[String]) -> Result<SettleRequest, String> {
    let found = match RuleQuestion::by_id(name) {
        Some(question) => SettleRequest::question(question, keys, RuleSet::load),
        None => SettleRequest::set(name, keys.to_vec(), RuleSet::load),
    };
    found.map_err(told)
}

fn cannot(name: &str) -> String {
    format!("{name} cannot be played yet")
}

/// A command line, with those flags that have not their usual values.
fn line(mut command: String, keys: &[String], flags: &[(&str, u64, u64)]) -> String {
    keys.iter().for_each(|key| command += &format!(" --set {}", word(key)));
    let flags = flags.iter().filter(|(_, value, usual)| value != usual);
    flags.for_each(|(flag, value, _)| command += &format!(" {flag} {value}"));
    command
}

fn word(argument: &str) -> String {
    match argument.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c)) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}
