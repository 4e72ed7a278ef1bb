//! What people of flesh do besides playing. Catalogue: `[people]`, § 3.3.

use super::apply::Stage;
use super::env::{MISPLAY, Occasions};
use super::legal::{barred, matching};
use super::state::{Hit, Laid, Pending, Top};
use super::{Coin, Env, Event, Fault, How, Race, Round, Seat, SeatSet, Why};
use crate::cards::{Cards, Colour, Kind, KindSet, Multiset};
use crate::rules::{ColourChoice, Probability};

/// Cards drawn for a misplay, a card out of turn, advice, and on top for a forgotten penalty.
const FAULT_PENALTY: u32 = 2;

impl<C: Cards> Round<C> {
    /// As a turn begins: advice, a card out of turn, speech, a false call. What happens changes
    /// none of the occasions.
    #[inline(always)]
    pub(crate) fn people_at_turn_start<E: Env<C> + ?Sized>(&mut self, env: &mut E) {
        if !env.is_surely_quiet(env.law().habits.most_noise()) {
            self.break_quiet(env);
        }
    }

    /// Somebody may do something.
    #[inline(never)]
    fn break_quiet<E: Env<C> + ?Sized>(&mut self, env: &mut E) {
        let occasions =
            *env.law().habits.occasions(self.silence.is_some(), self.pending.hit == Hit::Nothing);
        if env.is_quiet(occasions.noise()) {
            return;
        }
        env.may_act(&occasions);
        let others = self.in_play.without(self.to_move);
        if let Some(seat) = env.one_of(Coin::Advises, others, occasions.chances[0]) {
            self.advise(env, seat);
        }
        if let Some(seat) = env.one_of(Coin::PlaysOutOfTurn, others, occasions.chances[1]) {
            self.play_out_of_turn(env, seat);
        }
        if let Some(seat) = env.one_of(Coin::Talks, self.in_play, occasions.chances[2]) {
            self.break_silence(env, seat);
        }
        if let Some(seat) =
            env.one_of(Coin::CallsFalsely, SeatSet::EMPTY.with(self.to_move), occasions.chances[3])
        {
            self.call_falsely(env, seat);
        }
    }

    /// One seat other than the player to move gives advice; unnoticed it costs nothing.
    #[cold]
    #[inline(never)]
    fn advise<E: Env<C> + ?Sized>(&mut self, env: &mut E, seat: Seat) {
        let noticed = env.toss(Coin::CatchesFault, seat);
        if env.listens() {
            env.saw(self, Event::Advises { seat });
        }
        if noticed {
            self.pay(env, seat, FAULT_PENALTY, Why::Advice);
        }
    }

    /// One seat other than the player to move lays a card, takes it back and draws; unnoticed
    /// nothing happened.
    #[cold]
    #[inline(never)]
    fn play_out_of_turn<E: Env<C> + ?Sized>(&mut self, env: &mut E, seat: Seat) {
        if !env.toss(Coin::CatchesFault, seat) || self.seat(seat).size == 0 {
            return;
        }
        let card = self.pick_card(env, Coin::PlaysOutOfTurn, seat, self.seat(seat).hand.kinds());
        if env.listens() {
            env.saw(self, Event::Misplay { seat, card });
        }
        self.pay(env, seat, FAULT_PENALTY, Why::Misplay);
    }

    /// The player to move calls without cause.
    #[cold]
    #[inline(never)]
    fn call_falsely<E: Env<C> + ?Sized>(&mut self, env: &mut E, seat: Seat) {
        if env.listens() {
            env.saw(self, Event::Uno { seat, called: true, false_call: true });
        }
        let penalty = u32::from(env.law().uno.false_call_penalty);
        self.pay(env, seat, penalty, Why::FalseCall);
    }

    /// Who moves after an upheld challenge may misplay, though something was pending as the turn
    /// began.
    pub(crate) fn may_misplay_now<E: Env<C> + ?Sized>(&mut self, env: &mut E) {
        let misplays = env.law().habits.misplays;
        if misplays.is_never() {
            return;
        }
        let mut chances = [Probability::NEVER; 5];
        chances[MISPLAY] = misplays;
        let occasions = Occasions::new(chances);
        if !env.is_surely_quiet(occasions.noise()) && !env.is_quiet(occasions.noise()) {
            env.may_act(&occasions);
        }
    }

