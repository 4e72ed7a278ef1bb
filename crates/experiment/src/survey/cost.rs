//! What the games of a survey cost, and its plan.

use crate::forecast::{SampledGame, SpeedSample};
use std::collections::BTreeMap;
use std::time::Duration;
use unobench_bots::nanoseconds_per_round;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Catalogue;
use unobench_measure::header::{GROUPS, Header, Leg, PlanError};
use unobench_measure::plan::Plan;
use unobench_measure::survey::{STAND_IN, known, nanoseconds_per_block, of_catalogue};

/// About how many bytes a line of `progress.jsonl` has for a group, measured over all rule sets.
const BYTES_OF_GROUP: u64 = 300;
/// The same where each seat begins in turn, so that lengths and scores are counted.
const BYTES_OF_CHARTED: u64 = 2500;

/// About how many nanoseconds the slowest bot takes for its part of a round.
fn of_bots(header: &Header) -> u64 {
    header.bots.values().map(|line| nanoseconds_per_round(line)).max().unwrap_or_default()
}

/// About how long a core takes for all of a survey, by a few games of each strategy that are timed.
pub fn time_of(header: &Header, catalogue: Catalogue) -> Duration {
    let sets = header.rules.iter().filter_map(|rules| rules.read().ok());
    let of_leg = |rules: &RuleSet, leg: &Leg, costs: &mut BTreeMap<_, _>| {
        let players = leg.seats(header.players);
        let sets = Some(header.rules.len());
        for &name in &leg.strategies() {
            let is_bot = header.bots.contains_key(name);
            let Some(spec) = known(catalogue, if is_bot { STAND_IN } else { name }) else {
                continue;
            };
            let sample = || SpeedSample::of(rules, players, &spec, SampledGame::Round, sets);
            let cost = || match is_bot {
                true => sample().declared(&spec, of_bots(header)),
                false => sample().of_seat(&spec),
            };
            costs.entry((players, name.clone())).or_insert_with(cost);
        }
        let cost = |name: &str| costs.get(&(players, name.to_owned())).copied().unwrap_or(0);
        let blocks = u128::from(leg.blocks(header.players));
        blocks.saturating_mul(nanoseconds_per_block(leg, header.players, cost))
    };
    let of_rules = |rules: RuleSet| -> u128 {
        let mut costs = BTreeMap::new();
        header.legs.iter().map(|leg| of_leg(&rules, leg, &mut costs)).sum()
    };
    let nanoseconds: u128 = sets.map(of_rules).sum();
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}

/// About how many bytes the sums of a survey take on disk.
pub fn bytes_of(header: &Header, catalogue: Catalogue) -> u64 {
    let planned = of_catalogue(header.clone(), catalogue, of_bots(header));
    let of_leg = |leg: &Leg| -> u64 {
        let is_charted = leg.survey().is_some_and(|play| play.table().is_some());
        let of_group = if is_charted { BYTES_OF_CHARTED } else { BYTES_OF_GROUP };
        let chunks = leg.chunks(leg.blocks(header.players));
        chunks.map(|chunk| chunk.blocks.min(GROUPS as u64) * of_group).sum()
    };
    let of_rules: u64 = planned.legs.iter().map(of_leg).sum();
    of_rules.saturating_mul(header.rules.len() as u64)
}

pub(crate) fn planned(
    header: Header,
    rules: &[RuleSet],
    known: Catalogue,
) -> Result<Plan, PlanError> {
    let nanoseconds = of_bots(&header);
    Plan::of_survey(header, rules, known, nanoseconds)
}
