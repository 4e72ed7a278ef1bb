//! The order of things: how an action leads to the next decision. Catalogue: § 3.
//!
//! An action moves the round to a [`Stage`]; [`Round::advance`] then goes through the stages in
//! their order until somebody has to decide or the round is over. The stages only ever go forward
//! within a turn; the loop goes round once a turn.
//!
//! Three tiers of calls: [`Round::apply`] checks the action; [`Round::apply_trusted`] checks it in
//! debug builds only; the methods named after a decision, which it calls, are what the hot loop
//! uses when it knows the decision already. An illegal action given to the last two corrupts the
//! round (cards appear or vanish) but is no undefined behaviour.

use super::sections::LateColour;
use super::state::{Pending, PendingPenalty};
use super::{
    Action, ActiveRules, AnswerKind, AnyChance, CardChoice, Chance, Decision, Event, IllegalAction,
    Round, RoundStatus, Seat, Why,
};
use crate::cards::{Cards, Roomy};
use crate::rules::{FinishWhen, SetupRules};

/// How far a turn has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// A card lies on the pile and its colour is named; the player may have to call.
    Named,
    /// The call is settled; a forgotten penalty may be caught, others may jump in.
    Called,
    /// Nobody jumps in any more; the card takes effect.
    Acts,
    /// The card's action has taken effect; whose hand is empty?
    Acted,
    /// A player was hit and has taken it; the last card's draw may be what was settled.
    Settled,
    /// The turn is over; the next seat is already the player to move.
    Next,
    /// The player to move takes what hits.
    Take,
    /// The player to move draws instead of playing.
    Draw,
    /// The player to move has to decide what to play.
    Offer,
    /// Somebody has to make another decision, or the round is over.
    Stop,
}

impl<C: Cards> Round<C> {
    /// Takes the action that the round waits for, and goes on to the next decision or to the end.
    ///
    /// # Errors
    /// [`IllegalAction`] when the action is not among the legal ones; the round is unchanged.
    pub fn apply(
        &mut self,
        chance: &mut impl Chance<C>,
        action: Action,
    ) -> Result<(), IllegalAction> {
        if !self.is_legal(action) {
            return Err(IllegalAction { decision: self.decision, action });
        }
        self.apply_trusted(chance, action);
        Ok(())
    }

    /// Takes an action that is known to be legal.
    ///
    /// # Panics
    /// In debug builds, when it is not.
    pub fn apply_trusted(&mut self, chance: &mut impl Chance<C>, action: Action) {
        let stage = self.take_action_of(chance, action);
        self.advance(chance, stage);
    }

    /// Tells what happened, if anybody listens.
    #[inline(always)]
    pub(super) fn tell(&self, chance: &mut impl Chance<C>, event: Event) {
        if chance.listens() {
            chance.saw(self, event);
        }
    }

    /// Tells that the player to move is about to play or to draw, if anybody listens.
    #[inline(always)]
    pub(super) fn tell_turn(&self, chance: &mut impl Chance<C>) {
        if chance.listens() {
            chance.turn(self);
        }
    }

    /// Goes through the stages from `stage` on until somebody has to decide or the round is over.
    #[inline(always)]
    pub(crate) fn advance(&mut self, chance: &mut impl Chance<C>, mut stage: Stage) {
        while stage < Stage::Offer {
            if stage < Stage::Next {
                stage = self.settle(chance, stage);
            }
            stage = self.go_on(chance, stage);
        }
        if stage == Stage::Offer {
            self.wait_for_play(chance);
        }
    }

    /// A card that was laid is settled, up to the next turn: the call, jump-ins, its action, empty
    /// hands.
    #[inline(always)]
    pub(crate) fn settle(&mut self, chance: &mut impl Chance<C>, mut stage: Stage) -> Stage {
        if stage == Stage::Named && self.seat(self.player).size > 1 {
            // Cards are left: nothing to call, and the hand is not empty.
            if !self.somebody_comes_between(chance.rules()) {
                self.close_window(chance.rules());
                stage = self.take_effect(chance);
                return if stage == Stage::Acted && !self.some_hand_may_be_empty(chance) {
                    Stage::Next
                } else {
                    self.end_of_act(chance, stage)
                };
            }
            stage = Stage::Called;
        }
        if stage == Stage::Named {
            stage = self.ask_for_call(chance);
        }
        if stage == Stage::Called {
            stage = if chance.rules().flags.others_come_between {
                self.others_come_between(chance)
            } else {
                Stage::Acts
            };
        }
        if stage == Stage::Acts {
            stage = self.take_effect(chance);
        }
        self.end_of_act(chance, stage)
    }

