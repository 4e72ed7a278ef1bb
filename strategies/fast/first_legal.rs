//! `first-legal`: the first playable kind, without a thought.

use unobench_core::strategy::tactics::{fewest_cards, most_points};
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "first-legal",
    description: "plays the first playable kind in the order 0-9, skip, reverse, draw one, draw \
        two, wilds; names the colour it holds most of",
    source: "the simplest rule that can be played by hand",
    tier: 0,
    ..LIBRARY.fast::<FirstLegal>()
};

/// Plays the first playable kind.
#[derive(Debug, Clone)]
pub struct FirstLegal;

impl FromSettings for FirstLegal {
    fn new(_settings: &ParameterValues<'_>) -> FirstLegal {
        FirstLegal
    }
}

impl FastStrategy for FirstLegal {
    #[inline(always)]
    fn play<C: Cards>(&mut self, _view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        choice.playable.first()
    }

    #[inline(always)]
    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        match view.decision() {
            Decision::Answer => self.play(view, choice),
            _ => choice.playable.last(),
        }
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        (view.decision() != Decision::Exchange).then(|| fewest_cards(view, choice.seats))
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        most_points(view, kinds)
    }
}
