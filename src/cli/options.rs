//! The flags that mean the same everywhere, in groups: a command takes in the groups that it
//! honours, and offers no others.

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueHint::{DirPath, FilePath};
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum};

use super::console::Verbosity;
use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::numbers;
use unobench_bots::{OnFault, PoolSettings};
use unobench_core::bounded::quoted;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleError, RuleSet};
use unobench_disk::load_rules;
use unobench_engine::Seating;
use unobench_experiment::rounds::RoundsPath;
use unobench_experiment::run::RunConfig;
use unobench_experiment::{Existing, available_threads};

pub(super) fn a_directory() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        not_standard_output(
            path,
            "results are several files, which cannot go to standard output; allowed: a directory \
             (what is printed there follows --format)",
        )
    })
}

pub(super) fn a_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        not_standard_output(path, "it cannot go to standard output; allowed: a file")
    })
}

pub(super) fn a_file_of_rounds() -> impl TypedValueParser<Value = RoundsPath> {
    a_file().try_map(RoundsPath::new)
}

fn not_standard_output(path: PathBuf, refusal: &'static str) -> Result<PathBuf, &'static str> {
    if path.as_os_str() == "-" { Err(refusal) } else { Ok(path) }
}

pub(super) const DEFAULT_OUT: &str = "results/latest";

/// Rule sets, and keys that are set on top of each.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct RuleOptions {
    /// Rule set: a name from `unobench rules list` or a TOML file, or `all` for every one that fits
    /// the table and adds no cards; repeat it for several
    #[arg(short = 'r', long = "rules", value_name = "NAME|FILE", value_hint = FilePath)]
    pub(super) rules: Vec<String>,

    #[command(flatten)]
    pub(super) changes: ChangeOptions,
}

/// Keys that are set on top of a rule set.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct ChangeOptions {
    /// Set a key on top of the rule set, such as `responses.draw_two=stack`; repeat it for several
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = numbers::change)]
    pub(super) set: Vec<String>,
}

impl ChangeOptions {
    pub(super) fn load(&self, name_or_path: &str) -> Result<RuleSet> {
        self.read(name_or_path).or_usage()
    }

    fn read(&self, name_or_path: &str) -> Result<RuleSet, RuleError> {
        let mut rules = load_rules(name_or_path)?;
        rules.set_each_once(&self.set)?;
        Ok(rules)
    }
}

impl RuleOptions {
    /// Loads every rule set named, or the defaults, with the keys set on top; each is checked for
    /// this table.
    pub(super) fn load(&self, defaults: &[&str], players: usize) -> Result<ChosenRules> {
        let mut chosen = ChosenRules { sets: Vec::new(), left_out: Vec::new() };
        for name in or_usual(&self.rules, defaults) {
            if name == ALL_RULES {
                self.add_all(players, &mut chosen)?;
            } else {
                let rules = self.changes.load(name)?;
                check_playable(&rules, players)?;
                chosen.sets.push(rules);
            }
        }
        refuse_repeated(&chosen.sets)?;
        Ok(chosen)
    }

    /// Adds the rule sets that come with the program and add no cards; of those that this table
    /// cannot play it is said why.
    fn add_all(&self, players: usize, chosen: &mut ChosenRules) -> Result {
        for name in RuleSet::shipped_names().filter(|name| !adds_cards(name)) {
            let rules = self.changes.read(name);
            match rules.and_then(|rules| rules.validate_for(players).map(|()| rules)) {
                Ok(rules) => chosen.sets.push(rules),
                Err(error) => chosen.left_out.push(format!("{name} is left out: {error}")),
            }
        }
        if chosen.sets.is_empty() {
            refuse!("--rules {ALL_RULES}: {}", chosen.left_out.join("; "));
        }
        Ok(())
    }
}

