//! Surveys played to their end, or as far as there is time.
//!
//! The groups of a leg are played in order, all threads on the same ones; a group is written as
//! soon as all before it are. So nothing that is written depends on the threads, and what an
//! interruption costs is a few groups of one leg.

use super::header::{GROUPS, Header, HeaderError, Leg, owner};
use super::play::{LegTable, Scratch};
use super::progress::{GroupRecord, Spot, Survey, SurveyProgress};
use super::tally::Tally;
use crate::any::AnyHeader;
use crate::error::RunError;
use crate::open::open;
use crate::output::{self, manifest::Host};
use crate::session::{Ending, TICK, is_over, start_threads};
use crate::store::Lock;
use crate::store::directory::{Existing, Opened, PartDirectory, Resumed};
use crate::store::journal::Journal;
use crate::store::parts::{Owned, copy_lines, sort_parts};
use crate::store::progress::Progress as _;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Catalogue;
use unobench_engine::workers::in_order;

/// How many blocks are at least given out at a time, so that threads wait for each other seldom.
const BLOCKS_AT_A_TIME: u64 = 4096;

/// What to play, and where to keep it.
#[derive(Debug, Clone)]
pub struct SurveyConfig {
    /// What determines the bytes.
    pub header: Header,
    /// The strategies that there are.
    pub catalogue: Catalogue,
    /// The rule sets of the header, in its order.
    pub rules: Vec<RuleSet>,
    /// Threads.
    pub threads: usize,
    /// The directory.
    pub out: PathBuf,
    /// What to do with a run or survey that is there already.
    pub existing: Existing,
    /// When to stop playing.
    pub max_time: Option<Duration>,
    /// The arguments as given, for the manifest.
    pub arguments: Vec<String>,
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
    /// Games played in this active.
    pub games: u64,
    /// How long they took.
    pub time: Duration,
}

/// Plays a survey and writes its files.
///
/// # Errors
/// If it cannot be made, the directory holds something else, or a file cannot be written. What was
/// played is then still in `progress.jsonl`.
pub fn survey(config: &SurveyConfig, control: SurveyControl<'_>) -> Result<SurveyReport, RunError> {
    let progress =
        SurveyProgress::from_header(config.header.clone().with_versions(config.catalogue))?;
    if !config
        .header
        .rules
        .iter()
        .map(|rules| &rules.name)
        .eq(config.rules.iter().map(|rules| &rules.name))
    {
        return Err(HeaderError::Contradiction("the rules").into());
    }
    let Opened { journal, progress, resumed } =
        open(progress, Lock::take(&config.out)?, config.existing)?;
    let begun = Instant::now();
    let games_before = progress.games();
    let deadline = config.max_time.and_then(|time| begun.checked_add(time));
    let mut active = ActiveSurvey { config, journal, progress, control, deadline };
    let ending = active.play()?;
    active.journal.sync()?;
    let (time, games) = (begun.elapsed(), active.progress.games() - games_before);
    let survey = active.progress.into_survey();
    let host = Host { threads: config.threads, arguments: &config.arguments, time, games };
    output::write_survey(&config.out, &survey, ending == Ending::Complete, &host)?;
    Ok(SurveyReport { survey, ending, resumed, games, time })
}

/// A survey while it is played.
struct ActiveSurvey<'a, 'c> {
    config: &'a SurveyConfig,
    journal: Journal,
    progress: SurveyProgress,
    control: SurveyControl<'c>,
    deadline: Option<Instant>,
}

impl ActiveSurvey<'_, '_> {
    fn play(&mut self) -> Result<Ending, RunError> {
        let pool = start_threads(self.config.threads)?;
        let mut table: Option<((usize, usize), LegTable)> = None;
        while let Some(&Spot { rules, leg, .. }) = self.progress.coming(1).first() {
            let spots = self.progress.coming(self.groups_at_a_time(leg));
            if table.as_ref().is_none_or(|(of, _)| *of != (rules, leg)) {
                let Header { players, seed, ref legs, .. } = self.config.header;
                let made = LegTable::new(
                    &legs[leg].play,
                    &self.config.rules[rules],
                    players,
                    seed,
                    self.config.catalogue,
                );
                table = Some(((rules, leg), made.map_err(RunError::Strategy)?));
            }
            let table = &table.as_ref().expect("it was just set").1;
            if let Err(ending) = self.play_groups(&pool, table, &spots)? {
                return Ok(ending);
            }
        }
        Ok(Ending::Complete)
    }

