//! `unobench tune`: the numbers of a strategy, searched by self-play.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum, ValueHint};

use super::bound;
use super::console::{Verbosity, complain, one_line, print};
use super::failure::{Failure, OrFailure as _};
use super::interrupt;
use super::line_up::{check_not_learned, strategy};
use super::numbers::{self, grouped};
use super::options::{
    MachineOptions, OneTableOptions, ProgressOptions, SeedOptions, VerbosityOptions,
};
use super::progress::Progress;
use unobench_core::bounded::quoted;
use unobench_core::rules::{RuleSet, ScoringMethod};
use unobench_core::strategy::StrategySpec;
use unobench_experiment::Lock;
use unobench_experiment::tune::{
    self, Beginning, Comparison, Contest, Control, Estimate, Gains, Selection, Space, Tuned,
    Tuning, TuningError, Verdict,
};
use unobench_files::file::replace_file;

/// Where a tuning is kept when nothing else is said.
const DEFAULT_OUT: &str = "results/tune";

/// The weights that were found.
const BEST: &str = "best.toml";

/// Whom the strategy meets besides itself when nobody is named.
const DEFAULT_POOL: [&str; 4] = ["most-colour", "counter", "punisher", "high-points"];

/// Games of each candidate in a step when no number is given.
const DEFAULT_GAMES: u64 = 20_000;

/// Games of the report, for each comparison, when no number is given.
const DEFAULT_CHECK: u64 = 400_000;

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub(super) struct TuneArgs {
    /// Strategy with the parameters to search, such as `punisher:threshold=1..5,suspicion=0..100`;
    /// for `linear`, its weights
    #[arg(value_name = "STRATEGY")]
    strategy: String,

    /// Search only the weights of these features
    #[arg(long, value_name = "FEATURE", value_delimiter = ',')]
    only: Vec<String>,

    /// Search the weights of all features but these, such as those that do not occur under the
    /// rules
    #[arg(long, value_name = "FEATURE", value_delimiter = ',', conflicts_with = "only")]
    except: Vec<String>,

    /// Opponents to do well against
    #[arg(long, value_name = "STRATEGY", num_args = 1.., help = against_help())]
    against: Vec<String>,

    #[command(flatten)]
    table: OneTableOptions,

    /// Games of each candidate in a step, such as 20000 or 2e4; rounded up to whole blocks
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count)]
    games: Option<NonZeroU64>,

    /// Steps to take
    #[arg(long, value_name = "N", value_parser = numbers::count, default_value = "300")]
    steps: NonZeroU64,

    /// What to do well in
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    aim: Aim,

    /// How far the first step goes for a difference of one percent: in units of a weight, or in
    /// quarters of a parameter's range
    #[arg(long, value_name = "X", value_parser = positive, default_value_t = 0.1)]
    pace: f64,

    /// How far to either side the first step looks, in the same units
    #[arg(long, value_name = "X", value_parser = positive, default_value_t = 0.3)]
    probe: f64,

    /// Games of each comparison in the report, on fresh deals
    #[arg(long, value_name = "N", value_parser = numbers::count)]
    check: Option<NonZeroU64>,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    machine: MachineOptions,

    /// Directory for the state and the result
    #[arg(
        short = 'o',
        long,
        value_name = "DIR",
        value_parser = super::options::a_directory(),
        value_hint = ValueHint::DirPath,
        default_value = DEFAULT_OUT
    )]
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

/// `--aim`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Aim {
    /// Games won
    #[default]
    Wins,
    /// Points, a hundred of which are worth a win
    Score,
}

impl From<Aim> for tune::Aim {
    fn from(aim: Aim) -> tune::Aim {
        match aim {
            Aim::Wins => tune::Aim::Wins,
            Aim::Score => tune::Aim::Score,
        }
    }
}

/// Reads a number above 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    const MOST: f64 = 1000.0;
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number <= MOST);
    number.ok_or_else(|| format!("expected a number above 0, at most {MOST}"))
}