/// One rule set, with keys on top of it, and a number of seats.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct OneTableOptions {
    /// Rule set: a name from `unobench rules list` or a TOML file
    #[arg(short = 'r', long = "rules", value_name = "NAME|FILE", value_hint = FilePath)]
    #[arg(default_value = "official")]
    rules: String,

    #[command(flatten)]
    changes: ChangeOptions,

    /// Seats at the table, 2 to 10
    #[arg(short = 'p', long, value_name = "N", default_value_t = 2)]
    players: u8,
}

/// How often a further rule set may count.
const MOST_OFTEN: usize = 100;

impl OneTableOptions {
    pub(super) fn load(&self) -> Result<(RuleSet, usize)> {
        let players = check_players(self.players)?;
        let rules = self.changes.load(&self.rules)?;
        check_playable(&rules, players)?;
        Ok((rules, players))
    }

    /// Further rule sets for the table, some of them several times; `all`: those that come with the
    /// program and fit, but for that of the table; of those that add cards, if that does, or of the
    /// others.
    pub(super) fn others(&self, names: &[String]) -> Result<Vec<RuleSet>> {
        let (first, players) = self.load()?;
        let mut others = Vec::new();
        for name in names {
            let is_number =
                |(name, often): &(&str, &str)| !name.is_empty() && often.parse::<u64>().is_ok();
            let (name, often) = name.rsplit_once('=').filter(is_number).unwrap_or((name, "1"));
            let is_allowed = |often: &usize| (1..=MOST_OFTEN).contains(often);
            let often = often.parse().ok().filter(is_allowed).ok_or_else(|| {
                let name = quoted(name);
                Failure::usage(format!("--also {name}={often}: allowed: 1 to {MOST_OFTEN}"))
            })?;
            let sets: Vec<RuleSet> = if name == ALL_RULES {
                let own = RuleSet::load(&self.rules).map_or(self.rules.clone(), |own| own.name);
                let shipped = RuleSet::shipped_names().filter(|name| *name != own);
                let shipped = shipped.map(|name| self.changes.load(name));
                let mut shipped = shipped.collect::<Result<Vec<_>, _>>()?;
                shipped.retain(|rules| {
                    rules.adds_cards() == first.adds_cards() && rules.validate_for(players).is_ok()
                });
                shipped
            } else {
                let rules = self.changes.load(name)?;
                check_playable(&rules, players)?;
                vec![rules]
            };
            others.extend(std::iter::repeat_n(sets, often).flatten());
        }
        Ok(others)
    }
}

impl fmt::Display for OneTableOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-r {}", self.rules)?;
        self.changes.set.iter().try_for_each(|change| write!(f, " --set {change}"))?;
        write!(f, " -p {}", self.players)
    }
}

pub(super) const ALL_RULES: &str = "all";

/// The rule sets that the command line names and that its table can play.
pub(super) struct ChosenRules {
    pub(super) sets: Vec<RuleSet>,
    /// For each of `all` that cannot be played so, its name and why.
    pub(super) left_out: Vec<String>,
}

pub(super) fn check_players(players: u8) -> Result<usize> {
    let players = usize::from(players);
    if (MIN_SEATS..=MAX_SEATS).contains(&players) {
        return Ok(players);
    }
    refuse!("--players {players}: a table has {MIN_SEATS} to {MAX_SEATS} seats")
}

pub(super) fn check_playable(rules: &RuleSet, players: usize) -> Result {
    rules.validate_for(players).or_usage_in(format!("rule set {}", quoted(&rules.name)))
}

