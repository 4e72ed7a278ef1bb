//! What several of the tests need: random rule sets, a world that listens, and a hash that never
//! changes.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use unobench_core::cards::Cards;
use unobench_core::game::{
    Action, ActiveRules, Chance, IllegalAction, Prepared, RandomChance, Round,
};
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::rules::{KeyInfo, MAX_SEATS, MIN_SEATS, RuleSet, SetupRules};
use unobench_core::strategy::{Entry, StrategySpec};
use unobench_strategies::{CATALOGUE, FastPlayer, strategy};

use crate::agreement::rules::values_of;

/// FNV-1a over 64-bit numbers: unlike the library's hashes it is the same for ever.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo and D. Eastlake, "The FNV non-cryptographic hash
/// algorithm", IETF draft.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    pub(crate) fn value(&self) -> u64 {
        self.0
    }
}

/// The values that random rule sets draw from; a line is set as a whole or, where it does not go
/// with the others, left out. Of a key that has no line here every other value is drawn.
const LINES: &[&[&str]] = &[
    &["deck.edition=junior"],
    &["deck.wild=0"],
    &["deck.wild=8"],
    &["deck.wild_draw_four=0"],
    &["deck.wild_draw_four=8"],
    &["deck.blanks=4"],
    &["deck.blanks=3", "deck.blank_draws=1"],
    &["deck.blanks=4", "deck.blank_draws=20"],
    &["deck.swap_hands=4"],
    &["deck.shuffle_hands=4"],
    &["deck.crash=4"],
    &["deck.downpour_one=4"],
    &["deck.downpour_two=4"],
    &["deck.cards={0=2, R+2=3, WS=1, WH=2}"],
    &["deck.packs=2"],
    &["setup.hand_size=1"],
    &["setup.hand_size=2"],
    &["setup.hand_size=10"],
    &["setup.hand_size=20"],
    &["setup.first_dealer=random"],
    &["setup.first_dealer=1"],
    &["play.no_finish_on=[\"0\"]"],
    &["play.no_finish_on=[\"W\", \"W+4\", \"S\", \"7\"]"],
    &["play.turn_limit=100"],
    &["scoring.method=own_points"],
    &["scoring.method=lazy", "scoring.rounds=3", "setup.next_dealer=loser"],
    &["scoring.target=100"],
    &["scoring.method=own_points", "scoring.at_target=wins"],
    &["scoring.points={W=40, WS=40, 0=5, +2=10}"],
    &["scoring.zero_points=10"],
    &["scoring.lone_zero_points=50"],
    &["scoring.last_downpour=20"],
    &["scoring.partners=true"],
    &["uno.penalty=0"],
    &["uno.penalty=10"],
    &["people.calls_falsely=0.2", "uno.false_call_penalty=4"],
    &["people.forgets_uno=0.5", "people.catches_uno=0.5"],
    &["people.forgets_uno=1", "people.catches_uno=1", "people.remembers_uno=0.5"],
    &["people.seat.1.catches_uno=1", "people.seat.0.reaction=10"],
    &["people.reaction=0"],
    &["responses.draw_two=deflect", "responses.wild_draw_four=deflect", "responses.skip=identical"],
    &["responses.draw_two=stack", "responses.wild_draw_four=stack"],
    &["responses.draw_two=stack", "responses.wild_draw_four=stack_mixed"],
    &["responses.draw_two=stack", "responses.one_at_a_time=false", "jump_in.double=any"],
    &["responses.wild_draw_four=stack", "responses.colour_by=last"],
    &["responses.last_card=true", "setup.hand_size=2"],
    &["responses.reverse_returns=draw_two"],
    &["responses.reverse_returns=all", "responses.skip_passes=true"],
    &["jump_in.enabled=true"],
    &["jump_in.enabled=true", "jump_in.actions=sum", "people.next_player_reaction=1"],
    &["jump_in.enabled=true", "jump_in.resume=original"],
    &["jump_in.double=any"],
    &["jump_in.double=no_draws", "people.seat.1.next_player_reaction=3"],
    &["hands.seven_swaps=true"],
    &["hands.zero_rotates=true"],
    &["hands.seven_swaps=true", "hands.zero_rotates=true", "hands.swap_on_last_card=applies"],
    &["hands.five_exchanges=true"],
    &["hands.seven_swaps=true", "hands.swap=may"],
    &["deck.swap_hands=3", "hands.swap=may_card"],
    &["hands.launcher=4"],
    &["hands.launcher=4", "hands.launcher_least=1"],
    &["finish.when=last_standing", "scoring.method=placement"],
    &["finish.when=last_standing"],
    &["finish.when=bring_in"],
    &["finish.refills=3"],
    &["play.reshuffle=never", "finish.blocked=fewest_points"],
    &["uno.slam=true"],
    &["silence.mode=twos", "silence.penalty=3", "people.talks=0.4"],
    &["silence.mode=wilds", "people.talks=0.4"],
    &[
        "people.misplays=0.2",
        "people.advises=0.2",
        "people.plays_out_of_turn=0.2",
        "people.catches_fault=0.6",
    ],
    &["people.forgets_colour=0.4"],
    &["people.forgets_colour=0.6", "people.catches_colour=0.5", "people.colour_penalty=3"],
    &["people.forgets_penalty=0.5", "people.catches_uno=0.4"],
];

