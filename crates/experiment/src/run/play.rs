//! Runs: a plan played to its end, or as far as there is time.
//!
//! A rule set at a time is played by all threads; this thread writes what they finish, in block
//! order, and watches the clock. The files of a run are then written from the tallies, whether it
//! came to its end or not. Nothing that is written depends on the threads.

use super::header::Question;
use super::plan::{Plan, PlanParts};
use super::progress::RunProgress;
use super::results::{Results, RuleSetResults};
use super::stop::Stop;
use crate::error::RunError;
use crate::header::HeaderRules;
use crate::open::open;
use crate::output::{self, manifest::Host};
use crate::session::{Ending, TICK, available_threads, is_over, start_threads};
use crate::store::Lock;
use crate::store::directory::{Existing, Opened, Resumed};
use crate::store::journal::Journal;
use crate::store::progress::Progress as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use unobench_bots::{BotError, BotTable, Contestant, Log, Pool, PoolSettings};
use unobench_core::rules::RuleSet;
use unobench_core::table::{PlayBlocks, TableSetup};
use unobench_engine::schedule::Seating;
use unobench_engine::shard::Shard;
use unobench_engine::tally::Tally;
use unobench_engine::workers::{in_order, play_chunk};

/// The file of a run directory that takes what bots say on standard error, and notes of their
/// faults.
pub const BOTS_LOG: &str = "bots.log";

/// Sets the table of a rule set by its number.
pub(super) type Tables<'t> = dyn Fn(usize) -> Box<dyn PlayBlocks + 't> + 't;

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
    /// How long a bot may think about a decision; [`MOVE_TIME`](unobench_bots::MOVE_TIME) if
    /// nothing is said.
    pub move_time: Option<Duration>,
    /// The directory.
    pub out: PathBuf,
    /// What to do with a run that is there already.
    pub existing: Existing,
    /// When to stop playing; the result then depends on the machine.
    pub max_time: Option<Duration>,
    /// A rule by which to stop.
    pub stop: Option<Stop>,
    /// The arguments as given, for the manifest.
    pub arguments: Vec<String>,
}

impl RunConfig {
    /// What the strategies are called in the results: as they are written; where line-ups are
    /// listed, a second one of the same name is told apart.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for contestant in &self.line_up {
            let name = contestant.to_string();
            let namesakes = self.line_up[..names.len()]
                .iter()
                .filter(|earlier| earlier.to_string() == name)
                .count();
            names.push(if self.line_ups.is_none() || namesakes == 0 {
                name
            } else {
                format!("{name}#{}", namesakes + 1)
            });
        }
        names
    }
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
    /// Games to play of all rule sets, earlier sessions included.
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
}

/// Plays a run and writes its files.
///
/// # Errors
/// If the configuration is wrong, the directory holds something else, or a file cannot be written.
/// What was played is then still in `progress.jsonl`.
pub fn run(config: &RunConfig, control: Control<'_>) -> Result<RunReport, RunError> {
    let line_up = config.names();
    let plan = Plan::new(PlanParts {
        question: config.question,
        line_up: &line_up,
        line_ups: config.line_ups.clone(),
        files: config.line_up.iter().filter_map(Contestant::file).collect(),
        versions: config.line_up.iter().filter_map(version_of).collect(),
        players: config.players,
        seating: config.seating,
        match_play: config.match_play,
        games: config.games,
        seed: config.seed,
        rules: config.rules.iter().map(header_rules).collect(),
        stop: config.stop,
        shard: config.shard,
    })?;
    let contestants: Vec<Contestant> = plan
        .schedule()
        .representatives()
        .iter()
        .map(|&place| config.line_up[place].clone())
        .collect();
    let strategies: Vec<_> =
        contestants.iter().map(|contestant| contestant.strategy().clone()).collect();
    // Before there is a directory, which would be left empty.
    let pool = bots_of(&contestants, config)?;
    let lock = Lock::take(&config.out)?;
    let table = |rules: usize| {
        let RunConfig { players, match_play, seed, .. } = *config;
        let rules = &config.rules[rules];
        let table: Box<dyn PlayBlocks> = match &pool {
            None => TableSetup::new(rules, players, &strategies, match_play, seed).table(),
            Some(pool) => {
                Box::new(BotTable::new(rules, players, &contestants, match_play, seed, pool))
            }
        };
        table
    };
    let job = Job {
        plan: &plan,
        out: &config.out,
        existing: config.existing,
        threads: config.threads.map_or_else(available_threads, NonZeroUsize::get),
        max_time: config.max_time,
        arguments: &config.arguments,
        bots: pool.as_ref(),
    };
    job.run(lock, &table, control)
}

/// The name and version of a strategy that is not the program's own.
fn version_of(contestant: &Contestant) -> Option<(String, String)> {
    let entry = contestant.strategy().entry();
    Some((entry.name.to_owned(), entry.version?.to_owned()))
}

