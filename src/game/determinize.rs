//! A full state that fits what one seat sees.

use super::legal::is_honest;
use super::{Law, Round, Seat};
use crate::cards::{Cards, DrawPile, Kind, Multiset};
use crate::rng::Rng;

impl<C: Cards> Round<C> {
    /// The same table as `seat` sees it, with all cards that it does not see dealt anew: the other hands keep their sizes, the draw
    /// pile its length, and all orders of the unseen cards are equally likely.
    ///
    /// What play has told about the other hands is not taken into account. Whether a wild draw four that waits for its challenge was a bluff
    /// follows from its player's new hand. The chance to come is the environment's: a search has to give it fresh streams.
    #[must_use]
    pub fn determinized(&self, law: &Law, seat: Seat, rng: &mut Rng) -> Self {
        let others = || (0..self.players()).map(Seat::new).filter(|&other| other != seat);
        let mut round = *self;
        let mut unseen: Vec<Kind> = (0..self.pile.len()).map(|index| self.pile.get(index)).collect();
        for other in others() {
            self.hand(other).for_each(|kind, count| unseen.extend(std::iter::repeat_n(kind, count as usize)));
            round.seat_mut(other).hand = C::Set::default();
        }
        rng.shuffle(&mut unseen);
        let mut unseen = unseen.into_iter();
        for other in others() {
            let size = usize::from(self.seat(other).size);
            unseen.by_ref().take(size).for_each(|kind| round.seat_mut(other).hand.insert(kind));
        }
        for (index, kind) in unseen.enumerate() {
            round.pile.put(index, kind);
        }
        round.pile.loosen();
        if let Some(player) = self.pending.challengeable.filter(|&player| player != seat) {
            round.pending.bluff = !is_honest(law, round.hand(player).kinds(), &self.covered);
        }
        round
    }
}
