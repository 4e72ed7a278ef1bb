//! What a survey is: everything that determines its bytes; the first line of its `progress.jsonl`.

use crate::header::{FORMAT, HeaderRules, PROGRAM, VERSION, is_read};
use crate::store::line::Origin;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};
use unobench_core::strategy::{Catalogue, Entry};
use unobench_engine::{MAX_GAMES, Shard};
use unobench_files::documents::Play;
use unobench_files::rows::FAIR;

/// Into how many groups the blocks of a leg are cut.
///
/// Enough that Student's t with one degree of freedom fewer is near the normal distribution (its 95
/// % point is 2.01), few enough that each has many blocks.
pub const GROUPS: usize = 50;

/// The most strategies of a pool that is drawn from.
const MOST_IN_POOL: usize = 256;

/// The most times that a deal is played.
const MOST_REPEATS: u32 = 5040;

/// The question that a survey answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inquiry {
    /// What each rule set does, against a baseline.
    Compare,
    /// What the values of some rule keys do, from rule set to rule set.
    Sweep,
    /// How much skill and how much luck is in a rule set.
    Skill,
}

impl fmt::Display for Inquiry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Inquiry::Compare => "compare",
            Inquiry::Sweep => "sweep",
            Inquiry::Skill => "skill",
        })
    }
}

/// What is played of each rule set, and how much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    /// What is played.
    pub play: Play,
    /// Blocks of each group.
    pub blocks_per_group: u64,
}

impl Leg {
    /// A leg of at least so many games, in whole blocks and groups.
    #[must_use]
    pub fn new(play: Play, games: u64, players: usize) -> Leg {
        let blocks_per_group = games.div_ceil(play.games_per_block(players) * GROUPS as u64).max(1);
        Leg { play, blocks_per_group }
    }

    /// Games of each group.
    #[must_use]
    pub fn games_per_group(&self, players: usize) -> u64 {
        self.blocks_per_group.saturating_mul(self.play.games_per_block(players))
    }

    /// Games of the leg.
    #[must_use]
    pub fn games(&self, players: usize) -> u64 {
        self.games_per_group(players).saturating_mul(GROUPS as u64)
    }

    /// Whether there is something to play, and not more of a block than can be tallied.
    fn is_playable(&self) -> bool {
        let drawn = match &self.play {
            Play::Deals { pool, games } => {
                (1..=MOST_IN_POOL).contains(&pool.len()) && (1..=MOST_REPEATS).contains(games)
            }
            Play::Starters { .. } | Play::Alone { .. } => true,
        };
        drawn && self.blocks_per_group > 0
    }
}

/// The first line of a survey's `progress.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file format.
    pub format: u32,
    /// The question that the survey answers.
    pub question: Inquiry,
    /// The program that wrote it.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Seats at the table.
    pub players: usize,
    /// Into how many groups the blocks of a leg are cut.
    pub groups: usize,
    /// The name of the rule set that others are compared with; one of them.
    pub baseline: String,
    /// The rule sets, in the order in which they are played.
    pub rules: Vec<HeaderRules>,
    /// What is played of each.
    pub legs: Vec<Leg>,
    /// The versions of strategies that are not the program's own, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, String>,
    /// The part of the survey that this is, if it is not the whole.
    pub shard: Option<Shard>,
}

/// A survey that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The header was written by another version of the format.
    #[error("format {0} is not known to this version, which reads formats 1 to {FORMAT}")]
    Format(u32),
    /// No table has so many seats.
    #[error("{0} players: a table has {MIN_SEATS} to {MAX_SEATS} seats")]
    Players(usize),
    /// There is no rule set, or no leg.
    #[error("no {0} to play")]
    Nothing(&'static str),
    /// Results could not be told apart.
    #[error("two rule sets are called \"{0}\", and their results could not be told apart")]
    Repeated(String),
    /// Nothing to compare with.
    #[error("the baseline {0} is not among the rule sets")]
    Baseline(String),
    /// A rule set that has the name of what all are compared with.
    #[error(
        "a rule set called \"{FAIR}\" could not be told from fairness, with which seats are compared; give it another name"
    )]
    Fair,
    /// A leg has more games than can be counted.
    #[error("{0} games of a leg: at most {MAX_GAMES}")]
    Games(u64),
    /// A header that contradicts itself.
    #[error("{0} does not fit the rest")]
    Contradiction(&'static str),
}

