//! Empty hands, refills, and the end of a round. Catalogue: `[finish]`, § 3.3 and 3.4.

use super::active_rules::meets_last_card;
use super::apply::Stage;
use super::state::{Pending, PendingPenalty};
use super::{ActiveRules, Chance, Event, Round, RoundStatus, Scoring, Seat, SeatSet, Why};
use crate::cards::{Cards, Counts, DrawPile, Symbol};
use crate::rules::{Blocked, FinishWhen, LastCardDraw, Probability, Reshuffle};

impl<C: Cards> Round<C> {
    /// Whether hands are to be looked at although the player may have cards left.
    #[inline(always)]
    pub(crate) fn some_hand_may_be_empty(&self, chance: &impl Chance<C>) -> bool {
        (!self.finish.emptied.is_empty() || self.finish.winner.is_some())
            && !chance.rules().flags.ends_at_once
    }

    #[inline(always)]
    pub(crate) fn note_empty_hand(&mut self, rules: &ActiveRules) {
        if rules.flags.ends_at_once {
            return;
        }
        let seat = self.player;
        // A call that was missed is no fault of the next hand, which may be a single card again.
        self.seat_mut(seat).missed_call = false;
        self.finish.emptied = self.finish.emptied.with_last(seat);
        let card = self.card;
        self.seat_mut(seat).last_card = Some(card);
    }

    /// After the action: is the round decided? Then the pending draw of the last card is settled
    /// before it is over.
    #[inline(always)]
    pub(crate) fn check_empty_hands(&mut self, chance: &mut impl Chance<C>) -> Stage {
        if chance.rules().flags.ends_at_once {
            return if self.seat(self.player).size == 0 {
                self.end_at_once(chance)
            } else {
                Stage::Next
            };
        }
        if self.some_hand_may_be_empty(chance) {
            self.look_at_empty_hands(chance)
        } else {
            Stage::Next
        }
    }

    /// The player has won; the last card's draw is settled yet.
    #[inline(always)]
    fn end_at_once(&mut self, chance: &mut impl Chance<C>) -> Stage {
        let seat = self.player;
        self.finish.winner = Some(seat);
        self.seat_mut(seat).last_card = Some(self.card);
        self.tell(chance, Event::Out { seat, place: 1 });
        if self.pending.hit == PendingPenalty::Draw && !last_draw_lapses(chance.rules()) {
            self.meet_hit(chance.rules())
        } else {
            Stage::Settled
        }
    }

    #[inline(never)]
    fn look_at_empty_hands(&mut self, chance: &mut impl Chance<C>) -> Stage {
        let emptied = std::mem::take(&mut self.finish.emptied);
        if self.finish.winner.is_none() {
            self.finish.winner = emptied.iter().find_map(|seat| self.look_at_hand(chance, seat));
            self.pending.last = self.finish.winner.is_some()
                && self.pending.hit == PendingPenalty::Draw
                && matches!(
                    self.pending.card.symbol(),
                    Symbol::DrawOne | Symbol::DrawTwo | Symbol::WildDrawFour
                )
                && meets_last_card(chance.rules());
        }
        self.pass_move_on(chance.rules());
        match (self.finish.winner, self.pending.hit) {
            (None, _) => Stage::Next,
            (Some(_), PendingPenalty::Draw) if !last_draw_lapses(chance.rules()) => {
                self.meet_hit(chance.rules())
            }
            (Some(_), _) => Stage::Settled,
        }
    }

    /// The move passes on among those who are still in play; where only the player is left, what is
    /// pending lapses.
    fn pass_move_on(&mut self, rules: &ActiveRules) {
        if !rules.flags.seats_leave {
            return;
        }
        while !self.in_play.contains(self.to_move) && !self.in_play.is_empty() {
            let to_move = self.to_move;
            self.to_move =
                if self.laid.steps_back { self.before(to_move) } else { self.after(to_move) };
        }
        if self.in_play.without(self.player).is_empty() {
            self.pending = Pending::NOTHING;
        }
    }

    /// Looks at a hand that was emptied; gives the winner, if that decides the round.
    fn look_at_hand(&mut self, chance: &mut impl Chance<C>, seat: Seat) -> Option<Seat> {
        if self.seat(seat).size != 0 || self.refill(chance, seat) {
            return None;
        }
        match chance.rules().finish.when {
            FinishWhen::FirstOut => {
                self.go_out(chance, seat);
                Some(seat)
            }
            FinishWhen::LastStanding => {
                self.go_out(chance, seat);
                if self.in_play.has_several() { None } else { self.finish.places.first() }
            }
            FinishWhen::BringIn => None,
        }
    }

    /// An emptied hand takes new cards, one fewer each time; false where there are none to take.
    /// Catalogue: `finish.refills`.
    fn refill(&mut self, chance: &mut impl Chance<C>, seat: Seat) -> bool {
        let owed = self.seat(seat).refill;
        if owed == 0 || !self.in_play.has_several() || self.nothing_to_draw(chance.rules()) {
            return false;
        }
        self.seat_mut(seat).refill -= 1;
        self.draw_cards(chance, seat, u32::from(owed), Why::Refill);
        true
    }

    #[inline(always)]
    pub(crate) fn nothing_to_draw(&self, rules: &ActiveRules) -> bool {
        self.pile.is_empty() && self.nothing_to_reshuffle(rules)
    }