/// What is named, or what is usual where nothing is.
pub(super) fn or_usual<'a>(named: &'a [String], usual: &[&'a str]) -> Vec<&'a str> {
    if named.is_empty() { usual.to_vec() } else { named.iter().map(String::as_str).collect() }
}

/// Whether a rule set that ships adds cards, and so stands apart from `all`.
fn adds_cards(name: &str) -> bool {
    RuleSet::load(name).is_ok_and(|rules| rules.adds_cards())
}

/// Two rule sets of one name could not be told apart in the results.
fn refuse_repeated(loaded: &[RuleSet]) -> Result {
    for (place, rules) in loaded.iter().enumerate() {
        if loaded[..place].iter().any(|earlier| earlier.name == rules.name) {
            refuse!(
                "--rules: two rule sets are called {}, and their results could not be told apart",
                quoted(&rules.name)
            );
        }
    }
    Ok(())
}

/// How many sit at a table, what they play, and in which seatings.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct TableOptions {
    /// Seats at the table, 2 to 10; a shorter line-up is filled by repeating it [default: one per
    /// strategy]
    #[arg(short = 'p', long, value_name = "N")]
    pub(super) players: Option<u8>,

    /// Play whole matches, to the end of the scoring, instead of single rounds
    #[arg(long = "match")]
    pub(super) match_play: bool,

    /// In which seatings each deal is played
    #[arg(long, value_parser = one_of(&SEATINGS), default_value = "rotate", value_name = "WHICH")]
    #[arg(hide_short_help = true)]
    pub(super) seating: Seating,
}

const SEATINGS: [NamedOption<Seating>; 3] = [
    (
        "rotate",
        "Every strategy in every seat once: as many games a deal as there are seats",
        Seating::Rotate,
    ),
    ("all", "Every distinct order of the strategies, at most 5,040", Seating::All),
    ("fixed", "In the order given", Seating::Fixed),
];

/// A word for a value, what it means, and the value.
pub(super) type NamedOption<T> = (&'static str, &'static str, T);

/// Reads one of these words.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    named: &'static [NamedOption<T>],
) -> impl TypedValueParser<Value = T> {
    let words = named.iter().map(|(word, means, _)| PossibleValue::new(word).help(means));
    PossibleValuesParser::new(words).map(|chosen| {
        named.iter().find(|(word, ..)| *word == chosen).expect("one of these words").2
    })
}

/// How many games are played.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct GameOptions {
    /// Games per rule set, such as 50000, 1e6 or 10M; rounded up to whole blocks [default: what two
    /// cores play in about ten seconds, or what the question needs]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count)]
    pub(super) games: Option<NonZeroU64>,
}

impl GameOptions {
    /// The run with as many games as were asked for, or as many as two cores play in about ten
    /// seconds, over all rule sets.
    pub(super) fn set(&self, config: RunConfig) -> Result<RunConfig> {
        const TIME: Duration = Duration::from_secs(10);
        let games = match self.games {
            Some(games) => games.get(),
            None => config.games_within(TIME).or_usage()?,
        };
        Ok(RunConfig { games, ..config })
    }
}

/// The seed of all chance.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct SeedOptions {
    /// Random seed
    #[arg(short = 's', long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

/// How much of the machine is used.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "How it is run")]
pub(super) struct MachineOptions {
    /// Threads, 1 to 1024 [default: all cores]; the results do not depend on it
    #[arg(short = 'j', long, value_name = "N", value_parser = numbers::threads)]
    pub(super) threads: Option<NonZeroUsize>,
}

impl MachineOptions {
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(available_threads, usize::from)
    }

    pub(super) fn start_threads(&self) -> Result<rayon::ThreadPool> {
        let threads = self.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.or_failed("cannot start the threads")
    }
}

/// Where results are kept, and what happens to those that are there.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "How it is run")]
pub(super) struct KeepOptions {
    /// Directory for the results [default: results/latest, where a finished run is replaced, and an
    /// interrupted one is kept under another name]
    #[arg(short = 'o', long, value_name = "DIR", value_parser = a_directory())]
    #[arg(value_hint = DirPath)]
    pub(super) out: Option<PathBuf>,

    /// Delete another run that is in the directory
    #[arg(long)]
    pub(super) force: bool,

    /// Write a page of charts, report.html, beside the results
    #[arg(long)]
    pub(super) report: bool,
}

