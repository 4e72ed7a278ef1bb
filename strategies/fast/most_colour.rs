//! `most-colour`: stays in the colour it has most of, and names it.

use super::tactics::{most_frequent, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, LIBRARY, Player, View};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `most-colour`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "most-colour",
    description: "plays the playable card whose colour it holds most of, the highest of them; a \
        wild only without one; names that colour; gives away its rarest colour",
    source: "source A: change to the colour that is most numerous in the hand; the colour rule of \
        RLCard's UNO agent",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(MostColour::new(settings)),
    ..LIBRARY
};

/// Plays the colour it holds most of.
#[derive(Debug, Clone)]
pub struct MostColour;

impl MostColour {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> MostColour {
        MostColour
    }
}

impl FastStrategy for MostColour {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        most_frequent(view, worth_playing(view, choice))
    }
}
