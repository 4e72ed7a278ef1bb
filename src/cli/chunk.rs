//! `unobench chunk`: plays the jobs that it is given.

use std::io::{self, BufRead, Read as _, Write as _};
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use clap::ValueHint::FilePath;

use super::console::stdout_failure;
use super::examined::seated;
use super::failure::{Failure, Result};
use super::gather::failure;
use super::interrupt;
use super::options::{BotOptions, MachineOptions};
use unobench_experiment::available_threads;
use unobench_experiment::scale::{PlayConfig, ScaleError, SealedPlan, play_jobs};

#[derive(Debug, Args)]
pub(super) struct ChunkArgs {
    /// The plan that `unobench plan` made
    #[arg(value_name = "PLAN", value_hint = FilePath)]
    plan: PathBuf,

    #[command(flatten)]
    bots: BotOptions,

    #[command(flatten)]
    machine: MachineOptions,
}

pub(super) fn run(args: &ChunkArgs) -> Result {
    let plans = SealedPlan::read(&args.plan).map_err(|error| failure(error.into()))?;
    let cancel = interrupt::listen();
    give_up_unread(&cancel);
    let config = PlayConfig {
        catalogue: super::catalogue(),
        threads: args.machine.threads.map_or_else(available_threads, NonZeroUsize::get),
        move_time: args.bots.move_time,
        in_its_place: seated,
        cancel: &cancel,
    };
    let hand_on = |line: &[u8]| {
        let mut out = io::stdout().lock();
        out.write_all(line).and_then(|()| out.flush())
    };
    let of = |job: &io::Result<String>| {
        let asked = |plan: &SealedPlan| job.as_ref().is_ok_and(|job| plan.asked(job));
        plans.iter().position(asked).unwrap_or_default()
    };
    let mut jobs = jobs(io::stdin().lock()).peekable();
    let played = loop {
        let place = jobs.peek().map_or(0, of);
        let own = iter::from_fn(|| jobs.next_if(|job| of(job) == place));
        let played = play_jobs(&plans[place], &config, own, hand_on);
        if played.is_err() || cancel.load(Ordering::Relaxed) || jobs.peek().is_none() {
            break played;
        }
    };
    match played {
        Ok(()) if cancel.load(Ordering::Relaxed) => Err(Failure::Interrupted),
        Ok(()) => Ok(()),
        Err(ScaleError::Pipe { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => {
            Err(stdout_failure(source))
        }
        Err(error) => Err(failure(error)),
    }
}

/// The lines of the jobs; what follows the longest that there can be counts as another.
fn jobs(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    const LONGEST: u64 = 1 << 20;
    iter::from_fn(move || {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let text = || String::from_utf8_lossy(&line).into_owned();
        read.map(|bytes| (bytes > 0).then(text)).transpose()
    })
}

/// Gives up as soon as nobody can read the lines any more: whoever asked for them has died, and
/// nobody shall be left behind to play for nobody.
#[cfg(unix)]
fn give_up_unread(cancel: &Arc<AtomicBool>) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    const EVERY: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };
    let cancel = Arc::clone(cancel);
    std::thread::spawn(move || {
        let out = io::stdout();
        loop {
            // Nothing is waited for but the end of the other side, of which one is always told.
            let mut files = [PollFd::new(&out, PollFlags::empty())];
            let told = poll(&mut files, Some(&EVERY));
            if told.is_ok_and(|told| told > 0) {
                cancel.store(true, Ordering::Relaxed);
                // A bot may be asked for a while, and input be waited for without end.
                std::thread::sleep(std::time::Duration::from_secs(1));
                std::process::exit(super::failure::INTERRUPTED.into());
            }
        }
    });
}

/// Elsewhere the next line that is written tells.
#[cfg(not(unix))]
fn give_up_unread(_: &Arc<AtomicBool>) {}
