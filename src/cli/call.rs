//! The command line within another program, which goes on afterwards: what it is asked, and what it
//! says meanwhile.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::interrupt;
use unobench_bots::{Callbacks, set_callbacks};

/// What a call printed, and its exit status.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// The exit status.
    pub status: u8,
    /// What went to standard output.
    pub out: String,
    /// What went to standard error.
    pub err: String,
}

#[derive(Debug)]
struct Call {
    arguments: Vec<OsString>,
    /// What it printed, which nobody sees yet; none where it is not to be kept.
    said: Option<[Vec<u8>; 2]>,
}

static CALL: Mutex<Option<Call>> = Mutex::new(None);

/// Held during a call: there is one at a time.
static TURN: Mutex<()> = Mutex::new(());

static GAMES: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

fn current() -> MutexGuard<'static, Option<Call>> {
    CALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does what arguments say, those after the name of the program, with more players that can be
/// named `py:NAME`. Nothing is printed, and no signal heard; another call waits until this one has
/// ended.
#[must_use]
pub fn call(arguments: Vec<OsString>, callbacks: Callbacks) -> Said {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    begin(arguments, Some(Default::default()));
    set_callbacks(callbacks);
    tell(0, 0);
    interrupt::forget();
    let status = super::obey(|| Ok(()));
    set_callbacks(Callbacks::new());
    let said = current().take().and_then(|call| call.said).unwrap_or_default();
    let [out, err] = said.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Said { status, out, err }
}

pub(super) fn begin(arguments: Vec<OsString>, said: Option<[Vec<u8>; 2]>) {
    let arguments = std::iter::once(super::NAME.into()).chain(arguments).collect();
    *current() = Some(Call { arguments, said });
}

/// Asks the call for a clean stop, as Ctrl-C does.
pub fn cancel() {
    interrupt::cancel();
}

/// How many games the call has played, and of how many; (0, 0) as long as nobody knows.
#[must_use]
pub fn progress() -> (u64, u64) {
    let [done, total] = GAMES.each_ref().map(|games| games.load(Ordering::Relaxed));
    (done, total)
}

pub(super) fn tell(done: u64, total: u64) {
    GAMES.iter().zip([done, total]).for_each(|(games, now)| games.store(now, Ordering::Relaxed));
}

pub(super) fn is_embedded() -> bool {
    current().as_ref().is_some_and(|call| call.said.is_some())
}

/// The arguments, the name of the program first.
pub(super) fn arguments() -> Vec<OsString> {
    let call = current().as_ref().map(|call| call.arguments.clone());
    call.unwrap_or_else(|| std::env::args_os().collect())
}

/// Where results go, and everything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Out,
    Err,
}

impl Stream {
    pub(super) fn is_terminal(self) -> bool {
        let is_terminal = match self {
            Stream::Out => io::stdout().is_terminal(),
            Stream::Err => io::stderr().is_terminal(),
        };
        is_terminal && !is_embedded()
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(said) = current().as_mut().and_then(|call| call.said.as_mut()) {
            return said[*self as usize].write(bytes);
        }
        match self {
            Stream::Out => io::stdout().write(bytes),
            Stream::Err => io::stderr().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Out => io::stdout().flush(),
            Stream::Err => io::stderr().flush(),
        }
    }
}
