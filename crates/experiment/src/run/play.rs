//! Runs: a plan played to its end, or as far as there is time, and its files written from the
//! tallies.

use super::config::RunConfig;
use super::rounds::Rounds;
use super::tables::RunTables;
use crate::error::RunError;
use crate::played::Played;
use crate::progress::Progress;
use crate::session::{Session, available_threads};
use crate::store::Lock;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use unobench_bots::Pool;
use unobench_measure::plan::Plan;
use unobench_measure::results::{Results, RuleSetResults};

/// How the caller of a run stops it and hears how far it is.
pub struct Control<'a> {
    pub cancel: &'a AtomicBool,
    pub observer: &'a mut dyn ProgressObserver,
}

/// Who is told how far a run is.
pub trait ProgressObserver {
    /// Is told, some times a second, how far the run is.
    fn update(&mut self, status: &Status<'_>);
}

impl ProgressObserver for () {
    fn update(&mut self, _: &Status<'_>) {}
}

/// How far a run is, for its observer.
#[derive(Debug, Clone, Copy)]
pub struct Status<'a> {
    pub rules: &'a str,
    /// Games played of all rule sets, earlier sessions included.
    pub games: u64,
    /// Games of all rule sets, earlier sessions included, when all is played: where a rule may end
    /// them, as many as it will probably take.
    pub total: u64,
    /// What is known of this rule set, up to the last chunk written.
    pub results: RuleSetResults<'a>,
}

/// Plays a run and writes its files.
///
/// # Errors
/// If the configuration is wrong, the directory holds something else, or a file cannot be written.
/// What was played is then still in `progress.jsonl`.
pub fn run(config: &RunConfig, control: Control<'_>) -> Result<Played<Results>, RunError> {
    run_with_bots(config, None, control)
}

/// The same with the processes of bots that [`RunConfig::name_bots`] has started.
pub fn run_with_bots(
    config: &RunConfig,
    bots: Option<Pool>,
    control: Control<'_>,
) -> Result<Played<Results>, RunError> {
    let plan = config.plan()?;
    let mut tables = RunTables::new(config, &plan, bots)?;
    // Bots are looked for before there is a directory, which would be left empty.
    let lock = Lock::take(&config.out)?;
    let begin = |to| Rounds::begin(to, &config.out, plan.header());
    tables.rounds = config.rounds.as_ref().map(begin).transpose()?;
    let session = Session {
        tables: &tables,
        existing: config.existing,
        threads: config.threads.map_or_else(available_threads, NonZeroUsize::get),
        deadline: config.deadline,
        cancel: control.cancel,
        invocation: &config.invocation,
    };
    let played = session.run(plan.clone(), lock, &mut telling(&plan, control.observer))?.of_run();
    let troubles = tables.pool.as_ref().map(Pool::troubles).unwrap_or_default();
    let rounds = tables.rounds.take().map(Rounds::finish).transpose()?;
    Ok(Played { troubles, rounds, ..played })
}

pub(crate) fn telling<'a>(
    plan: &Plan,
    observer: &'a mut dyn ProgressObserver,
) -> impl FnMut(&Progress, usize, u64) + use<'a> {
    let to_play = plan.games_to_play();
    move |progress, rules, games| {
        let plan = progress.plan();
        let expected = plan.expected_games(progress.totals()).map(|total| total.max(games));
        let total = expected.unwrap_or(to_play);
        if let Some(results) = plan.results_of(rules, progress.totals()) {
            observer.update(&Status { rules: results.name, games, total, results });
        }
    }
}
