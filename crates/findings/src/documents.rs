//! `manifest.json` and `findings.json`, of runs and of surveys.
//!
//! What only runs or only surveys have is an `Option` that is left out where it is `None`. Whatever
//! is missing is read as nothing, so that documents of other programs can be shown, too.

use crate::duel::DuelTest;
use crate::finding::{Finding, Findings};
use crate::panel::called;
use crate::question::Question;
use crate::settings::Settings;
use crate::study::Study;
use crate::tell::number::grouped;
use crate::wide::Wide;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// What both documents begin with.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DocumentHead {
    /// The program that played.
    pub program: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// What question the games answer, such as `run` or `compare`.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub question: Option<Study>,
    /// Whether everything was played.
    pub complete: Option<bool>,
    /// The random seed.
    pub seed: Option<u64>,
    /// Seats at the table.
    pub players: Option<u32>,
    /// The rule set that others are compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
}

/// `manifest.json`: what was played, under which rules, by which version; and, under `host`, where
/// and how fast. Everything outside `host` is the same on every machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Manifest {
    /// The command that plays it again, where that is another program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The version of the file format.
    pub format: Option<u32>,
    /// What `findings.json` says, too.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// Runs: the strategies as named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_up: Option<Vec<String>>,
    /// Runs: the line-ups one by one, as places in `line_up`; null for all combinations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_ups: Option<Value>,
    /// Runs: the files that strategies were read from, with their digests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<BTreeMap<String, String>>,
    /// How bots are written, by the names that they have in the results; none without bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<BTreeMap<String, String>>,
    /// Runs: in which seatings each deal is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seating: Option<String>,
    /// Runs: whether a game is a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#match: Option<bool>,
    /// Runs: games of each rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Runs: blocks of each rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<u64>,
    /// Runs: the rule by which a rule set may end before its blocks do; null for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Value>,
    /// Duels: the sequential test under each rule set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<DuelTest>,
    /// Surveys: into how many groups the blocks of a leg are cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<usize>,
    /// Surveys: what is played of each rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legs: Option<Vec<LegEntry>>,
    /// Surveys: how the players called `learned` have learned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<Learning>,
    /// Surveys: how many networks take turns as `champion`, block by block, if several do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub champions: Option<usize>,
    /// Surveys: how well `champion` knows the rule sets that it plays.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examined: Vec<KnowledgeResult>,
    /// The rule sets, in the order in which they are played.
    pub rules: Vec<RulesEntry>,
    /// The machine and the session.
    pub host: Host,
}

impl Manifest {
    /// Whether who sits as `champion` has passed an exam of a rule set at a number of seats.
    pub fn knows(&self, rules: &str, players: u32) -> bool {
        self.examined
            .iter()
            .find(|exam| exam.rules == rules && exam.players == players as usize)
            .is_some_and(KnowledgeResult::is_passed)
    }
}

/// A rule set in the manifest.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RulesEntry {
    /// Its name.
    pub name: String,
    /// Runs: games played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Runs: blocks played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<u64>,
    /// All its settings.
    #[cfg_attr(test, schemars(with = "Value"))]
    pub settings: Settings,
}

/// A leg of a survey: what is played of each rule set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LegEntry {
    /// What is played.
    pub play: Play,
    /// Blocks of each group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks_per_group: Option<u64>,
    /// Seats at its table, if not those of the survey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// Games of the leg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
}

/// How the players called `learned` have learned: as networks for each rule set and number of
/// seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Learning {
    /// The games that each network has learned from.
    pub games: u64,
    /// How many networks have learned each rule set at each number of seats, independently.
    pub learners: usize,
    /// The networks, by rule set and seats.
    pub networks: Vec<LearnedNetwork>,
}

/// A network that has learned a rule set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LearnedNetwork {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The seed of the games that it has learned from.
    pub seed: u64,
    /// What tells it from another network.
    pub digest: String,
}

