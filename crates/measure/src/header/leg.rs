//! A leg: what is played of each rule set, and how much of it.

use serde::{Deserialize, Serialize};
use std::fmt;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};
use unobench_engine::schedule::{Schedule, ScheduleError, Seating};
use unobench_engine::{Chunk, ChunkSizes, Chunks};
use unobench_findings::documents::Play;
use unobench_stats::looks::Look;

/// Into how many groups the blocks of a leg are cut.
///
/// Enough that Student's t with one degree of freedom fewer is near the normal distribution (its 95
/// % point is 2.01), few enough that each has many blocks.
pub const GROUPS: usize = 50;

const MOST_IN_POOL: usize = 256;

/// One part of what is played of each rule set: by whom, and how many games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    pub play: LegPlay,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// Games, in whole blocks.
    pub games: u64,
    /// The cost class of the games, as blocks of the longest chunk; none before it is planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk: Option<u64>,
    /// The blocks from one look of a sequential test to the next, a multiple of `chunk`, which is
    /// then the length of every chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<u64>,
    /// Of a survey that is stopped as soon as its answer is sure, the number of the look until
    /// which it is played; see [`Look`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u8>,
}

/// Who plays a leg: the line-ups of a run, or what a survey plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LegPlay {
    LineUps(LineUps),
    Survey(Play),
}

/// The strategies of a run, and how they are combined and seated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineUps {
    pub line_up: Vec<String>,
    /// The line-ups one by one, if they are not all combinations: for each position the place of
    /// its strategy in `line_up`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_ups: Option<Vec<Vec<usize>>>,
    /// The distinct strategies; tallies number them by their place here.
    pub strategies: Vec<String>,
    pub seating: Seating,
    pub scale: i64,
}

impl fmt::Display for LegPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegPlay::LineUps(line_ups) => f.write_str(&line_ups.line_up.join(", ")),
            LegPlay::Survey(play) => play.fmt(f),
        }
    }
}

impl LineUps {
    pub fn schedule(&self, players: usize) -> Result<Schedule, ScheduleError> {
        let LineUps { line_up, seating, .. } = self;
        match &self.line_ups {
            None => Schedule::new(line_up, players, *seating),
            Some(line_ups) => Schedule::of_line_ups(line_up, players, *seating, line_ups),
        }
    }
}

impl Leg {
    /// A leg of a survey of at least so many games, in whole blocks and groups.
    pub fn new(play: Play, games: u64, players: usize) -> Leg {
        let of_groups = play.games_per_block(players) * GROUPS as u64;
        let games = games.div_ceil(of_groups).max(1).saturating_mul(of_groups);
        let play = LegPlay::Survey(play);
        Leg { play, players: None, games, chunk: None, look: None, ended_at: None }
    }

    /// The part of all error that may be made by what is said of it.
    pub fn error_share(&self) -> f64 {
        self.ended_at.and_then(Look::numbered).map_or(1.0, Look::error_share)
    }

    #[must_use]
    pub fn at(self, players: usize) -> Leg {
        Leg { players: Some(players), ..self }
    }

    pub fn seats(&self, players: usize) -> usize {
        self.players.unwrap_or(players)
    }

    pub fn survey(&self) -> Option<&Play> {
        match &self.play {
            LegPlay::Survey(play) => Some(play),
            LegPlay::LineUps(_) => None,
        }
    }

    pub fn strategies(&self) -> Vec<&String> {
        match &self.play {
            LegPlay::Survey(play) => play.strategies(),
            LegPlay::LineUps(line_ups) => line_ups.line_up.iter().collect(),
        }
    }

    pub(super) fn seats_any(&self, strategy: &str) -> bool {
        self.survey().is_some_and(|play| play.strategies().into_iter().any(|name| name == strategy))
    }

    pub fn blocks(&self, players: usize) -> u64 {
        let of_block = self.survey().map_or(1, |play| play.games_per_block(self.seats(players)));
        self.games / of_block.max(1)
    }

    /// How long its chunks are: equal in a survey and between the looks of a sequential test, else
    /// growing up to a bound.
    pub fn chunk_sizes(&self) -> ChunkSizes {
        let is_equal = self.survey().is_some() || self.look.is_some();
        let sizes = if is_equal { ChunkSizes::equal } else { ChunkSizes::growing };
        sizes(self.chunk.unwrap_or(1))
    }

    pub fn chunks(&self, blocks: u64) -> Chunks {
        Chunks::new(blocks, self.chunk_sizes())
    }

    /// Whether there is something to play, and not more of a block than can be tallied.
    pub(super) fn is_playable(&self, players: usize) -> bool {
        let is_cut = self.chunk.is_none_or(|blocks| ChunkSizes::equal(blocks).is_valid());
        let Some(play) = self.survey() else { return is_cut };
        let seats = self.seats(players);
        let is_small = match play {
            Play::Pairs { pool } => (2..=MOST_IN_POOL).contains(&pool.len()) && seats == 2,
            Play::Mixed { strategies } => (1..=MOST_IN_POOL).contains(&strategies.len()),
            _ => true,
        };
        let games_of_groups = play.games_per_block(seats) * GROUPS as u64;
        let is_whole = self.games > 0 && self.games.is_multiple_of(games_of_groups);
        let is_table = (MIN_SEATS..=MAX_SEATS).contains(&seats);
        is_cut && is_small && is_table && self.look.is_none() && is_whole
    }
}

pub fn group_of(block: u64) -> usize {
    (block % GROUPS as u64) as usize
}

pub fn blocks_by_group(chunk: Chunk) -> [u64; GROUPS] {
    std::array::from_fn(|group| {
        blocks_below(chunk.end(), group as u64) - blocks_below(chunk.first, group as u64)
    })
}

/// How many blocks of a group come before the block `end`.
fn blocks_below(end: u64, group: u64) -> u64 {
    let groups = GROUPS as u64;
    (end + groups - 1 - group) / groups
}
