//! How far a run is played: its `progress.jsonl`, line by line.
//!
//! Each line after the [`Header`](super::header::Header) is one finished chunk of one rule set,
//! with its [`Tally`]. Rule sets follow each other in the header's order, and their
//! chunks in block order.

use super::plan::Plan;
use super::results::Results;
use crate::any::AnyHeader;
use crate::header::is_read;
use crate::store::StoreError;
use crate::store::line::{Origin, seal, unseal};
use crate::store::progress::Progress;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::iter::Peekable;
use unobench_core::bounded::quoted;
use unobench_engine::chunks::Chunk;
use unobench_engine::tally::Tally;

/// A finished chunk of a rule set, without its check sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkRecord {
    /// The rule set's name.
    pub rules: String,
    /// The chunk's number.
    pub chunk: u64,
    /// Its first block.
    pub first: u64,
    /// How many blocks it has.
    pub blocks: u64,
    /// What happened in them.
    pub tally: Tally,
}

/// How far a plan is played: the totals of its rule sets, and what comes next.
pub(crate) struct RunProgress<'p> {
    plan: Cow<'p, Plan>,
    totals: Vec<Tally>,
    rules: usize,
    chunks: Peekable<Box<dyn Iterator<Item = Chunk> + Send>>,
    games: u64,
    /// What determines the lines of a rule set, once it is known of one.
    origin: Option<(usize, Origin)>,
}

impl<'p> RunProgress<'p> {
    pub(crate) fn new(plan: &'p Plan) -> RunProgress<'p> {
        RunProgress::of(Cow::Borrowed(plan))
    }

    fn of(plan: Cow<'p, Plan>) -> RunProgress<'p> {
        let totals = vec![Tally::new(plan.schedule()); plan.header().rules.len()];
        let chunks = plan.chunks().peekable();
        RunProgress { plan, totals, rules: 0, chunks, games: 0, origin: None }
    }

    /// The rule set and chunk that come next; none when the plan is played.
    pub(crate) fn next(&mut self) -> Option<(usize, Chunk)> {
        while self.rules < self.totals.len() {
            if let Some(&chunk) = self.chunks.peek() {
                return Some((self.rules, chunk));
            }
            self.next_rules();
        }
        None
    }

    fn next_rules(&mut self) {
        self.rules += 1;
        self.chunks = self.plan.chunks().peekable();
    }

    pub(crate) fn totals(&self) -> &[Tally] {
        &self.totals
    }

    /// All that was played, with the names of what it counts.
    pub(crate) fn into_results(self) -> Results {
        self.plan.results(self.totals)
    }

    /// The record of the chunk that comes next.
    pub(crate) fn record(&mut self, tally: Tally) -> ChunkRecord {
        let (rules, chunk) = self.next().expect("a chunk was played, so it was to be played");
        let name = self.plan.header().rules[rules].name.clone();
        let Chunk { index, first, blocks } = chunk;
        ChunkRecord { rules: name, chunk: index, first, blocks, tally }
    }

    /// The line of such a record.
    pub(crate) fn line(&mut self, record: &ChunkRecord) -> Result<Vec<u8>, StoreError> {
        Ok(seal(record, self.origin())?)
    }

    /// What determines the line that comes next.
    fn origin(&mut self) -> Origin {
        let rules = self.next().map_or(0, |(rules, _)| rules);
        match self.origin {
            Some((of, origin)) if of == rules => origin,
            _ => self.origin.insert((rules, self.plan.header().origin(rules))).1,
        }
    }

    /// Takes in the record of the chunk that comes next.
    pub(crate) fn add(&mut self, record: &ChunkRecord) -> Result<(), String> {
        let (rules, chunk) = self.next().ok_or("nothing was left to be played")?;
        let name = &self.plan.header().rules[rules].name;
        if record.rules != *name
            || (record.chunk, record.first, record.blocks)
                != (chunk.index, chunk.first, chunk.blocks)
        {
            return Err(format!(
                "it is chunk {} of {}, not chunk {} of {name}",
                record.chunk,
                quoted(&record.rules),
                chunk.index
            ));
        }
        let blocks = record.tally.blocks();
        if blocks != chunk.blocks {
            return Err(format!("its tally has {blocks} blocks, not {}", chunk.blocks));
        }
        self.totals[rules].add(&record.tally).map_err(|error| error.to_string())?;
        self.games += self.plan.games_of(chunk);
        self.chunks.next();
        if self.plan.is_enough(rules, &self.totals[rules]) {
            self.next_rules();
        }
        Ok(())
    }
}

impl Progress for RunProgress<'_> {
    type Header = AnyHeader;

    fn header_line(&self) -> Result<Vec<u8>, StoreError> {
        Ok(seal(self.plan.header(), Origin::none())?)
    }

    fn adopt(&mut self, there: &AnyHeader) {
        let AnyHeader::Run(there) = there else { return };
        let plan = self.plan.of_version(there.format, &there.version);
        if is_read(there.format) && *plan.header() == **there {
            *self = RunProgress::of(Cow::Owned(plan));
        }
    }

    fn version(&self) -> &str {
        &self.plan.header().version
    }

    fn differences(&self, there: &AnyHeader) -> Vec<String> {
        match there {
            AnyHeader::Run(there) => self.plan.differences(there),
            AnyHeader::Survey(there) => {
                vec![format!("question: {} there, another here", there.question)]
            }
        }
    }

    fn add_line(&mut self, line: &[u8]) -> Result<(), String> {
        let record: ChunkRecord = unseal(line, self.origin())?;
        // A record that does not fit must leave nothing behind.
        Tally::new(self.plan.schedule()).add(&record.tally).map_err(|error| error.to_string())?;
        self.add(&record)
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn is_complete(&mut self) -> bool {
        self.next().is_none()
    }
}
