//! Threads, shards, interruptions and damage leave no trace in the files.

use super::{Dice, plan};
use crate::error::RunError;
use crate::merge::merge;
use crate::open::{make_room, open};
use crate::output::manifest::Invocation;
use crate::run::header::Question;
use crate::run::plan::{Plan, PlanParts};
use crate::run::play::{Control, LocalRun, Observer, RunReport, RunTable, Status};
use crate::run::stop::Stop;
use crate::session::{Ending, PlayChunk, Tables};
use crate::store::directory::Existing;
use crate::store::progress::Progress;
use crate::store::{Lock, MergeError, PROGRESS, StoreError};
use crate::testing::bytes;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::{TempDir, tempdir};
use unobench_core::table::{Outcome, PlayBlocks, SeatMap};
use unobench_engine::Tally;
use unobench_engine::schedule::Seating;
use unobench_engine::shard::Shard;

pub(super) const PLAYERS: usize = 3;

/// A plan with two rule sets and some chunks.
pub(super) fn small(shard: Option<Shard>) -> Plan {
    plan("a b c", PLAYERS, Seating::Rotate, 200, shard)
}

/// Nobody started the program.
static UNSTARTED: Invocation = Invocation::NONE;

pub(super) fn job<'a>(
    plan: &'a Plan,
    out: &'a Path,
    threads: usize,
    existing: Existing,
) -> LocalRun<'a> {
    LocalRun {
        plan,
        out,
        existing,
        threads,
        max_time: None,
        invocation: &UNSTARTED,
        tables: &Nobody,
    }
}

fn dice(rules: usize) -> Box<dyn PlayBlocks> {
    Box::new(Dice { players: PLAYERS, partners: false, rules: rules as u64 })
}

pub(super) fn play(job: &LocalRun<'_>) -> Result<RunReport, RunError> {
    run(job, dice, Control { cancel: &AtomicBool::new(false), observer: &mut () })
}

/// Nobody plays.
struct Nobody;

impl Tables<Tally> for Nobody {
    fn set(&self, _: usize, _: usize) -> Result<Box<dyn PlayChunk<Tally> + '_>, RunError> {
        unreachable!("somebody is put in its place")
    }
}

/// Tables by the place of their rule set.
struct Dealt<'a, F> {
    plan: &'a Plan,
    table: F,
}

impl<F: Fn(usize) -> Box<dyn PlayBlocks> + Sync> Tables<Tally> for Dealt<'_, F> {
    fn set(&self, rules: usize, _: usize) -> Result<Box<dyn PlayChunk<Tally> + '_>, RunError> {
        Ok(Box::new(RunTable { plan: self.plan, table: (self.table)(rules) }))
    }
}

pub(super) fn run(
    job: &LocalRun<'_>,
    table: impl Fn(usize) -> Box<dyn PlayBlocks> + Sync,
    control: Control<'_>,
) -> Result<RunReport, RunError> {
    let tables = Dealt { plan: job.plan, table };
    LocalRun { tables: &tables, ..*job }.run(Lock::take(job.out)?, control)
}

pub(super) fn played(plan: &Plan, threads: usize) -> TempDir {
    let directory = tempdir().expect("a directory");
    play(&job(plan, directory.path(), threads, Existing::Refuse)).expect("it is played");
    directory
}

#[test]
fn the_number_of_threads_leaves_no_trace() {
    let plan = small(None);
    let one = played(&plan, 1);
    let files = bytes(one.path());
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "manifest.json",
            "matchups.csv",
            PROGRESS,
            "scores.csv",
            "seats.csv",
            "summary.csv",
            "summary.json",
            "turns.csv"
        ]
    );
    for threads in [2, 5] {
        assert_eq!(bytes(played(&plan, threads).path()), files, "{threads} threads");
    }
}

