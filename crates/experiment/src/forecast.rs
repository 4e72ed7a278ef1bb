//! About how long games take, said before they are played: by what the strategies declare of their
//! cost, and by how many turns a game of theirs has, which a few games tell. No clock is looked at,
//! so a forecast is the same whenever it is made.

use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::TableSetup;

/// Games of each strategy among copies of itself that tell how many turns a game has.
const GAMES: u64 = 8;

/// The turns of a seat in a round that declared costs are for; a search declares that of a round of
/// the official game, since what it plays in thought grows with the table.
const TURNS_OF_SEAT: f64 = 8.0;
const TURNS_OF_ROUND: f64 = 45.0;

/// How much longer a bound takes than a search that sees its own hand: it tries every action.
const BOUND: f64 = 4.0;

/// The mean number of turns of a game of these strategies; searches stand for what they play by.
pub(crate) fn turns_per_game(
    rules: &RuleSet,
    players: usize,
    strategies: &[StrategySpec],
    match_play: bool,
) -> f64 {
    let strategies: Vec<StrategySpec> = strategies.iter().map(StrategySpec::hasty).collect();
    let table = TableSetup::new(rules, players, &strategies, match_play, 0).table();
    let seatings: Vec<_> = (0..strategies.len()).map(|number| [number as u8; MAX_SEATS]).collect();
    let mut outcomes = Vec::new();
    (0..GAMES).for_each(|block| table.play_block(block, &seatings, &mut outcomes));
    let turns: u64 = outcomes.iter().map(|outcome| u64::from(outcome.turns)).sum();
    turns as f64 / outcomes.len() as f64
}

/// About how many nanoseconds a core takes for the part of one seat in a game of so many turns, of
/// somebody who declares so many for a round.
pub(crate) fn nanoseconds(
    strategy: &StrategySpec,
    declared: u64,
    turns: f64,
    players: usize,
) -> u64 {
    let traits = strategy.entry().traits;
    let rounds = if traits.searches() {
        turns / TURNS_OF_ROUND
    } else {
        turns / (TURNS_OF_SEAT * players as f64)
    };
    let effort = if traits.is_bound() { BOUND } else { 1.0 };
    (declared as f64 * rounds * effort) as u64
}

#[cfg(test)]
mod tests {
    use crate::run::RunConfig;
    use crate::run::header::Question;
    use std::num::NonZeroUsize;
    use unobench_bots::Contestant;
    use unobench_core::rules::RuleSet;
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
        let one = config(&["counter", "random"], "official", 4);
        let two = RunConfig { threads: NonZeroUsize::new(2), ..one.clone() };
        for (ratio, expected) in
            [(seconds(&one, 2_000_000) / seconds(&one, 1_000_000), 2.0), (ratio(&two, &one), 0.5)]
        {
            assert!((ratio - expected).abs() < 1e-3, "{ratio}");
        }
    }

    #[test]
    fn longer_games_and_dearer_strategies_take_longer() {
        let of = |name| config(&[name], "official", 2);
        let counter = of("counter");
        let match_play = RunConfig { match_play: true, ..counter.clone() };
        for (slower, faster, least, most) in [
            (config(&["counter"], "everything", 2), counter.clone(), 2.0, 30.0),
            (match_play, counter, 5.0, 40.0),
            (of("champion"), of("linear"), 10.0, 80.0),
            (of("pimc:playouts=100"), of("pimc:playouts=10"), 9.0, 11.0),
            (config(&["champion", "random"], "official", 2), of("random"), 25.0, 80.0),
        ] {
            let ratio = ratio(&slower, &faster);
            assert!((least..most).contains(&ratio), "{:?}: {ratio}", slower.line_up);
        }
    }
}
