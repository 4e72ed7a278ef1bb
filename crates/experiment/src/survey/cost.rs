//! What the games of a survey cost, and its plan.

use crate::forecast::{BotForecast, BotSample, SampledGame, SpeedSample};
use std::collections::BTreeMap;
use std::time::Duration;
use unobench_bots::{Contestant, nanoseconds_per_round};
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
fn slowest_bot(header: &Header) -> u64 {
    header.bots.values().map(|line| nanoseconds_per_round(line)).max().unwrap_or_default()
}

/// About how long a core takes for all of a survey, by a few games of each strategy that are timed.
pub fn time_of(header: &Header, catalogue: Catalogue) -> Duration {
    let declared = SurveyCost { header, catalogue, of_bots: None }.time();
    if header.bots.is_empty() {
        return declared;
    }
    SurveyCost { header, catalogue, of_bots: Some(BotForecast::of(declared)) }.time()
}

/// What a survey costs, with bots by a forecast, or by what is declared of them.
struct SurveyCost<'a> {
    header: &'a Header,
    catalogue: Catalogue,
    of_bots: Option<BotForecast>,
}

impl SurveyCost<'_> {
    fn time(&self) -> Duration {
        let sets = self.header.rules.iter().filter_map(|rules| rules.read().ok());
        let of_rules = |rules: RuleSet| -> u128 {
            let mut costs = BTreeMap::new();
            self.header.legs.iter().map(|leg| self.of_leg(&rules, leg, &mut costs)).sum()
        };
        let nanoseconds: u128 = sets.map(of_rules).sum();
        Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
    }

    fn of_leg(
        &self,
        rules: &RuleSet,
        leg: &Leg,
        costs: &mut BTreeMap<(usize, String), u64>,
    ) -> u128 {
        let players = leg.seats(self.header.players);
        for &name in &leg.strategies() {
            let cost = || self.of_seat(rules, players, name).unwrap_or_default();
            costs.entry((players, name.clone())).or_insert_with(cost);
        }
        let cost = |name: &str| costs.get(&(players, name.to_owned())).copied().unwrap_or(0);
        let blocks = u128::from(leg.blocks(self.header.players));
        blocks.saturating_mul(nanoseconds_per_block(leg, self.header.players, cost))
    }

    /// The nanoseconds that a seat takes in a game; none if nobody knows who sits there.
    fn of_seat(&self, rules: &RuleSet, players: usize, name: &str) -> Option<u64> {
        let sets = Some(self.header.rules.len());
        let bot = self.header.bots.get(name);
        let spec = known(self.catalogue, if bot.is_some() { STAND_IN } else { name })?;
        let sample = SpeedSample::of(rules, players, &spec, SampledGame::Round, sets);
        let Some(line) = bot else { return Some(sample.of_seat(&spec)) };
        let declared = sample.declared(&spec, slowest_bot(self.header));
        let bot = Contestant::parse(line, self.catalogue).ok();
        let forecast = bot.zip(self.of_bots.as_ref()).map(|(bot, forecast)| {
            let game = SampledGame::Round;
            let sample = BotSample { bot, rules, players, game, move_time: None };
            forecast.of_seat(&sample, declared)
        });
        Some(forecast.unwrap_or(declared))
    }
}

/// About how many bytes the sums of a survey take on disk.
pub fn bytes_of(header: &Header, catalogue: Catalogue) -> u64 {
    let planned = of_catalogue(header.clone(), catalogue, slowest_bot(header));
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
    let nanoseconds = slowest_bot(&header);
    Plan::of_survey(header, rules, known, nanoseconds)
}
