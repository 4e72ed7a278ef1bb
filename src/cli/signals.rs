//! Which signals are ignored, and which have come.
//!
//! What is ignored as the program begins stays ignored: that is how `nohup` and shells without job
//! control keep a program going.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use signal_hook::flag;

/// The signals that are ignored as the program begins, a bit for each, as far as the system tells
/// (Linux does): whoever started the program wants it so.
static IGNORED: LazyLock<u64> = LazyLock::new(|| {
    let status = unobench_disk::read("/proc/self/status".as_ref(), 100_000).unwrap_or_default();
    let status = String::from_utf8_lossy(&status);
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
});

pub(super) fn is_ignored(signal: i32) -> bool {
    *IGNORED >> (signal - 1) & 1 == 1
}

/// A flag that is raised at each signal of this kind, unless it is ignored.
pub(super) fn noted(signal: i32) -> Arc<AtomicBool> {
    let flag = Arc::default();
    if !is_ignored(signal) {
        // Without it the signal does what it does to any program.
        let _ = flag::register(signal, Arc::clone(&flag));
    }
    flag
}
