//! Runs: a plan played to its end, or as far as there is time, and its files written from the
//! tallies.

use super::header::{Header, Question};
use super::plan::{Plan, PlanError, PlanParts, nanoseconds_per_block};
use super::results::{Results, RuleSetResults};
use super::rounds::{NotedTable, Rounds};
use super::stop::Stop;
use crate::any::known_bots;
use crate::error::RunError;
use crate::forecast::Sample;
use crate::header::HeaderRules;
use crate::open::open;
use crate::output::{
    Outputs as _,
    manifest::{Host, Invocation},
};
use crate::session::{Ending, PlayChunk, Session, Tables, available_threads};
use crate::store::Lock;
use crate::store::directory::{Existing, Opened, Resumed};
use crate::store::progress::{Experiment as _, Job};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};
use unobench_bots::{
    BotError, BotTable, Contestant, Log, Naming, OnFault, Pool, PoolSettings, Trouble,
};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Catalogue, StrategySpec};
use unobench_core::table::{PlayBlocks, TableSetup};
use unobench_engine::rounds::{NoteRounds, NotingTable};
use unobench_engine::schedule::Seating;
use unobench_engine::shard::Shard;
use unobench_engine::workers::play_chunk;
use unobench_engine::{Chunk, Tally};
use unobench_files::rounds::RoundsPath;

/// The file of a run directory that takes what bots say on standard error, and notes of their
/// faults.
pub const BOTS_LOG: &str = "bots.log";

/// What to play, and where to keep it.
#[derive(Debug, Clone, Default)]
pub struct RunConfig {
    /// What question the games answer.
    pub question: Question,
    /// The rule sets, valid for this number of players.
    pub rules: Vec<RuleSet>,
    /// The strategies and bots: repeated if they are fewer than the players, in every combination
    /// if they are more.
    pub line_up: Vec<Contestant>,
    /// The line-ups one by one, as places in [`RunConfig::line_up`], whose names then differ; all
    /// combinations if none.
    pub line_ups: Option<Vec<Vec<usize>>>,
    /// Seats at the table.
    pub players: usize,
    /// Games of each rule set; rounded up to whole blocks.
    pub games: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// In which seatings each deal is played.
    pub seating: Seating,
    /// Whether a game is a match.
    pub match_play: bool,
    /// The part of the run to play, if not the whole.
    pub shard: Option<Shard>,
    /// Threads; all cores if none.
    pub threads: Option<NonZeroUsize>,
    /// What a bot's fault costs.
    pub on_fault: OnFault,
    /// How long a bot may think about a decision; [`MOVE_TIME`](unobench_bots::MOVE_TIME) if
    /// nothing is said.
    pub move_time: Option<Duration>,
    /// The directory.
    pub out: PathBuf,
    /// What to do with a run that is there already.
    pub existing: Existing,
    /// A file for a row of each seat and round that is played now, if somebody wants it.
    pub rounds: Option<RoundsPath>,
    /// When to stop playing; the result then depends on the machine.
    pub max_time: Option<Duration>,
    /// A rule by which to stop.
    pub stop: Option<Stop>,
    /// How the program was started, for the manifest.
    pub invocation: Invocation,
}

/// The largest of 1, 2, 5, 10, 20, 50 … that is not above a number.
fn round_below(number: f64) -> u64 {
    let decade = 10_f64.powf(number.max(1.0).log10().floor());
    let digit = [5.0, 2.0].into_iter().find(|digit| digit * decade <= number).unwrap_or(1.0);
    (digit * decade) as u64
}

impl RunConfig {
    /// What the strategies are called in the results: as they are written, and bots by their names;
    /// where line-ups are listed, a second one of the same name is told apart, and everywhere
    /// another bot.
    #[must_use]
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
    ///
    /// # Errors
    /// If a bot cannot be found, or has a name that it cannot have.
    pub fn name_bots(&mut self, catalogue: Catalogue) -> Result<NamedBots, BotError> {
        let Some(mut pool) = bots_of(&self.line_up, self)? else { return Ok(NamedBots::default()) };
        let known = match self.existing {
            Existing::Resume => known_bots(&self.out),
            _ => Vec::new(),
        };
        let naming = Naming { catalogue, known: &known, apart: self.line_ups.is_some() };
        let remarks = unobench_bots::name_bots(&mut self.line_up, &mut pool, naming)?;
        Ok(NamedBots { pool: Some(pool), remarks })
    }

    /// How bots are written, by their names, where that is not the name.
    fn bots(&self) -> BTreeMap<String, String> {
        let names = self.names().into_iter().zip(&self.line_up);
        let bots = names.filter_map(|(name, one)| Some((name, one.bot()?.command_line())));
        bots.filter(|(name, written)| name != written).collect()
    }

