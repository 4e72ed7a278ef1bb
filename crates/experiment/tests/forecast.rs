//! How long a run takes, and how many games it may have.

use std::num::NonZeroUsize;
use std::time::Duration;
use unobench_bots::Contestant;
use unobench_core::rules::RuleSet;
use unobench_experiment::run::{RunConfig, Study};
use unobench_experiment::testing::round_below;
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
