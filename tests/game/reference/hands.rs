//! § 2 `[hands]` and the cards that move whole hands: swaps, rotations, exchanges, crashes, new
//! deals.

use super::cards::{Card, kinds};
use super::events;
use super::round::Round;
use super::settings::SwapOnLastCard;
use super::world::Act;

impl Round<'_> {
    /// § 2 `hands.swap_on_last_card` round_ends: a 7, 0, swap hands, shuffle hands or crash as the
    /// last card swaps nothing.
    pub fn swaps_nothing(&self, actor: usize) -> bool {
        self.game.settings.hands.swap_on_last_card == SwapOnLastCard::RoundEnds
            && self.game.hands[actor].is_empty()
            || self.game.others(actor).is_empty()
    }

    /// § 2 `hands.seven_swaps`, `deck.swap_hands`: swaps hands with a player of choice, or (§ 2
    /// `hands.swap`) keeps its own.
    pub fn swap_hands(&mut self, actor: usize, may_keep: bool) {
        if self.swaps_nothing(actor) {
            return;
        }
        let mut acts = seats(self.game.others(actor));
        if may_keep {
            acts.push(Act::Pass);
        }
        if acts.is_empty() {
            return;
        }
        if let Act::Seat(with) = self.decide(actor, "swap", &acts) {
            self.swap_with(actor, with);
        }
    }

    pub fn swap_with(&mut self, actor: usize, with: usize) {
        let before = self.game.hands.clone();
        self.game.hands.swap(actor, with);
        self.emit(|| events::swap(actor, with));
        self.note_emptied(&before, &[actor, with]);
    }

    /// § 2 `hands.zero_rotates`: all hands pass on in the direction of play.
    pub fn rotate_hands(&mut self, actor: usize) {
        if self.swaps_nothing(actor) {
            return;
        }
        let before = self.game.hands.clone();
        for seat in self.game.seats_in_play() {
            let next = self.game.next(seat);
            self.game.hands[next] = before[seat].clone();
        }
        let direction = self.game.direction;
        self.emit(|| events::rotate(direction));
        // § 3: they empty in the order of play, from the seat that played the card.
        let mut order = vec![actor];
        order.extend(self.game.others(actor));
        self.note_emptied(&before, &order);
    }

    /// Keeps the list of emptied hands in order after hands have moved.
    fn note_emptied(&mut self, before: &[Vec<Card>], order: &[usize]) {
        let game = &mut self.game;
        game.emptied.retain(|&seat| game.hands[seat].is_empty());
        for &seat in order {
            if game.hands[seat].is_empty() != before[seat].is_empty() {
                game.last_card[seat] = None;
            }
            if game.hands[seat].is_empty() && !before[seat].is_empty() {
                game.emptied.push(seat);
            }
        }
    }

    /// § 2 `hands.five_exchanges`: whoever plays a 5 may exchange one card with any player; each
    /// chooses the card to give.
    pub fn exchange(&mut self, actor: usize) {
        if self.game.hands[actor].is_empty() {
            return;
        }
        let mut partners = self.game.others(actor);
        partners.retain(|&s| !self.game.hands[s].is_empty());
        let mut acts = seats(partners);
        acts.push(Act::Pass);
        let Act::Seat(with) = self.decide(actor, "exchange", &acts) else { return };
        let gives = self.card_to_give(actor);
        let gets = self.card_to_give(with);
        self.hand_over(actor, with, gives);
        self.hand_over(with, actor, gets);
        self.emit(|| events::exchange(actor, with, gives, gets));
    }

    fn card_to_give(&mut self, seat: usize) -> Card {
        let acts: Vec<Act> = kinds(&self.game.hands[seat]).into_iter().map(Act::Card).collect();
        match self.decide(seat, "give", &acts) {
            Act::Card(card) => card,
            other => unreachable!("{other:?} is no card"),
        }
    }

    fn hand_over(&mut self, from: usize, to: usize, card: Card) {
        let hand = &mut self.game.hands[from];
        hand.remove(hand.iter().position(|&c| c == card).expect("the card is in the hand"));
        self.game.hands[to].push(card);
    }

    /// § 2 `deck.crash`: both hands are shuffled together and dealt out again, each getting the
    /// number it had.
    pub fn crash(&mut self, actor: usize) {
        if self.swaps_nothing(actor) {
            return;
        }
        let with = self.game.next(actor);
        let own = self.game.hands[actor].len();
        let both = [self.game.hands[actor].clone(), self.game.hands[with].clone()].concat();
        let mut both = self.shuffle("crash", both);
        self.game.hands[with] = both.split_off(own);
        self.game.hands[actor] = both;
        let new = [self.game.hands[actor].clone(), self.game.hands[with].clone()];
        self.emit(|| events::crash(actor, with, &new));
    }

    /// § 2 `deck.shuffle_hands`: the hands of the seats in play are collected, shuffled and dealt
    /// out one by one, from the next seat in the direction of play on, the player last.
    pub fn redeal(&mut self, actor: usize) {
        if self.swaps_nothing(actor) {
            return;
        }
        let before = self.game.hands.clone();
        let seats = self.game.seats_in_play();
        let all: Vec<Card> = seats.iter().flat_map(|&seat| before[seat].clone()).collect();
        let mut order = self.game.others(actor);
        order.push(actor);
        // Dealt face down: who gets how many.
        let mut numbers = vec![0; before.len()];
        (0..all.len()).for_each(|card| numbers[order[card % order.len()]] += 1);
        // Which cards these are is told seat by seat.
        let mut all = if all.len() > 1 { self.shuffle("crash", all) } else { all };
        let mut by_seat = order;
        by_seat.sort_unstable();
        for &seat in &by_seat {
            let rest = all.split_off(numbers[seat]);
            self.game.hands[seat] = std::mem::replace(&mut all, rest);
        }
        let hands = self.game.hands.clone();
        self.emit(|| events::redeal(&hands));
        // They empty as by a rotation.
        let mut emptying = vec![actor];
        emptying.extend(self.game.others(actor));
        self.note_emptied(&before, &emptying);
    }
}

fn seats(mut seats: Vec<usize>) -> Vec<Act> {
    seats.sort_unstable();
    seats.into_iter().map(Act::Seat).collect()
}
