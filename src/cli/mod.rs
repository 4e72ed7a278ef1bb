//! The command line of `unobench`: arguments are read and checked here, once, and become values of
//! the library's own types.
//!
//! There is one file for each command. The groups of flags that commands share are in `options`; a
//! command takes in the groups that it honours, and offers no others. Results go to standard
//! output, everything else to standard error. Nothing is played, counted or measured here.

mod ask;
mod asked;
mod bot;
mod bound;
mod budget;
mod bundles;
mod call;
#[cfg(feature = "terminal")]
mod cards;
mod chunk;
mod compare;
mod completions;
mod console;
mod duel;
mod duel_plan;
mod effects;
mod examined;
mod failure;
mod faults;
mod gather;
mod help;
mod interrupt;
mod learned;
mod line_up;
mod live;
mod man;
mod matches;
mod network_cache;
mod numbers;
mod options;
mod outcome;
#[cfg(feature = "terminal")]
mod paint;
mod paper;
mod plan;
mod play;
mod present;
mod progress;
mod replay;
mod report;
mod resumed;
mod rules;
mod rules_diff;
mod rules_new;
mod rules_trial;
mod run;
#[cfg(feature = "terminal")]
mod screen;
mod session;
mod settle;
mod show;
#[cfg(unix)]
mod signals;
mod skill;
mod sparkline;
mod strategies;
mod survey;
mod sweep;
mod table_fit;
mod text_table;
mod tournament;
mod trace;
mod train;

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, OnceLock, PoisonError};
use unobench_bots::{Callbacks, set_callbacks};
use unobench_core::bounded::{cut, quoted};
use unobench_core::slip::{alternatives, nearest};
use unobench_core::strategy::{Catalogue, Entry};

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches as _, Parser, Subcommand};

pub use call::progress;
use call::{OutputStream, Printing};
use console::{ConsoleOptions, complain};
use failure::{Failure, Result};

const NAME: &str = "unobench";

/// Exit statuses and whose the name is, for the end of the help.
const STATUSES: &str = "Exit status: 0 done, 1 the run failed, 2 the arguments or an input file \
     are wrong, 130 interrupted (what was played is saved).\n\n\
     Not affiliated with or endorsed by Mattel; UNO is a trademark of Mattel.";

/// The whole command line: flags that every command has, and a command.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version,
    about = "Plays millions of seeded games of UNO and says who wins, and how certain that is",
    after_help = STATUSES
)]
struct Cli {
    /// Whether bold and colours are used
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(help_heading = "What is shown", hide_short_help = true)]
    color: console::ColourMode,

    /// Print nothing but errors on standard error
    #[arg(short = 'q', long, global = true, help_heading = "What is shown")]
    quiet: bool,

    #[command(subcommand)]
    command: Command,
}

macro_rules! commands {
    ($($(#[$about:meta])* $name:ident($args:ty) => $run:path;)+) => {
        /// The commands, each with what it is told.
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$about])* $name($args),)+
        }

        impl Command {
            fn run(&self) -> Result {
                match self {
                    $(Command::$name(args) => $run(args),)+
                }
            }
        }
    };
}

commands! {
    /// Play strategies against each other, and print who wins
    Run(run::RunArgs) => run::run;
    /// Test whether one strategy is better than another
    Duel(duel::DuelArgs) => duel::run;
    /// Rank many strategies, and show who beats whom
    Tournament(tournament::TournamentArgs) => tournament::run;
    /// Measure what keys, or rule sets switched on, do to the game
    Sweep(sweep::SweepArgs) => sweep::run;
    /// Measure what playing well is worth under a rule set
    Skill(skill::SkillArgs) => skill::run;
    /// Settle an argument about a house rule
    Settle(settle::SettleArgs) => settle::run;
    /// Ask what to play, with this hand and that up card
    Ask(ask::AskArgs) => ask::run;
    /// Find rule sets, write one of your own, or compare them
    #[command(subcommand)]
    Rules(rules::RulesCommand) => rules::run;
    /// List the strategies, and describe each
    #[command(subcommand)]
    Strategies(strategies::StrategiesCommand) => strategies::run;
    /// Train a small network on a rule set
    Train(train::TrainArgs) => train::run;
    /// Train a network to beat one strategy (`train --rival`)
    Exploit(train::ExploitArgs) => train::exploit;
    /// Print the findings of a run as tables
    Show(show::ShowArgs) => show::run;
    /// Show runs, or a record, in charts: one HTML file
    Report(report::ReportArgs) => report::run;
    /// Write complete records of games
    Trace(trace::TraceArgs) => trace::run;
    /// Play against strategies yourself
    Play(play::PlayArgs) => play::run;
    /// Check a game record against the rules, or step through it
    Replay(replay::ReplayArgs) => replay::run;
    /// Check an external bot
    #[command(subcommand)]
    Bot(bot::BotCommand) => bot::run;
    /// Plan a job for many machines, and print the plan
    #[command(subcommand)]
    Plan(plan::PlanCommand) => plan::run;
    /// Play chunks of a plan: jobs on stdin, finished lines on stdout
    Chunk(chunk::ChunkArgs) => chunk::run;
    /// Collect finished lines of a plan, and say which jobs are next
    Gather(gather::GatherArgs) => gather::run;
    /// Print the exam of `champion` under a rule set, for `scripts/examine`
    #[command(hide = true)]
    Examine(examined::ExamineArgs) => examined::run;
    /// Write what ships of the official game, for `scripts/web-answers`
    #[command(hide = true)]
    OfficialGames(live::OfficialArgs) => live::write_official;
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs) => completions::run;
    /// Print the manual page
    Man(man::ManArgs) => man::run;
}

