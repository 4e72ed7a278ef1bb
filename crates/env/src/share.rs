//! How the tables of a step are shared among threads.

use crate::actions::ActionSet;
use crate::rows::{ObservationRow, RowsMut};
use crate::table::{GameInstance, LearnerTable};
use rayon::ThreadPool;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use unobench_core::machine::prefetch;

const PARTS: usize = 32;

/// How many tables tell how long the others will take.
const SAMPLE: usize = 16;

/// What takes less is done before another thread is awake.
const WORTH_WAKING: Duration = Duration::from_micros(200);

/// How many rows are emptied at once: few enough to stay close to the processor.
const AT_ONCE: usize = 64;

/// How many tables before its turn a table is fetched from memory.
const AHEAD: usize = 2;

/// The tables that one thread steps, with their actions and the rows that it writes.
pub(crate) struct TableShare<'a, G: GameInstance> {
    pub(crate) tables: &'a mut [LearnerTable<G>],
    /// One for each table, or none at all.
    pub(crate) actions: &'a [u8],
    pub(crate) legal: &'a mut [ActionSet],
    pub(crate) rows: RowsMut<'a>,
}

impl<'a, G: GameInstance> TableShare<'a, G> {
    /// Does something with each table, its action, and its row; with helpers where that is sooner.
    pub(crate) fn each(
        self,
        helpers: Option<&ThreadPool>,
        work: impl Fn(&mut LearnerTable<G>, Option<u8>, &mut ObservationRow<'_>) + Sync,
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

    fn alone(self, work: &impl Fn(&mut LearnerTable<G>, Option<u8>, &mut ObservationRow<'_>)) {
        let mut rest = self;
        while !rest.tables.is_empty() {
            let count = AT_ONCE.min(rest.tables.len());
            let (TableShare { tables, actions, legal, mut rows }, others) = rest.split_at(count);
            rows.clear();
            legal.fill(0);
            let widths = rows.widths();
            for (place, legal) in legal.iter_mut().enumerate() {
                let soon = place + AHEAD;
                if let Some(soon) = tables.get(soon).or_else(|| others.tables.get(soon - count)) {
                    prefetch(soon);
                }
                let action = actions.get(place).copied();
                work(&mut tables[place], action, &mut rows.row(place, widths, legal));
            }
            rest = others;
        }
    }

    /// With helpers. This thread takes parts from the first on, the others from the last on: so a
    /// table is mostly with the same thread.
    fn together(
        self,
        helpers: &ThreadPool,
        work: &(impl Fn(&mut LearnerTable<G>, Option<u8>, &mut ObservationRow<'_>) + Sync),
    ) {
        let size = self.tables.len().div_ceil(PARTS);
        let (mut parts, mut rest) = (VecDeque::with_capacity(PARTS), self);
        while !rest.tables.is_empty() {
            let count = size.min(rest.tables.len());
            let (first, others) = rest.split_at(count);
            parts.push_back(first);
            rest = others;
        }
        let parts = Mutex::new(parts);
        let play = |take: fn(&mut VecDeque<Self>) -> Option<Self>| {
            let next = || take(&mut parts.lock().unwrap_or_else(PoisonError::into_inner));
            std::iter::from_fn(next).for_each(|part| part.alone(work));
        };
        helpers.in_place_scope(|scope| {
            for _ in 0..helpers.current_num_threads() {
                scope.spawn(|_| play(VecDeque::pop_back));
            }
            play(VecDeque::pop_front);
        });
    }

    fn split_at(self, count: usize) -> (TableShare<'a, G>, TableShare<'a, G>) {
        let tables = self.tables.split_at_mut(count);
        let actions = self.actions.split_at(count.min(self.actions.len()));
        let legal = self.legal.split_at_mut(count);
        let rows = self.rows.split_at(count);
        let part = |tables, actions, legal, rows| TableShare { tables, actions, legal, rows };
        (part(tables.0, actions.0, legal.0, rows.0), part(tables.1, actions.1, legal.1, rows.1))
    }
}
