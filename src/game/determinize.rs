//! A full state that fits what one seat sees.

use super::legal::is_honest;
use super::{Decision, Law, Round, Seat, SeatSet};
use crate::cards::{Cards, DrawPile, Kind, Multiset};
use crate::rng::Rng;

impl<C: Cards> Round<C> {
    /// The same table as `seat`, who has to decide, sees it, with all cards that it does not see dealt anew: the other hands keep their sizes, the draw
    /// pile its length, and all orders of the unseen cards are equally likely.
    ///
    /// What play has told about the other hands is not taken into account, nor what others have decided and not yet shown: who wants to jump
    /// in, what is given in exchange. Whether a wild draw four that waits for its challenge was a bluff
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
        if let Some(player) = self.may_have_bluffed().filter(|&player| player != seat) {
            round.pending.bluff = !self.covered_forgotten && !is_honest(law, round.hand(player).kinds(), &self.covered);
        }
        round.guess_jumpers(law, seat);
        round.guess_gift(seat, rng);
        round
    }

    /// Whose wild draw four may turn out a bluff: it waits for its challenge, or its player still names the colour or calls.
    fn may_have_bluffed(&self) -> Option<Seat> {
        let just_laid = self.card == Kind::WILD_DRAW_FOUR && matches!(self.decision, Decision::Colour | Decision::Uno);
        self.pending.challengeable.or(just_laid.then_some(self.player))
    }

    /// Of the others who were asked to jump in before, nobody knows yet who wants to: all who can.
    fn guess_jumpers(&mut self, law: &Law, seat: Seat) {
        if !matches!(self.decision, Decision::JumpIn | Decision::Double) {
            return;
        }
        let mut jumpers = if self.laid.jumpers.contains(seat) { SeatSet::EMPTY.with(seat) } else { SeatSet::EMPTY };
        let mut asked = self.player;
        while asked != self.actor {
            if asked != seat && self.may_jump_in(law, asked) {
                jumpers = jumpers.with(asked);
            }
            asked = self.after(asked);
        }
        self.laid.jumpers = jumpers;
    }

    /// Who gives second in an exchange does not know what it will get.
    fn guess_gift(&mut self, seat: Seat, rng: &mut Rng) {
        if self.laid.gives.is_none() || self.player == seat {
            return;
        }
        let hand = self.hand(self.player);
        let mut left = rng.below(hand.len());
        let mut gift = None;
        hand.for_each(|kind, count| {
            if gift.is_none() && left < count {
                gift = Some(kind);
            }
            left = left.saturating_sub(count);
        });
        self.laid.gives = gift;
    }
}
