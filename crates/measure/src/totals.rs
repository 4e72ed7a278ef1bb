//! What was played of a leg of a rule set: in a line of `progress.jsonl`, and all lines together.

use crate::header::{GROUPS, Leg, blocks_by_group};
use crate::survey::SurveyTally as GroupTally;
use serde::Serialize;
use unobench_engine::Chunk;
use unobench_engine::histogram::Histogram;
use unobench_engine::schedule::Schedule;
use unobench_engine::sums::Sum;
use unobench_engine::tally::{Tally, TallyError};
use unobench_engine::workers::PlayMonitor;

/// What was played of one leg in one chunk, for a line of `progress.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum LegTally {
    LineUps(Box<Tally>),
    /// Of a leg of a survey: for each group what happened in those blocks of the chunk that belong
    /// to it.
    Groups(Vec<Option<GroupTally>>),
}

/// What was played of one leg in all chunks so far.
#[derive(Debug, Clone)]
pub enum LegTotals {
    LineUps(Box<Totals>),
    /// Of a leg of a survey, by group; none of groups of which nothing is played yet.
    Groups(Vec<Option<GroupTally>>),
}

/// The tally of all chunks of a leg of a run, with the distributions of its groups.
#[derive(Debug, Clone)]
pub struct Totals {
    pub tally: Tally,
    /// The distributions of each group, which tell how precise their quantiles are; chunk c is of
    /// group c modulo [`GROUPS`].
    pub groups: Vec<Group>,
}

/// How often games of one group of chunks had each number of turns and each score.
#[derive(Debug, Clone, Default)]
pub struct Group {
    pub turns: Histogram,
    pub scores: Vec<Histogram>,
}

/// Plays the blocks of a table.
pub trait PlayChunk: Send + Sync {
    /// Plays a chunk on all threads that are free; nothing if it was stopped.
    fn play_chunk(&self, chunk: Chunk, monitor: PlayMonitor<'_>) -> Option<LegTally>;
}

impl LegTotals {
    pub fn new(schedule: Option<&Schedule>) -> LegTotals {
        match schedule {
            Some(schedule) => LegTotals::LineUps(Box::new(Totals::new(schedule))),
            None => LegTotals::Groups(vec![None; GROUPS]),
        }
    }

    /// The groups of a leg of a survey; none of a run.
    pub fn into_groups(self) -> Vec<Option<GroupTally>> {
        match self {
            LegTotals::Groups(groups) => groups,
            LegTotals::LineUps(_) => Vec::new(),
        }
    }

    /// Adds the tally of a chunk; what does not fit leaves nothing behind.
    pub fn add(
        &mut self,
        tally: &LegTally,
        leg: &Leg,
        players: usize,
        chunk: Chunk,
    ) -> Result<(), String> {
        match (self, tally) {
            (LegTotals::LineUps(totals), LegTally::LineUps(tally)) => {
                let blocks = tally.blocks();
                if blocks != chunk.blocks {
                    return Err(format!("its tally has {blocks} blocks, not {}", chunk.blocks));
                }
                totals.add(chunk.index, tally).map_err(|error| error.to_string())
            }
            (LegTotals::Groups(totals), LegTally::Groups(groups)) => {
                let sums = add_groups(totals, groups, leg, players, chunk);
                *totals = sums.ok_or("its tally does not fit the leg")?;
                Ok(())
            }
            _ => Err("its tally is of something else".to_owned()),
        }
    }
}

/// The sums of groups with those of a chunk; none if these are not of the leg, or too much.
fn add_groups(
    totals: &[Option<GroupTally>],
    groups: &[Option<GroupTally>],
    leg: &Leg,
    players: usize,
    chunk: Chunk,
) -> Option<Vec<Option<GroupTally>>> {
    let (play, players) = (leg.survey()?, leg.seats(players));
    let mut sums = totals.to_vec();
    let all = sums.iter_mut().zip(groups).zip(blocks_by_group(chunk));
    let mut fits = groups.len() == GROUPS;
    for ((sum, more), blocks) in all {
        fits &= match more {
            None => blocks == 0,
            Some(more) => {
                more.fits(play, blocks, players)
                    && sum.get_or_insert_with(|| GroupTally::new(players)).try_add(more)
            }
        };
    }
    fits.then_some(sums)
}

impl Totals {
    pub fn new(schedule: &Schedule) -> Totals {
        let scores = vec![Histogram::default(); schedule.strategies().len()];
        let group = Group { turns: Histogram::default(), scores };
        Totals { tally: Tally::new(schedule), groups: vec![group; GROUPS] }
    }

    pub fn add(&mut self, chunk: u64, tally: &Tally) -> Result<(), TallyError> {
        self.tally.add(tally)?;
        let group = &mut self.groups[(chunk % GROUPS as u64) as usize];
        // What fits into the whole fits into a part of it.
        let added = group.turns.add(&tally.turns);
        debug_assert!(added.is_some());
        for strategy_tally in &tally.strategies {
            let added = group.scores[strategy_tally.strategy].add(&strategy_tally.scores);
            debug_assert!(added.is_some());
        }
        Ok(())
    }
}
