//! Players who have learned the rule set that they play: networks for each, trained before it is
//! measured.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::console::{Verbosity, complain};
use super::failure::{Failure, Result, refuse};
use super::line_up::strategy;
use super::network_cache;
use super::numbers::grouped;
use super::options::{MachineOptions, ProgressOptions};
use super::session::{about_time, progress};
use unobench_core::rules::RuleSet;
use unobench_experiment::header::Header;
use unobench_experiment::survey::{GROUPS, LearnedSeats};
use unobench_findings::documents::Learning;
use unobench_findings::panel::LEARNED;
use unobench_findings::tell::number::counted;
use unobench_strategies::net::{Net, Nets};
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

/// Who is to learn: how many networks for each rule set, from how many games each; none has learned
/// yet.
pub(super) fn learning(games: Option<u64>, learners: Option<usize>) -> Result<Learning> {
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
    Ok(Learning { games, learners, networks: Vec::new() })
}

/// Whom a plan trains, as people are told.
fn named(plan: &TrainPlan) -> String {
    format!("{} at {} seats", plan.named().name, plan.players)
}

/// Learns until it has learned enough, or until it is over; the same as `unobench train` with this
/// seed.
fn train(
    plan: &TrainPlan,
    pool: &rayon::ThreadPool,
    mut is_over: impl FnMut(u64) -> bool,
) -> Option<Net> {
    let mut training = Training::new(plan.clone(), &[]);
    loop {
        let part = training.part();
        if part >= 1.0 {
            return Some(training.net());
        }
        if is_over((f64::from(part) * plan.games() as f64) as u64) {
            return None;
        }
        pool.install(|| training.step(None));
    }
}

/// About how long it takes.
fn time(plan: &TrainPlan, threads: usize) -> Duration {
    let games = plan.games() * NANOSECONDS_PER_SEAT * plan.players as u64;
    let most = plan.decisions.map(|decisions| decisions * NANOSECONDS_PER_DECISION);
    Duration::from_nanos(most.map_or(games, |most| games.min(most)) / threads as u64)
}

/// Lets the players called `learned` learn, if there are any, and tells the header of them.
pub(super) fn learn(
    lessons: Option<Learning>,
    header: &mut Header,
    rule_sets: &[RuleSet],
    session: &TrainSession<'_>,
) -> Result<LearnedSeats> {
    let mut learned = LearnedSeats::default();
    let Some(mut learning) = lessons else { return Ok(learned) };
    let Learning { games, learners, .. } = learning;
    let mut plans = Vec::new();
    for rules in rule_sets {
        for players in header.seats_of(LEARNED) {
            // Others than that of the games that are measured: nobody knows their deals.
            let seeds = (1..=learners as u64).map(|learner| header.seed ^ learner << 47);
            plans.extend(
                seeds.map(|seed| TrainPlan::new(super::catalogue(), rules, players, seed, games)),
            );
        }
    }
    let told = format!("{LEARNED}: {}", learning.people());
    let all = session.networks(&told, &plans, |_, nets| Some(nets))?;
    for (plan, nets) in plans.iter().zip(all) {
        let player = strategy("net")?.with_file(LEARNED, Arc::new(nets));
        learned.add(&plan.named().name, plan.players, plan.seed, player);
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
        TrainSession {
            cache: network_cache::directory(),
            verbosity,
            machine,
            progress,
            cancel,
            deadline,
        }
    }

    /// Networks for these plans: those that are kept, and those that learn now, as something makes
    /// them of those that have learned; it gives none where it is interrupted.
    pub(super) fn networks(
        &self,
        told: &str,
        plans: &[TrainPlan],
        finish: impl Fn(&TrainPlan, Nets) -> Option<Nets> + Sync,
    ) -> Result<Vec<Nets>> {
        if plans.is_empty() {
            return Ok(Vec::new());
        }
        let kept: Vec<Option<Nets>> = plans.iter().map(|plan| self.kept(plan)).collect();
        let to_learn = plans.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let to_learn: Vec<&TrainPlan> = to_learn.map(|(plan, _)| plan).collect();
        self.announce(told, plans.len(), &to_learn);
        let mut taught = self.teach(&to_learn, finish)?.into_iter();
        Ok(kept.into_iter().filter_map(|kept| kept.or_else(|| taught.next())).collect())
    }

    fn kept(&self, plan: &TrainPlan) -> Option<Nets> {
        network_cache::read(self.cache.as_deref()?, plan).unwrap_or_else(|error| {
            self.verbosity.say(&format!("{error}; {} is trained again", named(plan)));
            None
        })
    }

    fn announce(&self, told: &str, count: usize, to_learn: &[&TrainPlan]) {
        let known = count - to_learn.len();
        let threads = self.machine.threads();
        let time = to_learn.iter().map(|plan| time(plan, threads)).sum();
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
        plans: &[&TrainPlan],
        finish: impl Fn(&TrainPlan, Nets) -> Option<Nets> + Sync,
    ) -> Result<Vec<Nets>> {
        let pool = self.machine.start_threads()?;
        let mut progress = progress(self.progress, self.verbosity);
        let total = plans.iter().map(|plan| plan.games()).sum();
        let mut taught = Vec::new();
        let mut cache = self.cache.as_deref();
        for (place, &plan) in plans.iter().enumerate() {
            progress.begin(&format!("learning {}, {} of {}", named(plan), place + 1, plans.len()));
            let before = place as u64 * plan.games();
            let net = train(plan, &pool, |played| {
                progress.note(before + played, total);
                self.is_over()
            });
            let learned = net.map(|net| network_cache::learned(plan, net));
            let Some(nets) = learned.and_then(|nets| pool.install(|| finish(plan, nets))) else {
                progress.finish();
                return Err(self.stopped(place, plans.len(), cache));
            };
            if let Some(Err(error)) = cache.map(|cache| network_cache::write(cache, plan, &nets)) {
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
