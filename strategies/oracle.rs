//! `oracle`: a bound, not a strategy: what a player reaches who knows all hands and all chance to
//! come.

use super::search::{
    AIM, CAUTION, FULL_WIDTH, PLAYOUTS, POLICY, SightedPlayer, TRUST, TreeSettings,
};
use super::{Entry, LIBRARY, Player};
use unobench_core::strategy::{Cost, Parameter, Recall, Sight, Traits};

/// The catalogue's entry for `oracle`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "oracle",
    description: "a bound, not a strategy: sees all hands and the cards to come, and searches",
    source: "the cheating player as a ceiling, common in game research; the search is that of \
        ismcts",
    tier: 5,
    parameters: &[
        PLAYOUTS,
        POLICY,
        AIM,
        TRUST,
        CAUTION,
        FULL_WIDTH,
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
        sight: Sight::Everything,
        looks_at: "everything there is",
        cost: Cost::Search,
    },
    make: |settings| {
        Player::clairvoyant(SightedPlayer::new(settings, TreeSettings::common(settings), true))
    },
    ..LIBRARY
};