/// Runs `unobench tune`.
pub(super) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let verbosity = args.verbosity.verbosity();
    let tuning = tuning(args)?;
    // Held to the end: what is found is written into the directory, too.
    let lock = Lock::take(&tuning.out).map_err(|error| Failure::Failed(error.into()))?;
    announce(&tuning, verbosity);
    let pool = args.machine.start_threads()?;
    let cancel = interrupt::listen()?;
    let progress = Progress::new(verbosity > Verbosity::Quiet && !args.progress.no_progress);
    let tuned = search(&tuning, &lock, beginning(args), &pool, &cancel, progress)?;
    if !tuned.complete {
        return Err(interrupted(&tuning, tuned.steps));
    }
    let found = keep(&tuning, &tuned, args)?;
    verbosity.say("comparing what was found with the start, on deals that tuning did not see");
    let check = args.check.map_or(DEFAULT_CHECK, u64::from);
    let (best, start) = (tuning.space.strategy(&tuned.numbers), tuning.space.start());
    let verdict = pool.install(|| Verdict::play(&tuning.contest, &best, &start, check, &cancel));
    let verdict = verdict.ok_or_else(|| interrupted(&tuning, tuned.steps))?;
    print(&report(&found, &verdict, &tuning.contest, ["tuned", "start"]))
}

/// Refuses to aim at points where there are none.
pub(super) fn check_aim(aim: Aim, rules: &RuleSet) -> Result<(), Failure> {
    if aim == Aim::Score && rules.scoring.method == ScoringMethod::Lazy {
        return Err(Failure::usage(format!(
            "--aim score: {} gives no points (scoring.method = lazy); allowed: wins",
            quoted(&rules.name)
        )));
    }
    Ok(())
}

/// Turns the arguments into what is to be tuned.
fn tuning(args: &TuneArgs) -> Result<Tuning, Failure> {
    let (rules, players) = args.table.load()?;
    check_aim(args.aim, &rules)?;
    check_not_learned(&args.strategy)?;
    let space =
        Space::parse(&args.strategy, &selection(args), players, super::catalogue()).or_usage()?;
    let against = pool(args, &space)?;
    let contest = Contest { rules, players, against, seed: args.seed.seed, aim: args.aim.into() };
    let gains = Gains { pace: args.pace, probe: args.probe, steps: args.steps.into() };
    Ok(Tuning {
        space,
        contest,
        gains,
        games: args.games.map_or(DEFAULT_GAMES, u64::from),
        out: args.out.clone(),
    })
}

/// The weights to search.
fn selection(args: &TuneArgs) -> Selection {
    match (args.only.as_slice(), args.except.as_slice()) {
        ([], []) => Selection::All,
        ([], except) => Selection::Except(except.to_vec()),
        (only, _) => Selection::Only(only.to_vec()),
    }
}

/// The help of `--against`, with the opponents that are met when none is named.
fn against_help() -> String {
    format!(
        "Opponents to do well against [default: {} and the strategy as it starts]",
        DEFAULT_POOL.join(", ")
    )
}

/// The opponents.
fn pool(args: &TuneArgs, space: &Space) -> Result<Vec<StrategySpec>, Failure> {
    if !args.against.is_empty() {
        return args.against.iter().map(|text| strategy(text)).collect();
    }
    let mut pool: Vec<StrategySpec> =
        DEFAULT_POOL.iter().map(|name| strategy(name)).collect::<Result<_, _>>()?;
    pool.push(space.start());
    Ok(pool)
}

fn beginning(args: &TuneArgs) -> Beginning {
    match (args.resume, args.force) {
        (true, _) => Beginning::Resumed,
        (false, true) => Beginning::Forced,
        (false, false) => Beginning::New,
    }
}

/// Says what is going to be tuned.
fn announce(tuning: &Tuning, verbosity: Verbosity) {
    let names: Vec<&str> =
        tuning.space.dimensions().iter().map(|dimension| dimension.name.as_str()).collect();
    let contest = &tuning.contest;
    let against: Vec<String> =
        contest.against.iter().map(|strategy| quoted(&strategy.to_string())).collect();
    verbosity.say(&format!(
        "tuning {} of {} at {} seats of {}, for {}, against itself, {}",
        if names.len() > 6 { format!("{} numbers", names.len()) } else { names.join(", ") },
        tuning.space.start().name(),
        contest.players,
        contest.rules.name,
        contest.aim,
        against.join(", ")
    ));
    let games = contest.games(tuning.games);
    verbosity.say(&format!(
        "{} steps of {} games, seed {}, state in {}",
        tuning.gains.steps,
        grouped(games),
        contest.seed,
        tuning.out.display()
    ));
}

