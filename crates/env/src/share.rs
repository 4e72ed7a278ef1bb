//! How the tables of a step are shared among threads.

use crate::actions::ActionSet;
use crate::rows::{Row, RowsMut};
use crate::table::{Game, Table};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder, Yield};
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use unobench_core::machine::prefetch;

/// Number of parts that threads take one after the other.
const PARTS: usize = 32;

/// How many tables tell how long the others will take.
const SAMPLE: usize = 16;

/// What takes less is done before another thread is awake.
const WORTH_WAKING: Duration = Duration::from_micros(200);

/// How long a thread that waits for another stays awake. To wake it takes up to a millisecond, and
/// holds up the one that wakes it.
const AWAKE: Duration = Duration::from_millis(5);

/// How many rows are emptied at once: few enough to stay close to the processor.
const AT_ONCE: usize = 64;

/// How many tables before its turn a table is fetched from memory.
const AHEAD: usize = 2;

thread_local! {
    /// Whether this thread waits for the next step awake.
    static WATCHES: Cell<bool> = const { Cell::new(false) };
}

/// The threads that help the one that asks for a step.
#[derive(Debug)]
pub(crate) struct Helpers {
    pool: ThreadPool,
    /// When they had last done something.
    ended: Option<Instant>,
}

impl Helpers {
    /// So many threads.
    pub(crate) fn new(count: usize) -> Result<Helpers, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(count).build()?;
        Ok(Helpers { pool, ended: None })
    }

    /// Does something here, and something else in each helper. Where steps follow each other soon,
    /// the helpers stay awake for the next.
    fn with(&mut self, here: impl FnOnce(), there: impl Fn() + Sync) {
        let stay = self.ended.is_some_and(|ended| ended.elapsed() < AWAKE);
        self.pool.in_place_scope(|scope| {
            for _ in 0..self.pool.current_num_threads() {
                scope.spawn(|_| there());
            }
            here();
        });
        if stay {
            self.pool.spawn_broadcast(|_| watch());
        }
        self.ended = Some(Instant::now());
    }
}

/// Keeps a helper awake until there was nothing to do for a while.
fn watch() {
    if WATCHES.replace(true) {
        return;
    }
    let mut idle = Instant::now();
    while idle.elapsed() < AWAKE {
        match rayon::yield_now() {
            Some(Yield::Executed) => idle = Instant::now(),
            _ => thread::yield_now(),
        }
    }
    WATCHES.set(false);
}

/// Tables that follow each other, and what belongs to them.
pub(crate) struct Part<'a, G: Game> {
    pub(crate) tables: &'a mut [Table<G>],
    /// One for each table, or none at all.
    pub(crate) actions: &'a [u8],
    pub(crate) legal: &'a mut [ActionSet],
    pub(crate) rows: RowsMut<'a>,
}

impl<'a, G: Game> Part<'a, G> {
    /// Does something with each table, its action, and its row; with helpers where that is sooner.
    pub(crate) fn each(
        self,
        helpers: Option<&mut Helpers>,
        work: impl Fn(&mut Table<G>, u8, &mut Row<'_>) + Sync,
    ) {
        let Some(helpers) = helpers else { return self.alone(&work) };
        let sample = SAMPLE.min(self.tables.len());
        let (first, others) = self.split_at(sample);
        let begun = Instant::now();
        first.alone(&work);
        if begun.elapsed() * (others.tables.len() / SAMPLE) as u32 > WORTH_WAKING {
            others.together(helpers, &work);
        } else {
            others.alone(&work);
        }
    }

    /// By this thread alone.
    fn alone(self, work: &impl Fn(&mut Table<G>, u8, &mut Row<'_>)) {
        let mut rest = self;
        while !rest.tables.is_empty() {
            let count = AT_ONCE.min(rest.tables.len());
            let (Part { tables, actions, legal, mut rows }, others) = rest.split_at(count);
            rows.clear();
            legal.fill(0);
            let widths = rows.widths();
            for (place, legal) in legal.iter_mut().enumerate() {
                let soon = place + AHEAD;
                if let Some(soon) = tables.get(soon).or_else(|| others.tables.get(soon - count)) {
                    prefetch(soon);
                }
                let action = actions.get(place).copied().unwrap_or(0);
                work(&mut tables[place], action, &mut rows.row(place, widths, legal));
            }
            rest = others;
        }
    }

    /// With helpers. This thread takes parts from the first on, the others from the last on: so a
    /// table is mostly with the same thread, and one that is slow to wake up finds less to do.
    fn together(
        self,
        helpers: &mut Helpers,
        work: &(impl Fn(&mut Table<G>, u8, &mut Row<'_>) + Sync),
    ) {
        let size = self.tables.len().div_ceil(PARTS);
        let (mut parts, mut rest) = (VecDeque::with_capacity(PARTS), self);
        while rest.tables.len() > size {
            let (first, others) = rest.split_at(size);
            parts.push_back(first);
            rest = others;
        }
        parts.push_back(rest);
        let left = AtomicUsize::new(parts.len());
        let parts = Mutex::new(parts);
        let first = || parts.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let last = || parts.lock().unwrap_or_else(PoisonError::into_inner).pop_back();
        let play = |part: Part<'_, G>| {
            part.alone(work);
            left.fetch_sub(1, Ordering::Release);
        };
        let here = || {
            std::iter::from_fn(first).for_each(play);
            let begun = Instant::now();
            while left.load(Ordering::Acquire) > 0 && begun.elapsed() < AWAKE {
                thread::yield_now();
            }
        };
        helpers.with(here, || std::iter::from_fn(last).for_each(play));
    }

    /// The first tables, and the others.
    fn split_at(self, count: usize) -> (Part<'a, G>, Part<'a, G>) {
        let tables = self.tables.split_at_mut(count);
        let actions = self.actions.split_at(count.min(self.actions.len()));
        let legal = self.legal.split_at_mut(count);
        let rows = self.rows.split_at(count);
        let part = |tables, actions, legal, rows| Part { tables, actions, legal, rows };
        (part(tables.0, actions.0, legal.0, rows.0), part(tables.1, actions.1, legal.1, rows.1))
    }
}
