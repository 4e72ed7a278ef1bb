//! `cheat`: a bound, not a strategy: what a player reaches who sees all hands.

use super::{BOUND, Entry, Player, SightedPlayer};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "cheat",
    description: "a bound, not a strategy: sees all hands, not the cards to come, and searches",
    make: |settings| Player::clairvoyant(SightedPlayer::new(settings, false)),
    ..BOUND
};
