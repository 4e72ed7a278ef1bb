//! `unobench train`: a network that learns a rule set by playing it.

use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use clap::ValueHint::FilePath;

use super::console::{Verbosity, complain, one_line, print};
use super::contest::{self, AIMS};
use super::failure::{Failure, OrFailure as _};
use super::interrupt;
use super::line_up::strategy;
use super::numbers::{count, count_or_none, grouped, positive, share};
use super::options::{
    MachineOptions, OneTableOptions, ProgressOptions, SeedOptions, VerbosityOptions, a_file, one_of,
};
use super::progress::Progress;
use unobench_core::bounded::quoted;
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_disk::{Disk, Output, replace_file};
use unobench_experiment::contest::{Contest, Verdict};
use unobench_strategies::net::{Nets, rows};
use unobench_train::{LAMBDA, MOST_RIVALS, Plan, Stage, Taught, Training};

const DEFAULT_GAMES: &str = "500000";

const DEFAULT_CHECK: u64 = 40_000;

/// After so many games the line under the bar speaks of them.
const WINDOW: u64 = 5_000;

const MOST_DRAWN: u64 = 100_000;

const MAX_STATE: u64 = 100_000_000;
const KEEP_EVERY: u64 = 30;

#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    #[command(flatten)]
    table: OneTableOptions,

    /// Games to learn from, such as 500000 or 5e5
    #[arg(short = 'n', long, value_name = "N", value_parser = count, default_value = DEFAULT_GAMES)]
    games: NonZeroU64,

    /// Stop after this many minutes, with the learning rate falling over that time; then the same
    /// command does not give the same network
    #[arg(
        long,
        value_name = "M",
        value_parser = positive,
        conflicts_with_all = ["games", "resume"]
    )]
    minutes: Option<f64>,

    /// Begin with the network of a file for the nearest number of seats instead of random weights
    #[arg(long, value_name = "FILE", value_hint = FilePath, conflicts_with = "resume")]
    from: Option<PathBuf>,

    /// Opponents in four of ten games, in equal parts; the others are played against itself
    /// [default: linear in 25 games of a hundred, most-colour in 15]
    #[arg(long, value_name = "STRATEGY", num_args = 1..)]
    against: Vec<String>,

    /// What to do well in
    #[arg(long, value_parser = one_of(&AIMS), default_value = "wins", value_name = "WHAT")]
    aim: Aim,

    /// Further rule sets to learn: names, files, or `all` that come with the program;
    /// `same-number=9` counts nine times. The first one is played in a quarter of all decisions
    #[arg(long, value_name = "NAME|FILE", num_args = 1..)]
    also: Vec<String>,

    /// How many times as often those of `--also` together are played as those of `--drawn`
    #[arg(long, value_name = "N", default_value_t = 1, requires_all = ["also", "drawn"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    also_times: u32,

    /// Rule sets drawn at random to learn besides, those of the seeds from 0 on; with
    /// invented cards, if the first rule set adds cards
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = clap::value_parser!(u64).range(..=MOST_DRAWN)
    )]
    drawn: u64,

    /// λ of TD(λ), 0 to 1: at 1 a value learns from how the game ended, at 0 from the next value
    #[arg(long, value_name = "L", value_parser = share, default_value_t = LAMBDA)]
    lambda: f32,

    /// Learning rate at the beginning; it falls to a thirtieth
    #[arg(long, value_name = "R", value_parser = share, default_value_t = Stage::values(0).rate)]
    rate: f32,

    /// Decisions that a step learns from, at least
    #[arg(
        long,
        value_name = "N",
        value_parser = count,
        default_value_t = NonZeroU64::new(Stage::values(0).batch).unwrap()
    )]
    batch: NonZeroU64,

    /// How much the choice among actions counts beside their values, 0 to 1 [default: 0.5; for
    /// `--aim score` 0.15]
    #[arg(long, value_name = "C", value_parser = share)]
    choice: Option<f32>,

    /// Further games in which only the choice is learned, in small steps and mostly against the
    /// network as it was before them
    #[arg(
        long,
        value_name = "N",
        value_parser = count_or_none,
        default_value_t = 0,
        conflicts_with = "minutes"
    )]
    finish: u64,

    /// Inputs to hide from the network, such as `Points`, to find out what they are worth; a wrong
    /// name gets a list of all
    #[arg(long, value_name = "INPUT", num_args = 1..)]
    without: Vec<String>,

    /// Games of each comparison at the end, on fresh deals; 0 for none
    #[arg(long, value_name = "N", value_parser = count_or_none, default_value_t = DEFAULT_CHECK)]
    check: u64,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    machine: MachineOptions,

    /// File for the network; one that holds networks for other numbers of seats keeps them
    #[arg(short = 'o', long, value_name = "FILE", value_parser = a_file(), value_hint = FilePath)]
    out: PathBuf,

    /// Continue an interrupted training where it stopped
    #[arg(long)]
    resume: bool,

    #[command(flatten)]
    progress: ProgressOptions,

    #[command(flatten)]
    verbosity: VerbosityOptions,
}

