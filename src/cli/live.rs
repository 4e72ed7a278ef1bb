//! An answer that is played here and now: only until it is sure. Whether `champion` knows the rules
//! is examined beside, where nobody has done that before.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;
use clap::ValueHint::DirPath;

use super::console::Verbosity;
use super::examined::{examine, known, seated, unknown};
use super::failure::{Failure, OrFailure as _, Result};
use super::interrupt;
use super::learned::TrainSession;
use super::numbers::grouped;
use super::options::{MachineOptions, ProgressOptions};
use super::progress::ProgressDisplay;
use super::session::progress;
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_disk::replace_file;
use unobench_experiment::Header;
use unobench_experiment::answers::RuleAnswer;
use unobench_experiment::settle;
use unobench_experiment::survey::{
    LearnedSeats, LookEnd, LookTables, OfficialGames, SequentialSurvey, Survey, TableGuests,
};
use unobench_experiment::{Job, LegTally, Plan, PlayMonitor};
use unobench_findings::comparison::effects;
use unobench_findings::documents::KnowledgeResult;
use unobench_findings::panel::CHAMPION;
use unobench_findings::tell::plain::PlainAnswer;
use unobench_findings::tell::speech::listed;
use unobench_stats::looks::Look;

/// How often it is shown how far the games are.
const TICK: Duration = Duration::from_millis(50);

/// What was counted of the official game at some numbers of seats, with the seed that is usual, as
/// `scripts/web-answers --official` writes it: packed JSON.
const OFFICIAL: [(usize, &[u8]); 5] = [
    (2, include_bytes!("answers/official-2.json.z")),
    (3, include_bytes!("answers/official-3.json.z")),
    (4, include_bytes!("answers/official-4.json.z")),
    (5, include_bytes!("answers/official-5.json.z")),
    (6, include_bytes!("answers/official-6.json.z")),
];

/// The most bytes that such a file has when it is unpacked.
const MOST_BYTES: usize = 1 << 26;

/// How well such a file is packed; 10 is best.
const PACKED: u8 = 10;

/// What ships of the official game at so many seats.
fn official(players: usize) -> Option<OfficialGames> {
    let (_, packed) = OFFICIAL.iter().find(|(seats, _)| *seats == players)?;
    let json = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(packed, MOST_BYTES);
    let games = OfficialGames::read(&json.expect("what ships is whole"));
    Some(games.expect("what ships can be read"))
}

/// How an answer is played.
pub(super) struct LivePlay<'a> {
    pub(super) machine: &'a MachineOptions,
    pub(super) progress: &'a ProgressOptions,
    pub(super) seed: u64,
    /// The look at which it ends in any case.
    pub(super) last: Look,
    /// Whether `champion` is examined where that was not done before.
    pub(super) is_examined: bool,
}

/// What was played, and how it ended.
pub(super) struct LiveAnswer {
    pub(super) survey: Survey,
    pub(super) ending: LiveEnding,
}

/// How an answer that is played ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LiveEnding {
    /// The answer is sure, or all games are played.
    Answered,
    /// It was interrupted, and is from the looks that were finished.
    CutShort,
}

/// What an exam beside the games found: what is known of the rules, and who plays then.
type Examined = (Vec<KnowledgeResult>, LearnedSeats);

