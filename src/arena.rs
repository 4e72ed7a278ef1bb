//! Strategies against each other, in memory: who wins how often, and how sure that is.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64};

use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleError, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::TableSetup;
use unobench_engine::workers::{PlayMonitor, play_chunk};
use unobench_engine::{Chunk, Schedule, ScheduleError, Seating};
use unobench_stats::{Interval, RatioSums};

/// Seats strategies at a table; [`Arena::run`] plays.
///
/// There are as many seats as strategies unless [`Arena::players`] says otherwise. Every deal is
/// played in each rotation of the seats, so that luck of the cards and of the seat is shared.
///
/// # Examples
///
/// ```
/// use unobench::{arena, strategies::strategy};
///
/// let report = arena([strategy("most-colour")?, strategy("random")?]).games(4000).run()?;
/// let [best, other] = &report.results[..] else { unreachable!("two strategies played") };
/// assert!(best.win_rate > 0.5 && other.win_rate < 0.5);
/// println!("{report}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn arena(strategies: impl IntoIterator<Item = StrategySpec>) -> Arena {
    let strategies: Vec<_> = strategies.into_iter().collect();
    let players = strategies.len().clamp(MIN_SEATS, MAX_SEATS);
    Arena { strategies, players, rules: RuleSet::official(), games: 10_000, seed: 1 }
}

/// What is to be played; see [`arena`].
#[derive(Debug, Clone)]
pub struct Arena {
    strategies: Vec<StrategySpec>,
    players: usize,
    rules: RuleSet,
    games: u64,
    seed: u64,
}

impl Arena {
    /// Plays by these rules instead of the official ones.
    #[must_use]
    pub fn rules(self, rules: RuleSet) -> Arena {
        Arena { rules, ..self }
    }

    /// Plays at a table of so many seats: fewer strategies are repeated to fill it, more play in
    /// every combination.
    #[must_use]
    pub fn players(self, players: usize) -> Arena {
        Arena { players, ..self }
    }

    /// Plays so many games, rounded up to whole deals; 10,000 unless said otherwise.
    #[must_use]
    pub fn games(self, games: u64) -> Arena {
        Arena { games, ..self }
    }

    /// Plays by this seed, on which everything depends; 1 unless said otherwise.
    #[must_use]
    pub fn seed(self, seed: u64) -> Arena {
        Arena { seed, ..self }
    }

    /// Plays on all cores. The result does not depend on how many there are.
    ///
    /// # Errors
    /// If there are no strategies, or the rules or the number of seats do not go together.
    ///
    /// # Panics
    /// If a strategy chooses an action that is not legal, in debug builds.
    pub fn run(&self) -> Result<ArenaReport, ArenaError> {
        self.rules.validate_for(self.players).map_err(Box::new)?;
        let names: Vec<String> = self.strategies.iter().map(ToString::to_string).collect();
        let schedule = Schedule::new(&names, self.players, Seating::Rotate)?;
        let extent = schedule.extent(self.games)?;
        let representatives = schedule.representatives().iter();
        let specs: Vec<StrategySpec> =
            representatives.map(|&place| self.strategies[place].clone()).collect();
        let table = TableSetup::new(&self.rules, self.players, &specs, false, self.seed).table();
        let whole = Chunk { index: 0, first: 0, blocks: extent.blocks };
        let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
        let sides = self.rules.scoring.sides(self.players);
        let monitor = PlayMonitor { stopped: &stopped, games: &games };
        let tally = play_chunk(&schedule, &*table, sides, whole, monitor);
        let tally = tally.expect("nobody stops it, and there is at least one block");
        let mut results = Vec::new();
        for (number, name) in schedule.strategies().iter().enumerate() {
            let mut sums = RatioSums::of(sides as u64);
            let seated = tally
                .line_ups
                .iter()
                .map(|table| schedule.line_ups()[table.line_up].seats_of(number) * table.undecided);
            let undecided: u64 = seated.sum();
            for &[appearances, shares, blocks] in &tally.strategies[number].block_shares {
                sums.add(appearances, shares, blocks);
            }
            results.push(StrategyResult {
                name: name.clone(),
                games: sums.appearances,
                wins: sums.wins(undecided),
                win_rate: sums.rate().unwrap_or(0.0),
                interval: sums.interval(),
            });
        }
        results.sort_by(|strategy, other| other.win_rate.total_cmp(&strategy.win_rate));
        Ok(ArenaReport { results, players: self.players, games: extent.games })
    }
}

/// A table that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The strategies do not fit the table.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The rules cannot be played at this table.
    #[error(transparent)]
    Rules(#[from] Box<RuleError>),
}

/// Who won how often.
#[derive(Debug, Clone, PartialEq)]
pub struct ArenaReport {
    /// The strategies, the one with the highest win rate first.
    pub results: Vec<StrategyResult>,
    /// Seats at the table: the fair share is one over it.
    pub players: usize,
    /// Games played.
    pub games: u64,
}

/// What a strategy did.
#[derive(Debug, Clone, PartialEq)]
pub struct StrategyResult {
    /// Its name and parameters.
    pub name: String,
    /// Appearances: a game counts once for each seat that it held.
    pub games: u64,
    /// Appearances that were won.
    pub wins: u64,
    /// The share of appearances that were won, 0 to 1; each side has an equal part of a game that
    /// nobody won.
    pub win_rate: f64,
    /// The 95 % interval of the win rate; none where too little was played.
    pub interval: Option<Interval>,
}

/// A line for each strategy.
impl fmt::Display for ArenaReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.results.iter().map(|row| row.name.len()).max().unwrap_or(0);
        for StrategyResult { name, games, win_rate, interval, .. } in &self.results {
            let share = 100.0 * win_rate;
            write!(f, "{name:width$}  wins {share:.2} %")?;
            if let Some(Interval { low, high }) = interval {
                write!(f, " [{:.2}, {:.2}]", 100.0 * low, 100.0 * high)?;
            }
            writeln!(f, " of {games} games")?;
        }
        Ok(())
    }
}
