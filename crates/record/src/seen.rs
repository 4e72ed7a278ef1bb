//! What one seat may see of a record's lines: the same fields, hidden cards as a count.
//!
//! A record is for who may see everything; a player is told the same events with what is hidden
//! left out. The place of a card that goes back into the draw pile is hidden, and so is everything
//! that tells which deal it is (`block`, `seating`). Where a hand changes hands, its new owner is
//! told it in `hand`; a challenger finds there the hand that was challenged.

use super::event_lines::{EventLines, cards_of, round_end};
use super::line::Line;
use serde_json::{Map, Value, json};
use unobench_core::cards::{DrawPile as _, Kind, Notation};
use unobench_core::game::{Event, Round, RoundScore, Seat, Why};
use unobench_core::rules::{MAX_SEATS, RuleSet};

/// The fields of an event as one seat may see it.
pub type ViewFields = Map<String, Value>;

/// Turns what the machine tells into lines as each seat may see them.
#[derive(Debug, Clone)]
pub struct SeatLines {
    event_lines: EventLines,
    notation: Notation,
}

impl SeatLines {
    pub fn new(notation: Notation) -> SeatLines {
        SeatLines { event_lines: EventLines::default(), notation }
    }

    pub fn drawn(&mut self, kind: Kind) {
        self.event_lines.drawn(kind);
    }

    pub fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.event_lines.crashed(cards, first);
    }

    /// Takes an event and tells `tell` what each of the seats sees of the lines that are complete
    /// now.
    pub fn saw(
        &mut self,
        round: &Round,
        event: Event,
        seats: &[Seat],
        mut tell: impl FnMut(usize, ViewFields),
    ) {
        if let Some(line) = self.event_lines.tell(round, event) {
            for (index, &seat) in seats.iter().enumerate() {
                let mut seen = as_seen(&line, seat, self.notation);
                if let Some(holder) = shown(round, &line, seat) {
                    let hand = texts(&cards_of(round.hand(holder)), self.notation);
                    seen.insert("hand".to_owned(), hand);
                }
                tell(index, seen);
            }
        }
    }

    pub fn reshuffle(cards: usize) -> ViewFields {
        object(json!({"event": "reshuffle", "draw_pile": cards}))
    }

    /// The line that a round begins with, before the start card is turned up.
    pub fn round(
        &self,
        round: &Round,
        rules: &RuleSet,
        number: u64,
        totals: &[i32; MAX_SEATS],
        seat: Seat,
    ) -> ViewFields {
        let hand = |holder: Seat| {
            let cards = cards_of(round.hand(holder));
            if holder == seat { texts(&cards, self.notation) } else { cards.len().into() }
        };
        object(json!({
            "event": "round",
            "rules": rules.name,
            "round": number,
            "dealer": round.dealer().index(),
            "first": round.first().index(),
            "hands": (0..round.players()).map(|number| hand(Seat::new(number))).collect::<Vec<_>>(),
            "draw_pile": round.pile().len(),
            "totals": totals[..round.players()],
        }))
    }

    pub fn round_end(
        &self,
        round: &Round,
        rules: &RuleSet,
        score: &RoundScore,
        seat: Seat,
    ) -> ViewFields {
        as_seen(&round_end(round, rules, score), seat, self.notation)
    }

    pub fn match_end(winner: Option<usize>, totals: &[i32], rounds: u32) -> ViewFields {
        object(json!({"event": "match_end", "winner": winner, "totals": totals, "rounds": rounds}))
    }
}

fn as_seen(line: &Line, seat: Seat, notation: Notation) -> ViewFields {
    let mut seen = line.fields(notation);
    match line {
        Line::TurnUp { .. } => drop(seen.shift_remove("place")),
        Line::Draw { seat: who, cards, why, .. } if *who != seat && *why != Why::Shown => {
            drop(seen.insert("cards".to_owned(), cards.len().into()))
        }
        Line::Exchange { seat: giver, with, .. } if *giver != seat && *with != seat => {
            seen.shift_remove("gives");
            seen.shift_remove("gets");
        }
        // Who crashes has seen both hands before, so it knows what the other holds now.
        Line::Crash { seat: crasher, with, hands } if *crasher != seat => {
            count_hands(&mut seen, hands, |index| index == 1 && *with == seat);
        }
        Line::Redeal { hands } => count_hands(&mut seen, hands, |index| index == seat.index()),
        Line::RoundEnd(end) => count_hands(&mut seen, &end.hands, |index| index == seat.index()),
        Line::Round(_) | Line::Reshuffle { .. } => unreachable!("{} is told apart", line.event()),
        _ => {}
    }
    seen
}

/// Shows of the hands only some.
fn count_hands(seen: &mut ViewFields, hands: &[Vec<Kind>], is_shown: impl Fn(usize) -> bool) {
    if let Some(Value::Array(values)) = seen.get_mut("hands") {
        for (index, value) in values.iter_mut().enumerate().filter(|(index, _)| !is_shown(*index)) {
            *value = hands[index].len().into();
        }
    }
}

/// Whose hand a line shows a seat: its own when it has changed hands, the one that it challenged.
fn shown(round: &Round, line: &Line, seat: Seat) -> Option<Seat> {
    match *line {
        Line::Swap { seat: swapper, with } => (swapper == seat || with == seat).then_some(seat),
        Line::Rotate { .. } => round.in_play().contains(seat).then_some(seat),
        Line::Challenge { seat: challenger, against, .. } => {
            (challenger == seat).then_some(against)
        }
        _ => None,
    }
}

fn texts(cards: &[Kind], notation: Notation) -> Value {
    cards.iter().map(|card| card.text(notation).to_string()).collect()
}

fn object(value: Value) -> ViewFields {
    match value {
        Value::Object(fields) => fields,
        _ => unreachable!("an object was written"),
    }
}
