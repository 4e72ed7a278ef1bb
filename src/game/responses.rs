//! Answering what hits. Catalogue: `[responses]`, § 3.1.

use super::apply::Stage;
use super::legal::{Choices, barred};
use super::state::{Hit, Laid};
use super::{Decision, Env, How, Law, Round, Seat};
use crate::cards::{Cards, Colour, Kind, KindSet, Multiset, Symbol, Word};
use crate::rules::{DrawTwoResponse, ReverseReturns, SkipResponse, WildDrawFourResponse};

impl<C: Cards> Round<C> {
    /// Asks the player who is hit for an answer; none where it has none.
    #[inline(never)]
    pub(crate) fn offer_answer<E: Env>(&mut self, env: &mut E) -> Option<Stage> {
        let seat = self.to_move;
        let choices = self.answers(env.law(), seat);
        if choices.legal.is_empty() {
            return None;
        }
        Some(self.wait_for_kind(seat, Decision::Answer, choices.legal, choices.playable, true))
    }

    /// The cards with which a seat may answer what is pending; `wild_on_wild` does not bind them.
    fn answers(&self, law: &Law, seat: Seat) -> Choices<C::Word> {
        let state = self.seat(seat);
        let hand = state.hand.kinds();
        let mut legal = hand.and(self.kinds_that_answer(law));
        if state.size == 1 {
            legal = legal.without(barred(law));
        }
        let honest = self.is_honest(law, hand);
        let playable = if honest { legal } else { legal.without(KindSet::only(Kind::WILD_DRAW_FOUR)) };
        Choices { legal: if law.play.bluff { legal } else { playable }, playable }
    }

    /// The kinds that answer what is pending.
    fn kinds_that_answer(&self, law: &Law) -> KindSet<C::Word> {
        let card = self.pending.card;
        match (self.pending.hit, card.symbol()) {
            (Hit::Skip, Symbol::Skip) => answers_to_skip(law, card),
            (Hit::Draw, Symbol::DrawOne | Symbol::DrawTwo) => answers_to_draw_two(law, card),
            (Hit::Draw, Symbol::WildDrawFour) => {
                let named = if self.colour_forgotten { None } else { Some(self.top.colour) };
                answers_to_wild_draw_four(law, named)
            }
            _ => KindSet::EMPTY,
        }
    }

    /// The player who is hit answers with a card.
    pub(crate) fn answer<E: Env>(&mut self, env: &mut E, kind: Kind) -> Stage {
        self.turns += 1;
        let seat = self.to_move;
        // A player who answers does not challenge.
        self.pending.challengeable = None;
        self.laid = Laid { answers: true, ..Laid::by(seat) };
        self.play_card(env, seat, kind, How::Answer)
    }

    /// Cards that an answering draw two adds to.
    pub(crate) fn stacked_under_draw_two(&self, law: &Law) -> u16 {
        let adds = match self.pending.card.symbol() {
            Symbol::WildDrawFour => law.responses.wild_draw_four == WildDrawFourResponse::StackMixed,
            _ => law.responses.draw_two == DrawTwoResponse::Stack,
        };
        if adds && self.laid.answers { self.pending.owed } else { 0 }
    }

    /// An answering reverse sends what hits back, to the next seat in the new direction. Catalogue: `responses.reverse_returns`.
    pub(crate) fn send_back<E: Env>(&mut self, env: &mut E) {
        if self.turns_direction(env.law()) {
            self.turn_round(env.law());
        }
        self.pass_on();
    }

    /// An answering skip passes a penalty on to the next player. Catalogue: `responses.skip_passes`.
    pub(crate) fn pass_on(&mut self) {
        self.pending.from_start = false;
        self.pending.challengeable = None;
        self.to_move = self.after(self.player);
    }
}

/// The kinds of a symbol, in one colour if one is given.
fn kinds<W: Word>(symbol: Symbol, colour: Option<Colour>) -> KindSet<W> {
    let all = KindSet(W::symbol(symbol.index()));
    colour.map_or(all, |colour| all.and(KindSet::of_colour(colour)))
}

fn answers_to_skip<W: Word>(law: &Law, card: Kind) -> KindSet<W> {
    let mut answers = KindSet::EMPTY;
    if law.responses.skip == SkipResponse::Identical {
        answers = KindSet::only(card);
    }
    if law.responses.reverse_returns == ReverseReturns::All {
        answers = answers.or(kinds(Symbol::Reverse, card.colour()));
    }
    answers
}

fn answers_to_draw_two<W: Word>(law: &Law, card: Kind) -> KindSet<W> {
    let mut answers = KindSet::EMPTY;
    if law.responses.draw_two != DrawTwoResponse::None {
        answers = kinds(Symbol::DrawOne, None).or(kinds(Symbol::DrawTwo, None));
    }
    if law.responses.wild_draw_four == WildDrawFourResponse::StackMixed {
        answers = answers.or(KindSet::only(Kind::WILD_DRAW_FOUR));
    }
    if law.responses.reverse_returns != ReverseReturns::Off {
        answers = answers.or(kinds(Symbol::Reverse, card.colour()));
    }
    if law.responses.skip_passes {
        answers = answers.or(kinds(Symbol::Skip, card.colour()));
    }
    answers
}

/// No coloured card answers as long as no colour is named.
fn answers_to_wild_draw_four<W: Word>(law: &Law, named: Option<Colour>) -> KindSet<W> {
    let rule = law.responses.wild_draw_four;
    let mut answers = KindSet::EMPTY;
    if matches!(rule, WildDrawFourResponse::Stack | WildDrawFourResponse::StackMixed) {
        answers = KindSet::only(Kind::WILD_DRAW_FOUR);
    }
    let Some(colour) = named else { return answers };
    if matches!(rule, WildDrawFourResponse::Deflect | WildDrawFourResponse::StackMixed) {
        answers = answers.or(kinds(Symbol::DrawOne, Some(colour))).or(kinds(Symbol::DrawTwo, Some(colour)));
    }
    if law.responses.reverse_returns == ReverseReturns::All {
        answers = answers.or(kinds(Symbol::Reverse, Some(colour)));
    }
    answers
}
