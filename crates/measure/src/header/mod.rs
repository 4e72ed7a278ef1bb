//! The first line of a `progress.jsonl`: everything that determines the bytes of an experiment, and
//! nothing else. Threads, time limits and what is shown on the way are not part of it.

pub mod exam;
mod leg;
mod rules;

pub use leg::{GROUPS, Leg, LegPlay, LineUps};
pub use leg::{blocks_by_group, group_of};
pub use rules::HeaderRules;

use crate::differences::differences;
use crate::line::LineOrigin;
use crate::stop::{Stop, StopError};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};
use unobench_engine::MAX_GAMES;
use unobench_engine::OnFault;
use unobench_engine::schedule::ScheduleError;
use unobench_findings::documents::{KnowledgeResult, Learning, Play};
use unobench_findings::panel::{CHAMPION, CHAMPIONS, LEARNED, RANDOM};
use unobench_findings::rows::FAIR;
pub use unobench_findings::study::Study;

/// The version of the files of a directory; it changes whenever one of them does. No other is read.
pub const FORMAT: u32 = 7;

pub const PROGRAM: &str = "unobench";

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The smallest effect that matters if nobody says otherwise, in percent: of turns, cards and
/// scores so many percent, of win rates and other shares half as many points.
pub const WORTH: f64 = 1.0;

/// The first line of a `progress.jsonl`: everything that determines its bytes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub format: u32,
    pub question: Study,
    pub program: String,
    pub version: String,
    pub seed: u64,
    pub players: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub r#match: bool,
    #[serde(default, skip_serializing_if = "OnFault::is_random")]
    pub on_fault: OnFault,
    /// Of a survey the name of the rule set that others are compared with; one of them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub baseline: String,
    pub rules: Vec<HeaderRules>,
    pub legs: Vec<Leg>,
    /// The smallest effect that matters, in percent, if it is not [`WORTH`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
    /// The files that strategies were read from, each with a digest of what was read; see
    /// [`StrategySpec::file_digest`](unobench_core::strategy::StrategySpec::file_digest).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The versions of strategies that are not the program's own, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, String>,
    /// How bots are written, by the names that they have among the strategies, if it is otherwise.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<String, String>,
    /// How those have learned who play as [`LEARNED`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned: Option<Learning>,
    /// How many networks take turns as [`CHAMPION`], block by block, if several do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub champions: Option<usize>,
    /// How well [`CHAMPION`] knows the rule sets at each number of seats, where it was examined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examined: Vec<KnowledgeResult>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
}

/// Why a header is no plan that can be played, for the user who asked for it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PlanError {
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error("a stop rule of {0}")]
    Stop(#[from] StopError),
    #[error("format {0} is not known to this version, which reads format {FORMAT}")]
    Format(u32),
    #[error("{0} players: a table has {MIN_SEATS} to {MAX_SEATS} seats")]
    Players(usize),
    #[error("no {0} to play")]
    Nothing(&'static str),
    #[error("two rule sets are called \"{0}\", and their results could not be told apart")]
    Repeated(String),
    #[error("the baseline {0} is not among the rule sets")]
    Baseline(String),
    #[error(
        "a rule set cannot be called \"{FAIR}\", the word for the fair share with which seats are \
         compared; give it another name"
    )]
    Fair,
    #[error("{0} games of a leg: at most {MAX_GAMES}")]
    Games(u64),
    #[error("{0} does not fit the rest")]
    Contradiction(&'static str),
}

impl Header {
    /// The rule sets that do not deal as the baseline does, so that they are compared without
    /// pairing.
    pub fn unpaired(&self) -> Vec<String> {
        let base = self.rules.iter().find(|rules| rules.name == self.baseline);
        let apart = self
            .rules
            .iter()
            .filter(|rules| base.is_some_and(|baseline| !rules.deals_as(baseline)));
        apart.map(|rules| rules.name.clone()).collect()
    }

    pub fn new(
        question: Study,
        seed: u64,
        players: usize,
        baseline: &str,
        rules: Vec<HeaderRules>,
        legs: Vec<Leg>,
    ) -> Header {
        let is_measured = matches!(question, Study::Compare | Study::Sweep);
        let is_there = is_measured && legs.iter().any(|leg| leg.seats_any(CHAMPION));
        Header {
            champions: is_there.then_some(CHAMPIONS),
            format: FORMAT,
            question,
            program: PROGRAM.to_owned(),
            version: VERSION.to_owned(),
            seed,
            players,
            baseline: baseline.to_owned(),
            rules,
            legs,
            ..Header::default()
        }
    }

