//! Identical cards out of turn. Catalogue: `[jump_in]`, § 3.3.
//!
//! A window opens after each card: whoever holds the identical one is asked in turn, first who has
//! just laid (a double), then the others in the order of play. Among those who want to, and the
//! next player, a race decides; another window opens on the card that was laid.

use super::apply::Stage;
use super::legal::barred;
use super::uno::{RUNNERS, Runners};
use super::{ActiveRules, CardChoice, Chance, Decision, How, Race, Round, Seat, SeatSet};
use crate::cards::{Cards, Kind, KindSet, Multiset, Symbol};
use crate::rules::{Double, DrawTwoResponse, JumpInActions, Resume};

impl<C: Cards> Round<C> {
    /// Whether others may do something before the card takes effect.
    #[inline(always)]
    pub(crate) fn somebody_comes_between(&self, rules: &ActiveRules) -> bool {
        rules.flags.others_come_between
            && (self.people.forgot_draw.is_some()
                || self.people.forgot_colour
                || self.somebody_may_jump_in(rules))
    }

    /// What others do before a card takes effect: they catch a forgotten penalty, or jump in.
    #[inline(always)]
    pub(crate) fn others_come_between(&mut self, chance: &mut impl Chance<C>) -> Stage {
        // Nobody catches who was knocked out for the missing call.
        let is_there = self.in_play.contains(self.player);
        if let Some(owed) = self.people.forgot_draw.take()
            && is_there
            && self.forgotten_penalty_is_caught(chance, owed)
        {
            return Stage::Next;
        }
        if is_there
            && self.people.forgot_colour
            && !chance.rules().people_rates.catches_colour.is_never()
        {
            self.forgotten_colour_is_caught(chance);
        }
        if self.in_play.has_several() && self.may_be_jumped_in_on(chance.rules()) {
            return self.open_window(chance);
        }
        self.close_window(chance.rules());
        Stage::Acts
    }

    /// Whether the card is one that may be jumped in on, before the round has reached its turn
    /// limit. Catalogue: `play.turn_limit`.
    #[inline(always)]
    fn may_be_jumped_in_on(&self, rules: &ActiveRules) -> bool {
        rules.flags.has_jump_ins
            && (!self.card.is_wild() || self.card == Kind::WILD)
            && self.turns < rules.play.turn_limit
    }

    #[inline(always)]
    fn somebody_may_jump_in(&self, rules: &ActiveRules) -> bool {
        // All hands at once, those of empty seats too: no branch and no loop.
        let held = || {
            self.seats
                .iter()
                .fold(KindSet::EMPTY, |held: KindSet<C::Word>, seat| held.or(seat.hand.kinds()))
        };
        self.may_be_jumped_in_on(rules) && held().contains(self.card)
    }

    /// Asks whoever may jump in, one after the other.
    #[inline(never)]
    fn open_window(&mut self, chance: &mut impl Chance<C>) -> Stage {
        let rules = chance.rules();
        let player = self.player;
        self.jump_in.jumpers = SeatSet::EMPTY;
        self.jump_in.to_ask = self.others_who_may_jump_in(rules);
        if self.may_jump_in(rules, player) {
            return self.ask_to_jump_in(player);
        }
        self.ask_next(chance)
    }

    #[inline(always)]
    pub(crate) fn others_who_may_jump_in(&self, rules: &ActiveRules) -> SeatSet {
        if !rules.jump_in.enabled {
            return SeatSet::EMPTY;
        }
        // One hand after the other: shifted each to its place at once, they would be gathered in
        // vector registers, which takes longer.
        let bits = self.seats.iter().rev().fold(0, |bits: u16, seat| {
            bits + bits + u16::from(seat.hand.kinds().contains(self.card))
        });
        let holders = SeatSet::from_bits(bits & self.in_play.bits()).without(self.player);
        if barred::<C::Word>(rules).contains(self.card) {
            holders.filter(|seat| self.seat(seat).size > 1)
        } else {
            holders
        }
    }

    /// Asks the next in the order of play from the player on; runs the race when all are asked.
    #[inline(always)]
    fn ask_next(&mut self, chance: &mut impl Chance<C>) -> Stage {
        if let Some(seat) = self.jump_in.to_ask.next_after(self.player, self.direction) {
            self.jump_in.to_ask = self.jump_in.to_ask.without(seat);
            return self.ask_to_jump_in(seat);
        }
        if self.jump_in.jumpers.is_empty() {
            self.close_window(chance.rules());
            return Stage::Acts;
        }
        self.race_to_jump_in(chance)
    }