pub(super) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let verbosity = args.verbosity.verbosity();
    let plan = plan(args)?;
    let kept = kept(&args.out)?;
    let state = state_path(&args.out);
    let mut training = begin(args, plan, &state)?;
    announce(args, training.plan(), verbosity);
    let pool = args.machine.start_threads()?;
    let cancel = interrupt::listen();
    let mut progress = Progress::new(verbosity > Verbosity::Quiet && !args.progress.no_progress);
    if args.minutes.is_none() {
        write(&state, &training.state())?;
    }
    let (start, mut saved) = (Instant::now(), Instant::now());
    let minutes = args.minutes.map(|minutes| 60.0 * minutes);
    let done = |_: &Training| Some((start.elapsed().as_secs_f64() / minutes?) as f32);
    let complete = learn(&mut training, &pool, &cancel, &mut progress, &done, &mut |training| {
        if saved.elapsed().as_secs() >= KEEP_EVERY && args.minutes.is_none() {
            write(&state, &training.state())?;
            saved = Instant::now();
        }
        Ok(())
    })?;
    progress.finish();
    let nets = nets(args, &training, kept);
    write(&args.out, &nets.bytes())?;
    if !complete {
        return Err(interrupted(args, &training, &state)?);
    }
    let _ = std::fs::remove_file(&state);
    let found = format!("net:file={}", args.out.display());
    verbosity.say(&format!(
        "{} games in {:.0} seconds; the network is {}",
        grouped(training.played()),
        start.elapsed().as_secs_f64(),
        one_line(&found)
    ));
    check(args, &training, nets, &found, &pool, &cancel, verbosity)
}

pub(super) fn learn(
    training: &mut Training,
    pool: &rayon::ThreadPool,
    cancel: &AtomicBool,
    progress: &mut Progress,
    done: &dyn Fn(&Training) -> Option<f32>,
    after_step: &mut dyn FnMut(&Training) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let mut taught = Taught::default();
    loop {
        let timed = done(training);
        let part = timed.unwrap_or(training.part());
        if part >= 1.0 || cancel.load(Ordering::Relaxed) {
            return Ok(part >= 1.0);
        }
        taught.add(&pool.install(|| training.step(timed)));
        if taught.games >= WINDOW {
            progress.say(&learned(&taught, training.plan()));
            taught = Taught::default();
        }
        let (played, part) = (training.played(), timed.unwrap_or(training.part()));
        progress.note(played, expected(played, part));
        after_step(training)?;
    }
}

/// How many games it will have been at the end, if so many are this part of them; as many as were
/// played, where the part is not known yet.
fn expected(played: u64, part: f32) -> u64 {
    let all = played as f64 / f64::from(part);
    if all.is_finite() { (all.round() as u64).max(played) } else { played }
}

