//! Bots leave nothing behind, however the program ends. Their processes are known by a mark in the
//! environment, which all descendants have.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{contestant, written};
use crate::dir::{Dir, interruptible, quoted, signal, wait_until};
use unobench::prelude::{Action, Entry, Player, RuleSet, Strategy, StrategySpec, View};
use unobench_bots::{BotTable, Contestant, Log, Pool, PoolSettings};
use unobench_core::table::TableSetup;

/// How long after the end of the program its bots may be there.
const SOON: Duration = Duration::from_secs(5);

/// How long a program may take to begin, on a busy machine.
const BEGIN: Duration = Duration::from_secs(60);

/// What a shell says to be ready as a bot.
const READY: &str = r#"echo "{\"type\":\"ready\",\"name\":\"x\"}""#;

/// The variable that marks what a test started.
const MARK: &str = "UNOBENCH_TEST_MARK";

/// The processes with a mark, by their command lines; they may end meanwhile.
fn marked(mark: &str) -> Vec<String> {
    let mark = format!("{MARK}={mark}\0");
    let has_mark = |path: &Path| {
        let variables = fs::read(path.join("environ")).unwrap_or_default();
        variables.windows(mark.len()).any(|window| window == mark.as_bytes())
    };
    let processes = fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.path());
    let lines = processes.filter(|path| has_mark(path)).map(|path| {
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ")
    });
    lines.collect()
}

fn assert_gone(mark: &str) {
    assert!(wait_until(SOON, || marked(mark).is_empty()), "{mark}: {:?} are there", marked(mark));
}

struct Marked {
    mark: String,
    dir: Dir,
    program: Child,
}

impl Marked {
    fn start(what: &str, line: &str) -> Marked {
        let dir = Dir::new();
        let mark = format!("{what}-{}", std::process::id());
        let mut command = interruptible(line);
        command.current_dir(dir.path("")).env(MARK, &mark);
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let program = command.spawn().expect("the program runs");
        Marked { mark, dir, program }
    }

    fn playing(what: &str, line: &str) -> Marked {
        let running = Marked::start(what, line);
        assert!(wait_until(BEGIN, || running.dir.has("plays")), "{what}");
        running
    }

    /// How many processes called `sleep` its bots have become or started.
    fn sleepers(&self) -> usize {
        marked(&self.mark).iter().filter(|line| line.starts_with("sleep")).count()
    }

    fn end(mut self) -> ExitStatus {
        let status = self.program.wait().expect("it ends");
        assert_gone(&self.mark);
        status
    }
}

/// A test that fails leaves nothing behind either.
impl Drop for Marked {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Runs all cases at the same time: they mostly wait.
fn side_by_side<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        cases.iter().for_each(|case| drop(scope.spawn(|| check(case))));
    });
}

/// A bot that ignores the end of its input and all signals that it can, and so does what it has
/// started in another session.
#[test]
fn a_stubborn_family_is_gone_however_the_program_ends() {
    let family = quoted(&written("family always plays"));
    let run = format!("run {family} random -r official -j 1 -o o -n");
    let (short, run) = (format!("{run} 4"), format!("{run} 9999999 --yes"));
    let trace = format!("trace {family} random -n 9999999 -o o");
    let family = written("family always plays");
    let check = format!("bot check {} -n 9999999", quoted(family.trim_start_matches("cmd:")));
    let cases = [
        ("ends", &short, "", Some(0)),
        ("ctrl-c", &run, "INT", Some(130)),
        ("ctrl-c-twice", &run, "INT INT", Some(130)),
        ("sigterm", &run, "TERM", Some(130)),
        ("sighup", &run, "HUP", Some(130)),
        ("sigkill", &run, "KILL", None),
        ("trace", &trace, "INT", Some(130)),
        ("trace-sigkill", &trace, "KILL", None),
        ("check", &check, "INT", Some(130)),
    ];
    side_by_side(&cases, |(what, line, signals, code)| {
        let running = Marked::playing(what, line);
        let grown = || signals.is_empty() || running.sleepers() == 2;
        assert!(wait_until(BEGIN, grown), "{what}: {:?}", marked(&running.mark));
        for name in signals.split_whitespace() {
            signal(&running.program, name);
            thread::sleep(Duration::from_millis(150));
        }
        assert_eq!(running.end().code(), *code, "{what}");
    });
}

