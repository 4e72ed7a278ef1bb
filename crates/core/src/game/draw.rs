//! Drawing: on the own turn, and for every other reason. Catalogue: `[play]`.

use super::apply::Stage;
use super::legal::bluffable;
use super::state::HandClues;
use super::{CardChoice, Chance, Decision, Event, Round, Seat, Why};
use crate::cards::{Cards, Counts, DrawPile, Kind, KindSet};
use crate::rules::{DrawRule, DrawnCard, Reshuffle};

impl<C: Cards> Round<C> {
    /// The player to move draws instead of playing. Catalogue: `play.draw`, `play.drawn_card`.
    #[inline(always)]
    pub(crate) fn draw_instead(&mut self, chance: &mut impl Chance<C>) -> Stage {
        self.turns += 1;
        let seat = self.to_move;
        let rules = chance.rules();
        if rules.hands.launcher > 0 && rules.play.draw == DrawRule::One {
            return self.draw_from_launcher(chance);
        }
        let drawn = match rules.play.draw {
            DrawRule::One => self.draw_cards(chance, seat, 1, Why::Turn),
            DrawRule::UntilPlayable => self.draw_until_playable(chance, seat),
        };
        if chance.has_rare_rules() && !self.in_play.contains(seat) {
            return Stage::Next;
        }
        let Some(kind) = drawn else { return self.keep_drawn(chance) };
        if chance.rules().play.drawn_card == DrawnCard::Keep {
            return self.keep_drawn(chance);
        }
        let card = KindSet::only(kind);
        if self.top.matching.and(card).is_empty() {
            return self.keep_drawn(chance);
        }
        if bluffable::<C::Word>(chance.rules()).contains(kind)
            || !chance.rules().flags.barred.is_empty()
            || chance.has_rare_rules()
        {
            return self.offer_drawn(chance, card);
        }
        self.offer_choice(chance, CardChoice::of(card, false))
    }

    /// Some of what was drawn may be played at once. Catalogue: `play.drawn_card`.
    #[inline(always)]
    pub(crate) fn offer_drawn(
        &mut self,
        chance: &mut impl Chance<C>,
        drawn: KindSet<C::Word>,
    ) -> Stage {
        let choice = self.choice_drawn(chance, self.to_move).map(|kinds| kinds.and(drawn));
        self.offer_choice(chance, choice)
    }

    #[inline(always)]
    fn offer_choice(&mut self, chance: &mut impl Chance<C>, choice: CardChoice<C::Word>) -> Stage {
        let Some(kind) = choice.legal.first() else { return self.keep_drawn(chance) };
        self.card = kind;
        let choice = choice.of_drawn(chance.rules());
        if !choice.may_decline && choice.legal.len() == 1 {
            return self.play_drawn(chance, kind);
        }
        self.wait_for_kind(self.to_move, Decision::Drawn, choice)
    }

    /// The player to move keeps what it drew, or could draw nothing; the turn passes.
    #[inline(always)]
    pub(crate) fn keep_drawn(&mut self, chance: &mut impl Chance<C>) -> Stage {
        let seat = self.to_move;
        let colour = self.top.colour;
        let drawn = &mut self.drawn[seat.index()];
        drawn.not_followed[colour.index()] = drawn.count;
        self.tell(chance, Event::Keep { seat });
        self.to_move = self.after(seat);
        Stage::Next
    }

    /// A penalty: `owed` cards are drawn, or the launcher's button is pressed as often.
    #[inline(always)]
    pub(crate) fn pay(&mut self, chance: &mut impl Chance<C>, seat: Seat, owed: u32, why: Why) {
        if chance.rules().hands.launcher > 0 {
            self.pay_by_launcher(chance, seat, owed, why);
        } else {
            self.draw_cards(chance, seat, owed, why);
        }
    }

