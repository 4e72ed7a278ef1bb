//! A scene on the naive engine.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use serde_json::Value;

use super::position::{Asked, End, Position, word};
use super::scene::Scene;
use super::teller::{Teller, fail};
use super::told::sentence;
use crate::reference::scoring::team;
use crate::reference::{Act, Card, Decision, Game, Settings, Start, World, play_round};

/// Thrown when a scene ends before its round.
struct Done;

struct Script {
    teller: Teller,
    last: Option<Position>,
}

pub(crate) fn play(scene: &Scene) {
    let settings =
        Settings::from_json(&scene.rules.settings_json()).unwrap_or_else(|error| fail(error));
    let players = scene.hands.len();
    let start = Start {
        rules: scene.rules.name.clone(),
        settings: Value::Null,
        block: 0,
        seating: 0,
        round: 0,
        players: vec![String::new(); players],
        dealer: scene.dealer,
        first: (scene.dealer + 1) % players,
        hands: scene.hands.iter().map(|hand| cards(hand)).collect(),
        draw_pile: cards(&scene.pile),
        totals: vec![0; players],
    };
    let mut script = Script { teller: Teller::new(scene), last: None };
    let result =
        match catch_unwind(AssertUnwindSafe(|| play_round(&settings, start, &mut script, true))) {
            Ok(result) => result,
            Err(thrown) if thrown.is::<Done>() => return,
            Err(thrown) => resume_unwind(thrown),
        };
    let mut last = script.last.expect("the round is over");
    last.end = Some(End {
        winners: result.winner.map_or(Vec::new(), |winner| team(&settings, players, winner)),
        reason: result.reason.name(),
        points: result.points,
        scores: result.scores,
        next: [result.next_dealer, result.next_first],
    });
    script.teller.next(&last);
}

fn cards(texts: &[String]) -> Vec<Card> {
    texts.iter().map(|text| card(text)).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|_| Card::own(text))
}

fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

fn position(game: &Game<'_>, asked: Option<Asked>) -> Position {
    let named = game.colour.filter(|_| game.up.is_wild());
    Position {
        asked,
        hands: game.hands.iter().map(|hand| texts(hand)).collect(),
        up: named.map_or(game.up.to_string(), |colour| format!("{}={}", game.up, colour.letter())),
        turns: game.turns,
        clockwise: game.direction == 1,
        silence: game.silence,
        end: None,
    }
}

fn asked(game: &Game<'_>, seat: usize, decision: Decision, legal: &[Act]) -> Asked {
    let is_playable = |act: &&Act| matches!(act, Act::Card(card) if game.playable(seat, *card));
    Asked {
        seat,
        decision,
        legal: legal.iter().map(|&act| word(act)).collect(),
        playable: legal.iter().filter(is_playable).map(|&act| word(act)).collect(),
    }
}

impl World for Script {
    fn decide(&mut self, game: &Game<'_>, seat: usize, decision: Decision, legal: &[Act]) -> Act {
        match self.teller.next(&position(game, Some(asked(game, seat, decision, legal)))) {
            Some(next) => *legal.iter().find(|&&act| word(act) == next).expect("a legal act"),
            None => resume_unwind(Box::new(Done)),
        }
    }

    fn coin(&mut self, what: &'static str, seat: usize, _p: f64) -> bool {
        self.teller.coin(what, seat)
    }

    fn race(&mut self, what: &'static str, candidates: &[(usize, f64)]) -> usize {
        let seats: Vec<usize> = candidates.iter().map(|(seat, _)| *seat).collect();
        self.teller.star(what, &seats)
    }

    fn pick(&mut self, what: &'static str, seats: &[usize]) -> usize {
        seats[self.teller.star(what, seats)]
    }

    fn pick_card(&mut self, what: &'static str, seat: usize, cards: &[Card]) -> Card {
        card(&self.teller.slip(what, seat, &texts(cards)))
    }

    fn place(&mut self, n: usize) -> usize {
        self.teller.place(n)
    }

    fn throw(&mut self, seat: usize, least: usize, max: usize) -> usize {
        self.teller.press(seat, least, max)
    }

    fn shuffle(&mut self, _what: &'static str, shuffled: Vec<Card>) -> Vec<Card> {
        cards(&self.teller.shuffle(&texts(&shuffled)))
    }

    fn heard(&mut self, event: &Value) {
        self.teller.told.extend(sentence(event));
    }

    fn over(&mut self, game: &Game<'_>) {
        self.last = Some(position(game, None));
    }
}
