//! What a survey is: everything that determines its bytes; the first line of its `progress.jsonl`.

use super::bots::STAND_IN;
use crate::forecast::Sample;
use crate::header::{FORMAT, HeaderRules, PROGRAM, VERSION, is_read, named_bots};
use crate::store::line::Origin;
use crate::store::progress::Experiment;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;
use unobench_bots::NANOSECONDS_PER_ROUND;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet};
use unobench_core::strategy::{Catalogue, Entry, StrategySpec};
use unobench_engine::{Chunk, ChunkSizes, Chunks, MAX_GAMES, Shard, largest_chunk};
use unobench_files::documents::{LearnedNetwork, Learning, Play};
use unobench_files::panel::LEARNED;
use unobench_files::rows::FAIR;

/// Into how many groups the blocks of a leg are cut.
///
/// Enough that Student's t with one degree of freedom fewer is near the normal distribution (its 95
/// % point is 2.01), few enough that each has many blocks.
pub const GROUPS: usize = 50;

/// The most strategies of a pool that is drawn from.
const MOST_IN_POOL: usize = 256;

/// The smallest effect that matters if nobody says otherwise, in percent: of turns, cards and
/// scores so many percent, of win rates and other shares half as many points.
pub const WORTH: f64 = 1.0;

/// The question that a survey answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inquiry {
    /// What each rule set does, against a baseline.
    Compare,
    /// What the values of some rule keys do, from rule set to rule set.
    Sweep,
    /// What playing well is worth under a rule set.
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
    /// Seats at its table, if not those of the header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// Blocks of each group.
    pub blocks_per_group: u64,
    /// The cost class of the games, as blocks of a chunk; block `b` is then of group `b` modulo
    /// [`GROUPS`]. None in formats 1 and 2, where a group is consecutive blocks, and a chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk: Option<u64>,
}

impl Leg {
    /// A leg of at least so many games, in whole blocks and groups.
    #[must_use]
    pub fn new(play: Play, games: u64, players: usize) -> Leg {
        let blocks_per_group = games.div_ceil(play.games_per_block(players) * GROUPS as u64).max(1);
        Leg { play, players: None, blocks_per_group, chunk: None }
    }

    /// The same at a table of so many seats, whatever the header says.
    #[must_use]
    pub fn at(self, players: usize) -> Leg {
        Leg { players: Some(players), ..self }
    }

    /// Seats at its table, where others have so many.
    #[must_use]
    pub fn seats(&self, players: usize) -> usize {
        self.players.unwrap_or(players)
    }

    /// Whether somebody plays who has learned the rules.
    fn has_learned(&self) -> bool {
        self.play.strategies().into_iter().any(|name| name == LEARNED)
    }

    /// Games of a block.
    pub(super) fn games_per_block(&self, players: usize) -> u64 {
        self.play.games_per_block(self.seats(players))
    }

    /// Games of each group.
    #[must_use]
    pub fn games_per_group(&self, players: usize) -> u64 {
        self.blocks_per_group.saturating_mul(self.games_per_block(players))
    }

    /// Games of the leg.
    #[must_use]
    pub fn games(&self, players: usize) -> u64 {
        self.games_per_group(players).saturating_mul(GROUPS as u64)
    }

    /// How long its chunks are.
    pub(super) fn chunk_sizes(&self) -> ChunkSizes {
        ChunkSizes::equal(self.chunk.unwrap_or(self.blocks_per_group))
    }

    /// Its chunks.
    pub(super) fn chunks(&self) -> Chunks {
        Chunks::new(self.blocks_per_group * GROUPS as u64, self.chunk_sizes())
    }

    /// The group that a block belongs to.
    pub(super) fn group_of(&self, block: u64) -> usize {
        (match self.chunk {
            Some(_) => block % GROUPS as u64,
            None => block / self.blocks_per_group,
        }) as usize
    }

    /// How many blocks of a chunk belong to each group.
    pub(super) fn blocks_by_group(&self, chunk: Chunk) -> [u64; GROUPS] {
        let groups = GROUPS as u64;
        let below = |end: u64, group: u64| match self.chunk {
            Some(_) => (end + groups - 1 - group) / groups,
            None => end.saturating_sub(group * self.blocks_per_group).min(self.blocks_per_group),
        };
        std::array::from_fn(|group| {
            below(chunk.end(), group as u64) - below(chunk.first, group as u64)
        })
    }

    /// The same with the chunks of its cost class, if nobody said how long they are.
    fn of_cost(&self, players: usize, cost: impl Fn(&str) -> u64) -> Leg {
        let of_block = self.nanoseconds_per_block(players, cost);
        let chunk = largest_chunk(u64::try_from(of_block).unwrap_or(u64::MAX));
        Leg { chunk: self.chunk.or(Some(chunk)), ..self.clone() }
    }

