//! The processes of a run: as many of each bot as there are threads that play, kept from block to
//! block.

use super::MOVE_TIME;
use super::diary::Diary;
use super::slot::Slot;
use super::spec::{BotError, BotSpec, Contestant};
use std::fs::File;
use std::io::Write as _;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a bot has to say that it is ready: it may have to load much.
const START_TIME: Duration = Duration::from_secs(10);

/// How bots are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolSettings {
    /// How long a bot may think about a decision.
    pub move_time: Duration,
    /// How long it has to say that it is ready.
    pub start_time: Duration,
}

impl Default for PoolSettings {
    fn default() -> PoolSettings {
        PoolSettings { move_time: MOVE_TIME, start_time: START_TIME }
    }
}

/// Where goes what bots say on standard error, and what is to be said of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Log {
    /// To the end of a file.
    File(PathBuf),
    /// To standard error; nothing is said of them there.
    Terminal,
    /// Nowhere.
    Nowhere,
}

/// A log that is opened when there is something to write.
#[derive(Debug)]
pub(super) struct LogBook {
    log: Log,
    file: Mutex<Option<File>>,
}

impl LogBook {
    /// Where a process writes its errors; to standard error, if the file cannot be opened.
    pub(super) fn errors(&self) -> Stdio {
        match self.log {
            Log::Nowhere => Stdio::null(),
            Log::Terminal => Stdio::inherit(),
            Log::File(_) => self
                .file()
                .as_ref()
                .and_then(|file| file.try_clone().ok())
                .map_or_else(Stdio::inherit, Stdio::from),
        }
    }

    /// Notes something about a bot.
    pub(super) fn note(&self, text: &str) {
        if let (Log::File(_), Some(file)) = (&self.log, self.file().as_mut()) {
            // A log that cannot be written is no reason to stop playing.
            let _ = file.write_all(format!("unobench: {text}\n").as_bytes());
        }
    }

    fn file(&self) -> MutexGuard<'_, Option<File>> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Log::File(path), None) = (&self.log, file.as_ref()) {
            *file = File::options().append(true).create(true).open(path).ok();
        }
        file
    }
}

/// The processes of a run.
#[derive(Debug)]
pub struct Pool {
    bots: Vec<BotSpec>,
    settings: PoolSettings,
    log: Arc<LogBook>,
    idle: Mutex<Vec<Crew>>,
}

/// One process of each bot, for one thread.
#[derive(Debug)]
pub(super) struct Crew {
    pub(super) slots: Vec<Slot>,
}

impl Pool {
    /// A pool for those of some contestants that are bots; none if there is no bot. No process is
    /// started before it is asked something.
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
        let log = Arc::new(LogBook { log, file: Mutex::new(None) });
        Ok((!bots.is_empty()).then(|| Pool { bots, settings, log, idle: Mutex::new(Vec::new()) }))
    }

    /// The place of a bot among those of the pool.
    ///
    /// # Panics
    /// If it is not among them.
    pub(super) fn place_of(&self, bot: &BotSpec) -> usize {
        self.bots.iter().position(|other| other == bot).expect("a bot of the pool")
    }

    /// Takes a crew that nobody uses, or a new one; it comes back when it is dropped.
    pub(super) fn crew(&self) -> Hired<'_> {
        let idle = self.idle().pop();
        let crew = idle.unwrap_or_else(|| Crew {
            slots: self.bots.iter().map(|bot| Slot::new(bot, self.settings, &self.log)).collect(),
        });
        Hired { pool: self, crew: Some(crew) }
    }

    /// How the bots kept to the protocol, those apart that are playing just now.
    #[must_use]
    pub fn diary(&self) -> Diary {
        let mut sum = Diary::default();
        self.idle()
            .iter()
            .flat_map(|crew| &crew.slots)
            .for_each(|slot| sum.add(slot.diary.clone()));
        sum
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Crew>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All are asked to exit before any is waited for.
impl Drop for Pool {
    fn drop(&mut self) {
        self.idle().iter_mut().flat_map(|crew| &mut crew.slots).for_each(Slot::quit);
    }
}

/// A crew at work.
#[derive(Debug)]
pub(super) struct Hired<'a> {
    pool: &'a Pool,
    crew: Option<Crew>,
}

impl Deref for Hired<'_> {
    type Target = Crew;

    fn deref(&self) -> &Crew {
        self.crew.as_ref().expect("a crew is at work until it comes back")
    }
}

impl DerefMut for Hired<'_> {
    fn deref_mut(&mut self) -> &mut Crew {
        self.crew.as_mut().expect("a crew is at work until it comes back")
    }
}

impl Drop for Hired<'_> {
    fn drop(&mut self) {
        self.pool.idle().extend(self.crew.take());
    }
}
