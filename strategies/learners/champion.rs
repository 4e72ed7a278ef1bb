//! `champion`: the networks that come with the program.

use super::net::{Learned, SEEDS};
use unobench_core::strategy::Aim;
use unobench_tactics::prelude::*;

const SEED: Parameter = Parameter::whole("seed", 1, 1, SEEDS as i64).means(
    "which of the networks, that learned alike from other games: how far they differ tells \
        what is chance in what is found with one",
);

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "champion",
    description: "plays by the networks that come with the program, for 2, 3, 4, 6 and 10 seats; \
        elsewhere by the nearest",
    source: "our own; learned by `unobench train` under all rule sets of the program",
    tier: 3,
    parameters: &[
        Aim::CHOICE.means(
            "what its networks learned to get: the win, or the largest lead in points, which wins \
         matches; auto: the lead in a match that the points of cards decide, else the win",
        ),
        SEED,
    ],
    traits: Traits { ..super::net::ENTRY.traits },
    ..LIBRARY.fast::<Champion>()
};

/// Plays by the networks that come with the program.
pub type Champion = Learned;