/// The processes of the bots, if there are any.
fn bots_of(contestants: &[Contestant], config: &RunConfig) -> Result<Option<Pool>, BotError> {
    let defaults = PoolSettings::default();
    let settings =
        PoolSettings { move_time: config.move_time.unwrap_or(defaults.move_time), ..defaults };
    Pool::of(contestants, settings, Log::File(config.out.join(BOTS_LOG)))
}

fn header_rules(rules: &RuleSet) -> HeaderRules {
    HeaderRules { name: rules.name.clone(), settings: rules.settings_json() }
}

/// A plan, and how it is to be played here and now.
pub(super) struct Job<'a> {
    pub(super) plan: &'a Plan,
    pub(super) out: &'a Path,
    pub(super) existing: Existing,
    pub(super) threads: usize,
    pub(super) max_time: Option<Duration>,
    pub(super) arguments: &'a [String],
    /// The bots at the tables, if there are any.
    pub(super) bots: Option<&'a Pool>,
}

impl Job<'_> {
    /// Plays what is left of the plan and writes the files.
    pub(super) fn run(
        &self,
        lock: Lock,
        table: &Tables<'_>,
        control: Control<'_>,
    ) -> Result<RunReport, RunError> {
        let Opened { journal, progress, resumed } =
            open(RunProgress::new(self.plan), lock, self.existing)?;
        let begun = Instant::now();
        let games_before = progress.games();
        let mut active = ActiveRun {
            job: self,
            journal,
            progress,
            control,
            deadline: self.max_time.and_then(|time| begun.checked_add(time)),
            games_total: self.plan.games_to_play() * self.plan.header().rules.len() as u64,
        };
        let ending = active.play(table)?;
        active.journal.sync()?;
        let time = begun.elapsed();
        let games = active.progress.games() - games_before;
        let results = active.progress.into_results();
        let host = Host { threads: self.threads, arguments: self.arguments, time, games };
        output::write_run(self.out, &results, ending == Ending::Complete, &host)?;
        Ok(RunReport { results, ending, resumed, games, time })
    }
}

/// A run while it plays.
struct ActiveRun<'a, 'c> {
    job: &'a Job<'a>,
    journal: Journal,
    progress: RunProgress<'a>,
    control: Control<'c>,
    deadline: Option<Instant>,
    games_total: u64,
}

impl ActiveRun<'_, '_> {
    fn play(&mut self, table: &Tables<'_>) -> Result<Ending, RunError> {
        if self.progress.next().is_none() {
            return Ok(Ending::Complete);
        }
        let pool = start_threads(self.job.threads)?;
        while let Some((rules, _)) = self.progress.next() {
            let table = table(rules);
            self.play_rules(&pool, rules, &*table)?;
            if let Some(ending) = is_over(self.control.cancel, self.deadline)
                .filter(|_| self.progress.next().is_some())
            {
                return Ok(ending);
            }
        }
        Ok(Ending::Complete)
    }

    /// Plays what is left of a rule set.
    fn play_rules(
        &mut self,
        pool: &rayon::ThreadPool,
        rules: usize,
        table: &dyn PlayBlocks,
    ) -> Result<(), RunError> {
        let plan = self.job.plan;
        let first = self.progress.next().map_or(0, |(_, chunk)| chunk.index);
        let chunks = plan.chunks().skip_while(move |chunk| chunk.index < first);
        let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
        let games_before = self.progress.games();
        let deadline = self.deadline;
        let play = |chunk| play_chunk(plan.schedule(), table, chunk, &stopped, &games);
        in_order(
            pool,
            chunks,
            play,
            &stopped,
            || tick(deadline),
            |tally: Option<Tally>| {
                if let Some(tally) = tally {
                    self.write(tally).inspect_err(|_| self.stop_bots())?;
                } else {
                    self.tell(rules, games_before + games.load(Ordering::Relaxed));
                }
                let is_done = self.progress.next().is_none_or(|(next, _)| next != rules);
                let is_over = is_over(self.control.cancel, self.deadline).is_some();
                if is_over {
                    self.stop_bots();
                }
                Ok(!is_done && !is_over)
            },
        )
    }

    /// Nobody waits for a bot any more. From here on no tally is taken.
    fn stop_bots(&self) {
        self.job.bots.iter().for_each(|bots| bots.stop());
    }

    fn write(&mut self, tally: Tally) -> Result<(), RunError> {
        let record = self.progress.record(tally);
        self.journal.append(&self.progress.line(&record)?)?;
        self.progress.add(&record).map_err(RunError::Internal)
    }

    fn tell(&mut self, rules: usize, games: u64) {
        let (plan, total) = (self.job.plan, self.games_total);
        let results = plan.results_of(rules, &self.progress.totals()[rules]);
        let status = Status { rules: results.name, games, total, results };
        self.control.observer.update(&status);
    }
}

/// How long to wait for the next chunk.
fn tick(deadline: Option<Instant>) -> Duration {
    let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or(TICK, |left| left.min(TICK))
}
