//! `flat-mc`: tries each action in sampled worlds and takes the one that goes best.

use super::{
    AIM, CAUTION, Entry, HONEST, LIBRARY, PLAYOUTS, POLICY, Player, SearchPlayer, TRUST, WIDTH,
};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "flat-mc",
    description: "tries each action in worlds that fit what it sees, lets a policy play on to the \
        end, and halves the actions by how that goes",
    source: "flat Monte Carlo by sequential halving (Z. Karnin, T. Koren and O. Somekh, ICML 2013)",
    tier: 4,
    parameters: &[PLAYOUTS, POLICY, AIM, TRUST, CAUTION, WIDTH],
    traits: HONEST,
    make: |settings| Player::honest(SearchPlayer::new(settings, None)),
    ..LIBRARY
};
