//! All tables of an environment, whatever instance of the game they play.

use crate::actions::ActionSet;
use crate::rows::RowsMut;
use crate::setup::Setup;
use crate::share::TableShare;
use crate::table::{Common, GameInstance, LearnerTable, Official, Open, TableConfig};
use rayon::ThreadPool;
use std::any::Any;
use std::fmt::Debug;
use unobench_core::game::ActiveRules;
use unobench_core::rng::RoundKey;

/// The tables; there are none before the first reset.
pub(crate) trait LearnerTables: Debug + Send + Sync {
    /// Deals table `t` block `block + t`, or its next one.
    fn reset(&mut self, block: Option<u64>);
    /// Takes an action for each table, or none at all, and shows them.
    fn step(&mut self, actions: &[u8], legal: &mut [ActionSet], rows: RowsMut<'_>);
    fn saved(&self) -> Box<dyn Any + Send + Sync>;
    /// Has them stand as tables stood where the same is played.
    fn load(&mut self, saved: &(dyn Any + Send + Sync));
    /// So many for each, with other worlds behind the same rows, to be loaded.
    fn worlds(&self, worlds: usize, seed: u64) -> Box<dyn Any + Send + Sync>;
    fn is_dealt(&self) -> bool;
    /// Visits the rows of each legal action of a table; see [`LearnerTable::net_rows`].
    fn net_rows(&self, table: usize, visit: &mut dyn FnMut(usize, &[u16]));
    /// Whether every round is over, and its end was told.
    fn are_over(&self) -> bool;
    fn asked(&self, table: usize) -> (usize, &'static str);
}

/// All tables of an environment, played by one instance of the game.
#[derive(Debug)]
struct PlayedTables<G: GameInstance> {
    config: TableConfig<G>,
    tables: Vec<LearnerTable<G>>,
    helpers: Option<ThreadPool>,
}

/// The tables of a setup; helpers take a part of each step.
pub(crate) fn tables_of(setup: &Setup, mut helpers: Option<ThreadPool>) -> Box<dyn LearnerTables> {
    let active = ActiveRules::of(&setup.rules);
    let fast = match (setup.rules.deck.cards().is_compact(), active.is_official()) {
        (true, true) => hall::<Official>(setup, active, &mut helpers),
        (true, false) => hall::<Common>(setup, active, &mut helpers),
        (false, _) => None,
    };
    fast.or_else(|| hall::<Open>(setup, active, &mut helpers)).expect("anybody sits there")
}

fn hall<G: GameInstance>(
    setup: &Setup,
    active: ActiveRules,
    helpers: &mut Option<ThreadPool>,
) -> Option<Box<dyn LearnerTables>> {
    let config = TableConfig::<G>::new(setup, active)?;
    Some(Box::new(PlayedTables { config, tables: Vec::new(), helpers: helpers.take() }))
}

impl<G: GameInstance> LearnerTables for PlayedTables<G> {
    fn reset(&mut self, block: Option<u64>) {
        let count = self.config.setup.tables as u64;
        let next = || self.tables.first().map_or(0, |table| table.block + count);
        let first = block.unwrap_or_else(next);
        let dealt = |block| LearnerTable::new(&self.config, block);
        self.tables = (first..first + count).map(dealt).collect();
    }

    fn step(&mut self, actions: &[u8], legal: &mut [ActionSet], rows: RowsMut<'_>) {
        let PlayedTables { config, tables, helpers } = self;
        TableShare { tables, actions, legal, rows }
            .each(helpers.as_ref(), |table, action, row| table.step(config, action, row));
    }

    fn saved(&self) -> Box<dyn Any + Send + Sync> {
        Box::new(self.tables.clone())
    }

    fn load(&mut self, saved: &(dyn Any + Send + Sync)) {
        let saved = saved.downcast_ref().expect("the same rules and strategies play the same game");
        self.tables.clone_from(saved);
    }

    fn worlds(&self, worlds: usize, seed: u64) -> Box<dyn Any + Send + Sync> {
        let world = |number: usize| {
            let key = RoundKey::new(seed, number as u64, 0);
            self.tables[number / worlds].determinized(&self.config, key)
        };
        Box::new((0..worlds * self.tables.len()).map(world).collect::<Vec<_>>())
    }

    fn is_dealt(&self) -> bool {
        !self.tables.is_empty()
    }

    fn net_rows(&self, table: usize, visit: &mut dyn FnMut(usize, &[u16])) {
        self.tables[table].net_rows(&self.config, visit);
    }

    fn are_over(&self) -> bool {
        self.tables.iter().all(LearnerTable::is_over)
    }

    fn asked(&self, table: usize) -> (usize, &'static str) {
        self.tables[table].asked()
    }
}