/// Tunes, with progress.
fn search(
    tuning: &Tuning,
    lock: &Lock,
    beginning: Beginning,
    pool: &rayon::ThreadPool,
    cancel: &AtomicBool,
    mut progress: Progress,
) -> Result<Tuned, Failure> {
    let games = tuning.contest.games(tuning.games);
    let mut observe = |steps: u64| progress.note(steps * games, tuning.gains.steps * games);
    let tuned = pool.install(|| {
        tune::tune(tuning, lock, beginning, &mut Control { cancel, observe: &mut observe })
    });
    progress.finish();
    tuned.map_err(|error| match error {
        TuningError::Exists(_) | TuningError::State { .. } => Failure::Usage(error.into()),
        error => Failure::Failed(error.into()),
    })
}

/// Says that it was interrupted.
fn interrupted(tuning: &Tuning, steps: u64) -> Failure {
    complain(&format!(
        "interrupted after {steps} of {} steps; the state is in {}; the same command with --resume \
         continues it",
        tuning.gains.steps,
        tuning.out.display()
    ));
    Failure::Interrupted
}

/// Writes the weights that were found, and gives the strategy as it is written on the command line.
fn keep(tuning: &Tuning, tuned: &Tuned, args: &TuneArgs) -> Result<String, Failure> {
    let Some(file) = tuning.space.tuned_file(&tuned.numbers) else {
        return Ok(tuning.space.strategy(&tuned.numbers).to_string());
    };
    let path = args.out.join(BEST);
    let text = format!("{}{}", header(tuning), file.text());
    replace_file(&path, |file| file.write_all(text.as_bytes()))
        .or_failed("the weights are lost, the state is not")?;
    Ok(format!("{}:file={}", tuning.space.start().name(), path.display()))
}

/// Says in the file where its weights come from.
fn header(tuning: &Tuning) -> String {
    let contest = &tuning.contest;
    let against: Vec<String> = contest.against.iter().map(ToString::to_string).collect();
    format!(
        "# Weights found by `unobench tune`: {} steps of {} games at {} seats of {}, for {}, \
         against itself, {}; seed {}.\n",
        tuning.gains.steps,
        contest.games(tuning.games),
        contest.players,
        contest.rules.name,
        contest.aim,
        against.join(", "),
        contest.seed
    )
}

/// The report of two strategies, the one that was found and one to compare it with.
pub(super) fn report(
    found: &str,
    verdict: &Verdict,
    contest: &Contest,
    [tuned, start]: [&str; 2],
) -> String {
    let mut lines = vec![format!("found: {}", one_line(found)), String::new()];
    let shown = |estimate: &Estimate| shown(estimate, contest.aim);
    let name = |comparison: &Comparison| {
        comparison
            .opponent
            .as_deref()
            .map_or_else(|| "each other".to_owned(), |name| bound::marked(&one_line(name)))
    };
    let rows: Vec<[String; 4]> = (verdict.comparisons.iter())
        .map(|row| [name(row), shown(&row.tuned), shown(&row.start), shown(&row.gain)])
        .collect();
    let head = ["against", tuned, start, "gain"].map(str::to_owned);
    let widths: Vec<usize> = (0..head.len())
        .map(|column| {
            rows.iter().chain([&head]).map(|row| row[column].chars().count()).max().unwrap_or(0)
        })
        .collect();
    for row in [&head].into_iter().chain(&rows) {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        lines.push(cells.collect::<Vec<_>>().join("  "));
    }
    let what = match contest.aim {
        tune::Aim::Wins => "wins in percent of games",
        tune::Aim::Score => "points a game, in hundreds",
    };
    lines.push(String::new());
    lines.push(format!(
        "{what}, with 95 % intervals, one seat against the others; each other: the two in \
         alternate seats; fresh deals, blocks {} to {} of seed {}",
        verdict.blocks.start,
        verdict.blocks.end - 1,
        contest.seed
    ));
    let text = lines.join("\n") + "\n";
    let note = bound::note(&text).map(|note| format!("{note}\n"));
    text + &note.unwrap_or_default()
}

/// A mean with half the width of its interval.
pub(super) fn shown(estimate: &Estimate, aim: tune::Aim) -> String {
    let factor = if aim == tune::Aim::Wins { 100.0 } else { 1.0 };
    match estimate.interval {
        Some(interval) => format!(
            "{:.2} ± {:.2}",
            factor * estimate.mean,
            factor * (interval.high - interval.low) / 2.0
        ),
        None => format!("{:.2}", factor * estimate.mean),
    }
}
