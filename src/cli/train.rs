//! `unobench train`: a network that learns a rule set by playing it; with `--rival` one that learns
//! to beat somebody, which `unobench exploit` is another word for.

use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use unobench_findings::tell::number::{fixed, percent, with_margin_to};

use clap::Args;
use clap::ValueHint::FilePath;

use super::bound;
use super::console::{Style, Verbosity, complain, one_line, print};
use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::interrupt;
use super::line_up::strategy;
use super::numbers::{count, count_or_none, grouped, positive, share};
use super::options::{
    MachineOptions, NamedOption, OneTableOptions, ProgressOptions, SeedOptions, VerbosityOptions,
    a_file, one_of,
};
use super::progress::ProgressDisplay;
use super::text_table::{TextTable, figures, words};
use unobench_core::bounded::quoted;
use unobench_core::rules::ScoringMethod;
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_disk::{Disk, Output, replace_file};
use unobench_experiment::contest::Contest;
use unobench_findings::estimate::Estimate;
use unobench_strategies::net::{self, Nets, rows};
use unobench_train::{MOST_RIVALS, Taught, TrainPlan, TrainStage, Training};

const DEFAULT_GAMES: &str = "500000";

const DEFAULT_CHECK: u64 = 40_000;

/// The most games of `search`: it takes a thousand times as long to decide.
const SEARCHED: u64 = 4_000;

/// After so many games the line under the bar speaks of them.
const WINDOW: u64 = 5_000;

const MOST_DRAWN: u64 = 100_000;

const MAX_STATE: u64 = 100_000_000;
const KEEP_EVERY: u64 = 30;

const AIMS: [NamedOption<Aim>; 2] = [
    ("wins", "Games won", Aim::Wins),
    ("score", "Points, a hundred of which are worth a win", Aim::Score),
];

/// What `train` is told: a rival, if there is one, and how a network learns.
#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    /// Learn to beat this strategy, or the network of this file, in every game. It begins with the
    /// rival's own network, if there is one, in smaller steps, as those of `--finish`
    #[arg(long, value_name = "FILE|STRATEGY", value_hint = FilePath)]
    rival: Option<String>,

    #[command(flatten)]
    training: TrainingArgs,
}

/// What `exploit` is told: a rival, and how a network learns to beat it.
#[derive(Debug, Args)]
pub(super) struct ExploitArgs {
    /// The rival to learn against: a file of networks, or a strategy such as `champion` or `linear`
    #[arg(value_name = "FILE|STRATEGY", value_hint = FilePath)]
    rival: String,

    #[command(flatten)]
    training: TrainingArgs,
}

/// How a network learns: from which games, how long, and where it is kept.
#[derive(Debug, Args)]
struct TrainingArgs {
    #[command(flatten)]
    table: OneTableOptions,

    /// Games to learn from, such as 500000 or 5e5
    #[arg(short = 'n', long, value_name = "N", value_parser = count, default_value = DEFAULT_GAMES)]
    games: NonZeroU64,

    /// Stop after this many minutes, with the learning rate falling over that time; then the same
    /// command does not give the same network
    #[arg(long, value_name = "M", value_parser = positive)]
    #[arg(conflicts_with_all = ["games", "resume"])]
    minutes: Option<f64>,

    /// Begin with the network of a file, or of a strategy such as `champion`, for the nearest
    /// number of seats; repeat it for the mean of the weights of several [default: `random`
    /// weights, or the network of --rival]
    #[arg(long, value_name = "FILE|STRATEGY", value_hint = FilePath)]
    from: Vec<String>,

    /// Opponents in four of ten games, in equal parts; the others are played against itself
    /// [default: linear in 25 games of a hundred, most-colour in 15]
    #[arg(long, value_name = "STRATEGY", num_args = 1.., conflicts_with = "rival")]
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

    /// Rule sets drawn to learn besides, those of the seeds from 0 on: of four, two as people ask
    /// for them, one with invented cards, and one with all keys at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=MOST_DRAWN))]
    drawn: u64,

    /// λ of TD(λ), 0 to 1: at 1 a value learns from how the game ended, at 0 from the next value
    /// [default: 0.8; in smaller steps 0.95]
    #[arg(long, value_name = "L", value_parser = share)]
    lambda: Option<f32>,

