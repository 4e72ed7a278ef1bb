//! Threads, interruptions and damage leave no trace in the files, and nothing is lost that was
//! there.

use super::*;
use std::time::Duration;
use unobench_experiment::make_room;
use unobench_experiment::run::{ProgressObserver, Status};
use unobench_measure::header::FORMAT;

#[test]
fn the_number_of_threads_leaves_no_trace() {
    let plan = small();
    let directory = played(&plan, 1);
    let files = bytes(directory.path());
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let all = "findings.csv findings.json manifest.json progress.jsonl scores.csv summary.csv \
               turns.csv";
    assert_eq!(names.join(" "), all);
    for threads in [2, 5] {
        assert_eq!(bytes(played(&plan, threads).path()), files, "{threads} threads");
    }
}

#[test]
fn a_file_cut_at_any_byte_is_believed_up_to_its_last_whole_line() {
    let plan = plan("a b", 2, Seating::Rotate, 40);
    let progress = progress(played(&plan, 2).path());
    let header = line_ends(&progress).next().expect("several lines") + 1;
    for end in header..=progress.len() {
        let whole = line_ends(&progress[..end]).last().expect("several lines") + 1;
        let mut state = Lines::of(plan.clone());
        let (good, dropped) = state
            .add_lines(&mut &progress[header..end], header as u64)
            .expect("memory can be read");
        assert_eq!(good, whole as u64, "{end}");
        assert_eq!(dropped.map_or(0, |dropped| dropped.bytes), (end - whole) as u64, "{end}");
        assert_eq!(state.are_all(), end == progress.len(), "{end}");
    }
}

#[test]
fn a_run_cut_anywhere_is_resumed_to_the_same_bytes() {
    let plan = plan("a b", 2, Seating::Rotate, 40);
    let whole = played(&plan, 2);
    let files = bytes(whole.path());
    let progress = &files[PROGRESS];
    let ends = line_ends(progress).flat_map(|end| [end, end + 1, end + 2]);
    let directory = tempdir().expect("a directory");
    for end in ends.chain((0..progress.len()).step_by(401)).filter(|&end| end <= progress.len()) {
        write_progress(directory.path(), &progress[..end]);
        let report = resumed(&plan, directory.path(), 2);
        let cut = end == 0 || progress[end - 1] != b'\n';
        assert_eq!(report.resumed.expect("it was resumed").dropped.is_some(), cut, "{end}");
        assert_eq!(bytes(directory.path()), files, "{end}");
    }
}

#[test]
fn a_damaged_line_and_all_after_it_are_played_again() {
    let plan = small();
    let whole = played(&plan, 1);
    let files = bytes(whole.path());
    let third = line_ends(&files[PROGRESS]).nth(1).expect("several lines");
    let mut damaged = files[PROGRESS].clone();
    damaged[third + 40] ^= 1;
    write_progress(whole.path(), &damaged);
    let report = resumed(&plan, whole.path(), 2);
    let dropped = report.resumed.expect("it was resumed").dropped.expect("and damaged");
    assert_eq!((dropped.line, dropped.bytes), (3, (damaged.len() - third - 1) as u64));
    assert_eq!(dropped.reason, "its check sum is wrong, or it is of another run");
    assert_eq!(bytes(whole.path()), files);
}

#[test]
fn lines_in_another_order_are_not_believed() {
    let plan = small();
    let text = progress(played(&plan, 1).path());
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let mut state = Lines::of(plan.clone());
    let reason = state.add_line(lines[2]).expect_err("the first comes first");
    assert_eq!(reason, "it is chunk 1 of official, not chunk 0 of official");
    assert_eq!(state.add_line(lines[1]), Ok(()));
    assert!(state.add_line(lines[1]).is_err());
}

#[test]
fn a_finished_run_only_writes_its_files_again() {
    let plan = small();
    let whole = played(&plan, 1);
    let files = bytes(whole.path());
    fs::remove_file(whole.path().join("summary.csv")).expect("it was there");
    let report = resumed(&plan, whole.path(), 1);
    assert_eq!((report.games, report.ending), (0, RunEnding::Complete));
    assert_eq!(bytes(whole.path()), files);
}

#[test]
fn resuming_where_nothing_is_begins() {
    let plan = small();
    let directory = tempdir().expect("a directory");
    let out = directory.path().join("some/where");
    assert_eq!(resumed(&plan, &out, 1).resumed, None);
    assert_eq!(bytes(&out), bytes(played(&plan, 1).path()));
}