impl Header {
    /// The header of a whole survey.
    #[must_use]
    pub fn new(
        question: Inquiry,
        seed: u64,
        players: usize,
        baseline: &str,
        rules: Vec<HeaderRules>,
        legs: Vec<Leg>,
    ) -> Header {
        Header {
            format: FORMAT,
            question,
            program: PROGRAM.to_owned(),
            version: VERSION.to_owned(),
            seed,
            players,
            groups: GROUPS,
            baseline: baseline.to_owned(),
            rules,
            legs,
            versions: BTreeMap::new(),
            shard: None,
        }
    }

    /// Checks that the survey can be made.
    ///
    /// # Errors
    /// If it cannot, or could not have been written.
    pub fn check(&self) -> Result<(), HeaderError> {
        if !is_read(self.format) {
            return Err(HeaderError::Format(self.format));
        }
        if !(MIN_SEATS..=MAX_SEATS).contains(&self.players) {
            return Err(HeaderError::Players(self.players));
        }
        if self.rules.is_empty() {
            return Err(HeaderError::Nothing("rule set"));
        }
        if self.legs.is_empty() {
            return Err(HeaderError::Nothing("leg"));
        }
        let named =
            |place: usize, name: &str| self.rules[..place].iter().any(|rules| rules.name == name);
        if let Some((_, twice)) =
            self.rules.iter().enumerate().find(|(place, rules)| named(*place, &rules.name))
        {
            return Err(HeaderError::Repeated(twice.name.clone()));
        }
        if !named(self.rules.len(), &self.baseline) {
            return Err(HeaderError::Baseline(self.baseline.clone()));
        }
        if self.rules.iter().any(|rules| rules.name == FAIR) {
            return Err(HeaderError::Fair);
        }
        if let Some(games) =
            self.legs.iter().map(|leg| leg.games(self.players)).find(|&games| games > MAX_GAMES)
        {
            return Err(HeaderError::Games(games));
        }
        let fits = [
            ("groups", self.groups == GROUPS),
            ("legs", self.legs.iter().all(Leg::is_playable)),
            ("shard", self.shard.is_none_or(Shard::is_valid)),
        ];
        fits.iter()
            .find(|(_, fits)| !fits)
            .map_or(Ok(()), |(key, _)| Err(HeaderError::Contradiction(key)))
    }

    /// The same with the versions of those strategies that are not the program's own.
    #[must_use]
    pub fn with_versions(mut self, catalogue: Catalogue) -> Header {
        let names = self.legs.iter().flat_map(|leg| leg.play.strategies());
        let specs = names.filter_map(|name| catalogue.parse(name).ok());
        let version = |entry: &Entry| Some((entry.name.to_owned(), entry.version?.to_owned()));
        self.versions = specs.filter_map(|spec| version(spec.entry())).collect();
        self
    }

    /// The same survey, another part of it.
    #[must_use]
    pub fn with_shard(&self, shard: Option<Shard>) -> Header {
        Header { shard, ..self.clone() }
    }

    /// What determines the lines of a leg of a rule set: the header without baseline, shard, the
    /// other rule sets and the other legs.
    pub(super) fn origin(&self, rules: usize, leg: usize) -> Origin {
        Origin::of(
            self.format,
            &Header {
                format: self.format,
                question: self.question,
                program: self.program.clone(),
                version: self.version.clone(),
                seed: self.seed,
                players: self.players,
                groups: self.groups,
                baseline: String::new(),
                rules: vec![self.rules[rules].clone()],
                legs: vec![self.legs[leg].clone()],
                versions: self.versions.clone(),
                shard: None,
            },
        )
    }

    /// Whether this part of the survey plays a group.
    pub(super) fn owns(&self, group: usize) -> bool {
        self.shard.is_none_or(|shard| owner(group, shard.of) == shard.part)
    }

    /// Games of the groups that this part of the survey plays.
    #[must_use]
    pub fn games_to_play(&self) -> u64 {
        let groups = (0..GROUPS).filter(|&group| self.owns(group)).count() as u64;
        let of_each: u64 = self.legs.iter().map(|leg| leg.games_per_group(self.players)).sum();
        of_each * groups * self.rules.len() as u64
    }
}

/// The part, from 1, that plays a group.
pub(super) fn owner(group: usize, parts: u32) -> u32 {
    group as u32 % parts + 1
}
