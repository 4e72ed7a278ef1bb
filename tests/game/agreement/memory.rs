//! What those remember who look back, kept from the naive engine's decisions and from the record.

use super::position::LookBack;
use crate::reference::{Act, Card, Colour, Decision, Game};
use crate::support::*;

/// What each seat named and laid; it goes with the hand.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    hands: Vec<OfHand>,
    out: Vec<bool>,
    heard: usize,
}

#[derive(Clone, Debug, Default)]
struct OfHand {
    /// The turns that were played when each colour was named last.
    named: [Option<u64>; 4],
    laid: Option<(Card, bool)>,
}

impl Memory {
    pub(crate) fn new(players: usize) -> Memory {
        Memory { hands: vec![OfHand::default(); players], out: vec![false; players], heard: 0 }
    }

    /// A seat does what it was asked for. What it does out of turn, by mistake or because it can do
    /// nothing else is not noted, nor is a card that it gives.
    pub(crate) fn note(&mut self, game: &Game<'_>, seat: usize, decision: Decision, act: Act) {
        match act {
            Act::Colour(colour) => self.hands[seat].named[colour as usize] = Some(game.turns),
            Act::Card(card) if !matches!(decision, "give" | "jump_in" | "double") => {
                let before = game.last_colour.unwrap_or(Colour::Red);
                let changes = card.colour().is_some_and(|colour| colour != before);
                self.hands[seat].laid = Some((card, changes));
            }
            _ => {}
        }
    }

    /// Hears the rest of these events: hands that change places, and those that are dealt anew.
    pub(crate) fn hear(&mut self, events: &[Value]) {
        for event in &events[self.heard..] {
            let seat = |key: &str| event[key].as_u64().expect("a seat") as usize;
            match event["event"].as_str().expect("a kind of event") {
                "swap" => self.hands.swap(seat("seat"), seat("with")),
                "rotate" => self.rotate(event["direction"] == 1),
                "crash" => {
                    ["seat", "with"].map(seat).into_iter().for_each(|seat| self.forget(seat));
                }
                "redeal" => self.in_play().into_iter().for_each(|seat| self.forget(seat)),
                "out" => self.out[seat("seat")] = true,
                "knock_out" => {
                    self.out[seat("seat")] = true;
                    self.forget(seat("seat"));
                }
                _ => {}
            }
        }
        self.heard = events.len();
    }

    fn in_play(&self) -> Vec<usize> {
        (0..self.hands.len()).filter(|&seat| !self.out[seat]).collect()
    }

    fn rotate(&mut self, clockwise: bool) {
        let mut seats = self.in_play();
        if !clockwise {
            seats.reverse();
        }
        // The last one's hand goes to the first, whose hand goes to the second.
        seats.windows(2).rev().for_each(|pair| self.hands.swap(pair[0], pair[1]));
    }

    fn forget(&mut self, seat: usize) {
        self.hands[seat] = OfHand::default();
    }

    pub(crate) fn look_back(&self, turns: u64, seats: &[usize]) -> Vec<LookBack> {
        let shown = |hand: &OfHand| LookBack {
            since_naming: hand.named.map(|then| then.map(|then| (turns - then).max(1))),
            laid: hand.laid,
        };
        seats.iter().map(|&seat| shown(&self.hands[seat])).collect()
    }
}
