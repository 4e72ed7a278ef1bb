//! About how long games take, said before they are played. A few games of each strategy among
//! copies of itself are timed; searches, of which one may take minutes, are forecast by what they
//! declare of their cost and by how many turns their games have; bots, which may be slow, by the
//! first fifty games of copies of each, or as many of them as end in time. How many games are played
//! where nobody says goes by what is declared alone, so that it is the same on every machine.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};
use unobench_bots::{BotTable, Contestant, Log, Pool, PoolSettings};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::{PlayBlocks as _, TableSetup};

/// Rounds that are played of a strategy at least,
const GAMES: usize = 64;
/// and matches, which have many rounds;
const MATCHES: usize = 4;
/// and for how long more are played, to be timed, shared among the rule sets.
const LONG_ENOUGH: Duration = Duration::from_millis(10);
/// Of a search one game is enough, unless it was quick.
const TOO_LONG: Duration = Duration::from_millis(250);

/// So many games of a bot are played, more and more of them side by side,
const GAMES_OF_BOT: u64 = 50;
/// for at most so long, from before it starts.
pub const TIME_OF_BOT: Duration = Duration::from_secs(2);
/// Bots that are declared to take less than this for all games are not started to be timed.
const SOON: Duration = Duration::from_secs(60);
/// So many times faster than is declared is a bot that is not timed: one of twenty lines of Python.
const FASTER: u64 = 15;

/// A turn does not count for more than so many times the median: another program had the core.
const SLOWEST: f64 = 8.0;

/// The turns of a round of the official game. A search declares its cost for one, since what it
/// plays in thought grows with the table.
const TURNS_OF_ROUND: f64 = 45.0;

/// The turns of a seat in a round that other declared costs are for.
const TURNS_OF_SEAT: f64 = 8.0;

/// How much longer a bound takes than a search that sees its own hand: it tries every action.
const BOUND: f64 = 4.0;

/// What is timed: games of one round, or matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SampledGame {
    Round,
    Match,
}

/// How long the games of a strategy take, found by a few of them, for a forecast.
pub(crate) struct SpeedSample {
    /// The mean number of turns of the first games; but for searches the same whenever it is asked
    /// for.
    turns: f64,
    nanoseconds: f64,
    players: usize,
}

impl SpeedSample {
    /// Plays some games, to be timed where they are those of one of so many rule sets; a search
    /// plays them as hastily as it can.
    pub(crate) fn of(
        rules: &RuleSet,
        players: usize,
        strategy: &StrategySpec,
        game: SampledGame,
        timed_among: Option<usize>,
    ) -> SpeedSample {
        let match_play = game == SampledGame::Match;
        let long_enough = timed_among.map_or(Duration::ZERO, |sets| LONG_ENOUGH / sets as u32);
        let table = TableSetup::new(rules, players, &[strategy.hasty()], match_play, 0).table();
        let least = if match_play { MATCHES } else { GAMES };
        let searches = strategy.entry().traits.searches();
        let (mut outcomes, mut times) = (Vec::new(), Vec::new());
        let begun = Instant::now();
        let goes_on = |games| match (games < least, searches) {
            (true, false) => true,
            (true, true) => begun.elapsed() < TOO_LONG,
            (false, _) => !searches && begun.elapsed() < long_enough,
        };
        while goes_on(outcomes.len()) {
            let start = Instant::now();
            table.play_block(outcomes.len() as u64, &[[0; MAX_SEATS]], &mut outcomes);
            let turns = outcomes.last().map_or(1.0, |outcome| f64::from(outcome.turns.max(1)));
            times.push((start.elapsed().as_nanos() as f64 / turns, turns));
        }
        let first = &times[..least.min(times.len())];
        let turns = first.iter().map(|(_, turns)| turns).sum::<f64>() / first.len() as f64;
        times.sort_by(|time, other| time.0.total_cmp(&other.0));
        let slowest = SLOWEST * times[times.len() / 2].0;
        let nanoseconds: f64 = times.iter().map(|&(time, turns)| time.min(slowest) * turns).sum();
        SpeedSample { turns, nanoseconds: nanoseconds / times.len() as f64, players }
    }

    pub(crate) fn of_seat(&self, strategy: &StrategySpec) -> u64 {
        if strategy.entry().traits.searches() {
            self.declared(strategy, strategy.nanoseconds_per_round())
        } else {
            (self.nanoseconds / self.players as f64) as u64
        }
    }