impl KeepOptions {
    pub(super) fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| DEFAULT_OUT.into())
    }

    /// What happens to a run that is there already: the default directory is named "latest", so
    /// what is finished makes room there.
    pub(super) fn existing(&self) -> Existing {
        match (self.force, &self.out) {
            (true, _) => Existing::Replace,
            (false, Some(_)) => Existing::Refuse,
            (false, None) => Existing::ReplaceFinished,
        }
    }
}

/// How long external bots may think.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "How it is run")]
pub(super) struct BotOptions {
    /// Time that a bot (`cmd:…`) has for a decision, such as 500ms or 2s; then `random` makes it,
    /// and it counts as a fault [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = numbers::duration, hide_short_help = true)]
    pub(super) move_time: Option<Duration>,
}

impl BotOptions {
    pub(super) fn settings(&self) -> PoolSettings {
        PoolSettings::with_move_time(self.move_time)
    }
}

/// What a fault costs an external bot.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct FaultOptions {
    /// What a bot (`cmd:…`) loses by failing to make a decision: `random` makes it and the game
    /// continues; with `lose` the bot cannot win that game, either [default: random in `run`, else
    /// lose]
    #[arg(long, value_parser = one_of(&FAULT_COSTS), value_name = "COST", hide_short_help = true)]
    pub(super) on_fault: Option<OnFault>,
}

const FAULT_COSTS: [NamedOption<OnFault>; 2] = [
    ("lose", "The game, which somebody else wins", OnFault::Lose),
    ("random", "That decision", OnFault::Random),
];

/// How a result is printed.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is shown")]
pub(super) struct FormatOptions {
    /// How the result is printed; with csv, json and markdown nothing else goes to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(super) format: OutputFormat,
}

/// The formats that a result can be printed in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    /// Aligned, for a person
    #[default]
    Table,
    /// Comma-separated values with a header
    Csv,
    /// JSON
    Json,
    /// Tables to paste into a thread
    Markdown,
}

/// The arguments of a command that plays for a directory what can be planned.
#[derive(Debug, Args)]
pub(super) struct Planned<Plan: Args> {
    #[command(flatten)]
    pub(super) plan: Plan,

    #[command(flatten)]
    pub(super) bots: BotOptions,

    #[command(flatten)]
    pub(super) common: CommonOptions,
}

/// How all commands that play for a directory do it, whatever they play.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "How it is run")]
pub(super) struct CommonOptions {
    #[command(flatten)]
    pub(super) machine: MachineOptions,

    #[command(flatten)]
    pub(super) keep: KeepOptions,

    /// Continue an interrupted run where it stopped, or, with more games than before, a finished
    /// one; if a run has finished with that many, only write the files again
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,

    /// Stop after this time, from the start of the command, such as 90s, 5m or 1h30m; what was
    /// played is saved and can be resumed
    #[arg(long = "max-time", value_name = "TIME", value_parser = numbers::deadline)]
    pub(super) deadline: Option<Instant>,

    /// Play without asking what takes more than ten minutes or 2 GB of memory
    #[arg(long, action = ArgAction::SetTrue, hide_short_help = true)]
    pub(super) yes: bool,

    #[command(flatten)]
    pub(super) format: FormatOptions,

    #[command(flatten)]
    pub(super) progress: ProgressOptions,

    #[command(flatten)]
    pub(super) verbosity: VerbosityOptions,
}

/// Whether more is said on standard error.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is shown")]
pub(super) struct VerbosityOptions {
    /// Print more on standard error
    #[arg(short = 'v', long, action = ArgAction::SetTrue, conflicts_with = "quiet")]
    #[arg(hide_short_help = true)]
    pub(super) verbose: bool,
}

impl VerbosityOptions {
    pub(super) fn verbosity(&self) -> Verbosity {
        match Verbosity::chosen() {
            Verbosity::Normal if self.verbose => Verbosity::Verbose,
            chosen => chosen,
        }
    }
}

/// Whether progress is shown.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is shown")]
pub(super) struct ProgressOptions {
    /// Show no progress
    #[arg(long, hide_short_help = true)]
    pub(super) no_progress: bool,
}
