//! Players who have learned the rule set that they play: networks for each, trained before it is
//! measured, and kept in the user's cache directory.

use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::console::{Verbosity, complain};
use super::failure::{Failure, Result, refuse};
use super::line_up::strategy;
use super::numbers::grouped;
use super::options::{MachineOptions, ProgressOptions};
use super::session::{about_time, progress};
use unobench_core::digest::fnv1a;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Aim;
use unobench_disk::{Disk, replace_file};
use unobench_experiment::header::{Header, HeaderRules, VERSION};
use unobench_experiment::survey::{GROUPS, LearnedSeats};
use unobench_findings::documents::Learning;
use unobench_findings::panel::LEARNED;
use unobench_findings::tell::number::counted;
use unobench_strategies::net::{Net, Nets, Origin};
use unobench_train::{TrainPlan, Training};

/// Games that each network learns from when no number is given: with as many learners as are usual,
/// about a minute of two cores for a rule set at four seats.
const DEFAULT_GAMES: u64 = 60_000;

const MOST_GAMES: u64 = 1_000_000_000;

/// About how many nanoseconds a core takes for the part of one seat in a game that is learned from,
/// in the official game.
const NANOSECONDS_PER_SEAT: u64 = 120_000;

/// The same for a decision.
const NANOSECONDS_PER_DECISION: u64 = 12_000;

const DEFAULT_LEARNERS: usize = 5;

/// How many games each network learns from, and how many networks learn for each rule set.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrainSettings {
    games: u64,
    learners: usize,
}

impl TrainSettings {
    pub(super) fn new(games: Option<u64>, learners: Option<usize>) -> Result<TrainSettings> {
        let games = games.unwrap_or(DEFAULT_GAMES);
        let learners = learners.unwrap_or(DEFAULT_LEARNERS);
        if games > MOST_GAMES {
            refuse!(
                "--learn-games {}: a network learns from 1 to {} games",
                grouped(games),
                grouped(MOST_GAMES)
            );
        }
        if learners == 0 || !GROUPS.is_multiple_of(learners) {
            refuse!("--learners {learners}: 1, 2, 5, 10, 25 or 50, so that all play equally often");
        }
        Ok(TrainSettings { games, learners })
    }
}

fn cache() -> Option<PathBuf> {
    let cache = directory_in("XDG_CACHE_HOME")
        .or_else(|| directory_in("LOCALAPPDATA"))
        .or_else(|| Some(directory_in("HOME")?.join(".cache")))?;
    Some(cache.join(super::NAME))
}

/// The directory that a variable of the environment names by an absolute path.
fn directory_in(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// A network to train: for which rules and seats, from how many games, and from which seed.
pub(super) struct TrainJob<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) players: usize,
    pub(super) games: u64,
    /// Decisions after which it has learned enough, however few games these were.
    pub(super) decisions: Option<u64>,
    pub(super) seed: u64,
}

impl fmt::Display for TrainJob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} seats", self.rules.name, self.players)
    }
}

