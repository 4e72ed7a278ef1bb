//! What people do besides playing. Catalogue: `[people]`, § 3.3.

use super::apply::Stage;
use super::legal::barred;
use super::state::{Pending, PendingPenalty, PlayContext, Top};
use super::turn_events::{MISPLAY, TurnEvents};
use super::{ActiveRules, Chance, Coin, Event, Fault, How, Race, Round, Seat, SeatSet, Why};
use crate::cards::{Cards, Colour, Kind, KindSet, Multiset};
use crate::rules::{ColourChoice, Probability};

/// Cards drawn for a misplay, a card out of turn, advice, and on top for a forgotten penalty.
const FAULT_PENALTY: u32 = 2;

impl<C: Cards> Round<C> {
    /// As a turn begins: advice, a card out of turn, speech, a false call. What happens changes
    /// nothing about what else may happen.
    #[inline(always)]
    pub(crate) fn people_at_turn_start(&mut self, chance: &mut impl Chance<C>) {
        if !chance.is_surely_quiet(chance.rules().people_rates.most_noise()) {
            self.break_quiet(chance);
        }
    }

    #[inline(never)]
    fn break_quiet(&mut self, chance: &mut impl Chance<C>) {
        let turn_events = *chance
            .rules()
            .people_rates
            .turn_events(self.silence.is_some(), self.pending.hit == PendingPenalty::Nothing);
        if chance.is_quiet(turn_events.noise()) {
            return;
        }
        chance.may_act(&turn_events);
        let others = self.in_play.without(self.to_move);
        if let Some(seat) = chance.one_of(self, Coin::Advises, others, turn_events.chances[0]) {
            self.advise(chance, seat);
        }
        // Each of these may knock somebody out, and end the round by that.
        let others = self.in_play.without(self.to_move);
        if !others.is_empty()
            && let Some(seat) =
                chance.one_of(self, Coin::PlaysOutOfTurn, others, turn_events.chances[1])
        {
            self.play_out_of_turn(chance, seat);
        }
        if self.in_play.has_several()
            && let Some(seat) =
                chance.one_of(self, Coin::Talks, self.in_play, turn_events.chances[2])
        {
            self.break_silence(chance, seat);
        }
        if self.in_play.contains(self.to_move)
            && self.in_play.has_several()
            && let Some(seat) = chance.one_of(
                self,
                Coin::CallsFalsely,
                SeatSet::EMPTY.with(self.to_move),
                turn_events.chances[3],
            )
        {
            self.call_falsely(chance, seat);
        }
    }

    /// One seat other than the player to move gives advice; unnoticed it costs nothing.
    #[cold]
    #[inline(never)]
    fn advise(&mut self, chance: &mut impl Chance<C>, seat: Seat) {
        let noticed = chance.toss(Coin::CatchesFault, seat);
        self.tell(chance, Event::Advises { seat });
        if noticed {
            self.pay(chance, seat, FAULT_PENALTY, Why::Advice);
        }
    }

    /// One seat other than the player to move lays a card, takes it back and draws; unnoticed
    /// nothing happened.
    #[cold]
    #[inline(never)]
    fn play_out_of_turn(&mut self, chance: &mut impl Chance<C>, seat: Seat) {
        if !chance.toss(Coin::CatchesFault, seat) || self.seat(seat).size == 0 {
            return;
        }
        let card = self.pick_card(chance, Coin::PlaysOutOfTurn, seat, self.seat(seat).hand.kinds());
        self.tell(chance, Event::Misplay { seat, card });
        self.pay(chance, seat, FAULT_PENALTY, Why::Misplay);
    }

    #[cold]
    #[inline(never)]
    fn call_falsely(&mut self, chance: &mut impl Chance<C>, seat: Seat) {
        self.tell(chance, Event::Uno { seat, called: true, false_call: true });
        let penalty = u32::from(chance.rules().uno.false_call_penalty);
        self.pay(chance, seat, penalty, Why::FalseCall);
    }

    /// Who moves after an upheld challenge may misplay, though something was pending as the turn
    /// began.
    pub(crate) fn may_misplay_now(&mut self, chance: &mut impl Chance<C>) {
        let misplays = chance.rules().people_rates.misplays;
        if misplays.is_never() {
            return;
        }
        let mut chances = [Probability::NEVER; 5];
        chances[MISPLAY] = misplays;
        let turn_events = TurnEvents::new(chances);
        if !chance.is_surely_quiet(turn_events.noise()) && !chance.is_quiet(turn_events.noise()) {
            chance.may_act(&turn_events);
        }
    }

    /// The player to move lays a card that does not fit. Catalogue: `people.misplays`.
    #[cold]
    #[inline(never)]
    pub(crate) fn misplay(&mut self, chance: &mut impl Chance<C>) -> Option<Stage> {
        let seat = self.to_move;
        let unfit = self.unfit(chance.rules(), seat);
        if unfit.is_empty() {
            return None;
        }
        let most = chance.rules().people_rates.misplays;
        chance.one_of(self, Coin::Misplays, SeatSet::EMPTY.with(seat), most)?;
        Some(self.lay_by_mistake(chance, unfit))
    }

