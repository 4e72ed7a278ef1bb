//! All tables of an environment, and what a step of them shows.

use crate::actions::{ActionSet, names};
use crate::rows::{Rows, RowsMut};
use crate::setup::{Autoreset, MAX_BLOCK, MAX_TABLES, Setup, SetupError};
use crate::tables::{LearnerTables, tables_of};
use rayon::ThreadPoolBuilder;
use std::any::Any;
use unobench_core::game::ActiveRules;
use unobench_learners::net::{Effects, effects};

/// Many tables, each with one row to see.
///
/// # Examples
///
/// Every table takes its first legal action until a round has ended.
///
/// ```
/// use unobench_core::rules::RuleSet;
/// use unobench_env::actions::ACTIONS;
/// use unobench_env::{Environment, Setup};
///
/// let mut env = Environment::new(Setup::new(RuleSet::official(), 2).tables(8))?;
/// let mut rows = env.reset(None)?;
/// while rows.facts.iter().all(|facts| facts.ended.is_none()) {
///     let first = |mask: &[bool]| mask.iter().position(|&is_legal| is_legal).unwrap_or(0) as u8;
///     let actions: Vec<u8> = rows.masks.chunks(ACTIONS).map(first).collect();
///     rows = env.step(&actions)?;
/// }
/// let table = rows.facts.iter().position(|facts| facts.ended.is_some()).unwrap();
/// assert_eq!(rows.rewards[2 * table..][..2].iter().sum::<f32>(), 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Environment {
    setup: Setup,
    tables: Box<dyn LearnerTables>,
    /// What is legal at each table; nothing where nobody is asked.
    legal: Vec<ActionSet>,
    names: Vec<String>,
}

/// The state of all tables of an environment, kept to go on from it later.
#[derive(Debug)]
pub struct Saved {
    setup: Setup,
    tables: Box<dyn Any + Send + Sync>,
    legal: Vec<ActionSet>,
}

/// Why an environment did not do what its caller asked, and left its tables as they were.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    #[error("{0}() before reset(): nothing is dealt yet")]
    NotDealt(&'static str),
    #[error("net_rows() of an environment without net_rows=True: its seats remember no cards")]
    NoNetRows,
    #[error("every round is over, and autoreset is off; reset() deals the next")]
    Over,
    #[error("{found} actions for {tables} tables; step() takes one for each")]
    Count { found: usize, tables: usize },
    #[error("actions[{table}] = {action}: an action is a number from 0 to {}", actions - 1)]
    NoAction { table: usize, action: i128, actions: usize },
    #[error(
        "actions[{table}] = {action} ({name}) is illegal: seat {seat} decides \"{decision}\", and \
         the legal ones are {legal}; no table was stepped"
    )]
    Illegal {
        table: usize,
        action: u8,
        name: String,
        seat: usize,
        decision: &'static str,
        legal: String,
    },
    #[error("block={0}: the first block is a number from 0 to {MAX_BLOCK}")]
    Block(u64),
    #[error(
        "the state is of {found} tables of another environment; load() takes what state() of one \
         with the same arguments gave"
    )]
    OtherState { found: usize },
    #[error(
        "k={worlds}: with {tables} tables that makes more than {MAX_TABLES}, or none; allowed are \
         1 to {}", MAX_TABLES / tables
    )]
    Worlds { worlds: usize, tables: usize },
}

impl Environment {
    /// Tables that are not yet dealt.
    ///
    /// # Errors
    /// If the rules cannot be played so, or a number is out of range.
    pub fn new(setup: Setup) -> Result<Environment, SetupError> {
        setup.check()?;
        let threads = setup.threads;
        let helpers = (threads > 1)
            .then(|| ThreadPoolBuilder::new().num_threads(threads - 1).build())
            .transpose()
            .map_err(|error| SetupError::NoThreads { threads, error: error.to_string() })?;
        let tables = tables_of(&setup, helpers);
        let (legal, names) = (vec![0; setup.tables], names(&setup.rules));
        Ok(Environment { setup, tables, legal, names })
    }

    unobench_core::reads! {
        pub fn setup(&self) -> &Setup = &self.setup;
        pub fn tables(&self) -> usize = self.setup.tables;
        pub fn actions(&self) -> &[String] = &self.names;
    }

    /// Deals every table a round: table `t` block `block + t`, or without a block its next one.
    /// The first reset deals from block 0 on. Where a round ends before a learner is asked, the
    /// next step says so.
    ///
    /// # Errors
    /// If the block is above [`MAX_BLOCK`].
    pub fn reset(&mut self, block: Option<u64>) -> Result<Rows, StepError> {
        let mut rows = Rows::new(&self.setup);
        self.reset_into(block, rows.as_mut())?;
        Ok(rows)
    }

    /// The same, written to where it is wanted.
    ///
    /// # Errors
    /// As [`reset`](Self::reset).
    ///
    /// # Panics
    /// If there is not as much place as there are tables.
    pub fn reset_into(&mut self, block: Option<u64>, rows: RowsMut<'_>) -> Result<(), StepError> {
        if let Some(block) = block.filter(|block| *block > MAX_BLOCK) {
            return Err(StepError::Block(block));
        }
        self.tables.reset(block);
        self.show_into(rows);
        Ok(())
    }

    /// Takes an action for each table and plays on to the next decision of a learner. Where nobody
    /// is asked the action is not looked at.
    ///
    /// # Errors
    /// If an action is illegal; no table is stepped then. If nothing is dealt, or every round is
    /// over.
    pub fn step(&mut self, actions: &[u8]) -> Result<Rows, StepError> {
        let mut rows = Rows::new(&self.setup);
        self.step_into(actions, rows.as_mut())?;
        Ok(rows)
    }

