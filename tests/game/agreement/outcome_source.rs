//! Where the outcomes of a taped round come from: an own generator and a pile in order, or the
//! arena's streams.

use super::mirror::Mirror;
use crate::support::*;

pub(crate) enum OutcomeSource<'a, C> {
    /// The pile lies in order, its top at the last index, and is shuffled whole.
    Laid(Rng),
    /// Only the top of the pile is in order; which card was where shows when it is drawn.
    Live(Box<RandomChance<'a, &'a ActiveRules, C>>, Mirror),
}

impl<C: Cards> OutcomeSource<'_, C> {
    pub(crate) fn drawn(&mut self, kind: Kind) {
        if let OutcomeSource::Live(_, mirror) = self {
            mirror.draw(kind);
        }
    }

    /// Shuffles the pile; the new order, top first, where it is known already.
    pub(crate) fn reshuffle(&mut self, pile: &mut C::Pile) -> Option<Vec<Kind>> {
        let mut kinds: Vec<Kind> = (0..pile.len()).map(|index| pile.get(index)).collect();
        match self {
            OutcomeSource::Laid(rng) => {
                rng.shuffle(&mut kinds);
                for (index, &kind) in kinds.iter().enumerate() {
                    pile.put(index, kind);
                }
                pile.settle_all();
                kinds.reverse();
                Some(kinds)
            }
            OutcomeSource::Live(live, mirror) => {
                live.reshuffled(pile);
                mirror.refill((0..pile.len()).map(|index| pile.get(index)).collect());
                None
            }
        }
    }

    /// Puts a card back; its place from the top, where it is known already.
    pub(crate) fn put_back(&mut self, pile: &mut C::Pile, kind: Kind) -> Option<usize> {
        match self {
            OutcomeSource::Laid(rng) => {
                pile.push(kind);
                let last = pile.len() - 1;
                let place = rng.below(pile.len() as u32) as usize;
                for index in (last - place..last).rev() {
                    pile.put(index + 1, pile.get(index));
                }
                pile.put(last - place, kind);
                pile.settle_all();
                Some(place)
            }
            OutcomeSource::Live(live, mirror) => {
                live.put_back(pile, kind);
                mirror.put_back(kind);
                None
            }
        }
    }
}
