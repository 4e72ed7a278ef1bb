//! Whether a seat surely wins within its own turn, whatever the others hold.

use super::{Action, ActiveRules, Decision, RandomChance, Round, RoundStatus, Seat, View};
use crate::cards::{Cards, Colour, Kind, KindSet, Multiset as _, Roomy, Symbol};
use crate::rng::{Purpose, RoundKey};
use crate::rules::{
    ColourChoice, Double, FinishWhen, MAX_SEATS, People, ResponseRules, ReverseReturns,
    SkipResponse, Step, TwoPlayerReverse,
};

/// Actions that are tried, at most.
const TRIED: u32 = 4000;

/// So many hands without a way are remembered.
const KEPT: usize = 16;

impl<C: Cards> View<'_, C> {
    /// What the seat does to surely win before anybody else moves: lays its last card, or the first
    /// of several after each of which it moves again. Nothing where what others hold, or chance,
    /// may come between.
    #[inline(always)]
    pub fn surely_wins(&self) -> Option<Action> {
        let (rules, kinds) = (self.rules(), self.kinds());
        // Cards after which somebody else moves, unless all of one number are laid together.
        let two = KindSet::NUMBERS.or(KindSet::WILDS).without(KindSet::only(Kind::WILD_DRAW_FOUR));
        let are_two = self.in_play().len() == 2;
        let mut ends = if are_two { kinds.and(two) } else { kinds };
        if rules.adds_cards() {
            let again = ends.iter().filter(|&kind| moves_again(rules, kind, are_two));
            ends = again.fold(ends, |ends, kind| ends.without(KindSet::only(kind)));
        }
        let legal = self.options().card_choice().legal;
        let begins = match self.decision() {
            Decision::Colour => kinds.is_empty() || self.wild_to_name() != Some(Kind::WILD),
            _ if self.hand_size(self.seat()) == 1 => !legal.is_empty(),
            _ => !legal.without(ends).is_empty(),
        };
        // All but the last go on, or the last two are laid at once.
        let doubles = rules.jump_in.double != Double::Off && ends.len() < 2;
        let goes_on = begins && (doubles || self.hand().count_among(ends) < 2);
        let may = goes_on || rules.play.same_number_together > 0;
        let is_chance = rules.people_act || rules.hands.launcher > 0;
        let comes_back = rules.finish.when == FinishWhen::BringIn;
        if may && !is_chance && !comes_back { self.sought() } else { None }
    }

    #[cold]
    #[inline(never)]
    fn sought(&self) -> Option<Action> {
        let key = RoundKey::new(0, 0, 0);
        let rules = self.rules();
        let mut search = SureWinSearch {
            rules,
            seat: self.seat(),
            lays_one: rules.jump_in.double == Double::Off && rules.play.same_number_together == 0,
            chance: RandomChance::new(rules, &People::OFFICIAL, key, key.stream(Purpose::Deal, 0)),
            left: TRIED,
            failed: [None; KEPT],
        };
        search.best(&self.round.recast::<Roomy>())
    }
}

/// A search for a way in which a seat surely wins within its own turn.
struct SureWinSearch<'a> {
    rules: &'a ActiveRules,
    seat: Seat,
    lays_one: bool,
    chance: RandomChance<'a, &'a ActiveRules>,
    left: u32,
    /// The last hands, and what lay there, from which there was no way.
    failed: [Option<(<Roomy as Cards>::Set, Kind, Colour)>; KEPT],
}

impl SureWinSearch<'_> {
    /// The first action after which the seat surely wins.
    fn best(&mut self, round: &Round) -> Option<Action> {
        let view = View::new(round, self.rules, &[0; MAX_SEATS], self.seat);
        let here = Some((*view.hand(), view.up_card(), view.active_colour()));
        let may_come_again = round.decision() == Decision::Play;
        if may_come_again && self.failed.contains(&here) {
            return None;
        }
        let mut best = None;
        view.for_each_action(|action| {
            // The wild whose colour is named, or a card.
            let Some(kind) = action.card().or(view.wild_to_name()) else { return };
            let again = moves_again(self.rules, kind, view.in_play().len() == 2);
            let ends = !again && self.lays_one && (kind == Kind::WILD || kind.symbol().is_number());
            let is_last = || view.hand().len() == u32::from(action.card().is_some());
            if best.is_none() && (!ends || is_last()) && !self.is_open(&view, kind) {
                best = self.wins_by(round, action, again).then_some(action);
            }
        });
        if best.is_none() && may_come_again {
            self.failed.rotate_right(1);
            self.failed[0] = here;
        }
        best
    }

    /// Whether somebody who holds the right card, or a wheel, may do something when this is laid.
    fn is_open(&self, view: &View<'_>, kind: Kind) -> bool {
        let ActiveRules { responses, jump_in, play, .. } = self.rules;
        let spins = play.colour_choice == ColourChoice::Wheel && kind.is_wild();
        let is_answered = match kind.symbol() {
            _ if *responses == ResponseRules::OFFICIAL => false,
            Symbol::Skip if responses.skip != SkipResponse::None => true,
            Symbol::Skip | Symbol::Reverse => responses.reverse_returns != ReverseReturns::Off,
            symbol => !symbol.is_number(),
        };
        let is_spun = spins && !view.hand().kinds().coloured().is_empty();
        is_answered || is_spun || jump_in.enabled && view.unseen(kind) > 0
    }

    /// Whether an action leads to a win, after which the seat moves again if it is so.
    fn wins_by(&mut self, round: &Round, action: Action, again: bool) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let mut after = *round;
        after.apply_trusted_dyn(&mut self.chance, action);
        if after.standing() == RoundStatus::Waits && after.decision() == Decision::Uno {
            after.apply_trusted_dyn(&mut self.chance, Action::Yes);
        }
        let [before, left] = [round, &after].map(|round| round.hand(self.seat).len());
        let laid = u32::from(action.card().is_some());
        // It has drawn, or had to draw, or others had a turn.
        if left + laid > before || after.turns() > round.turns() + laid {
            return false;
        }
        let named = after.decision() != Decision::Colour;
        let fit = after.hand(self.seat).kinds().and(after.matching());
        match after.standing() {
            RoundStatus::Won(seat) => seat == self.seat,
            // Nothing that is left can follow.
            _ if left > 0 && named && fit.is_empty() && self.lays_one => false,
            RoundStatus::Waits => match (after.decision(), after.actor() == self.seat) {
                (Decision::Play, true) => again && self.best(&after).is_some(),
                (Decision::Colour | Decision::Double | Decision::Together, true) => {
                    self.best(&after).is_some()
                }
                (Decision::Challenge, false) => [Action::Yes, Action::No]
                    .iter()
                    .all(|&action| self.wins_by(&after, action, again)),
                _ => false,
            },
            RoundStatus::Stalled | RoundStatus::Blocked(_) => false,
        }
    }
}

/// Whether the seat moves next where it lays this card, even if somebody else can, with two or more
/// seats in play.
fn moves_again(rules: &ActiveRules, kind: Kind, are_two: bool) -> bool {
    match (kind.symbol(), rules.own.of(kind)) {
        (_, Some(card)) => card.effect.contains(&Step::Again) || are_two && card.skips(),
        (Symbol::Reverse, _) => are_two && rules.play.two_player_reverse == TwoPlayerReverse::Skip,
        (Symbol::Skip | Symbol::DrawOne | Symbol::DrawTwo | Symbol::WildDrawFour, _) => are_two,
        _ => false,
    }
}