    fn lay_by_mistake(&mut self, chance: &mut impl Chance<C>, unfit: KindSet<C::Word>) -> Stage {
        let seat = self.to_move;
        let card = self.pick_card(chance, Coin::Misplays, seat, unfit);
        let noticed = chance.toss(Coin::CatchesFault, seat);
        self.turns += 1;
        self.tell(chance, Event::Misplay { seat, card });
        if !noticed {
            self.laid = PlayContext::by(seat);
            return self.lay(chance, seat, card);
        }
        self.pay(chance, seat, FAULT_PENALTY, Why::Misplay);
        self.to_move = self.after(seat);
        Stage::Next
    }

    /// The cards of a hand that do not fit: coloured ones that match neither colour nor symbol.
    pub fn unfit(&self, rules: &ActiveRules, seat: Seat) -> KindSet<C::Word> {
        let state = self.seat(seat);
        let unfit = state.hand.kinds().coloured().without(self.top.matching);
        if state.size > 1 { unfit } else { unfit.without(barred(rules)) }
    }

    /// Who has just laid a wild forgets to name its colour. Catalogue: `people.forgets_colour`.
    #[inline(never)]
    pub(crate) fn forgets_colour(&mut self, chance: &mut impl Chance<C>) -> bool {
        let seat = self.player;
        let rules = chance.rules();
        self.people.forgot_colour = rules.play.colour_choice == ColourChoice::Free
            && chance.toss(Coin::ForgetsColour, seat);
        if self.people.forgot_colour {
            self.top = Top { card: self.card, colour: self.top.colour, matching: KindSet::WILDS };
            self.tell(chance, Event::ForgetsColour { seat });
        }
        self.people.forgot_colour
    }

    #[inline(never)]
    pub(crate) fn name_forgotten_colour(
        &mut self,
        chance: &mut impl Chance<C>,
        colour: Colour,
    ) -> Stage {
        self.people.forgot_colour = false;
        self.tell(chance, Event::NameColour { seat: self.to_move, colour });
        self.show_wild(chance.rules(), self.top.card, colour);
        self.act_in_turn(chance)
    }

    /// The player who is to draw, and the round not won yet, plays a fitting card instead.
    /// Catalogue: `people.forgets_penalty`.
    #[inline(never)]
    pub(crate) fn forget_penalty(&mut self, chance: &mut impl Chance<C>) -> Option<Stage> {
        let seat = self.to_move;
        let fitting = self.choice_of(chance.rules(), seat).playable;
        if fitting.is_empty() || !chance.toss(Coin::ForgetsPenalty, seat) {
            return None;
        }
        let card = self.pick_card(chance, Coin::ForgetsPenalty, seat, fitting);
        self.laid = PlayContext::by(seat);
        self.tell_turn(chance);
        self.people.forgot_draw = Some(self.pending.owed);
        self.pending = Pending::NOTHING;
        self.cover(false);
        self.turns += 1;
        Some(self.play_card(chance, seat, card, How::Turn))
    }

    /// Somebody may notice: the card goes back, what was owed is drawn, and more; the turn is over.
    pub(crate) fn forgotten_penalty_is_caught(
        &mut self,
        chance: &mut impl Chance<C>,
        owed: u16,
    ) -> bool {
        let seat = self.player;
        let Some(by) = self.who_notices(chance, Coin::CatchesUno).first(chance, Race::Penalty)
        else {
            return false;
        };
        self.tell(chance, Event::Caught { seat, by, fault: Fault::Penalty });
        self.take_back(chance, seat, self.card);
        self.pay(chance, seat, u32::from(owed) + FAULT_PENALTY, Why::Forgotten);
        self.to_move = self.after(seat);
        true
    }

    /// Somebody may notice that no colour was named: who forgot draws. Catalogue:
    /// `people.catches_colour`.
    #[cold]
    #[inline(never)]
    pub(crate) fn forgotten_colour_is_caught(&mut self, chance: &mut impl Chance<C>) {
        let seat = self.player;
        if self.seat(seat).size == 0 {
            return;
        }
        let noticing = self.who_notices(chance, Coin::CatchesColour);
        let Some(by) = noticing.first(chance, Race::Colour) else { return };
        self.tell(chance, Event::Caught { seat, by, fault: Fault::Colour });
        let penalty = u32::from(chance.person(seat).colour_penalty);
        self.pay(chance, seat, penalty, Why::Colour);
    }

    fn pick_card(
        &self,
        chance: &mut impl Chance<C>,
        coin: Coin,
        seat: Seat,
        kinds: KindSet<C::Word>,
    ) -> Kind {
        match kinds.first() {
            Some(only) if kinds.len() == 1 => only,
            _ => chance.pick_card(coin, seat, kinds),
        }
    }
}
