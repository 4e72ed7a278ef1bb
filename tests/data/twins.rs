//! `twins`: plays a card of which it holds two first.

use unobench_core::cards::Multiset;
use unobench_core::strategy::tactics::highest;
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "twins",
    description: "plays a card of which it holds two, else the highest",
    source: "our own",
    tier: 1,
    ..LIBRARY.fast::<Twins>()
};

/// Plays twins first.
#[derive(Debug, Clone)]
pub struct Twins;

impl FromSettings for Twins {
    fn new(_settings: &ParameterValues<'_>) -> Twins {
        Twins
    }
}

impl FastStrategy for Twins {
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let twin = choice.playable.coloured().iter().find(|&kind| view.hand().count(kind) > 1);
        twin.or_else(|| highest(choice.playable))
    }
}
