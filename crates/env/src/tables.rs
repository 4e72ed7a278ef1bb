//! All tables of an environment, whatever instance of the game they play.

use crate::actions::ActionSet;
use crate::rows::{Row, RowsMut};
use crate::setup::Setup;
use crate::share::Part;
use crate::table::{Common, Game, House, Kept, LearnerTable, Official, Open};
use rayon::ThreadPool;
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;
use unobench_core::rng::RoundKey;

/// The tables; there are none before the first reset.
pub(crate) trait Tables: Debug + Send + Sync {
    /// Deals table `t` block `block + t`, or its next one.
    fn reset(&mut self, block: Option<u64>);
    fn step(
        &mut self,
        actions: &[u8],
        legal: &mut [ActionSet],
        rows: RowsMut<'_>,
        helpers: Option<&ThreadPool>,
    );
    fn show(&mut self, legal: &mut [ActionSet], rows: RowsMut<'_>, helpers: Option<&ThreadPool>);
    fn saved(&self) -> Box<dyn Any + Send + Sync>;
    /// Has them stand as tables stood where the same is played.
    fn load(&mut self, saved: &(dyn Any + Send + Sync));
    /// So many for each, with other worlds behind the same rows.
    fn worlds(&self, setup: &Setup, worlds: usize, seed: u64) -> Box<dyn Tables>;
    fn is_dealt(&self) -> bool;
    /// Visits the rows of each legal action of a table; see [`LearnerTable::net_rows`].
    fn net_rows(&self, table: usize, visit: &mut dyn FnMut(usize, &[u16]));
    /// Whether every round is over, and its end was told.
    fn are_over(&self) -> bool;
    fn asked(&self, table: usize) -> (usize, &'static str);
}

#[derive(Debug)]
struct Hall<G: Game> {
    house: House<G>,
    tables: Vec<LearnerTable<G>>,
    count: u64,
}

pub(crate) fn tables_of(setup: &Setup) -> Box<dyn Tables> {
    let kept = Arc::new(Kept::new(setup.rules.clone()));
    let mut fast = None;
    if setup.rules.deck.cards().is_compact() {
        fast = if kept.is_official() {
            hall::<Official>(setup, &kept)
        } else {
            hall::<Common>(setup, &kept)
        };
    }
    fast.or_else(|| hall::<Open>(setup, &kept)).expect("anybody sits there")
}

fn hall<G: Game>(setup: &Setup, kept: &Arc<Kept>) -> Option<Box<dyn Tables>> {
    let house = House::<G>::new(setup, Arc::clone(kept))?;
    Some(Box::new(Hall { house, tables: Vec::new(), count: setup.tables as u64 }))
}

impl<G: Game> Tables for Hall<G> {
    fn reset(&mut self, block: Option<u64>) {
        let next = || self.tables.first().map_or(0, |table| table.block() + self.count);
        let first = block.unwrap_or_else(next);
        let dealt = |block| LearnerTable::new(&self.house, block);
        self.tables = (first..first + self.count).map(dealt).collect();
    }

    fn step(
        &mut self,
        actions: &[u8],
        legal: &mut [ActionSet],
        rows: RowsMut<'_>,
        helpers: Option<&ThreadPool>,
    ) {
        let Hall { house, tables, .. } = self;
        let step = |table: &mut LearnerTable<G>, action, row: &mut Row<'_>| {
            table.step(house, action, row);
        };
        Part { tables, actions, legal, rows }.each(helpers, step);
    }

    fn show(&mut self, legal: &mut [ActionSet], rows: RowsMut<'_>, helpers: Option<&ThreadPool>) {
        let Hall { house, tables, .. } = self;
        let show = |table: &mut LearnerTable<G>, _, row: &mut Row<'_>| table.show(house, row);
        Part { tables, actions: &[], legal, rows }.each(helpers, show);
    }

    fn saved(&self) -> Box<dyn Any + Send + Sync> {
        Box::new(self.tables.clone())
    }

    fn load(&mut self, saved: &(dyn Any + Send + Sync)) {
        let saved = saved.downcast_ref().expect("the same rules and strategies play the same game");
        self.tables.clone_from(saved);
    }

    fn worlds(&self, setup: &Setup, worlds: usize, seed: u64) -> Box<dyn Tables> {
        let house = House::new(setup, self.house.kept()).expect("they sit here already");
        let world = |number: usize| {
            let key = RoundKey::new(seed, number as u64, 0);
            self.tables[number / worlds].determinized(&house, key)
        };
        let tables = (0..setup.tables).map(world).collect();
        Box::new(Hall { house, tables, count: setup.tables as u64 })
    }

    fn is_dealt(&self) -> bool {
        !self.tables.is_empty()
    }

    fn net_rows(&self, table: usize, visit: &mut dyn FnMut(usize, &[u16])) {
        self.tables[table].net_rows(&self.house, visit);
    }

    fn are_over(&self) -> bool {
        self.tables.iter().all(LearnerTable::is_over)
    }

    fn asked(&self, table: usize) -> (usize, &'static str) {
        self.tables[table].asked()
    }
}