impl LivePlay<'_> {
    /// Plays rule sets against the official game.
    pub(super) fn answer(&self, rules: &[RuleSet], players: usize) -> Result<LiveAnswer> {
        let sets = [&[RuleSet::official()], rules].concat();
        let header = self.header(&sets, players)?;
        let learned = seated(&header);
        let cancel = interrupt::listen_silently();
        let is_new = self.is_examined && !unknown(&header, &sets).is_empty();
        thread::scope(|scope| {
            let exam = is_new.then(|| {
                Verbosity::chosen().say(&format!(
                    "{CHAMPION} plays; it has not been examined under these rules, so the exam runs \
                     at the same time"
                ));
                scope.spawn(|| self.exam(header.clone(), &sets, learned.clone(), &cancel))
            });
            let answer = self.play(&header, &sets, &learned, &cancel)?;
            let Some(exam) = exam else { return Ok(answer) };
            if answer.ending == LiveEnding::Answered && !exam.is_finished() {
                Verbosity::chosen().say("the games are played; the exam goes on");
            }
            match exam.join().expect("an exam does not panic") {
                Ok((examined, with_exam)) => {
                    self.examined(answer, (examined, with_exam), &header, &sets, &cancel)
                }
                Err(Failure::Interrupted) => {
                    Ok(LiveAnswer { ending: LiveEnding::CutShort, ..answer })
                }
                Err(failure) => Err(failure),
            }
        })
    }

    fn header(&self, sets: &[RuleSet], players: usize) -> Result<Header> {
        let games = settle::games(players);
        let mut header = settle::header(sets, players, self.seed, games).or_usage()?;
        header.examined = known(sets, &header.seats_of(CHAMPION));
        Ok(header)
    }

    fn exam(
        &self,
        mut header: Header,
        sets: &[RuleSet],
        mut learned: LearnedSeats,
        cancel: &AtomicBool,
    ) -> Result<Examined> {
        // Its own progress would stand in that of the games.
        let school = TrainSession::new(Verbosity::Quiet, self.machine, self.progress, cancel, None);
        examine(&mut header, sets, &mut learned, &school)?;
        Ok((header.examined, learned))
    }

    /// An answer with what an exam found: where somebody else sits in place of `champion` it is
    /// played again.
    fn examined(
        &self,
        answer: LiveAnswer,
        (examined, learned): Examined,
        header: &Header,
        sets: &[RuleSet],
        cancel: &AtomicBool,
    ) -> Result<LiveAnswer> {
        let sits = examined.iter().any(|exam| {
            exam.digest.is_some() && header.examined(&exam.rules, exam.players).is_none()
        });
        let header = Header { examined, ..header.clone() };
        if sits && answer.ending == LiveEnding::Answered {
            Verbosity::chosen().say(&format!(
                "a network that learned only these rules sits in place of {CHAMPION}, as the exam \
                 says: the games are played again"
            ));
            return self.play(&header, sets, &learned, cancel);
        }
        let survey = answer.survey.with_exams(header.examined);
        Ok(LiveAnswer { survey, ..answer })
    }

    /// Plays until the answer is sure, and shows what is known on the way.
    fn play(
        &self,
        header: &Header,
        sets: &[RuleSet],
        learned: &LearnedSeats,
        cancel: &AtomicBool,
    ) -> Result<LiveAnswer> {
        let catalogue = super::catalogue();
        let plan = Plan::of_survey(header.clone(), sets, catalogue, 0).or_usage()?;
        // What ships is of one seed.
        let official = if self.seed == settle::SEED { official(header.players) } else { None };
        let mut survey = SequentialSurvey::new(plan, self.last, official.as_ref());
        let seated = TableGuests { catalogue, learned, guests: None };
        let tables = LookTables::new(seated, sets, header);
        let pool = self.machine.start_threads()?;
        let mut progress = progress(self.progress, Verbosity::chosen());
        announce(header, survey.most_games());
        let mut looks = PlayedLooks { survey: &mut survey, tables: &tables, pool: &pool };
        let games = AtomicU64::new(0);
        let ending = loop {
            let monitor = PlayMonitor { stopped: cancel, games: &games };
            match looks.play(monitor, &mut progress)? {
                None => break LiveEnding::CutShort,
                Some(LookEnd::Answered) => break LiveEnding::Answered,
                Some(LookEnd::GoesOn) => progress.begin(&known_so_far(&looks.survey.survey())),
            }
        };
        progress.finish();
        Ok(LiveAnswer { survey: survey.survey(), ending })
    }
}

/// A survey that is played look by look.
struct PlayedLooks<'s, 'a, 't> {
    survey: &'s mut SequentialSurvey<'a>,
    tables: &'s LookTables<'t>,
    pool: &'s rayon::ThreadPool,
}

impl PlayedLooks<'_, '_, '_> {
    /// Plays a look; nothing if it was stopped.
    fn play(
        &mut self,
        monitor: PlayMonitor<'_>,
        progress: &mut ProgressDisplay,
    ) -> Result<Option<LookEnd>> {
        let jobs = self.survey.jobs(u64::MAX);
        let Some(tallies) = self.tallies(&jobs, monitor, progress)? else { return Ok(None) };
        for (job, tally) in jobs.iter().zip(&tallies) {
            self.survey.add(job, tally).map_err(failed)?;
        }
        Ok(Some(self.survey.finish_look()))
    }

    /// What was counted in each of some jobs; nothing if it was stopped.
    fn tallies(
        &self,
        jobs: &[Job],
        monitor: PlayMonitor<'_>,
        progress: &mut ProgressDisplay,
    ) -> Result<Option<Vec<LegTally>>> {
        let (header, total) = (self.survey.plan().header(), self.survey.most_games());
        let play = || -> Result<Option<Vec<LegTally>>, String> {
            jobs.iter().map(|job| self.tables.play(header, job, monitor)).collect()
        };
        let played = thread::scope(|scope| {
            let playing = scope.spawn(|| self.pool.install(play));
            while !playing.is_finished() {
                progress.note(monitor.games.load(Ordering::Relaxed), total);
                thread::sleep(TICK);
            }
            playing.join().expect("games do not panic")
        });
        played.map_err(failed)
    }
}

