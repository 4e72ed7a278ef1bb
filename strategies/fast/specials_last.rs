//! `specials-last`: keeps action cards and wilds for the end.

use super::tactics::{prefer, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `specials-last`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "specials-last",
    description: "plays numbers first, then action cards, then wilds; among equals the colour it \
        holds most of",
    source: "folklore: keep your action cards for when they are needed; the keeping of wilds: \
        source D",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(SpecialsLast::new(settings)),
    ..LIBRARY
};

/// Plays action cards and wilds last.
#[derive(Debug, Clone)]
pub struct SpecialsLast;

impl SpecialsLast {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> SpecialsLast {
        SpecialsLast
    }
}

impl FastStrategy for SpecialsLast {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        prefer(view, playable.and(KindSet::NUMBERS), playable)
    }
}
