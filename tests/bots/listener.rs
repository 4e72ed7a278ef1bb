//! What a bot is told, followed by somebody who hears nothing else.

use std::collections::HashMap;

use crate::dir::json;
use serde_json::Value;

/// What the fields of each event are, as a bot is told them. `hand` comes only where a hand is
/// shown.
const FIELDS: [(&str, &[&str]); 27] = [
    ("round", &["rules", "round", "dealer", "first", "hands", "draw_pile", "totals"]),
    ("turn_up", &["card", "returned"]),
    ("name_colour", &["seat", "colour"]),
    ("play", &["seat", "card", "colour", "how"]),
    ("uno", &["seat", "called", "false_call"]),
    ("caught", &["seat", "by", "of"]),
    ("draw", &["seat", "cards", "owed", "why"]),
    ("keep", &["seat"]),
    ("pass", &["seat"]),
    ("lose_turn", &["seat"]),
    ("challenge", &["seat", "against", "upheld", "hand"]),
    ("take_back", &["seat", "card"]),
    ("reshuffle", &["draw_pile"]),
    ("swap", &["seat", "with", "hand"]),
    ("rotate", &["direction", "hand"]),
    ("target", &["seat", "whom"]),
    ("discard", &["seat", "cards"]),
    ("knock_out", &["seat", "cards"]),
    ("exchange", &["seat", "with", "gives", "gets"]),
    ("crash", &["seat", "with", "hands"]),
    ("redeal", &["hands"]),
    ("misplay", &["seat", "card"]),
    ("speaks", &["seat"]),
    ("advises", &["seat"]),
    ("out", &["seat", "place"]),
    ("round_end", &["winner", "reason", "hands", "points", "scores", "turns"]),
    ("match_end", &["winner", "totals", "rounds"]),
];

/// A bot's seat in a game, as somebody knows it who hears only what the bot is told.
struct Listener {
    seat: u64,
    hand: Vec<String>,
}

fn cards(value: &Value) -> Vec<String> {
    let cards = value.as_array().unwrap_or_else(|| panic!("cards: {value}"));
    cards.iter().map(|card| card.as_str().expect("a card").to_owned()).collect()
}

impl Listener {
    fn lose(&mut self, card: &Value) {
        let place = self.hand.iter().position(|held| Some(held.as_str()) == card.as_str());
        self.hand.remove(place.unwrap_or_else(|| panic!("{card} is not in {:?}", self.hand)));
    }

    fn get(&mut self, card: &Value) {
        self.hand.push(card.as_str().expect("a card").to_owned());
    }

    /// Its own of all hands, of which the others are counts.
    fn own(&self, message: &Value) -> Vec<String> {
        let hands = message["hands"].as_array().expect("hands");
        for (seat, hand) in hands.iter().enumerate() {
            assert_eq!(hand.is_array(), seat as u64 == self.seat, "{message}");
            assert!(hand.is_array() || hand.is_u64(), "{message}");
        }
        cards(&hands[self.seat as usize])
    }

    /// Takes an event in, and checks that nothing hidden is in it.
    fn hear(&mut self, message: &Value) {
        let event = message["event"].as_str().expect("the name of an event");
        let (_, allowed) =
            FIELDS.iter().find(|(name, _)| *name == event).unwrap_or_else(|| panic!("{message}"));
        for field in message.as_object().expect("an object").keys().skip(3) {
            assert!(allowed.contains(&field.as_str()), "{field}: {message}");
        }
        let is_me = |field: &str| message[field] == self.seat;
        let shown = message.get("hand").is_some();
        match event {
            "round" => {
                assert!(message["draw_pile"].is_u64(), "{message}");
                self.hand = self.own(message);
            }
            "redeal" => self.hand = self.own(message),
            "round_end" => self.check(&self.own(message), &[]),
            "reshuffle" => assert!(message["draw_pile"].is_u64(), "{message}"),
            "draw" if is_me("seat") => self.hand.extend(cards(&message["cards"])),
            "draw" => assert_eq!(message["cards"].is_u64(), message["why"] != "shown", "{message}"),
            "discard" | "knock_out" if is_me("seat") => {
                message["cards"].as_array().expect("cards").iter().for_each(|card| self.lose(card));
            }
            "play" if is_me("seat") => self.lose(&message["card"]),
            "take_back" if is_me("seat") => self.get(&message["card"]),
            "challenge" => assert_eq!(shown, is_me("seat"), "{message}"),
            "swap" => {
                assert_eq!(shown, is_me("seat") || is_me("with"), "{message}");
                self.hand = message.get("hand").map_or(std::mem::take(&mut self.hand), cards);
            }
            "rotate" => {
                self.hand = message.get("hand").map_or(std::mem::take(&mut self.hand), cards)
            }
            "exchange" if is_me("seat") || is_me("with") => {
                let (gives, gets) =
                    if is_me("seat") { ("gives", "gets") } else { ("gets", "gives") };
                self.lose(&message[gives]);
                self.get(&message[gets]);
            }
            "exchange" => {
                let is_told = ["gives", "gets"].iter().any(|key| message.get(key).is_some());
                assert!(!is_told, "{message}");
            }
            "crash" => {
                let hands = &message["hands"];
                let takes_part = is_me("seat") || is_me("with");
                assert_eq!(hands[0].is_array(), is_me("seat"), "{message}");
                assert_eq!(hands[1].is_array(), takes_part, "{message}");
                if takes_part {
                    self.hand = cards(&hands[usize::from(is_me("with"))]);
                }
            }
            _ => {}
        }
    }

    /// The hand is the one that follows from what was told; a wild whose colour is not named yet
    /// has left it.
    fn check(&self, hand: &[String], unnamed: &[&str]) {
        let sorted = |cards: &[String]| {
            let mut cards = cards.to_vec();
            cards.sort();
            cards
        };
        let own = sorted(&self.hand);
        let with = |card: &&str| sorted(&[hand, &[(*card).to_owned()]].concat()) == own;
        let is_right = sorted(hand) == own || unnamed.iter().any(with);
        assert!(is_right, "{hand:?}, not {own:?}");
    }
}

/// Hears what a bot heard: events without a hidden card, from which its own hand follows. Gives the
/// number of messages, and of games that have not come to their end.
pub(super) fn listen(heard: &str) -> (usize, usize) {
    let mut games = HashMap::new();
    let told = heard.lines().filter_map(|line| line.strip_prefix("→ "));
    let mut count = 0;
    for message in told.map(json) {
        count += 1;
        let game = message["game"].as_u64();
        match message["type"].as_str().expect("a type") {
            "newgame" => {
                let seat = message["seat"].as_u64().expect("a seat");
                let before = games.insert(game, Listener { seat, hand: Vec::new() });
                assert!(before.is_none(), "{message}");
                assert!(message["bot_seed"].as_u64().expect("a seed") < 1 << 53);
            }
            "event" => games.get_mut(&game).expect("a game that was begun").hear(&message),
            "act" => {
                let listener = games.get(&game).expect("a game that was begun");
                // A drawn wild draw four may act as a wild.
                let wild = message["view"]["wild_to_name"].as_str();
                let unnamed: Vec<&str> = wild.into_iter().flat_map(|wild| [wild, "W+4"]).collect();
                listener.check(&cards(&message["view"]["hand"]), &unnamed);
                assert_eq!(message["view"]["seat"], listener.seat);
            }
            "endgame" => assert!(games.remove(&game).is_some(), "{message}"),
            kind => assert!(kind == "hello" || kind == "quit", "{message}"),
        }
    }
    (count, games.len())
}
