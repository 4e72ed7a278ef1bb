//! The contract of signals: `docs/RELIABILITY.md`, "Signals".

#![cfg(unix)]

use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use super::interrupts::lines;
use crate::dir::{Dir, PROGRAM, Told, assert_reads, interruptible, signal, wait_until};

/// A second, and what a busy machine takes.
const IN_TIME: Duration = Duration::from_secs(3);

const LONG: &str = "run random -p 4 -r official -n 100000000 -j 1 --yes --no-progress -o out";

/// A program that was started, with pipes that nobody reads or closes.
struct Started(Child);

impl Started {
    fn new(mut command: Command) -> Started {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Started(command.spawn().expect("it starts"))
    }

    fn at_a_terminal(dir: &Dir, line: &str) -> Started {
        let mut command = interruptible(line);
        command.current_dir(dir.path("")).env("XDG_CACHE_HOME", dir.path("cache"));
        Started::new(command)
    }

    #[track_caller]
    fn begins(&self, what: &str, begun: impl FnMut() -> bool) {
        assert!(wait_until(Duration::from_secs(60), begun), "{what}: it does not begin");
    }

    /// Whether it has become the program, and hears what asks it to end.
    #[cfg(target_os = "linux")]
    fn hears(&self) -> bool {
        let contents =
            |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", self.0.id()));
        let status = contents("status").unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        contents("cmdline").is_ok_and(|line| line.starts_with(PROGRAM))
            && caught.is_some_and(|mask| mask >> 14 & 1 == 1)
    }

    /// Asserts that it ends in time with this status; its standard input stays open until then.
    #[track_caller]
    fn ends(mut self, what: &str, status: i32) -> Told {
        let _open: Option<ChildStdin> = self.0.stdin.take();
        let began = Instant::now();
        let ended = wait_until(IN_TIME, || self.0.try_wait().expect("it can be asked").is_some());
        if !ended {
            self.0.kill().expect("it can be killed");
        }
        let told = Told::of(self.0.wait_with_output().expect("it ends"));
        assert!(ended, "{what}: it goes on after {:?}: {}", began.elapsed(), told.err);
        assert_eq!(told.status, Some(status), "{what}: {}", told.err);
        told
    }
}

fn shell(dir: &Dir, script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(dir.path(""));
    command
}

#[test]
fn an_ignored_signal_stays_ignored() {
    for (what, script, ignored) in [
        ("nohup", format!("exec nohup {PROGRAM} {LONG}"), "HUP"),
        ("the background", format!("{PROGRAM} {LONG} & echo $! > pid; wait $!"), "INT"),
    ] {
        let dir = Dir::new();
        let started = Started::new(shell(&dir, &script));
        started.begins(what, || lines(&dir, "out/progress.jsonl") >= 2);
        let pid = std::fs::read_to_string(dir.path("pid"));
        let pid = pid.map_or_else(|_| started.0.id().to_string(), |pid| pid.trim().to_owned());
        let send = |name: &str| {
            let sent = Command::new("kill").args([&format!("-{name}"), &pid]).status();
            assert!(sent.expect("kill exists").success(), "{what}: {name}");
        };
        for _ in 0..2 {
            send(ignored);
            let played = lines(&dir, "out/progress.jsonl");
            started.begins(what, || lines(&dir, "out/progress.jsonl") > played);
        }
        send("TERM");
        started.ends(what, 130);
        assert!(dir.has("out/summary.csv"), "{what}: what was played is written");
    }
}

/// A command that plays for long, and a file that is there once it has begun.
const PLAYING: [(&str, &str); 8] = [
    ("run random -n 100000000 --yes -o out", "out/progress.jsonl"),
    ("duel random first-legal -n 100000000 --elo1 0.01 --yes -o out", "out/progress.jsonl"),
    ("tournament random counter -n 100000000 --yes -o out", "out/progress.jsonl"),
    ("rules compare stacking -n 100000000 --yes -o out", "out/progress.jsonl"),
    ("sweep --set setup.hand_size=5,7 -n 100000000 --yes -o out", "out/progress.jsonl"),
    ("skill counter -n 100000000 --yes -o out", "out/progress.jsonl"),
    ("train -n 100000000 -o a.net", "a.net.state"),
    ("run ismcts:playouts=1000000 -r official -n 1000 --yes -o out", "out/progress.jsonl"),
];