impl LearnedNetwork {
    /// Whether it has learned a rule set, by its name, at so many seats.
    pub fn is_for(&self, rules: &str, players: usize) -> bool {
        self.rules == rules && self.players == players
    }
}

impl Learning {
    /// Who plays, in words.
    ///
    /// # Examples
    ///
    /// ```
    /// # use unobench_findings::documents::Learning;
    /// let learning = Learning { games: 150_000, learners: 5, networks: Vec::new() };
    /// assert_eq!(learning.people(), "people who have learned the rules from 150,000 games");
    /// ```
    pub fn people(&self) -> String {
        let unit = if self.games == 1 { "game" } else { "games" };
        format!("people who have learned the rules from {} {unit}", grouped(self.games))
    }
}

/// How well who sits as `champion` knows a rule set: each of its examiners met it, in every other
/// seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KnowledgeResult {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The fair share of a seat.
    pub share: f64,
    /// What an examiner may win more than that, by the end of its interval, so that it passes.
    pub margin: f64,
    /// The worst that an examiner found.
    pub verdict: ExamVerdict,
    /// Those who met it.
    pub examiners: Vec<Examiner>,
    /// What tells the network that sits in place of `champion`, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// Whether somebody passed an exam.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExamVerdict {
    /// The examiner surely wins less than its share and the margin.
    Passed,
    /// Neither of the two is sure.
    NotSettled,
    /// The examiner surely wins more than its share.
    Lost,
}

/// What a strategy won of who was examined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Examiner {
    /// The strategy; `specialist` is a network that learned nothing but these rules.
    pub name: String,
    /// Games that they played.
    pub games: u64,
    /// What a seat of the examiner won of them.
    pub rate: f64,
    /// The lower end of its interval, which holds at all looks and for all examiners together.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// What that says.
    pub verdict: ExamVerdict,
}

impl KnowledgeResult {
    /// Who sits there, without what was found of it.
    #[must_use]
    pub fn of_seat(&self) -> KnowledgeResult {
        let verdict = ExamVerdict::NotSettled;
        KnowledgeResult { examiners: Vec::new(), verdict, ..self.clone() }
    }

    /// Whether who sits there is said to know the rules.
    pub fn is_passed(&self) -> bool {
        self.verdict == ExamVerdict::Passed
    }
}

/// What is played in a leg of a survey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "leg", rename_all = "lowercase", deny_unknown_fields)]
pub enum Play {
    /// Everybody plays the same strategy; a deal is played once with each seat beginning.
    Starters {
        /// The strategy.
        strategy: String,
    },
    /// Several strategies sit in turn, seat after seat, and all move on by one seat from deal to
    /// deal; a deal is played once with each seat beginning.
    Mixed {
        /// The strategies.
        strategies: Vec<String>,
    },
    /// One strategy sits among others that are all the same; a deal is played once with it in each
    /// seat.
    Alone {
        /// The strategy.
        strategy: String,
        /// The others'.
        others: String,
    },
    /// The same of a strategy that sees what no player may.
    Ceiling {
        /// The strategy.
        strategy: String,
        /// The others'.
        others: String,
    },
    /// As `alone`, in whole matches.
    Matches {
        /// The strategy.
        strategy: String,
        /// The others'.
        others: String,
    },
    /// At two seats; each strategy of a pool meets each other on a deal, in either seat.
    Pairs {
        /// The pool.
        pool: Vec<String>,
    },
}

impl Play {
    /// The strategies that play, as they are written.
    pub fn strategies(&self) -> Vec<&String> {
        match self {
            Play::Starters { strategy } => vec![strategy],
            Play::Mixed { strategies } => strategies.iter().collect(),
            Play::Alone { strategy, others }
            | Play::Ceiling { strategy, others }
            | Play::Matches { strategy, others } => {
                vec![strategy, others]
            }
            Play::Pairs { pool } => pool.iter().collect(),
        }
    }

