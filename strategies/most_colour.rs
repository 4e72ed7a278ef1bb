//! `most-colour`: stays in the colour it has most of, and names it.

use super::{CardChoice, Cards, Colour, Entry, Kind, KindSet, Strategy, View};
use crate::cards::Multiset;
use crate::strategy::{Traits, highest, most_points};

/// What the catalogue says.
pub const ENTRY: Entry = Entry {
    name: "most-colour",
    description: "plays the playable card whose colour it holds most of, the highest of them; a wild only without one; names that colour; gives away its rarest colour",
    source: "source A: change to the colour that is most numerous in the hand; the colour rule of RLCard's UNO agent",
    tier: 1,
    parameters: &[],
    traits: Traits { stochastic: false, memory: false, looks_at: "nothing" },
};

/// Plays the colour it holds most of.
#[derive(Debug, Clone)]
pub struct MostColour;

impl MostColour {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_parameters: &[i64]) -> MostColour {
        MostColour
    }
}

/// The highest of the playable cards whose colour is most frequent in the hand; without a coloured one the first wild.
#[inline(always)]
pub(super) fn most_frequent<C: Cards>(view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
    let hand = view.hand();
    let mut best = (0, KindSet::EMPTY);
    for colour in Colour::ALL {
        let of_colour = KindSet::of_colour(colour);
        let here = playable.and(of_colour);
        let count = if here.is_empty() { 0 } else { hand.count_among(of_colour) };
        if count > best.0 {
            best = (count, here);
        }
    }
    if best.0 == 0 { highest(playable) } else { best.1.last() }
}

impl Strategy for MostColour {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        most_frequent(view, choice.playable)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        rarest(view, kinds)
    }
}

/// The card to give away: of the colour of which fewest cards are in the hand, the dearest; a wild only where there is nothing else.
pub(super) fn rarest<C: Cards>(view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
    let held = Colour::ALL.into_iter().filter(|&colour| !kinds.and(KindSet::of_colour(colour)).is_empty());
    let rare = held.min_by_key(|&colour| view.count_colour(colour));
    most_points(view, rare.map_or(kinds, |colour| kinds.and(KindSet::of_colour(colour))))
}
