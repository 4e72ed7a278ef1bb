//! What the benches share.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::time::Duration;

use criterion::Criterion;
use unobench_core::cards::{Cards, Compact};
use unobench_core::game::{Action, ActiveRules, Prepared, RandomChance, Round, RoundStatus, View};
use unobench_core::rng::RoundKey;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{FastStrategy, SeatStreams, StrategySpec, decide};
use unobench_strategies::FastPlayer;

/// Numbers of seats that are measured.
pub const SEATS: [usize; 3] = [2, 4, 10];

/// The two strategies with a pinned definition.
pub const STRATEGIES: [&str; 2] = ["random", "high-points"];

/// Short by default; criterion's flags `--measurement-time`, `--sample-size` … override it.
pub fn criterion() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1000))
        .sample_size(20)
}

pub fn spec(strategy: &str) -> StrategySpec {
    unobench_strategies::strategy(strategy).expect("a strategy of the catalogue")
}

/// A deal and its world.
pub fn deal<'a, C: Cards>(
    rules: &'a RuleSet,
    active: &'a ActiveRules,
    deck: &Prepared<C>,
    block: u64,
) -> (Round<C>, RandomChance<'a, &'a ActiveRules, C>) {
    let key = RoundKey::new(1, block, 0);
    let dealt = deck.dealt(key, deck.first_opening(key));
    let (mut round, mut chance) = (dealt.round, dealt.chance(active, &rules.people));
    round.open(&mut chance, &rules.setup);
    (round, chance)
}

/// Plays a dealt round with a strategy at each seat, and tells `visit` of each decision before it
/// is made.
pub fn play<'a, C: Cards>(
    mut round: Round<C>,
    mut chance: RandomChance<'a, &'a ActiveRules, C>,
    active: &'a ActiveRules,
    strategy: &str,
    block: u64,
    mut visit: impl FnMut(&Round<C>, Action),
) {
    let streams = SeatStreams::new(RoundKey::new(1, block, 0), round.players());
    let fast = FastPlayer::of(&spec(strategy)).expect("a fast strategy");
    let mut players: [FastPlayer; MAX_SEATS] = std::array::from_fn(|_| fast.clone());
    for (seat, player) in players.iter_mut().enumerate().take(round.players()) {
        FastStrategy::begin(player, streams.of(unobench_core::game::Seat::new(seat)).as_ref());
    }
    while round.standing() == RoundStatus::Waits {
        let seat = round.actor();
        let view = View::new(&round, active, &[0; MAX_SEATS], seat);
        let action = decide(&mut players[seat.index()], &view);
        visit(&round, action);
        round.apply_trusted(&mut chance, action);
    }
}

/// Every position in which somebody has to decide, of this many official rounds of `random`, and
/// what was decided.
pub fn positions(players: usize, blocks: u64) -> Vec<(Round<Compact>, Action)> {
    let rules = RuleSet::official();
    let active = ActiveRules::of(&rules);
    let deck = Prepared::new(&rules, players);
    let mut positions = Vec::new();
    for block in 0..blocks {
        let (round, chance) = deal(&rules, &active, &deck, block);
        play(round, chance, &active, "random", block, |round, action| {
            positions.push((*round, action));
        });
    }
    positions
}
