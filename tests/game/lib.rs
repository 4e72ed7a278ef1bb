//! What the tests of several crates share: rule sets and strategies by their texts, who sits where,
//! and how much of a long test is played. The tests themselves are in `game.rs`.

use unobench_core::rules::RuleSet;
use unobench_core::strategy::StrategySpec;
use unobench_core::table::SeatMap;
use unobench_strategies::strategy;

/// Of how many cases of a long test one is played before a commit.
const STRIDE: usize = 4;

/// Whether all cases of a long test are played: before a release, for which
/// `scripts/check-release` sets `UNOBENCH_THOROUGH`.
pub fn is_thorough() -> bool {
    std::env::var_os("UNOBENCH_THOROUGH").is_some()
}

/// One of so many cases of a long test is played: each, if they are to be thorough.
pub fn stride() -> usize {
    if is_thorough() { 1 } else { STRIDE }
}

/// How many of so many cases of a long test are played.
pub fn thinned(all: usize) -> usize {
    all.div_ceil(stride())
}

/// A rule set by its name, with keys set on top: `official play.pass=always`.
///
/// # Panics
/// If there is no such rule set, or a value is not allowed.
#[track_caller]
pub fn rule_set(text: &str) -> RuleSet {
    let (name, settings) = text.split_once(' ').unwrap_or((text, ""));
    changed(RuleSet::load(name).unwrap_or_else(|error| panic!("{text:?}: {error}")), settings)
}

/// The official rules with keys set on top: `play.pass=always deck.packs=2`.
///
/// # Panics
/// If a value is not allowed.
#[track_caller]
pub fn official(settings: &str) -> RuleSet {
    changed(RuleSet::official(), settings)
}

#[track_caller]
fn changed(mut rules: RuleSet, settings: &str) -> RuleSet {
    let settings: Vec<&str> = settings.split_whitespace().collect();
    rules.set_all(&settings).unwrap_or_else(|error| panic!("{settings:?}: {error}"));
    rules
}

/// Strategies by how they are written on a command line.
///
/// # Panics
/// If there is none like that.
#[track_caller]
pub fn specs(texts: &[&str]) -> Vec<StrategySpec> {
    texts.iter().map(|text| strategy(text).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// Strategies in turn around the table, moved on by a seat from one seating to the next: a seating
/// for each seat, which says which strategy sits where.
pub fn rotations(players: usize, strategies: usize) -> Vec<SeatMap> {
    let seating = |shift: usize| {
        std::array::from_fn(|seat| {
            if seat < players { ((seat + shift) % players % strategies) as u8 } else { 0 }
        })
    };
    (0..players).map(seating).collect()
}