    pub fn check(&self) -> Result<(), PlanError> {
        if self.format != FORMAT {
            return Err(PlanError::Format(self.format));
        }
        if !(MIN_SEATS..=MAX_SEATS).contains(&self.players) {
            return Err(PlanError::Players(self.players));
        }
        self.check_rules()?;
        if self.legs.is_empty() {
            return Err(PlanError::Nothing("leg"));
        }
        if let Some(leg) = self.legs.iter().find(|leg| leg.games > MAX_GAMES) {
            return Err(PlanError::Games(leg.games));
        }
        if let Some(stop) = self.stop {
            stop.check()?;
        }
        let fits = [
            ("legs", self.legs.iter().all(|leg| self.is_playable(leg))),
            ("learned", self.have_learned()),
            ("champions", self.champions.is_none_or(|count| (1..=GROUPS).contains(&count))),
            ("worth", self.worth.is_none_or(|worth| worth > 0.0 && worth < 100.0)),
        ];
        let wrong = fits.iter().find(|(_, fits)| !fits);
        wrong.map_or(Ok(()), |(key, _)| Err(PlanError::Contradiction(key)))
    }

    fn check_rules(&self) -> Result<(), PlanError> {
        let mut names = BTreeSet::new();
        if self.rules.is_empty() {
            return Err(PlanError::Nothing("rule set"));
        }
        if let Some(twice) = self.rules.iter().find(|rules| !names.insert(&rules.name)) {
            return Err(PlanError::Repeated(twice.name.clone()));
        }
        if self.question.is_of_strategies() {
            return Ok(());
        }
        if !names.contains(&self.baseline) {
            return Err(PlanError::Baseline(self.baseline.clone()));
        }
        if names.iter().any(|name| *name == FAIR) { Err(PlanError::Fair) } else { Ok(()) }
    }

    fn is_playable(&self, leg: &Leg) -> bool {
        let is_of_strategies = self.question.is_of_strategies();
        is_of_strategies == leg.survey().is_none()
            && (!is_of_strategies || self.legs.len() == 1)
            && leg.is_playable(self.players)
    }

    /// The numbers of seats at tables where a strategy sits that is written so.
    pub fn seats_of(&self, strategy: &str) -> BTreeSet<usize> {
        let seated = self.legs.iter().filter(|leg| leg.seats_any(strategy));
        seated.map(|leg| leg.seats(self.players)).collect()
    }

    /// How well [`CHAMPION`] knows a rule set at a number of seats, if it was examined.
    pub fn examined(&self, rules: &str, players: usize) -> Option<&KnowledgeResult> {
        self.examined.iter().find(|exam| exam.rules == rules && exam.players == players)
    }

    /// Whether who sits as [`CHAMPION`] has passed an exam of a rule set at a number of seats.
    pub fn knows(&self, rules: &str, players: usize) -> bool {
        self.examined(rules, players).is_some_and(KnowledgeResult::is_passed)
    }

    /// How many take turns as [`CHAMPION`] under some rule sets, each at tables of so many seats.
    pub(crate) fn champions(&self, rules: &[usize], players: usize) -> usize {
        self.champions.filter(|_| !self.has_specialist(rules, players)).unwrap_or(1)
    }

    /// Whether a specialist sits in place of [`CHAMPION`] under any of these rule sets.
    pub(crate) fn has_specialist(&self, rules: &[usize], players: usize) -> bool {
        rules
            .iter()
            .filter_map(|&rules| self.examined(&self.rules[rules].name, players))
            .any(|exam| exam.digest.is_some())
    }

    fn in_its_place(&self, rules: usize, leg: &Leg) -> Vec<KnowledgeResult> {
        let exam = self.examined(&self.rules[rules].name, leg.seats(self.players));
        let exam = exam.filter(|exam| exam.digest.is_some() && leg.seats_any(CHAMPION));
        exam.map(KnowledgeResult::of_seat).into_iter().collect()
    }

