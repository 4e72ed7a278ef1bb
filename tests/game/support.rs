//! What several of the tests need: random rule sets, cards as texts, and counts against chance.

pub(crate) use serde_json::Value;
pub(crate) use std::collections::{BTreeMap, BTreeSet};
pub(crate) use unobench_core::cards::{
    Cards, Colour, Compact, Counts, DrawPile, Kind, KindSet, Multiset, Roomy,
};
pub(crate) use unobench_core::game::{
    Action, ActiveRules, AnyChance, Chance, Decision, Event, IllegalAction, Observed, Observer,
    Opening, Prepared, RandomChance, Round, RoundStatus, Scoring, Seat, SeatSet, View,
};
pub(crate) use unobench_core::rng::{Purpose, Rng, RoundKey};
pub(crate) use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet, SetupRules};
pub(crate) use unobench_core::strategy::{Entry, FastStrategy, Player, StrategySpec, decide};
pub(crate) use unobench_core::table::{Outcome, SeatMap, TableSetup, open_table};
pub(crate) use unobench_strategies::{CATALOGUE, FastPlayer, strategy};
pub(crate) use unobench_tests::{official, thinned};

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::ops::Range;
use std::sync::LazyLock;
use unobench_core::rules::KeyInfo;
use unobench_core::rules::drawn::{all_keys, companions, values_of};

/// What random rule sets draw from: the values of each key but the official one, each with what it
/// needs to show, and what goes together besides.
static SETTINGS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let together = [
        "hands.seven_swaps=true hands.zero_rotates=true hands.swap_on_last_card=applies",
        "people.misplays=0.2 people.advises=0.2 people.plays_out_of_turn=0.2",
        "people.seat.1.catches_uno=1 people.seat.0.reaction=10",
        "jump_in.double=no_draws people.seat.1.next_player_reaction=3",
    ];
    let mut settings = vec![together.map(String::from).to_vec()];
    for key in keys() {
        let official = key.default.trim_matches('"');
        let is_short =
            |value: &str| (key.key != "play.turn_limit" || value.len() < 4) && value != "buried";
        let others =
            values_of(&key).into_iter().filter(|value| value != official && is_short(value));
        let name = &key.key;
        let line = |value: String| [companions(name, &value), vec![format!("{name}={value}")]];
        settings.push(others.map(|value| line(value).concat().join(" ")).collect());
    }
    settings
});

/// So many settings at random, each a line of assignments that is set as a whole or, where it does
/// not go with the others, left out.
pub(crate) fn settings(count: Range<usize>) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(select(SETTINGS.as_slice()).prop_flat_map(select), count)
}

#[test]
fn every_key_has_values_to_draw_from() {
    for (key, lines) in keys().iter().zip(&SETTINGS[1..]) {
        assert!(!lines.is_empty(), "{}: no values", key.key);
    }
    SETTINGS.iter().flatten().for_each(|line| drop(official(line)));
}

pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A card; a blank draws 10.
pub(crate) fn kind(card: &str) -> Kind {
    Kind::parse(card, 10).unwrap_or_else(|error| panic!("{error}"))
}

/// The keys that random houses have.
fn keys() -> Vec<KeyInfo> {
    let built = all_keys();
    let is_built = |key: &KeyInfo| built.iter().any(|(name, _)| *name == key.key);
    RuleSet::keys().into_iter().filter(is_built).collect()
}

pub(crate) fn kinds(cards: &str) -> Vec<Kind> {
    cards.split_whitespace().map(kind).collect()
}

/// A rule set, a number of seats and a seed: all that a round follows from.
#[derive(Clone)]
pub(crate) struct House {
    pub(crate) rules: RuleSet,
    pub(crate) active_rules: ActiveRules,
    pub(crate) players: usize,
    pub(crate) seed: u64,
}

/// The name of the rule set has all that differs from the official game.
impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} seats, seed {}, {}", self.players, self.seed, self.rules.name)
    }
}

type World<'a, C> = RandomChance<'a, &'a ActiveRules, C>;

impl House {
    /// The official game with those settings that are allowed for so many seats.
    pub(crate) fn new(settings: &[impl AsRef<str>], players: usize, seed: u64) -> House {
        House::on(RuleSet::official(), settings, players, seed)
    }

    /// The game of a rule set with those settings that are allowed for so many seats; its rounds
    /// end, whatever is played.
    pub(crate) fn on(
        mut rules: RuleSet,
        settings: &[impl AsRef<str>],
        players: usize,
        seed: u64,
    ) -> House {
        rules.set("play.turn_limit=400").expect("a turn limit");
        for line in settings {
            let mut changed = rules.clone();
            let is_set = changed.set_all(&words(line.as_ref())).is_ok();
            if is_set && changed.validate_for(players).is_ok() {
                rules = changed;
            }
        }
        House::of(rules, players, seed)
    }

    pub(crate) fn of(rules: RuleSet, players: usize, seed: u64) -> House {
        House { active_rules: ActiveRules::of(&rules), rules, players, seed }
    }

    pub(crate) fn deal<C: Cards>(&self, block: u64) -> (Round<C>, World<'_, C>) {
        let key = RoundKey::new(self.seed, block, 0);
        let deck: Prepared<C> = Prepared::new(&self.rules, self.players);
        let dealt = deck.dealt(key, deck.first_opening(key));
        (dealt.round, dealt.chance(&self.active_rules, &self.rules.people))
    }

