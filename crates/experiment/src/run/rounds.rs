//! A row for each seat and round, where somebody asks for it.
//!
//! Rows are noted while a chunk is played, and written when its line is: in the order of blocks,
//! whatever the threads. So the file always has the rounds of whole chunks, those that this session
//! has added to `progress.jsonl`.

use crate::directory::derived;
use crate::error::{Result, RunError};
use crate::rounds::{RoundsFile, RoundsPath};
use crate::session::locked;
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use unobench_core::table::{Outcome, PlayBlocks, SeatMap};
use unobench_disk::WriteError;
use unobench_engine::Chunk;
use unobench_engine::rounds::{NoteRounds, SeatRound};
use unobench_engine::workers::{PlayMonitor, play_chunk};
use unobench_findings::rows::RoundRow;
use unobench_measure::PlayChunk;
use unobench_measure::header::Header;
use unobench_measure::plan::{Job, Plan};
use unobench_measure::totals::LegTally;

/// About how many rows may wait to be written: some hundred megabytes.
const MOST_ROWS: u64 = 1 << 22;

pub(super) const ROUNDS_OF_A_MATCH: u64 = 16;

/// The rounds of a chunk, block by block.
type ChunkRounds = Vec<Vec<SeatRound>>;

/// The rounds file of a run, with the rounds of chunks whose turn to be written has not come.
pub(super) struct Rounds {
    file: Mutex<RoundsFile>,
    waiting: Mutex<BTreeMap<(usize, u64), ChunkRounds>>,
}

impl Rounds {
    pub(super) fn begin(to: &RoundsPath, directory: &Path, header: &Header) -> Result<Rounds> {
        if is_of_run(to.as_path(), directory) {
            return Err(RunError::RoundsOverResults { path: to.as_path().to_owned() });
        }
        let origin = [
            ("unobench.version", header.version.clone()),
            ("unobench.seed", header.seed.to_string()),
            ("unobench.rules", json!(header.rules).to_string()),
        ];
        Ok(Rounds { file: Mutex::new(RoundsFile::begin(to, &origin)?), waiting: Mutex::default() })
    }

    /// The most blocks that are played before all of them are written, but for one chunk that has
    /// more.
    pub(super) fn most_blocks(plan: &Plan) -> u64 {
        let (Some(schedule), header) = (plan.schedule(), plan.header()) else { return MOST_ROWS };
        let games = schedule.games_per_cycle().div_ceil(schedule.line_ups().len() as u64);
        let rounds = games * if header.r#match { ROUNDS_OF_A_MATCH } else { 1 };
        MOST_ROWS / (rounds * header.players as u64)
    }

    pub(super) fn forget(&self) {
        locked(&self.waiting).clear();
    }

    pub(super) fn write(&self, plan: &Plan, job: &Job) -> Result<(), WriteError> {
        let key = (job.rules, job.chunk.index);
        let blocks = locked(&self.waiting).remove(&key).unwrap_or_default();
        let (Some(schedule), header) = (plan.schedule(), plan.header()) else { return Ok(()) };
        let rules = &header.rules[job.rules];
        let (mut file, digest) = (locked(&self.file), rules.digest());
        for (block, seats) in (job.chunk.first..).zip(blocks) {
            for seat in seats {
                file.write(&RoundRow {
                    rules: Cow::Borrowed(&rules.name),
                    players: header.players as u32,
                    block,
                    seating: seat.seating,
                    round: seat.round,
                    seat: u32::from(seat.place) + 1,
                    strategy: Cow::Borrowed(&schedule.strategies()[usize::from(seat.strategy)]),
                    won: u32::from(seat.won),
                    score: seat.score,
                    hand_points: seat.hand_points,
                    turns: seat.turns,
                    drawn: seat.drawn,
                    rules_digest: Cow::Borrowed(&digest),
                })?;
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<u64, WriteError> {
        self.file.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
    }
}

fn is_of_run(path: &Path, directory: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new(".")).canonicalize();
    let is_beside = parent.is_ok_and(|parent| directory.canonicalize().is_ok_and(|d| d == parent));
    is_beside && derived().any(|derived| name.eq_ignore_ascii_case(derived))
}

/// The table of a rule set at which the rounds are noted for the rounds file.
pub(super) struct NotedTable<'a> {
    pub(super) plan: &'a Plan,
    pub(super) rules: usize,
    pub(super) table: Box<dyn NoteRounds + 'a>,
    pub(super) rounds: &'a Rounds,
}

impl PlayChunk for NotedTable<'_> {
    fn play_chunk(&self, chunk: Chunk, monitor: PlayMonitor<'_>) -> Option<LegTally> {
        let blocks = (0..chunk.blocks).map(|_| OnceLock::new()).collect();
        let noted = NotedChunk { table: &*self.table, first: chunk.first, blocks };
        let header = self.plan.header();
        let sides = header.rules[self.rules].sides(header.players);
        let tally = play_chunk(self.plan.schedule()?, &noted, sides, chunk, monitor)?;
        let blocks = noted.blocks.into_iter().map(|block| block.into_inner().unwrap_or_default());
        locked(&self.rounds.waiting).insert((self.rules, chunk.index), blocks.collect());
        Some(LegTally::LineUps(Box::new(tally)))
    }
}

/// The blocks of one chunk as they are played, with the rounds noted so far.
struct NotedChunk<'a> {
    table: &'a dyn NoteRounds,
    first: u64,
    blocks: Vec<OnceLock<Vec<SeatRound>>>,
}

impl PlayBlocks for NotedChunk<'_> {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        let (played, rounds) = self.table.note_block(block, seatings);
        outcomes.extend(played);
        let is_first = self.blocks[(block - self.first) as usize].set(rounds).is_ok();
        debug_assert!(is_first, "block {block} was played twice");
    }
}
