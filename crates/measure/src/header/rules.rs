//! A rule set as a header has it.

use serde::{Deserialize, Serialize};
use unobench_core::digest::fnv1a;
use unobench_core::rules::RuleSet;
use unobench_findings::settings::Settings;

/// A rule set in a header, by its name and settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderRules {
    pub name: String,
    pub settings: Settings,
}

impl From<&RuleSet> for HeaderRules {
    fn from(rules: &RuleSet) -> HeaderRules {
        HeaderRules { name: rules.name.clone(), settings: rules.settings_json().into() }
    }
}

impl HeaderRules {
    pub fn read(&self) -> Result<RuleSet, unobench_core::rules::RuleError> {
        RuleSet::from_settings_json(&self.name, &self.settings.tree())
    }

    /// 12 hexadecimal digits of a digest of the settings, as JSON without spaces.
    pub fn digest(&self) -> String {
        format!("{:016x}", fnv1a(self.settings.text().as_bytes()))[..12].to_owned()
    }

    /// Who shares a game that nobody wins: seats, or pairs of partners.
    pub fn sides(&self, players: usize) -> usize {
        players / self.seats_of_side()
    }

    /// How many seats win together: 1, or 2 with partners.
    pub fn seats_of_side(&self) -> usize {
        if self.partners() { 2 } else { 1 }
    }

    pub fn partners(&self) -> bool {
        self.settings.at("scoring.partners") == true
    }

    /// Takes over the settings of another header that says the same with fewer keys: another
    /// version did not know those that are as ever.
    pub(super) fn adopt(&mut self, stored: &HeaderRules) {
        let [here, there] = [&*self, stored].map(|rules| Some(rules.read().ok()?.settings_json()));
        if here.is_some() && here == there {
            self.settings = stored.settings.clone();
        }
    }

    /// Whether the same cards are dealt as by another rule set. Of settings that cannot be read,
    /// as those of a later version, all that may enter a deal has to be the same.
    pub fn deals_as(&self, other: &HeaderRules) -> bool {
        // All that enters a deal is there; what is the same need not be read.
        let is_same = ["deck", "setup"]
            .iter()
            .all(|section| self.settings.at(section) == other.settings.at(section));
        is_same
            || match (self.read(), other.read()) {
                (Ok(rule_set), Ok(other)) => rule_set.deals_as(&other),
                _ => false,
            }
    }
}