fn failed(reason: String) -> Failure {
    Failure::Failed(anyhow::anyhow!(reason))
}

/// Says what is played, and how much of it at most.
fn announce(header: &Header, most: u64) {
    let names: Vec<String> =
        header.rules[1..].iter().map(|rules| quoted(&rules.name).to_string()).collect();
    Verbosity::chosen().say(&format!(
        "{} at {} seats against the official game: {} games at most",
        listed(&names),
        header.players,
        grouped(most)
    ));
}

/// What is known after a look, in a line.
fn known_so_far(survey: &Survey) -> String {
    let Some(answer) = RuleAnswer::of(survey, 1) else { return String::new() };
    let plain = PlainAnswer::to(&effects(&answer.findings));
    let first = plain.told.split(". ").next().unwrap_or_default();
    format!("so far: {}", first.trim_end_matches('.'))
}

/// What `scripts/web-answers` asks for.
#[derive(Debug, Args)]
pub(super) struct OfficialArgs {
    /// Directory that the files are written to
    #[arg(value_name = "DIR", value_hint = DirPath)]
    out: PathBuf,

    #[command(flatten)]
    machine: MachineOptions,
}

/// Plays what ships of the official game, and writes it.
pub(super) fn write_official(args: &OfficialArgs) -> Result {
    let pool = args.machine.start_threads()?;
    let cancel = interrupt::listen();
    for (players, _) in OFFICIAL {
        let games = pool.install(|| official_games(players, &cancel))?;
        let json = games.ok_or(Failure::Interrupted)?.json().or_failed("cannot write them")?;
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&json, PACKED);
        let path = args.out.join(format!("official-{players}.json.z"));
        replace_file(&path, |file| file.write_all(&packed))
            .or_failed(format!("cannot write {}", path.display()))?;
        Verbosity::chosen().say(&format!("{}: {} bytes", path.display(), packed.len()));
    }
    Ok(())
}

/// Who plays the official game for what ships, and what is asked of it.
struct OfficialPlan {
    plan: Plan,
    rules: [RuleSet; 1],
}

impl OfficialPlan {
    fn at(players: usize) -> Result<OfficialPlan> {
        let rules = [RuleSet::official()];
        let games = settle::games(players);
        let header = settle::header(&rules, players, settle::SEED, games).or_usage()?;
        let plan = Plan::of_survey(header, &rules, super::catalogue(), 0).or_usage()?;
        Ok(OfficialPlan { plan, rules })
    }
}

/// What is counted of the official game; nothing if it was stopped.
fn official_games(players: usize, stopped: &AtomicBool) -> Result<Option<OfficialGames>> {
    let OfficialPlan { plan, rules } = OfficialPlan::at(players)?;
    let (games, learned) = (AtomicU64::new(0), LearnedSeats::default());
    let seated = TableGuests { catalogue: super::catalogue(), learned: &learned, guests: None };
    let tables = LookTables::new(seated, &rules, plan.header());
    OfficialGames::play(&plan, &tables, PlayMonitor { stopped, games: &games }).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever changes games of the official rules, or of who plays them, runs
    /// `scripts/web-answers --official`.
    #[test]
    fn what_ships_of_the_official_game_is_what_is_played() {
        let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
        let monitor = PlayMonitor { stopped: &stopped, games: &games };
        for (players, _) in OFFICIAL {
            let OfficialPlan { plan, rules } = OfficialPlan::at(players).expect("a plan");
            let learned = LearnedSeats::default();
            let seated = TableGuests {
                catalogue: super::super::catalogue(),
                learned: &learned,
                guests: None,
            };
            let tables = LookTables::new(seated, &rules, plan.header());
            let known = official(players).expect("it ships");
            let differences = known.differences(&plan, &tables, monitor).expect("it is played");
            assert!(differences.is_empty(), "{players} seats: {differences:?}");
        }
    }
}
