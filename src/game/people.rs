//! What people do at the start of a turn. Catalogue: `[people]`, § 3.3.

use super::state::Hit;
use super::{Coin, Env, Event, Round, Seat, Why};
use crate::cards::Cards;

impl<C: Cards> Round<C> {
    /// False calls, before the player to move acts on a turn with nothing pending.
    #[cold]
    #[inline(never)]
    pub(crate) fn people_at_turn_start<E: Env>(&mut self, env: &mut E) {
        let seat = self.to_move;
        if self.pending.hit == Hit::Nothing && self.toss(env, Coin::CallsFalsely, seat) {
            if E::LISTENS {
                env.event(Event::Uno { seat, called: true, false_call: true });
            }
            let penalty = u32::from(env.law().uno.false_call_penalty);
            self.draw_cards(env, seat, penalty, Why::FalseCall);
        }
    }

    /// Tosses a person's coin; one that cannot fall but one way is not tossed.
    pub(crate) fn toss<E: Env>(&self, env: &mut E, coin: Coin, seat: Seat) -> bool {
        let probability = coin.probability(env.person(seat));
        if probability.is_never() || probability.is_always() {
            return probability.is_always();
        }
        env.coin(coin, seat, probability)
    }
}
