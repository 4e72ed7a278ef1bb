//! A record as text for a person: one line an event.

use super::ReplayError;
use super::board::Board;
use super::line::{Line, MatchEndLine, REASONS, RoundEnd, RoundLine, name_of};
use super::script::Script;
use super::trace::LineSink;
use crate::cards::{Colour, Kind};
use crate::game::{Direction, Fault, How, Seat, Why};
use std::io::{self, BufRead, Write};

/// Writes a record as text for a person, one line an event; gives the number of events. The record is read, not checked.
///
/// Without `colour` the text has no escape codes.
///
/// # Errors
/// A line that is no event, or what input or output report.
pub fn pretty(input: impl BufRead, out: &mut dyn Write, colour: bool) -> Result<u64, ReplayError> {
    let mut script = Script::new(input);
    let mut printer = Printer::new(out, colour);
    let mut events = 0;
    while let Some(numbered) = script.take()? {
        printer.line(&numbered.line).map_err(ReplayError::Write)?;
        events += 1;
    }
    Ok(events)
}

/// Prints lines.
pub(super) struct Printer<'a> {
    out: &'a mut dyn Write,
    colour: bool,
    board: Board,
    /// Width of the widest name at the table.
    width: usize,
    begun: bool,
}

impl LineSink for Printer<'_> {
    fn line(&mut self, line: &Line) -> io::Result<()> {
        self.board.apply(line);
        match line {
            Line::Round(round) => self.round(round),
            Line::RoundEnd(end) => self.round_end(end),
            Line::MatchEnd(end) => self.match_end(end),
            _ => {
                let (who, what) = self.sentence(line);
                let (who, size) = match who {
                    Some(seat) => (self.board.name(seat), format!("{:>3}", self.board.size(seat))),
                    None => (String::new(), "   ".to_owned()),
                };
                writeln!(self.out, "  {who:<width$} {size}  {what}", width = self.width)
            }
        }
    }
}

impl<'a> Printer<'a> {
    pub(super) fn new(out: &'a mut dyn Write, colour: bool) -> Printer<'a> {
        Printer { out, colour, board: Board::new(), width: 0, begun: false }
    }

    fn round(&mut self, round: &RoundLine) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        self.width = (0..round.players.len()).map(|seat| self.board.name(Seat::new(seat)).chars().count()).max().unwrap_or(0);
        let (rules, block, seating, number) = (&round.rules.name, round.block, round.seating, round.round);
        writeln!(self.out, "{rules}: block {block}, seating {seating}, round {number}")?;
        let (dealer, first) = (self.board.name(round.dealer), self.board.name(round.first));
        writeln!(self.out, "dealer {dealer}; first {first}; {} cards in the draw pile", self.board.pile_len())?;
        for (seat, hand) in round.hands.iter().enumerate() {
            let name = self.board.name(Seat::new(seat));
            let total = round.totals.get(seat).copied().unwrap_or(0);
            let total = if total == 0 { String::new() } else { format!("  (total {total})") };
            let cards = self.cards(hand);
            writeln!(self.out, "  {name:<width$} {:>3}  {cards}{total}", hand.len(), width = self.width)?;
        }
        Ok(())
    }

    fn round_end(&mut self, end: &RoundEnd) -> io::Result<()> {
        let winner = end.winner.map_or_else(|| "nobody wins".to_owned(), |seat| format!("{} wins", self.board.name(seat)));
        let reason = name_of(&REASONS, &end.reason);
        let (points, scores) = (numbers(&end.points), numbers(&end.scores));
        writeln!(self.out, "{winner} ({reason}) after {} turns; points in hand {points}; scores {scores}", end.turns)
    }

    fn match_end(&mut self, end: &MatchEndLine) -> io::Result<()> {
        let winner = end.winner.map_or_else(|| "nobody wins".to_owned(), |seat| format!("{} wins", self.board.name(seat)));
        writeln!(self.out, "{winner} the match after {} rounds; totals {}", end.rounds, numbers(&end.totals))
    }

