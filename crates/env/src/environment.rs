//! All tables of an environment, and what a step of them shows.

use crate::actions::{ACTIONS, ActionSet, names};
use crate::observation::BYTES;
use crate::setup::{MAX_BLOCK, Setup, SetupError};
use crate::table::{Common, Facts, Game, House, Kept, Official, Open, Row, Table};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Mutex;
use unobench_core::rules::RuleSet;

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
    tables: Tables,
    /// What is legal at each table; nothing where nobody is asked.
    legal: Vec<ActionSet>,
    names: Vec<String>,
    pool: Option<ThreadPool>,
}

/// The tables, by the instance of the game that plays them. There are none before the first reset.
#[derive(Debug)]
enum Tables {
    Official(Box<House<Official>>, Vec<Table<Official>>),
    Common(Box<House<Common>>, Vec<Table<Common>>),
    Open(Box<House<Open>>, Vec<Table<Open>>),
}

/// Does the same with the tables of any instance.
macro_rules! with_tables {
    ($tables:expr, $house:ident, $list:ident => $what:expr) => {
        match $tables {
            Tables::Official($house, $list) => $what,
            Tables::Common($house, $list) => $what,
            Tables::Open($house, $list) => $what,
        }
    };
}

/// What there is to see of all tables, one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// [`BYTES`] of each table; all 0 where nobody is asked.
    pub observations: Vec<u8>,
    /// [`ACTIONS`] of each table: whether each is legal; none where nobody is asked.
    pub masks: Vec<bool>,
    /// The rewards of all seats of each table; 0 where no round has ended in this step.
    pub rewards: Vec<f32>,
    /// The rest, a table each.
    pub facts: Vec<Facts>,
}

/// What cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum StepError {
    #[error("step() before reset(): nothing is dealt yet")]
    NotDealt,
    #[error("every round is over, and autoreset is off; reset() deals the next")]
    Over,
    #[error("{found} actions for {tables} tables; step() takes one for each")]
    Count { found: usize, tables: usize },
    #[error("actions[{table}] = {action}: an action is a number from 0 to {}", ACTIONS - 1)]
    NoAction { table: usize, action: i64 },
    #[error(
        "actions[{table}] = {action} ({name}) is illegal: seat {seat} decides \"{decision}\", and \
         legal are {legal}; no table was stepped"
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
}

/// Rules are kept for as long as the program runs, so that tables can hold on to them: each once.
fn kept(rules: &RuleSet) -> &'static Kept {
    static ALL: Mutex<Vec<&'static Kept>> = Mutex::new(Vec::new());
    let mut all = ALL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| known.rules == *rules) {
        return known;
    }
    let new: &'static Kept = Box::leak(Box::new(Kept::new(rules.clone())));
    all.push(new);
    new
}

impl Tables {
    /// The fastest instance of the game at which everybody can sit.
    fn of(setup: &Setup, kept: &'static Kept) -> Tables {
        if setup.rules.deck.cards().is_compact() {
            if kept.is_official()
                && let Some(house) = House::new(setup, kept)
            {
                return Tables::Official(Box::new(house), Vec::new());
            }
            if let Some(house) = House::new(setup, kept) {
                return Tables::Common(Box::new(house), Vec::new());
            }
        }
        let house = House::new(setup, kept).expect("anybody sits there");
        Tables::Open(Box::new(house), Vec::new())
    }
}

impl Environment {
    /// Tables that are not yet dealt.
    ///
    /// # Errors
    /// If the rules cannot be played so, or a number is out of range.
    pub fn new(setup: Setup) -> Result<Environment, SetupError> {
        setup.check()?;
        let threads = setup.threads;
        let pool = (threads > 1)
            .then(|| ThreadPoolBuilder::new().num_threads(threads).build())
            .transpose()
            .map_err(|error| SetupError::NoThreads { threads, error: error.to_string() })?;
        let tables = Tables::of(&setup, kept(&setup.rules));
        let (legal, names) = (vec![0; setup.tables], names(&setup.rules));
        Ok(Environment { setup, tables, legal, names, pool })
    }

