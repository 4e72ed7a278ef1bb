//! `ismcts`: grows one tree of what may happen over many worlds that fit what it sees.

use super::{
    Entry, HONEST, LIBRARY, Method, Player, SearchPlayer, TreeSettings, WIDTH, tree_parameters,
};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "ismcts",
    description: "grows one tree of what may happen over worlds that fit what it sees, each \
        playout in another, and takes what it tried most",
    source: "single-observer information set Monte Carlo tree search (P. Cowling, E. Powley and D. \
        Whitehouse, IEEE TCIAIG 4, 2012)",
    tier: 4,
    parameters: &tree_parameters(WIDTH),
    traits: HONEST,
    make: |settings| {
        Player::honest(SearchPlayer::new(settings, Method::Tree(TreeSettings::common(settings))))
    },
    ..LIBRARY
};