    /// Learning rate at the beginning; it falls to a thirtieth [default: 0.003; in smaller steps
    /// 0.001]
    #[arg(long, value_name = "R", value_parser = share)]
    rate: Option<f32>,

    /// Decisions that a step learns from, at least [default: 160; in smaller steps 640]
    #[arg(long, value_name = "N", value_parser = count)]
    batch: Option<NonZeroU64>,

    /// How much the choice among actions counts beside their values, 0 to 1 [default: 0.5, in
    /// smaller steps 1; for `--aim score` three tenths of that]
    #[arg(long, value_name = "C", value_parser = share)]
    choice: Option<f32>,

    /// Further games in which only the choice is learned, in small steps and mostly against the
    /// network as it was before them
    #[arg(long, value_name = "N", value_parser = count_or_none, default_value_t = 0)]
    #[arg(conflicts_with = "minutes")]
    finish: u64,

    /// Inputs to hide from the network, such as `Points`, to find out what they are worth; a wrong
    /// name gets a list of all
    #[arg(long, value_name = "INPUT", num_args = 1..)]
    without: Vec<String>,

    /// Games against each opponent at the end, on fresh deals; 0 for none. By a rival's network
    /// `search` looks ahead in some of them, 4,000 at most
    #[arg(long, value_name = "N", value_parser = count_or_none, default_value_t = DEFAULT_CHECK)]
    check: u64,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    machine: MachineOptions,

    /// File for the network; one that holds networks for other numbers of seats keeps them
    #[arg(short = 'o', long, value_name = "FILE", value_parser = a_file(), value_hint = FilePath)]
    #[arg(required_unless_present = "rival")]
    out: Option<PathBuf>,

    /// Continue an interrupted training where it stopped
    #[arg(long, requires = "out")]
    resume: bool,

    #[command(flatten)]
    progress: ProgressOptions,

    #[command(flatten)]
    verbosity: VerbosityOptions,
}

/// Somebody, and the networks by which they play, if they do.
type TrainPlayer = (StrategySpec, Option<Nets>);

pub(super) fn run(args: &TrainArgs) -> Result {
    train(args.rival.as_deref(), &args.training)
}

pub(super) fn exploit(args: &ExploitArgs) -> Result {
    train(Some(&args.rival), &args.training)
}

fn train(named: Option<&str>, args: &TrainingArgs) -> Result {
    let verbosity = args.verbosity.verbosity();
    let rival = named.map(player).transpose()?;
    let from = from(args, rival.as_ref())?;
    let plan = plan(args, rival.as_ref().map(|(spec, _)| spec), &from)?;
    let kept = args.out.as_deref().map(kept).transpose()?.flatten();
    let state = args.out.as_deref().map(state_path);
    if let (Some(out), Some(nets), true) = (&args.out, &kept, args.resume)
        && state.as_ref().is_some_and(|state| !state.exists())
        && is_finished(nets, &command(args, named, &plan), plan.games())
    {
        verbosity.say("this training is finished: there is nothing to continue");
        return print(&found(out));
    }
    let mut training = begin(args, plan, &from, state.as_deref())?;
    announce(args, training.plan(), &from, verbosity);
    let (pool, cancel) = (args.machine.start_threads()?, interrupt::listen());
    let workers = TrainWorkers { pool: &pool, cancel: &cancel, verbosity };
    let mut state = StateFile::new(state.filter(|_| args.minutes.is_none()));
    let mut progress = ProgressDisplay::new(&args.progress, verbosity);
    state.write(&training)?;
    let clock = TrainClock { start: Instant::now(), minutes: args.minutes };
    let is_complete = learn(&mut training, &workers, &mut progress, &clock, &mut state)?;
    progress.finish();
    let nets = nets(args, named, &training, kept);
    if let Some(out) = &args.out {
        write(out, &nets.bytes())?;
    }
    if !is_complete {
        state.write(&training)?;
        complain(&interrupted(args, &training));
        return Err(Failure::Interrupted);
    }
    state.remove();
    verbosity.say(&format!(
        "{} games in {} seconds",
        grouped(training.played()),
        fixed(clock.start.elapsed().as_secs_f64(), 0)
    ));
    if let Some(out) = &args.out {
        print(&found(out))?;
    }
    if args.check == 0 {
        return Ok(());
    }
    print(&pool.install(|| check(args, training.plan(), nets, rival, &workers))?)
}

