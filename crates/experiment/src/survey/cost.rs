//! What the games of a survey cost, and its plan.

use crate::forecast::Sample;
use std::collections::BTreeMap;
use std::time::Duration;
use unobench_bots::NANOSECONDS_PER_ROUND;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Catalogue, Entry, StrategySpec};
use unobench_engine::largest_chunk;
use unobench_findings::documents::Play;
use unobench_findings::panel::LEARNED;
use unobench_measure::header::{GROUPS, Header, Leg, PlanError};
use unobench_measure::plan::Plan;
use unobench_measure::survey::STAND_IN;

/// About how many rounds a match has.
const ROUNDS_OF_MATCH: u128 = 12;

/// About how many bytes a line of `progress.jsonl` has for a group, measured over all rule sets.
const BYTES_OF_GROUP: u64 = 300;
/// The same where each seat begins in turn, so that lengths and scores are counted.
const BYTES_OF_CHARTED: u64 = 2500;

/// A strategy by its name; those who have learned cost what the built-in networks do.
fn known(catalogue: Catalogue, name: &str) -> Option<StrategySpec> {
    catalogue.parse(if name == LEARNED { "net" } else { name }).ok()
}

/// About how many nanoseconds a core takes for a block, by what each strategy takes for its part of
/// a game.
fn nanoseconds_per_block(leg: &Leg, players: usize, of_seat: impl Fn(&str) -> u64) -> u128 {
    let Some(play) = leg.survey() else { return 0 };
    let cost = |name: &str| u128::from(of_seat(name));
    let mean = |pool: &[String]| {
        pool.iter().map(|name| cost(name)).sum::<u128>() / pool.len().max(1) as u128
    };
    let players = leg.seats(players);
    let seats = players as u128;
    let of_game = match play {
        Play::Starters { strategy } => seats * cost(strategy),
        Play::Alone { strategy, others } | Play::Ceiling { strategy, others } => {
            cost(strategy) + (seats - 1) * cost(others)
        }
        Play::Matches { strategy, others } => {
            ROUNDS_OF_MATCH * (cost(strategy) + (seats - 1) * cost(others))
        }
        Play::Pairs { pool } | Play::Mixed { strategies: pool } => seats * mean(pool),
    };
    of_game * u128::from(play.games_per_block(players))
}

/// About how long a core takes for all of a survey, by a few games of each strategy that are
/// timed.
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
            let sample = || Sample::of(rules, players, &spec, false, sets);
            let cost = || match is_bot {
                true => sample().declared(&spec, NANOSECONDS_PER_ROUND),
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
    let planned = of_catalogue(header.clone(), catalogue);
    let of_leg = |leg: &Leg| -> u64 {
        let is_charted = leg.survey().is_some_and(|play| play.table().is_some());
        let of_group = if is_charted { BYTES_OF_CHARTED } else { BYTES_OF_GROUP };
        let chunks = leg.chunks(leg.blocks(header.players));
        chunks.map(|chunk| chunk.blocks.min(GROUPS as u64) * of_group).sum()
    };
    let of_rules: u64 = planned.legs.iter().map(of_leg).sum();
    of_rules.saturating_mul(header.rules.len() as u64)
}

/// The same with what a catalogue says of the strategies of a survey: versions of those that
/// are not the program's own, digests of their files, and what their games cost.
fn of_catalogue(mut header: Header, catalogue: Catalogue) -> Header {
    let names = header.legs.iter().flat_map(Leg::strategies);
    let specs: Vec<StrategySpec> = names.filter_map(|name| catalogue.parse(name).ok()).collect();
    let version = |entry: &Entry| Some((entry.name.to_owned(), entry.version?.to_owned()));
    header.versions = specs.iter().filter_map(|spec| version(spec.entry())).collect();
    header.files = specs.iter().filter_map(StrategySpec::file_digest).collect();
    let cost = |name: &str| match header.bots.contains_key(name) {
        true => NANOSECONDS_PER_ROUND,
        false => known(catalogue, name).map_or(0, |spec| spec.nanoseconds_per_round()),
    };
    for leg in &mut header.legs {
        let of_block = nanoseconds_per_block(leg, header.players, cost);
        let of_cost = largest_chunk(u64::try_from(of_block).unwrap_or(u64::MAX));
        leg.chunk.get_or_insert(of_cost);
    }
    header
}

pub(crate) fn planned(
    header: Header,
    rules: &[RuleSet],
    known: Catalogue,
) -> Result<Plan, PlanError> {
    let plan = Plan::new(of_catalogue(header, known))?;
    let named = plan.header().rules.iter().map(|rules| &rules.name);
    if !named.eq(rules.iter().map(|rules| &rules.name)) {
        return Err(PlanError::Contradiction("the rules"));
    }
    Ok(plan)
}
