//! `flat-mc`: tries each action in sampled worlds and takes the one that goes best.

use super::{
    AIM, CAUTION, Entry, HONEST, LIBRARY, Method, PLAYOUTS, POLICY, Parameter, Player,
    SearchPlayer, TRUST, WIDTH,
};

const ROOT: Parameter = Parameter::choice("root", &["halving", "even"]).means(
    "how its actions are tried in common worlds: halving them, or all of them equally often",
);

const TURNS: Parameter = Parameter::whole("turns", 0, 0, 1_000_000_000)
    .means("with root=even, after so many turns of all its playouts it tries no more; 0: never");

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "flat-mc",
    description: "tries each action in worlds that fit what it sees, lets a policy play on to the \
        end, and halves the actions by how that goes",
    source: "flat Monte Carlo by sequential halving (Z. Karnin, T. Koren and O. Somekh, ICML 2013)",
    tier: 4,
    parameters: &[PLAYOUTS, POLICY, AIM, TRUST, CAUTION, WIDTH, ROOT, TURNS],
    traits: HONEST,
    make: |settings| {
        let method = match settings.whole(6) {
            0 => Method::Halving,
            _ => Method::Evenly { most_turns: settings.whole(7) },
        };
        Player::honest(SearchPlayer::new(settings, method))
    },
    ..LIBRARY
};
