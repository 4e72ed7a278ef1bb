//! `low-points`: keeps its dear cards, and plays the cheapest.

use super::tactics::{most_frequent, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `low-points`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "low-points",
    description: "plays the playable card worth the fewest points, among equals the colour it \
        holds most of; wilds last",
    source: "our own: high-points turned round, to show what shedding points is worth",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(LowPoints::new(settings)),
    ..LIBRARY
};

/// Plays the cheapest card.
#[derive(Debug, Clone)]
pub struct LowPoints;

impl LowPoints {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> LowPoints {
        LowPoints
    }
}

impl FastStrategy for LowPoints {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let cheapest = playable.iter().map(|kind| view.points_of(kind)).min()?;
        let cheap: KindSet<C::Word> =
            playable.iter().filter(|&kind| view.points_of(kind) == cheapest).collect();
        most_frequent(view, cheap)
    }
}
