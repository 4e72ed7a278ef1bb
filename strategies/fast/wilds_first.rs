//! `wilds-first`: plays its wilds as soon as it can.

use super::tactics::{most_frequent, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `wilds-first`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "wilds-first",
    description: "plays the hardest wild it may honestly play; without one like most-colour",
    source: "our own: save-wilds turned round, as beginners play",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(WildsFirst::new(settings)),
    ..LIBRARY
};

/// Plays wilds at once.
#[derive(Debug, Clone)]
pub struct WildsFirst;

impl WildsFirst {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> WildsFirst {
        WildsFirst
    }
}

impl FastStrategy for WildsFirst {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        playable.and(KindSet::WILDS).last().or_else(|| most_frequent(view, playable))
    }
}
