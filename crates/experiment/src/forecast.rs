//! About how long games take, said before they are played. A few games of each strategy among
//! copies of itself are timed; searches, of which one may take minutes, are forecast by what they
//! declare of their cost and by how many turns their games have. How many games are played where
//! nobody says goes by what is declared alone, so that it is the same on every machine.

use std::time::{Duration, Instant};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::TableSetup;

/// Rounds that are played of a strategy at least,
const GAMES: usize = 64;
/// and matches, which have many rounds;
const MATCHES: usize = 4;
/// and for how long more are played, to be timed, shared among the rule sets.
const LONG_ENOUGH: Duration = Duration::from_millis(10);
/// Of a search one game is enough, unless it was quick.
const TOO_LONG: Duration = Duration::from_millis(250);

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
