//! How long a run takes, and how many games it may have.

use std::num::NonZeroUsize;
use std::time::Duration;
use unobench_bots::Contestant;
use unobench_core::rules::RuleSet;
use unobench_experiment::run::{RunConfig, Study};
use unobench_experiment::testing::{TIME_OF_BOT, declared, round_below};
use unobench_strategies::strategy;

fn config(names: &[&str], rules: &str, players: usize) -> RunConfig {
    let seated = |name: &&str| Contestant::Library(strategy(name).expect("a strategy"));
    RunConfig {
        question: Study::Run,
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

fn ratio(config: &RunConfig, other: &RunConfig) -> f64 {
    seconds(config, 1_000_000) / seconds(other, 1_000_000)
}

/// A bot against a copy of itself, behaving as its mode says.
fn bot(mode: &str) -> RunConfig {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/bot.py");
    let line = format!("cmd:python3 {file} {mode}");
    let bot = Contestant::parse(&line, unobench_strategies::CATALOGUE).expect("a bot");
    RunConfig { line_up: vec![bot], ..config(&[], "official", 2) }
}

/// Forecasts of bots that have to be timed are by their games: a slow one is not taken for one
/// that ends, and nobody waits for games that do not. On a machine that starts none of them in time
/// it is what is declared.
#[test]
fn bots_are_timed_where_they_may_take_long() {
    const GAMES: u64 = 100_000;
    let unended = TIME_OF_BOT.as_secs_f64() * GAMES as f64;
    let declared = |bot: &RunConfig| declared(bot).expect("it can be played") * GAMES as f64 / 1e9;
    let is = |forecast: f64, other: f64| (forecast / other - 1.0).abs() < 1e-3;
    let good = seconds(&bot("good"), GAMES);
    assert!(good <= unended, "{good} of {unended} s");
    let silent = RunConfig { move_time: Some(Duration::from_millis(700)), ..bot("silent") };
    let slow = seconds(&silent, GAMES);
    assert!(is(slow, unended) || is(slow, declared(&silent)), "{slow} of {unended} s");
    let lost = bot("die-at-once");
    let forecast = seconds(&lost, GAMES);
    assert!(is(forecast, declared(&lost)), "{forecast} s");
}

/// Where all games are over soon, no bot is started for a forecast.
#[test]
fn bots_of_few_games_are_not_started() {
    let forecast = seconds(&bot("good"), 100);
    assert!((0.01..0.5).contains(&forecast), "{forecast} s");
}

#[test]
fn twice_the_games_take_twice_as_long_and_two_threads_half() {
    let one_thread = config(&["flat-mc:playouts=10"], "official", 2);
    let two = RunConfig { threads: NonZeroUsize::new(2), ..one_thread.clone() };
    for (ratio, expected) in [
        (seconds(&one_thread, 2_000_000) / seconds(&one_thread, 1_000_000), 2.0),
        (ratio(&two, &one_thread), 0.5),
    ] {
        assert!((ratio - expected).abs() < 1e-3, "{ratio}");
    }
}

fn games_of(names: &[&str], rules: &[&str], threads: usize) -> u64 {
    let seated = |name: &&str| Contestant::Library(strategy(name).expect("a strategy"));
    let config = RunConfig {
        question: Study::Run,
        rules: rules.iter().map(|name| RuleSet::load(name).expect("a rule set")).collect(),
        line_up: names.iter().map(seated).collect(),
        players: 2,
        threads: NonZeroUsize::new(threads),
        ..RunConfig::default()
    };
    config.games_within(Duration::from_secs(10)).expect("it can be played")
}

#[test]
fn dearer_line_ups_and_more_rule_sets_play_fewer_games_on_any_machine() {
    let official = &["official"][..];
    let random = games_of(&["random"], official, 1);
    assert_eq!(random, games_of(&["random"], official, 64));
    assert!(random >= 1_000_000, "{random}");
    assert!(random > games_of(&["random"], &["official", "stacking", "everything"], 1));
    assert!(random > 10 * games_of(&["champion", "random"], official, 1));
    assert!((1..=10).contains(&games_of(&["ismcts:playouts=100000"], official, 1)));
}

#[test]
fn a_round_number_is_not_above() {
    let rounded = [0.2, 1.0, 1.9, 2.0, 4.9, 5.0, 99.0, 100.0, 123_456.0].map(round_below);
    assert_eq!(rounded, [1, 1, 1, 2, 2, 5, 50, 100, 100_000]);
}
