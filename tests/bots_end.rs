//! Bots leave nothing behind, however the program ends. Their processes are known by a mark in the
//! environment, which all descendants have.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::bots::{PROGRAM, bot, command};
use tempfile::TempDir;
use unobench::prelude::{Action, Entry, Player, RuleSet, Strategy, StrategySpec, View};
use unobench_bots::{BotTable, Contestant, Log, Pool, PoolSettings};

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

/// Waits until something is so; false if it is not in time.
fn wait_until(time: Duration, is_so: impl Fn() -> bool) -> bool {
    let deadline = Instant::now() + time;
    while !is_so() {
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}

/// Nothing with this mark is there any more.
fn assert_gone(mark: &str) {
    assert!(wait_until(SOON, || marked(mark).is_empty()), "{mark}: {:?} are there", marked(mark));
}

/// A program that runs with a mark, in a directory of its own.
struct Marked {
    mark: String,
    dir: TempDir,
    program: Child,
}

impl Marked {
    fn start(what: &str, arguments: &[&str]) -> Marked {
        let dir = TempDir::new().expect("a directory");
        let mark = format!("{what}-{}", std::process::id());
        let mut command = Command::new(PROGRAM);
        command.current_dir(dir.path()).args(arguments).env(MARK, &mark);
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let program = command.spawn().expect("the program runs");
        Marked { mark, dir, program }
    }

    /// The same, once its bot plays.
    fn playing(what: &str, arguments: &[&str]) -> Marked {
        let running = Marked::start(what, arguments);
        let plays = running.dir.path().join("plays");
        assert!(wait_until(BEGIN, || plays.exists()), "{what}");
        running
    }

    fn signal(&self, name: &str) {
        let id = self.program.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(sent.expect("kill exists").success(), "{name}");
    }

    /// How many processes called `sleep` its bots have become or started.
    fn sleepers(&self) -> usize {
        marked(&self.mark).iter().filter(|line| line.starts_with("sleep")).count()
    }

    /// How it ends, and that it leaves nothing behind.
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

/// The bot with these arguments, as it is written on a command line.
fn written(arguments: &str) -> String {
    bot(arguments).to_string()
}

/// A bot that ignores the end of its input and all signals that it can, and so does what it has
/// started in another session.
#[test]
fn a_stubborn_family_is_gone_however_the_program_ends() {
    let family = written("family always plays");
    let run = ["run", &family, "random", "-r", "official", "-n", "9999999", "-j", "1", "-o", "o"];
    let short = ["run", &family, "random", "-r", "official", "-n", "4", "-j", "1", "-o", "o"];
    let trace = ["trace", &family, "random", "-n", "9999999", "-o", "o"];
    let check = ["bot", "check", &family, "-n", "9999999"];
    let cases = [
        ("ends", &short[..], &[][..], Some(0)),
        ("ctrl-c", &run, &["INT"], Some(130)),
        ("ctrl-c-twice", &run, &["INT", "INT"], Some(130)),
        ("sigterm", &run, &["TERM"], Some(130)),
        ("sighup", &run, &["HUP"], Some(130)),
        ("sigkill", &run, &["KILL"], None),
        ("trace", &trace, &["INT"], Some(130)),
        ("trace-sigkill", &trace, &["KILL"], None),
        ("check", &check, &["INT"], None),
    ];
    side_by_side(&cases, |(what, arguments, signals, code)| {
        let running = Marked::playing(what, arguments);
        let grown = || signals.is_empty() || running.sleepers() == 2;
        assert!(wait_until(BEGIN, grown), "{what}: {:?}", marked(&running.mark));
        for signal in *signals {
            running.signal(signal);
            thread::sleep(Duration::from_millis(150));
        }
        assert_eq!(running.end().code(), *code, "{what}");
    });
}

/// A bot that ends leaves nothing while the program goes on: here it is given up for dead after
/// four starts.
#[test]
fn what_a_dead_bot_has_started_is_ended_while_the_game_goes_on() {
    let leaves = format!("cmd:sh -c 'setsid sleep 1000 & read hello; {READY}'");
    let good = written("stubborn always plays");
    let running = Marked::playing(
        "dead",
        &["run", &leaves, &good, "-r", "official", "-n", "9999999", "-j", "1", "-o", "o"],
    );
    let log = running.dir.path().join("o/bots.log");
    let deaths = || fs::read_to_string(&log).map_or(0, |log| log.matches("died\n").count());
    assert!(wait_until(BEGIN, || deaths() == 4), "{}", deaths());
    assert!(wait_until(SOON, || running.sleepers() == 0), "{:?}", marked(&running.mark));
    running.signal("KILL");
    running.end();
}

/// Who kills the supervisor dies with it; the run goes on as after any death.
#[test]
fn a_bot_that_kills_its_supervisor_dies_with_it() {
    let bot = written("kill-parent always");
    let arguments = ["run", &bot, "random", "-r", "official", "-n", "4", "-j", "1", "-o", "o"];
    let running = Marked::start("killed", &arguments);
    assert_eq!(running.end().code(), Some(0));
}

/// Ctrl-C does not wait for bots that say nothing, be it that they were asked or are to begin.
#[test]
fn ctrl_c_with_silent_bots_at_ten_seats_ends_within_two_seconds_and_a_move_time() {
    let silent: Vec<String> =
        (0..10).map(|seat| format!("cmd:sh -c '{READY}; exec sleep 100{seat}'")).collect();
    let mute: Vec<String> = (0..10).map(|seat| format!("cmd:sleep 100{seat}")).collect();
    let move_time = Duration::from_millis(100);
    let run = &["run", "-n", "100", "-j", "1", "-o", "o"][..];
    let trace = &["trace", "-o", "o"][..];
    let cases =
        [("silent", run, &silent, 10), ("mute", run, &mute, 1), ("traced", trace, &silent, 2)];
    side_by_side(&cases, |(what, command, bots, started)| {
        let mut arguments = command.to_vec();
        arguments.extend(bots.iter().map(String::as_str));
        arguments.extend(["--move-time", "100ms", "-r", "official"]);
        let running = Marked::start(what, &arguments);
        let begin = wait_until(BEGIN, || running.sleepers() >= *started);
        assert!(begin, "{what}: {:?}", marked(&running.mark));
        let begun = Instant::now();
        running.signal("INT");
        assert_eq!(running.end().code(), Some(130), "{what}");
        let time = begun.elapsed();
        assert!(time <= Duration::from_secs(2) + move_time, "{what}: {time:?}");
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
    let line = written("stubborn").replace("cmd:", "");
    let bot = command(&format!("env {MARK}={} {line}", mark_of_panic()));
    let contestants = [bot, Contestant::from(StrategySpec::new(&PANICS))];
    let settings = PoolSettings { start_time: BEGIN, move_time: BEGIN, ..PoolSettings::default() };
    let play = || {
        let pool = Pool::of(&contestants, settings, Log::Nowhere).expect("it is there");
        let pool = pool.expect("a bot");
        let table = BotTable::new(&RuleSet::official(), 2, &contestants, false, 1, &pool);
        (0..10).for_each(|block| drop(table.play(block, &[[0, 1, 0, 0, 0, 0, 0, 0, 0, 0]])));
    };
    assert!(catch_unwind(AssertUnwindSafe(play)).is_err(), "the bot was there");
    assert_gone(&mark_of_panic());
}
