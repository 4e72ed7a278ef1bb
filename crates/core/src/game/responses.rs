//! Answering what hits. Catalogue: `[responses]`, § 3.1.

use super::apply::Stage;
use super::legal::{Choices, barred};
use super::state::Laid;
use super::{ActiveRules, Chance, Decision, How, Round, Seat};
use crate::cards::{Cards, Colour, Kind, KindSet, Multiset, Symbol, Word};
use crate::rules::{
    DrawTwoResponse, ResponseRules, ReverseReturns, SkipResponse, WildDrawFourResponse,
};

impl<C: Cards> Round<C> {
    /// Asks the player who is hit for an answer; none where it has none.
    #[inline(never)]
    pub(crate) fn offer_answer<E: Chance<C> + ?Sized>(&mut self, chance: &mut E) -> Option<Stage> {
        let seat = self.to_move;
        let choices = self.answers(chance.rules(), seat);
        if choices.legal.is_empty() {
            return None;
        }
        Some(self.wait_for_kind(seat, Decision::Answer, choices.legal, choices.playable, true))
    }

    /// The cards with which a seat may answer what is pending; `wild_on_wild` does not bind them.
    #[inline(always)]
    fn answers(&self, active: &ActiveRules, seat: Seat) -> Choices<C::Word> {
        let state = self.seat(seat);
        let hand = state.hand.kinds();
        let named = if self.colour_forgotten { None } else { Some(self.top.colour) };
        let mut answers = active.flags.answers.to(self.pending.card, named);
        if self.pending.last {
            answers = answers.or(KindSet(C::Word::symbol(Symbol::DrawOne.index())));
            answers = answers.or(KindSet(C::Word::symbol(Symbol::DrawTwo.index())));
        }
        let mut legal = hand.and(answers);
        if legal.is_empty() {
            return Choices { legal, playable: legal };
        }
        if state.size == 1 {
            legal = legal.without(barred(active));
        }
        let honest = self.is_honest(active, hand);
        let playable =
            if honest { legal } else { legal.without(KindSet::only(Kind::WILD_DRAW_FOUR)) };
        Choices { legal: if active.play.bluff { legal } else { playable }, playable }
    }

    /// The player who is hit answers with a card.
    pub(crate) fn answer<E: Chance<C> + ?Sized>(&mut self, chance: &mut E, kind: Kind) -> Stage {
        self.turns += 1;
        let seat = self.to_move;
        // A player who answers does not challenge.
        self.pending.challengeable = None;
        self.laid = Laid { answers: true, ..Laid::by(seat) };
        self.play_card(chance, seat, kind, How::Answer)
    }

    /// Cards that an answering draw two adds to.
    pub(crate) fn stacked_under_draw_two(&self, active: &ActiveRules) -> u16 {
        let adds = match self.pending.card.symbol() {
            Symbol::WildDrawFour => {
                active.responses.wild_draw_four == WildDrawFourResponse::StackMixed
            }
            _ => active.responses.draw_two == DrawTwoResponse::Stack,
        };
        if adds && self.laid.answers { self.pending.owed } else { 0 }
    }

    /// An answering reverse sends what hits back, to the next seat in the new direction. Catalogue:
    /// `responses.reverse_returns`.
    pub(crate) fn send_back<E: Chance<C> + ?Sized>(&mut self, chance: &mut E) {
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

/// Which kinds answer which, worked out once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Answers {
    /// For each kind that hits, the kinds that answer it; for a wild draw four those that do as
    /// long as no colour is named.
    to: [KindSet<u64>; Kind::COMPACT],
    /// Those that answer a wild draw four, for each colour that may be named.
    to_wild_draw_four: [KindSet<u64>; 4],
}

impl Answers {
    /// Nothing is answered.
    pub(crate) const NONE: Answers =
        Answers { to: [KindSet::EMPTY; Kind::COMPACT], to_wild_draw_four: [KindSet::EMPTY; 4] };

    /// The answers that these rules allow.
    pub(crate) fn of(rules: &ResponseRules) -> Answers {
        let mut answers = Answers::NONE;
        // No kind beyond these hits anybody.
        for kind in Kind::all().take(Kind::COMPACT) {
            answers.to[kind.index()] = match kind.symbol() {
                Symbol::Skip => answers_to_skip(rules, kind),
                Symbol::DrawOne | Symbol::DrawTwo => answers_to_draw_two(rules, kind),
                Symbol::WildDrawFour => answers_to_wild_draw_four(rules, None),
                _ => KindSet::EMPTY,
            };
        }
        answers.to_wild_draw_four =
            Colour::ALL.map(|colour| answers_to_wild_draw_four(rules, Some(colour)));
        answers
    }

    /// The kinds that answer a card, on which this colour was named if it is a wild.
    #[inline(always)]
    fn to<W: Word>(&self, card: Kind, named: Option<Colour>) -> KindSet<W> {
        let answers = match named {
            Some(colour) if card == Kind::WILD_DRAW_FOUR => self.to_wild_draw_four[colour.index()],
            _ => self.to[card.index() % Kind::COMPACT],
        };
        KindSet(W::truncated(u128::from(answers.0)))
    }
}

/// The kinds of a symbol, in one colour if one is given.
fn kinds(symbol: Symbol, colour: Option<Colour>) -> KindSet<u64> {
    let all = KindSet(u64::symbol(symbol.index()));
    colour.map_or(all, |colour| all.and(KindSet::of_colour(colour)))
}

fn answers_to_skip(rules: &ResponseRules, card: Kind) -> KindSet<u64> {
    let mut answers = KindSet::EMPTY;
    if rules.skip == SkipResponse::Identical {
        answers = KindSet::only(card);
    }
    if rules.reverse_returns == ReverseReturns::All {
        answers = answers.or(kinds(Symbol::Reverse, card.colour()));
    }
    answers
}

fn answers_to_draw_two(rules: &ResponseRules, card: Kind) -> KindSet<u64> {
    let mut answers = KindSet::EMPTY;
    if rules.draw_two != DrawTwoResponse::None {
        answers = kinds(Symbol::DrawOne, None).or(kinds(Symbol::DrawTwo, None));
    }
    if rules.wild_draw_four == WildDrawFourResponse::StackMixed {
        answers = answers.or(KindSet::only(Kind::WILD_DRAW_FOUR));
    }
    if rules.reverse_returns != ReverseReturns::Off {
        answers = answers.or(kinds(Symbol::Reverse, card.colour()));
    }
    if rules.skip_passes {
        answers = answers.or(kinds(Symbol::Skip, card.colour()));
    }
    answers
}

/// No coloured card answers as long as no colour is named.
fn answers_to_wild_draw_four(rules: &ResponseRules, named: Option<Colour>) -> KindSet<u64> {
    let mut answers = KindSet::EMPTY;
    if matches!(
        rules.wild_draw_four,
        WildDrawFourResponse::Stack | WildDrawFourResponse::StackMixed
    ) {
        answers = KindSet::only(Kind::WILD_DRAW_FOUR);
    }
    let Some(colour) = named else { return answers };
    if matches!(
        rules.wild_draw_four,
        WildDrawFourResponse::Deflect | WildDrawFourResponse::StackMixed
    ) {
        answers = answers
            .or(kinds(Symbol::DrawOne, Some(colour)))
            .or(kinds(Symbol::DrawTwo, Some(colour)));
    }
    if rules.reverse_returns == ReverseReturns::All {
        answers = answers.or(kinds(Symbol::Reverse, Some(colour)));
    }
    answers
}
