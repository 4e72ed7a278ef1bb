//! The processes of a run: as many of each bot as there are threads that play, kept from block to
//! block.

use super::diary::{BotStats, Trouble};
use super::log::{Log, LogBook};
use super::settings::{BY_BATCHES, PoolSettings};
use super::slot::{Common, Slot, Started};
use super::spec::{BotError, BotSpec, Contestant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many games are played side by side where all bots are functions.
const GAMES_BY_CALLS: usize = 8192;

/// The bots of a run, with the processes that play no game just now.
#[derive(Debug)]
pub struct Pool {
    bots: Vec<BotSpec>,
    pub(super) settings: PoolSettings,
    log: Arc<LogBook>,
    stopped: Arc<AtomicBool>,
    /// Whether one of them takes decisions in batches, as far as they have said so.
    batches: Arc<AtomicBool>,
    /// For each whether it wants no events, as far as it has said so.
    deaf: Vec<Arc<AtomicBool>>,
    /// For each whether it was ever ready.
    started: Vec<Arc<Started>>,
    /// The slots of those that play no game, one for each bot.
    idle: Mutex<Vec<Vec<Slot>>>,
}

impl Pool {
    /// A pool for those of some contestants that are bots, in their order; none if there is no bot.
    /// No process is started before it is asked something.
    ///
    /// # Errors
    /// If a bot's program is not there.
    pub fn of(
        contestants: &[Contestant],
        settings: PoolSettings,
        log: Log,
    ) -> Result<Option<Pool>, BotError> {
        let bots: Vec<BotSpec> = contestants.iter().filter_map(Contestant::bot).cloned().collect();
        bots.iter().try_for_each(BotSpec::check)?;
        let log = Arc::new(LogBook::new(log, bots.iter().map(BotSpec::to_string)));
        let (stopped, batches, idle) = (Arc::default(), Arc::default(), Mutex::default());
        let deaf = bots.iter().map(|_| Arc::default()).collect();
        let started = bots.iter().map(|_| Arc::default()).collect();
        let is_any = !bots.is_empty();
        let pool = Pool { bots, settings, log, stopped, batches, deaf, started, idle };
        Ok(is_any.then_some(pool))
    }

    pub fn stopped_by(mut self, stopped: Arc<AtomicBool>) -> Pool {
        self.stopped = stopped;
        self
    }

    /// Nobody is asked any more, bot or not: games that are played just now are given up where they
    /// are. They count for nothing; their outcomes are stalled games, their actions cut short.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether nobody is asked any more.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// How many blocks of so many games are best played side by side.
    pub(super) fn side_by_side(&self, games: usize) -> u64 {
        let called = (0..self.bots.len()).filter(|&bot| !self.is_told(bot)).count();
        if called == self.bots.len() {
            return (GAMES_BY_CALLS / games) as u64;
        }
        if called > 0 || self.batches.load(Ordering::Relaxed) { 8 * BY_BATCHES } else { 1 }
    }

    /// Whether a bot is told what happens, and not only what it sees when it is asked.
    pub(super) fn is_told(&self, bot: usize) -> bool {
        !self.bots[bot].words.is_empty()
    }

    /// Whether it wants to hear what happens.
    pub(super) fn hears(&self, bot: usize) -> bool {
        !self.deaf[bot].load(Ordering::Relaxed)
    }

    pub(super) fn place_of(&self, bot: &BotSpec) -> usize {
        self.bots.iter().position(|other| other == bot).expect("a bot of the pool")
    }

    /// What a bot says that it is called. It is started for that, and goes on to play; what it says
    /// on standard error waits until then.
    ///
    /// # Errors
    /// Why it did not start, with its last words.
    pub(super) fn introduce(&self, bot: usize) -> Result<String, String> {
        self.log.hold();
        let own_name = self.hire().slots[bot].introduce();
        own_name.map_err(|reason| match self.log.last_words(bot) {
            Some(words) => format!("{reason}; before it died it said: {words}"),
            None => reason,
        })
    }

    pub(super) fn rename(&mut self, bot: usize, name: &str) {
        self.log.rename(bot, name);
        self.bots[bot].name = Some(name.to_owned());
    }

    pub(super) fn crew(&self) -> Hired<'_> {
        self.log.release();
        self.hire()
    }

    fn hire(&self) -> Hired<'_> {
        let slot = |(bot, spec)| {
            let common = Common {
                log: &self.log,
                stopped: &self.stopped,
                batches: &self.batches,
                deaf: &self.deaf[bot],
                started: &self.started[bot],
            };
            Slot::new(bot, spec, self.settings, common)
        };
        let idle = self.idle().pop();
        let slots = idle.unwrap_or_else(|| self.bots.iter().enumerate().map(slot).collect());
        Hired { pool: self, slots }
    }

    /// What the bots have said on standard error, where that is kept in memory.
    pub fn said(&self) -> Vec<String> {
        self.log.kept()
    }

    pub fn diary(&self) -> BotStats {
        let mut sum = BotStats::default();
        self.idle().iter().flatten().for_each(|slot| sum.add(slot.diary.clone()));
        sum
    }

    /// A bot that was to play, and was never ready to; what is played then is not its doing. One
    /// that has started and dies is forgiven.
    pub fn never_started(&self) -> Option<BotError> {
        let why_not = |(bot, spec): (&Arc<Started>, &BotSpec)| {
            let (name, command_line) = (spec.to_string(), spec.command_line());
            let (reason, log) = (bot.why_not()?, self.log.path());
            Some(BotError::NeverStarted { name, command_line, reason, log })
        };
        self.started.iter().zip(&self.bots).find_map(why_not)
    }

    pub fn troubles(&self) -> Vec<Trouble> {
        let idle = self.idle();
        let first_fault = |bot: usize| {
            let mut notes = idle.iter().filter_map(|slots| slots[bot].diary.notes.first());
            notes.next().map(|note| note.what.clone())
        };
        let of_bot = |(bot, spec): (usize, &BotSpec)| Trouble {
            name: spec.to_string(),
            first_fault: first_fault(bot),
            last_words: self.log.last_words(bot),
        };
        let has_failed =
            |trouble: &Trouble| trouble.first_fault.is_some() || trouble.last_words.is_some();
        self.bots.iter().enumerate().map(of_bot).filter(has_failed).collect()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Vec<Slot>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All are asked to exit before any is waited for, so that they have the same time.
impl Drop for Pool {
    fn drop(&mut self) {
        let mut crews = std::mem::take(&mut *self.idle());
        crews.iter_mut().flatten().for_each(Slot::quit);
        drop(crews);
        self.log.save();
    }
}

/// One slot for each bot of a pool, given back to the pool after use.
#[derive(Debug)]
pub(super) struct Hired<'a> {
    pool: &'a Pool,
    pub(super) slots: Vec<Slot>,
}

impl Drop for Hired<'_> {
    fn drop(&mut self) {
        self.pool.idle().push(std::mem::take(&mut self.slots));
    }
}
