//! `unobench tune`: the parameters of a strategy, searched by self-play.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;
use clap::ValueHint::DirPath;

use super::console::{Verbosity, complain, print};
use super::contest::{AIMS, check_aim, report};
use super::failure::{Failure, OrFailure as _};
use super::interrupt;
use super::line_up::{check_not_learned, strategy};
use super::numbers::{count, grouped};
use super::options::{
    MachineOptions, OneTableOptions, ProgressOptions, SeedOptions, VerbosityOptions, a_directory,
    one_of,
};
use super::progress::Progress;
use unobench_core::bounded::quoted;
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_experiment::Lock;
use unobench_experiment::contest::{Contest, Verdict};
use unobench_experiment::tune::{self, Beginning, Gains, Space, Tuning, TuningError};

const DEFAULT_POOL: [&str; 4] = ["most-colour", "counter", "punisher", "high-points"];

#[derive(Debug, Args)]
pub(super) struct TuneArgs {
    /// Strategy with the parameters to search, such as `punisher:threshold=1..5,suspicion=0..100`
    #[arg(value_name = "STRATEGY")]
    strategy: String,

    /// Opponents to do well against
    #[arg(long, value_name = "STRATEGY", num_args = 1.., help = against_help())]
    against: Vec<String>,

    #[command(flatten)]
    table: OneTableOptions,

    /// Games of each candidate in a step, such as 20000 or 2e4; rounded up to whole blocks
    #[arg(short = 'n', long, value_name = "N", value_parser = count, default_value = "2e4")]
    games: NonZeroU64,

    /// Steps to take
    #[arg(long, value_name = "N", value_parser = count, default_value = "300")]
    steps: NonZeroU64,

    /// What to do well in
    #[arg(long, value_parser = one_of(&AIMS), default_value = "wins", value_name = "WHAT")]
    aim: Aim,

    /// Games of each comparison in the report, on fresh deals
    #[arg(long, value_name = "N", value_parser = count, default_value = "4e5")]
    check: NonZeroU64,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    machine: MachineOptions,

    /// Directory for the state
    #[arg(short = 'o', long, value_name = "DIR", default_value = "results/tune")]
    #[arg(value_parser = a_directory(), value_hint = DirPath)]
    out: PathBuf,

    /// Continue an interrupted tuning where it stopped
    #[arg(long, conflicts_with = "force")]
    resume: bool,

    /// Delete another tuning that is in the directory
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    progress: ProgressOptions,

    #[command(flatten)]
    verbosity: VerbosityOptions,
}

pub(super) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let verbosity = args.verbosity.verbosity();
    let tuning = tuning(args)?;
    let contest = &tuning.contest;
    let lock = Lock::take(&tuning.out).map_err(|error| Failure::Failed(error.into()))?;
    announce(&tuning, verbosity);
    let pool = args.machine.start_threads()?;
    let cancel = interrupt::listen();
    let mut progress = Progress::new(verbosity > Verbosity::Quiet && !args.progress.no_progress);
    let games = contest.games(tuning.games);
    let observe = |steps: u64| progress.note(steps * games, tuning.gains.steps * games);
    let tuned = pool.install(|| tune::tune(&tuning, &lock, beginning(args), &cancel, observe));
    progress.finish();
    let tuned = tuned.map_err(|error| match error {
        TuningError::Write(_) => Failure::Failed(error.into()),
        error => Failure::Usage(error.into()),
    })?;
    let interrupted = || interrupted(&tuning, tuned.steps);
    if !tuned.complete {
        return Err(interrupted());
    }
    verbosity.say("comparing what was found with the start, on deals that tuning did not see");
    let (best, start) = (tuning.space.strategy(&tuned.numbers), tuning.space.start());
    let verdict = pool.install(|| Verdict::play(contest, &best, &start, args.check.get(), &cancel));
    let verdict = verdict.ok_or_else(interrupted)?;
    print(&report(&best.to_string(), &verdict, contest, ["tuned", "start"]))
}

fn tuning(args: &TuneArgs) -> Result<Tuning, Failure> {
    let (rules, players) = args.table.load()?;
    check_aim(args.aim, &rules)?;
    check_not_learned(&args.strategy)?;
    let space = Space::parse(&args.strategy, super::catalogue()).or_usage()?;
    let against = pool(args, &space)?;
    let contest = Contest { rules, players, against, seed: args.seed.seed, aim: args.aim };
    let (gains, games) = (Gains::new(args.steps.get()), args.games.get());
    Ok(Tuning { space, contest, gains, games, out: args.out.clone() })
}

fn against_help() -> String {
    format!(
        "Opponents to do well against [default: {} and the strategy as it starts]",
        DEFAULT_POOL.join(", ")
    )
}

fn pool(args: &TuneArgs, space: &Space) -> Result<Vec<StrategySpec>, Failure> {
    if !args.against.is_empty() {
        return args.against.iter().map(|text| strategy(text)).collect();
    }
    let pool = DEFAULT_POOL.iter().map(|name| strategy(name));
    pool.chain([Ok(space.start())]).collect()
}

fn beginning(args: &TuneArgs) -> Beginning {
    match (args.resume, args.force) {
        (true, _) => Beginning::Resumed,
        (false, true) => Beginning::Forced,
        (false, false) => Beginning::New,
    }
}

fn announce(tuning: &Tuning, verbosity: Verbosity) {
    let Tuning { space, contest, gains, games, out } = tuning;
    let Contest { players, rules, aim, seed, .. } = contest;
    let names: Vec<&str> = space.dimensions.iter().map(|number| number.name.as_str()).collect();
    let against: Vec<String> =
        contest.against.iter().map(|strategy| quoted(&strategy.to_string())).collect();
    verbosity.say(&format!(
        "tuning {} of {} at {players} seats of {}, for {aim}, against itself, {}",
        names.join(", "),
        space.start().name(),
        rules.name,
        against.join(", ")
    ));
    verbosity.say(&format!(
        "{} steps of {} games, seed {seed}, state in {}",
        gains.steps,
        grouped(contest.games(*games)),
        out.display()
    ));
}

fn interrupted(tuning: &Tuning, steps: u64) -> Failure {
    complain(&format!(
        "interrupted after {steps} of {} steps; the state is in {}; the same command with --resume \
         continues it",
        tuning.gains.steps,
        tuning.out.display()
    ));
    Failure::Interrupted
}