    /// About how many nanoseconds a core takes for a block, by what each strategy takes for its
    /// part of a game.
    fn nanoseconds_per_block(&self, players: usize, of_seat: impl Fn(&str) -> u64) -> u128 {
        let cost = |name: &str| u128::from(of_seat(name));
        let mean = |pool: &[String]| {
            pool.iter().map(|name| cost(name)).sum::<u128>() / pool.len().max(1) as u128
        };
        let players = self.seats(players);
        let seats = players as u128;
        let of_game = match &self.play {
            Play::Starters { strategy } => seats * cost(strategy),
            Play::Alone { strategy, others } | Play::Ceiling { strategy, others } => {
                cost(strategy) + (seats - 1) * cost(others)
            }
            Play::Pairs { pool } | Play::Mixed { strategies: pool } => seats * mean(pool),
        };
        of_game * u128::from(self.play.games_per_block(players))
    }

    /// Whether there is something to play, and not more of a block than can be tallied.
    fn is_playable(&self, players: usize) -> bool {
        let drawn = match &self.play {
            Play::Pairs { pool } => (2..=MOST_IN_POOL).contains(&pool.len()) && players == 2,
            Play::Mixed { strategies } => (1..=MOST_IN_POOL).contains(&strategies.len()),
            Play::Starters { .. } | Play::Alone { .. } | Play::Ceiling { .. } => true,
        };
        let seats = self.players.is_none_or(|seats| (MIN_SEATS..=MAX_SEATS).contains(&seats));
        let is_cut = self.chunk.is_none_or(|blocks| ChunkSizes::equal(blocks).is_valid());
        drawn && seats && self.blocks_per_group > 0 && is_cut
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
    /// The smallest effect that matters, in percent; see [`WORTH`]. None until format 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
    /// The files that strategies were read from, each with a digest of what was read; see
    /// [`StrategySpec::file_digest`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The versions of strategies that are not the program's own, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, String>,
    /// How bots are written, by the names that they have among the strategies.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<String, String>,
    /// How those have learned who play as [`LEARNED`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned: Option<Learning>,
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
        "a rule set cannot be called \"{FAIR}\", the word for the fair share with which seats are \
         compared; give it another name"
    )]
    Fair,
    /// A leg has more games than can be counted.
    #[error("{0} games of a leg: at most {MAX_GAMES}")]
    Games(u64),
    /// A header that contradicts itself.
    #[error("{0} does not fit the rest")]
    Contradiction(&'static str),
}

/// A strategy by its name; those who have learned cost what the built-in networks do.
fn known(catalogue: Catalogue, name: &str) -> Option<StrategySpec> {
    catalogue.parse(if name == LEARNED { "net" } else { name }).ok()
}

