//! Calling UNO, and being caught. Catalogue: `[uno]`, and of `[people]` `forgets_uno`,
//! `remembers_uno`, `catches_uno`, `reaction`.

use super::apply::Stage;
use super::{Chance, Coin, Decision, Event, Fault, Race, Round, Seat, SeatSet, Why};
use crate::cards::Cards;
use crate::rules::{MAX_SEATS, Weight};

/// Cards drawn by whose hand is the last on the pile.
const SLAM_PENALTY: u32 = 2;

impl<C: Cards> Round<C> {
    /// Who plays the last card but one has to call; who plays the last one has an empty hand.
    #[inline(always)]
    pub(crate) fn ask_for_call(&mut self, chance: &mut impl Chance<C>) -> Stage {
        match self.seat(self.player).size {
            0 => self.note_empty_hand(chance.rules()),
            1 if chance.rules().uno.call => return self.wait_for(self.player, Decision::Uno),
            _ => {}
        }
        Stage::Called
    }

    #[inline(always)]
    pub(crate) fn call_or_not(&mut self, chance: &mut impl Chance<C>, wants: bool) -> Stage {
        let seat = self.player;
        let forgot = wants && chance.rules().people_act && chance.toss(Coin::ForgetsUno, seat);
        let called = wants && !forgot;
        self.tell(chance, Event::Uno { seat, called, false_call: false });
        self.seat_mut(seat).missed_call = !called;
        if called && chance.rules().uno.slam {
            self.slam(chance);
        }
        if !called && chance.rules().people_act {
            self.race_for_call(chance, forgot);
        }
        Stage::Called
    }

    /// The others may notice the missing call, and who forgot may remember: who is first decides.
    #[cold]
    #[inline(never)]
    fn race_for_call(&mut self, chance: &mut impl Chance<C>, forgot: bool) {
        let seat = self.player;
        let remembers = forgot && chance.toss(Coin::RemembersUno, seat);
        let mut runners = self.who_notices(chance, Coin::CatchesUno);
        if remembers {
            runners.add(seat, chance.person(seat).reaction);
        }
        match runners.first(chance, Race::Uno) {
            Some(winner) if winner == seat => self.call_late(chance),
            Some(catcher) => self.pay_for_missing_call(chance, catcher),
            None => {}
        }
    }

    /// The others who notice a fault of the player's, in the order of play.
    pub(crate) fn who_notices(&self, chance: &mut impl Chance<C>, coin: Coin) -> Runners {
        let mut runners: Runners = Runners::default();
        for catcher in self.others_from(self.player) {
            if chance.toss(coin, catcher) {
                runners.add(catcher, chance.person(catcher).reaction);
            }
        }
        runners
    }

    fn call_late(&mut self, chance: &mut impl Chance<C>) {
        let seat = self.player;
        self.seat_mut(seat).missed_call = false;
        self.tell(chance, Event::Uno { seat, called: true, false_call: false });
        if chance.rules().uno.slam {
            self.slam(chance);
        }
    }

    /// All others lay a hand on the pile; the last one draws. Catalogue: `uno.slam`.
    #[inline(never)]
    fn slam(&mut self, chance: &mut impl Chance<C>) {
        let others = self.others_at_the_pile();
        let last = if others.has_several() { chance.last_hand(self) } else { others.lowest() };
        if let Some(last) = last {
            self.pay(chance, last, SLAM_PENALTY, Why::Slam);
        }
    }

    pub(crate) const fn others_at_the_pile(&self) -> SeatSet {
        self.in_play.without(self.player)
    }

    /// Who lays the last hand on the pile after a call: whoever is left after races among those
    /// whose hand is not down yet, one after the other. None where nobody who is left ever reacts.
    pub fn last_of_races<E: Chance<C> + ?Sized>(&self, chance: &mut E) -> Option<Seat> {
        let mut left = self.others_at_the_pile();
        while left.has_several() {
            let mut runners: Runners = Runners::default();
            for seat in self.others_from(self.player).filter(|&seat| left.contains(seat)) {
                runners.add(seat, chance.person(seat).reaction);
            }
            left = left.without(runners.first(chance, Race::Slam)?);
        }
        left.lowest()
    }

    fn pay_for_missing_call(&mut self, chance: &mut impl Chance<C>, by: Seat) {
        let seat = self.player;
        self.seat_mut(seat).missed_call = false;
        self.tell(chance, Event::Caught { seat, by, fault: Fault::Uno });
        let penalty = u32::from(chance.rules().uno.penalty);
        self.pay(chance, seat, penalty, Why::Uno);
    }
}

/// The candidates of a race, with the weights that their reactions give them.
#[derive(Debug)]
pub(crate) struct Runners<const N: usize = RUNNERS> {
    candidates: [(Seat, Weight); N],
    len: usize,
}

/// The most candidates of a race: all seats and, once more, the next player.
pub(crate) const RUNNERS: usize = MAX_SEATS + 1;

impl<const N: usize> Default for Runners<N> {
    fn default() -> Self {
        Runners { candidates: [(Seat::S0, Weight::ZERO); N], len: 0 }
    }
}

impl<const N: usize> Runners<N> {
    /// Adds a candidate; one of weight 0 never wins and is left out.
    #[inline(always)]
    pub(crate) fn add(&mut self, seat: Seat, weight: Weight) {
        if weight != Weight::ZERO {
            self.candidates[self.len] = (seat, weight);
            self.len += 1;
        }
    }

    reads! {
        pub(crate) fn len(&self) -> usize = self.len;
        pub(crate) fn seat(&self, index: usize) -> Seat = self.candidates[index].0;
    }

    /// The index of the first to react, if there is anybody.
    #[inline(always)]
    pub(crate) fn race<C: Cards, E: Chance<C> + ?Sized>(
        &self,
        chance: &mut E,
        race: Race,
    ) -> Option<usize> {
        match self.len {
            0 => None,
            1 => Some(0),
            len => Some(chance.race(race, &self.candidates[..len])),
        }
    }

    pub(crate) fn first<C: Cards, E: Chance<C> + ?Sized>(
        &self,
        chance: &mut E,
        race: Race,
    ) -> Option<Seat> {
        self.race(chance, race).map(|index| self.seat(index))
    }
}
