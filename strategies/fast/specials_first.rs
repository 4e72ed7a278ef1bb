//! `specials-first`: plays action cards and wilds before numbers.

use super::tactics::{prefer, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `specials-first`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "specials-first",
    description: "plays an action card as soon as it can, then wilds, and numbers only without \
        either; among equals the colour it holds most of",
    source: "folklore: hit first",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(SpecialsFirst::new(settings)),
    ..LIBRARY
};

/// Plays action cards and wilds first.
#[derive(Debug, Clone)]
pub struct SpecialsFirst;

impl SpecialsFirst {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> SpecialsFirst {
        SpecialsFirst
    }
}

impl FastStrategy for SpecialsFirst {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let special = playable.without(KindSet::NUMBERS);
        prefer(view, special, playable)
    }
}
