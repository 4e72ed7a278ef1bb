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

use super::state::{Asked, Hit, Pending};
use super::{Action, Decision, Env, Event, IllegalAction, Law, Round, Seat, Standing, Why};
use crate::cards::{Cards, KindSet, Roomy};
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
    ///
    /// # Examples
    ///
    /// ```
    /// # use unobench_core::game::{Law, Prepared};
    /// # use unobench_core::rng::RoundKey;
    /// # use unobench_core::rules::RuleSet;
    /// use unobench_core::game::{Action, Decision};
    ///
    /// # let rules = RuleSet::official();
    /// # let (law, key) = (Law::of(&rules), RoundKey::new(1, 0, 0));
    /// # let deck: Prepared = Prepared::new(&rules, 2);
    /// # let dealt = deck.dealt(key, deck.first_opening(key));
    /// # let (mut round, mut chance) = (dealt.round, dealt.chance(&law, &rules.people));
    /// round.open(&mut chance, &rules.setup);
    /// assert_eq!(round.decision(), Decision::Play);
    /// let seat = round.actor();
    /// assert!(round.apply(&mut chance, Action::Yes).is_err());
    /// assert_eq!(round.actor(), seat);
    /// // Declining to play means to draw.
    /// round.apply(&mut chance, Action::No).expect("one may always draw");
    /// assert_eq!(round.cards_in_play(), 108);
    /// ```
    pub fn apply<E: Env<C> + ?Sized>(
        &mut self,
        env: &mut E,
        action: Action,
    ) -> Result<(), IllegalAction> {
        if !self.is_legal(action) {
            return Err(IllegalAction { decision: self.decision, action });
        }
        self.apply_trusted(env, action);
        Ok(())
    }

    /// Takes an action that is known to be legal.
    ///
    /// # Panics
    /// In debug builds, when it is not.
    pub fn apply_trusted<E: Env<C> + ?Sized>(&mut self, env: &mut E, action: Action) {
        let stage = self.take_action_of(env, action);
        self.advance(env, stage);
    }

    /// Takes an action without going on.
    pub(crate) fn take_action_of<E: Env<C> + ?Sized>(
        &mut self,
        env: &mut E,
        action: Action,
    ) -> Stage {
        debug_assert!(
            self.is_legal(action),
            "{:?}",
            IllegalAction { decision: self.decision, action }
        );
        match (self.decision, action) {
            (Decision::Play, Action::Card(kind)) => self.play_from_hand(env, kind),
            (Decision::Play, _) => Stage::Draw,
            (Decision::Drawn, Action::Card(kind)) => self.play_drawn(env, kind),
            (Decision::Drawn, _) => self.keep_drawn(env),
            (Decision::Colour, Action::Colour(colour)) => self.name_colour(env, colour),
            (Decision::Uno, action) => self.call_or_not(env, action == Action::Yes),
            (Decision::Challenge, Action::Yes) => self.challenge(env),
            (Decision::Challenge, _) => self.accept(env),
            (Decision::Answer, Action::Card(kind)) => self.answer(env, kind),
            (Decision::Answer, _) => self.face(env),
            (Decision::JumpIn | Decision::Double, action) => {
                self.want_to_jump_in(env, action != Action::No)
            }
            (Decision::Swap, Action::Seat(with)) => self.swap(env, with),
            (Decision::Exchange, Action::Seat(with)) => self.exchange_with(env, with),
            (Decision::Exchange, _) => Stage::Acted,
            (Decision::Give, Action::Card(kind)) => self.give(env, kind),
            _ => unreachable!("{action:?} cannot answer {:?}", self.decision),
        }
    }

    /// Goes through the stages from `stage` on until somebody has to decide or the round is over.
    #[inline(always)]
    pub(crate) fn advance<E: Env<C> + ?Sized>(&mut self, env: &mut E, mut stage: Stage) {
        while stage < Stage::Offer {
            if stage < Stage::Next {
                stage = self.settle(env, stage);
            }
            stage = self.go_on(env, stage);
        }
    }

    /// A card that was laid is settled, up to the next turn: the call, jump-ins, its action, empty
    /// hands.
    #[inline(always)]
    pub(crate) fn settle<E: Env<C> + ?Sized>(&mut self, env: &mut E, mut stage: Stage) -> Stage {
        if stage == Stage::Named && self.seat(self.player).size > 1 {
            // Cards are left: nothing to call, and the hand is not empty.
            if !self.somebody_comes_between(env.law()) {
                self.close_window(env.law());
                stage = self.take_effect(env);
                return if stage == Stage::Acted && !self.some_hand_may_be_empty(env) {
                    Stage::Next
                } else {
                    self.end_of_act(env, stage)
                };
            }
            stage = Stage::Called;
        }
        if stage == Stage::Named {
            stage = self.ask_for_call(env);
        }
        if stage == Stage::Called {
            stage = if env.law().course.others_come_between {
                self.others_come_between(env)
            } else {
                Stage::Acts
            };
        }
        if stage == Stage::Acts {
            stage = self.take_effect(env);
        }
        self.end_of_act(env, stage)
    }

    /// The end of [`Round::settle`]: empty hands, and the end of the round.
    #[inline(always)]
    fn end_of_act<E: Env<C> + ?Sized>(&mut self, env: &mut E, mut stage: Stage) -> Stage {
        if stage == Stage::Acted {
            stage = self.check_empty_hands(env);
        }
        if stage == Stage::Settled { self.finish() } else { stage }
    }

    /// Begins turns until somebody has to decide or a card is laid without a choice.
    #[inline(always)]
    pub(crate) fn go_on<E: Env<C> + ?Sized>(&mut self, env: &mut E, mut stage: Stage) -> Stage {
        loop {
            if stage == Stage::Next {
                stage = self.begin_turn(env);
            }
            if stage == Stage::Take {
                stage = self.take(env);
            }
            if stage == Stage::Draw {
                stage = self.draw_instead(env);
            }
            if stage != Stage::Next {
                return stage;
            }
        }
    }

    /// Waits for a decision among kinds of card.
    #[inline(always)]
    pub(crate) fn wait_for_kind(
        &mut self,
        seat: Seat,
        decision: Decision,
        legal: KindSet<C::Word>,
        playable: KindSet<C::Word>,
        may_decline: bool,
    ) -> Stage {
        debug_assert!(decision.asks_for() == Asked::Kind);
        self.actor = seat;
        self.decision = decision;
        self.legal = legal;
        self.playable = playable;
        self.may_decline = may_decline;
        Stage::Stop
    }

    /// Waits for a decision that is not about a card.
    #[inline(always)]
    pub(crate) fn wait_for(&mut self, seat: Seat, decision: Decision) -> Stage {
        self.actor = seat;
        self.decision = decision;
        self.legal = KindSet::EMPTY;
        self.playable = KindSet::EMPTY;
        self.may_decline = false;
        Stage::Stop
    }

    /// A seat becomes the player to move, hit or not: stall check, what people do, then steps 1 and
    /// 2.
    #[inline(always)]
    fn begin_turn<E: Env<C> + ?Sized>(&mut self, env: &mut E) -> Stage {
        if env.law().course.turns_have_rites {
            if let Some(stage) = self.begin_with_rites(env) {
                return stage;
            }
        } else if self.stalls(env.law()) {
            return Stage::Stop;
        }
        self.act_in_turn(env)
    }

    /// What a turn begins with under rules that have more than the stall check; gives a stage where
    /// that is not the act of the player to move.
    #[inline(always)]
    fn begin_with_rites<E: Env<C> + ?Sized>(&mut self, env: &mut E) -> Option<Stage> {
        self.end_own_silence(env.law());
        let bring_in = env.law().finish.when == FinishWhen::BringIn;
        if (bring_in && self.wins_by_coming_to_move(env)) || self.stalls(env.law()) {
            return Some(Stage::Stop);
        }
        if env.law().habits.break_quiet() {
            self.people_at_turn_start(env);
        }
        self.colour_forgotten.then(|| self.wait_for(self.to_move, Decision::Colour))
    }

    /// Whether the round has reached the turn limit; it is over then.
    #[inline(always)]
    fn stalls(&mut self, law: &Law) -> bool {
        let stalls = self.turns >= law.play.turn_limit;
        if stalls {
            self.standing = Standing::Stalled;
        }
        stalls
    }

    /// Step 1 or step 2.
    #[inline(always)]
    pub(crate) fn act_in_turn<E: Env<C> + ?Sized>(&mut self, env: &mut E) -> Stage {
        if self.pending.hit != Hit::Nothing { self.meet_hit(env) } else { self.offer_play(env) }
    }

    /// Step 1: answer what hits, challenge it, or take it.
    #[inline(always)]
    pub(crate) fn meet_hit<E: Env<C> + ?Sized>(&mut self, env: &mut E) -> Stage {
        if env.law().course.has_answers
            && let Some(stage) = self.offer_answer(env)
        {
            return stage;
        }
        self.face(env)
    }

    /// Step 1 without an answer.
    #[inline(always)]
    pub(crate) fn face<E: Env<C> + ?Sized>(&mut self, _env: &mut E) -> Stage {
        if self.pending.challengeable.is_some() {
            return self.wait_for(self.to_move, Decision::Challenge);
        }
        Stage::Take
    }

    /// The player to move does not challenge, or cannot: it takes what hits, unless it forgets to.
    #[inline(always)]
    fn take<E: Env<C> + ?Sized>(&mut self, env: &mut E) -> Stage {
        if !env.law().habits.forgets_penalty.is_never()
            && self.pending.hit == Hit::Draw
            && self.winner.is_none()
            && let Some(stage) = self.forget_penalty(env)
        {
            return stage;
        }
        self.take_hit(env, 0, if self.pending.from_start { Why::Start } else { Why::Penalty })
    }

    /// The player to move takes what hits, with `more` cards on top, and loses the turn.
    #[inline(always)]
    pub(crate) fn take_hit<E: Env<C> + ?Sized>(
        &mut self,
        env: &mut E,
        more: u32,
        why: Why,
    ) -> Stage {
        let seat = self.to_move;
        if self.pending.hit == Hit::Draw {
            let owed = u32::from(self.pending.owed) + more;
            self.pay(env, seat, owed, why);
        }
        self.pending = Pending::NOTHING;
        if env.listens() {
            env.saw(self, Event::LoseTurn { seat });
        }
        self.to_move = self.after(seat);
        if self.winner.is_some() { Stage::Settled } else { Stage::Next }
    }
}

/// The one instance of the game that all slow paths share: records, replay, people, bots, and
/// tables that seat any strategy.
impl Round<Roomy> {
    /// As [`Round::open`].
    #[inline(never)]
    pub fn open_dyn(&mut self, env: &mut dyn Env, setup: &SetupRules) {
        self.open(env, setup);
    }

    /// As [`Round::apply`].
    ///
    /// # Errors
    /// [`IllegalAction`] when the action is not among the legal ones; the round is unchanged.
    #[inline(never)]
    pub fn apply_dyn(&mut self, env: &mut dyn Env, action: Action) -> Result<(), IllegalAction> {
        self.apply(env, action)
    }

    /// As [`Round::apply_trusted`].
    ///
    /// # Panics
    /// In debug builds, when the action is illegal.
    #[inline(never)]
    pub fn apply_trusted_dyn(&mut self, env: &mut dyn Env, action: Action) {
        self.apply_trusted(env, action);
    }
}