fn plan(args: &TrainArgs) -> Result<Plan, Failure> {
    let (rules, players) = args.table.load()?;
    contest::check_aim(args.aim, &rules)?;
    let mut plan = Plan::new(&rules, players, args.seed.seed, args.games.into());
    let TrainArgs { lambda, rate, .. } = *args;
    plan.stages = [
        Stage { trust: lambda, rate, batch: args.batch.into(), ..plan.stages[0] },
        Stage::policy(args.finish),
    ];
    if args.aim == Aim::Score {
        plan = plan.for_score();
    }
    if let Some(choice) = args.choice {
        plan.stages[0].choice = choice;
    }
    plan.add_rules((args.also_times, args.table.others(&args.also)?), args.drawn);
    let topics = rows::topics();
    for topic in &args.without {
        if !topics.contains(&topic.as_str()) {
            return Err(Failure::usage(format!(
                "--without {}: no such input; allowed: {}",
                quoted(topic),
                topics.join(", ")
            )));
        }
    }
    plan.without.clone_from(&args.without);
    if args.against.len() > MOST_RIVALS {
        return Err(Failure::usage(format!(
            "--against names {} strategies; allowed: at most {MOST_RIVALS}",
            args.against.len()
        )));
    }
    if !args.against.is_empty() {
        let share = 400 / args.against.len() as u32;
        plan.rivals = (args.against.iter())
            .map(|text| strategy(text).map(|spec| (share, spec)))
            .collect::<Result<_, _>>()?;
    }
    Ok(plan)
}

fn kept(path: &Path) -> Result<Option<Nets>, Failure> {
    Output::file(path).or_usage()?;
    path.exists().then(|| Nets::read(path, &Disk)).transpose().or_usage()
}

fn state_path(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".state");
    out.with_file_name(name)
}

fn begin(args: &TrainArgs, plan: Plan, state: &Path) -> Result<Training, Failure> {
    if args.resume {
        let bytes = unobench_disk::read(state, MAX_STATE).map_err(|error| {
            Failure::usage(format!(
                "{}: nothing to continue: {error}",
                quoted(&state.to_string_lossy())
            ))
        })?;
        return Training::resumed(plan, &bytes).map_err(|error| {
            Failure::usage(format!("{}: {error}", quoted(&state.to_string_lossy())))
        });
    }
    if state.exists() {
        return Err(Failure::usage(format!(
            "{} holds an interrupted training; --resume continues it; delete the file to discard \
             it",
            quoted(&state.to_string_lossy())
        )));
    }
    let from = args.from.as_deref().map(|path| Nets::read(path, &Disk)).transpose().or_usage()?;
    Ok(Training::new(plan, from.as_ref()))
}

fn announce(args: &TrainArgs, plan: &Plan, verbosity: Verbosity) {
    let against: Vec<String> = (plan.rivals.iter())
        .map(|(share, spec)| {
            format!("{} ({} %)", quoted(&spec.to_string()), f64::from(*share) / 10.0)
        })
        .collect();
    let length = match args.minutes {
        Some(minutes) => format!("{minutes} minutes"),
        None => format!("{} games", grouped(plan.games())),
    };
    let Plan { players, aim, seed, .. } = plan;
    let rules = &plan.named().name;
    let rules = match plan.rules.len() {
        1 => rules.clone(),
        count => format!("{rules} and {} other rule sets", count - 1),
    };
    verbosity.say(&format!(
        "learning {rules} at {players} seats: {length}, for {aim}, against itself and {}; seed {seed}",
        against.join(", ")
    ));
}

fn learned(taught: &Taught, plan: &Plan) -> String {
    let mut text = format!("loss {:.4}", taught.loss / taught.samples.max(1) as f64);
    for ((_, spec), (games, wins)) in plan.rivals.iter().zip(taught.against) {
        if games > 0 {
            let rate = 100.0 * wins as f64 / games as f64;
            text += &format!("  {rate:.1} % against {}", spec.name());
        }
    }
    let turns = taught.turns as f64 / taught.games.max(1) as f64;
    let (games, wins) = taught.against[MOST_RIVALS];
    if games > 0 {
        text += &format!("  {:.1} % against its past", 100.0 * wins as f64 / games as f64);
    }
    let unfinished = 100.0 * taught.unfinished as f64 / taught.games.max(1) as f64;
    text + &format!("  {turns:.1} turns a game, {unfinished:.2} % unfinished")
}