    /// About how long so many games of one rule set take here, the mean over all of them, by a few
    /// games that are timed.
    ///
    /// # Errors
    /// If they cannot be played.
    pub fn time_of(&self, games: u64) -> Result<Duration, PlanError> {
        let sets = Some(self.rules.len());
        let of_game = self.nanoseconds_of_game(|one, rules| {
            let sample = Sample::of(rules, self.players, one.strategy(), self.match_play, sets);
            match one {
                Contestant::Library(spec) => sample.of_seat(spec),
                Contestant::Bot(..) => sample.declared(one.strategy(), one.nanoseconds_per_round()),
            }
        })?;
        let threads = self.threads.map_or_else(available_threads, NonZeroUsize::get);
        Ok(Duration::from_nanos((of_game * games as f64 / threads as f64) as u64))
    }

    /// How many games of each rule set two cores play in about so long, by what the strategies
    /// declare of their cost: a round number, the same on every machine.
    ///
    /// # Errors
    /// If they cannot be played.
    pub fn games_within(&self, time: Duration) -> Result<u64, PlanError> {
        let one_game = RunConfig { games: 1, ..self.clone() };
        let of_all = one_game.nanoseconds_of_game(|one, rules| {
            let (spec, declared) = (one.strategy(), one.nanoseconds_per_round());
            if spec.entry().traits.searches() {
                return declared;
            }
            Sample::of(rules, self.players, spec, self.match_play, None).declared(spec, declared)
        })? * self.rules.len() as f64;
        Ok(round_below(2.0 * time.as_nanos() as f64 / of_all))
    }

    /// About how many nanoseconds a core takes for a game, the mean over all rule sets, by what the
    /// seat of each costs.
    fn nanoseconds_of_game(
        &self,
        cost: impl Fn(&Contestant, &RuleSet) -> u64,
    ) -> Result<f64, PlanError> {
        let plan = self.plan()?;
        let schedule = plan.schedule();
        let cycle = schedule.line_ups().len() as u64;
        let of_rules = |rules: &RuleSet| {
            let costs: Vec<u64> = self.line_up.iter().map(|one| cost(one, rules)).collect();
            nanoseconds_per_block(schedule, &costs, false) as f64
        };
        let of_block = self.rules.iter().map(of_rules).sum::<f64>() / self.rules.len() as f64;
        Ok(of_block * cycle as f64 / schedule.games_before(cycle) as f64)
    }

    fn costs(&self) -> Vec<u64> {
        self.line_up.iter().map(Contestant::nanoseconds_per_round).collect()
    }

    /// Everything of this that determines the bytes of the run.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn plan(&self) -> Result<Plan, PlanError> {
        let costs = self.costs();
        let has_bots = self.line_up.iter().any(|contestant| contestant.bot().is_some());
        Plan::new(PlanParts {
            question: self.question,
            line_up: &self.names(),
            nanoseconds: &costs,
            line_ups: self.line_ups.clone(),
            files: self.line_up.iter().filter_map(Contestant::file).collect(),
            versions: self.line_up.iter().filter_map(version_of).collect(),
            bots: self.bots(),
            players: self.players,
            seating: self.seating,
            match_play: self.match_play,
            on_fault: if has_bots { self.on_fault } else { OnFault::Random },
            games: self.games,
            seed: self.seed,
            rules: self.rules.iter().map(header_rules).collect(),
            stop: self.stop,
            shard: self.shard,
        })
    }
}

/// The processes of bots that have names.
#[derive(Debug, Default)]
pub struct NamedBots {
    /// The processes, if there are bots.
    pub pool: Option<Pool>,
    /// What is to be told of names that cannot be used.
    pub remarks: Vec<String>,
}

/// How a run is steered and watched while it plays.
pub struct Control<'a> {
    /// Set by somebody else to stop the run; what was played is then written.
    pub cancel: &'a AtomicBool,
    /// Who is told how far it is.
    pub observer: &'a mut dyn Observer,
}

