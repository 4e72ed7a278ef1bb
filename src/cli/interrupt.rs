//! Ctrl-C: the first asks for a clean stop, the second stops at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::console;
use super::failure::{Failure, INTERRUPTED, OrFailure as _};

static CANCELLED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

pub(super) fn listen() -> Result<Arc<AtomicBool>, Failure> {
    end_at_once()?;
    Ok(Arc::clone(CANCELLED.get_or_init(Arc::default)))
}

/// Takes note of Ctrl-C and of requests to terminate, so that the terminal is left as it was and
/// the record saved.
pub(super) fn listen_silently() -> Result<Arc<AtomicBool>, Failure> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .or_failed("cannot listen for Ctrl-C")?;
    Ok(cancelled)
}

/// Ends the program at Ctrl-C as long as nothing is played, such as while bots are started.
pub(super) fn end_at_once() -> Result<(), Failure> {
    static LISTENS: AtomicBool = AtomicBool::new(false);
    if LISTENS.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    ctrlc::set_handler(stop).or_failed("cannot listen for Ctrl-C")
}

/// Makes a file that has reached the limit for its size an error of the write, as a full disk is,
/// instead of the end of the program.
pub(super) fn survive_full_files() {
    #[cfg(unix)]
    // Without it the program ends as it would have without this.
    let _ = signal_hook::flag::register(
        signal_hook::consts::signal::SIGXFSZ,
        Arc::new(AtomicBool::new(false)),
    );
}

fn stop() {
    let is_first = |cancelled: &Arc<AtomicBool>| !cancelled.swap(true, Ordering::Relaxed);
    if !CANCELLED.get().is_some_and(is_first) {
        std::process::exit(INTERRUPTED.into());
    }
    console::complain("stopping: what was played is being saved (Ctrl-C once more stops at once)");
}
