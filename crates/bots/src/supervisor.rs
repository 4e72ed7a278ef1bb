//! A process beside each bot that ends what the bot has started, however the program ends.
//!
//! ```text
//! program ── supervisor ── bot ── whatever it starts
//! ```
//!
//! The program runs its own executable again as the supervisor, and that once more to become the
//! bot. The bot has the pipes of the program for its own: the supervisor lets go of them, so that
//! no line takes longer. As a subreaper it becomes the parent of every descendant whose parent
//! ends, be it in another process group or session. It ends them all when the bot has ended, when
//! the program asks it to (`SIGTERM`), and a second after the program has ended. A bot whose
//! supervisor is killed is killed with it.

use super::GRACE;
use super::child::is_over;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process,
    kill_process_group, pidfd_open, set_child_subreaper, set_parent_process_death_signal, wait,
    waitpid,
};
use signal_hook::consts::signal::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// The first argument of a supervisor; then follow the program's process and the bot's words.
const SUPERVISE: &str = "__supervise-bot";

/// The first argument of what becomes a bot; then follow the supervisor's process and the words.
const BECOME: &str = "__become-bot";

/// The executable of whoever looks.
const OWN_EXECUTABLE: &str = "/proc/self/exe";

const FAILED: u8 = 1;
const NOT_STARTED: u8 = 127;

/// How long it is tried to end what does not end.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked whether the program is still there, where the system does not tell.
const LOOK: Duration = Duration::from_millis(250);

/// What is run to be a supervisor, without its arguments, if there is something.
static SUPERVISOR: OnceLock<Vec<OsString>> = OnceLock::new();

/// Lets this program look after its bots; to be called first in `main`, with its arguments.
///
/// If the process was started to look after a bot, it does so, and yields the exit status, with
/// which `main` is to return at once. Otherwise there is none, and from then on every bot gets a
/// supervisor: `own` with more arguments, or without it the executable again. A program that does
/// not call this ends its bots by their process groups when it ends normally.
pub fn supervise(
    mut arguments: impl Iterator<Item = OsString>,
    own: Option<Vec<OsString>>,
) -> Option<u8> {
    let _ = SUPERVISOR.set(own.unwrap_or_else(|| vec![OWN_EXECUTABLE.into()]));
    let role = match arguments.next().as_deref().and_then(OsStr::to_str) {
        Some(SUPERVISE) => look_after,
        Some(BECOME) => become_bot,
        _ => return None,
    };
    let parent = arguments.next().and_then(|pid| Pid::from_raw(pid.to_str()?.parse().ok()?));
    let words: Vec<OsString> = arguments.collect();
    // Without whoever started this there is nothing to do.
    let parent = parent.filter(|_| parent == getppid() && !words.is_empty());
    Some(parent.map_or(FAILED, |parent| {
        role(parent, &words).unwrap_or_else(|error| {
            eprintln!("unobench: cannot start {}: {error}", words[0].display());
            NOT_STARTED
        })
    }))
}

pub(super) fn command(words: &[String]) -> Option<Command> {
    own_executable(SUPERVISE, words)
}

fn own_executable(role: &str, words: &[impl AsRef<OsStr>]) -> Option<Command> {
    let own = SUPERVISOR.get().filter(|own| Path::new(&own[0]).exists())?;
    let mut command = Command::new(&own[0]);
    if own.len() == 1 {
        command.arg0("unobench");
    }
    command.args(&own[1..]).arg(role).arg(std::process::id().to_string()).args(words);
    Some(command)
}

fn become_bot(supervisor: Pid, words: &[OsString]) -> io::Result<u8> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if getppid() != Some(supervisor) {
        return Ok(FAILED);
    }
    Err(Command::new(&words[0]).args(&words[1..]).exec())
}

fn look_after(program: Pid, words: &[OsString]) -> io::Result<u8> {
    let signals = Signals::listen()?;
    set_child_subreaper(Some(getpid()))?;
    let mut bot = own_executable(BECOME, words).ok_or(io::ErrorKind::NotFound)?;
    let bot = Pid::from_child(&bot.process_group(0).spawn()?);
    let_go_of_pipes();
    wait_for_end(program, bot, &signals);
    Ok(end_all(bot).map_or(FAILED, exit_code))
}

