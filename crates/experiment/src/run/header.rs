//! The first line of a run's `progress.jsonl`: everything that determines the bytes of the run.

use super::stop::Stop;
use crate::header::{HeaderRules, named_bots};
use crate::store::line::Origin;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use unobench_bots::OnFault;
use unobench_engine::ChunkSizes;
use unobench_engine::shard::Shard;

/// The first line of `progress.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file format.
    pub format: u32,
    /// What question the games answer.
    #[serde(default, skip_serializing_if = "Question::is_run")]
    pub question: Question,
    /// The program that wrote it.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Seats at the table.
    pub players: usize,
    /// In which seatings each deal is played: `rotate`, `all` or `fixed`.
    pub seating: String,
    /// Whether a game is a match.
    pub r#match: bool,
    /// Games of each rule set, in whole blocks.
    pub games: u64,
    /// Blocks of each rule set.
    pub blocks: u64,
    /// The cost class of the games, as blocks of the largest chunk; none in formats 1 and 2, whose
    /// chunks did not depend on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest_chunk: Option<u64>,
    /// What a bot's fault costs.
    #[serde(default, skip_serializing_if = "OnFault::is_random")]
    pub on_fault: OnFault,
    /// The blocks from one look of a sequential test to the next, a multiple of `largest_chunk`,
    /// which is then the length of every chunk; none where chunks grow, and until format 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<u64>,
    /// The strategies as named; until format 3 repeated to fill the table.
    pub line_up: Vec<String>,
    /// The line-ups one by one, if they are not all combinations: for each position the place of
    /// its strategy in `line_up`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_ups: Option<Vec<Vec<usize>>>,
    /// The distinct strategies; records number them by their place here.
    pub strategies: Vec<String>,
    /// The files that strategies were read from, each with a digest of what was read; see
    /// [`StrategySpec::file`](unobench_core::strategy::StrategySpec::file).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The versions of strategies that are not the program's own, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, String>,
    /// How bots are written, by the names that they have among the strategies, if it is otherwise.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<String, String>,
    /// In what multiples of its inverse differences of scores are kept.
    pub scale: i64,
    /// The rule sets, in the order in which they are played.
    pub rules: Vec<HeaderRules>,
    /// The rule by which a rule set may end before its blocks do.
    pub stop: Option<Stop>,
    /// The part of the run that this is, if it is not the whole.
    pub shard: Option<Shard>,
}

impl Header {
    /// How long chunks are: equal between the looks of a sequential test, else growing up to a
    /// bound, which did not depend on what was played until format 3.
    #[must_use]
    pub fn chunk_sizes(&self) -> ChunkSizes {
        let sizes = if self.look.is_some() { ChunkSizes::equal } else { ChunkSizes::growing };
        self.largest_chunk.map_or_else(ChunkSizes::of_any_cost, sizes)
    }

    /// The bots as they are called and as they are written, in their order.
    pub(crate) fn named_bots(&self) -> Vec<(String, String)> {
        named_bots(&self.line_up, &self.bots)
    }

    /// What determines the lines of a rule set: the header without games, blocks, question, stop
    /// rule, shard and the other rule sets.
    pub(super) fn origin(&self, rules: usize) -> Origin {
        Origin::of(
            self.format,
            &Header {
                format: self.format,
                question: Question::Run,
                program: self.program.clone(),
                version: self.version.clone(),
                seed: self.seed,
                players: self.players,
                seating: self.seating.clone(),
                r#match: self.r#match,
                games: 0,
                blocks: 0,
                largest_chunk: self.largest_chunk,
                look: self.look,
                on_fault: self.on_fault,
                line_up: self.line_up.clone(),
                line_ups: self.line_ups.clone(),
                strategies: self.strategies.clone(),
                files: self.files.clone(),
                versions: self.versions.clone(),
                bots: self.bots.clone(),
                scale: self.scale,
                rules: vec![self.rules[rules].clone()],
                stop: None,
                shard: None,
            },
        )
    }
}

/// What question the games of a run answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// How everybody does.
    #[default]
    Run,
    /// Whether the first strategy is better than the second.
    Duel,
    /// How all are ranked.
    Tournament,
}

impl Question {
    fn is_run(&self) -> bool {
        *self == Question::Run
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Question::Run => "run",
            Question::Duel => "duel",
            Question::Tournament => "tournament",
        })
    }
}