#[test]
fn a_request_to_end_saves_within_a_second() {
    for ((line, begun), name) in PLAYING.into_iter().zip(["HUP", "TERM"].into_iter().cycle()) {
        let dir = Dir::new();
        let started = Started::at_a_terminal(&dir, &format!("{line} --no-progress"));
        started.begins(line, || dir.has(begun));
        signal(&started.0, name);
        started.ends(&format!("{line} at {name}"), 130);
        let is_whole = !begun.ends_with(".jsonl") || dir.bytes(begun).ends_with(b"\"}\n");
        assert!(is_whole, "{line}: half a line was saved");
        let names = std::fs::read_dir(dir.path("")).expect("a directory").flatten();
        let left = names
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "tmp"));
        assert_eq!(left.count(), 0, "{line}: a temporary file is left");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_request_to_end_is_heard_in_a_call_of_the_system() {
    let dir = Dir::new();
    let made = Command::new("mkfifo").arg(dir.path("pipe.csv")).status();
    assert!(made.expect("mkfifo exists").success());
    dir.write("plan.json", dir.output("plan run random -n 100000"));
    for (line, name) in [
        ("run random -n 100 -o out --rounds pipe.csv", "TERM"),
        ("report done -o pipe.csv", "TERM"),
        ("trace random -n 1000000", "TERM"),
        ("trace random -n 1000000", "INT INT"),
        ("chunk plan.json", "TERM"),
        ("chunk plan.json", "INT INT"),
        ("gather plan.json -o gathered", "INT"),
        ("play --plain", "TERM"),
        ("play --plain", "INT INT"),
        ("replay -", "HUP"),
    ] {
        dir.output("run random -n 100 -o done --force -q");
        let started = Started::at_a_terminal(&dir, line);
        started.begins(line, || started.hears());
        std::thread::sleep(Duration::from_millis(300));
        for name in name.split(' ') {
            signal(&started.0, name);
            std::thread::sleep(Duration::from_millis(50));
        }
        started.ends(line, 130);
    }
}

#[test]
fn two_interrupts_end_at_once() {
    let dir = Dir::new();
    let started = Started::at_a_terminal(
        &dir,
        "run ismcts:playouts=1000000 -r official -n 1000 --yes --no-progress -o out",
    );
    started.begins("run", || dir.has("out/progress.jsonl"));
    signal(&started.0, "INT");
    std::thread::sleep(Duration::from_millis(100));
    signal(&started.0, "INT");
    assert_reads(&started.ends("run", 130).err, "Ctrl-C once more stops at once");
}

/// Starts a command as a job of a shell at a terminal, stops it, lets the shell say which modes the
/// terminal has, continues it, and ends it by a signal or a key.
const TERMINAL: &str = r#"
import os, pty, re, select, signal, sys, time
script, begun, stop, end = sys.argv[1:]
pid, tty = pty.fork()
if pid == 0:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.environ["TERM"] = "xterm"
    os.execvp("bash", ["bash", "--norc", "-c", script])
seen = b""
def until(what, begin):
    global seen
    limit = time.time() + 20
    while not re.search(what.encode(), seen[begin:]):
        if time.time() > limit:
            sys.exit(f"{what!r} is not in {seen[begin:]!r}")
        new = os.read(tty, 65536) if select.select([tty], [], [], 0.1)[0] else b""
        seen += new
        if b"\x1b[6n" in new:
            os.write(tty, b"\x1b[1;1R")
until(begun, 0)
time.sleep(0.3)
mark = len(seen)
if stop == "key":
    os.write(tty, b"\x1a")
