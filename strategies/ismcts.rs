//! `ismcts`: grows one tree of what may happen over many worlds that fit what it sees.

use super::search::{AIM, CAUTION, PLAYOUTS, POLICY, SearchPlayer, TRUST, TreeSettings, WIDTH};
use super::{Entry, LIBRARY, Player};
use unobench_core::strategy::{Cost, Parameter, Recall, Sight, Traits};

/// The catalogue's entry for `ismcts`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "ismcts",
    description: "grows one tree of what may happen over worlds that fit what it sees, each \
        playout in another, and takes what it tried most",
    source: "single-observer information set Monte Carlo tree search (P. Cowling, E. Powley and D. \
        Whitehouse, IEEE TCIAIG 4, 2012)",
    tier: 4,
    parameters: &[
        PLAYOUTS,
        POLICY,
        AIM,
        TRUST,
        CAUTION,
        WIDTH,
        Parameter::decimal(
            "exploration",
            "the weight of curiosity: the constant of UCB1",
            500,
            0,
            10_000,
        ),
        Parameter::whole(
            "depth",
            "how many decisions deep the tree goes before the policy plays",
            8,
            1,
            64,
        ),
        Parameter::choice(
            "others",
            "what others do in the tree: what the policy does, or what was best for them",
            &["policy", "best"],
        ),
        Parameter::whole(
            "patience",
            "how often a decision is met in the tree before anything but the policy's action is \
             tried",
            20,
            0,
            1_000_000,
        ),
        Parameter::choice(
            "root",
            "how its own actions are tried: in common worlds, halving them, or by their bounds",
            &["halving", "ucb"],
        ),
    ],
    traits: Traits {
        stochastic: true,
        recall: Recall::Shown,
        sight: Sight::Own,
        looks_at: "everything that it may",
        cost: Cost::Search,
    },
    make: |settings| {
        Player::honest(SearchPlayer::new(settings, Some(TreeSettings::common(settings))))
    },
    ..LIBRARY
};