/// Somebody who watches a run.
pub trait Observer {
    /// Is told, some times a second, how far the run is.
    fn update(&mut self, status: &Status<'_>);
}

/// Nobody watches.
impl Observer for () {
    fn update(&mut self, _: &Status<'_>) {}
}

/// How far a run is.
#[derive(Debug, Clone, Copy)]
pub struct Status<'a> {
    /// The rule set being played.
    pub rules: &'a str,
    /// Games played of all rule sets, earlier sessions included.
    pub games: u64,
    /// Games of all rule sets, earlier sessions included, when all is played: where a rule may end
    /// them, as many as it will probably take.
    pub total: u64,
    /// What is known of this rule set, up to the last chunk written.
    pub results: RuleSetResults<'a>,
}

/// What came of a run.
#[derive(Debug)]
pub struct RunReport {
    /// The tallies.
    pub results: Results,
    /// How it ended.
    pub ending: Ending,
    /// What was there before, if it was resumed.
    pub resumed: Option<Resumed>,
    /// Games played in this session, of all rule sets, that count.
    pub games: u64,
    /// How long they took.
    pub time: Duration,
    /// What is known of why bots failed in this session.
    pub troubles: Vec<Trouble>,
    /// Rows of the file of rounds, if one was asked for.
    pub rounds: Option<u64>,
}

/// Plays a run and writes its files.
///
/// # Errors
/// If the configuration is wrong, the directory holds something else, or a file cannot be written.
/// What was played is then still in `progress.jsonl`.
pub fn run(config: &RunConfig, control: Control<'_>) -> Result<RunReport, RunError> {
    run_with_bots(config, None, control)
}

/// The same with the processes of bots that [`RunConfig::name_bots`] has started.
///
/// # Errors
/// As of [`run`].
pub fn run_with_bots(
    config: &RunConfig,
    bots: Option<Pool>,
    control: Control<'_>,
) -> Result<RunReport, RunError> {
    let plan = config.plan()?;
    let mut players = RunTables::new(config, &plan, bots)?;
    // Bots are looked for before there is a directory, which would be left empty.
    let lock = Lock::take(&config.out)?;
    let begin = |to| Rounds::begin(to, &config.out);
    players.rounds = config.rounds.as_ref().map(begin).transpose()?;
    let job = LocalRun {
        plan: &plan,
        out: &config.out,
        existing: config.existing,
        threads: config.threads.map_or_else(available_threads, NonZeroUsize::get),
        max_time: config.max_time,
        invocation: &config.invocation,
        tables: &players,
    };
    let report = job.run(lock, control)?;
    let troubles = players.pool.as_ref().map(Pool::troubles).unwrap_or_default();
    let rounds = players.rounds.take().map(Rounds::finish).transpose()?;
    Ok(RunReport { troubles, rounds, ..report })
}

/// The tables of a run.
pub(crate) struct RunTables<'a> {
    plan: &'a Plan,
    rules: &'a [RuleSet],
    contestants: Vec<Contestant>,
    strategies: Vec<StrategySpec>,
    /// The processes of the bots, if there are any.
    pool: Option<Pool>,
    /// Where rounds go, if they are noted.
    rounds: Option<Rounds>,
}

impl<'a> RunTables<'a> {
    /// Those of a plan; the processes of its bots are these, or new ones.
    ///
    /// # Errors
    /// If a bot cannot be found.
    pub(crate) fn new(
        config: &'a RunConfig,
        plan: &'a Plan,
        bots: Option<Pool>,
    ) -> Result<RunTables<'a>, BotError> {
        let places = plan.schedule().representatives();
        let contestants: Vec<Contestant> =
            places.iter().map(|&place| config.line_up[place].clone()).collect();
        let strategies = contestants.iter().map(|someone| someone.strategy().clone()).collect();
        let pool = match bots {
            Some(pool) => Some(pool),
            None => bots_of(&contestants, config)?,
        };
        Ok(RunTables { plan, rules: &config.rules, contestants, strategies, pool, rounds: None })
    }
}

impl RunTables<'_> {
    /// A table whose rounds are noted.
    fn noting(&self, rules: &RuleSet) -> Box<dyn NoteRounds + '_> {
        match &self.pool {
            None => Box::new(NotingTable::new(self.setup(rules))),
            Some(pool) => Box::new(self.bot_table(rules, pool)),
        }
    }

    fn setup(&self, rules: &RuleSet) -> TableSetup {
        let Header { players, r#match, seed, .. } = *self.plan.header();
        TableSetup::new(rules, players, &self.strategies, r#match, seed)
    }

    fn bot_table<'a>(&'a self, rules: &RuleSet, pool: &'a Pool) -> BotTable<'a> {
        let Header { players, r#match, seed, .. } = *self.plan.header();
        BotTable::new(rules, players, &self.contestants, r#match, seed, pool)
    }
}

impl Tables<Tally> for RunTables<'_> {
    fn set(&self, place: usize, _: usize) -> Result<Box<dyn PlayChunk<Tally> + '_>, RunError> {
        let (plan, rules) = (self.plan, &self.rules[place]);
        if let Some(rounds) = &self.rounds {
            rounds.forget();
            let table = self.noting(rules);
            return Ok(Box::new(NotedTable { plan, rules: place, table, rounds }));
        }
        let table: Box<dyn PlayBlocks> = match &self.pool {
            None => self.setup(rules).table(),
            Some(pool) => Box::new(self.bot_table(rules, pool)),
        };
        Ok(Box::new(RunTable { plan, table }))
    }

    fn most_blocks(&self) -> Option<u64> {
        self.rounds.as_ref().map(|_| Rounds::most_blocks(self.plan))
    }

    fn written(&self, job: &Job) -> Result<(), RunError> {
        self.rounds.iter().try_for_each(|rounds| Ok(rounds.write(self.plan, job)?))
    }

    fn stop(&self) {
        self.pool.iter().for_each(Pool::stop);
    }
}

/// A table of a run.
pub(super) struct RunTable<'a> {
    pub(super) plan: &'a Plan,
    pub(super) table: Box<dyn PlayBlocks + 'a>,
}

