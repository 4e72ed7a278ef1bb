//! What the blocks of a survey cost, by which it is cut into chunks.

use crate::header::{Header, Leg, PlanError};
use crate::plan::Plan;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Catalogue, Entry, StrategySpec};
use unobench_engine::largest_chunk;
use unobench_findings::documents::Play;
use unobench_findings::panel::LEARNED;

/// About how many rounds a match has.
const ROUNDS_OF_MATCH: u128 = 12;

/// A strategy by its name; those who have learned cost what the built-in networks do.
pub fn known(catalogue: Catalogue, name: &str) -> Option<StrategySpec> {
    catalogue.parse(if name == LEARNED { "net" } else { name }).ok()
}

/// About how many nanoseconds a core takes for a block, by what each strategy takes for its part of
/// a game.
pub fn nanoseconds_per_block(leg: &Leg, players: usize, of_seat: impl Fn(&str) -> u64) -> u128 {
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

/// A header with what a catalogue says of the strategies of a survey: versions of those that are
/// not the program's own, digests of their files, and what their games cost, a round of a bot so
/// many nanoseconds.
pub fn of_catalogue(mut header: Header, catalogue: Catalogue, of_bot: u64) -> Header {
    let names = header.legs.iter().flat_map(Leg::strategies);
    let specs: Vec<StrategySpec> = names.filter_map(|name| catalogue.parse(name).ok()).collect();
    header.versions = specs
        .iter()
        .filter_map(|spec| {
            let Entry { name, version, .. } = spec.entry();
            Some((name.to_string(), version.as_ref()?.to_string()))
        })
        .collect();
    header.files = specs.iter().filter_map(StrategySpec::file_digest).collect();
    let cost = |name: &str| match header.bots.contains_key(name) {
        true => of_bot,
        false => known(catalogue, name).map_or(0, |spec| spec.nanoseconds_per_round()),
    };
    for leg in &mut header.legs {
        let of_block = nanoseconds_per_block(leg, header.players, cost);
        leg.chunk.get_or_insert(largest_chunk(u64::try_from(of_block).unwrap_or(u64::MAX)));
    }
    header
}

impl Plan {
    /// Of a survey, cut by what its blocks cost.
    ///
    /// # Errors
    /// If the header contradicts itself or the rule sets.
    pub fn of_survey(
        header: Header,
        rules: &[RuleSet],
        known: Catalogue,
        of_bot: u64,
    ) -> Result<Plan, PlanError> {
        let plan = Plan::new(of_catalogue(header, known, of_bot))?;
        let named = plan.header().rules.iter().map(|rules| &rules.name);
        if !named.eq(rules.iter().map(|rules| &rules.name)) {
            return Err(PlanError::Contradiction("the rules"));
        }
        Ok(plan)
    }
}