#[test]
fn another_run_is_refused_and_left_as_it_is() {
    let (plan, other) = (small(), plan("a b c", PLAYERS, Seating::Rotate, 400));
    let whole = played(&plan, 1);
    let files = bytes(whole.path());
    let refusal = |plan: &Plan, existing| {
        play(&job(plan, whole.path(), 1, existing)).expect_err("it is refused")
    };
    let same = refusal(&plan, Existing::Refuse);
    assert!(matches!(same, RunError::Store(StoreError::SameRun { .. })), "{same}");
    let shorter = self::plan("a b c", PLAYERS, Seating::Rotate, 100);
    for (other, existing, words) in [
        (&other, Existing::Refuse, "(games: 201 there, 402 here)"),
        (&shorter, Existing::Resume, "(games: 201 there, 102 here)"),
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
    let longer = plan("a b c", PLAYERS, Seating::Rotate, 700);
    let files = bytes(played(&longer, 1).path());
    let short = played(&small(), 1);
    let lines = progress(short.path());
    // All of it, and cut off in the first rule set, in the second, and in a line.
    for end in [lines.len(), lines.len() / 3, lines.len() * 2 / 3, lines.len() - 5] {
        let directory = tempdir().expect("a directory");
        write_progress(directory.path(), &lines[..end]);
        let report = resumed(&longer, directory.path(), 2);
        assert_eq!(bytes(directory.path()), files, "{end}");
        let before = report.resumed.expect("something was there").games;
        assert_eq!(before + report.games, 2 * 702, "{end}");
        if end == lines.len() {
            // Of the last chunk of each rule set, which its end cut short, nothing is taken over.
            assert_eq!(before, 2 * 64 * PLAYERS as u64);
        }
    }
}

/// What was played of the second rule set waits until the first has come so far.
#[test]
fn an_extension_that_is_interrupted_loses_nothing() {
    let longer = plan("a b c", PLAYERS, Seating::Rotate, 700);
    let files = bytes(played(&longer, 1).path());
    let short = played(&small(), 1);
    let kept = short.path().join("kept.jsonl");
    let begun = |plan: &Plan| {
        let deadline = Some(Instant::now());
        let timed = Sitting { deadline, ..job(plan, short.path(), 1, Existing::Resume) };
        play(&timed).expect("its time is up at once")
    };
    let report = begun(&longer);
    assert_eq!((report.ending, report.games), (RunEnding::TimeUp, 0));
    assert_eq!(fs::read_to_string(&kept).expect("lines that wait").lines().count(), 8);
    // Meanwhile somebody asks for even more.
    let longest = plan("a b c", PLAYERS, Seating::Rotate, 900);
    for plan in [&longest, &longest] {
        assert_eq!(begun(plan).resumed.expect("it was resumed").games, 2 * 64 * PLAYERS as u64);
    }
    resumed(&longest, short.path(), 2);
    assert!(!kept.exists());
    assert_eq!(bytes(short.path()), bytes(played(&longest, 1).path()));
    assert_ne!(bytes(short.path()), files);
}

#[test]
fn only_a_finished_run_is_replaced_without_being_asked() {
    let (plan, other) = (small(), plan("a b c", PLAYERS, Seating::Rotate, 400));
    let whole = played(&plan, 1);
    let contents = progress(whole.path());
    write_progress(whole.path(), &contents[..contents.len() - 1]);
    let refusal = play(&job(&other, whole.path(), 1, Existing::ReplaceFinished))
        .expect_err("it is not finished");
    assert!(matches!(refusal, RunError::Store(StoreError::OtherRun { .. })));
    write_progress(whole.path(), &contents);
    play(&job(&other, whole.path(), 1, Existing::ReplaceFinished)).expect("it is replaced");
    assert_eq!(bytes(whole.path()), bytes(played(&other, 1).path()));
}

#[test]
fn an_interrupted_run_makes_room_and_goes_on_where_it_is() {
    let whole = played(&small(), 1);
    let path = |name: &str| whole.path().join(name);
    let made_room = || make_room(&path("run")).expect("nobody else is there");
    assert_eq!(made_room(), None, "there is nothing yet");
    for name in ["run", "run-interrupted-1"] {
        fs::create_dir(path(name)).expect("a directory");
    }
    let contents = progress(whole.path());
    write_progress(&path("run"), &contents);
    assert_eq!(made_room(), None, "a finished run stays where it is");
    write_progress(&path("run"), &contents[..contents.len() - 1]);
    let lock = Lock::take(&path("run")).expect("nobody has it");
    let error = make_room(&path("run")).expect_err("somebody writes there");
    assert!(!error.is_usage() && error.to_string().contains("--out"), "{error}");
    drop(lock);
    assert_eq!(made_room(), Some(path("run-interrupted-2")), "the next free name");
    assert!(!path("run").exists());
    let aside = path("run-interrupted-2");
    resumed(&small(), &aside, 1);
    assert_eq!(progress(&aside), contents);
}

#[test]
fn files_that_no_run_left_are_not_overwritten() {
    let plan = small();
    let directory = tempdir().expect("a directory");
    fs::write(directory.path().join("notes.txt"), "mine").expect("it is written");
    fs::write(directory.path().join("summary.csv"), "mine too").expect("it is written");
    let refusals = || {
        [Existing::Refuse, Existing::ReplaceFinished, Existing::Resume].map(|existing| {
            play(&job(&plan, directory.path(), 1, existing)).expect_err("it is refused")
        })
    };
    for error in refusals() {
        let RunError::Store(StoreError::Unknown { path }) = &error else { panic!("{error}") };
        assert!(path.ends_with("summary.csv"), "{error}");
    }
    let path = directory.path().join(PROGRESS);
    fs::rename(directory.path().join("summary.csv"), path).expect("it was there");
    for error in refusals() {
        assert!(matches!(error, RunError::Store(StoreError::Unrecognised { .. })));
    }
    assert_eq!(progress(directory.path()), b"mine too");
    play(&job(&plan, directory.path(), 1, Existing::Replace)).expect("it is replaced");
    assert_eq!(fs::read_to_string(directory.path().join("notes.txt")).expect("a file"), "mine");
}

#[test]
fn a_directory_that_cannot_be_made_is_an_error() {
    let directory = tempdir().expect("a directory");
    let file = directory.path().join("file");
    fs::write(&file, "").expect("it is written");
    let error = play(&job(&small(), &file.join("out"), 1, Existing::Refuse))
        .expect_err("a file is no directory");
    let RunError::Store(StoreError::CreateDirectory { path, .. }) = &error else {
        panic!("{error}")
    };
    assert!(path.ends_with("file/out") && !error.is_usage(), "{error}");
}

struct Impatient<'a> {
    cancel: &'a AtomicBool,
    after: u64,
}

