//! Players who have learned the rule set that they play: for each rule set and number of seats
//! others, under one name.

use std::collections::BTreeMap;
use unobench_core::strategy::{Catalogue, StrategyError, StrategySpec};
use unobench_findings::documents::LearnedNetwork;
use unobench_findings::panel::{CHAMPION, LEARNED};

/// Who plays as [`LEARNED`], by rule set and seats: as many everywhere, each with the seed that it
/// has learned by.
#[derive(Debug, Clone, Default)]
pub struct LearnedSeats {
    learned: BTreeMap<(String, usize), Vec<(u64, StrategySpec)>>,
    in_its_place: BTreeMap<(String, usize), StrategySpec>,
}

impl LearnedSeats {
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
    /// who take turns there. They are dealt out one by one: of several [`LEARNED`] and several
    /// [`CHAMPION`] each meets each, since their numbers have no factor in common.
    pub(super) fn parse(
        &self,
        texts: &[&String],
        rules: &str,
        players: usize,
        catalogue: Catalogue,
        champions: Option<usize>,
    ) -> Result<Vec<Vec<StrategySpec>>, StrategyError> {
        let table = (rules.to_owned(), players);
        let is_there = |who: &str| texts.iter().any(|text| *text == who);
        let learned = self.learned.get(&table).filter(|_| is_there(LEARNED));
        let learned = learned.map_or(&[][..], Vec::as_slice);
        let champions = match (self.in_its_place.get(&table), champions) {
            // As often, so that at a mixed table all sit as they do under other rule sets.
            (Some(other), count) if is_there(CHAMPION) => vec![other.clone(); count.unwrap_or(1)],
            (None, Some(count)) if is_there(CHAMPION) => {
                let of_seed = |seed| catalogue.parse(&format!("{CHAMPION}:seed={seed}"));
                (1..=count).map(of_seed).collect::<Result<_, _>>()?
            }
            _ => Vec::new(),
        };
        let table = |turn: usize| {
            let spec = |text: &&String| {
                let seated = match text.as_str() {
                    LEARNED => learned.iter().cycle().nth(turn).map(|(_, spec)| spec),
                    CHAMPION => champions.iter().cycle().nth(turn),
                    _ => None,
                };
                seated.map_or_else(|| catalogue.parse(text), |spec| Ok(spec.clone()))
            };
            texts.iter().map(spec).collect()
        };
        (0..learned.len().max(1) * champions.len().max(1)).map(table).collect()
    }
}
