//! Cards that a rule set adds (`[[deck.card]]`), and `finish.mercy`. Catalogue: § 2 `[deck]` "Cards
//! of one's own".

use super::cards::Card;
use super::effects::{Next, penalty};
use super::events;
use super::game::{Before, Pending};
use super::jump_in::Laid;
use super::round::{Ending, Reason, Round};
use super::settings::{
    ColourChoice, MercyAfter, ReverseLasts, Settings, SilenceMode, TwoPlayerReverse,
};
use super::world::Act;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnCard {
    pub symbol: String,
    pub name: String,
    pub per_colour: Option<usize>,
    pub wild: Option<usize>,
    pub points: i64,
    pub effect: Vec<Step>,
    pub answered_by: String,
    pub honest: String,
    pub on_start: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    turn: String,
    seats: usize,
    who: String,
    draw: Option<u32>,
    draw_until: String,
    named_by: String,
    skip: bool,
    hands: String,
    with: String,
    discard: String,
    numbers: Vec<u8>,
    throw: usize,
    throw_until: usize,
}

impl Step {
    /// Who is to draw, and loses the turn, when it comes to move.
    fn hit(&self) -> Option<u32> {
        self.draw.filter(|_| self.who == "next" && self.skip)
    }
}

impl Settings {
    pub fn own(&self, card: Card) -> Option<&OwnCard> {
        let Card::Own(colour, _) = card else { return None };
        let symbol = card.symbol();
        let is_it = |own: &&OwnCard| own.symbol == symbol && own.wild.is_some() == colour.is_none();
        self.deck.card.iter().find(is_it)
    }

    /// How many cards it makes the next player draw, losing the turn.
    pub fn draws(&self, card: Card) -> u32 {
        match card {
            Card::WildDrawFour => 4,
            Card::Blank(n) => u32::from(n),
            Card::Own(..) => {
                let effect = self.own(card).map_or(&[][..], |own| &own.effect);
                effect.iter().find_map(Step::hit).unwrap_or(0)
            }
            _ => card.coloured_draw().unwrap_or(0),
        }
    }

    /// Whether it may be played as a wild draw four may.
    pub fn may_bluff(&self, card: Card) -> bool {
        card == Card::WildDrawFour || self.own(card).is_some_and(|own| own.honest == "no_colour")
    }

    /// Whether the victim of the card names the colour; not under the wheel.
    pub fn victim_names(&self, card: Card) -> bool {
        self.play.colour_choice == ColourChoice::Free
            && self
                .own(card)
                .is_some_and(|own| own.effect.iter().any(|step| step.named_by == "victim"))
    }
}

/// What the steps of a card have come to.
struct Acting {
    actor: usize,
    chosen: Option<usize>,
    /// Whether the one before moves next (§ 2 `play.reverse` one_turn).
    back: bool,
    /// Whether the player moves once more.
    again: bool,
}

