//! `high-points`: gets rid of the cards that would cost most. Its definition is pinned, in
//! `docs/STRATEGIES.md`.

use unobench_core::strategy::tactics::{fewest_cards, highest, most_points};
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "high-points",
    description: "defensive: plays the highest coloured card it can, a wild only without one, a \
        wild draw four last",
    source: "the defensive tactic of source D: as few points in hand as possible; definition \
        pinned",
    tier: 1,
    traits: Traits { looks_at: "hand sizes, for swaps", ..HEURISTIC },
    ..LIBRARY.fast::<HighPoints>()
};

/// Plays the highest card.
#[derive(Debug, Clone)]
pub struct HighPoints;

impl FromSettings for HighPoints {
    fn new(_settings: &ParameterValues<'_>) -> HighPoints {
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
    fn lay<C: Cards>(&mut self, _view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        highest(choice.playable)
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        (view.decision() != Decision::Exchange).then(|| fewest_cards(view, choice.seats))
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        most_points(view, kinds)
    }
}
