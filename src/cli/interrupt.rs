//! Signals: the first one that asks for the end is a wish for a clean stop, the second stops at
//! once. `docs/RELIABILITY.md` has the whole contract.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::signal::SIGINT;
#[cfg(unix)]
use signal_hook::consts::signal::SIGQUIT;
use signal_hook::flag;

use super::console;
use super::failure::{INTERRUPTED, OrFailure as _, Result};
#[cfg(unix)]
use super::signals::is_ignored;
use unobench_bots::PoolSettings;

static CANCELLED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

static SILENT: AtomicBool = AtomicBool::new(false);

/// How long a stop may take that nobody waits for at a keyboard, in milliseconds.
static PATIENCE: AtomicU64 = AtomicU64::new(900);

/// From now on a signal asks for a clean stop.
pub(super) fn listen() -> Arc<AtomicBool> {
    Arc::clone(CANCELLED.get_or_init(Arc::default))
}

/// The same for those who have the whole screen, where no line can be written.
pub(super) fn listen_silently() -> Arc<AtomicBool> {
    SILENT.store(true, Ordering::Relaxed);
    listen()
}

/// Leaves bots the time that they are promised to end in.
pub(super) fn wait_for_bots(move_time: Option<Duration>) {
    let move_time = PoolSettings::with_move_time(move_time).move_time;
    let time = Duration::from_secs(2).saturating_add(move_time).as_millis();
    PATIENCE.store(u64::try_from(time).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Begins to hear signals. Until somebody listens they end the program at once.
pub(super) fn hear() -> Result {
    survive_full_files();
    hear_each(stop).or_failed("cannot listen for signals")
}

/// Makes a file that has reached the limit for its size an error of the write, as a full disk is,
/// instead of the end of the program.
fn survive_full_files() {
    #[cfg(unix)]
    // Without it the program ends as it would have without this.
    let _ = flag::register(signal_hook::consts::signal::SIGXFSZ, Arc::default());
}

#[cfg(unix)]
fn hear_each(act: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::signal::{SIGHUP, SIGTERM};
    let wanted =
        [SIGINT, SIGTERM, SIGHUP, SIGQUIT].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    thread::spawn(move || signals.forever().for_each(act));
    Ok(())
}

#[cfg(not(unix))]
fn hear_each(act: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    let heard = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, Arc::clone(&heard))?;
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(50));
            if heard.swap(false, Ordering::Relaxed) {
                act(SIGINT);
            }
        }
    });
    Ok(())
}

fn stop(signal: i32) {
    #[cfg(unix)]
    if signal == SIGQUIT {
        #[cfg(feature = "terminal")]
        super::screen::give_back();
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    let is_first = |cancelled: &Arc<AtomicBool>| !cancelled.swap(true, Ordering::Relaxed);
    if !CANCELLED.get().is_some_and(is_first) {
        end();
    }
    if signal != SIGINT {
        thread::spawn(|| {
            thread::sleep(Duration::from_millis(PATIENCE.load(Ordering::Relaxed)));
            end();
        });
    }
    if !SILENT.load(Ordering::Relaxed) {
        // It may have to wait for a reader; signals are heard meanwhile.
        thread::spawn(|| {
            console::complain(
                "stopping: what was played is being saved (Ctrl-C once more stops at once)",
            );
        });
    }
}

/// Ends the program, whatever it waits for; a full screen is given back.
fn end() -> ! {
    #[cfg(feature = "terminal")]
    super::screen::give_back();
    std::process::exit(INTERRUPTED.into());
}