/// Who does the work, what stops them, and how much they say.
struct TrainWorkers<'a> {
    pool: &'a rayon::ThreadPool,
    cancel: &'a AtomicBool,
    verbosity: Verbosity,
}

/// Since when a training runs, and how long it may.
struct TrainClock {
    start: Instant,
    minutes: Option<f64>,
}

impl TrainClock {
    /// The part of its time that is over; none if it has no limit.
    fn part(&self) -> Option<f32> {
        let seconds = 60.0 * self.minutes?;
        Some((self.start.elapsed().as_secs_f64() / seconds) as f32)
    }
}

/// The file that an interrupted training continues from, if it has one, and when it was written.
struct StateFile {
    path: Option<PathBuf>,
    written: Instant,
}

impl StateFile {
    fn new(path: Option<PathBuf>) -> StateFile {
        StateFile { path, written: Instant::now() }
    }

    fn write(&mut self, training: &Training) -> Result {
        if let Some(path) = &self.path {
            write(path, &training.state())?;
        }
        self.written = Instant::now();
        Ok(())
    }

    fn write_if_due(&mut self, training: &Training) -> Result {
        if self.written.elapsed().as_secs() >= KEEP_EVERY { self.write(training) } else { Ok(()) }
    }

    /// Takes the file away once there is nothing left to continue.
    fn remove(self) {
        if let Some(path) = self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A file of networks, or a strategy.
fn player(text: &str) -> Result<TrainPlayer> {
    let path = Path::new(text.strip_prefix("net:file=").unwrap_or(text));
    if path.is_file() || path.extension().is_some_and(|end| end == "net") {
        let nets = Nets::read(path, &Disk).or_usage()?;
        let named = strategy("net")?.with_file(&path.to_string_lossy(), Arc::new(nets.clone()));
        return Ok((named, Some(nets)));
    }
    let spec = strategy(text)?;
    let nets = match spec.name() {
        "net" => Some(&**Nets::champion()),
        "champion" => Some(&**net::built_in(&spec.settings())),
        _ => None,
    };
    Ok((spec, nets.cloned()))
}

/// The networks that it begins with the mean of; none for random weights.
fn from(args: &TrainingArgs, rival: Option<&TrainPlayer>) -> Result<Vec<Nets>> {
    match &args.from[..] {
        [] => Ok(rival.and_then(|(_, nets)| nets.clone()).into_iter().collect()),
        [text] if text == "random" => Ok(Vec::new()),
        several => several.iter().map(|text| nets_of(text)).collect(),
    }
}

/// The networks that a player plays by.
fn nets_of(text: &str) -> Result<Nets> {
    match player(text)? {
        (_, Some(nets)) => Ok(nets),
        (spec, None) => refuse!(
            "--from {}: it plays by no network; allowed: a file of networks, champion, or random \
             alone",
            quoted(&spec.to_string())
        ),
    }
}

/// Learns to the end, or until it is interrupted; whether it came to the end.
fn learn(
    training: &mut Training,
    workers: &TrainWorkers<'_>,
    progress: &mut ProgressDisplay,
    clock: &TrainClock,
    state: &mut StateFile,
) -> Result<bool> {
    let mut taught = Taught::default();
    loop {
        let timed = clock.part();
        let part = timed.unwrap_or(training.part());
        if part >= 1.0 || workers.cancel.load(Ordering::Relaxed) {
            return Ok(part >= 1.0);
        }
        taught.add(&workers.pool.install(|| training.step(timed)));
        if taught.games >= WINDOW {
            progress.say(&learned(&taught, training.plan()));
            taught = Taught::default();
        }
        let (played, part) = (training.played(), timed.unwrap_or(training.part()));
        progress.note(played, expected(played, part));
        state.write_if_due(training)?;
    }
}

/// How many games it will have been at the end, if so many are this part of them; as many as were
/// played, where the part is not known yet.
fn expected(played: u64, part: f32) -> u64 {
    let all = played as f64 / f64::from(part);
    if all.is_finite() { (all.round() as u64).max(played) } else { played }
}

fn plan(args: &TrainingArgs, rival: Option<&StrategySpec>, from: &[Nets]) -> Result<TrainPlan> {
    let (rules, players) = args.table.load()?;
    if args.aim == Aim::Score && rules.scoring.method == ScoringMethod::Lazy {
        refuse!(
            "--aim score: {} gives no points (scoring.method = lazy); allowed: wins",
            quoted(&rules.name)
        );
    }
    let games = args.games.into();
    let mut plan = TrainPlan::new(super::catalogue(), &rules, players, args.seed.seed, games);
    let is_known = rival.is_some() && !from.is_empty();
    let first = if is_known { TrainStage::policy(games) } else { TrainStage::values(games) };
    plan.stages = [as_asked(args, first), TrainStage::policy(args.finish)];
    if args.aim == Aim::Score {
        plan = plan.for_score();
    }
    if let Some(choice) = args.choice {
        plan.stages[0].choice = choice;
    }
    plan.add_rules((args.also_times, args.table.others(&args.also)?), args.drawn);
    refuse_unknown_inputs(&args.without)?;
    plan.without.clone_from(&args.without);
    if let Some(rivals) = opponents(args)? {
        plan.rivals = rivals;
    }
    if let Some(rival) = rival {
        plan.rivals = vec![(1000, rival.clone())];
    }
    Ok(plan)
}

/// The first stage with what the command line says of it.
fn as_asked(args: &TrainingArgs, stage: TrainStage) -> TrainStage {
    let trust = args.lambda.unwrap_or(stage.trust);
    let rate = args.rate.unwrap_or(stage.rate);
    let batch = args.batch.map_or(stage.batch, NonZeroU64::get);
    TrainStage { trust, rate, batch, ..stage }
}

fn refuse_unknown_inputs(without: &[String]) -> Result {
    let topics = rows::topics();
    for topic in without {
        if !topics.contains(&topic.as_str()) {
            refuse!("--without {}: no such input; allowed: {}", quoted(topic), topics.join(", "));
        }
    }
    Ok(())
}

/// The opponents of `--against`, each with its share of the games in thousandths; none if nobody
/// is named.
fn opponents(args: &TrainingArgs) -> Result<Option<Vec<(u32, StrategySpec)>>> {
    if args.against.len() > MOST_RIVALS {
        refuse!(
            "--against names {} strategies; allowed: at most {MOST_RIVALS}",
            args.against.len()
        );
    }
    if args.against.is_empty() {
        return Ok(None);
    }
    let share = 400 / args.against.len() as u32;
    let mut opponents = Vec::new();
    for text in &args.against {
        opponents.push((share, strategy(text)?));
    }
    Ok(Some(opponents))
}

fn kept(path: &Path) -> Result<Option<Nets>> {
    Output::file(path).or_usage()?;
    path.exists().then(|| Nets::read(path, &Disk)).transpose().or_usage()
}

/// Whether networks have one that this command has learned to its end.
fn is_finished(nets: &Nets, command: &str, games: u64) -> bool {
    nets.tables().iter().any(|(origin, _)| origin.command == command && origin.games >= games)
}

fn found(out: &Path) -> String {
    format!("found: {}\n", one_line(format!("net:file={}", out.display())))
}

fn state_path(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".state");
    out.with_file_name(name)
}

fn begin(
    args: &TrainingArgs,
    plan: TrainPlan,
    from: &[Nets],
    state: Option<&Path>,
) -> Result<Training> {
    let Some(state) = state else { return Ok(Training::new(plan, from)) };
    let named = quoted(&state.to_string_lossy());
    if args.resume {
        let bytes = unobench_disk::read(state, MAX_STATE)
            .or_usage_in(format!("nothing to continue: cannot read {named}"))?;
        return Training::resumed(plan, &bytes)
            .map_err(|error| Failure::usage(format!("{named}: {error}")));
    }
    if state.exists() {
        refuse!(
            "{named} holds an interrupted training; --resume continues it; delete the file to \
             discard it"
        );
    }
    Ok(Training::new(plan, from))
}

fn announce(args: &TrainingArgs, plan: &TrainPlan, from: &[Nets], verbosity: Verbosity) {
    let against: Vec<String> = (plan.rivals.iter())
        .map(|(share, spec)| {
            format!("{} ({} %)", quoted(&spec.to_string()), f64::from(*share) / 10.0)
        })
        .collect();
    let length = match args.minutes {
        Some(minutes) => format!("{minutes} minutes"),
        None => format!("{} games", grouped(plan.games())),
    };
    let TrainPlan { players, aim, seed, .. } = plan;
    let rules = &plan.named().name;
    let rules = match plan.rules.len() {
        1 => rules.clone(),
        count => format!("{rules} and {} other rule sets", count - 1),
    };
    let shares: u32 = plan.rivals.iter().map(|(share, _)| share).sum();
    let itself = if shares < 1000 { "itself and " } else { "" };
    let begins = if from.is_empty() { "random weights" } else { "the network given" };
    verbosity.say(&format!(
        "learning {rules} at {players} seats: {length}, for {aim}, against {itself}{}; it begins \
         with {begins}, seed {seed}",
        against.join(", ")
    ));
}

fn learned(taught: &Taught, plan: &TrainPlan) -> String {
    let mut text = format!("loss {}", fixed(taught.loss / taught.samples.max(1) as f64, 4));
    for ((_, spec), (games, wins)) in plan.rivals.iter().zip(taught.against) {
        if games > 0 {
            let rate = percent(wins as f64 / games as f64, 1);
            text += &format!("  {rate} against {}", spec.name());
        }
    }
    let turns = taught.turns as f64 / taught.games.max(1) as f64;
    let (games, wins) = taught.against[MOST_RIVALS];
    if games > 0 {
        text += &format!("  {} against its past", percent(wins as f64 / games as f64, 1));
    }
    let unfinished = taught.unfinished as f64 / taught.games.max(1) as f64;
    let (turns, unfinished) = (fixed(turns, 1), percent(unfinished, 2));
    text + &format!("  {turns} turns a game, {unfinished} unfinished")
}

fn nets(args: &TrainingArgs, rival: Option<&str>, training: &Training, kept: Option<Nets>) -> Nets {
    let origin = training.origin(command(args, rival, training.plan()));
    let others = kept.map(|nets| nets.tables().to_vec()).unwrap_or_default();
    Nets::new(others.into_iter().chain([(origin, training.net())]))
}

/// The command that gives the same network, whatever the threads and the file.
fn command(args: &TrainingArgs, rival: Option<&str>, plan: &TrainPlan) -> String {
    let mut command = format!("unobench train {} -s {}", args.table, plan.seed);
    let mut add = |flag: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            command += &format!(" {flag} {value}");
        }
    };
    match args.minutes {
        Some(minutes) => add("--minutes", Some(minutes.to_string())),
        None => add("-n", Some(plan.stages[0].games.to_string())),
    }
    args.from.iter().for_each(|from| add("--from", Some(from.clone())));
    add("--aim", (plan.aim != Aim::Wins).then(|| plan.aim.to_string()));
    add("--also", Some(args.also.join(" ")));
    add("--also-times", unless(args.also_times.into(), 1));
    add("--drawn", unless(args.drawn, 0));
    add("--lambda", args.lambda.map(|lambda| lambda.to_string()));
    add("--rate", args.rate.map(|rate| rate.to_string()));
    add("--batch", args.batch.map(|batch| batch.to_string()));
    add("--choice", args.choice.map(|choice| choice.to_string()));
    add("--finish", unless(args.finish, 0));
    add("--without", Some(args.without.join(" ")));
    add("--against", Some(args.against.join(" ")));
    add("--rival", rival.map(str::to_owned));
    command
}