impl Header {
    /// About how long a core takes for all of it, by a few games of each strategy that are timed.
    #[must_use]
    pub fn time(&self, catalogue: Catalogue) -> Duration {
        let sets = self
            .rules
            .iter()
            .filter_map(|rules| RuleSet::from_settings_json(&rules.name, &rules.settings).ok());
        let of_leg = |rules: &RuleSet, leg: &Leg, costs: &mut BTreeMap<_, _>| {
            let players = leg.seats(self.players);
            let sets = Some(self.rules.len());
            for &name in &leg.play.strategies() {
                let is_bot = self.bots.contains_key(name);
                let Some(spec) = known(catalogue, if is_bot { STAND_IN } else { name }) else {
                    continue;
                };
                let sample = || Sample::of(rules, players, &spec, false, sets);
                let cost = || match is_bot {
                    true => sample().declared(&spec, NANOSECONDS_PER_ROUND),
                    false => sample().of_seat(&spec),
                };
                costs.entry((players, name.clone())).or_insert_with(cost);
            }
            let cost = |name: &str| costs.get(&(players, name.to_owned())).copied().unwrap_or(0);
            let blocks = u128::from(leg.blocks_per_group) * GROUPS as u128;
            blocks.saturating_mul(leg.nanoseconds_per_block(self.players, cost))
        };
        let of_rules = |rules: RuleSet| -> u128 {
            let mut costs = BTreeMap::new();
            self.legs.iter().map(|leg| of_leg(&rules, leg, &mut costs)).sum()
        };
        let nanoseconds: u128 = sets.map(of_rules).sum();
        Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
    }

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
            worth: None,
            files: BTreeMap::new(),
            versions: BTreeMap::new(),
            bots: BTreeMap::new(),
            learned: None,
            shard: None,
        }
    }

    /// The bots as they are called and as they are written.
    pub(crate) fn named_bots(&self) -> Vec<(String, String)> {
        let names = self.legs.iter().flat_map(|leg| leg.play.strategies());
        named_bots(names.collect::<BTreeSet<_>>(), &self.bots)
    }

    /// Those of the bots that play in a leg.
    fn bots_of(&self, leg: usize) -> BTreeMap<String, String> {
        let names = self.legs[leg].play.strategies();
        let plays = |(name, _): &(&String, &String)| names.contains(name);
        self.bots.iter().filter(plays).map(|(name, line)| (name.clone(), line.clone())).collect()
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
            ("legs", self.legs.iter().all(|leg| leg.is_playable(self.players))),
            ("learned", self.have_learned()),
            ("worth", self.worth.is_none_or(|worth| worth > 0.0 && worth < 100.0)),
            ("shard", self.shard.is_none_or(Shard::is_valid)),
        ];
        fits.iter()
            .find(|(_, fits)| !fits)
            .map_or(Ok(()), |(key, _)| Err(HeaderError::Contradiction(key)))
    }

    /// Numbers of seats at the tables where somebody plays who has learned the rules.
    #[must_use]
    pub fn seats_of_learned(&self) -> BTreeSet<usize> {
        let learned = self.legs.iter().filter(|leg| leg.has_learned());
        learned.map(|leg| leg.seats(self.players)).collect()
    }

    /// Whether there are as many networks as are said to have learned each rule set, if any have.
    fn have_learned(&self) -> bool {
        let Some(learning) = &self.learned else { return true };
        let count = |rules: &HeaderRules, players: usize| {
            let networks = learning.networks.iter();
            networks.filter(|net| net.rules == rules.name && net.players == players).count()
        };
        let seats = self.seats_of_learned();
        let mut tables =
            self.rules.iter().flat_map(|rules| seats.iter().map(move |&players| (rules, players)));
        let learners = learning.learners;
        // Each has blocks in as many groups as the others.
        let is_shared = learners > 0 && GROUPS.is_multiple_of(learners);
        is_shared && tables.all(|(rules, players)| count(rules, players) == learners)
    }

    /// How many have learned the rules who play in a leg, block by block in turn; one where nobody
    /// has.
    pub(super) fn learners(&self, leg: &Leg) -> usize {
        self.learned.as_ref().filter(|_| leg.has_learned()).map_or(1, |learning| learning.learners)
    }

    /// How the networks have learned that play in a leg of a rule set, if any do.
    fn learning_of(&self, rules: usize, leg: &Leg) -> Option<Learning> {
        let learning = self.learned.as_ref().filter(|_| leg.has_learned())?;
        let plays = |network: &&LearnedNetwork| {
            network.rules == self.rules[rules].name && network.players == leg.seats(self.players)
        };
        let networks = learning.networks.iter().filter(plays).cloned().collect();
        Some(Learning { networks, ..learning.clone() })
    }

    /// The same with what a catalogue says of the strategies: versions of those that are not the
    /// program's own, digests of their files, and what their games cost.
    #[must_use]
    fn of_catalogue(mut self, catalogue: Catalogue) -> Header {
        let names = self.legs.iter().flat_map(|leg| leg.play.strategies());
        let specs: Vec<StrategySpec> =
            names.filter_map(|name| catalogue.parse(name).ok()).collect();
        let version = |entry: &Entry| Some((entry.name.to_owned(), entry.version?.to_owned()));
        self.versions = specs.iter().filter_map(|spec| version(spec.entry())).collect();
        self.files = specs.iter().filter_map(StrategySpec::file_digest).collect();
        let cost = |name: &str| match self.bots.contains_key(name) {
            true => NANOSECONDS_PER_ROUND,
            false => known(catalogue, name).map_or(0, |spec| spec.nanoseconds_per_round()),
        };
        self.legs = self.legs.iter().map(|leg| leg.of_cost(self.players, cost)).collect();
        self
    }

    /// Everything that determines the bytes of the survey, with these rule sets.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(crate) fn planned(
        self,
        rules: &[RuleSet],
        catalogue: Catalogue,
    ) -> Result<Header, HeaderError> {
        let header = self.of_catalogue(catalogue);
        header.check()?;
        let named = header.rules.iter().map(|rules| &rules.name);
        if !named.eq(rules.iter().map(|rules| &rules.name)) {
            return Err(HeaderError::Contradiction("the rules"));
        }
        Ok(header)
    }

    /// The same survey as another version would have written it; until format 3 a group was a
    /// chunk.
    pub(super) fn of_version(&self, format: u32, version: &str) -> Header {
        let mut header = Header { format, version: version.to_owned(), ..self.clone() };
        if format < 3 {
            header.files.clear();
            header.legs.iter_mut().for_each(|leg| leg.chunk = None);
        }
        if format < 4 {
            header.worth = None;
        }
        header
    }

    /// The smallest effect that matters, in percent.
    #[must_use]
    pub fn worth(&self) -> f64 {
        self.worth.unwrap_or(WORTH)
    }

    /// The same survey, another part of it.
    #[must_use]
    pub fn with_shard(&self, shard: Option<Shard>) -> Header {
        Header { shard, ..self.clone() }
    }

    /// What determines the lines of a leg of a rule set: the header without baseline, shard, the
    /// other rule sets, the other legs, and, where chunks do not depend on it, how much is played.
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
                legs: vec![match self.legs[leg].clone() {
                    leg @ Leg { chunk: None, .. } => leg,
                    leg => Leg { blocks_per_group: 0, ..leg },
                }],
                worth: None,
                files: self.files.clone(),
                versions: self.versions.clone(),
                bots: self.bots_of(leg),
                learned: self.learning_of(rules, &self.legs[leg]),
                shard: None,
            },
        )
    }

    /// Games of the chunks that this part of the survey plays.
    #[must_use]
    pub fn games_to_play(&self) -> u64 {
        Experiment::games_to_play(self)
    }
}
