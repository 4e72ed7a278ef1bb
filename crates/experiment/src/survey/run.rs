//! Surveys played to their end, or as far as there is time, and their files written from the
//! tallies.

use super::bots::SurveyBots;
use super::header::Header;
use super::learned::Learned;
use super::play::LegTable;
use super::progress::Survey;
use super::tally::Tally;
use crate::error::RunError;
use crate::open::open;
use crate::output::{
    Outputs as _,
    manifest::{Host, Invocation},
};
use crate::session::{Ending, PlayChunk, Session, Tables};
use crate::store::Lock;
use crate::store::directory::{Existing, Opened, Resumed};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use unobench_bots::Trouble;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Catalogue;

/// What to play, and where to keep it.
#[derive(Debug, Clone)]
pub struct SurveyConfig {
    /// What determines the bytes.
    pub header: Header,
    /// The strategies that there are.
    pub catalogue: Catalogue,
    /// The rule sets of the header, in its order.
    pub rules: Vec<RuleSet>,
    /// Who has learned them, where the header says that somebody has.
    pub learned: Learned,
    /// Threads.
    pub threads: usize,
    /// The directory.
    pub out: PathBuf,
    /// What to do with a run or survey that is there already.
    pub existing: Existing,
    /// When to stop playing.
    pub max_time: Option<Duration>,
    /// How the program was started, for the manifest.
    pub invocation: Invocation,
}

/// How a survey is steered and watched while it plays.
pub struct SurveyControl<'a> {
    /// Set by somebody else to stop it; what was played is then written.
    pub cancel: &'a AtomicBool,
    /// Is told, some times a second, how many games of how many are played.
    pub observe: &'a mut dyn FnMut(u64, u64),
}

/// What came of a survey.
#[derive(Debug)]
pub struct SurveyReport {
    /// The tallies.
    pub survey: Survey,
    /// How it ended.
    pub ending: Ending,
    /// What was there before, if it was resumed.
    pub resumed: Option<Resumed>,
    /// Games played in this session.
    pub games: u64,
    /// How long they took.
    pub time: Duration,
    /// How many decisions bots failed to make in this session.
    pub faults: u64,
    /// What is known of why.
    pub troubles: Vec<Trouble>,
}

/// Plays a survey and writes its files.
///
/// # Errors
/// If it cannot be made, the directory holds something else, or a file cannot be written. What was
/// played is then still in `progress.jsonl`.
pub fn survey(config: &SurveyConfig, control: SurveyControl<'_>) -> Result<SurveyReport, RunError> {
    survey_with_bots(config, None, control)
}

/// The same with bots that play in it.
///
/// # Errors
/// As of [`survey`].
pub fn survey_with_bots(
    config: &SurveyConfig,
    bots: Option<SurveyBots>,
    control: SurveyControl<'_>,
) -> Result<SurveyReport, RunError> {
    let header = config.header.clone().planned(&config.rules, config.catalogue)?;
    let Opened { mut journal, mut progress, mut kept, resumed } =
        open(header, Lock::take(&config.out)?, config.existing)?;
    let begun = Instant::now();
    let games_before = resumed.as_ref().map_or(0, |resumed| resumed.games);
    let header = progress.experiment().clone();
    let tables = SurveyTables::new(header, &config.rules, config.catalogue, &config.learned, bots);
    let session = Session {
        tables: &tables,
        threads: config.threads,
        cancel: control.cancel,
        deadline: config.max_time.and_then(|time| begun.checked_add(time)),
    };
    let total = config.header.games_to_play();
    let ending = session.play(&mut progress, &mut journal, &mut kept, |_, _, games| {
        (control.observe)(games, total)
    })?;
    journal.sync()?;
    let (time, games) = (begun.elapsed(), progress.games().saturating_sub(games_before));
    let host = Host { threads: config.threads, invocation: &config.invocation, time, games };
    let survey = Header::conclude(&mut progress, &config.out, &host)?;
    let (faults, troubles) = tables.bots.as_ref().map(SurveyBots::faults).unwrap_or_default();
    Ok(SurveyReport { survey, ending, resumed, games, time, faults, troubles })
}

/// The tables of a survey.
pub(crate) struct SurveyTables<'a> {
    header: Header,
    rules: &'a [RuleSet],
    catalogue: Catalogue,
    learned: &'a Learned,
    bots: Option<SurveyBots>,
}

impl<'a> SurveyTables<'a> {
    /// Those of a header with its rule sets.
    pub(crate) fn new(
        header: Header,
        rules: &'a [RuleSet],
        catalogue: Catalogue,
        learned: &'a Learned,
        bots: Option<SurveyBots>,
    ) -> SurveyTables<'a> {
        SurveyTables { header, rules, catalogue, learned, bots }
    }
}

impl Tables<Vec<Option<Tally>>> for SurveyTables<'_> {
    fn set(
        &self,
        rules: usize,
        leg: usize,
    ) -> Result<Box<dyn PlayChunk<Vec<Option<Tally>>> + '_>, RunError> {
        let Header { players, seed, ref legs, .. } = self.header;
        let SurveyTables { catalogue, learned, .. } = *self;
        let rules = &self.rules[rules];
        let bots = self.bots.as_ref();
        let table = LegTable::new(&legs[leg], rules, players, seed, catalogue, learned, bots);
        Ok(Box::new(table.map_err(RunError::Strategy)?))
    }

    fn stop(&self) {
        self.bots.iter().for_each(SurveyBots::stop);
    }
}
