//! What the headers of runs and of surveys share.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use unobench_core::rules::RuleSet;

/// The version of the files of a run directory; it changes whenever one of them does. Still read
/// are format 1, whose lines do not tell whether they are of the run, format 2, whose chunks did
/// not depend on what a game costs and whose surveys had a line for each group, and format 3, which
/// played the same game again where a strategy sat in several seats.
pub const FORMAT: u32 = 4;

/// Whether files of a format are read by this version.
pub(crate) fn is_read(format: u32) -> bool {
    (1..=FORMAT).contains(&format)
}

/// The program, as it signs its files.
pub const PROGRAM: &str = "unobench";

/// The program's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The bots among some who play, as they are called and as they are written, in their order. A bot
/// that is called as it is written is in no table of bots.
pub(crate) fn named_bots<'a>(
    names: impl IntoIterator<Item = &'a String>,
    bots: &BTreeMap<String, String>,
) -> Vec<(String, String)> {
    let written = |name: &String| {
        let unnamed = || name.starts_with("cmd:").then(|| name.clone());
        Some((name.clone(), bots.get(name).cloned().or_else(unnamed)?))
    };
    names.into_iter().filter_map(written).collect()
}

/// A rule set in the header.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderRules {
    /// Its name, unique in the run.
    pub name: String,
    /// All its settings.
    pub settings: Value,
}

impl HeaderRules {
    /// How many seats win a game: two with partners.
    pub(crate) fn winners_per_game(&self) -> u32 {
        let partners = self.settings.pointer("/scoring/partners").and_then(Value::as_bool);
        if partners == Some(true) { 2 } else { 1 }
    }

    /// Takes over the settings of another header that says the same with fewer keys: an older
    /// version did not know those that are as ever.
    pub(crate) fn adopt(&mut self, there: &HeaderRules) {
        let read = |rules: &HeaderRules| {
            Some(RuleSet::from_settings_json("", &rules.settings).ok()?.settings_json())
        };
        if read(self).is_some_and(|settings| read(there) == Some(settings)) {
            self.settings = there.settings.clone();
        }
    }

    /// Whether the same cards are dealt as by another rule set. Of settings that cannot be read,
    /// as those of a later version, all that may enter a deal has to be the same.
    pub(crate) fn deals_as(&self, other: &HeaderRules) -> bool {
        let read = |rules: &HeaderRules| RuleSet::from_settings_json("", &rules.settings);
        let same =
            |section: &str| self.settings.pointer(section) == other.settings.pointer(section);
        match (read(self), read(other)) {
            (Ok(one), Ok(other)) => one.deals_as(&other),
            _ => same("/deck") && same("/setup"),
        }
    }
}