/// A bot that ends leaves nothing while the program goes on: here it is given up for dead after
/// four starts.
#[test]
fn what_a_dead_bot_has_started_is_ended_while_the_game_goes_on() {
    let leaves = quoted(&format!("cmd:sh -c 'setsid sleep 1000 & read hello; {READY}'"));
    let good = quoted(&written("stubborn always plays"));
    let line = format!("run {leaves} {good} -r official -n 9999999 --yes -j 1 -o o");
    let running = Marked::playing("dead", &line);
    let log = running.dir.path("o/bots.log");
    let deaths = || fs::read_to_string(&log).map_or(0, |log| log.matches("died\n").count());
    assert!(wait_until(BEGIN, || deaths() == 4), "{}", deaths());
    assert!(wait_until(SOON, || running.sleepers() == 0), "{:?}", marked(&running.mark));
    signal(&running.program, "KILL");
    running.end();
}

/// Who kills the supervisor dies with it; the run goes on as after any death.
#[test]
fn a_bot_that_kills_its_supervisor_dies_with_it() {
    let bot = quoted(&written("kill-parent always"));
    let line = format!("run {bot} random -r official -n 4 -j 1 -o o");
    assert_eq!(Marked::start("killed", &line).end().code(), Some(0));
}

/// Ctrl-C does not wait for bots that say nothing, be it that they were asked or are to begin.
#[test]
fn ctrl_c_with_silent_bots_at_ten_seats_ends_within_two_seconds_and_a_move_time() {
    let ten = |bot: &str| -> String {
        (0..10).map(|seat| format!(" {}", quoted(&format!("cmd:{bot}{seat}")))).collect()
    };
    let silent = ten(&format!("sh -c '{READY}; exec sleep 1000' "));
    let mute = ten("sleep 100");
    let run = "run -n 100 -j 1 -o o";
    let cases = [
        ("silent", run, &silent, 10),
        ("mute", run, &mute, 1),
        ("traced", "trace -o o", &silent, 2),
    ];
    side_by_side(&cases, |(what, command, bots, started)| {
        let running =
            Marked::start(what, &format!("{command}{bots} --move-time 100ms -r official"));
        let begin = wait_until(BEGIN, || running.sleepers() >= *started);
        assert!(begin, "{what}: {:?}", marked(&running.mark));
        let begun = Instant::now();
        signal(&running.program, "INT");
        assert_eq!(running.end().code(), Some(130), "{what}");
        let time = begun.elapsed();
        assert!(time <= Duration::from_millis(2100), "{what}: {time:?}");
    });
}

/// Panics as soon as the bot of the test below is there.
#[derive(Clone)]
struct Panics;

impl Strategy for Panics {
    fn decide(&mut self, view: &View<'_>) -> Action {
        assert!(marked(&mark_of_panic()).is_empty(), "a strategy of somebody else panics");
        view.actions()[0]
    }
}

static PANICS: Entry = Entry::new("panics", "panics", |_| Player::honest(Panics));

fn mark_of_panic() -> String {
    format!("panic-{}", std::process::id())
}

/// A panic unwinds through the pool, which ends its bots; here without a supervisor. A panic that
/// does not unwind ends the program as a signal does.
#[test]
fn a_panic_at_the_table_ends_the_bots() {
    let marks = format!("cmd:env {MARK}={} ", mark_of_panic());
    let bot = contestant(&written("stubborn").replacen("cmd:", &marks, 1));
    let contestants = [bot, Contestant::from(StrategySpec::new(&PANICS))];
    let settings = PoolSettings { start_time: BEGIN, move_time: BEGIN, ..PoolSettings::default() };
    let play = || {
        let pool = Pool::of(&contestants, settings, Log::Nowhere).expect("it is there");
        let pool = pool.expect("a bot");
        let strategies = Contestant::strategies(&contestants);
        let setup = TableSetup::new(&RuleSet::official(), 2, &strategies, false, 1);
        let table = BotTable::new(setup, &contestants, &pool);
        (0..10).for_each(|block| drop(table.play(block, &[[0, 1, 0, 0, 0, 0, 0, 0, 0, 0]])));
    };
    assert!(catch_unwind(AssertUnwindSafe(play)).is_err(), "the bot was there");
    assert_gone(&mark_of_panic());
}