fn nets(args: &TrainArgs, training: &Training, kept: Option<Nets>) -> Nets {
    let origin = training.origin(command(args, training.plan()));
    let others = kept.map(|nets| nets.tables().to_vec()).unwrap_or_default();
    Nets::new(others.into_iter().chain([(origin, training.net())]))
}

/// The command that gives the same network, whatever the threads and the file.
fn command(args: &TrainArgs, plan: &Plan) -> String {
    let mut command = format!("unobench train {} -s {}", args.table, plan.seed);
    match args.minutes {
        Some(minutes) => command += &format!(" --minutes {minutes}"),
        None => command += &format!(" -n {}", plan.stages[0].games),
    }
    if let Some(from) = &args.from {
        command += &format!(" --from {}", from.display());
    }
    if plan.aim != Aim::Wins {
        command += &format!(" --aim {}", plan.aim);
    }
    if !args.also.is_empty() {
        command += &format!(" --also {}", args.also.join(" "));
    }
    let usual = Stage::values(0);
    for (flag, value, usual) in [
        ("also-times", args.also_times.to_string(), "1".to_owned()),
        ("drawn", args.drawn.to_string(), "0".to_owned()),
        ("lambda", args.lambda.to_string(), usual.trust.to_string()),
        ("rate", args.rate.to_string(), usual.rate.to_string()),
        ("batch", args.batch.to_string(), usual.batch.to_string()),
        ("choice", args.choice.map_or_else(String::new, |share| share.to_string()), String::new()),
        ("finish", args.finish.to_string(), "0".to_owned()),
    ] {
        if value != usual {
            command += &format!(" --{flag} {value}");
        }
    }
    if !args.without.is_empty() {
        command += &format!(" --without {}", args.without.join(" "));
    }
    if !args.against.is_empty() {
        command += &format!(" --against {}", args.against.join(" "));
    }
    command
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace_file(path, |file| file.write_all(bytes)).or_failed("the network cannot be kept")
}

fn interrupted(args: &TrainArgs, training: &Training, state: &Path) -> Result<Failure, Failure> {
    let played = grouped(training.played());
    if args.minutes.is_some() {
        complain(&format!("interrupted after {played} games; the network so far is kept"));
        return Ok(Failure::Interrupted);
    }
    write(state, &training.state())?;
    complain(&format!(
        "interrupted after {played} of {} games; the network so far and the state are kept; the \
         same command with --resume continues it",
        grouped(training.plan().games())
    ));
    Ok(Failure::Interrupted)
}

fn check(
    args: &TrainArgs,
    training: &Training,
    nets: Nets,
    found: &str,
    pool: &rayon::ThreadPool,
    cancel: &AtomicBool,
    verbosity: Verbosity,
) -> Result<(), Failure> {
    if args.check == 0 {
        return print(&format!("found: {}\n", one_line(found)));
    }
    verbosity.say("comparing it with linear, on deals that it did not learn from");
    let plan = training.plan();
    let best = strategy("net")?.with_file(&args.out.to_string_lossy(), Arc::new(nets));
    let start: StrategySpec = strategy("linear")?;
    let contest = Contest {
        rules: plan.named().clone(),
        players: plan.players,
        against: plan.rivals.iter().map(|(_, spec)| spec.clone()).collect(),
        // Another seed: the deals of this one were learned from.
        seed: plan.seed ^ 1 << 63,
        aim: plan.aim,
    };
    let verdict = pool.install(|| Verdict::play(&contest, &best, &start, args.check, cancel));
    let verdict = verdict.ok_or(Failure::Interrupted)?;
    print(&contest::report(found, &verdict, &contest, ["net", "linear"]))
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn the_games_to_come_are_those_that_were_asked_for() {
        for games in [1_000, 300_007, 5_000_000] {
            let played = games / 3;
            assert_eq!(expected(played, played as f32 / games as f32), games);
        }
        assert_eq!(expected(70, 1.4), 70, "the time was up in the midst of a step");
        assert_eq!(expected(10, 0.0), 10, "nobody knows yet");
    }
}
