use std::fmt;
use unobench_core::cards::{Colour, Kind};
use unobench_core::game::{Decision, Direction, Seat};

/// The table after an event, with all that is hidden. Its text ([`fmt::Display`]) is that of
/// `replay --at`.
#[derive(Debug, Clone, PartialEq)]
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
    pub blank_draws: u8,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upcoming {
    Over,
    Turn { mover: Seat, asked: Option<(Seat, Decision)>, pending: String },
}

#[derive(Debug, Clone, PartialEq)]
pub struct TableSeat {
    pub seat: Seat,
    pub name: String,
    pub hand: Vec<Kind>,
    pub is_out: bool,
}

impl TableAt {
    pub fn cards(&self, cards: &[Kind]) -> String {
        let texts: Vec<String> =
            cards.iter().map(|kind| kind.text(self.blank_draws).to_string()).collect();
        texts.join(" ")
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
            writeln!(
                f,
                "seat {}{out}, {}: {}",
                seat.name,
                seat.hand.len(),
                self.cards(&seat.hand)
            )?;
        }
        let up_card =
            self.up_card.map_or_else(|| "none yet".to_owned(), |kind| self.cards(&[kind]));
        let colour = self.colour.map_or_else(|| "none".to_owned(), |colour| colour.to_string());
        let direction =
            if self.direction == Direction::Clockwise { "clockwise" } else { "counterclockwise" };
        writeln!(f, "up card       {up_card}, colour {colour}")?;
        writeln!(
            f,
            "draw pile     {}, top first: {}",
            self.draw_pile.len(),
            self.cards(&self.draw_pile)
        )?;
        writeln!(
            f,
            "discard pile  {}, top first: {}",
            self.discard_pile.len(),
            self.cards(&self.discard_pile)
        )?;
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
