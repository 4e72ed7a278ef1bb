//! `high-points`: gets rid of the cards that would cost most. Its definition is pinned, in
//! `docs/STRATEGIES.md`.

use super::{
    CardChoice, Cards, Decision, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, Seat,
    SeatChoice, View,
};
use unobench_core::strategy::tactics::{fewest_cards, highest, most_points};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `high-points`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "high-points",
    description: "defensive: plays the highest coloured card it can, a wild only without one, a \
        wild draw four last",
    source: "the defensive tactic of source D: as few points in hand as possible; definition \
        pinned",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "hand sizes, for swaps",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(HighPoints::new(settings)),
    ..LIBRARY
};

/// Plays the highest card.
#[derive(Debug, Clone)]
pub struct HighPoints;

impl HighPoints {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> HighPoints {
        HighPoints
    }
}

impl FastStrategy for HighPoints {
    const LOOKS_AT_DECISION: bool = false;

    #[inline(always)]
    fn play<C: Cards>(&mut self, _view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        highest(choice.playable)
    }

    #[inline(always)]
    fn lay<C: Cards>(
        &mut self,
        _view: &View<'_, C>,
        _decision: Decision,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        highest(choice.playable)
    }

    fn choose<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        decision: Decision,
        choice: SeatChoice,
    ) -> Option<Seat> {
        (decision == Decision::Swap).then(|| fewest_cards(view, choice.seats))
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        most_points(view, kinds)
    }
}
