//! What a run is to play, and how: how much that is, how long it takes, and the plan that comes of
//! it.

use super::rounds::ROUNDS_OF_A_MATCH;
use crate::directory::{Existing, known_bots};
use crate::forecast::{BotForecast, BotSample, SampledGame, SpeedSample};
use crate::output::manifest::Invocation;
use crate::rounds::RoundsPath;
use crate::session::{BOTS_LOG, available_threads};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use unobench_bots::{BotError, Contestant, Log, Naming, OnFault, Pool, PoolSettings};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Catalogue;
use unobench_engine::largest_chunk;
use unobench_engine::schedule::{LineUp, Schedule, Seating};
use unobench_measure::header::{Header, Leg, LegPlay, LineUps, PlanError, Study};
use unobench_measure::plan::Plan;
use unobench_measure::stop::Stop;

/// What a user wants a run to play, and how.
#[derive(Debug, Clone, Default)]
pub struct RunConfig {
    pub question: Study,
    /// The rule sets, valid for this number of players.
    pub rules: Vec<RuleSet>,
    /// The strategies and bots: repeated if they are fewer than the players, in every combination
    /// if they are more.
    pub line_up: Vec<Contestant>,
    /// The line-ups one by one, as places in [`RunConfig::line_up`], whose names then differ; all
    /// combinations if none.
    pub line_ups: Option<Vec<Vec<usize>>>,
    pub players: usize,
    /// Games of each rule set; rounded up to whole blocks.
    pub games: u64,
    pub seed: u64,
    pub seating: Seating,
    pub match_play: bool,
    /// Threads; all cores if none.
    pub threads: Option<NonZeroUsize>,
    pub on_fault: OnFault,
    /// How long a bot may think about a decision; [`MOVE_TIME`](unobench_bots::MOVE_TIME) if
    /// nothing is said.
    pub move_time: Option<Duration>,
    pub out: PathBuf,
    pub existing: Existing,
    pub rounds: Option<RoundsPath>,
    /// When to stop playing; the result then depends on the machine.
    pub deadline: Option<Instant>,
    pub stop: Option<Stop>,
    pub invocation: Invocation,
}

/// The largest of 1, 2, 5, 10, 20, 50 … that is not above a number.
pub(crate) fn round_below(number: f64) -> u64 {
    let decade = 10_f64.powf(number.max(1.0).log10().floor());
    let digit = [5.0, 2.0].into_iter().find(|digit| digit * decade <= number).unwrap_or(1.0);
    (digit * decade) as u64
}

