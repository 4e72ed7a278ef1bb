//! Surveys played to their end, or as far as there is time, and their files written from the
//! tallies.

use super::bots::SurveyBots;
use super::cost::planned;
use crate::directory::Existing;
use crate::error::{Result, RunError};
use crate::output::manifest::Invocation;
use crate::played::Played;
use crate::progress::Progress;
use crate::session::{Session, TableMaker};
use crate::store::Lock;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use unobench_bots::BotError;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Catalogue;
use unobench_measure::PlayChunk;
use unobench_measure::header::Header;
use unobench_measure::survey::{ExternalPlayers, LearnedSeats, LegTable, Survey, TableGuests};

/// What a survey is to play, and how.
#[derive(Debug, Clone)]
pub struct SurveyConfig {
    pub header: Header,
    pub catalogue: Catalogue,
    pub rules: Vec<RuleSet>,
    pub learned: LearnedSeats,
    pub threads: usize,
    pub out: PathBuf,
    pub existing: Existing,
    pub deadline: Option<Instant>,
    pub invocation: Invocation,
}

/// How the caller of a survey stops it and hears how far it is.
pub struct SurveyControl<'a> {
    /// Set by somebody else to stop it; what was played is then written.
    pub cancel: &'a AtomicBool,
    pub observe: &'a mut dyn FnMut(u64, u64),
}

/// Plays a survey and writes its files.
pub fn survey(config: &SurveyConfig, control: SurveyControl<'_>) -> Result<Played<Survey>> {
    survey_with_bots(config, None, control)
}

pub fn survey_with_bots(
    config: &SurveyConfig,
    bots: Option<SurveyBots>,
    control: SurveyControl<'_>,
) -> Result<Played<Survey>> {
    let SurveyConfig { ref rules, catalogue, ref learned, .. } = *config;
    let plan = planned(config.header.clone(), rules, catalogue)?;
    let tables = SurveyTables { header: plan.header().clone(), rules, catalogue, learned, bots };
    let session = Session {
        tables: &tables,
        existing: config.existing,
        threads: config.threads,
        deadline: config.deadline,
        cancel: control.cancel,
        invocation: &config.invocation,
    };
    let (total, lock) = (plan.games_to_play(), Lock::take(&config.out)?);
    let tell = &mut |_: &Progress, _, games| (control.observe)(games, total);
    let played = session.run(plan, lock, tell)?.of_survey();
    let (faults, troubles) = tables.bots.as_ref().map(SurveyBots::faults).unwrap_or_default();
    Ok(Played { faults, troubles, ..played })
}

/// What the tables of a survey are made from, one for each leg of a rule set.
pub(crate) struct SurveyTables<'a> {
    pub(crate) header: Header,
    pub(crate) rules: &'a [RuleSet],
    pub(crate) catalogue: Catalogue,
    pub(crate) learned: &'a LearnedSeats,
    pub(crate) bots: Option<SurveyBots>,
}

impl TableMaker for SurveyTables<'_> {
    fn set(&self, rules: usize, leg: usize) -> Result<Box<dyn PlayChunk + '_>, RunError> {
        let SurveyTables { header, catalogue, learned, bots, .. } = self;
        let guests = bots.as_ref().map(|bots| bots as &dyn ExternalPlayers);
        let seated = TableGuests { catalogue: *catalogue, learned, guests };
        let table = LegTable::new(header, seated, &self.rules[rules], leg);
        Ok(Box::new(table.map_err(RunError::Strategy)?))
    }

    fn stop(&self) {
        self.bots.iter().for_each(SurveyBots::stop);
    }

    fn failed(&self) -> Option<BotError> {
        self.bots.as_ref()?.never_started()
    }
}
