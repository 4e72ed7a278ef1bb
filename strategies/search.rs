//! `search`: plays by its network, and looks ahead where the best actions are close.

use super::searches::{AheadPlayer, BUDGET, HONEST, MARGIN, TURNS};
use super::{Entry, LIBRARY, Player};
use unobench_core::strategy::Parameter;

/// The catalogue's entry for `search`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "search",
    description: "plays by its network, and where actions are close tries them in worlds that fit \
        what it sees, the network playing on for everybody and judging what came of it",
    source: "truncated rollouts (G. Tesauro and G. Galperin, NIPS 1996) in common worlds",
    tier: 4,
    parameters: &[
        Parameter::file("file", "the network to play by instead of the built-in ones"),
        BUDGET,
        MARGIN,
        TURNS,
    ],
    traits: HONEST,
    make: |settings| Player::honest(AheadPlayer::new(settings)),
    file: super::net::ENTRY.file,
    ..LIBRARY
};
