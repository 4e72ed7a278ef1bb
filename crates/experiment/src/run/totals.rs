//! What was played of a rule set: the sums over all its blocks, and its distributions by group,
//! which tell how precise their quantiles are.

use unobench_engine::histogram::Histogram;
use unobench_engine::schedule::Schedule;
use unobench_engine::sums::Sum;
use unobench_engine::tally::{Tally, TallyError};

/// How many groups there are; chunk c belongs to group c modulo it.
pub const GROUPS: usize = 50;

/// What was played of a rule set.
#[derive(Debug, Clone)]
pub struct Totals {
    /// The sums over all blocks.
    pub tally: Tally,
    /// The distributions of each group.
    pub groups: Vec<Group>,
}

/// The distributions of a group of chunks.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// Games by turns.
    pub turns: Histogram,
    /// Appearances by score, for each strategy.
    pub scores: Vec<Histogram>,
}

impl Totals {
    /// Nothing yet.
    #[must_use]
    pub fn new(schedule: &Schedule) -> Totals {
        let scores = vec![Histogram::default(); schedule.strategies().len()];
        let group = Group { turns: Histogram::default(), scores };
        Totals { tally: Tally::new(schedule), groups: vec![group; GROUPS] }
    }

    /// Adds the tally of a chunk.
    ///
    /// # Errors
    /// If it is of another schedule; part of it is then added.
    pub fn add(&mut self, chunk: u64, tally: &Tally) -> Result<(), TallyError> {
        self.tally.add(tally)?;
        let group = &mut self.groups[(chunk % GROUPS as u64) as usize];
        // What fits into the whole fits into a part of it.
        let added = group.turns.add(&tally.turns);
        debug_assert!(added.is_some());
        for of in &tally.strategies {
            let added = group.scores[of.strategy].add(&of.scores);
            debug_assert!(added.is_some());
        }
        Ok(())
    }
}
