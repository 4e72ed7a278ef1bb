//! `twins`: plays a card of which it holds two first.

use super::{CardChoice, Cards, Entry, FastStrategy, Kind, LIBRARY, Player, View};
use unobench_core::cards::Multiset;
use unobench_core::strategy::tactics::highest;
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `twins`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "twins",
    description: "plays a card of which it holds two, else the highest",
    source: "our own",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(Twins::new(settings)),
    ..LIBRARY
};

/// Plays twins first.
#[derive(Debug, Clone)]
pub struct Twins;

impl Twins {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> Twins {
        Twins
    }
}

impl FastStrategy for Twins {
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let twin = choice.playable.coloured().iter().find(|&kind| view.hand().count(kind) > 1);
        twin.or_else(|| highest(choice.playable))
    }
}