    /// Draws `owed` cards, or what there is; returns the last one. A debt of 0 is no event.
    #[inline(always)]
    pub(crate) fn draw_cards(
        &mut self,
        chance: &mut impl Chance<C>,
        seat: Seat,
        owed: u32,
        why: Why,
    ) -> Option<Kind> {
        let mut last = None;
        for _ in 0..owed {
            if chance.has_rare_rules() && self.is_full(chance.rules(), seat) {
                break;
            }
            let Some(kind) = self.draw_card(chance, seat) else { break };
            last = Some(kind);
        }
        if chance.listens() && owed > 0 && !(why == Why::Turn && last.is_none()) {
            chance.saw(self, Event::Draw { seat, owed, why });
        }
        if chance.has_rare_rules() {
            self.knock_out_if_full(chance, seat);
        }
        last
    }

    /// Draws until a playable card comes or the piles are empty; returns the last card drawn.
    fn draw_until_playable(&mut self, chance: &mut impl Chance<C>, seat: Seat) -> Option<Kind> {
        let mut last = None;
        let mut count = 0;
        while let Some(kind) = self.draw_card(chance, seat) {
            last = Some(kind);
            count += 1;
            if self.choice_drawn(chance, seat).playable.contains(kind)
                || (chance.has_rare_rules() && self.is_full(chance.rules(), seat))
            {
                break;
            }
        }
        if chance.listens() && count > 0 {
            chance.saw(self, Event::Draw { seat, owed: count, why: Why::Turn });
        }
        if chance.has_rare_rules() {
            self.knock_out_if_full(chance, seat);
        }
        last
    }

    /// Draws one card into a hand, reshuffling where there is none to draw.
    #[inline(always)]
    pub(crate) fn draw_card(&mut self, chance: &mut impl Chance<C>, seat: Seat) -> Option<Kind> {
        if self.pile.len() == self.pile.loose() && !self.ready_pile(chance) {
            return None;
        }
        let kind = self.pile.pop();
        self.seat_mut(seat).gain(kind);
        self.drawn[seat.index()].count += 1;
        if chance.listens() {
            chance.drawn(kind);
        }
        Some(kind)
    }

    /// Brings cards of the draw pile into order, after a reshuffle where it is empty; false where
    /// there is no card to draw.
    #[inline(always)]
    fn ready_pile(&mut self, chance: &mut impl Chance<C>) -> bool {
        if self.pile.is_empty() && !self.reshuffle(chance) {
            return false;
        }
        if self.pile.len() == self.pile.loose() {
            chance.shuffle_more(&mut self.pile);
        }
        true
    }

    /// Makes the discard pile but for its top card the draw pile; false where there is nothing to
    /// shuffle.
    #[cold]
    #[inline(never)]
    fn reshuffle(&mut self, chance: &mut impl Chance<C>) -> bool {
        let rule = chance.rules().play.reshuffle;
        if rule == Reshuffle::Never {
            return false;
        }
        self.forget_before_overflow();
        let takes_all = rule == Reshuffle::All && !self.may_come_back();
        let kept = if takes_all { [None; 2] } else { self.kept_in_discard_pile() };
        kept.into_iter().flatten().for_each(|kind| self.discard.remove(kind));
        self.pile.refill(&self.discard);
        self.discard = C::Counts::default();
        self.play.gone = kept.map(|kept| kept.is_none());
        kept.into_iter().flatten().for_each(|kind| self.discard.insert(kind));
        if self.pile.is_empty() {
            return false;
        }
        chance.reshuffled(&mut self.pile);
        true
    }

    /// Whether the top card may still be taken back.
    pub(crate) const fn may_come_back(&self) -> bool {
        self.covered.guarded || self.people.forgot_draw.is_some()
    }

    /// The top card, and the card under a wild draw four that may come back; a card that went into
    /// an earlier reshuffle is not kept, though its symbol and colour may stand again.
    pub(super) fn kept_in_discard_pile(&self) -> [Option<Kind>; 2] {
        let [top, covered] = self.play.gone.map(|gone| !gone);
        [(top, self.top.card), (covered && self.covered.guarded, self.covered.top.card)]
            .map(|(is_kept, card)| is_kept.then_some(card))
    }

    /// Forgets what is known of hands whose count of drawn cards could overflow before the next
    /// reshuffle.
    fn forget_before_overflow(&mut self) {
        for drawn in &mut self.drawn {
            if usize::from(drawn.count) > usize::from(u16::MAX) - C::Pile::CAPACITY {
                *drawn = HandClues::NOTHING;
            }
        }
    }
}