    #[inline(always)]
    fn ask_to_jump_in(&mut self, seat: Seat) -> Stage {
        let choice = CardChoice::of(KindSet::only(self.card), true);
        let decision = if seat == self.player { Decision::Double } else { Decision::JumpIn };
        self.wait_for_kind(seat, decision, choice)
    }

    /// Whether a seat holds the identical card and may lay it.
    #[inline(always)]
    pub(crate) fn may_jump_in(&self, rules: &ActiveRules, seat: Seat) -> bool {
        let kind = self.card;
        let state = self.seat(seat);
        state.hand.kinds().contains(kind)
            && (seat != self.player || may_double(rules, kind))
            && !(state.size == 1 && barred::<C::Word>(rules).contains(kind))
    }

    #[inline(always)]
    pub(crate) fn want_to_jump_in(&mut self, chance: &mut impl Chance<C>, wants: bool) -> Stage {
        let asked = self.actor;
        if wants {
            self.jump_in.jumpers = self.jump_in.jumpers.with(asked);
        }
        self.ask_next(chance)
    }

    /// Who is first among those who want to jump in and the next player?
    #[inline(never)]
    fn race_to_jump_in(&mut self, chance: &mut impl Chance<C>) -> Stage {
        let first = match self.jump_in.jumpers.only() {
            Some(jumper) => {
                self.first_to_jump_in(chance, Runners::<2>::default(), std::iter::once(jumper))
            }
            None => {
                let in_turn = std::iter::once(self.player).chain(self.others_from(self.player));
                self.first_to_jump_in(
                    chance,
                    Runners::<RUNNERS>::default(),
                    in_turn.filter(|&seat| self.jump_in.jumpers.contains(seat)),
                )
            }
        };
        match first {
            Some(jumper) => self.jump_in(chance, jumper),
            None => {
                self.close_window(chance.rules());
                Stage::Acts
            }
        }
    }

    /// The first of those who want to jump in, in the order of play; none where the next player is
    /// quicker.
    #[inline(always)]
    fn first_to_jump_in<const N: usize>(
        &self,
        chance: &mut impl Chance<C>,
        mut runners: Runners<N>,
        jumpers: impl Iterator<Item = Seat>,
    ) -> Option<Seat> {
        jumpers.for_each(|seat| runners.add(seat, chance.person(seat).reaction));
        let wanting = runners.len();
        let next = self.after(self.resumes_from(chance.rules()));
        runners.add(next, chance.person(next).next_player_reaction);
        runners
            .race(chance, Race::JumpIn)
            .filter(|&index| index < wanting)
            .map(|index| runners.seat(index))
    }

    fn jump_in(&mut self, chance: &mut impl Chance<C>, seat: Seat) -> Stage {
        let how = if seat == self.player { How::Double } else { How::JumpIn };
        self.turns += 1;
        self.laid.cards += 1;
        // The card before it stands as it is: only the last one acts.
        self.play_card(chance, seat, self.card, how)
    }

    /// Nobody jumps in any more; the action is the player's from whom it acts.
    #[inline(always)]
    pub(crate) fn close_window(&mut self, rules: &ActiveRules) {
        if rules.flags.has_jump_ins {
            self.player = self.resumes_from(rules);
        }
    }

    /// The seat from which the surviving action acts and after which the move passes on.
    #[inline(always)]
    fn resumes_from(&self, rules: &ActiveRules) -> Seat {
        match rules.jump_in.resume {
            Resume::AfterJumper => self.player,
            Resume::Original => self.laid.first,
        }
    }

    /// Whether the reverses that were laid turn the direction. Catalogue: `jump_in.actions`.
    #[inline(always)]
    pub(crate) fn turns_direction(&self, rules: &ActiveRules) -> bool {
        !rules.flags.has_jump_ins
            || rules.jump_in.actions == JumpInActions::Replace
            || self.laid.cards % 2 == 1
    }
}

/// Catalogue: `jump_in.double`, `responses.one_at_a_time`.
fn may_double(rules: &ActiveRules, kind: Kind) -> bool {
    let draws = matches!(kind.symbol(), Symbol::DrawOne | Symbol::DrawTwo);
    let stacks_one_at_a_time =
        rules.responses.one_at_a_time && rules.responses.draw_two == DrawTwoResponse::Stack;
    match rules.jump_in.double {
        Double::Off => false,
        Double::NoDraws => !draws,
        Double::Any => !(draws && stacks_one_at_a_time),
    }
}