    /// Games of a block.
    pub fn games_per_block(&self, players: usize) -> u64 {
        match self {
            Play::Pairs { pool } => (pool.len() * pool.len().saturating_sub(1)) as u64,
            _ => players as u64,
        }
    }

    /// The name of a table at which each seat begins in turn: who sits there.
    pub fn table(&self) -> Option<String> {
        match self {
            Play::Starters { strategy } => Some(strategy.clone()),
            Play::Mixed { strategies } => Some(called(strategies)),
            _ => None,
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Play::Starters { strategy } => write!(f, "{strategy} in every seat"),
            Play::Mixed { strategies } => write!(f, "{} in turn", strategies.join(", ")),
            Play::Alone { strategy, others } | Play::Ceiling { strategy, others } => {
                write!(f, "{strategy} among {others}")
            }
            Play::Matches { strategy, others } => {
                write!(f, "{strategy} among {others}, in matches")
            }
            Play::Pairs { pool } => write!(f, "all pairs of {} strategies", pool.len()),
        }
    }
}

/// The machine and the session that the files were written in.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Host {
    /// Cores of the machine, if it tells.
    pub cores: Option<usize>,
    /// Threads that played.
    pub threads: usize,
    /// The arguments as given.
    pub arguments: Option<Vec<String>>,
    /// The commit that the program was built from, or `unknown`.
    pub commit: Option<String>,
    /// How fast it was.
    pub timing: Timing,
}

/// How long the session took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Timing {
    /// Games played in it.
    pub games: u64,
    /// How long it took.
    pub seconds: f64,
    /// Games a second; none if nothing was played.
    pub games_per_second: Option<f64>,
}

/// `findings.json`: what was found, as sentences in the order in which they are told, and the
/// tables. It has nothing of the machine, so that it is the same everywhere.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Document<'a> {
    /// What the manifest says, too.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// Surveys: how the players called `learned` have learned, if any play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<Learning>,
    /// Surveys: how well `champion` knows the rule sets, where it was examined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examined: Vec<KnowledgeResult>,
    /// Surveys: the rule sets that do not deal as the baseline does, so that they are compared
    /// without pairing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unpaired: Vec<String>,
    /// Duels: the sequential test under each rule set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<DuelTest>,
    /// What is told.
    #[cfg_attr(test, schemars(with = "Vec<Sentence>"))]
    pub findings: FindingsView<'a>,
    /// The tables of the questions, whose columns are in `docs/FILES.md`; none where there are more
    /// than 100,000 findings.
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Vec<serde_json::Map<String, Value>>>"))]
    pub tables: BTreeMap<&'static str, Wide>,
}

/// What is told of findings, question by question.
pub struct FindingsView<'a>(pub &'a dyn Findings);

impl Serialize for FindingsView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = Question::ALL.into_iter().flat_map(|question| self.0.of(question));
        serializer.collect_seq(
            all.filter_map(|found| Some(Sentence { sentence: found.sentence()?, found })),
        )
    }
}

/// A finding as it is told.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Sentence {
    /// What it says.
    pub sentence: String,
    /// The row of `findings.csv`.
    #[serde(flatten)]
    pub found: Finding,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_of_its_kind_is_left_out_and_what_is_missing_is_nothing() {
        let manifest = Manifest {
            head: DocumentHead { players: Some(2), ..DocumentHead::default() },
            stop: Some(Value::Null),
            ..Manifest::default()
        };
        let text = serde_json::to_string(&manifest).expect("it is JSON");
        assert!(text.starts_with("{\"format\":null,\"program\":null,"), "{text}");
        assert!(text.contains("\"players\":2,\"stop\":null,\"rules\":[],"), "{text}");
        let read: Manifest = serde_json::from_str("{\"players\": 2, \"parts\": {}}").expect("one");
        assert_eq!(read, Manifest { stop: None, ..manifest });
    }
}