    /// The same without a clock, for a strategy that declares so many nanoseconds for a round.
    pub(crate) fn declared(&self, strategy: &StrategySpec, nanoseconds: u64) -> u64 {
        let traits = strategy.entry().traits;
        let turns_of_seat = TURNS_OF_SEAT * self.players as f64;
        let turns = if traits.searches() { TURNS_OF_ROUND } else { turns_of_seat };
        let effort = if traits.is_bound() { BOUND } else { 1.0 };
        (nanoseconds as f64 * self.turns / turns * effort) as u64
    }
}

/// How a bot's part of a game is forecast.
#[derive(Debug)]
pub(crate) enum BotForecast {
    /// By some games that are timed, under the first rule set: how much longer than declared those
    /// of each bot take.
    Timed(RefCell<BTreeMap<String, f64>>),
    /// By what is usual, where all games are over soon.
    Usual,
}

impl BotForecast {
    /// For games that are declared to take so long.
    pub(crate) fn of(declared: Duration) -> BotForecast {
        match declared > SOON {
            true => BotForecast::Timed(RefCell::default()),
            false => BotForecast::Usual,
        }
    }

    /// The nanoseconds that a bot's seat takes in a game, by what is declared.
    pub(crate) fn of_seat(&self, sample: &BotSample<'_>, declared: u64) -> u64 {
        let BotForecast::Timed(factors) = self else { return declared / FASTER };
        let mut factors = factors.borrow_mut();
        let factor = factors.entry(sample.bot.to_string()).or_insert_with(|| {
            let timed = sample.nanoseconds();
            timed.map_or(1.0, |timed| timed as f64 / declared.max(1) as f64)
        });
        (declared as f64 * *factor) as u64
    }
}

/// A bot that is timed: at which tables, and how long it may think.
#[derive(Debug, Clone)]
pub(crate) struct BotSample<'a> {
    pub(crate) bot: Contestant,
    pub(crate) rules: &'a RuleSet,
    pub(crate) players: usize,
    pub(crate) game: SampledGame,
    pub(crate) move_time: Option<Duration>,
}

impl BotSample<'_> {
    /// The nanoseconds that its seat takes in a game, by the last games of it that ended in time;
    /// all of the time if none did. None of a bot that does not start, and of a function: it is
    /// somebody else's, who counts its calls.
    fn nanoseconds(&self) -> Option<u64> {
        let usual = PoolSettings::with_move_time(self.move_time);
        let settings = PoolSettings { start_time: TIME_OF_BOT, ..usual };
        let stopped = Arc::new(AtomicBool::new(false));
        self.bot.bot().filter(|bot| bot.is_process())?;
        let pool = Pool::of(slice::from_ref(&self.bot), settings, Log::Nowhere).ok()??;
        let pool = pool.stopped_by(Arc::clone(&stopped));
        let of_game = thread::scope(|scope| {
            let (over, is_over) = channel::<()>();
            scope.spawn(move || {
                if is_over.recv_timeout(TIME_OF_BOT).is_err() {
                    stopped.store(true, Ordering::Relaxed);
                }
            });
            let of_game = self.of_game(&pool);
            let _ = over.send(());
            of_game
        });
        let is_started = pool.never_started().is_none();
        is_started.then(|| of_game.as_nanos() as u64 / self.players as u64)
    }

    /// What a game takes of those that were played together last.
    fn of_game(&self, pool: &Pool) -> Duration {
        let strategies = [self.bot.strategy().clone()];
        let is_match = self.game == SampledGame::Match;
        let setup = TableSetup::new(self.rules, self.players, &strategies, is_match, 0);
        let table = BotTable::new(setup, slice::from_ref(&self.bot), pool);
        let seatings = [[0; MAX_SEATS]];
        let (mut played, mut together, mut of_game) = (0, 1, TIME_OF_BOT);
        while played < GAMES_OF_BOT {
            let blocks: Vec<_> =
                (played..played + together).map(|block| (block, &seatings[..])).collect();
            let begun = Instant::now();
            table.play_blocks(&blocks, &mut Vec::new());
            if pool.is_stopped() {
                break;
            }
            of_game = begun.elapsed() / together as u32;
            played += together;
            together = (2 * together).min(GAMES_OF_BOT - played);
        }
        of_game
    }
}
