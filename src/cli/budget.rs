//! What is to be played, and how long that takes, how much memory, and how much of the disk: much
//! is played only if somebody agrees.

use std::io::{IsTerminal as _, stdin};
use std::time::{Duration, Instant};
use unobench_findings::tell::number::fixed;

use super::console::Verbosity;
use super::failure::{OrFailure as _, Result, refuse};
use super::numbers::spoken;
use super::options::CommonOptions;
use unobench_bots::Contestant;
use unobench_experiment::header::{GROUPS, Header};
use unobench_experiment::run::RunConfig;
use unobench_experiment::survey::{bytes_of, time_of};
use unobench_findings::tell::speech::listed;

/// What is played without asking.
const LITTLE: Duration = Duration::from_secs(600);
const FEW_BYTES: u64 = 2_000_000_000;

/// About what a histogram takes, measured over all rule sets.
const BYTES_OF_HISTOGRAM: u64 = 4000;
/// About what is kept of a rule set of a survey; its sums go to the disk.
const BYTES_OF_RULES: u64 = 20_000;

/// About what something takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) time: Duration,
    /// Bytes of memory, and of the disk.
    pub(super) memory: u64,
    pub(super) disk: u64,
}

/// So many times longer than is declared hardly anything takes.
const HARDLY: u64 = 20;

impl Budget {
    /// Of a run, which is timed only if it may take long.
    pub(super) fn of_run(config: &RunConfig) -> Result<Budget> {
        let games = config.schedule().or_usage()?.extent(config.games).or_usage()?.games;
        let dearest = config.line_up.iter().map(Contestant::nanoseconds_per_round).max();
        let sets = config.rules.len();
        let declared = dearest.unwrap_or(0).saturating_mul(games).saturating_mul(sets as u64);
        let most = Duration::from_nanos(declared.saturating_mul(HARDLY));
        let time = match most > LITTLE {
            true => config.time_of(games).or_usage()?.saturating_mul(sets as u32),
            false => Duration::ZERO,
        };
        let histograms = sets * GROUPS * (config.line_up.len() + 1);
        let memory = (histograms as u64).saturating_mul(BYTES_OF_HISTOGRAM);
        Ok(Budget { time, memory, disk: 0 })
    }

    pub(super) fn of_survey(header: &Header, threads: usize) -> Budget {
        let time = time_of(header, super::catalogue()) / threads as u32;
        let memory = (header.rules.len() as u64).saturating_mul(BYTES_OF_RULES);
        Budget { time, memory, disk: bytes_of(header, super::catalogue()) }
    }

    /// Whether it is so much that somebody has to agree.
    fn is_much(self) -> bool {
        self.time > LITTLE || self.memory.max(self.disk) > FEW_BYTES
    }

    /// What is played of it in a time.
    fn within(self, time: Duration) -> Budget {
        let share = time.as_secs_f64() / self.time.as_secs_f64().max(1e-9);
        let disk = (self.disk as f64 * share.min(1.0)) as u64;
        Budget { time: time.min(self.time), disk, ..self }
    }

    fn told(self) -> String {
        let mut all = vec![spoken(self.time)];
        for (bytes, resource) in [(self.memory, "memory"), (self.disk, "disk")] {
            if bytes > FEW_BYTES {
                all.push(format!("{} GB of {resource}", fixed(bytes as f64 / 1e9, 1)));
            }
        }
        format!("this takes about {}", listed(&all))
    }

    /// Asks on a terminal whether so much is to be played, and refuses elsewhere. Nothing is worked
    /// out for what goes on or was agreed to; what has a time to end at takes no longer.
    pub(super) fn agree(common: &CommonOptions, budget: impl FnOnce() -> Result<Budget>) -> Result {
        if common.yes || common.resume {
            return Ok(());
        }
        let budget = budget()?;
        let left = common.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let budget = left.map_or(budget, |left| budget.within(left));
        if !budget.is_much() {
            return Ok(());
        }
        let told = budget.told();
        if !stdin().is_terminal() || common.verbosity() == Verbosity::Quiet {
            refuse!(
                "{told}; --yes plays it, --max-time TIME stops after a time, and fewer --games \
                 take less"
            );
        }
        common.verbosity().say(&format!("{told}; play it? (y or n)"));
        let mut answer = String::new();
        // What cannot be read agrees to nothing.
        let _ = stdin().read_line(&mut answer);
        match answer.trim() {
            "y" | "yes" => Ok(()),
            _ => refuse!("nothing was played; --yes plays it without asking"),
        }
    }
}

#[test]
fn much_is_said_with_what_it_takes() {
    let few = Budget { time: LITTLE, memory: FEW_BYTES, disk: FEW_BYTES };
    let much = Budget { disk: 3_400_000_000, ..few };
    assert!(!few.is_much() && much.is_much());
    assert_eq!(much.told(), "this takes about 10 min 0 s and 3.4 GB of disk");
    assert_eq!(much.within(LITTLE / 4).disk, 850_000_000);
    let more = Budget { memory: 2_100_000_000, ..much };
    assert_eq!(more.told(), "this takes about 10 min 0 s, 2.1 GB of memory and 3.4 GB of disk");
}