impl RunConfig {
    /// What the strategies are called in the results: as they are written, and bots by their names;
    /// where line-ups are listed, a second one of the same name is told apart, and everywhere
    /// another bot.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for contestant in &self.line_up {
            let name = contestant.to_string();
            let is_namesake = |earlier: &&Contestant| {
                earlier.to_string() == name && (self.line_ups.is_some() || *earlier != contestant)
            };
            let namesakes = self.line_up[..names.len()].iter().filter(is_namesake).count();
            let mark = if contestant.bot().is_some() { '-' } else { '#' };
            names.push(match namesakes {
                0 => name,
                namesakes => format!("{name}{mark}{}", namesakes + 1),
            });
        }
        names
    }

    /// Gives the bots their names, and starts for that those of whom nobody knows one; gives their
    /// processes, if there are bots, and what is to be told of names that cannot be used.
    pub fn name_bots(&mut self, catalogue: Catalogue) -> Result<NamedBots, BotError> {
        let Some(mut pool) = self.bots_of(&self.line_up)? else { return Ok(NamedBots::default()) };
        let resumes = self.existing == Existing::Resume;
        let known = if resumes { known_bots(&self.out) } else { Vec::new() };
        let naming = Naming { catalogue, known: &known, apart: self.line_ups.is_some() };
        let remarks = unobench_bots::name_bots(&mut self.line_up, &mut pool, naming)?;
        Ok(NamedBots { pool: Some(pool), remarks })
    }

    /// New processes for those of some contestants that are bots, if there are any.
    pub(super) fn bots_of(&self, all: &[Contestant]) -> Result<Option<Pool>, BotError> {
        let usual = PoolSettings::with_move_time(self.move_time);
        let settings = PoolSettings { on_fault: self.on_fault, ..usual };
        Pool::of(all, settings, Log::File(self.out.join(BOTS_LOG)))
    }

    /// About how long so many games of one rule set take here, the mean over all of them, by a few
    /// games that are timed.
    pub fn time_of(&self, games: u64) -> Result<Duration, PlanError> {
        let sets = Some(self.rules.len());
        let threads = self.threads.map_or_else(available_threads, NonZeroUsize::get);
        let of_bots = match self.line_up.iter().any(|contestant| contestant.bot().is_some()) {
            true => {
                let declared = self.declared()? * games as f64 / threads as f64;
                BotForecast::of(Duration::from_nanos(declared as u64))
            }
            false => BotForecast::Usual,
        };
        let of_game = self.cost_of_game(|contestant, rules| {
            let sample =
                SpeedSample::of(rules, self.players, contestant.strategy(), self.sampled(), sets);
            match contestant {
                Contestant::Library(spec) => sample.of_seat(spec),
                Contestant::Bot(..) => {
                    let (spec, nanoseconds) =
                        (contestant.strategy(), contestant.nanoseconds_per_round());
                    let declared = sample.declared(spec, nanoseconds);
                    of_bots.of_seat(&self.bot_sample(contestant, rules), declared)
                }
            }
        })?;
        Ok(Duration::from_nanos((of_game * games as f64 / threads as f64) as u64))
    }

    fn bot_sample<'a>(&self, bot: &Contestant, rules: &'a RuleSet) -> BotSample<'a> {
        let (players, game, move_time) = (self.players, self.sampled(), self.move_time);
        BotSample { bot: bot.clone(), rules, players, game, move_time }
    }

    /// What a game is, to be timed.
    fn sampled(&self) -> SampledGame {
        if self.match_play { SampledGame::Match } else { SampledGame::Round }
    }

    /// How many games of each rule set two cores play in about so long, by what the strategies
    /// declare of their cost: a round number, the same on every machine.
    pub fn games_within(&self, time: Duration) -> Result<u64, PlanError> {
        Ok(round_below(2.0 * time.as_nanos() as f64 / self.declared()?))
    }

    /// How many games of each rule set take a third as long as all of another run, by the same.
    pub fn games_beside(&self, other: &RunConfig) -> Result<u64, PlanError> {
        Ok((other.games as f64 * other.declared()? / (3.0 * self.declared()?)) as u64)
    }

    /// What the strategies declare for a game of each rule set, in nanoseconds.
    pub(crate) fn declared(&self) -> Result<f64, PlanError> {
        let of_game = self.cost_of_game(|contestant, rules| {
            let (spec, declared) = (contestant.strategy(), contestant.nanoseconds_per_round());
            let sample = || SpeedSample::of(rules, self.players, spec, self.sampled(), None);
            if spec.entry().traits.searches() {
                declared
            } else {
                sample().declared(spec, declared)
            }
        })?;
        Ok(of_game * self.rules.len() as f64)
    }

    /// About how many nanoseconds a core takes for a game, the mean over all rule sets, by what the
    /// seat of each costs.
    fn cost_of_game(&self, cost: impl Fn(&Contestant, &RuleSet) -> u64) -> Result<f64, PlanError> {
        let schedule = &self.schedule()?;
        let cycle = schedule.line_ups().len() as u64;
        let of_rules = |rules: &RuleSet| {
            let costs: Vec<u64> =
                self.line_up.iter().map(|contestant| cost(contestant, rules)).collect();
            nanoseconds_per_block(schedule, &costs, 1) as f64
        };
        let of_block = self.rules.iter().map(of_rules).sum::<f64>() / self.rules.len() as f64;
        Ok(of_block * cycle as f64 / schedule.games_before(cycle) as f64)
    }

    pub fn schedule(&self) -> Result<Schedule, PlanError> {
        Ok(self.line_ups(Vec::new(), 1).schedule(self.players)?)
    }

    fn line_ups(&self, strategies: Vec<String>, scale: i64) -> LineUps {
        let (line_up, line_ups, seating) = (self.names(), self.line_ups.clone(), self.seating);
        LineUps { line_up, line_ups, strategies, seating, scale }
    }

    pub fn plan(&self) -> Result<Plan, PlanError> {
        let schedule = self.schedule()?;
        let costs: Vec<u64> = self.line_up.iter().map(Contestant::nanoseconds_per_round).collect();
        let rounds = if self.match_play { ROUNDS_OF_A_MATCH.into() } else { 1 };
        let cost = nanoseconds_per_block(&schedule, &costs, rounds);
        let look = self.stop.and_then(|stop| stop.look(self.players));
        let (chunk, look) = chunks(largest_chunk(cost), look);
        let line_ups = self.line_ups(schedule.strategies().to_vec(), schedule.scale());
        let leg = Leg {
            play: LegPlay::LineUps(line_ups),
            players: None,
            games: schedule.extent(self.games)?.games,
            chunk: Some(chunk),
            look,
            ended_at: None,
        };
        let rules = self.rules.iter().map(Into::into).collect();
        let has_bots = self.line_up.iter().any(|contestant| contestant.bot().is_some());
        let names = self.names().into_iter().zip(&self.line_up);
        let bots =
            names.filter_map(|(name, contestant)| Some((name, contestant.bot()?.command_line())));
        Plan::new(Header {
            r#match: self.match_play,
            on_fault: if has_bots { self.on_fault } else { OnFault::Random },
            files: self.line_up.iter().filter_map(Contestant::file).collect(),
            versions: self.line_up.iter().filter_map(version_of).collect(),
            bots: bots.filter(|(name, written)| name != written).collect(),
            stop: self.stop,
            ..Header::new(self.question, self.seed, self.players, "", rules, vec![leg])
        })
    }
}

