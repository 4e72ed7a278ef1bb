//! What is known of a house rule at a table, for one answer wherever it is asked: from a survey
//! that was played before and ships with the program, or from what was played just now. Both are
//! judged by the questions of that rule set alone, which is what somebody asks about.

use crate::header::{HeaderRules, Leg, WORTH};
use crate::settle::{SEED, SettleRequest};
use crate::survey::Survey;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unobench_core::rules::{RuleQuestion, RuleSet};
use unobench_findings::csv;
use unobench_findings::documents::Play;
use unobench_findings::finding::{Finding, Findings as _};
use unobench_findings::known::KnownEffect;
use unobench_findings::tell::plain::PlainAnswer;

/// What is known of a rule set against the official game, at so many seats.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleAnswer {
    pub played: AnswerSource,
    /// Whether somebody who passed an exam of the rule set sat there.
    pub knows: bool,
    /// The effects, and the values that they compare.
    pub findings: Vec<Finding>,
}

/// How an answer was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerSource {
    /// The version that played it.
    pub version: String,
    pub seed: u64,
    /// Seats at the table.
    pub players: usize,
    /// Games at each table, and of one who knows the game among others.
    pub games: [u64; 2],
    /// The smallest effect that matters, in percent.
    pub worth: f64,
}

/// A survey whose answers ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownSurvey {
    pub played: AnswerSource,
    pub rules: Vec<KnownRules>,
}

/// A rule set of such a survey.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownRules {
    pub name: String,
    /// 12 hexadecimal digits of a digest of its settings, as this version has them.
    pub digest: String,
    /// Whether somebody who passed an exam of it sat there.
    pub knows: bool,
}

/// All answers that ship.
#[derive(Debug, Clone, Default)]
pub struct KnownAnswers {
    surveys: Vec<KnownSurvey>,
    effects: Vec<KnownEffect>,
}

impl RuleAnswer {
    /// What a survey found of the rule set at a place of its header, judged by itself; none if it
    /// is not played.
    pub fn of(survey: &Survey, place: usize) -> Option<RuleAnswer> {
        let header = survey.header();
        let name = &header.rules[place].name;
        let is_alone = |leg: &&Leg| matches!(leg.survey(), Some(Play::Alone { .. }));
        let games = |leg: Option<&Leg>| leg.map_or(0, |leg| leg.games);
        let findings = survey.alone(place)?.all().collect();
        Some(RuleAnswer {
            played: AnswerSource {
                version: header.version.clone(),
                seed: header.seed,
                players: header.players,
                games: [games(header.legs.first()), games(header.legs.iter().find(is_alone))],
                worth: header.smallest_effect(),
            },
            knows: header.knows(name, header.players),
            findings,
        })
    }

    /// The same as it ships: with few digits, and only what is asked.
    pub fn known(&self) -> Vec<KnownEffect> {
        KnownEffect::of(&self.findings)
    }
}

impl KnownAnswers {
    /// Reads what ships: the surveys, which are JSON, and a table of effects.
    ///
    /// # Errors
    /// A sentence that says what is wrong with them.
    pub fn read(surveys: &str, effects: &str) -> Result<KnownAnswers, String> {
        let surveys = serde_json::from_str(surveys).map_err(|error| error.to_string())?;
        let effects = csv::read(effects.as_bytes()).map_err(|error| error.to_string())?;
        Ok(KnownAnswers { surveys, effects })
    }

    /// What is known of a rule set at so many seats, if these very rules were surveyed.
    pub fn of(&self, rules: &RuleSet, players: usize) -> Option<RuleAnswer> {
        let digest = HeaderRules::from(rules).digest();
        let is_it = |known: &&KnownRules| known.digest == digest;
        let here = self.surveys.iter().filter(|survey| survey.played.players == players);
        let (survey, known) =
            here.clone().find_map(|survey| Some((survey, survey.rules.iter().find(is_it)?)))?;
        let is_of_it = |effect: &&KnownEffect| {
            (&effect.rules, effect.players as usize) == (&known.name, players)
        };
        let findings =
            self.effects.iter().filter(is_of_it).flat_map(KnownEffect::findings).collect();
        Some(RuleAnswer { played: survey.played.clone(), knows: known.knows, findings })
    }

    unobench_core::reads! {
        pub fn surveys(&self) -> &[KnownSurvey] = &self.surveys;
    }
}

/// What was said when a question was played that no survey answers, as it ships.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PlayedAnswer {
    /// The version that played it.
    pub version: String,
    /// What the rules that were played have otherwise than the official game, as `KEY=VALUE`.
    pub rules: Vec<String>,
    /// Games at each table, and of one who knows the game among others.
    pub games: [u64; 2],
    /// For whom and, after a colon, what changes.
    pub told: String,
    pub sure: String,
    /// The median turns without the rule and with it, where the length is settled.
    pub lengths: Option<[f64; 2]>,
}

/// All of these, by the name of the question and the number of seats.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct PlayedAnswers {
    answers: BTreeMap<String, BTreeMap<usize, PlayedAnswer>>,
}

/// What ships of such a question, apart from how it was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct PlainlyKnown {
    pub played: AnswerSource,
    /// Whether somebody who passed an exam of the rule set sat there.
    pub knows: bool,
    pub plain: PlainAnswer,
}

/// What rules have otherwise than the official game, as `KEY=VALUE`.
pub fn changed(rules: &RuleSet) -> Vec<String> {
    let differences = rules.differences(&RuleSet::official());
    differences.iter().map(|(key, value, _)| format!("{key}={value}")).collect()
}

impl PlayedAnswers {
    /// Reads what ships, which is JSON.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read(text: &str) -> Result<PlayedAnswers, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// What is known of a rule set at so many seats, if these very rules were played for a
    /// question.
    pub fn of(&self, rules: &RuleSet, players: usize) -> Option<PlainlyKnown> {
        let changed = changed(rules);
        let mut here =
            self.answers.iter().filter_map(|(id, seats)| Some((id, seats.get(&players)?)));
        let (id, answer) = here.find(|(_, answer)| answer.rules == changed)?;
        answer.known(id, players)
    }

    unobench_core::reads! {
        pub fn answers(&self) -> &BTreeMap<String, BTreeMap<usize, PlayedAnswer>> = &self.answers;
    }
}

impl PlayedAnswer {
    /// What it says without what is said around it; none where its question is not told so today.
    pub fn known(&self, question: &str, players: usize) -> Option<PlainlyKnown> {
        let question = RuleQuestion::by_id(question)?;
        let asked = SettleRequest::question(question, &[], RuleSet::load).ok()?;
        let told = |knows: bool| {
            let around = asked.told(players, knows, "\0");
            let (before, after) = around.split_once('\0')?;
            let told = self.told.strip_prefix(before)?.strip_suffix(after)?;
            Some((knows, told.to_owned()))
        };
        let (knows, told) = [true, false].into_iter().find_map(told)?;
        let PlayedAnswer { version, games, sure, lengths, .. } = self.clone();
        Some(PlainlyKnown {
            played: AnswerSource { version, seed: SEED, players, games, worth: WORTH },
            knows,
            plain: PlainAnswer { told, sure, lengths },
        })
    }
}
