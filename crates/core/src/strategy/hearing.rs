//! What players hear at the table besides being asked: what a bot is told of the same game.
//!
//! Whoever drives a round opens it by [`open`], then tells [`Notification::Round`] and the events of the
//! opening ([`tell_opening`]), lets [`Ears`] listen to all that follows, and tells the end
//! ([`tell_end`]).

use super::Player;
use crate::game::{
    ActiveRules, Chance, Event, Observed, Observer, Round, RoundScore, Scoring, Seat, View,
};
use crate::rules::{MAX_SEATS, SetupRules};

/// What a player hears.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Notification<'a> {
    /// A round of the game begins: the first is number 0, and a match has more.
    Round(u32),
    /// Something happened. The view shows the table just then: how many cards somebody drew, and
    /// one's own hand after it changed. What happened up to the first turn is told when the table
    /// is open.
    Event(Event),
    /// Two others exchanged a card each; [`Event::Exchange`] would tell which.
    Exchange(Seat, Seat),
    /// The round is over.
    End(&'a RoundScore),
}

impl Notification<'_> {
    /// The same as a seat may hear it.
    fn by(self, seat: Seat) -> Self {
        match self {
            Notification::Event(Event::Exchange { seat: giver, with, .. })
                if giver != seat && with != seat =>
            {
                Notification::Exchange(giver, with)
            }
            heard => heard,
        }
    }
}

/// Tells the players who listen.
pub fn tell(
    players: &mut [Player],
    round: &Round,
    rules: &ActiveRules,
    totals: &[i32; MAX_SEATS],
    heard: Notification<'_>,
) {
    for (seat, player) in players.iter_mut().enumerate().take(round.players()) {
        if player.listens() {
            let seat = Seat::new(seat);
            player.hear(&View::new(round, rules, totals, seat), heard.by(seat));
        }
    }
}

/// Tells the players who listen which round this is, and what happened as it was opened.
pub fn tell_opening(
    players: &mut [Player],
    round: &Round,
    rules: &ActiveRules,
    totals: &[i32; MAX_SEATS],
    (number, events): (u32, &[Event]),
) {
    tell(players, round, rules, totals, Notification::Round(number));
    for &event in events {
        tell(players, round, rules, totals, Notification::Event(event));
    }
}

/// Tells the players who listen that the round is over.
pub fn tell_end(
    players: &mut [Player],
    round: &Round,
    rules: &ActiveRules,
    totals: &[i32; MAX_SEATS],
    scoring: &Scoring,
) {
    if players.iter().any(Player::listens) {
        tell(players, round, rules, totals, Notification::End(&scoring.score(round)));
    }
}

/// Turns up the start card, and gives what happens up to the first decision if somebody listens.
pub fn open(
    round: &mut Round,
    chance: &mut dyn Chance,
    setup: &SetupRules,
    players: &[Player],
) -> Vec<Event> {
    let mut opening = OpeningEvents(Vec::new());
    match players.iter().any(Player::listens) {
        true => round.open_dyn(&mut Observed::new(chance, &mut opening), setup),
        false => round.open_dyn(chance, setup),
    }
    opening.0
}

/// The events of the opening of a round in their order, for players that listen.
struct OpeningEvents(Vec<Event>);

impl Observer for OpeningEvents {
    fn saw(&mut self, _round: &Round, event: Event) {
        self.0.push(event);
    }
}

/// The players of a table, listening to what happens.
#[derive(Debug)]
pub struct Ears<'a> {
    /// Everybody, by seat.
    pub players: &'a mut [Player],
    /// The rules as players are told them.
    pub rules: &'a ActiveRules,
    /// Points of the match so far.
    pub totals: &'a [i32; MAX_SEATS],
}

impl Observer for Ears<'_> {
    fn saw(&mut self, round: &Round, event: Event) {
        tell(self.players, round, self.rules, self.totals, Notification::Event(event));
    }
}
