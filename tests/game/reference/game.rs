//! The table: everything that a round knows, open to read.

use std::collections::BTreeSet;

use super::cards::{Card, Colour};
use super::settings::Settings;
use super::setup::Start;

/// What hits the player to move (§ 3.1).
#[derive(Clone, Debug)]
pub enum Pending {
    Skip(Skip),
    Draw(Penalty),
}

#[derive(Clone, Copy, Debug)]
pub struct Skip {
    /// The skip that did it, or none for a two-seat reverse, which nothing answers (§ 2
    /// `play.two_player_reverse`).
    pub card: Option<Card>,
    /// The turned-up card's own, not answered yet.
    pub start: bool,
}

/// A draw two, draw one, wild draw four or blank that waits for its victim.
#[derive(Clone, Debug)]
pub struct Penalty {
    /// Cards to draw (presses, with the launcher).
    pub owed: u32,
    /// The draw card that stands for the penalty; answers go by it.
    pub card: Card,
    pub from: usize,
    /// The turned-up card's own, not answered yet.
    pub start: bool,
    /// An answer was laid to it: a wild draw four that is sent on cannot be challenged.
    pub answered: bool,
    /// How things stood before the wild draw four, if it is one.
    pub before: Option<Before>,
    /// It is the draw that was pending as the round ended (§ 2 `responses.last_card`).
    pub last: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Before {
    pub up: Card,
    pub colour: Option<Colour>,
    pub last_colour: Option<Colour>,
    pub under: Option<Card>,
    /// Whether a wild draw four was honest then.
    pub honest: bool,
}

#[derive(Clone, Debug)]
pub struct Game<'a> {
    pub settings: &'a Settings,
    pub dealer: usize,
    /// The seat that moves first, before the start card acts.
    pub first: usize,
    pub hands: Vec<Vec<Card>>,
    /// Top first.
    pub draw_pile: Vec<Card>,
    /// Bottom first.
    pub discard_pile: Vec<Card>,
    /// The card whose symbol counts. It is the top of the discard pile, but for the one case in
    /// which that card went into a reshuffle under a card that was then taken back (§ 3 "Under a
    /// card played instead of a penalty").
    pub up: Card,
    /// The active colour (§ 1); none while a forgotten one waits to be named.
    pub colour: Option<Colour>,
    /// The colour that was last active; none before the first.
    pub last_colour: Option<Colour>,
    /// The last card that was not a wild (§ 2 `play.after_wild`).
    pub under: Option<Card>,
    /// 1 clockwise, −1 not.
    pub direction: i32,
    pub to_move: usize,
    pub pending: Option<Pending>,
    /// Who started the silence that holds.
    pub silence: Option<usize>,
    pub out: Vec<bool>,
    /// Seats that went out, the first first.
    pub places: Vec<usize>,
    /// How many cards each seat takes when its hand is next empty (§ 2 `finish.refills`).
    pub refill: Vec<usize>,
    /// The card with which each seat emptied its hand, if it did so by a play.
    pub last_card: Vec<Option<Card>>,
    /// Seats that were knocked out (§ 2 `finish.mercy`).
    pub knocked_out: Vec<usize>,
    /// Seats that lose the turn when they come to move.
    pub losing: BTreeSet<usize>,
    /// Hands emptied since the last check, in the order in which they emptied.
    pub emptied: Vec<usize>,
    /// The card under the up card stays out of a reshuffle (§ 2 `play.challenge` take_back).
    pub held_back: bool,
    /// Whether the up card, and the one under it, went into an earlier reshuffle.
    pub gone: [bool; 2],
    /// The up card, played instead of a penalty, may still be taken back.
    pub on_trial: bool,
    /// Who laid the wild draw four on top and has not named its colour (§ 2 `responses.colour_by`).
    pub unnamed: Option<usize>,
    pub turns: u64,
    /// Who was asked on its own turn, since a card was last laid, drawn or moved, and had nothing to
    /// lay and nothing to draw (§ 2 `finish.blocked`).
    pub helpless: BTreeSet<usize>,
    /// Who moves once more when the one who is hit has drawn (§ 2 `deck.card`).
    pub again: Option<usize>,
}

impl<'a> Game<'a> {
    /// The table after the deal, before a card is turned up.
    pub fn new(settings: &'a Settings, start: &Start) -> Game<'a> {
        let n = start.hands.len();
        Game {
            settings,
            dealer: start.dealer,
            first: start.first,
            hands: start.hands.clone(),
            draw_pile: start.draw_pile.clone(),
            discard_pile: Vec::new(),
            up: *start.draw_pile.first().expect("the deal leaves a card to turn up"),
            colour: None,
            last_colour: None,
            under: None,
            direction: 1,
            to_move: start.first,
            pending: None,
            silence: None,
            out: vec![false; n],
            places: Vec::new(),
            refill: vec![settings.finish.refills; n],
            last_card: vec![None; n],
            knocked_out: Vec::new(),
            losing: BTreeSet::new(),
            emptied: Vec::new(),
            held_back: false,
            gone: [false; 2],
            on_trial: false,
            unnamed: None,
            turns: 0,
            helpless: BTreeSet::new(),
            again: None,
        }
    }

    /// A colour becomes the active one, or (§ 2 `people.forgets_colour`) none does.
    pub fn set_colour(&mut self, colour: Option<Colour>) {
        self.colour = colour;
        self.last_colour = colour.or(self.last_colour);
    }

    pub fn seats(&self) -> usize {
        self.hands.len()
    }

    pub fn seats_in_play(&self) -> Vec<usize> {
        (0..self.seats()).filter(|&s| !self.out[s]).collect()
    }

    pub fn two_in_play(&self) -> bool {
        self.seats_in_play().len() == 2
    }

    /// The neighbour of a seat, clockwise (1) or not (−1), in play or not.
    pub fn neighbour(&self, seat: usize, direction: i32) -> usize {
        let n = self.seats();
        if direction == 1 { (seat + 1) % n } else { (seat + n - 1) % n }
    }

    fn next_in(&self, seat: usize, direction: i32) -> usize {
        let mut next = self.neighbour(seat, direction);
        while self.out[next] && next != seat {
            next = self.neighbour(next, direction);
        }
        next
    }

    /// The next seat in play in the direction of play; the seat itself if no other is left.
    pub fn next(&self, seat: usize) -> usize {
        self.next_in(seat, self.direction)
    }

    pub fn before(&self, seat: usize) -> usize {
        self.next_in(seat, -self.direction)
    }

    /// The other seats in play, in the order of play from the seat after this one on.
    pub fn others(&self, seat: usize) -> Vec<usize> {
        let mut others = Vec::new();
        let mut next = self.neighbour(seat, self.direction);
        while next != seat {
            if !self.out[next] {
                others.push(next);
            }
            next = self.neighbour(next, self.direction);
        }
        others
    }
}