#[test]
fn shards_merge_to_the_whole() {
    let whole = played(&small(None), 2);
    for of in [1, 3, 12] {
        let shards: Vec<TempDir> =
            (1..=of).map(|part| played(&small(Some(Shard { part, of })), 2)).collect();
        let mut paths: Vec<PathBuf> = shards.iter().map(|shard| shard.path().to_owned()).collect();
        paths.reverse();
        let merged = tempdir().expect("a directory");
        merge(&paths, merged.path(), Existing::Refuse, &Invocation::NONE).expect("they fit");
        assert_eq!(bytes(merged.path()), bytes(whole.path()), "{of} shards");
    }
}

#[test]
fn shards_that_do_not_fit_are_refused() {
    let shard = |part, of| small(Some(Shard { part, of }));
    let [one, two, three] = [1, 2, 3].map(|part| played(&shard(part, 3), 1));
    let [one, two, three] = [&one, &two, &three].map(|shard| shard.path().to_owned());
    let out = tempdir().expect("a directory");
    let refusal = |paths: &[&PathBuf]| {
        let paths: Vec<PathBuf> = paths.iter().map(|path| (*path).clone()).collect();
        match merge(&paths, out.path(), Existing::Refuse, &Invocation::NONE) {
            Err(RunError::Merge(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refusal(&[]), MergeError::Nothing);
    assert_eq!(refusal(&[&one, &three]), MergeError::Missing(vec![Shard { part: 2, of: 3 }]));
    assert_eq!(
        refusal(&[&one, &one, &two]),
        MergeError::Twice {
            first: one.clone(),
            other: one.clone(),
            shard: Shard { part: 1, of: 3 }
        }
    );
    let whole = played(&small(None), 1);
    assert_eq!(refusal(&[&whole.path().to_owned()]), MergeError::Whole(whole.path().to_owned()));
    let of_two = played(&shard(1, 2), 1);
    let error = refusal(&[&one, &of_two.path().to_owned()]);
    assert!(
        matches!(
            &error,
            MergeError::Different { differences, .. }
                if differences == "shard.of: 2 there, 3 here"
        ),
        "{error}"
    );
    let progress = two.join(PROGRESS);
    let contents = fs::read(&progress).expect("a file");
    fs::write(&progress, &contents[..contents.len() - 1]).expect("it is written");
    let all = [&one, &two, &three];
    assert!(matches!(refusal(&all), MergeError::Damaged { directory, .. } if directory == two));
    let last = contents[..contents.len() - 1]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .expect("several lines");
    fs::write(&progress, &contents[..=last]).expect("it is written");
    assert!(matches!(refusal(&all), MergeError::Unfinished { directory, .. } if directory == two));
    assert_eq!(bytes(out.path()).len(), 0, "nothing is left behind");
}

#[test]
fn a_file_cut_at_any_byte_is_believed_up_to_its_last_whole_line() {
    let plan = plan("a b", 2, Seating::Rotate, 40, None);
    let progress = bytes(played_by(&plan, 2).path()).remove(PROGRESS).expect("a file");
    let header = progress.iter().position(|&byte| byte == b'\n').expect("several lines") + 1;
    for end in header..=progress.len() {
        let whole =
            progress[..end].iter().rposition(|&byte| byte == b'\n').expect("several lines") + 1;
        let mut state = Progress::new(plan.clone());
        let (good, dropped) = state
            .add_lines(&mut &progress[header..end], header as u64)
            .expect("memory can be read");
        assert_eq!(good, whole as u64, "{end}");
        assert_eq!(dropped.map_or(0, |dropped| dropped.bytes), (end - whole) as u64, "{end}");
        assert_eq!(state.next().is_none(), end == progress.len(), "{end}");
    }
}

#[test]
fn a_run_cut_anywhere_is_resumed_to_the_same_bytes() {
    let plan = plan("a b", 2, Seating::Rotate, 40, None);
    let whole = played_by(&plan, 2);
    let files = bytes(whole.path());
    let progress = &files[PROGRESS];
    let ends = progress
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .flat_map(|(end, _)| [end, end + 1, end + 2]);
    let directory = tempdir().expect("a directory");
    for end in ends.chain((0..progress.len()).step_by(401)).filter(|&end| end <= progress.len()) {
        fs::write(directory.path().join(PROGRESS), &progress[..end]).expect("it is written");
        let control = Control { cancel: &AtomicBool::new(false), observer: &mut () };
        let job = job(&plan, directory.path(), 2, Existing::Resume);
        let report = run(&job, two, control).expect("it is played");
        let cut = end == 0 || progress[end - 1] != b'\n';
        assert_eq!(report.resumed.expect("it was resumed").dropped.is_some(), cut, "{end}");
        assert_eq!(bytes(directory.path()), files, "{end}");
    }
}

pub(super) fn two(rules: usize) -> Box<dyn PlayBlocks> {
    Box::new(Dice { players: 2, partners: false, rules: rules as u64 })
}

pub(super) fn played_by(plan: &Plan, threads: usize) -> TempDir {
    let directory = tempdir().expect("a directory");
    let control = Control { cancel: &AtomicBool::new(false), observer: &mut () };
    let job = job(plan, directory.path(), threads, Existing::Refuse);
    run(&job, two, control).expect("it is played");
    directory
}

#[test]
fn a_damaged_line_and_all_after_it_are_played_again() {
    let plan = small(None);
    let whole = played(&plan, 1);
    let files = bytes(whole.path());
    let path = whole.path().join(PROGRESS);
    let third = files[PROGRESS]
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .nth(1)
        .expect("several lines")
        .0;
    let mut damaged = files[PROGRESS].clone();
    damaged[third + 40] ^= 1;
    fs::write(&path, &damaged).expect("it is written");
    let report = play(&job(&plan, whole.path(), 2, Existing::Resume)).expect("it is resumed");
    let dropped = report.resumed.expect("it was resumed").dropped.expect("and damaged");
    assert_eq!((dropped.line, dropped.bytes), (3, (damaged.len() - third - 1) as u64));
    assert_eq!(dropped.reason, "its check sum is wrong, or it is of another run");
    assert_eq!(bytes(whole.path()), files);
}

#[test]
fn lines_in_another_order_are_not_believed() {
    let plan = small(None);
    let whole = played(&plan, 1);
    let text = fs::read_to_string(whole.path().join(PROGRESS)).expect("a file");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut state = Progress::new(plan.clone());
    assert!(
        state
            .add_line(lines[2].as_bytes())
            .is_err_and(|reason| reason == "it is chunk 1 of official, not chunk 0 of official")
    );
    assert_eq!(state.add_line(lines[1].as_bytes()), Ok(()));
    assert!(state.add_line(lines[1].as_bytes()).is_err());
}

#[test]
fn a_finished_run_only_writes_its_files_again() {
    let plan = small(None);
    let whole = played(&plan, 1);
    let files = bytes(whole.path());
    fs::remove_file(whole.path().join("summary.csv")).expect("it was there");
    let report = play(&job(&plan, whole.path(), 1, Existing::Resume)).expect("it is resumed");
    assert_eq!((report.games, report.ending), (0, Ending::Complete));
    assert_eq!(bytes(whole.path()), files);
}

#[test]
fn resuming_where_nothing_is_begins() {
    let plan = small(None);
    let directory = tempdir().expect("a directory");
    let out = directory.path().join("some/where");
    let report = play(&job(&plan, &out, 1, Existing::Resume)).expect("it is played");
    assert_eq!(report.resumed, None);
    assert_eq!(bytes(&out), bytes(played(&plan, 1).path()));
}

#[test]
fn another_run_is_refused_and_left_as_it_is() {
    let (plan, other) = (small(None), plan("a b c", PLAYERS, Seating::Rotate, 400, None));
    let whole = played(&plan, 1);
    let files = bytes(whole.path());
    let refusal = |plan: &Plan, existing| {
        play(&job(plan, whole.path(), 1, existing)).expect_err("it is refused")
    };
    assert!(matches!(
        refusal(&plan, Existing::Refuse),
        RunError::Store(StoreError::SameRun { .. })
    ));
    let shorter = self::plan("a b c", PLAYERS, Seating::Rotate, 100, None);
    for (other, existing, words) in [
        (&other, Existing::Refuse, "(games: 201 there, 402 here; blocks: 67 there, 134 here)"),
        (&shorter, Existing::Resume, "(games: 201 there, 102 here; blocks: 67 there, 34 here)"),
    ] {
        let error = refusal(other, existing);
        assert!(error.to_string().contains(words) && error.is_usage(), "{error}");
    }
    assert_eq!(bytes(whole.path()), files);
    play(&job(&other, whole.path(), 1, Existing::Replace)).expect("it is replaced");
    assert_eq!(bytes(whole.path()), bytes(played(&other, 1).path()));
}

#[test]
fn a_longer_run_goes_on_with_a_shorter_one() {
    let longer = plan("a b c", PLAYERS, Seating::Rotate, 700, None);
    let files = bytes(played(&longer, 1).path());
    let short = played(&small(None), 1);
    let lines = bytes(short.path()).remove(PROGRESS).expect("a file");
    // All of it, and cut off in the first rule set, in the second, and in a line.
    for end in [lines.len(), lines.len() / 3, lines.len() * 2 / 3, lines.len() - 5] {
        let directory = tempdir().expect("a directory");
        fs::write(directory.path().join(PROGRESS), &lines[..end]).expect("it is written");
        let job = job(&longer, directory.path(), 2, Existing::Resume);
        let report = play(&job).expect("it goes on");
        assert_eq!(bytes(directory.path()), files, "{end}");
        let resumed = report.resumed.expect("something was there").games;
        assert_eq!(resumed + report.games, 2 * 702, "{end}");
        if end == lines.len() {
            // Of the last chunk of each rule set, which its end cut short, nothing is taken over.
            assert_eq!(resumed, 2 * 64 * PLAYERS as u64);
        }
    }
}

/// What was played of the second rule set waits until the first has come so far.
#[test]
fn an_extension_that_is_interrupted_loses_nothing() {
    let longer = plan("a b c", PLAYERS, Seating::Rotate, 700, None);
    let files = bytes(played(&longer, 1).path());
    let short = played(&small(None), 1);
    let kept = short.path().join("kept.jsonl");
    let timed = LocalRun {
        max_time: Some(Duration::ZERO),
        ..job(&longer, short.path(), 1, Existing::Resume)
    };
    let report = play(&timed).expect("its time is up at once");
    assert_eq!((report.ending, report.games), (Ending::TimeUp, 0));
    assert_eq!(fs::read_to_string(&kept).expect("lines that wait").lines().count(), 8);
    // Meanwhile somebody asks for even more.
    let longest = plan("a b c", PLAYERS, Seating::Rotate, 900, None);
    for plan in [&longest, &longest] {
        let timed = LocalRun {
            max_time: Some(Duration::ZERO),
            ..job(plan, short.path(), 1, Existing::Resume)
        };
        let report = play(&timed).expect("its time is up at once");
        assert_eq!(report.resumed.expect("it was resumed").games, 2 * 64 * PLAYERS as u64);
    }
    play(&job(&longest, short.path(), 2, Existing::Resume)).expect("it goes on");
    assert!(!kept.exists());
    assert_eq!(bytes(short.path()), bytes(played(&longest, 1).path()));
    assert_ne!(bytes(short.path()), files);
}

#[test]
fn the_horizon_of_a_sequential_test_stays() {
    let with = |games: u64| {
        let stop = Stop::Sprt { elo0: 0.0, elo1: 1.0, alpha: 0.05, beta: 0.05 };
        let mut header = plan("a b", 2, Seating::Rotate, games, None).header().clone();
        header.stop = Some(stop);
        Plan::from_header(header).expect("a plan that can be played")
    };
    let short = played_by(&with(40), 1);
    let control = Control { cancel: &AtomicBool::new(false), observer: &mut () };
    let longer = with(400);
    let error = run(&job(&longer, short.path(), 1, Existing::Resume), two, control)
        .expect_err("it looked at its prefixes with that horizon");
    assert!(error.to_string().contains("games: 40 there, 400 here"), "{error}");
}

#[test]
fn only_a_finished_run_is_replaced_without_being_asked() {
    let (plan, other) = (small(None), plan("a b c", PLAYERS, Seating::Rotate, 400, None));
    let whole = played(&plan, 1);
    let path = whole.path().join(PROGRESS);
    let contents = fs::read(&path).expect("a file");
    fs::write(&path, &contents[..contents.len() - 1]).expect("it is written");
    let refusal = play(&job(&other, whole.path(), 1, Existing::ReplaceFinished))
        .expect_err("it is not finished");
    assert!(matches!(refusal, RunError::Store(StoreError::OtherRun { .. })));
    fs::write(&path, &contents).expect("it is written");
    play(&job(&other, whole.path(), 1, Existing::ReplaceFinished)).expect("it is replaced");
    assert_eq!(bytes(whole.path()), bytes(played(&other, 1).path()));
}

#[test]
fn an_interrupted_run_makes_room_and_goes_on_where_it_is() {
    let whole = played(&small(None), 1);
    let there = |name: &str| whole.path().join(name);
    let made_room = || make_room(&there("run")).expect("nobody else is there");
    assert_eq!(made_room(), None, "there is nothing yet");
    for name in ["run", "run-interrupted-1"] {
        fs::create_dir(there(name)).expect("a directory");
    }
    let contents = fs::read(there(PROGRESS)).expect("a file");
    fs::write(there("run").join(PROGRESS), &contents).expect("it is written");
    assert_eq!(made_room(), None, "a finished run stays where it is");
    fs::write(there("run").join(PROGRESS), &contents[..contents.len() - 1]).expect("it is written");
    let lock = Lock::take(&there("run")).expect("nobody has it");
    let error = make_room(&there("run")).expect_err("somebody writes there");
    assert!(!error.is_usage() && error.to_string().contains("--out"), "{error}");
    drop(lock);
    assert_eq!(made_room(), Some(there("run-interrupted-2")), "the next free name");
    assert!(!there("run").exists());
    let aside = there("run-interrupted-2");
    play(&job(&small(None), &aside, 1, Existing::Resume)).expect("it goes on");
    assert_eq!(fs::read(aside.join(PROGRESS)).expect("a file"), contents);
}

#[test]
fn files_that_no_run_left_are_not_overwritten() {
    let plan = small(None);
    let directory = tempdir().expect("a directory");
    fs::write(directory.path().join("notes.txt"), "mine").expect("it is written");
    fs::write(directory.path().join("summary.csv"), "mine too").expect("it is written");
    for existing in [Existing::Refuse, Existing::ReplaceFinished, Existing::Resume] {
        let error = play(&job(&plan, directory.path(), 1, existing)).expect_err("it is refused");
        assert!(
            matches!(
                &error,
                RunError::Store(StoreError::Unknown { path })
                    if path.ends_with("summary.csv")
            ),
            "{error}"
        );
    }
    fs::rename(directory.path().join("summary.csv"), directory.path().join(PROGRESS))
        .expect("it was there");
    for existing in [Existing::Refuse, Existing::ReplaceFinished, Existing::Resume] {
        let error = play(&job(&plan, directory.path(), 1, existing)).expect_err("it is refused");
        assert!(matches!(error, RunError::Store(StoreError::Unrecognised { .. })));
    }
    assert_eq!(fs::read_to_string(directory.path().join(PROGRESS)).expect("a file"), "mine too");
    play(&job(&plan, directory.path(), 1, Existing::Replace)).expect("it is replaced");
    assert_eq!(fs::read_to_string(directory.path().join("notes.txt")).expect("a file"), "mine");
}

#[test]
fn a_directory_that_cannot_be_made_is_an_error() {
    let directory = tempdir().expect("a directory");
    let file = directory.path().join("file");
    fs::write(&file, "").expect("it is written");
    let error = play(&job(&small(None), &file.join("out"), 1, Existing::Refuse))
        .expect_err("a file is no directory");
    assert!(
        matches!(
            &error,
            RunError::Store(StoreError::CreateDirectory { path, .. })
                if path.ends_with("file/out")
        ),
        "{error}"
    );
    assert!(!error.is_usage());
}

/// Cancels a run after some games.
struct Impatient<'a> {
    cancel: &'a AtomicBool,
    after: u64,
}

impl Observer for Impatient<'_> {
    fn update(&mut self, status: &Status<'_>) {
        assert!(status.games <= status.total, "{status:?}");
        if status.games >= self.after {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_cancelled_run_is_written_and_resumed_to_the_same_bytes() {
    let plan = plan("a b c", PLAYERS, Seating::Rotate, 30_000, None);
    let files = bytes(played(&plan, 2).path());
    let directory = tempdir().expect("a directory");
    let mut sessions = 0;
    for after in [1, 5000, 20_000, 40_000, u64::MAX] {
        let cancel = AtomicBool::new(false);
        let mut observer = Impatient { cancel: &cancel, after };
        let job = job(&plan, directory.path(), 2, Existing::Resume);
        let control = Control { cancel: &cancel, observer: &mut observer };
        let report = run(&job, dice, control).expect("it is played");
        assert!(bytes(directory.path()).len() == 8, "all files are written");
        sessions += u32::from(report.ending == Ending::Interrupted);
    }
    assert!(sessions > 0);
    assert_eq!(bytes(directory.path()), files);
}

/// A table that takes its time.
struct Slow(Box<dyn PlayBlocks>);

impl PlayBlocks for Slow {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        std::thread::sleep(Duration::from_millis(1));
        self.0.play_block(block, seatings, outcomes);
    }
}

#[test]
fn a_run_whose_time_is_up_is_written_and_can_be_resumed() {
    let plan = small(None);
    let directory = tempdir().expect("a directory");
    let timed = LocalRun {
        max_time: Some(Duration::from_millis(30)),
        ..job(&plan, directory.path(), 2, Existing::Refuse)
    };
    let control = Control { cancel: &AtomicBool::new(false), observer: &mut () };
    let slow = |rules| -> Box<dyn PlayBlocks> { Box::new(Slow(dice(rules))) };
    let report = run(&timed, slow, control).expect("it is played");
    assert_eq!(report.ending, Ending::TimeUp);
    assert!(report.games < 402, "{}", report.games);
    play(&job(&plan, directory.path(), 2, Existing::Resume)).expect("it is resumed");
    assert_eq!(bytes(directory.path()), bytes(played(&plan, 1).path()));
}

#[test]
fn a_stop_rule_looks_at_prefixes_only() {
    let small = small(None);
    let header = small.header();
    let plan = Plan::new(PlanParts {
        question: Question::Run,
        line_up: &header.line_up,
        nanoseconds: &[400; PLAYERS],
        line_ups: None,
        files: Default::default(),
        versions: Default::default(),
        bots: Default::default(),
        players: PLAYERS,
        seating: Seating::Rotate,
        match_play: false,
        on_fault: Default::default(),
        games: 30_000,
        seed: 1,
        rules: header.rules.clone(),
        stop: Some(Stop::Width { width: 0.2 }),
        shard: None,
    })
    .expect("a plan that can be played");
    let session = |directory: &Path, threads| {
        play(&job(&plan, directory, threads, Existing::Resume)).expect("it is played")
    };
    let (one, two) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
    let report = session(one.path(), 1);
    assert_eq!(report.ending, Ending::Complete);
    assert_eq!(
        report.results.rule_sets().map(|rules| rules.blocks()).collect::<Vec<_>>(),
        [88, 80]
    );
    session(two.path(), 3);
    assert_eq!(bytes(one.path()), bytes(two.path()));
    let contents = fs::read(one.path().join(PROGRESS)).expect("a file");
    fs::write(one.path().join(PROGRESS), &contents[..contents.len() * 2 / 3])
        .expect("it is written");
    session(one.path(), 2);
    assert_eq!(bytes(one.path()), bytes(two.path()));
}

/// A table that breaks.
struct Broken;

impl PlayBlocks for Broken {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        assert!(block < 20, "broken");
        Dice { players: PLAYERS, partners: false, rules: 0 }.play_block(block, seatings, outcomes);
    }
}

#[test]
fn a_panic_in_a_thread_ends_the_run() {
    let plan = small(None);
    let directory = tempdir().expect("a directory");
    let broken = || {
        run(
            &job(&plan, directory.path(), 3, Existing::Refuse),
            |_| Box::new(Broken) as Box<dyn PlayBlocks>,
            Control { cancel: &AtomicBool::new(false), observer: &mut () },
        )
    };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(broken)).is_err());
}