impl PlayChunk<Tally> for RunTable<'_> {
    fn play_chunk(&self, chunk: Chunk, stopped: &AtomicBool, games: &AtomicU64) -> Option<Tally> {
        play_chunk(self.plan.schedule(), &*self.table, chunk, stopped, games)
    }
}

/// The name and version of a strategy that is not the program's own.
fn version_of(contestant: &Contestant) -> Option<(String, String)> {
    let entry = contestant.strategy().entry();
    Some((entry.name.to_owned(), entry.version?.to_owned()))
}

/// The processes of the bots, if there are any.
fn bots_of(contestants: &[Contestant], config: &RunConfig) -> Result<Option<Pool>, BotError> {
    let usual = PoolSettings::with_move_time(config.move_time);
    let settings = PoolSettings { on_fault: config.on_fault, ..usual };
    Pool::of(contestants, settings, Log::File(config.out.join(BOTS_LOG)))
}

fn header_rules(rules: &RuleSet) -> HeaderRules {
    HeaderRules { name: rules.name.clone(), settings: rules.settings_json() }
}

/// A plan, and how it is to be played here and now.
#[derive(Clone, Copy)]
pub(super) struct LocalRun<'a> {
    pub(super) plan: &'a Plan,
    pub(super) out: &'a Path,
    pub(super) existing: Existing,
    pub(super) threads: usize,
    pub(super) max_time: Option<Duration>,
    pub(super) invocation: &'a Invocation,
    pub(super) tables: &'a dyn Tables<Tally>,
}

impl LocalRun<'_> {
    /// Plays what is left of the plan and writes the files.
    pub(super) fn run(&self, lock: Lock, control: Control<'_>) -> Result<RunReport, RunError> {
        let Opened { mut journal, mut progress, mut kept, resumed } =
            open(self.plan.clone(), lock, self.existing)?;
        let begun = Instant::now();
        let games_before = resumed.as_ref().map_or(0, |resumed| resumed.games);
        let session = Session {
            tables: self.tables,
            threads: self.threads,
            cancel: control.cancel,
            deadline: self.max_time.and_then(|time| begun.checked_add(time)),
        };
        let to_play = self.plan.games_to_play();
        let ending =
            session.play(&mut progress, &mut journal, &mut kept, |progress, rules, games| {
                let results = self.plan.results_of(rules, &progress.totals()[rules]);
                let total = match self.plan.header().stop {
                    None => to_play,
                    Some(_) => self.plan.expected_games(progress.totals()).max(games),
                };
                control.observer.update(&Status { rules: results.name, games, total, results });
            })?;
        journal.sync()?;
        let time = begun.elapsed();
        let games = progress.games().saturating_sub(games_before);
        let host = Host { threads: self.threads, invocation: self.invocation, time, games };
        let results = Plan::conclude(&mut progress, self.out, &host)?;
        Ok(RunReport { results, ending, resumed, games, time, troubles: Vec::new(), rounds: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_strategies::strategy;

    fn games_of(names: &[&str], rules: &[&str], threads: usize) -> u64 {
        let seated = |name: &&str| Contestant::Library(strategy(name).expect("a strategy"));
        let config = RunConfig {
            question: Question::Run,
            rules: rules.iter().map(|name| RuleSet::load(name).expect("a rule set")).collect(),
            line_up: names.iter().map(seated).collect(),
            players: 2,
            threads: NonZeroUsize::new(threads),
            ..RunConfig::default()
        };
        config.games_within(Duration::from_secs(10)).expect("it can be played")
    }

    #[test]
    fn dearer_line_ups_and_more_rule_sets_play_fewer_games_on_any_machine() {
        let official = &["official"][..];
        let random = games_of(&["random"], official, 1);
        assert_eq!(random, games_of(&["random"], official, 64));
        assert!(random >= 1_000_000, "{random}");
        assert!(random > games_of(&["random"], &["official", "stacking", "everything"], 1));
        assert!(random > 10 * games_of(&["champion", "random"], official, 1));
        assert!((1..=10).contains(&games_of(&["ismcts:playouts=100000"], official, 1)));
    }

    #[test]
    fn a_round_number_is_not_above() {
        let rounded = [0.2, 1.0, 1.9, 2.0, 4.9, 5.0, 99.0, 100.0, 123_456.0].map(round_below);
        assert_eq!(rounded, [1, 1, 1, 2, 2, 5, 50, 100, 100_000]);
    }
}
