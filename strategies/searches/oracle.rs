//! `oracle`: a bound, not a strategy: what a player reaches who knows all hands and all chance to
//! come.

use super::{Entry, LIBRARY, Player};
use super::{FULL_WIDTH, SightedPlayer, TreeSettings, tree_parameters};
use unobench_core::strategy::{Cost, Recall, Sight, Traits};

/// The catalogue's entry for `oracle`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "oracle",
    description: "a bound, not a strategy: sees all hands and the cards to come, and searches",
    source: "the cheating player as a ceiling, common in game research; the search is that of \
        ismcts",
    tier: 5,
    parameters: &tree_parameters(FULL_WIDTH),
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
