//! `oracle`: a bound, not a strategy: what a player reaches who knows all hands and all chance to
//! come.

use super::{BOUND, Entry, Player, SightedPlayer, Traits, Visibility};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "oracle",
    description: "a bound, not a strategy: sees all hands and the cards to come, and searches",
    traits: Traits { sight: Visibility::Everything, ..BOUND.traits },
    make: |settings| Player::clairvoyant(SightedPlayer::new(settings, true)),
    ..BOUND
};