    /// What is played.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Number of tables.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.setup.tables
    }

    /// The names of the actions.
    #[must_use]
    pub fn actions(&self) -> &[String] {
        &self.names
    }

    /// Deals every table a round: table `t` block `block + t`, or without a block its next one.
    /// The first reset deals from block 0 on. Where a round ends before a learner is asked, the
    /// next step says so.
    ///
    /// # Errors
    /// If the block is above [`MAX_BLOCK`].
    pub fn reset(&mut self, block: Option<u64>) -> Result<Rows, StepError> {
        if let Some(block) = block.filter(|block| *block > MAX_BLOCK) {
            return Err(StepError::Block(block));
        }
        let count = self.setup.tables as u64;
        let mut rows = Rows::new(self.setup.tables, self.setup.players);
        let Environment { tables, legal, pool, .. } = self;
        legal.fill(0);
        with_tables!(tables, house, list => {
            let next = list.first().map_or(0, |table| table.block() + count);
            let block = block.unwrap_or(next);
            *list = (block..block + count).map(|block| Table::new(house, block)).collect();
            let show = |table: &mut Table<_>, _, row: &mut Row<'_>| table.show(house, row);
            each(pool.as_ref(), list, None, rows.parts(legal), show);
        });
        Ok(rows)
    }

    /// Takes an action for each table and plays on to the next decision of a learner. Where nobody
    /// is asked the action is not looked at.
    ///
    /// # Errors
    /// If an action is illegal; no table is stepped then. If nothing is dealt, or every round is
    /// over.
    pub fn step(&mut self, actions: &[u8]) -> Result<Rows, StepError> {
        self.check(actions)?;
        let mut rows = Rows::new(self.setup.tables, self.setup.players);
        let Environment { tables, legal, pool, .. } = self;
        legal.fill(0);
        with_tables!(tables, house, list => {
            let step = |table: &mut Table<_>, action, row: &mut Row<'_>| {
                table.step(house, action, row);
            };
            each(pool.as_ref(), list, Some(actions), rows.parts(legal), step);
        });
        Ok(rows)
    }

    /// Refuses actions before any table is stepped.
    fn check(&self, actions: &[u8]) -> Result<(), StepError> {
        let tables = self.setup.tables;
        with_tables!(&self.tables, _house, list => {
            if list.is_empty() {
                return Err(StepError::NotDealt);
            }
            if list.iter().all(Table::is_over) {
                return Err(StepError::Over);
            }
        });
        if actions.len() != tables {
            return Err(StepError::Count { found: actions.len(), tables });
        }
        let is_wrong = |(action, legal): (&u8, &ActionSet)| {
            *legal != 0 && (usize::from(*action) >= ACTIONS || legal >> action & 1 == 0)
        };
        match actions.iter().zip(&self.legal).position(is_wrong) {
            Some(table) => Err(self.refused(table, actions[table])),
            None => Ok(()),
        }
    }

    /// Why an action is refused.
    fn refused(&self, table: usize, action: u8) -> StepError {
        if usize::from(action) >= ACTIONS {
            return StepError::NoAction { table, action: action.into() };
        }
        let legal: Vec<String> = (0..ACTIONS)
            .filter(|number| self.legal[table] >> number & 1 == 1)
            .map(|number| format!("{number} ({})", self.names[number]))
            .collect();
        let (seat, decision) = with_tables!(&self.tables, _house, list => {
            (list[table].seat(), list[table].decision())
        });
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

impl Rows {
    fn new(tables: usize, players: usize) -> Rows {
        Rows {
            observations: vec![0; tables * BYTES],
            masks: vec![false; tables * ACTIONS],
            rewards: vec![0.0; tables * players],
            facts: vec![Facts::NONE; tables],
        }
    }

    /// All rows, to be written.
    fn parts<'a>(&'a mut self, legal: &'a mut [ActionSet]) -> Parts<'a> {
        Parts {
            players: self.rewards.len() / self.facts.len(),
            observations: &mut self.observations,
            masks: &mut self.masks,
            legal,
            rewards: &mut self.rewards,
            facts: &mut self.facts,
        }
    }
}

/// Rows that follow each other, to be written.
struct Parts<'a> {
    players: usize,
    observations: &'a mut [u8],
    masks: &'a mut [bool],
    legal: &'a mut [ActionSet],
    rewards: &'a mut [f32],
    facts: &'a mut [Facts],
}

impl<'a> Parts<'a> {
    /// The first rows, and the others.
    fn split_at(self, count: usize) -> (Parts<'a>, Parts<'a>) {
        let players = self.players;
        let observations = self.observations.split_at_mut(count * BYTES);
        let masks = self.masks.split_at_mut(count * ACTIONS);
        let legal = self.legal.split_at_mut(count);
        let rewards = self.rewards.split_at_mut(count * players);
        let facts = self.facts.split_at_mut(count);
        let parts = |observations, masks, legal, rewards, facts| Parts {
            players,
            observations,
            masks,
            legal,
            rewards,
            facts,
        };
        (
            parts(observations.0, masks.0, legal.0, rewards.0, facts.0),
            parts(observations.1, masks.1, legal.1, rewards.1, facts.1),
        )
    }

    /// The row of a table.
    #[inline(always)]
    fn row(&mut self, table: usize) -> Row<'_> {
        Row {
            observation: &mut self.observations[table * BYTES..][..BYTES],
            mask: &mut self.masks[table * ACTIONS..][..ACTIONS],
            legal: &mut self.legal[table],
            rewards: &mut self.rewards[table * self.players..][..self.players],
            facts: &mut self.facts[table],
        }
    }
}

/// How many parts each thread has to do, so that a slow one does not keep the others waiting.
const PARTS_A_THREAD: usize = 4;

/// Does something with each table, its action, and its row.
fn each<G: Game>(
    pool: Option<&ThreadPool>,
    tables: &mut [Table<G>],
    actions: Option<&[u8]>,
    rows: Parts<'_>,
    work: impl Fn(&mut Table<G>, u8, &mut Row<'_>) + Sync,
) {
    let Some(pool) = pool else { return do_part(tables, actions, rows, &work) };
    let size = tables.len().div_ceil(PARTS_A_THREAD * pool.current_num_threads());
    let (mut parts, mut rest) = (Vec::new(), rows);
    for (place, tables) in tables.chunks_mut(size).enumerate() {
        let (first, others) = rest.split_at(tables.len());
        let actions = actions.map(|actions| &actions[place * size..][..tables.len()]);
        parts.push((tables, actions, first));
        rest = others;
    }
    pool.install(|| {
        parts
            .into_par_iter()
            .for_each(|(tables, actions, rows)| do_part(tables, actions, rows, &work));
    });
}

fn do_part<G: Game>(
    tables: &mut [Table<G>],
    actions: Option<&[u8]>,
    mut rows: Parts<'_>,
    work: &impl Fn(&mut Table<G>, u8, &mut Row<'_>),
) {
    for (place, table) in tables.iter_mut().enumerate() {
        let action = actions.map_or(0, |actions| actions[place]);
        work(table, action, &mut rows.row(place));
    }
}
