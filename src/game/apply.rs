//! The order of things: how an action leads to the next decision. Catalogue: § 3.
//!
//! An action moves the round to a [`Stage`]; [`Round::advance`] then goes through the stages in their order until somebody has to decide
//! or the round is over. The stages only ever go forward within a turn; the loop goes round once a turn.
//!
//! Three tiers of calls: [`Round::apply`] checks the action; [`Round::apply_trusted`] checks it in debug builds only; the methods named after a
//! decision, which it calls, are what the hot loop uses when it knows the decision already. An illegal action given to the last two
//! corrupts the round (cards appear or vanish) but is no undefined behaviour.

use super::state::{Asked, Hit, Pending};
use super::{Action, Decision, Env, Event, IllegalAction, Round, Seat, Standing, Why};
use crate::cards::{Cards, KindSet};

/// How far a turn has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// A card lies on the pile and its colour is named; the player may have to call.
    Named,
    /// The call is settled; the card takes effect.
    Called,
    /// The card's action has taken effect; is the hand empty?
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
    pub fn apply<E: Env>(&mut self, env: &mut E, action: Action) -> Result<(), IllegalAction> {
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
    pub fn apply_trusted<E: Env>(&mut self, env: &mut E, action: Action) {
        let stage = self.take_action_of(env, action);
        self.advance(env, stage);
    }

    /// Takes an action without going on.
    pub(crate) fn take_action_of<E: Env>(&mut self, env: &mut E, action: Action) -> Stage {
        debug_assert!(self.is_legal(action), "{:?}", IllegalAction { decision: self.decision, action });
        match (self.decision, action) {
            (Decision::Play, Action::Card(kind)) => self.play_from_hand(env, kind),
            (Decision::Play, _) => Stage::Draw,
            (Decision::Drawn, Action::Card(kind)) => self.play_drawn(env, kind),
            (Decision::Drawn, _) => self.keep_drawn(env),
            (Decision::Colour, Action::Colour(colour)) => self.name_colour(env, colour),
            (Decision::Uno, action) => self.call_or_not(env, action == Action::Yes),
            (Decision::Challenge, Action::Yes) => self.challenge(env),
            (Decision::Challenge, _) => self.accept(env),
            (Decision::Swap, Action::Seat(with)) => self.swap(env, with),
            _ => unreachable!("{action:?} cannot answer {:?}", self.decision),
        }
    }

    /// Goes through the stages from `stage` on until somebody has to decide or the round is over.
    #[inline(always)]
    pub(crate) fn advance<E: Env>(&mut self, env: &mut E, mut stage: Stage) {
        while stage < Stage::Offer {
            if stage < Stage::Next {
                stage = self.settle(env, stage);
            }
            stage = self.go_on(env, stage);
        }
    }

    /// A card that was laid is settled, up to the next turn: the call, its action, the empty hand.
    #[inline(always)]
    pub(crate) fn settle<E: Env>(&mut self, env: &mut E, mut stage: Stage) -> Stage {
        if stage == Stage::Named && self.seat(self.player).size > 1 {
            // Cards are left: nothing to call, and the hand is not empty.
            stage = self.take_effect(env);
            return if stage == Stage::Acted { Stage::Next } else { stage };
        }
        if stage == Stage::Named {
            stage = self.ask_for_call(env);
        }
        if stage == Stage::Called {
            stage = self.take_effect(env);
        }
        if stage == Stage::Acted {
            stage = self.check_empty_hand(env);
        }
        if stage == Stage::Settled { self.finish() } else { stage }
    }

    /// Begins turns until somebody has to decide or a card is laid without a choice.
    #[inline(always)]
    pub(crate) fn go_on<E: Env>(&mut self, env: &mut E, mut stage: Stage) -> Stage {
        loop {
            if stage == Stage::Next {
                stage = self.begin_turn(env);
            }
            if stage == Stage::Take {
                stage = self.take_hit(env, 0, if self.pending.from_start { Why::Start } else { Why::Penalty });
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

    /// A seat becomes the player to move, hit or not: stall check, what people do, then steps 1 and 2.
    #[inline(always)]
    fn begin_turn<E: Env>(&mut self, env: &mut E) -> Stage {
        if self.turns >= env.law().play.turn_limit {
            self.standing = Standing::Stalled;
            return Stage::Stop;
        }
        if env.law().people_act {
            self.people_at_turn_start(env);
        }
        if self.pending.hit != Hit::Nothing { self.meet_hit(env) } else { self.offer_play(env) }
    }

    /// Step 1: answer what hits (not built), challenge it, or take it.
    #[inline(always)]
    pub(crate) fn meet_hit<E: Env>(&mut self, _env: &mut E) -> Stage {
        if self.pending.challengeable.is_some() {
            return self.wait_for(self.to_move, Decision::Challenge);
        }
        Stage::Take
    }

    /// The player to move takes what hits, with `more` cards on top, and loses the turn.
    #[inline(always)]
    pub(crate) fn take_hit<E: Env>(&mut self, env: &mut E, more: u32, why: Why) -> Stage {
        let seat = self.to_move;
        if self.pending.hit == Hit::Draw {
            let owed = u32::from(self.pending.owed) + more;
            self.draw_cards(env, seat, owed, why);
        }
        self.pending = Pending::NOTHING;
        if E::LISTENS {
            env.event(Event::LoseTurn { seat });
        }
        self.to_move = self.after(seat);
        if self.emptied.is_some() { Stage::Settled } else { Stage::Next }
    }

    /// The player's hand is empty: the round is decided, once the last card's draw is settled. Catalogue: § 3.3 and 3.4, `[finish]`.
    #[inline(always)]
    fn check_empty_hand<E: Env>(&mut self, env: &mut E) -> Stage {
        if self.seat(self.player).size != 0 { Stage::Next } else { self.go_out(env) }
    }

    #[inline(never)]
    fn go_out<E: Env>(&mut self, env: &mut E) -> Stage {
        let player = self.player;
        if E::LISTENS {
            env.event(Event::Out { seat: player, place: 1 });
        }
        self.emptied = Some(player);
        if self.pending.hit == Hit::Draw { self.meet_hit(env) } else { Stage::Settled }
    }

    /// The last card's action is settled: the round is over.
    #[inline(always)]
    fn finish(&mut self) -> Stage {
        self.standing = Standing::Won(self.emptied.expect("somebody emptied the hand"));
        Stage::Stop
    }
}