/// [`LINES`], and the values of all other keys.
pub(crate) static SETTINGS: LazyLock<Vec<&[&str]>> = LazyLock::new(|| {
    let mut settings = LINES.to_vec();
    for key in RuleSet::keys().iter().filter(|key| !has_line(key)) {
        let official = key.default.trim_matches('"');
        for value in values_of(key).iter().filter(|value| *value != official) {
            settings.push(vec![&*format!("{}={value}", key.key).leak()].leak());
        }
    }
    settings
});

fn has_line(key: &KeyInfo) -> bool {
    LINES.iter().flat_map(|line| line.iter()).any(|set| set.split('=').next() == Some(&key.key))
}

#[test]
fn every_key_has_values_to_draw_from() {
    for key in RuleSet::keys() {
        assert!(has_line(&key) || !values_of(&key).is_empty(), "{}: no values", key.key);
    }
    SETTINGS.iter().for_each(|line| drop(official(line)));
}

/// The official game with these settings.
pub(crate) fn official(settings: &[&str]) -> RuleSet {
    let mut rules = RuleSet::official();
    rules.set_all(settings).unwrap_or_else(|error| panic!("{settings:?}: {error}"));
    rules
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

impl House {
    /// The official game with those settings that are allowed for so many seats.
    pub(crate) fn new(settings: &[&[&str]], players: usize, seed: u64) -> House {
        House::on(RuleSet::official(), settings, players, seed)
    }

    /// The game of a rule set with those settings that are allowed for so many seats; its rounds
    /// end, whatever is played.
    pub(crate) fn on(mut rules: RuleSet, settings: &[&[&str]], players: usize, seed: u64) -> House {
        rules.set("play.turn_limit=400").expect("a turn limit");
        for line in settings {
            let mut changed = rules.clone();
            if changed.set_all(line).is_ok() && changed.validate_for(players).is_ok() {
                rules = changed;
            }
        }
        House::of(rules, players, seed)
    }

    /// The game of a rule set as it is.
    pub(crate) fn of(rules: RuleSet, players: usize, seed: u64) -> House {
        House { active_rules: ActiveRules::of(&rules), rules, players, seed }
    }

    /// Deals the round of a block, and tells the world that goes with it.
    pub(crate) fn deal<C: Cards>(
        &self,
        block: u64,
    ) -> (Round<C>, RandomChance<'_, &ActiveRules, C>) {
        let key = RoundKey::new(self.seed, block, 0);
        let deck: Prepared<C> = Prepared::new(&self.rules, self.players);
        let dealt = deck.dealt(key, deck.first_opening(key));
        (dealt.round, dealt.chance(&self.active_rules, &self.rules.people))
    }

    /// The world of a round with this key, with another deal's stream.
    pub(crate) fn chance<C: Cards>(
        &self,
        key: RoundKey,
        deal: Rng,
    ) -> RandomChance<'_, &ActiveRules, C> {
        RandomChance::new(&self.active_rules, &self.rules.people, key, deal)
    }

    /// Deals the round of a block and turns the start card up.
    pub(crate) fn open<C: Cards>(
        &self,
        block: u64,
    ) -> (Round<C>, RandomChance<'_, &ActiveRules, C>) {
        let (mut round, mut chance) = self.deal(block);
        open(&mut round, &mut chance, &self.rules.setup);
        (round, chance)
    }
}

/// As [`Round::open`], compiled once for all sources of chance.
#[inline(never)]
pub(crate) fn open<C: Cards>(round: &mut Round<C>, chance: &mut dyn Chance<C>, setup: &SetupRules) {
    round.open(chance, setup);
}

/// As [`Round::apply`], compiled once for all sources of chance.
#[inline(never)]
pub(crate) fn apply<C: Cards>(
    round: &mut Round<C>,
    chance: &mut dyn Chance<C>,
    action: Action,
) -> Result<(), IllegalAction> {
    round.apply(chance, action)
}

/// Random rule sets at tables of every size.
pub(crate) fn houses() -> impl proptest::strategy::Strategy<Value = House> {
    let settings = proptest::collection::vec(proptest::sample::select(SETTINGS.as_slice()), 0..12);
    (settings, MIN_SEATS..=MAX_SEATS, any::<u64>())
        .prop_map(|(settings, players, seed)| House::new(&settings, players, seed))
}

/// The configuration of a property: so many cases, always the same ones, so that chance fails
/// nobody's build.
///
/// To hunt: `PROPTEST_CASES=20000 cargo test --release`, other cases each time, or those of
/// `PROPTEST_RNG_SEED`.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let hunts =
        ["PROPTEST_CASES", "PROPTEST_RNG_SEED"].iter().any(|name| std::env::var_os(name).is_some());
    let config = ProptestConfig::default();
    if hunts {
        config
    } else {
        ProptestConfig { cases: usual, rng_seed: RngSeed::Fixed(1), ..config }
    }
}

/// The legal actions of the decision that a round waits for.
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
    assert!(
        (SIGNIFICANCE..=1.0 - SIGNIFICANCE / 10.0).contains(&p),
        "{what}: chi-square {statistic} with {cells} cells, p {p}, counts {counts:?}"
    );
}

#[track_caller]
pub(crate) fn assert_uniform(counts: &[u64], what: &str) {
    assert_fits(what, counts, &vec![1.0; counts.len()], 1.0);
}

/// A random generator for the tests' own choices, apart from every stream of the game.
pub(crate) fn chooser(seed: u64) -> Rng {
    Rng::from_key(seed ^ 0x7465_7374_7321)
}

/// The parameter that says how much a search may think.
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