    /// The same, written to where it is wanted.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    ///
    /// # Panics
    /// If there is not as much place as there are tables.
    pub fn step_into(&mut self, actions: &[u8], rows: RowsMut<'_>) -> Result<(), StepError> {
        self.check(actions)?;
        let rows = rows.for_tables(&self.setup);
        self.tables.step(actions, &mut self.legal, rows);
        Ok(())
    }

    /// What there is to see now, once more; no rewards.
    pub fn rows(&mut self) -> Rows {
        let mut rows = Rows::new(&self.setup);
        self.show_into(rows.as_mut());
        rows
    }

    /// The same, written to where it is wanted.
    ///
    /// # Panics
    /// If there is not as much place as there are tables.
    pub fn show_into(&mut self, rows: RowsMut<'_>) {
        let rows = rows.for_tables(&self.setup);
        self.tables.step(&[], &mut self.legal, rows);
    }

    /// How much the rows of the rule set count in a network's first layer, at all tables.
    pub fn effects(&self) -> Effects {
        *effects(&ActiveRules::of(&self.setup.rules), self.setup.players)
    }

    /// Visits, table by table and in the order of their numbers, the legal actions: for each its
    /// table, its number, and the other rows of the first layer that count, in no order.
    ///
    /// # Errors
    /// If nothing is dealt, or the setup does not say that this is asked.
    pub fn net_rows(&self, visit: &mut dyn FnMut(usize, usize, &[u16])) -> Result<(), StepError> {
        if !self.setup.net_rows {
            return Err(StepError::NoNetRows);
        }
        if !self.tables.is_dealt() {
            return Err(StepError::NotDealt("net_rows"));
        }
        for table in 0..self.tables() {
            self.tables.net_rows(table, &mut |action, rows| visit(table, action, rows));
        }
        Ok(())
    }

    pub fn saved(&self) -> Saved {
        Saved { setup: self.setup.clone(), tables: self.tables.saved(), legal: self.legal.clone() }
    }

    /// Comes back to how all tables stood. Where their rows were of another layout, or not all
    /// draws were legal, the next thing to do is [`show_into`](Self::show_into).
    ///
    /// # Errors
    /// If that was another environment, at which other rules, seats or strategies are played, or
    /// another number of tables.
    pub fn load(&mut self, saved: &Saved) -> Result<(), StepError> {
        if !self.setup.plays_as(&saved.setup) {
            return Err(StepError::OtherState { found: saved.setup.tables });
        }
        self.tables.load(&*saved.tables);
        self.legal.clone_from(&saved.legal);
        Ok(())
    }

    /// An environment with `worlds` tables for each of these, one after the other: each as its row
    /// shows it, with another world behind it. They are sampled by `seed`, and nothing hidden
    /// changes them. They do not deal again by themselves.
    ///
    /// # Errors
    /// If nothing is dealt, or that makes too many tables.
    pub fn determinized(&self, worlds: usize, seed: u64) -> Result<Environment, StepError> {
        let tables = self.setup.tables;
        let count = worlds.checked_mul(tables).filter(|count| (1..=MAX_TABLES).contains(count));
        let count = count.ok_or(StepError::Worlds { worlds, tables })?;
        let setup = Setup {
            tables: count,
            autoreset: Autoreset::Disabled,
            threads: 1,
            ..self.setup.clone()
        };
        if !self.tables.is_dealt() {
            return Err(StepError::NotDealt("determinize"));
        }
        let mut other = Environment::new(setup).expect("what is played already");
        other.tables.load(&*self.tables.worlds(worlds, seed));
        Ok(other)
    }

    /// An environment with the same tables, which goes its own way from here on.
    ///
    /// # Errors
    /// If the system starts no more threads.
    pub fn try_clone(&self) -> Result<Environment, SetupError> {
        let mut other = Environment::new(self.setup.clone())?;
        other.load(&self.saved()).expect("the same rules, strategies and number of tables");
        Ok(other)
    }

    fn check(&self, actions: &[u8]) -> Result<(), StepError> {
        let tables = self.setup.tables;
        if !self.tables.is_dealt() {
            return Err(StepError::NotDealt("step"));
        }
        if self.setup.autoreset == Autoreset::Disabled && self.tables.are_over() {
            return Err(StepError::Over);
        }
        if actions.len() != tables {
            return Err(StepError::Count { found: actions.len(), tables });
        }
        let count = self.names.len();
        let refused = actions.iter().zip(&self.legal).position(|(action, legal)| {
            *legal != 0 && (usize::from(*action) >= count || legal >> action & 1 == 0)
        });
        match refused {
            Some(table) => Err(self.refused(table, actions[table])),
            None => Ok(()),
        }
    }

    fn refused(&self, table: usize, action: u8) -> StepError {
        let actions = self.names.len();
        if usize::from(action) >= actions {
            return StepError::NoAction { table, action: action.into(), actions };
        }
        let legal: Vec<String> = (0..actions)
            .filter(|number| self.legal[table] >> number & 1 == 1)
            .map(|number| format!("{number} ({})", self.names[number]))
            .collect();
        let (seat, decision) = self.tables.asked(table);
        StepError::Illegal {
            table,
            action,
            name: self.names[usize::from(action)].clone(),
            seat,
            decision,
            legal: legal.join(", "),
        }
    }
}