    pub(crate) fn chance<C: Cards>(&self, key: RoundKey, deal: Rng) -> World<'_, C> {
        RandomChance::new(&self.active_rules, &self.rules.people, key, deal)
    }

    pub(crate) fn open<C: Cards>(&self, block: u64) -> (Round<C>, World<'_, C>) {
        let (mut round, mut chance) = self.deal(block);
        open(&mut round, &mut chance, &self.rules.setup);
        (round, chance)
    }
}

/// As [`Round::open`], compiled once for all sources of chance.
#[inline(never)]
pub(crate) fn open<C: Cards>(round: &mut Round<C>, chance: &mut dyn Chance<C>, setup: &SetupRules) {
    round.open(&mut AnyChance { chance }, setup);
}

/// As [`Round::apply`], compiled once for all sources of chance.
#[inline(never)]
pub(crate) fn apply<C: Cards>(
    round: &mut Round<C>,
    chance: &mut dyn Chance<C>,
    action: Action,
) -> Result<(), IllegalAction> {
    round.apply(&mut AnyChance { chance }, action)
}

pub(crate) fn houses() -> impl Strategy<Value = House> {
    (settings(0..12), MIN_SEATS..=MAX_SEATS, any::<u64>())
        .prop_map(|(settings, players, seed)| House::new(&settings, players, seed))
}

/// The configuration of a property: so many cases, fewer before a commit as [`thinned`] has it, and
/// always the same ones, so that chance fails nobody's build.
///
/// To hunt: `PROPTEST_CASES=20000 cargo test --release`, other cases each time, or
/// those of `PROPTEST_RNG_SEED`.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let (config, rng_seed) = (ProptestConfig::default(), RngSeed::Fixed(1));
    let is_set = |name: &&str| std::env::var_os(name).is_some();
    let hunts = ["PROPTEST_CASES", "PROPTEST_RNG_SEED"].iter().any(is_set);
    if hunts {
        config
    } else {
        ProptestConfig { cases: thinned(usual as usize) as u32, rng_seed, ..config }
    }
}

pub(crate) fn kinds_of(hand: &impl Multiset) -> Vec<Kind> {
    let mut kinds = Vec::new();
    hand.for_each(|kind, count| kinds.extend(std::iter::repeat_n(kind, count as usize)));
    kinds
}

/// The draw pile, its top last.
pub(crate) fn pile_kinds<C: Cards>(round: &Round<C>) -> Vec<Kind> {
    (0..round.pile().len()).map(|index| round.pile().get(index)).collect()
}

pub(crate) fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

pub(crate) fn legal_actions<C: Cards>(round: &Round<C>) -> Vec<Action> {
    let mut actions = Vec::new();
    round.for_each_action(|action| actions.push(action));
    actions
}

/// With a fixed seed a test passes or fails for good; fair counts are this unlikely to lie as far
/// above what is expected, and a tenth of it to lie as near.
const SIGNIFICANCE: f64 = 1e-4;

/// Checks counts against probabilities (which need not add up to 1) by chi-square; `shrink` is the
/// variance relative to independent draws.
#[track_caller]
pub(crate) fn assert_fits(what: &str, counts: &[u64], weights: &[f64], shrink: f64) {
    assert_eq!(counts.len(), weights.len());
    let (total, sum) = (counts.iter().sum::<u64>() as f64, weights.iter().sum::<f64>());
    let mut statistic = 0.0;
    let mut cells = 0;
    for (&count, &weight) in counts.iter().zip(weights) {
        if weight == 0.0 {
            assert_eq!(count, 0, "{what}: the impossible happened, {counts:?}");
            continue;
        }
        let expected = total * weight / sum;
        assert!(expected >= 5.0, "{what}: {expected} expected are too few for chi-square");
        statistic += (count as f64 - expected).powi(2) / expected;
        cells += 1;
    }
    let fair = ChiSquared::new(f64::from(cells - 1)).expect("degrees of freedom");
    let p = 1.0 - fair.cdf(statistic / shrink);
    let is_likely = (SIGNIFICANCE..=1.0 - SIGNIFICANCE / 10.0).contains(&p);
    assert!(is_likely, "{what}: chi-square {statistic}, {cells} cells, p {p}, counts {counts:?}");
}

#[track_caller]
pub(crate) fn assert_uniform(counts: &[u64], what: &str) {
    assert_fits(what, counts, &vec![1.0; counts.len()], 1.0);
}

/// A random generator for the tests' own choices, apart from every stream of the game.
pub(crate) fn chooser(seed: u64) -> Rng {
    Rng::from_key(seed ^ 0x7465_7374_7321)
}

pub(crate) const BUDGET: &str = "playouts";

/// A strategy; a search with a budget as small as lets it choose.
pub(crate) fn affordable(text: &str) -> StrategySpec {
    let spec = strategy(text).unwrap_or_else(|error| panic!("{error}"));
    match spec.entry().parameters.iter().position(|parameter| parameter.name == BUDGET) {
        Some(index) => spec.with_value(index, 4),
        None => spec,
    }
}

pub(crate) fn entry(place: usize) -> &'static Entry {
    CATALOGUE.entries().nth(place).expect("a place in the catalogue")
}

pub(crate) fn strategies() -> usize {
    CATALOGUE.entries().count()
}

/// The strategies that under these rules go by their view alone, without a table that keeps count
/// for them, and that the fast loop can play.
pub(crate) fn unwatched(rules: &ActiveRules) -> impl Iterator<Item = &'static Entry> {
    let is_fast = |name: &str| strategy(name).is_ok_and(|spec| FastPlayer::of(&spec).is_some());
    let rules = *rules;
    let is_watched = move |entry: &Entry| entry.traits.is_watched(&rules);
    CATALOGUE.entries().filter(move |entry| !is_watched(entry) && is_fast(entry.name))
}