    /// Who does what.
    fn sentence(&self, line: &Line) -> (Option<Seat>, String) {
        match line {
            Line::TurnUp { card, returned_to: None } => (None, format!("start card {}", self.card(*card))),
            Line::TurnUp { card, returned_to: Some(place) } => {
                (None, format!("start card {} goes back to place {place} of the draw pile", self.card(*card)))
            }
            Line::NameColour { seat, colour } => (Some(*seat), format!("names {}", self.named(*colour))),
            Line::Play { seat, card, colour, how } => (Some(*seat), self.played(*card, *colour, *how)),
            Line::Uno { seat, called, false_call } => (Some(*seat), call(*called, *false_call).to_owned()),
            Line::Caught { seat, by, of } => (Some(*seat), format!("is caught by {}{}", self.board.name(*by), fault(*of))),
            Line::Draw { seat, cards, owed, why } => (Some(*seat), self.drawn(cards, *owed, *why)),
            Line::Keep { seat } => (Some(*seat), "passes".to_owned()),
            Line::LoseTurn { seat } => (Some(*seat), "loses the turn".to_owned()),
            Line::Challenge { seat, against, upheld } => {
                let outcome = if *upheld { "rightly" } else { "wrongly" };
                (Some(*seat), format!("challenges {}, {outcome}", self.board.name(*against)))
            }
            Line::TakeBack { seat, card } => (Some(*seat), format!("takes {} back", self.card(*card))),
            Line::Reshuffle { draw_pile } => (None, format!("the discard pile is shuffled: {} cards to draw", draw_pile.len())),
            Line::Swap { seat, with } => {
                (Some(*seat), format!("swaps hands with {} (now {})", self.board.name(*with), self.board.size(*with)))
            }
            Line::Rotate { direction } => (None, rotation(*direction).to_owned()),
            Line::Exchange { seat, with, gives, gets } => {
                let (gives, gets) = (self.card(*gives), self.card(*gets));
                (Some(*seat), format!("gives {gives} to {} for {gets}", self.board.name(*with)))
            }
            Line::Crash { seat, with, hands } => (Some(*seat), self.crashed(*with, hands)),
            Line::Misplay { seat, card } => (Some(*seat), format!("lays {} by mistake", self.card(*card))),
            Line::Speaks { seat } => (Some(*seat), "speaks".to_owned()),
            Line::Advises { seat } => (Some(*seat), "gives advice".to_owned()),
            Line::Out { seat, place } => (Some(*seat), format!("is out, place {place}")),
            Line::Round(_) | Line::RoundEnd(_) | Line::MatchEnd(_) => (None, String::new()),
        }
    }

    fn played(&self, card: Kind, colour: Option<Colour>, how: How) -> String {
        let manner = match how {
            How::Turn => "plays",
            How::Drawn => "plays it:",
            How::Answer => "answers with",
            How::JumpIn => "jumps in with",
            How::Double => "doubles with",
        };
        let named = match colour {
            Some(colour) => format!(" and names {}", self.named(colour)),
            None if card.is_wild() && !self.board.has_wheel() => " and names no colour".to_owned(),
            None => String::new(),
        };
        format!("{manner} {}{named}", self.card(card))
    }

    fn drawn(&self, cards: &[Kind], owed: u64, why: Why) -> String {
        let reason = match why {
            Why::Turn => "",
            Why::Penalty => " as hit",
            Why::Start => " for the start card",
            Why::Challenge => " for the challenge",
            Why::Uno => " for the missing call",
            Why::FalseCall => " for the false call",
            Why::Slam => " for the slam",
            Why::Silence => " for speaking",
            Why::Misplay => " for the misplay",
            Why::Advice => " for the advice",
            Why::Forgotten => " for the forgotten penalty",
            Why::Downpour => " in the downpour",
            Why::Refill => " as a refill",
        };
        let missing = if cards.len() as u64 == owed { String::new() } else { format!(" of {owed}") };
        let cards_text = if cards.is_empty() { String::new() } else { format!(": {}", self.cards(cards)) };
        format!("draws {}{missing}{reason}{cards_text}", cards.len())
    }

    fn crashed(&self, with: Seat, hands: &[Vec<Kind>]) -> String {
        let hands: Vec<String> = hands.iter().map(|hand| self.cards(hand)).collect();
        format!("shuffles hands with {}: {}", self.board.name(with), hands.join(" | "))
    }

    fn cards(&self, cards: &[Kind]) -> String {
        let texts: Vec<String> = cards.iter().map(|&card| self.card(card)).collect();
        texts.join(" ")
    }

    fn card(&self, card: Kind) -> String {
        self.coloured(&card.text(self.board.blank_draws).to_string(), card.colour())
    }

    fn named(&self, colour: Colour) -> String {
        let name = match colour {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
        };
        self.coloured(name, Some(colour))
    }

    /// A text in a card's colour, if colours are wanted; wilds are bold.
    fn coloured(&self, text: &str, colour: Option<Colour>) -> String {
        let code = match colour {
            _ if !self.colour => return text.to_owned(),
            Some(Colour::Red) => 31,
            Some(Colour::Blue) => 34,
            Some(Colour::Green) => 32,
            Some(Colour::Yellow) => 33,
            None => 1,
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

const fn call(called: bool, false_call: bool) -> &'static str {
    match (called, false_call) {
        (_, true) => "calls UNO without cause",
        (true, false) => "calls UNO",
        (false, false) => "does not call UNO",
    }
}

const fn fault(of: Fault) -> &'static str {
    match of {
        Fault::Uno => "",
        Fault::Penalty => " dodging a penalty",
    }
}

const fn rotation(direction: Direction) -> &'static str {
    match direction {
        Direction::Clockwise => "all hands pass on clockwise",
        Direction::Counterclockwise => "all hands pass on counterclockwise",
    }
}

fn numbers(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