    /// As many groups of a leg as make enough blocks.
    fn groups_at_a_time(&self, leg: usize) -> usize {
        (BLOCKS_AT_A_TIME / self.config.header.legs[leg].blocks_per_group).clamp(1, GROUPS as u64)
            as usize
    }

    /// Plays some groups of a leg and writes them; an ending instead if it had to stop before they
    /// were all played.
    fn play_groups(
        &mut self,
        pool: &rayon::ThreadPool,
        table: &LegTable,
        spots: &[Spot],
    ) -> Result<Result<(), Ending>, RunError> {
        let leg = &self.config.header.legs[spots[0].leg];
        let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
        let (total, before) = (self.config.header.games_to_play(), self.progress.games());
        let (mut ending, mut written) = (None, 0);
        let play = |group| Some(play_group(table, leg, group, &stopped, &games));
        let groups = spots.iter().map(|spot| spot.group);
        in_order::<_, _, RunError>(
            pool,
            groups,
            play,
            &stopped,
            || TICK,
            |tally| {
                ending = is_over(self.control.cancel, self.deadline);
                match tally {
                    _ if ending.is_some() => return Ok(false),
                    Some(tally) => {
                        self.write(tally)?;
                        written += 1;
                    }
                    None => {
                        (self.control.observe)(before + games.load(Ordering::Relaxed), total);
                    }
                }
                Ok(written < spots.len())
            },
        )?;
        Ok(ending.map_or(Ok(()), Err))
    }

    fn write(&mut self, tally: Tally) -> Result<(), RunError> {
        let record: GroupRecord = self.progress.record(tally);
        self.journal.append(&self.progress.line(&record)?)?;
        self.progress.add(record).map_err(RunError::Internal)
    }
}

/// Plays a group on all threads; its tally is not whole if it was stopped.
fn play_group(
    table: &LegTable,
    leg: &Leg,
    group: usize,
    stopped: &AtomicBool,
    games: &AtomicU64,
) -> Tally {
    /// Blocks that a thread takes at a time.
    const SHARE: u64 = 64;
    /// Into how many shares a group is cut: enough for the threads, and not so many that it takes
    /// time to end them.
    const SHARES: std::ops::RangeInclusive<u64> = 8..=1024;
    let first = group as u64 * leg.blocks_per_group;
    let shares = (leg.blocks_per_group / SHARE)
        .clamp(*SHARES.start(), *SHARES.end())
        .min(leg.blocks_per_group);
    let cut = |share: u64| first + share * leg.blocks_per_group / shares;
    let play = |scratch: &mut Scratch, share: u64| {
        let is_over = || stopped.load(Ordering::Relaxed);
        let done = |more| {
            games.fetch_add(more, Ordering::Relaxed);
        };
        table.play(cut(share)..cut(share + 1), scratch, is_over, done)
    };
    let tallies = (0..shares).into_par_iter().map_init(Scratch::default, play);
    tallies.reduce(
        || Tally::new(table.players()),
        |mut sum, tally| {
            sum.add(&tally);
            sum
        },
    )
}

/// Puts the parts of a survey together.
pub(crate) fn merge(
    header: Header,
    parts: &mut [PartDirectory<AnyHeader>],
    out: &Path,
    existing: Existing,
    arguments: &[String],
) -> Result<SurveyReport, RunError> {
    let begun = Instant::now();
    header.check()?;
    let of = sort_parts(parts, AnyHeader::shard, |shard, there: &AnyHeader| {
        match SurveyProgress::from_header(header.with_shard(Some(shard))) {
            Ok(progress) => progress.differences(there),
            Err(error) => vec![error.to_string()],
        }
    })?;
    let whole = header.with_shard(None);
    let names: Vec<String> = whole.rules.iter().map(|rules| rules.name.clone()).collect();
    let legs = whole.legs.len();
    let owners = names.iter().flat_map(|name| {
        let groups = (0..legs * GROUPS).map(|place| place % GROUPS);
        groups.map(move |group| Owned {
            part: owner(group, of),
            chunk: group as u64,
            of: name.clone(),
        })
    });
    let (progress, lock) = (SurveyProgress::from_header(whole)?, Lock::take(out)?);
    let progress = copy_lines::<_, RunError>(progress, owners, parts, &lock, existing)?;
    let survey = progress.into_survey();
    output::write_survey(
        out,
        &survey,
        true,
        &Host { threads: 1, arguments, time: begun.elapsed(), games: 0 },
    )?;
    Ok(SurveyReport {
        survey,
        ending: Ending::Complete,
        resumed: None,
        games: 0,
        time: begun.elapsed(),
    })
}
