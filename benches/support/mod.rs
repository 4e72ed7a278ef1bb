//! What the benches share.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::time::Duration;

use criterion::Criterion;
use unobench::cards::{Cards, Compact};
use unobench::game::{Action, Law, Live, Opening, Prepared, Round, Standing, View};
use unobench::rng::{Purpose, RoundKey};
use unobench::rules::{MAX_SEATS, RuleSet};
use unobench::strategies::{Player, StrategySpec};
use unobench::strategy::{SeatStreams, Strategy, decide};

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
    strategy.parse().expect("a strategy of the catalogue")
}

/// A deal of the official game and its world.
pub fn deal<'a>(
    rules: &'a RuleSet,
    law: &'a Law,
    deck: &Prepared<Compact>,
    block: u64,
) -> (Round<Compact>, Live<'a, &'a Law>) {
    deal_of(rules, law, deck, block)
}

/// The same for any type of cards.
pub fn deal_of<'a, C: Cards>(
    rules: &'a RuleSet,
    law: &'a Law,
    deck: &Prepared<C>,
    block: u64,
) -> (Round<C>, Live<'a, &'a Law>) {
    let key = RoundKey::new(1, block, 0);
    let opening: Opening = deck.first_opening(key);
    let mut rng = key.stream(Purpose::Deal, 0);
    let mut round = deck.deal(opening, &mut rng);
    let mut env = Live::new(law, &rules.people, key, rng);
    round.open(&mut env, &rules.setup);
    (round, env)
}

/// Plays a dealt round with a strategy at each seat, and tells `visit` of each decision before it
/// is made.
pub fn play<'a, C: Cards>(
    mut round: Round<C>,
    mut env: Live<'a, &'a Law>,
    law: &'a Law,
    strategy: &str,
    block: u64,
    mut visit: impl FnMut(&Round<C>, Action),
) {
    let streams = SeatStreams::new(RoundKey::new(1, block, 0), round.players());
    let mut players: [Player; MAX_SEATS] = std::array::from_fn(|_| spec(strategy).player());
    for (seat, player) in players.iter_mut().enumerate().take(round.players()) {
        player.begin(streams.of(unobench::game::Seat::new(seat)));
    }
    while round.standing() == Standing::Waits {
        let seat = round.actor();
        let view = View::new(&round, law, &[0; MAX_SEATS], seat);
        let action = decide(&mut players[seat.index()], &view, round.decision(), round.options());
        visit(&round, action);
        round.apply_trusted(&mut env, action);
    }
}