    #[cold]
    fn nothing_to_reshuffle(&self, rules: &ActiveRules) -> bool {
        let kept = match rules.play.reshuffle {
            Reshuffle::Never => u32::MAX,
            Reshuffle::All if !self.may_come_back() => 0,
            _ => self.kept_in_discard_pile().iter().flatten().count() as u32,
        };
        self.discard.len() <= kept
    }

    /// Whether the card that its player has just laid ends the round, so that nothing more is
    /// drawn. Catalogue: `play.last_card_draw` = lapses.
    pub(crate) fn is_over_without_draw(&self, rules: &ActiveRules) -> bool {
        last_draw_lapses(rules) && self.ends_the_round(rules)
    }

    /// Whether the card that its player has just laid ends the round.
    pub(crate) fn ends_the_round(&self, rules: &ActiveRules) -> bool {
        let is_last = rules.finish.when == FinishWhen::FirstOut || self.in_play.len() == 2;
        is_last && self.goes_out(rules)
    }

    /// Whether its player is out by it.
    pub(crate) fn goes_out(&self, rules: &ActiveRules) -> bool {
        let state = self.seat(self.player);
        state.size == 0
            && (state.refill == 0 || self.nothing_to_draw(rules))
            && rules.finish.when != FinishWhen::BringIn
    }

    /// Notes the player whose turn begins if it can neither lay a card nor draw one, and could not
    /// lay one by a mistake that nobody notices; nobody, if it can. Catalogue: `finish.blocked`.
    #[inline(never)]
    pub(crate) fn note_if_stuck(&mut self, chance: &mut impl Chance<C>) {
        let (rules, seat) = (chance.rules(), self.to_move);
        let person = chance.person(seat);
        let may_stand = person.misplays > Probability::NEVER
            && person.catches_fault < Probability::ALWAYS
            && !self.unfit(rules, seat).is_empty();
        let is_stuck = !may_stand
            && self.nothing_to_draw(rules)
            && self.choice_of(rules, seat).legal.is_empty();
        self.finish.stuck = if is_stuck { self.finish.stuck.with(seat) } else { SeatSet::EMPTY };
    }

    /// Whether each seat in play has been asked so, since nothing has moved; the round is over then.
    #[inline(never)]
    pub(crate) fn ends_blocked(&mut self, rules: &ActiveRules) -> bool {
        let blocked = self.in_play.bits() & !self.finish.stuck.bits() == 0;
        if blocked {
            let winner = match rules.finish.blocked {
                Blocked::Nobody => None,
                Blocked::FewestPoints => {
                    self.go_out_with_fewest_points(Scoring::new(rules.scoring, &rules.own))
                }
            };
            self.end(rules, RoundStatus::Blocked(winner));
        }
        blocked
    }

    /// Who holds the fewest points takes the next place, as if going out; gives the winner.
    fn go_out_with_fewest_points(&mut self, scoring: Scoring) -> Option<Seat> {
        let points = |seat: Seat| scoring.hand_points(&self.seat(seat).hand);
        let fewest = self.in_play.iter().map(points).min()?;
        let holders = self.in_play.filter(|seat| points(seat) == fewest);
        let seat = holders.only()?;
        self.seat_mut(seat).last_card = None;
        self.finish.places = self.finish.places.with_last(seat);
        self.finish.places.first()
    }

    fn go_out(&mut self, chance: &mut impl Chance<C>, seat: Seat) {
        self.finish.places = self.finish.places.with_last(seat);
        self.in_play = self.in_play.without(seat);
        if chance.rules().flags.seats_leave {
            self.close_ranks(seat);
        }
        self.tell(chance, Event::Out { seat, place: self.finish.places.len() as u32 });
    }

    /// Who comes to move without cards and without being hit wins. Catalogue: `finish.when` =
    /// bring_in.
    pub(crate) fn wins_by_coming_to_move(&mut self, chance: &mut impl Chance<C>) -> bool {
        let seat = self.to_move;
        if self.pending.hit != PendingPenalty::Nothing || self.seat(seat).size != 0 {
            return false;
        }
        self.go_out(chance, seat);
        self.end(chance.rules(), RoundStatus::Won(seat));
        true
    }

    /// The last card's action is settled: the round is over.
    #[inline(always)]
    pub(crate) fn finish(&mut self, rules: &ActiveRules) -> Stage {
        self.end(rules, RoundStatus::Won(self.finish.winner.expect("somebody emptied the hand")))
    }

    /// Ends the round, however it ends: all ways lead here, and nothing happens any more. Who was
    /// left alone takes the next place; where the first one out wins, only if nobody is.
    #[inline(always)]
    pub(crate) fn end(&mut self, rules: &ActiveRules, standing: RoundStatus) -> Stage {
        let ranks = rules.finish.when == FinishWhen::LastStanding
            || rules.finish.mercy > 0 && self.finish.places.is_empty();
        if ranks
            && matches!(standing, RoundStatus::Won(_))
            && let Some(last) = self.in_play.only()
        {
            self.finish.places = self.finish.places.with_last(last);
        }
        self.standing = standing;
        Stage::Stop
    }
}

/// Catalogue: `play.last_card_draw`.
#[inline(always)]
fn last_draw_lapses(rules: &ActiveRules) -> bool {
    rules.play.last_card_draw == LastCardDraw::Lapses
}
