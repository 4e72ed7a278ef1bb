//! `pimc`: searches some worlds that fit what it sees as if each were known, and takes what is best
//! on average.

use super::{
    AIM, CAUTION, EXPLORATION, Entry, HONEST, LIBRARY, Method, OTHERS, PATIENCE, PLAYOUTS, POLICY,
    Parameter, Player, SearchPlayer, TRUST, TreeSettings, WIDTH,
};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "pimc",
    description: "searches several worlds that fit what it sees as if each, with its future \
        chance, were known, and takes what is best on average",
    source: "perfect information Monte Carlo (M. Ginsberg, JAIR 14, 2001; J. Long, N. Sturtevant, \
        M. Buro and T. Furtak, AAAI 2010)",
    tier: 4,
    parameters: &[
        PLAYOUTS,
        POLICY,
        AIM,
        TRUST,
        CAUTION,
        WIDTH,
        EXPLORATION,
        Parameter::whole("depth", 8, 1, 64)
            .means("how many decisions deep each tree goes before the policy plays"),
        OTHERS,
        Parameter::whole("worlds", 250, 1, 1_000_000).means("how many worlds share the playouts"),
        PATIENCE,
    ],
    traits: HONEST,
    make: |settings| {
        Player::honest({
            let tree = TreeSettings {
                worlds: settings.whole(9),
                patience: settings.whole(10),
                halves: false,
                ..TreeSettings::common(settings)
            };
            SearchPlayer::new(settings, Method::Tree(tree))
        })
    },
    ..LIBRARY
};