impl TrainJob<'_> {
    /// A digest of the settings, as files have it.
    pub(super) fn settings(&self) -> String {
        HeaderRules::from(self.rules).digest()
    }

    fn digest(&self) -> String {
        format!("{:016x}", fnv1a(self.rules.settings_json().to_string().as_bytes()))
    }

    fn file_name(&self) -> String {
        let TrainJob { players, games, seed, .. } = self;
        let most = self.decisions.map_or_else(String::new, |most| format!("-{most}"));
        format!("{}-{players}-{games}{most}-{seed}-{VERSION}.net", self.digest())
    }

    fn origin(&self) -> Origin {
        Origin {
            players: self.players,
            rules: self.rules.name.clone(),
            seed: self.seed,
            games: self.games,
            command: format!("unobench {VERSION}, learned for settings {}", self.digest()),
            aim: Aim::default(),
        }
    }

    pub(super) fn nets(&self, net: Net) -> Nets {
        Nets::new([(self.origin(), net)])
    }

    fn kept(&self, cache: &Path) -> Result<Option<Nets>, String> {
        let path = cache.join(self.file_name());
        if !path.exists() {
            return Ok(None);
        }
        let nets = Nets::read(&path, &Disk).map_err(|error| error.to_string())?;
        match nets.tables() {
            [(origin, net)]
                if self.origin() == Origin { rules: self.rules.name.clone(), ..origin.clone() } =>
            {
                let kept = self.nets(net.clone());
                Ok(match nets.examined(&self.settings(), self.players) {
                    Some(exam) => Some(kept.with_exam(exam.clone())),
                    None => Some(kept).filter(|_| self.decisions.is_none()),
                })
            }
            _ => Err(format!("{} is a network for something else", path.display())),
        }
    }

    /// Learns until it has learned enough, or until it is over; the same as `unobench train` with
    /// this seed.
    fn train(&self, pool: &rayon::ThreadPool, mut is_over: impl FnMut(u64) -> bool) -> Option<Net> {
        let plan =
            TrainPlan::new(super::catalogue(), self.rules, self.players, self.seed, self.games);
        let (mut training, mut decisions) = (Training::new(plan, &[]), 0);
        loop {
            let most = self.decisions.map_or(0.0, |most| decisions as f32 / most as f32);
            let part = training.part().max(most);
            if part >= 1.0 {
                return Some(training.net());
            }
            if is_over((f64::from(part) * self.games as f64) as u64) {
                return None;
            }
            decisions += pool.install(|| training.step(Some(part))).samples;
        }
    }

    fn keep(&self, cache: &Path, nets: &Nets) -> Result<(), anyhow::Error> {
        std::fs::create_dir_all(cache)?;
        replace_file(&cache.join(self.file_name()), |file| file.write_all(&nets.bytes()))?;
        Ok(())
    }

    fn time(&self, threads: usize) -> Duration {
        let games = self.games * NANOSECONDS_PER_SEAT * self.players as u64;
        let most = self.decisions.map(|decisions| decisions * NANOSECONDS_PER_DECISION);
        Duration::from_nanos(most.map_or(games, |most| games.min(most)) / threads as u64)
    }
}

pub(super) fn learn(
    lessons: Option<TrainSettings>,
    header: &mut Header,
    rule_sets: &[RuleSet],
    school: &TrainSession<'_>,
) -> Result<LearnedSeats> {
    let mut learned = LearnedSeats::default();
    let Some(TrainSettings { games, learners }) = lessons else { return Ok(learned) };
    let mut pupils = Vec::new();
    for rules in rule_sets {
        for players in header.seats_of(LEARNED) {
            // Others than that of the games that are measured: nobody knows their deals.
            let seeds = (1..=learners as u64).map(|learner| header.seed ^ learner << 47);
            pupils.extend(seeds.map(|seed| TrainJob {
                rules,
                players,
                games,
                decisions: None,
                seed,
            }));
        }
    }
    let mut learning = Learning { games, learners, networks: Vec::new() };
    let told = format!("{LEARNED}: {}", learning.people());
    let all = school.networks(&told, &pupils, |_, nets| Some(nets))?;
    for (TrainJob { rules, players, seed, .. }, nets) in pupils.iter().zip(all) {
        let player = strategy("net")?.with_file(LEARNED, Arc::new(nets));
        learned.add(&rules.name, *players, *seed, player);
    }
    learning.networks = learned.networks();
    header.learned = Some(learning);
    Ok(learned)
}

/// What all trainings of a command share: the cache, the machine, and when they have to stop.
pub(super) struct TrainSession<'a> {
    cache: Option<PathBuf>,
    verbosity: Verbosity,
    machine: &'a MachineOptions,
    progress: &'a ProgressOptions,
    pub(super) cancel: &'a AtomicBool,
    deadline: Option<Instant>,
}