    fn have_learned(&self) -> bool {
        let Some(learning) = &self.learned else { return true };
        let seats = self.seats_of(LEARNED);
        let mut tables =
            self.rules.iter().flat_map(|rules| seats.iter().map(move |&players| (rules, players)));
        let learners = learning.learners;
        // Each has blocks in as many groups as the others.
        let is_shared = learners > 0 && GROUPS.is_multiple_of(learners);
        is_shared
            && tables.all(|(rules, players)| {
                let networks = learning.networks.iter();
                networks.filter(|net| net.is_for(&rules.name, players)).count() == learners
            })
    }

    /// How many have learned the rules who play in a leg, block by block in turn; one where nobody
    /// has.
    pub fn learners(&self, leg: &Leg) -> usize {
        self.learned
            .as_ref()
            .filter(|_| leg.seats_any(LEARNED))
            .map_or(1, |learning| learning.learners)
    }

    /// Whether somebody at the tables of the panel does not play at random. Of random games nobody
    /// asks who led.
    pub(crate) fn has_players_who_choose(&self) -> bool {
        let at_tables =
            self.legs.iter().filter_map(Leg::survey).filter(|play| play.table().is_some());
        let mut names = at_tables.flat_map(Play::strategies);
        names.any(|name| name != RANDOM)
    }

    fn learning_of(&self, rules: usize, leg: &Leg) -> Option<Learning> {
        let learning = self.learned.as_ref().filter(|_| leg.seats_any(LEARNED))?;
        let (name, players) = (&self.rules[rules].name, leg.seats(self.players));
        let networks =
            learning.networks.iter().filter(|net| net.is_for(name, players)).cloned().collect();
        Some(Learning { networks, ..learning.clone() })
    }

    /// The bots as they are called and as they are written, in the order in which they are named. A
    /// bot that keeps its command line as its name is in no table of bots.
    pub fn named_bots(&self) -> Vec<(String, String)> {
        let mut names: Vec<&String> = self.legs.iter().flat_map(Leg::strategies).collect();
        if !self.question.is_of_strategies() {
            names.sort();
            names.dedup();
        }
        names
            .into_iter()
            .filter_map(|name| {
                let unnamed = name.starts_with("cmd:").then_some(name);
                Some((name.clone(), self.bots.get(name).or(unnamed)?.clone()))
            })
            .collect()
    }

    fn bots_of(&self, leg: &Leg) -> BTreeMap<String, String> {
        let names = leg.strategies();
        let mut bots = self.bots.clone();
        bots.retain(|name, _| names.contains(&name));
        bots
    }

    pub fn smallest_effect(&self) -> f64 {
        self.worth.unwrap_or(WORTH)
    }

    /// The same of another version, which did not know some keys of the rules that are as ever.
    pub fn of_version(&self, stored: &Header) -> Header {
        let mut header = Header { version: stored.version.clone(), ..self.clone() };
        header.rules.iter_mut().zip(&stored.rules).for_each(|(here, stored)| here.adopt(stored));
        header
    }

    /// Whether another header says the same, but of fewer games; the horizon of a sequential test
    /// stays.
    pub fn extends(&self, stored: &Header) -> bool {
        let mut longer = stored.clone();
        let mut is_shorter = stored != self;
        for (leg, here) in longer.legs.iter_mut().zip(&self.legs) {
            is_shorter &= leg.games <= here.games && leg.look.is_none();
            leg.games = here.games;
        }
        is_shorter && longer == *self
    }

    /// What another header says otherwise, in words; empty if nothing.
    pub fn differences(&self, stored: &Header) -> Vec<String> {
        differences(stored, self)
    }

    /// What determines the lines of a leg of a rule set: the header without question, baseline,
    /// stop rule, the other rule sets, the other legs, and how much is played.
    pub fn origin(&self, rules: usize, leg: usize) -> LineOrigin {
        let (rules_here, leg) = (self.rules[rules].clone(), &self.legs[leg]);
        let legs = vec![Leg { games: 0, ..leg.clone() }];
        LineOrigin::of(&Header {
            format: self.format,
            program: self.program.clone(),
            version: self.version.clone(),
            r#match: self.r#match,
            on_fault: self.on_fault,
            files: self.files.clone(),
            versions: self.versions.clone(),
            bots: self.bots_of(leg),
            learned: self.learning_of(rules, leg),
            champions: self.champions.filter(|_| leg.seats_any(CHAMPION)),
            examined: self.in_its_place(rules, leg),
            ..Header::new(Study::Run, self.seed, self.players, "", vec![rules_here], legs)
        })
    }
}
