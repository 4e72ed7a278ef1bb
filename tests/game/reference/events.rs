//! The lines of a game record, one function for each event.

use serde_json::{Value, json};

use super::cards::{Card, Colour};

pub fn cards(cards: &[Card]) -> Value {
    cards.iter().map(Card::to_string).collect()
}

pub fn hands(hands: &[Vec<Card>]) -> Value {
    hands.iter().map(|hand| cards(hand)).collect()
}

fn colour_letter(colour: Colour) -> Value {
    json!(colour.letter().to_string())
}

pub fn turn_up(card: Card, place: Option<usize>) -> Value {
    match place {
        None => json!({"event": "turn_up", "card": card.to_string()}),
        Some(place) => {
            json!({"event": "turn_up", "card": card.to_string(), "returned": true, "place": place})
        }
    }
}

pub fn name_colour(seat: usize, colour: Colour) -> Value {
    json!({"event": "name_colour", "seat": seat, "colour": colour_letter(colour)})
}

pub fn play(seat: usize, card: Card, colour: Option<Colour>, how: &str) -> Value {
    match colour {
        Some(colour) if card.is_wild() => {
            let colour = colour_letter(colour);
            json!({
                "event": "play",
                "seat": seat,
                "card": card.to_string(),
                "colour": colour,
                "how": how
            })
        }
        _ => json!({"event": "play", "seat": seat, "card": card.to_string(), "how": how}),
    }
}

pub fn uno(seat: usize, called: bool) -> Value {
    json!({"event": "uno", "seat": seat, "called": called})
}

pub fn false_call(seat: usize) -> Value {
    json!({"event": "uno", "seat": seat, "called": true, "false_call": true})
}

pub fn caught(seat: usize, by: usize, fault: &str) -> Value {
    json!({"event": "caught", "seat": seat, "by": by, "of": fault})
}

pub fn draw(seat: usize, drawn: &[Card], owed: usize, why: &str) -> Value {
    json!({"event": "draw", "seat": seat, "cards": cards(drawn), "owed": owed, "why": why})
}

/// An event that has a seat and nothing else: `keep`, `lose_turn`, `speaks`, `advises`.
pub fn of_seat(event: &str, seat: usize) -> Value {
    json!({"event": event, "seat": seat})
}

pub fn challenge(seat: usize, against: usize, upheld: bool) -> Value {
    json!({"event": "challenge", "seat": seat, "against": against, "upheld": upheld})
}

pub fn target(seat: usize, whom: usize) -> Value {
    json!({"event": "target", "seat": seat, "whom": whom})
}

/// An event of a seat and some cards, which have no order: `discard`, `knock_out`.
pub fn of_cards(event: &str, seat: usize, unsorted: &[Card]) -> Value {
    let mut sorted = unsorted.to_vec();
    sorted.sort_by_key(Card::to_string);
    json!({"event": event, "seat": seat, "cards": cards(&sorted)})
}

/// An event of a seat and a card: `take_back`, `misplay`.
pub fn of_card(event: &str, seat: usize, card: Card) -> Value {
    json!({"event": event, "seat": seat, "card": card.to_string()})
}

pub fn reshuffle(draw_pile: &[Card]) -> Value {
    json!({"event": "reshuffle", "draw_pile": cards(draw_pile)})
}

pub fn swap(seat: usize, with: usize) -> Value {
    json!({"event": "swap", "seat": seat, "with": with})
}

pub fn rotate(direction: i32) -> Value {
    json!({"event": "rotate", "direction": direction})
}

pub fn exchange(seat: usize, with: usize, gives: Card, gets: Card) -> Value {
    json!({
        "event": "exchange",
        "seat": seat,
        "with": with,
        "gives": gives.to_string(),
        "gets": gets.to_string(),
    })
}

pub fn redeal(new: &[Vec<Card>]) -> Value {
    json!({"event": "redeal", "hands": hands(new)})
}

pub fn crash(seat: usize, with: usize, new: &[Vec<Card>]) -> Value {
    json!({"event": "crash", "seat": seat, "with": with, "hands": hands(new)})
}

pub fn out(seat: usize, place: usize) -> Value {
    json!({"event": "out", "seat": seat, "place": place})
}

/// An event whose hands (which have no order) are sorted, so that two records of one round compare
/// as values.
pub fn with_sorted_hands(mut event: Value) -> Value {
    if let Some(hands) = event.get_mut("hands").and_then(Value::as_array_mut) {
        for cards in hands.iter_mut().filter_map(Value::as_array_mut) {
            cards.sort_by_key(|card| card.as_str().map(str::to_string));
        }
    }
    event
}