impl ProgressObserver for Impatient<'_> {
    fn update(&mut self, status: &Status<'_>) {
        assert!(status.games <= status.total, "{status:?}");
        if status.games >= self.after {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_cancelled_run_is_written_and_resumed_to_the_same_bytes() {
    let plan = plan("a b c", PLAYERS, Seating::Rotate, 30_000);
    let files = bytes(played(&plan, 2).path());
    let directory = tempdir().expect("a directory");
    let mut sessions = 0;
    for after in [1, 5000, 20_000, 40_000, u64::MAX] {
        let cancel = AtomicBool::new(false);
        let mut observer = Impatient { cancel: &cancel, after };
        let job = job(&plan, directory.path(), 2, Existing::Resume);
        let control = Control { cancel: &cancel, observer: &mut observer };
        let report = run_at(&job, dice(&plan), control).expect("it is played");
        assert!(bytes(directory.path()).len() == 7, "all files are written");
        sessions += u32::from(report.ending == RunEnding::Interrupted);
    }
    assert!(sessions > 0);
    assert_eq!(bytes(directory.path()), files);
}

struct Slow(Box<dyn PlayBlocks>);

impl PlayBlocks for Slow {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        std::thread::sleep(Duration::from_millis(1));
        self.0.play_block(block, seatings, outcomes);
    }
}

#[test]
fn a_run_whose_time_is_up_is_written_and_can_be_resumed() {
    let plan = small();
    let directory = tempdir().expect("a directory");
    let timed = Sitting {
        deadline: Some(Instant::now() + Duration::from_millis(30)),
        ..job(&plan, directory.path(), 2, Existing::Refuse)
    };
    let dice = dice(&plan);
    let slow = |rules| -> Box<dyn PlayBlocks> { Box::new(Slow(dice(rules))) };
    let report = play_with(&timed, slow).expect("it is played");
    assert_eq!(report.ending, RunEnding::TimeUp);
    assert!(report.games < 402, "{}", report.games);
    resumed(&plan, directory.path(), 2);
    assert_eq!(bytes(directory.path()), bytes(played(&plan, 1).path()));
}

struct Broken;

impl PlayBlocks for Broken {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        assert!(block < 20, "broken");
        Dice { players: PLAYERS, partners: false, rules: 0 }.play_block(block, seatings, outcomes);
    }
}

#[test]
fn a_panic_in_a_thread_ends_the_run() {
    let plan = small();
    let directory = tempdir().expect("a directory");
    let job = job(&plan, directory.path(), 3, Existing::Refuse);
    let broken = || play_with(&job, |_| Box::new(Broken));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(broken)).is_err());
}

#[cfg(unix)]
#[test]
fn a_directory_in_which_somebody_plays_is_left_alone() {
    let plan = small();
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
    let plan = small();
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

/// What every format had in its header is enough to say which it is of.
#[test]
fn another_format_is_refused_and_left_as_it_is() {
    let plan = small();
    for found in [4, FORMAT + 1] {
        let directory = tempdir().expect("a directory");
        let header = json!({"format": found, "version": "9.9.9", "games": 7});
        let header = seal(&header, LineOrigin::none()).expect("it is JSON");
        write_progress(directory.path(), &header);
        for existing in [Existing::Refuse, Existing::ReplaceFinished, Existing::Resume] {
            let error = play(&job(&plan, directory.path(), 1, existing)).expect_err("refused");
            let told = error.to_string();
            assert!(error.is_usage(), "{told}");
            for words in ["progress.jsonl", "unobench 9.9.9", &format!("format {found}")] {
                assert!(told.contains(words), "{told}");
            }
            assert_eq!(progress(directory.path()), header);
        }
        play(&job(&plan, directory.path(), 1, Existing::Replace)).expect("it is replaced");
    }
}