#[expect(clippy::disallowed_methods, reason = "a device on purpose")]
fn let_go_of_pipes() {
    // Without this a bot that closes them early is found out later.
    if let Ok(nothing) = File::options().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&nothing);
        let _ = rustix::stdio::dup2_stdout(&nothing);
        let _ = rustix::stdio::dup2_stderr(&nothing);
    }
}

fn wait_for_end(program: Pid, bot: Pid, signals: &Signals) {
    let pidfd = pidfd_open(program, PidfdFlags::empty()).ok();
    let mut deadline: Option<Instant> = None;
    while !is_over(bot) && !signals.asked.load(Ordering::Relaxed) {
        reap_orphans(bot);
        if deadline.is_none() && getppid() != Some(program) {
            deadline = Some(Instant::now() + GRACE);
        }
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        match left {
            Some(Duration::ZERO) => return,
            Some(left) => signals.sleep(None, Some(left)),
            None => signals.sleep(pidfd.as_ref(), pidfd.is_none().then_some(LOOK)),
        }
    }
}

/// Waits for those children that came here when their parents ended, and have ended.
fn reap_orphans(bot: Pid) {
    for orphan in children().unwrap_or_default().into_iter().filter(|&child| child != bot) {
        let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
    }
}

/// Ends the bot and all that it has started; gives the bot's status. The group goes at one stroke.
/// Of the rest only children of this process are killed, whose numbers nobody else can have: whose
/// parent is killed becomes one.
fn end_all(bot: Pid) -> Option<WaitStatus> {
    let _ = kill_process_group(bot, Signal::KILL);
    let deadline = Instant::now() + PATIENCE;
    let (mut status, mut pause) = (None, Duration::from_millis(1));
    while Instant::now() < deadline {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, ended))) if pid == bot => status = Some(ended),
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Ok(None) => {
                for child in children().unwrap_or_default() {
                    let _ = kill_process(child, Signal::KILL);
                }
                thread::sleep(pause);
                pause = (2 * pause).min(Duration::from_millis(100));
            }
            Err(_) => break,
        }
    }
    status
}

fn children() -> io::Result<Vec<Pid>> {
    let own = getpid();
    let processes = fs::read_dir("/proc")?.flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    Ok(pids.filter_map(Pid::from_raw).filter(|&pid| parent_of(pid) == Some(own)).collect())
}

/// The parent of a process: the second field after its name, which may hold anything.
fn parent_of(pid: Pid) -> Option<Pid> {
    let stat = unobench_disk::read(format!("/proc/{pid}/stat").as_ref(), 10_000).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    let (_, fields) = stat.rsplit_once(')')?;
    Pid::from_raw(fields.split_whitespace().nth(1)?.parse().ok()?)
}

fn exit_code(status: WaitStatus) -> u8 {
    let signal = || Some(128 + status.terminating_signal()?);
    let code = status.exit_status().or_else(signal);
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(FAILED)
}

/// What a supervisor hears: that a child has ended, and that it is to end the bot. Signals of a
/// terminal are for the program. None is ignored, for the bot would ignore it, too.
struct Signals {
    asked: Arc<AtomicBool>,
    woken: UnixStream,
}

impl Signals {
    fn listen() -> io::Result<Signals> {
        let (woken, waker) = UnixStream::pair()?;
        woken.set_nonblocking(true)?;
        let asked = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(SIGTERM, Arc::clone(&asked))?;
        for signal in [SIGTERM, SIGCHLD] {
            signal_hook::low_level::pipe::register(signal, waker.try_clone()?)?;
        }
        for signal in [SIGINT, SIGHUP, SIGQUIT] {
            signal_hook::flag::register(signal, Arc::default())?;
        }
        Ok(Signals { asked, woken })
    }

    /// Sleeps until a signal comes, that process ends, or the time is over.
    fn sleep(&self, process: Option<&OwnedFd>, time: Option<Duration>) {
        let time = time.and_then(|time| Timespec::try_from(time).ok());
        let mut fds = vec![PollFd::new(&self.woken, PollFlags::IN)];
        fds.extend(process.map(|process| PollFd::new(process, PollFlags::IN)));
        // What is not heard here is seen by who looks.
        let _ = poll(&mut fds, time.as_ref());
        let _ = (&self.woken).read(&mut [0; 64]);
    }
}
