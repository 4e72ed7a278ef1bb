//! Answering what hits. Catalogue: `[responses]`, § 3.1.

use super::apply::Stage;
use super::legal::barred;
use super::state::{PendingPenalty, PlayContext};
use super::{ActiveRules, CardChoice, Chance, Decision, How, Round, Seat};
use crate::cards::{Cards, Kind, KindSet, Multiset, Symbol};
use crate::rules::{ByValue, DrawTwoResponse, WildDrawFourResponse};

impl<C: Cards> Round<C> {
    /// Asks the player who is hit for an answer; none where it has none.
    #[inline(never)]
    pub(crate) fn offer_answer(&mut self, rules: &ActiveRules) -> Option<Stage> {
        let seat = self.to_move;
        let choice = self.answers(rules, seat);
        (!choice.legal.is_empty()).then(|| self.wait_for_kind(seat, Decision::Answer, choice))
    }

    /// The cards with which a seat may answer what is pending; `wild_on_wild` does not bind them.
    #[inline(always)]
    fn answers(&self, active: &ActiveRules, seat: Seat) -> CardChoice<C::Word> {
        let state = self.seat(seat);
        let hand = state.hand.kinds();
        let named = if self.people.forgot_colour { None } else { Some(self.top.colour) };
        let mut legal = hand.and(active.flags.answers.to(self.pending.card, named));
        if active.responses.by_value == ByValue::Total && self.pending.hit == PendingPenalty::Draw {
            let owed = self.pending.owed;
            let reaches = |kind: &Kind| {
                let value = active.draw_value(*kind);
                value == 0 || u16::from(value) >= owed
            };
            legal = legal.iter().filter(reaches).collect();
        }
        if self.pending.last {
            let met = KindSet::of_symbol(Symbol::DrawOne).or(KindSet::of_symbol(Symbol::DrawTwo));
            legal = legal.or(hand.and(met));
        }
        if legal.is_empty() {
            return CardChoice::of(legal, true);
        }
        if state.size == 1 {
            legal = legal.without(barred(active));
        }
        let playable = legal.without(self.dishonest(active, hand));
        let legal = if active.play.bluff { legal } else { playable };
        CardChoice { legal, playable, may_decline: true }
    }

    pub(crate) fn answer(&mut self, chance: &mut impl Chance<C>, kind: Kind) -> Stage {
        self.turns += 1;
        let seat = self.to_move;
        // A player who answers does not challenge.
        self.pending.challengeable = None;
        self.laid = PlayContext { answers: true, ..PlayContext::by(seat) };
        self.play_card(chance, seat, kind, How::Answer)
    }

    /// Cards that an answering draw two, draw one or blank adds to.
    pub(crate) fn stacked_under_draw_two(&self, active: &ActiveRules) -> u16 {
        let adds = match self.pending.card.symbol() {
            _ if active.responses.by_value != ByValue::Off => true,
            symbol if symbol.own().is_some() => true,
            Symbol::WildDrawFour => {
                active.responses.wild_draw_four == WildDrawFourResponse::StackMixed
            }
            _ => active.responses.draw_two == DrawTwoResponse::Stack,
        };
        if adds && self.laid.answers { self.pending.owed } else { 0 }
    }

    /// An answering reverse sends what hits back, to the next seat in the new direction. Catalogue:
    /// `responses.reverse_returns`.
    pub(crate) fn send_back(&mut self, chance: &mut impl Chance<C>) {
        if self.turns_direction(chance.rules()) {
            self.turn_round();
        }
        self.pass_on();
    }

    /// An answering skip passes a penalty on to the next player. Catalogue:
    /// `responses.skip_passes`.
    pub(crate) fn pass_on(&mut self) {
        self.pending.from_start = false;
        self.pending.challengeable = None;
        self.to_move = self.after(self.player);
    }
}
