//! Players who have learned the rule set that they play: for each rule set and number of seats
//! another one, under one name.

use std::collections::BTreeMap;
use unobench_core::strategy::{Catalogue, StrategyError, StrategySpec};
use unobench_files::documents::LearnedNetwork;
use unobench_files::panel::LEARNED;

/// Who plays as [`LEARNED`], by rule set and seats.
#[derive(Debug, Clone, Default)]
pub struct Learned(BTreeMap<(String, usize), StrategySpec>);

impl Learned {
    /// Adds who has learned a rule set at so many seats.
    pub fn add(&mut self, rules: &str, players: usize, spec: StrategySpec) {
        self.0.insert((rules.to_owned(), players), spec);
    }

    /// The networks that they play by.
    #[must_use]
    pub fn networks(&self) -> Vec<LearnedNetwork> {
        let network = |((rules, players), spec): (&(String, usize), &StrategySpec)| {
            let (_, digest) = spec.file_digest()?;
            Some(LearnedNetwork { rules: rules.clone(), players: *players, digest })
        };
        self.0.iter().filter_map(network).collect()
    }

    /// The strategy that is written so where these rules are played.
    pub(super) fn parse(
        &self,
        text: &str,
        rules: &str,
        players: usize,
        catalogue: Catalogue,
    ) -> Result<StrategySpec, StrategyError> {
        let learned = (text == LEARNED).then(|| self.0.get(&(rules.to_owned(), players)));
        learned.flatten().map_or_else(|| catalogue.parse(text), |spec| Ok(spec.clone()))
    }
}