impl<'a> TrainSession<'a> {
    pub(super) fn new(
        verbosity: Verbosity,
        machine: &'a MachineOptions,
        progress: &'a ProgressOptions,
        cancel: &'a AtomicBool,
        deadline: Option<Instant>,
    ) -> TrainSession<'a> {
        TrainSession { cache: cache(), verbosity, machine, progress, cancel, deadline }
    }

    /// Networks for these: those that are kept, and those that learn now, as something makes them
    /// of those that have learned; it gives none where it is interrupted.
    pub(super) fn networks(
        &self,
        told: &str,
        pupils: &[TrainJob<'_>],
        finish: impl Fn(&TrainJob<'_>, Nets) -> Option<Nets> + Sync,
    ) -> Result<Vec<Nets>> {
        if pupils.is_empty() {
            return Ok(Vec::new());
        }
        let kept: Vec<Option<Nets>> = pupils.iter().map(|pupil| self.kept(pupil)).collect();
        let to_learn = pupils.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let to_learn: Vec<&TrainJob<'_>> = to_learn.map(|(pupil, _)| pupil).collect();
        self.announce(told, pupils.len(), &to_learn);
        let mut taught = self.teach(&to_learn, finish)?.into_iter();
        Ok(kept.into_iter().filter_map(|kept| kept.or_else(|| taught.next())).collect())
    }

    fn kept(&self, pupil: &TrainJob<'_>) -> Option<Nets> {
        pupil.kept(self.cache.as_deref()?).unwrap_or_else(|error| {
            self.verbosity.say(&format!("{error}; {pupil} is trained again"));
            None
        })
    }

    fn announce(&self, told: &str, count: usize, to_learn: &[&TrainJob<'_>]) {
        let known = count - to_learn.len();
        let threads = self.machine.threads();
        let time = to_learn.iter().map(|pupil| pupil.time(threads)).sum();
        let mut told = vec![told.to_owned()];
        if !to_learn.is_empty() {
            let networks = counted(to_learn.len() as u64, "network");
            told.push(format!("{networks} to train, {}", about_time(time)));
        }
        told.push(match (&self.cache, known) {
            (None, _) => "not kept, because neither XDG_CACHE_HOME nor HOME is set".to_owned(),
            (Some(cache), 0) => format!("kept in {} for the next time", cache.display()),
            (Some(cache), _) => {
                format!("{} from {}", counted(known as u64, "network"), cache.display())
            }
        });
        self.verbosity.say(&told.join("; "));
    }

    fn teach(
        &self,
        pupils: &[&TrainJob<'_>],
        finish: impl Fn(&TrainJob<'_>, Nets) -> Option<Nets> + Sync,
    ) -> Result<Vec<Nets>> {
        let pool = self.machine.start_threads()?;
        let mut progress = progress(self.progress, self.verbosity);
        let total = pupils.iter().map(|pupil| pupil.games).sum();
        let mut taught = Vec::new();
        let mut cache = self.cache.as_deref();
        for (place, pupil) in pupils.iter().enumerate() {
            progress.begin(&format!("learning {pupil}, {} of {}", place + 1, pupils.len()));
            let before = place as u64 * pupil.games;
            let net = pupil.train(&pool, |played| {
                progress.note(before + played, total);
                self.is_over()
            });
            let nets = net.and_then(|net| pool.install(|| finish(pupil, pupil.nets(net))));
            let Some(nets) = nets else {
                progress.finish();
                return Err(self.stopped(place, pupils.len(), cache));
            };
            if let Some(Err(error)) = cache.map(|cache| pupil.keep(cache, &nets)) {
                cache = None;
                self.verbosity.say(&format!("networks are not kept for the next time: {error}"));
            }
            taught.push(nets);
        }
        progress.finish();
        Ok(taught)
    }

    fn is_over(&self) -> bool {
        let time_is_up = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        time_is_up || self.cancel.load(Ordering::Relaxed)
    }

    /// Why the learning stopped, once it has said what of it is in the cache, if that can be written.
    fn stopped(&self, learned: usize, count: usize, cache: Option<&Path>) -> Failure {
        let kept = match cache {
            Some(cache) => format!("kept: {learned} of {count} networks, in {}", cache.display()),
            None => "nothing is kept".to_owned(),
        };
        let go_on = "the same command learns the rest";
        if self.cancel.load(Ordering::Relaxed) {
            complain(&format!("interrupted while learning; {kept}; {go_on}"));
            return Failure::Interrupted;
        }
        complain(&format!("stopped while learning, as --max-time says; {kept}; {go_on}"));
        Failure::TimeUp
    }
}
