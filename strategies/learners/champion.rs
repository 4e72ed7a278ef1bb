//! `champion`: the networks that come with the program.

use super::net::Learned;
use super::{Entry, LIBRARY, Player};
use unobench_core::strategy::{Parameter, Traits};

/// The catalogue's entry for `champion`: description, parameter, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "champion",
    description: "plays by the networks that come with the program, for 2, 3, 4 and 6 seats; \
        elsewhere by the nearest",
    source: "our own; learned by `unobench train` in the official game",
    tier: 3,
    parameters: &[Parameter::choice(
        "aim",
        "what its networks learned to get: the win, or the largest lead in points, which wins \
         matches",
        &["win", "score"],
    )],
    traits: Traits { ..super::net::ENTRY.traits },
    make: |settings| Player::honest(Champion::new(settings)),
    ..LIBRARY
};

/// Plays by the networks that come with the program.
pub type Champion = Learned;
