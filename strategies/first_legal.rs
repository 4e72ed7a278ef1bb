//! `first-legal`: the first playable kind, without a thought.

use super::{CardChoice, Cards, Entry, Kind, Strategy, View};
use crate::strategy::Traits;

/// What the catalogue says.
pub const ENTRY: Entry = Entry {
    name: "first-legal",
    description: "plays the first playable kind in the order 0-9, skip, reverse, draw one, draw two, wilds; names the colour it holds most of",
    source: "the simplest rule that can be played by hand",
    tier: 0,
    parameters: &[],
    traits: Traits { stochastic: false, memory: false, looks_at: "nothing" },
};

/// Plays the first playable kind.
#[derive(Debug, Clone)]
pub struct FirstLegal;

impl FirstLegal {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_parameters: &[i64]) -> FirstLegal {
        FirstLegal
    }
}

impl Strategy for FirstLegal {
    #[inline(always)]
    fn play<C: Cards>(&mut self, _view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        choice.playable.first()
    }
}