/// A number as it is written, unless it is the usual one.
fn unless(number: u64, usual: u64) -> Option<String> {
    (number != usual).then(|| number.to_string())
}

fn write(path: &Path, bytes: &[u8]) -> Result {
    replace_file(path, |file| file.write_all(bytes)).or_failed("the network cannot be kept")
}

fn interrupted(args: &TrainingArgs, training: &Training) -> String {
    let played = grouped(training.played());
    if args.out.is_none() {
        return format!("interrupted after {played} games; without --out nothing is kept");
    }
    if args.minutes.is_some() {
        return format!("interrupted after {played} games; the network so far is kept");
    }
    format!(
        "interrupted after {played} of {} games; the network so far and the state are kept; the \
         same command with --resume continues it",
        grouped(training.plan().games())
    )
}

/// Whom the network meets: those it played against, and `linear` where it has no rival.
fn others_met(plan: &TrainPlan, rival: Option<&TrainPlayer>) -> Result<Vec<StrategySpec>> {
    let mut others: Vec<StrategySpec> = plan.rivals.iter().map(|(_, spec)| spec.clone()).collect();
    let linear = strategy("linear")?;
    if rival.is_none() && !others.contains(&linear) {
        others.push(linear);
    }
    Ok(others)
}

/// How well the network does, and what looking ahead finds against a rival whose network is known.
fn check(
    args: &TrainingArgs,
    plan: &TrainPlan,
    nets: Nets,
    rival: Option<TrainPlayer>,
    workers: &TrainWorkers<'_>,
) -> Result<String> {
    let TrainWorkers { cancel, verbosity, .. } = *workers;
    // Another seed: the deals of this one were learned from.
    let (rules, seed) = (plan.named().clone(), plan.seed ^ 1 << 63);
    let contest = Contest { rules, players: plan.players, seed, aim: plan.aim };
    let meet = |player: &StrategySpec, other: &StrategySpec, games: u64| {
        let blocks = games.div_ceil(plan.players as u64);
        contest.alone([player, other], blocks, cancel).ok_or(Failure::Interrupted)
    };
    verbosity.say("playing it on deals that it did not learn from");
    let net = strategy("net")?.with_file("it", Arc::new(nets));
    let mut found = Vec::new();
    for other in &others_met(plan, rival.as_ref())? {
        found.push(("net", other.to_string(), meet(&net, other, args.check)?));
    }
    if let Some((rival, Some(nets))) = &rival
        && nets.give_chances()
    {
        let games = args.check.min(SEARCHED);
        verbosity.say(&format!("looking ahead with its network in {} games", grouped(games)));
        let search = strategy("search")?.with_file("its network", Arc::new(nets.clone()));
        found.push(("search by its network", rival.to_string(), meet(&search, rival, games)?));
    }
    let mut text = results(&contest, &found);
    if rival.is_some() {
        text += lower_bound(&contest, &found);
    }
    text.extend(bound::note(&text).map(|note| format!("{note}\n")));
    Ok(text)
}

