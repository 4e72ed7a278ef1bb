//! The command line within another program, which goes on afterwards: what it is asked, and what it
//! says meanwhile.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What another program asks of the command line, and what was printed in answer so far.
#[derive(Debug)]
struct Call {
    arguments: Vec<OsString>,
    /// What it printed, which nobody sees yet; none where it is not to be kept.
    said: Option<[Vec<u8>; 2]>,
}

static CALL: Mutex<Option<Call>> = Mutex::new(None);

static GAMES: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

fn current() -> MutexGuard<'static, Option<Call>> {
    CALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What happens to what a call prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Printing {
    /// It is shown at once.
    Shown,
    /// Nobody sees it, and [`end`] gives it.
    Kept,
}

/// Begins a call.
pub(super) fn begin(arguments: Vec<OsString>, printing: Printing) {
    let arguments = std::iter::once("unobench".into()).chain(arguments).collect();
    let said = (printing == Printing::Kept).then(Default::default);
    tell(0, 0);
    *current() = Some(Call { arguments, said });
}

/// Ends it; gives what was to go to standard output and to standard error.
pub(super) fn end() -> [String; 2] {
    let said = current().take().and_then(|call| call.said).unwrap_or_default();
    said.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
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
pub(super) enum OutputStream {
    Out,
    Err,
}

impl OutputStream {
    pub(super) fn is_terminal(self) -> bool {
        let is_terminal = match self {
            OutputStream::Out => io::stdout().is_terminal(),
            OutputStream::Err => io::stderr().is_terminal(),
        };
        is_terminal && !is_embedded()
    }
}

impl Write for OutputStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(said) = current().as_mut().and_then(|call| call.said.as_mut()) {
            return said[*self as usize].write(bytes);
        }
        match self {
            OutputStream::Out => io::stdout().write(bytes),
            OutputStream::Err => io::stderr().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputStream::Out => io::stdout().flush(),
            OutputStream::Err => io::stderr().flush(),
        }
    }
}
