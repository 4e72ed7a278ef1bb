//! The tables of a run.

use super::config::RunConfig;
use super::rounds::{NotedTable, Rounds};
use crate::error::RunError;
use crate::session::TableMaker;
use unobench_bots::{BotError, BotTable, Contestant, Pool};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::StrategySpec;
use unobench_core::table::{PlayBlocks, TableSetup};
use unobench_engine::rounds::{NoteRounds, NotingTable};
use unobench_engine::workers::{PlayMonitor, play_chunk};
use unobench_engine::{Chunk, Schedule};
use unobench_measure::PlayChunk;
use unobench_measure::header::Header;
use unobench_measure::plan::{Job, Plan};
use unobench_measure::totals::LegTally;

/// The tables of a run, one made for each rule set that it plays.
pub(crate) struct RunTables<'a> {
    plan: &'a Plan,
    rules: &'a [RuleSet],
    contestants: Vec<Contestant>,
    strategies: Vec<StrategySpec>,
    pub(super) pool: Option<Pool>,
    pub(super) rounds: Option<Rounds>,
}

impl<'a> RunTables<'a> {
    /// Those of a plan; the processes of its bots are these, or new ones.
    pub(crate) fn new(
        config: &'a RunConfig,
        plan: &'a Plan,
        bots: Option<Pool>,
    ) -> Result<RunTables<'a>, BotError> {
        let places = plan.schedule().into_iter().flat_map(Schedule::representatives);
        let contestants: Vec<Contestant> =
            places.map(|&place| config.line_up[place].clone()).collect();
        let strategies = Contestant::strategies(&contestants);
        let pool = match bots {
            Some(pool) => Some(pool),
            None => config.bots_of(&contestants)?,
        };
        Ok(RunTables { plan, rules: &config.rules, contestants, strategies, pool, rounds: None })
    }
}

impl RunTables<'_> {
    fn setup(&self, rules: &RuleSet) -> TableSetup {
        let Header { players, r#match, seed, .. } = *self.plan.header();
        TableSetup::new(rules, players, &self.strategies, r#match, seed)
    }

    fn bot_table<'a>(&'a self, rules: &RuleSet, pool: &'a Pool) -> BotTable<'a> {
        BotTable::new(self.setup(rules), &self.contestants, pool)
    }
}

impl TableMaker for RunTables<'_> {
    fn set(&self, place: usize, _: usize) -> Result<Box<dyn PlayChunk + '_>, RunError> {
        let (plan, rules) = (self.plan, &self.rules[place]);
        if let Some(rounds) = &self.rounds {
            rounds.forget();
            let table: Box<dyn NoteRounds> = match &self.pool {
                None => Box::new(NotingTable::new(self.setup(rules))),
                Some(pool) => Box::new(self.bot_table(rules, pool)),
            };
            return Ok(Box::new(NotedTable { plan, rules: place, table, rounds }));
        }
        let table: Box<dyn PlayBlocks> = match &self.pool {
            None => self.setup(rules).table(),
            Some(pool) => Box::new(self.bot_table(rules, pool)),
        };
        let sides = plan.header().rules[place].sides(plan.header().players);
        Ok(Box::new(RunTable { plan, sides, table }))
    }

    fn most_blocks(&self) -> Option<u64> {
        self.rounds.as_ref().map(|_| Rounds::most_blocks(self.plan))
    }

    fn written(&self, job: &Job) -> Result<(), RunError> {
        self.rounds.iter().try_for_each(|rounds| Ok(rounds.write(self.plan, job)?))
    }

    fn stop(&self) {
        self.pool.iter().for_each(Pool::stop);
    }

    fn failed(&self) -> Option<BotError> {
        self.pool.as_ref()?.never_started()
    }
}

/// The table of one rule set, at which chunks of a run are played.
pub(crate) struct RunTable<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) sides: usize,
    pub(crate) table: Box<dyn PlayBlocks + 'a>,
}

impl PlayChunk for RunTable<'_> {
    fn play_chunk(&self, chunk: Chunk, monitor: PlayMonitor<'_>) -> Option<LegTally> {
        let schedule = self.plan.schedule()?;
        let tally = play_chunk(schedule, &*self.table, self.sides, chunk, monitor)?;
        Some(LegTally::LineUps(Box::new(tally)))
    }
}
