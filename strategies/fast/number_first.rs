//! `number-first`: changes the colour whenever it can.

use super::tactics::{prefer, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `number-first`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "number-first",
    description: "prefers a card of the up card's number or symbol in another colour; of those the \
        colour it holds most of; wilds last",
    source: "folklore: change the colour as often as you can",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "the active colour",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(NumberFirst::new(settings)),
    ..LIBRARY
};

/// Changes the colour by matching the symbol.
#[derive(Debug, Clone)]
pub struct NumberFirst;

impl NumberFirst {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> NumberFirst {
        NumberFirst
    }
}

impl FastStrategy for NumberFirst {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        prefer(
            view,
            playable.coloured().without(KindSet::of_colour(view.active_colour())),
            playable,
        )
    }
}
