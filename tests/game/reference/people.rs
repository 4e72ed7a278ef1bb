//! § 2 `[people]`: faults, advice, speech and what is forgotten.

use super::cards::{Card, kinds};
use super::events;
use super::game::Before;
use super::play::{Cause, How};
use super::round::{Ending, Round};
use super::settings::People;

impl Round<'_> {
    /// One seat of some, drawn at random, does something with its probability. No pick is made
    /// where no coin could come up.
    fn one_of(
        &mut self,
        what: &'static str,
        seats: &[usize],
        chance: fn(&People) -> f64,
    ) -> Option<usize> {
        let settings = self.game.settings;
        if seats.iter().all(|&s| chance(settings.people(s)) <= 0.0) {
            return None;
        }
        let seat = self.pick(what, seats);
        self.coin(what, seat, chance(settings.people(seat))).then_some(seat)
    }

    /// § 2 `people.catches_fault`: whether a seat's fault is noticed at all.
    fn noticed(&mut self, seat: usize) -> bool {
        self.coin("catches_fault", seat, self.game.settings.people(seat).catches_fault)
    }

    /// § 2 `people.advises`: each turn one seat other than the player to move gives advice: draws
    /// 2. Unnoticed advice costs nothing.
    pub fn advice(&mut self, to_move: usize) {
        let others = self.others_by_number(to_move);
        let Some(seat) = self.one_of("advises", &others, |p| p.advises) else { return };
        let noticed = self.noticed(seat);
        self.emit(|| events::of_seat("advises", seat));
        if noticed {
            self.pay(seat, 2, "advice");
        }
    }

    /// § 2 `people.plays_out_of_turn`: lays a card when it is not its own turn: takes it back,
    /// draws 2.
    pub fn card_out_of_turn(&mut self, to_move: usize) {
        let others = self.others_by_number(to_move);
        let Some(seat) = self.one_of("plays_out_of_turn", &others, |p| p.plays_out_of_turn) else {
            return;
        };
        if !self.noticed(seat) || self.game.hands[seat].is_empty() {
            return;
        }
        let card = self.pick_card("plays_out_of_turn", seat, &kinds(&self.game.hands[seat]));
        self.emit(|| events::of_card("misplay", seat, card));
        self.pay(seat, 2, "misplay");
    }

    fn others_by_number(&self, seat: usize) -> Vec<usize> {
        let mut others = self.game.seats_in_play();
        others.retain(|&s| s != seat);
        others
    }

    /// § 2 `people.talks`: during a silence one seat in play speaks: the first who does draws the
    /// penalty, and the silence ends (§ 2 `[silence]`).
    pub fn speech(&mut self) {
        if self.game.silence.is_none() {
            return;
        }
        let seats = self.game.seats_in_play();
        let Some(seat) = self.one_of("talks", &seats, |p| p.talks) else { return };
        self.game.silence = None;
        self.emit(|| events::of_seat("speaks", seat));
        self.pay(seat, self.game.settings.silence.penalty, "silence");
    }

    /// § 2 `people.forgets_colour`: the next player to move names a forgotten colour before acting,
    /// answering or being hit.
    pub fn name_forgotten_colour(&mut self, seat: usize) {
        if self.game.colour.is_none() {
            self.name_colour(seat);
        }
    }

    /// § 2 `people.misplays`: lays a card that does not fit, on its own turn with nothing pending.
    pub fn misplay(&mut self, seat: usize) -> Option<Card> {
        let mut cards = kinds(&self.game.hands[seat]);
        cards.retain(|&c| !self.game.fits(c) && !self.game.barred(seat, c));
        let chance = self.game.settings.people(seat).misplays;
        if cards.is_empty() || !self.coin("misplays", seat, chance) {
            return None;
        }
        Some(self.pick_card("misplays", seat, &cards))
    }

    /// Takes it back, draws 2, the turn is over. Unnoticed it stands as played, and its colour and
    /// symbol count.
    pub fn misplayed(&mut self, seat: usize, card: Card) -> Option<Ending> {
        if !self.noticed(seat) {
            return self.play(seat, card, How::Misplay, Cause::default());
        }
        self.game.turns += 1;
        self.emit(|| events::of_card("misplay", seat, card));
        self.pay(seat, 2, "misplay");
        self.pass_turn(seat);
        None
    }

    /// § 2 `people.forgets_penalty`: plays a fitting card instead of drawing a penalty; not while
    /// the last card is being settled.
    pub fn forgets_penalty(&mut self, seat: usize) -> Option<Card> {
        if self.settling {
            return None;
        }
        let mut cards = kinds(&self.game.hands[seat]);
        cards.retain(|&c| self.game.playable(seat, c));
        let chance = self.game.settings.people(seat).forgets_penalty;
        if cards.is_empty() || !self.coin("forgets_penalty", seat, chance) {
            return None;
        }
        Some(self.pick_card("forgets_penalty", seat, &cards))
    }

    /// If caught (`catches_uno`) takes the card back, draws what was owed and 2 more. The turn is
    /// over.
    pub fn forgotten_penalty_is_caught(
        &mut self,
        seat: usize,
        card: Card,
        owed: u32,
        before: Before,
    ) -> bool {
        let candidates = self.noticing(seat, "catches_uno", |p| p.catches_uno);
        let Some(winner) = self.race("penalty", &candidates) else { return false };
        let by = candidates[winner].0;
        self.emit(|| events::caught(seat, by, "penalty"));
        self.take_back(seat, card, before);
        self.pay(seat, owed + 2, "forgotten");
        self.pass_turn(seat);
        true
    }

    /// § 2 `people.catches_colour`: who forgot to name a colour draws `colour_penalty`. A card that
    /// emptied the hand is no occasion.
    pub fn forgotten_colour_is_caught(&mut self, seat: usize) {
        if self.game.hands[seat].is_empty() {
            return;
        }
        let candidates = self.noticing(seat, "catches_colour", |p| p.catches_colour);
        let Some(winner) = self.race("colour", &candidates) else { return };
        let by = candidates[winner].0;
        self.emit(|| events::caught(seat, by, "colour"));
        self.pay(seat, self.game.settings.people(seat).colour_penalty, "colour");
    }
}
