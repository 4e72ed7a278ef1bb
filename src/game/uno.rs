//! Calling UNO, and being caught. Catalogue: `[uno]`, and of `[people]` `forgets_uno`, `remembers_uno`, `catches_uno`, `reaction`.

use super::apply::Stage;
use super::{Coin, Decision, Env, Event, Fault, Race, Round, Seat, Why};
use crate::cards::Cards;
use crate::rules::{MAX_SEATS, Weight};

impl<C: Cards> Round<C> {
    /// Who plays the last card but one has to call.
    #[inline(always)]
    pub(crate) fn ask_for_call<E: Env>(&mut self, env: &mut E) -> Stage {
        if env.law().uno.call && self.seat(self.player).size == 1 {
            return self.wait_for(self.player, Decision::Uno);
        }
        Stage::Called
    }

    /// The player wants to call, or does not.
    #[inline(always)]
    pub(crate) fn call_or_not<E: Env>(&mut self, env: &mut E, wants: bool) -> Stage {
        let seat = self.player;
        let forgot = wants && env.law().people_act && self.toss(env, Coin::ForgetsUno, seat);
        let called = wants && !forgot;
        if E::LISTENS {
            env.event(Event::Uno { seat, called, false_call: false });
        }
        self.seat_mut(seat).missed_call = !called;
        if !called && env.law().people_act {
            self.race_for_call(env, forgot);
        }
        Stage::Called
    }

    /// The others may notice the missing call, and who forgot may remember: who is first decides.
    #[cold]
    #[inline(never)]
    fn race_for_call<E: Env>(&mut self, env: &mut E, forgot: bool) {
        let seat = self.player;
        let remembers = forgot && self.toss(env, Coin::RemembersUno, seat);
        let mut runners = Runners::default();
        for catcher in self.others_from(seat) {
            if self.toss(env, Coin::CatchesUno, catcher) {
                runners.add(catcher, env.person(catcher).reaction);
            }
        }
        if remembers {
            runners.add(seat, env.person(seat).reaction);
        }
        match runners.race(env, Race::Uno) {
            Some(winner) if winner == seat => self.call_late(env),
            Some(catcher) => self.pay_for_missing_call(env, catcher),
            None => {}
        }
    }

    fn call_late<E: Env>(&mut self, env: &mut E) {
        let seat = self.player;
        self.seat_mut(seat).missed_call = false;
        if E::LISTENS {
            env.event(Event::Uno { seat, called: true, false_call: false });
        }
    }

    fn pay_for_missing_call<E: Env>(&mut self, env: &mut E, by: Seat) {
        let seat = self.player;
        self.seat_mut(seat).missed_call = false;
        if E::LISTENS {
            env.event(Event::Caught { seat, by, of: Fault::Uno });
        }
        let penalty = u32::from(env.law().uno.penalty);
        self.draw_cards(env, seat, penalty, Why::Uno);
    }
}

/// The candidates of a race, with the weights that their reactions give them.
#[derive(Debug)]
pub(crate) struct Runners {
    candidates: [(Seat, Weight); MAX_SEATS],
    len: usize,
}

impl Default for Runners {
    fn default() -> Self {
        Runners { candidates: [(Seat::new(0), Weight::ZERO); MAX_SEATS], len: 0 }
    }
}

impl Runners {
    /// Adds a candidate; one of weight 0 never wins and is left out.
    pub(crate) fn add(&mut self, seat: Seat, weight: Weight) {
        if weight != Weight::ZERO {
            self.candidates[self.len] = (seat, weight);
            self.len += 1;
        }
    }

    /// The first to react, if there is anybody.
    pub(crate) fn race<E: Env>(&self, env: &mut E, race: Race) -> Option<Seat> {
        let candidates = &self.candidates[..self.len];
        match candidates {
            [] => None,
            [(only, _)] => Some(*only),
            _ => Some(candidates[env.race(race, candidates)].0),
        }
    }
}
