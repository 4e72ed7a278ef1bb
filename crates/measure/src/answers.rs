//! What is known of a house rule at a table, for one answer wherever it is asked: from a survey
//! that was played before and ships with the program, or from what was played just now. Both are judged
//! by the questions of that rule set alone, which is what somebody asks about.

use crate::header::{HeaderRules, Leg};
use crate::survey::Survey;
use serde::{Deserialize, Serialize};
use unobench_core::rules::RuleSet;
use unobench_findings::csv;
use unobench_findings::documents::Play;
use unobench_findings::finding::{Finding, Findings as _};
use unobench_findings::known::KnownEffect;

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