/// What each player had against each other, as a table with what is fair below it.
fn results(contest: &Contest, found: &[(&str, String, Estimate)]) -> String {
    let (factor, what, fair) = match contest.aim {
        Aim::Wins => (
            100.0,
            "wins",
            format!("wins in percent, of which {}", fixed(100.0 * contest.fair(), 1)),
        ),
        Aim::Score => {
            (1.0, "lead", "hundreds of points more than the others, of which 0".to_owned())
        }
    };
    let columns = vec![words("alone"), words("against"), figures(what)];
    let mut rows = Vec::new();
    for (who, other, estimate) in found {
        let shown = with_margin_to(estimate.times(factor), 2);
        rows.push(vec![(*who).to_owned(), bound::marked(&one_line(other)), shown]);
    }
    let table = TextTable { columns, rows };
    format!(
        "\n{}\n{fair} is fair, with 95 % intervals, one seat against the others; fresh deals, seed \
         {}\n",
        table.aligned(Style::of_stdout()),
        contest.seed
    )
}

/// What the results say of how much can be won of a rival.
fn lower_bound(contest: &Contest, found: &[(&str, String, Estimate)]) -> &'static str {
    if found.iter().all(|(.., estimate)| estimate.value < contest.fair()) {
        "nobody has a fair share: this says nothing of how much can be won\n"
    } else {
        "longer training may find more: this is a lower bound\n"
    }
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