impl Round<'_> {
    /// The steps in their order; where its player is knocked out the rest lapse.
    pub fn act_own(
        &mut self,
        card: Card,
        laid: Laid,
        answered: Option<Pending>,
        before: Before,
    ) -> Next {
        let own = self.game.settings.own(card).expect("an added card").clone();
        let actor = laid.actor;
        let mut at = Acting { actor, chosen: None, back: false, again: false };
        for step in &own.effect {
            if self.game.out[actor] || self.game.seats_in_play().len() == 1 {
                break;
            }
            self.over_those_out(&mut at);
            match (step.turn.as_str(), step.hands.as_str(), step.discard.as_str()) {
                ("reverse", ..) => self.reverse_own(&mut at, &laid),
                ("again", ..) if self.is_going_out(actor) => {}
                ("again", ..) => {
                    (self.game.to_move, at.back, at.again) = (self.game.next(actor), false, true);
                }
                ("skip", ..) => {
                    (0..step.seats).for_each(|_| self.loses(&mut at, self.game.to_move))
                }
                (_, "swap", _) => self.swap_own(&mut at, &step.with),
                (_, "pass_on", _) => self.rotate_hands(actor),
                (_, "shuffle", _) => self.redeal(actor),
                (.., "") => self.draw_own(&mut at, step, card, &answered, before),
                (.., what) => self.discard_own(actor, card, what, &step.numbers),
            }
        }
        if at.again && !self.game.out[actor] && !self.is_going_out(actor) {
            // Who is hit comes first.
            if self.game.pending.is_some() {
                self.game.again = Some(actor);
            } else {
                (self.game.to_move, at.back) = (actor, false);
            }
        }
        self.over_those_out(&mut at);
        if at.back { Next::Before } else { Next::Is(self.game.to_move) }
    }

    fn over_those_out(&mut self, at: &mut Acting) {
        if self.game.out[self.game.to_move] {
            self.game.to_move = self.game.next(self.game.to_move);
            at.back = false;
        }
    }

    fn whom(&mut self, at: &mut Acting, who: &str) -> Vec<usize> {
        match who {
            "next" => vec![self.game.to_move],
            "previous" => vec![self.game.before(at.actor)],
            "self" => vec![at.actor],
            "others" => self.game.others(at.actor),
            "all" => [self.game.others(at.actor), vec![at.actor]].concat(),
            _ => {
                if at.chosen.is_none() && !self.game.others(at.actor).is_empty() {
                    let mut others = self.game.others(at.actor);
                    others.sort_unstable();
                    let acts: Vec<Act> = others.into_iter().map(Act::Seat).collect();
                    if let Act::Seat(whom) = self.decide(at.actor, "target", &acts) {
                        self.emit(|| events::target(at.actor, whom));
                        at.chosen = Some(whom);
                    }
                }
                at.chosen.into_iter().filter(|&whom| !self.game.out[whom]).collect()
            }
        }
    }

    /// The seat that would move next loses the turn at once, another when it comes to move. Nobody
    /// does once the round is over, and the player has none to lose.
    fn loses(&mut self, at: &mut Acting, seat: usize) {
        if self.game.out[seat] || seat == at.actor || self.ends_the_round(at.actor) {
            return;
        }
        if seat != self.game.to_move {
            self.game.losing.insert(seat);
            return;
        }
        if self.game.settings.silence.mode == SilenceMode::Twos && self.game.silence == Some(seat) {
            self.game.silence = None;
        }
        self.emit(|| events::of_seat("lose_turn", seat));
        self.game.to_move = self.game.next(seat);
        at.back = false;
    }

    /// As a reverse; among two the other loses its turn, and the player is next.
    fn reverse_own(&mut self, at: &mut Acting, laid: &Laid) {
        let play = &self.game.settings.play;
        let one_turn = play.reverse == ReverseLasts::OneTurn;
        let skips = play.two_player_reverse == TwoPlayerReverse::Skip && self.game.two_in_play();
        let turns = laid.reverses % 2 == 1;
        if turns && !one_turn {
            self.game.direction = -self.game.direction;
        }
        (self.game.to_move, at.back) = (self.game.next(at.actor), false);
        if skips {
            let other = self.game.to_move;
            self.loses(at, other);
            self.game.to_move = if at.again { other } else { at.actor };
        } else if one_turn && turns {
            (self.game.to_move, at.back) = (self.game.before(at.actor), true);
        }
    }

    fn swap_own(&mut self, at: &mut Acting, with: &str) {
        let other = match with {
            "next" => self.game.to_move,
            "previous" => self.game.before(at.actor),
            _ => return self.swap_hands(at.actor, false),
        };
        // Nobody swaps with oneself.
        if other != at.actor && !self.swaps_nothing(at.actor) {
            self.swap_with(at.actor, other);
        }
    }

    fn draw_own(
        &mut self,
        at: &mut Acting,
        step: &Step,
        card: Card,
        answered: &Option<Pending>,
        before: Before,
    ) {
        if let Some(own) = step.hit() {
            let stacked = match answered {
                Some(Pending::Draw(p)) => p.owed,
                _ => 0,
            };
            let mut hit = penalty(stacked + own, card, at.actor);
            hit.start = self.game.turns == 0;
            hit.before = Some(before);
            self.game.pending = Some(Pending::Draw(hit));
            return;
        }
        let most = step.throw.max(step.throw_until);
        let draws = step.draw.is_some() || !step.draw_until.is_empty() || most > 0;
        if draws && self.ends_without_draw(at.actor) {
            return;
        }
        let who = if most > 0 && step.who.is_empty() { "next" } else { &step.who };
        for seat in self.whom(at, who) {
            if self.is_done(at, seat) {
                continue;
            }
            if let Some(n) = step.draw {
                self.pay(seat, n, "effect");
            }
            // Until something is thrown: each number but 0 is then as likely.
            if most > 0 {
                let least = usize::from(step.throw == 0);
                let owed = if least < most { self.world.throw(seat, least, most) } else { most };
                let cards = self.take(seat, owed);
                self.emit(|| events::draw(seat, &cards, owed, "effect"));
                self.mercy(seat);
            }
            if !step.draw_until.is_empty() {
                let is_laid = self.game.turns > 0;
                if step.named_by == "victim" && is_laid && self.game.settings.victim_names(card) {
                    self.name_colour(seat);
                }
                self.draw_until(seat, &step.draw_until);
            }
            if step.skip {
                self.loses(at, seat);
            }
        }
    }

    /// Once one is left, or the last card has ended the round for its player, nothing more happens.
    fn is_done(&self, at: &Acting, seat: usize) -> bool {
        self.game.seats_in_play().len() == 1 || seat == at.actor && self.ends_the_round(seat)
    }

    /// Everybody sees the cards. As long as no colour is named nothing is drawn.
    fn draw_until(&mut self, seat: usize, until: &str) {
        if self.game.colour.is_none() {
            return;
        }
        let mut taken = Vec::new();
        while !self.has_too_many(seat)
            && let Some(card) = self.take_one(seat)
        {
            taken.push(card);
            let comes = match until {
                "colour" => card.colour() == self.game.colour,
                _ => self.game.playable_drawn(seat, card),
            };
            if comes {
                break;
            }
        }
        if !taken.is_empty() {
            self.emit(|| events::draw(seat, &taken, taken.len(), "shown"));
        }
        self.mercy(seat);
    }

    /// They go under the up card, without effect.
    fn discard_own(&mut self, seat: usize, card: Card, what: &str, numbers: &[u8]) {
        let goes = |other: &Card| match what {
            "colour" => self.game.colour.is_some() && other.colour() == self.game.colour,
            "symbol" => other.is_wild() == card.is_wild() && other.symbol() == card.symbol(),
            _ => matches!(other, Card::Number(_, n) if numbers.contains(n)),
        };
        let (gone, left): (Vec<Card>, Vec<Card>) =
            self.game.hands[seat].iter().partition(|c| goes(c));
        if gone.is_empty() {
            return;
        }
        self.emit(|| events::of_cards("discard", seat, &gone));
        self.game.hands[seat] = left;
        self.lay_aside(gone);
        if self.game.hands[seat].is_empty() {
            self.game.emptied.retain(|&other| other != seat);
            self.game.emptied.push(seat);
            self.game.last_card[seat] = Some(card);
        }
    }

    /// Cards go under the up card, and under the one below it that may come to lie on top again.
    fn lay_aside(&mut self, cards: Vec<Card>) {
        let above = self.lying(self.game.held_back || self.game.on_trial);
        let place = self.game.discard_pile.len().saturating_sub(above);
        self.game.discard_pile.splice(place..place, cards);
    }

    /// Whether nothing more is drawn (§ 2 `finish.mercy_after`).
    pub fn has_too_many(&self, seat: usize) -> bool {
        let finish = &self.game.settings.finish;
        finish.mercy > 0
            && self.game.seats_in_play().len() > 1
            && finish.mercy_after == MercyAfter::Card
            && self.game.hands[seat].len() >= finish.mercy
    }

    /// § 2 `finish.mercy`: who holds so many cards is out; they lie with the discards.
    pub fn mercy(&mut self, seat: usize) {
        let mercy = self.game.settings.finish.mercy;
        let alone = self.game.seats_in_play().len() == 1;
        if mercy == 0 || alone || self.game.out[seat] || self.game.hands[seat].len() < mercy {
            return;
        }
        let hand = std::mem::take(&mut self.game.hands[seat]);
        self.emit(|| events::of_cards("knock_out", seat, &hand));
        self.lay_aside(hand);
        self.game.out[seat] = true;
        self.game.knocked_out.push(seat);
        if matches!(&self.game.pending, Some(Pending::Draw(p)) if p.from == seat) {
            self.game.held_back = false;
        }
        self.game.emptied.retain(|&other| other != seat);
    }

    /// Whoever is left alone after a knock-out wins.
    pub fn is_alone(&mut self) -> Option<Ending> {
        let left = self.game.seats_in_play();
        let ([seat], false) = (&left[..], self.game.knocked_out.is_empty()) else { return None };
        let winner = self.game.places.first().or(Some(seat)).copied();
        Some(Ending { winner, reason: Reason::Last })
    }
}
