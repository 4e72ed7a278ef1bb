//! Players who have learned the rule set that they play: for each rule set and number of seats
//! others, under one name.

use std::collections::BTreeMap;
use unobench_core::strategy::{Catalogue, StrategyError, StrategySpec};
use unobench_findings::documents::LearnedNetwork;
use unobench_findings::panel::{CHAMPION, LEARNED};

/// Who plays as [`LEARNED`], by rule set and seats: as many everywhere, each with the seed that it
/// has learned by.
#[derive(Debug, Clone, Default)]
pub struct Learned {
    learned: BTreeMap<(String, usize), Vec<(u64, StrategySpec)>>,
    in_its_place: BTreeMap<(String, usize), StrategySpec>,
}

impl Learned {
    pub fn add(&mut self, rules: &str, players: usize, seed: u64, spec: StrategySpec) {
        self.learned.entry((rules.to_owned(), players)).or_default().push((seed, spec));
    }

    /// Somebody who knows these rules better than [`CHAMPION`].
    pub fn put_in_its_place(&mut self, rules: &str, players: usize, spec: StrategySpec) {
        self.in_its_place.insert((rules.to_owned(), players), spec);
    }

    pub fn networks(&self) -> Vec<LearnedNetwork> {
        let all =
            self.learned.iter().flat_map(|(key, specs)| specs.iter().map(move |spec| (key, spec)));
        let network = all.filter_map(|(&(ref rules, players), &(seed, ref spec))| {
            let (_, digest) = spec.file_digest()?;
            Some(LearnedNetwork { rules: rules.clone(), players, seed, digest })
        });
        network.collect()
    }

    /// What strategies are that are written so where these rules are played: once for each of those
    /// who have learned them, if one of them plays.
    pub(super) fn parse(
        &self,
        texts: &[&String],
        rules: &str,
        players: usize,
        catalogue: Catalogue,
    ) -> Result<Vec<Vec<StrategySpec>>, StrategyError> {
        let table = (rules.to_owned(), players);
        let in_its_place = self.in_its_place.get(&table);
        let learned = self.learned.get(&table);
        let learned = learned.filter(|_| texts.iter().any(|text| *text == LEARNED));
        let with = |learner: Option<&StrategySpec>| {
            let spec = |text: &&String| {
                let seated = match text.as_str() {
                    LEARNED => learner,
                    CHAMPION => in_its_place,
                    _ => None,
                };
                seated.map_or_else(|| catalogue.parse(text), |spec| Ok(spec.clone()))
            };
            texts.iter().map(spec).collect()
        };
        match learned {
            Some(learners) => learners.iter().map(|(_, learner)| with(Some(learner))).collect(),
            None => Ok(vec![with(None)?]),
        }
    }
}