    /// The player to move lays a card that does not fit. Catalogue: `people.misplays`.
    #[cold]
    #[inline(never)]
    pub(crate) fn misplay<E: Env<C> + ?Sized>(&mut self, env: &mut E) -> Option<Stage> {
        let seat = self.to_move;
        let unfit = self.unfit(env, seat);
        if unfit.is_empty() {
            return None;
        }
        let most = env.law().habits.misplays;
        env.one_of(Coin::Misplays, SeatSet::EMPTY.with(seat), most)?;
        Some(self.lay_by_mistake(env, unfit))
    }

    fn lay_by_mistake<E: Env<C> + ?Sized>(
        &mut self,
        env: &mut E,
        unfit: KindSet<C::Word>,
    ) -> Stage {
        let seat = self.to_move;
        let card = self.pick_card(env, Coin::Misplays, seat, unfit);
        let noticed = env.toss(Coin::CatchesFault, seat);
        if env.listens() {
            env.saw(self, Event::Misplay { seat, card });
        }
        self.turns += 1;
        if !noticed {
            self.laid = Laid::by(seat);
            return self.lay(env, seat, card);
        }
        self.pay(env, seat, FAULT_PENALTY, Why::Misplay);
        self.to_move = self.after(seat);
        Stage::Next
    }

    /// The cards of a hand that do not fit: coloured ones that match neither colour nor symbol.
    fn unfit<E: Env<C> + ?Sized>(&self, env: &E, seat: Seat) -> KindSet<C::Word> {
        let law = env.law();
        let state = self.seat(seat);
        let unfit = state.hand.kinds().coloured().without(self.top.matching);
        if state.size > 1 { unfit } else { unfit.without(barred(law)) }
    }

    /// Who has just laid a wild forgets to name its colour. Catalogue: `people.forgets_colour`.
    #[inline(never)]
    pub(crate) fn forgets_colour<E: Env<C> + ?Sized>(&mut self, env: &mut E) -> bool {
        let seat = self.player;
        let law = env.law();
        self.colour_forgotten =
            law.play.colour_choice == ColourChoice::Free && env.toss(Coin::ForgetsColour, seat);
        if self.colour_forgotten {
            self.top = Top { card: self.card, colour: self.top.colour, matching: KindSet::WILDS };
            if env.listens() {
                env.saw(self, Event::ForgetsColour { seat });
            }
        }
        self.colour_forgotten
    }

    /// The player to move names the colour that was forgotten, and then acts.
    #[inline(never)]
    pub(crate) fn name_forgotten_colour<E: Env<C> + ?Sized>(
        &mut self,
        env: &mut E,
        colour: Colour,
    ) -> Stage {
        self.colour_forgotten = false;
        if env.listens() {
            env.saw(self, Event::NameColour { seat: self.to_move, colour });
        }
        let card = self.top.card;
        self.top = Top { card, colour, matching: matching(env.law(), card, colour, self.under) };
        self.act_in_turn(env)
    }

    /// The player who is to draw, and the round not won yet, plays a fitting card instead.
    /// Catalogue: `people.forgets_penalty`.
    #[inline(never)]
    pub(crate) fn forget_penalty<E: Env<C> + ?Sized>(&mut self, env: &mut E) -> Option<Stage> {
        let seat = self.to_move;
        let fitting = self.choices(env.law(), seat).playable;
        if fitting.is_empty() || !env.toss(Coin::ForgetsPenalty, seat) {
            return None;
        }
        let card = self.pick_card(env, Coin::ForgetsPenalty, seat, fitting);
        self.laid = Laid::by(seat);
        self.forgotten = Some(self.pending.owed);
        self.pending = Pending::NOTHING;
        self.cover();
        self.turns += 1;
        Some(self.play_card(env, seat, card, How::Turn))
    }

    /// Somebody may notice: the card goes back, what was owed is drawn, and more; the turn is over.
    pub(crate) fn forgotten_penalty_is_caught<E: Env<C> + ?Sized>(
        &mut self,
        env: &mut E,
        owed: u16,
    ) -> bool {
        let seat = self.player;
        let Some(by) = self.who_notices(env).first(env, Race::Penalty) else { return false };
        if env.listens() {
            env.saw(self, Event::Caught { seat, by, of: Fault::Penalty });
        }
        self.take_back(env, seat, self.card);
        self.pay(env, seat, u32::from(owed) + FAULT_PENALTY, Why::Forgotten);
        self.to_move = self.after(seat);
        true
    }

    fn pick_card<E: Env<C> + ?Sized>(
        &self,
        env: &mut E,
        coin: Coin,
        seat: Seat,
        kinds: KindSet<C::Word>,
    ) -> Kind {
        match kinds.first() {
            Some(only) if kinds.len() == 1 => only,
            _ => env.pick_card(coin, seat, kinds),
        }
    }
}
