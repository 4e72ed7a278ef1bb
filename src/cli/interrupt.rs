//! Ctrl-C: the first asks for a clean stop, the second stops at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::console;
use super::failure::{Failure, INTERRUPTED, OrFailure as _};

/// Sets the flag when somebody presses Ctrl-C or asks the process to terminate, and says so.
pub(super) fn listen() -> Result<Arc<AtomicBool>, Failure> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    ctrlc::set_handler(move || stop(&flag)).or_failed("cannot listen for Ctrl-C")?;
    Ok(cancelled)
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

fn stop(cancelled: &AtomicBool) {
    if cancelled.swap(true, Ordering::Relaxed) {
        std::process::exit(INTERRUPTED.into());
    }
    console::complain("stopping: what was played is being saved (Ctrl-C once more stops at once)");
}