    /// The end of [`Round::settle`]: empty hands, and the end of the round.
    #[inline(always)]
    fn end_of_act(&mut self, chance: &mut impl Chance<C>, mut stage: Stage) -> Stage {
        if stage == Stage::Acted {
            stage = self.check_empty_hands(chance);
        }
        if stage == Stage::Settled { self.finish(chance.rules()) } else { stage }
    }

    /// Begins turns until somebody has to decide or a card is laid without a choice.
    #[inline(always)]
    pub(crate) fn go_on(&mut self, chance: &mut impl Chance<C>, mut stage: Stage) -> Stage {
        loop {
            if stage == Stage::Next {
                stage = self.begin_turn(chance);
            }
            if stage == Stage::Take {
                stage = self.take(chance);
            }
            if stage == Stage::Draw {
                stage = self.draw_instead(chance);
            }
            if stage != Stage::Next {
                return stage;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn wait_for_kind(
        &mut self,
        seat: Seat,
        decision: Decision,
        choice: CardChoice<C::Word>,
    ) -> Stage {
        debug_assert!(decision.asks_for() == AnswerKind::Kind);
        self.actor = seat;
        self.decision = decision;
        self.choice = choice;
        Stage::Stop
    }

    #[inline(always)]
    pub(crate) fn wait_for(&mut self, seat: Seat, decision: Decision) -> Stage {
        self.actor = seat;
        self.decision = decision;
        self.choice = CardChoice::NONE;
        Stage::Stop
    }

    /// A seat becomes the player to move, hit or not: stall check, what people do, then steps 1 and
    /// 2.
    #[inline(always)]
    fn begin_turn(&mut self, chance: &mut impl Chance<C>) -> Stage {
        if chance.rules().flags.has_turn_start_effects {
            if let Some(stage) = self.turn_start_effects(chance) {
                return stage;
            }
        } else if self.ends_undecided(chance.rules()) {
            return Stage::Stop;
        }
        self.act_in_turn(chance)
    }

    /// What a turn begins with under rules that have more than the stall check; gives a stage where
    /// that is not the act of the player to move.
    #[inline(always)]
    fn turn_start_effects(&mut self, chance: &mut impl Chance<C>) -> Option<Stage> {
        if chance.rules().finish.mercy > 0 {
            if self.wins_alone(chance.rules()) {
                return Some(Stage::Stop);
            }
            self.pass_over_the_gone();
        }
        self.end_own_silence(chance.rules());
        let bring_in = chance.rules().finish.when == FinishWhen::BringIn;
        if (bring_in && self.wins_by_coming_to_move(chance)) || self.ends_undecided(chance.rules())
        {
            return Some(Stage::Stop);
        }
        if chance.rules().people_rates.break_quiet() {
            self.people_at_turn_start(chance);
            if !self.in_play.contains(self.to_move) || self.in_play.only().is_some() {
                return Some(Stage::Next);
            }
        }
        self.people.forgot_colour.then(|| self.wait_for(self.to_move, Decision::Colour))
    }

    /// Whether the round has reached the turn limit, or a dead position; it is over then.
    #[inline(always)]
    fn ends_undecided(&mut self, rules: &ActiveRules) -> bool {
        let stalls = self.turns >= rules.play.turn_limit;
        if stalls {
            self.end(rules, RoundStatus::Stalled);
        }
        stalls || (rules.flags.can_block && self.ends_blocked(rules))
    }

    /// Step 1 or step 2.
    #[inline(always)]
    pub(crate) fn act_in_turn(&mut self, chance: &mut impl Chance<C>) -> Stage {
        if self.pending.hit != PendingPenalty::Nothing {
            self.meet_hit(chance.rules())
        } else if chance.has_rare_rules() && self.has_lost_turn(chance) {
            Stage::Next
        } else {
            self.offer_play(chance)
        }
    }

    /// Step 1: answer what hits, challenge it, or take it.
    #[inline(always)]
    pub(crate) fn meet_hit(&mut self, rules: &ActiveRules) -> Stage {
        if rules.flags.has_answers
            && let Some(stage) = self.offer_answer(rules)
        {
            return stage;
        }
        self.face()
    }

    /// Step 1 without an answer.
    #[inline(always)]
    pub(crate) fn face(&mut self) -> Stage {
        if self.pending.challengeable.is_some() {
            return self.wait_for(self.to_move, Decision::Challenge);
        }
        Stage::Take
    }

    /// The player to move does not challenge, or cannot: it takes what hits, unless it forgets to.
    #[inline(always)]
    fn take(&mut self, chance: &mut impl Chance<C>) -> Stage {
        if chance.has_rare_rules()
            && let Some(stage) = self.ask_for_late_colour(LateColour::BeforeTaking)
        {
            return stage;
        }
        if !chance.rules().people_rates.forgets_penalty.is_never()
            && self.pending.hit == PendingPenalty::Draw
            && self.finish.winner.is_none()
            && let Some(stage) = self.forget_penalty(chance)
        {
            return stage;
        }
        self.take_hit(chance, 0, if self.pending.from_start { Why::Start } else { Why::Penalty })
    }

    /// The player to move takes what hits, with `more` cards on top, and loses the turn.
    #[inline(always)]
    pub(crate) fn take_hit(&mut self, chance: &mut impl Chance<C>, more: u32, why: Why) -> Stage {
        let seat = self.to_move;
        if self.pending.hit == PendingPenalty::Draw {
            let owed = u32::from(self.pending.owed) + more;
            self.pay(chance, seat, owed, why);
        }
        let may_play = chance.has_rare_rules()
            && self.pending.hit == PendingPenalty::Draw
            && self.may_play_after(chance.rules(), why);
        self.pending = Pending::NOTHING;
        let is_gone = chance.has_rare_rules()
            && !self.in_play().contains(seat)
            && self.finish.winner != Some(seat);
        if may_play && !is_gone {
            return self.play_after_penalty(chance);
        }
        if !is_gone {
            self.tell(chance, Event::LoseTurn { seat });
        }
        self.to_move = self.after(seat);
        if chance.has_rare_rules() && self.own.again {
            // Who has been knocked out meanwhile does not move again.
            if self.in_play.contains(self.player) {
                self.to_move = self.player;
            }
            self.own.again = false;
        }
        if self.finish.winner.is_some() { Stage::Settled } else { Stage::Next }
    }

    /// Whether who has drawn for this reason then has a turn. Catalogue: `responses.victim_plays`,
    /// `setup.start_draw`.
    #[inline(always)]
    fn may_play_after(&self, rules: &ActiveRules, why: Why) -> bool {
        match why {
            Why::Start => rules.start_draw_plays || rules.responses.victim_plays,
            Why::Penalty => rules.responses.victim_plays && self.finish.winner.is_none(),
            _ => false,
        }
    }

    /// Who has drawn, or made another draw, plays.
    pub(super) fn play_after_penalty(&mut self, chance: &mut impl Chance<C>) -> Stage {
        let finish = chance.rules().finish;
        if finish.mercy > 0 && self.wins_alone(chance.rules())
            || finish.when == FinishWhen::BringIn && self.wins_by_coming_to_move(chance)
        {
            return Stage::Stop;
        }
        if !self.in_play.contains(self.to_move) || self.has_lost_turn(chance) {
            return Stage::Next;
        }
        self.may_misplay_now(chance);
        self.offer_play(chance)
    }
}

/// The one instance of the game that all slow paths share: records, replay, people, bots, and
/// tables that seat any strategy.
impl Round<Roomy> {
    /// As [`Round::open`].
    #[inline(never)]
    pub fn open_dyn(&mut self, chance: &mut dyn Chance, setup: &SetupRules) {
        self.open(&mut AnyChance { chance }, setup);
    }

    /// As [`Round::apply`].
    ///
    /// # Errors
    /// [`IllegalAction`] when the action is not among the legal ones; the round is unchanged.
    #[inline(never)]
    pub fn apply_dyn(
        &mut self,
        chance: &mut dyn Chance,
        action: Action,
    ) -> Result<(), IllegalAction> {
        self.apply(&mut AnyChance { chance }, action)
    }

    /// As [`Round::apply_trusted`].
    ///
    /// # Panics
    /// In debug builds, when the action is illegal.
    #[inline(never)]
    pub fn apply_trusted_dyn(&mut self, chance: &mut dyn Chance, action: Action) {
        self.apply_trusted(&mut AnyChance { chance }, action);
    }
}

impl<C: Cards> Round<C> {
    /// Takes an action without going on.
    pub(crate) fn take_action_of(&mut self, chance: &mut impl Chance<C>, action: Action) -> Stage {
        debug_assert!(
            self.is_legal(action),
            "{:?}",
            IllegalAction { decision: self.decision, action }
        );
        if self.decision.is_noted() {
            self.note(self.actor, action);
        }
        match (self.decision, action) {
            (Decision::Play, Action::Card(kind)) => self.play_from_hand(chance, kind),
            (Decision::Play, Action::Pass) => self.pass(chance),
            (Decision::Play, _) => Stage::Draw,
            (Decision::Drawn, Action::Card(kind)) => self.play_drawn(chance, kind),
            (Decision::Drawn, _) => self.keep_drawn(chance),
            (Decision::Colour, Action::Colour(colour)) => self.name_colour(chance, colour),
            (Decision::Uno, action) => self.call_or_not(chance, action == Action::Yes),
            (Decision::Challenge, Action::Yes) => self.challenge(chance),
            (Decision::Challenge, _) => self.accept(),
            _ => self.take_house_action(chance, action),
        }
    }
}