/// Describes the whole command line.
#[must_use]
pub fn command() -> clap::Command {
    help::arranged(Cli::command())
}

fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command()))
}

/// The strategies that the program knows, set once as it begins.
static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();

pub(crate) fn catalogue() -> Catalogue {
    *CATALOGUE.get_or_init(|| unobench_strategies::CATALOGUE)
}

/// The whole program, with more strategies besides the library's: reads the arguments, does what
/// they say, and yields the exit status. It is to be the first that `main` does, for on Linux the
/// program is also what looks after its bots, see [`supervise`](unobench_bots::supervise).
#[must_use]
pub fn main_with(more: &'static [Entry]) -> ExitCode {
    if let Some(status) = unobench_bots::supervise(std::env::args_os().skip(1), None) {
        return status.into();
    }
    match unobench_strategies::CATALOGUE.with(more) {
        Ok(catalogue) => drop(CATALOGUE.set(catalogue)),
        Err(error) => return console::report(&Failure::usage(error)).into(),
    }
    main_of(std::env::args_os().skip(1).collect()).into()
}

/// The whole program with the library's strategies, where it was not started with these arguments:
/// yields the exit status.
#[must_use]
pub fn main_of(arguments: Vec<OsString>) -> u8 {
    call::begin(arguments, Printing::Shown);
    if completions::answer() { 0 } else { obey(interrupt::hear) }
}

/// What a call printed, and its exit status.
#[derive(Debug, Clone, Default)]
pub struct CallOutput {
    /// The exit status.
    pub status: u8,
    /// What went to standard output.
    pub out: String,
    /// What went to standard error.
    pub err: String,
}

/// Does what arguments say, those after the name of the program, with more players that can be
/// named `py:NAME`. Nothing is printed, and no signal heard; another call waits until this one has
/// ended.
#[must_use]
pub fn call(arguments: Vec<OsString>, callbacks: Callbacks) -> CallOutput {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    call::begin(arguments, Printing::Kept);
    set_callbacks(callbacks);
    let cancel = interrupt::listen();
    cancel.store(false, Ordering::Relaxed);
    let status = obey(|| Ok(()));
    set_callbacks(Callbacks::new());
    let [out, err] = call::end();
    CallOutput { status, out, err }
}

/// Asks the call for a clean stop, as Ctrl-C does.
pub fn cancel() {
    interrupt::listen().store(true, Ordering::Relaxed);
}

fn obey(begin: impl FnOnce() -> Result) -> u8 {
    match parse(call::arguments()) {
        Ok(cli) => {
            console::set(ConsoleOptions { colour: cli.color, is_quiet: cli.quiet });
            begin()
                .and_then(|()| cli.command.run())
                .map_or_else(|failure| console::report(&failure), |()| 0)
        }
        Err(error) => refuse(error),
    }
}

fn refuse(error: clap::Error) -> u8 {
    let status = u8::try_from(error.exit_code()).unwrap_or(1);
    match quoting(error).map(with_advice) {
        Ok(page) if !page.use_stderr() => {
            return print_help(&page).map_or_else(|failure| console::report(&failure), |()| status);
        }
        Ok(error) if call::is_embedded() => drop(write!(OutputStream::Err, "{error}")),
        Ok(error) => drop(error.print()),
        Err(error) => complain(&cut(&error.to_string(), LONGEST_REFUSAL)),
    }
    status
}

/// Prints help, or the version.
fn print_help(page: &clap::Error) -> Result {
    let (text, coloured) = (page.render(), console::Style::of_stdout().coloured);
    console::print(&if coloured { text.ansi().to_string() } else { text.to_string() })
}

/// Says what was probably meant: by more than two in a duel a tournament, by a word that is no
/// command the nearest one, or, of `list` and the like, those of groups.
fn with_advice(mut error: clap::Error) -> clap::Error {
    let says = |kind, words| error.get(kind).is_some_and(|value| value.to_string().contains(words));
    if says(ContextKind::Usage, " duel [OPTIONS] <A> <B>") && !says(ContextKind::InvalidArg, "-") {
        let tip = format!("`{NAME} tournament` plays more than two against each other");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        return error;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let program = command();
    let groups = program
        .get_subcommands()
        .filter(|group| group.get_subcommands().any(|inner| inner.get_name() == word));
    let commands: Vec<String> =
        groups.map(|group| format!("`{NAME} {} {word}`", group.get_name())).collect();
    if !commands.is_empty() {
        let tip = format!("did you mean {}?", alternatives(&commands));
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    } else if let Some(ContextValue::Strings(near)) = error.get(ContextKind::SuggestedSubcommand)
        && let Some(near) = nearest(word, near.iter().map(String::as_str))
    {
        let near = ContextValue::String(near.to_owned());
        error.insert(ContextKind::SuggestedSubcommand, near);
    }
    error
}

/// The most characters of a refusal that may quote arguments as they are.
const LONGEST_REFUSAL: usize = 2000;

/// The same error about arguments as messages quote them; an error if it cannot be had.
fn quoting(error: clap::Error) -> Result<clap::Error, clap::Error> {
    let arguments = call::arguments();
    let quoted: Vec<_> = arguments
        .iter()
        .map(|argument| OsString::from(quoted(&argument.to_string_lossy())))
        .collect();
    if quoted == arguments {
        return Ok(error);
    }
    match parse(quoted) {
        Err(again) if again.kind() == error.kind() => Ok(again),
        _ => Err(error),
    }
}