/// The length of the chunks and the blocks between two looks, if there are looks: whole chunks, as
/// few as the bound allows.
fn chunks(largest: u64, look: Option<u64>) -> (u64, Option<u64>) {
    let Some(look) = look else { return (largest, None) };
    let parts = look.div_ceil(largest);
    (look / parts, Some(look / parts * parts))
}

/// About how many nanoseconds a core takes for the games of a block, each of so many rounds: the
/// mean over the line-ups.
fn nanoseconds_per_block(schedule: &Schedule, nanoseconds: &[u64], rounds: u128) -> u64 {
    let costs: Vec<u64> =
        schedule.representatives().iter().map(|&place| nanoseconds[place]).collect();
    let (line_ups, players) = (schedule.line_ups(), schedule.players());
    let of_game = |line_up: &LineUp| -> u128 {
        let members = line_up.members[..players].iter();
        members.map(|&member| u128::from(costs[usize::from(member)])).sum()
    };
    let of_block = |(place, line_up): (usize, &LineUp)| {
        of_game(line_up) * u128::from(schedule.games_per_block(place))
    };
    let sum: u128 = line_ups.iter().enumerate().map(of_block).sum();
    u64::try_from(rounds * sum / line_ups.len().max(1) as u128).unwrap_or(u64::MAX)
}

fn version_of(contestant: &Contestant) -> Option<(String, String)> {
    let entry = contestant.strategy().entry();
    Some((entry.name.to_owned(), entry.version?.to_owned()))
}

/// The processes of bots that were asked for their names, and what the user is told of them.
#[derive(Debug, Default)]
pub struct NamedBots {
    pub pool: Option<Pool>,
    pub remarks: Vec<String>,
}
