//! Cards that move whole hands, or make everybody draw. Catalogue: `[deck]` `swap_hands`, `crash`, `downpour_one`, `downpour_two`; `[hands]`.

use super::apply::Stage;
use super::state::{Drawn, Hit, SeatState};
use super::{Decision, Env, Event, Round, Seat, Why};
use crate::cards::{Cards, Kind, Multiset, Symbol};

/// The most cards that two hands can hold together: all of the largest deck.
const TWO_HANDS: usize = 512;

impl<C: Cards> Round<C> {
    /// A wild of another edition takes effect.
    #[inline(never)]
    pub(crate) fn special_card<E: Env>(&mut self, env: &mut E, symbol: Symbol) -> Stage {
        match symbol {
            Symbol::Wild | Symbol::BlankWild => {}
            Symbol::BlankDraw => self.hit(Hit::Draw, u16::from(env.law().blank_draws)),
            Symbol::DownpourOne => self.downpour(env, 1),
            Symbol::DownpourTwo => self.downpour(env, 2),
            // Catalogue: `hands.swap_on_last_card` = round_ends.
            _ if self.seat(self.player).size == 0 => {}
            Symbol::SwapHands if self.players > 2 => return self.wait_for(self.player, Decision::Swap),
            Symbol::SwapHands => return self.swap(env, self.to_move),
            _ => self.crash(env),
        }
        Stage::Acted
    }

    /// All others draw, in the direction of play from the next seat on; nobody loses a turn.
    fn downpour<E: Env>(&mut self, env: &mut E, owed: u32) {
        for seat in self.others_from(self.player) {
            self.draw_cards(env, seat, owed, Why::Downpour);
        }
    }

    /// The player swaps hands with another seat; what is known of a hand goes with it.
    pub(crate) fn swap<E: Env>(&mut self, env: &mut E, with: Seat) -> Stage {
        let seat = self.player;
        let (mine, theirs) = (*self.seat(seat), *self.seat(with));
        *self.seat_mut(seat) = SeatState { missed_call: false, ..theirs };
        *self.seat_mut(with) = SeatState { missed_call: false, ..mine };
        self.drawn.swap(seat.index(), with.index());
        if E::LISTENS {
            env.event(Event::Swap { seat, with });
        }
        Stage::Acted
    }

    /// The player's and the next player's hands are shuffled together and dealt out again, each getting the number it had.
    fn crash<E: Env>(&mut self, env: &mut E) {
        let (seat, with) = (self.player, self.to_move);
        let first = usize::from(self.seat(seat).size);
        let mut buffer = [Kind::WILD; TWO_HANDS];
        let mut len = 0;
        for side in [seat, with] {
            self.seat(side).hand.for_each(|kind, count| {
                buffer[len..len + count as usize].fill(kind);
                len += count as usize;
            });
        }
        let cards = &mut buffer[..len];
        env.crash(cards);
        if E::LISTENS {
            env.crashed(cards, first);
            env.event(Event::Crash { seat, with });
        }
        self.set_hand(seat, &cards[..first]);
        self.set_hand(with, &cards[first..]);
    }

    fn set_hand(&mut self, seat: Seat, cards: &[Kind]) {
        let mut hand = C::Set::default();
        cards.iter().for_each(|&kind| hand.insert(kind));
        let missed_call = self.seat(seat).missed_call;
        *self.seat_mut(seat) = SeatState { hand, size: cards.len() as u16, missed_call };
        self.drawn[seat.index()] = Drawn::NOTHING;
    }
}
