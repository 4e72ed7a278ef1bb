//! A plan in a file: the header of a `progress.jsonl`, sealed.

use super::ScaleError;
use crate::directory::Signature;
use crate::error::{Result, RunError};
use crate::run::RunConfig;
use crate::survey::planned;
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use unobench_bots::Contestant;
use unobench_core::bounded::{quoted, quoted_path};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Catalogue;
use unobench_disk::read_text;
use unobench_measure::header::{FORMAT, Header, HeaderRules, Leg, LegPlay, LineUps, VERSION};
use unobench_measure::line::{LineOrigin, check_of, unseal};
use unobench_measure::plan::Plan;

const LONGEST_PLAN: u64 = 1 << 26;

/// Why a plan file cannot be used, for the user who named it.
#[derive(Debug, thiserror::Error)]
pub enum PlanFileError {
    #[error("cannot read {}: {source}", quoted_path(.path))]
    Read { path: PathBuf, source: io::Error },
    #[error(
        "{} is not a plan, or was changed since `unobench plan` made it ({reason})",
        quoted_path(.path)
    )]
    NoPlan { path: PathBuf, reason: String },
    #[error(
        "the plan was made by unobench {}, and this is {VERSION}, whose games may differ",
        quoted(.0)
    )]
    Version(String),
    /// Strategies, rule sets or files are not here what they were where it was made.
    #[error("the plan cannot be played here ({0})")]
    Differs(String),
}

impl PlanFileError {
    pub fn is_usage(&self) -> bool {
        match self {
            PlanFileError::Read { source, .. } => {
                matches!(source.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidInput)
            }
            _ => true,
        }
    }
}

/// A plan with the sealed line of its file, for all machines that play it.
#[derive(Debug, Clone)]
pub struct SealedPlan {
    pub(super) plan: Plan,
    line: Vec<u8>,
}

impl SealedPlan {
    pub fn of_run(config: &RunConfig) -> Result<SealedPlan, RunError> {
        SealedPlan::of(config.plan()?)
    }

    pub fn of_survey(header: Header, rules: &[RuleSet], catalogue: Catalogue) -> Result<Self> {
        SealedPlan::of(planned(header, rules, catalogue)?)
    }

    fn of(plan: Plan) -> Result<SealedPlan, RunError> {
        Ok(SealedPlan { line: plan.line()?, plan })
    }

    /// The plans of a file, a line each: what follows the first goes to directories within its own.
    pub fn read(path: &Path) -> Result<Vec<SealedPlan>, PlanFileError> {
        let text = read_text(path, LONGEST_PLAN)
            .map_err(|source| PlanFileError::Read { path: path.to_owned(), source })?;
        text.trim_end().split('\n').map(|line| SealedPlan::parse(line.trim_end(), path)).collect()
    }

    fn parse(line: &str, path: &Path) -> Result<SealedPlan, PlanFileError> {
        let no_plan = |reason| PlanFileError::NoPlan { path: path.to_owned(), reason };
        let line = format!("{line}\n").into_bytes();
        let value: Value = unseal(&line, LineOrigin::none()).map_err(no_plan)?;
        let Signature { format, version } =
            Signature::deserialize(&value).map_err(|error| no_plan(error.to_string()))?;
        if (format, version.as_str()) != (FORMAT, VERSION) {
            return Err(PlanFileError::Version(version));
        }
        let header = serde_json::from_value(value).map_err(|error| no_plan(error.to_string()))?;
        let plan = Plan::new(header).map_err(|error| no_plan(error.to_string()))?;
        Ok(SealedPlan { plan, line })
    }

    /// What is to be played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// The check sum of its line, which each job and each answer to one names.
    pub fn check(&self) -> &str {
        check_of(&self.line)
    }

    /// Whether a job is one of its own.
    pub fn asked(&self, job: &str) -> bool {
        job.contains(self.check())
    }

    pub fn games(&self) -> u64 {
        self.plan.games_to_play()
    }
}

pub(super) fn run_config(
    plan: &Plan,
    catalogue: Catalogue,
    move_time: Option<Duration>,
) -> Result<RunConfig, ScaleError> {
    let header = plan.header();
    let config = RunConfig {
        question: header.question,
        rules: rule_sets(&header.rules)?,
        players: header.players,
        seed: header.seed,
        match_play: header.r#match,
        on_fault: header.on_fault,
        move_time,
        stop: header.stop,
        ..RunConfig::default()
    };
    let [Leg { play: LegPlay::LineUps(line_ups), games, .. }] = header.legs.as_slice() else {
        unreachable!("a run has one leg of line-ups")
    };
    let config = RunConfig {
        line_up: line_up(header, line_ups, catalogue)?,
        line_ups: line_ups.line_ups.clone(),
        seating: line_ups.seating,
        games: *games,
        ..config
    };
    same(header, config.plan().map_err(RunError::from)?.header())?;
    Ok(config)
}

pub(super) fn survey_rules(header: &Header, known: Catalogue) -> Result<Vec<RuleSet>, ScaleError> {
    let names = header.legs.iter().flat_map(Leg::strategies);
    for name in names.filter(|name| !header.bots.contains_key(*name)) {
        known.parse(name).map_err(|error| PlanFileError::Differs(error.to_string()))?;
    }
    let rules = rule_sets(&header.rules)?;
    let here = planned(header.clone(), &rules, known).map_err(RunError::from)?;
    same(header, here.header())?;
    Ok(rules)
}

fn same(header: &Header, here: &Header) -> Result<(), PlanFileError> {
    match here.differences(header).as_slice() {
        [] => Ok(()),
        differences => Err(PlanFileError::Differs(differences.join("; "))),
    }
}

fn rule_sets(rules: &[HeaderRules]) -> Result<Vec<RuleSet>, PlanFileError> {
    let sets: Result<_, _> = rules.iter().map(HeaderRules::read).collect();
    sets.map_err(|error| PlanFileError::Differs(error.to_string()))
}

fn line_up(
    header: &Header,
    line_ups: &LineUps,
    catalogue: Catalogue,
) -> Result<Vec<Contestant>, PlanFileError> {
    let (names, are_listed) = (&line_ups.line_up, line_ups.line_ups.is_some());
    let mut line_up = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let contestant = match header.bots.get(name) {
            Some(line) => Contestant::parse(line, catalogue).map(|bot| bot.named(name)),
            None if are_listed => Contestant::parse(own_name(name, &names[..place]), catalogue),
            None => Contestant::parse(name, catalogue),
        };
        line_up.push(contestant.map_err(|error| PlanFileError::Differs(error.to_string()))?);
    }
    Ok(line_up)
}

/// The name of a strategy, without the mark that tells it from a namesake before it.
fn own_name<'a>(name: &'a str, earlier: &[String]) -> &'a str {
    match name.rsplit_once('#') {
        Some((own, _)) if earlier.iter().any(|earlier| earlier == own) => own,
        _ => name,
    }
}
