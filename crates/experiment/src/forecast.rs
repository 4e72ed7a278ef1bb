//! About how long games take, said before they are played. A few games of each strategy among
//! copies of itself are timed; searches, of which one may take minutes, are forecast by what they
//! declare of their cost and by how many turns their games have. Nothing but what is said depends
//! on it.

use std::time::{Duration, Instant};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::TableSetup;

/// Games that are played at least, unless they are long;
const GAMES: usize = 64;
/// for how long more are played, to be timed;
const LONG_ENOUGH: Duration = Duration::from_millis(10);
/// and when there are enough, however few.
const TOO_LONG: Duration = Duration::from_millis(250);

/// A turn does not count for more than so many times the median: another program had the core.
const SLOWEST: f64 = 8.0;

/// The turns of a round of the official game. A search declares its cost for one, since what it
/// plays in thought grows with the table.
const TURNS_OF_ROUND: f64 = 45.0;

/// The turns of a seat in a round, for which a bot's cost is said.
const TURNS_OF_SEAT: f64 = 8.0;

/// How much longer a bound takes than a search that sees its own hand: it tries every action.
const BOUND: f64 = 4.0;

/// Games of a strategy among copies of itself.
pub(crate) struct Sample {
    /// The mean number of turns of a game.
    turns: f64,
    /// How many nanoseconds a game takes.
    nanoseconds: f64,
    players: usize,
}

impl Sample {
    /// Plays some games; a search plays them as hastily as it can.
    pub(crate) fn of(
        rules: &RuleSet,
        players: usize,
        strategy: &StrategySpec,
        match_play: bool,
    ) -> Sample {
        let table = TableSetup::new(rules, players, &[strategy.hasty()], match_play, 0).table();
        let (mut outcomes, mut times) = (Vec::new(), Vec::new());
        let begun = Instant::now();
        let goes_on = |games| {
            let time = begun.elapsed();
            (time < LONG_ENOUGH && !strategy.entry().traits.searches())
                || (games < GAMES && time < TOO_LONG)
        };
        while goes_on(outcomes.len()) {
            let start = Instant::now();
            table.play_block(outcomes.len() as u64, &[[0; MAX_SEATS]], &mut outcomes);
            let turns = outcomes.last().map_or(1.0, |outcome| f64::from(outcome.turns.max(1)));
            times.push((start.elapsed().as_nanos() as f64 / turns, turns));
        }
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        let slowest = SLOWEST * times[times.len() / 2].0;
        let mean = |of: fn(f64, f64) -> f64| {
            let sum = times.iter().map(|&(time, turns)| of(time.min(slowest), turns)).sum::<f64>();
            sum / times.len() as f64
        };
        Sample {
            turns: mean(|_, turns| turns),
            nanoseconds: mean(|time, turns| time * turns),
            players,
        }
    }

    /// About how many nanoseconds a core takes for the part of one seat in a game.
    pub(crate) fn of_seat(&self, strategy: &StrategySpec) -> u64 {
        let traits = strategy.entry().traits;
        let effort = if traits.is_bound() { BOUND } else { 1.0 };
        let of_search = strategy.nanoseconds_per_round() as f64 * self.turns / TURNS_OF_ROUND;
        let timed = self.nanoseconds / self.players as f64;
        if traits.searches() { (of_search * effort) as u64 } else { timed as u64 }
    }

    /// The same for somebody who takes so many nanoseconds for a round, as a bot.
    pub(crate) fn of_bot(&self, nanoseconds: u64) -> u64 {
        (nanoseconds as f64 * self.turns / (TURNS_OF_SEAT * self.players as f64)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::RunConfig;
    use crate::run::header::Question;
    use std::num::NonZeroUsize;
    use unobench_bots::Contestant;
    use unobench_strategies::strategy;

    fn config(names: &[&str], rules: &str, players: usize) -> RunConfig {
        let seated = |name: &&str| Contestant::Library(strategy(name).expect("a strategy"));
        RunConfig {
            question: Question::Run,
            rules: vec![RuleSet::load(rules).expect("a rule set")],
            line_up: names.iter().map(seated).collect(),
            players,
            games: 1000,
            threads: NonZeroUsize::new(1),
            ..RunConfig::default()
        }
    }

    fn seconds(config: &RunConfig, games: u64) -> f64 {
        config.time_of(games).expect("it can be played").as_secs_f64()
    }

    /// The ratio of the times of two runs.
    fn ratio(one: &RunConfig, other: &RunConfig) -> f64 {
        seconds(one, 1_000_000) / seconds(other, 1_000_000)
    }

    #[test]
    fn twice_the_games_take_twice_as_long_and_two_threads_half() {
        let one = config(&["flat-mc:playouts=10"], "official", 2);
        let two = RunConfig { threads: NonZeroUsize::new(2), ..one.clone() };
        for (ratio, expected) in
            [(seconds(&one, 2_000_000) / seconds(&one, 1_000_000), 2.0), (ratio(&two, &one), 0.5)]
        {
            assert!((ratio - expected).abs() < 1e-3, "{ratio}");
        }
    }

    /// What is timed differs from time to time, but these differ by much more.
    #[test]
    fn longer_games_and_dearer_strategies_take_longer() {
        let of = |name| config(&[name], "official", 2);
        let counter = of("counter");
        let match_play = RunConfig { match_play: true, ..counter.clone() };
        for (slower, faster, least, most) in [
            (config(&["counter"], "everything", 2), counter.clone(), 4.0, 50.0),
            (match_play, counter, 4.0, 40.0),
            (of("champion"), of("linear"), 4.0, 50.0),
            (of("pimc:playouts=100"), of("pimc:playouts=10"), 5.0, 20.0),
            (config(&["champion", "random"], "official", 2), of("random"), 10.0, 120.0),
        ] {
            let ratio = ratio(&slower, &faster);
            assert!((least..most).contains(&ratio), "{:?}: {ratio}", slower.line_up);
        }
    }
    /// A turn under many house rules takes several times as long as one of the official game.
    #[test]
    fn games_under_house_rules_take_about_as_long_as_is_said() {
        let config = config(&["counter"], "everything", 4);
        let spec = strategy("counter").expect("a strategy");
        let table = TableSetup::new(&config.rules[0], 4, &[spec], false, 1).table();
        let ratio = |_| {
            let start = Instant::now();
            (0..400).for_each(|block| table.play_block(block, &[[0; MAX_SEATS]], &mut Vec::new()));
            start.elapsed().as_secs_f64() / seconds(&config, 400)
        };
        // Another program may take the core: then it is tried again.
        let ratios: Vec<f64> = (0..5).map(ratio).collect();
        assert!(ratios.iter().any(|ratio| (0.5..2.0).contains(ratio)), "{ratios:?}");
    }
}
