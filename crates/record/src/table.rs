//! The table after an event of a record, with all that is hidden.

use super::complaint::in_notation;
use std::fmt;
use unobench_core::cards::{Colour, Kind, Notation};
use unobench_core::game::{Decision, Direction, Seat};

/// The table after an event, with all that is hidden. Its text ([`fmt::Display`]) is that of
/// `replay --at`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TableAt {
    pub line: u64,
    pub event: &'static str,
    pub title: String,
    pub seats: Vec<TableSeat>,
    pub up_card: Option<Kind>,
    /// The active colour; none while a wild waits for one.
    pub colour: Option<Colour>,
    pub draw_pile: Vec<Kind>,
    pub discard_pile: Vec<Kind>,
    pub direction: Direction,
    pub turns: u64,
    /// What only some rules have: names and what holds, in words.
    pub more: Vec<(&'static str, String)>,
    pub next: Option<Upcoming>,
    pub notation: Notation,
}

/// What comes next at a table: a turn and the decision that is asked for, or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upcoming {
    Over,
    Turn { mover: Seat, asked: Option<(Seat, Decision)>, pending: String },
}

/// A player at the table of a record, with the cards in hand.
#[derive(Debug, Clone, PartialEq)]
pub struct TableSeat {
    pub seat: Seat,
    pub name: String,
    pub hand: Vec<Kind>,
    pub is_out: bool,
}

impl TableAt {
    pub fn cards(&self, cards: &[Kind]) -> String {
        in_notation(cards, self.notation)
    }

    pub fn name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |seat| seat.name.as_str())
    }
}

impl fmt::Display for TableAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "after line {}, {}", self.line, self.event)?;
        if !self.title.is_empty() {
            writeln!(f, "{}", self.title)?;
        }
        for seat in &self.seats {
            let out = if seat.is_out { " (out)" } else { "" };
            let (name, count, cards) = (&seat.name, seat.hand.len(), self.cards(&seat.hand));
            writeln!(f, "seat {name}{out}, {count}: {cards}")?;
        }
        let up_card =
            self.up_card.map_or_else(|| "none yet".to_owned(), |kind| self.cards(&[kind]));
        let colour = self.colour.map_or_else(|| "none".to_owned(), |colour| colour.to_string());
        let direction =
            if self.direction == Direction::Clockwise { "clockwise" } else { "counterclockwise" };
        writeln!(f, "up card       {up_card}, colour {colour}")?;
        for (name, pile) in [("draw", &self.draw_pile), ("discard", &self.discard_pile)] {
            let (name, cards) = (format!("{name} pile"), self.cards(pile));
            writeln!(f, "{name:<14}{}, top first: {cards}", pile.len())?;
        }
        writeln!(f, "direction     {direction}")?;
        writeln!(f, "turns         {}", self.turns)?;
        self.more.iter().try_for_each(|(name, what)| writeln!(f, "{name:<14}{what}"))?;
        match &self.next {
            None => Ok(()),
            Some(Upcoming::Over) => writeln!(f, "turn          none, the round is over"),
            Some(Upcoming::Turn { mover, asked, pending }) => {
                let asked = asked.map_or_else(String::new, |(seat, decision)| {
                    format!("; {} has to decide: {}", self.name(seat), decision.name())
                });
                writeln!(f, "turn          {}{asked}\npending       {pending}", self.name(*mover))
            }
        }
    }
}