#[test]
fn two_runs_do_not_write_to_one_directory() {
    let plan = small(None);
    let directory = tempdir().expect("a directory");
    let lock = Lock::take(directory.path()).expect("nobody plays");
    let opened = open(plan.clone(), lock, Existing::Refuse).expect("it is empty");
    let error =
        play(&job(&plan, directory.path(), 1, Existing::Resume)).expect_err("somebody is there");
    assert!(matches!(error, RunError::Store(StoreError::Busy { .. })), "{error}");
    drop(opened);
    play(&job(&plan, directory.path(), 1, Existing::Resume)).expect("nobody is there");
}

#[cfg(unix)]
#[test]
fn a_directory_in_which_somebody_plays_is_left_alone() {
    let plan = small(None);
    let directory = played(&plan, 1);
    let files = bytes(directory.path());
    let lock = Lock::take(directory.path()).expect("nobody plays");
    for existing in [Existing::Refuse, Existing::Resume, Existing::Replace] {
        let error = play(&job(&plan, directory.path(), 1, existing)).expect_err("it is taken");
        assert!(!error.is_usage() && error.to_string().contains("another run is writing to"));
    }
    drop(lock);
    assert_eq!(bytes(directory.path()), files);
}

/// What another run left is gone before the new header stands, so that killed in between it is
/// still the old run, and what nobody knows stays.
#[test]
fn force_leaves_no_file_of_the_old_run() {
    let plan = small(None);
    let directory = played(&plan, 1);
    let path = |name: &str| directory.path().join(name);
    fs::write(path("notes.txt"), "mine").expect("it is written");
    for name in ["ratings.csv", ".summary.csv.a1b2c3.tmp"] {
        fs::write(path(name), "old").expect("it is written");
    }
    play(&job(&plan, directory.path(), 1, Existing::Replace)).expect("it is played");
    assert!(!path("ratings.csv").exists() && !path(".summary.csv.a1b2c3.tmp").exists());
    assert_eq!(fs::read(path("notes.txt")).expect("it is there"), b"mine");
}

#[test]
fn nothing_is_merged_into_one_of_its_parts() {
    let shard = |part| Some(Shard { part, of: 2 });
    let parts = [1, 2].map(|part| played(&small(shard(part)), 1));
    let paths: Vec<PathBuf> = parts.iter().map(|part| part.path().to_owned()).collect();
    let before = bytes(&paths[1]);
    let out = paths[1].join(".");
    let error =
        merge(&paths, &out, Existing::Replace, &Invocation::NONE).expect_err("it is a part");
    assert!(error.is_usage() && error.to_string().contains("is one of the parts"), "{error}");
    assert_eq!(bytes(&paths[1]), before);
}
