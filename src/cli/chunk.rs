//! `unobench chunk`: plays the jobs that it is given.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use clap::ValueHint::FilePath;

use super::console::{Verbosity, stdout_failure};
use super::examined::seated;
use super::failure::{Failure, OrFailure as _, Result};
use super::gather::failure;
use super::interrupt;
use super::options::{BotOptions, MachineOptions};
use unobench_core::bounded::quoted_path;
use unobench_experiment::available_threads;
use unobench_experiment::scale::{PlayConfig, ScaleError, SealedPlan, jobs_of_line, play_jobs};

/// What `chunk` is told: the plan, and which of its jobs are played.
#[derive(Debug, Args)]
pub(super) struct ChunkArgs {
    /// The plan that `unobench plan` made
    #[arg(value_name = "PLAN", value_hint = FilePath)]
    plan: PathBuf,

    /// Read jobs from a file instead of standard input: one a line, or what `gather` answered
    #[arg(long, value_name = "FILE", value_hint = FilePath)]
    jobs: Option<PathBuf>,

    /// Play one part of the jobs only, such as 3/100: the third of every hundred
    #[arg(long, value_name = "K/N")]
    part: Option<Part>,

    #[command(flatten)]
    bots: BotOptions,

    #[command(flatten)]
    machine: MachineOptions,
}

/// One of so many equal parts of all jobs, counted from 1.
#[derive(Debug, Clone, Copy)]
struct Part {
    number: u64,
    parts: u64,
}

/// The most parts: more than there are chunks in the window of any `gather`.
const MOST_PARTS: u64 = 1_000_000;

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let part = text.split_once('/').and_then(|(number, parts)| {
            Some(Part { number: number.parse().ok()?, parts: parts.parse().ok()? })
        });
        match part {
            Some(part @ Part { number, parts })
                if (1..=MOST_PARTS).contains(&parts) && (1..=parts).contains(&number) =>
            {
                Ok(part)
            }
            _ => Err(format!(
                "expected K/N with K from 1 to N and N up to {MOST_PARTS}, such as 3/100"
            )),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.parts)
    }
}

impl Part {
    const WHOLE: Part = Part { number: 1, parts: 1 };

    /// Whether the job with this number, from 0, is in it.
    fn has(self, job: u64) -> bool {
        job % self.parts == self.number - 1
    }
}

pub(super) fn run(args: &ChunkArgs) -> Result {
    let plans = SealedPlan::read(&args.plan).map_err(|error| failure(error.into()))?;
    let input = input(args.jobs.as_deref())?;
    let cancel = interrupt::listen();
    give_up_unread(&cancel);
    let config = PlayConfig {
        catalogue: super::catalogue(),
        threads: args.machine.threads.map_or_else(available_threads, NonZeroUsize::get),
        move_time: args.bots.move_time,
        in_its_place: seated,
        cancel: &cancel,
    };
    let counts = JobCounts::default();
    let jobs = counts.own(jobs(input), args.part.unwrap_or(Part::WHOLE));
    match play(&plans, &config, jobs) {
        Ok(()) if cancel.load(Ordering::Relaxed) => Err(Failure::Interrupted),
        Ok(()) => counts.conclude(args),
        Err(ScaleError::Pipe { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => {
            Err(stdout_failure(source))
        }
        Err(error) => Err(failure(error)),
    }
}

/// Where jobs come from.
fn input(file: Option<&Path>) -> Result<Box<dyn BufRead>> {
    let Some(path) = file else { return Ok(Box::new(io::stdin().lock())) };
    let file = unobench_disk::open(path).or_usage_in(format!("cannot read {}", quoted_path(path)));
    Ok(Box::new(BufReader::new(file?)))
}

fn play(
    plans: &[SealedPlan],
    config: &PlayConfig<'_>,
    jobs: impl Iterator<Item = io::Result<String>>,
) -> Result<(), ScaleError> {
    let plan_of = |job: &io::Result<String>| {
        let asked = |plan: &SealedPlan| job.as_ref().is_ok_and(|job| plan.asked(job));
        plans.iter().position(asked).unwrap_or_default()
    };
    let mut jobs = jobs.peekable();
    loop {
        let place = jobs.peek().map_or(0, plan_of);
        let own = iter::from_fn(|| jobs.next_if(|job| plan_of(job) == place));
        play_jobs(&plans[place], config, own, print_line)?;
        if config.cancel.load(Ordering::Relaxed) || jobs.peek().is_none() {
            return Ok(());
        }
    }
}

fn print_line(line: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line)?;
    out.flush()
}

/// How many jobs there were, and how many of them this part has.
#[derive(Debug, Default)]
struct JobCounts {
    jobs: Cell<u64>,
    own: Cell<u64>,
}

impl JobCounts {
    /// The jobs of a part, counted as they come.
    fn own(
        &self,
        jobs: impl Iterator<Item = io::Result<String>>,
        part: Part,
    ) -> impl Iterator<Item = io::Result<String>> {
        jobs.filter(move |job| {
            let number = self.jobs.replace(self.jobs.get() + 1);
            let is_own = job.is_err() || part.has(number);
            self.own.set(self.own.get() + u64::from(is_own));
            is_own
        })
    }

    /// Who was given no job has done nothing, and whoever feeds it may have failed unseen.
    fn conclude(&self, args: &ChunkArgs) -> Result {
        let (jobs, own) = (self.jobs.get(), self.own.get());
        let given = args.jobs.as_deref().map_or("standard input".to_owned(), quoted_path);
        if jobs == 0 {
            return Err(Failure::Failed(anyhow::anyhow!(
                "there is no job in {given}, so nothing was played; `unobench gather {} -o DIR` \
                 says what is still to be played",
                quoted_path(&args.plan)
            )));
        }
        if let (0, Some(part)) = (own, args.part) {
            let said = format!("part {part} has no job: there are {jobs} in {given}");
            Verbosity::chosen().say(&said);
        }
        Ok(())
    }
}

/// The jobs of all lines; what follows the longest that there can be counts as another.
fn jobs(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    const LONGEST: u64 = 1 << 28;
    let lines = iter::from_fn(move || {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        match read {
            Ok(0) => None,
            Ok(_) => Some(Ok(String::from_utf8_lossy(&line).into_owned())),
            Err(error) => Some(Err(error)),
        }
    });
    lines.flat_map(|line| -> Box<dyn Iterator<Item = io::Result<String>>> {
        match line {
            Ok(line) => Box::new(jobs_of_line(line).map(Ok)),
            Err(error) => Box::new(iter::once(Err(error))),
        }
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