else:
    os.system("kill -TSTP $(cat pid)")
until("stopped-there", mark)
mark = seen.index(b"stopped-there")
until(begun, mark)
time.sleep(0.3)
if end:
    os.write(tty, end.encode().decode("unicode_escape").encode())
until("ended=[0-9]+", mark)
sys.stdout.buffer.write(seen.decode("utf-8", "replace").encode())
"#;

/// What stands on a terminal on which a command was stopped and continued.
fn paused(line: &str, begun: &str, stop: &str, end: &str) -> String {
    let dir = Dir::new();
    dir.output("trace random -o record.jsonl");
    let job = format!("(echo $BASHPID > pid; exec {PROGRAM} {line})");
    let script = format!(
        "set -m; {job}; echo $(stty -a | grep -o '[-]*icanon\\|[-]*echo ') stopped-there; fg; \
         echo ended=$?; stty -a"
    );
    let mut python = Command::new("python3");
    python.args(["-c", TERMINAL, &script, begun, stop, end]).current_dir(dir.path(""));
    Told::of(python.output().expect("python3 runs")).ended(0).out
}

#[test]
fn full_screens_give_the_terminal_back_while_they_are_stopped() {
    for (line, end) in [("play -s 1", "\\x03"), ("replay --tui record.jsonl", "q")] {
        for stop in ["key", "signal"] {
            let seen = paused(line, r"\x1b\[\?1049h", stop, end);
            let (before, after) = seen.split_once("stopped-there").expect("it was stopped");
            assert_reads(before, "\x1b[?1049l");
            assert!(before.contains(" icanon echo") || before.contains("\nicanon echo"), "{seen}");
            assert_reads(after, "\x1b[?1049h … \x1b[?1049l … ended=");
        }
    }
}

#[test]
fn a_bar_is_drawn_anew_below_what_a_pause_left() {
    let seen = paused("run random -r official -n 100000000 -o out", "games/s", "key", "\\x03");
    let (_, after) = seen.split_once("stopped-there").expect("it was stopped");
    let bar = after.find("games/s").expect("a bar");
    assert!(!after[..bar].contains("\x1b[1A"), "it goes up over other lines: {after:?}");
    assert_reads(after, "ended=130");
}

#[test]
fn nobody_is_told_that_a_reader_has_gone() {
    let dir = Dir::new();
    dir.output("run random -n 200 -o run -q");
    dir.output("trace random -n 20 -o record.jsonl");
    for line in [
        "--help",
        "--version",
        "run --help",
        "help duel",
        "man",
        "completions bash",
        "strategies list",
        "strategies show random",
        "rules list",
        "rules show official",
        "rules diff official stacking",
        "rules check official",
        "run random -n 200 -o out --force",
        "duel random counter -n 200 -o duel",
        "tournament random counter -n 200 -o tournament",
        "skill counter -n 200 --oracle cheat:playouts=1 -o skill",
        "trace random -n 2000",
        "replay record.jsonl",
        "report run -q",
        "plan run random -n 100",
        "play --plain -s 1",
        "bot check false",
    ] {
        let mut command = dir.command(line);
        let command = command.env("RUST_BACKTRACE", "1").stderr(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).spawn().expect(line);
        drop(child.stdout.take());
        let told = Told::of(child.wait_with_output().expect("it ends"));
        assert_eq!(told.status, Some(0), "{line}: {}", told.err);
        let said = told.err.to_lowercase();
        let is_told = ["pipe", "panic", "error"].iter().any(|word| said.contains(word));
        assert!(!is_told, "{line}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_to_standard_output_is_an_error() {
    let dir = Dir::new();
    for line in [
        "--help",
        "-h",
        "--version",
        "help run",
        "rules --help",
        "completions zsh",
        "man",
        "rules list",
        "trace random",
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let told = Told::of(dir.command(line).stdout(full).output().expect("it runs"));
        assert_reads(&told.ended(1).err, "error: cannot write to standard output: …");
    }
}
