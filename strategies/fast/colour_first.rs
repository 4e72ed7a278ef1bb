//! `colour-first`: follows the colour as long as it can.

use super::tactics::{prefer, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `colour-first`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "colour-first",
    description: "prefers a card of the active colour, the highest; else the up card's number or \
        symbol in the colour it holds most of; wilds last",
    source: "folklore: stay in the colour as long as you can",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "the active colour",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(ColourFirst::new(settings)),
    ..LIBRARY
};

/// Follows the colour.
#[derive(Debug, Clone)]
pub struct ColourFirst;

impl ColourFirst {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> ColourFirst {
        ColourFirst
    }
}

impl FastStrategy for ColourFirst {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        prefer(view, playable.and(KindSet::of_colour(view.active_colour())), playable)
    }
}
