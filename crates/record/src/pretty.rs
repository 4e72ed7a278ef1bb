//! A record as text for a person, one line an event.

use super::audience::Audience;
use super::line::{Line, RoundLine};
use super::narrator::Narrator;
use super::parse::Numbered;
use super::record_writer::LineSink;
use super::replay::Referee;
use super::stream::{Go, StreamStop};
use super::told::DecisionTrace;
use super::{ReplayError, Result};
use std::io::{self, BufRead, Write};
use unobench_core::game::{Round, Seat};

/// Writes a record as text for a person, one line an event, as far as it keeps to the rules; gives
/// the number of events.
///
/// Without `colour` the text has no escape codes.
pub fn pretty(mut input: impl BufRead, out: &mut dyn Write, colour: bool) -> Result<u64> {
    let mut narrator = Narrator::new(None);
    narrator.colour = colour;
    let mut printer = Printer::new(out, narrator);
    let mut referee = Referee::new(&mut input, &mut printer);
    match referee.run() {
        Err(StreamStop::Broken(error)) => Err(error),
        _ => Ok(referee.report().events),
    }
}

/// Writes the lines of a record in words, for a person to read.
pub(super) struct Printer<'a> {
    out: &'a mut dyn Write,
    narrator: Narrator,
    begun: bool,
}

impl LineSink for Printer<'_> {
    fn line(
        &mut self,
        line: &Line,
        _told: &DecisionTrace,
        round: Option<&Round>,
    ) -> io::Result<()> {
        self.narrator.follow(line, round);
        match line {
            Line::Round(round) => self.round(round),
            Line::RoundEnd(end) => writeln!(self.out, "{}", self.narrator.round_end(end)),
            Line::MatchEnd(end) => writeln!(self.out, "{}", self.narrator.match_end(end)),
            _ => {
                let (who, what) = (line.seat(), self.narrator.what(line));
                let name = who.map_or("", |seat| self.narrator.name(seat));
                let size =
                    who.map_or_else(String::new, |seat| self.narrator.size(seat).to_string());
                let width = self.narrator.width();
                writeln!(self.out, "  {name:<width$} {size:>3}  {what}")
            }
        }
    }
}

impl Audience for Printer<'_> {
    fn line(&mut self, taken: &Numbered, meant: Option<&Line>, round: Option<&Round>) -> Go {
        let round = round.filter(|_| meant.is_some());
        let printed = LineSink::line(self, &taken.line, &taken.told, round);
        printed.map_err(|error| StreamStop::Broken(ReplayError::Write(error)))
    }
}

impl<'a> Printer<'a> {
    pub(super) fn new(out: &'a mut dyn Write, narrator: Narrator) -> Printer<'a> {
        Printer { out, narrator, begun: false }
    }

    fn round(&mut self, round: &RoundLine) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        let (narrator, width) = (&self.narrator, self.narrator.width());
        writeln!(self.out, "{}", narrator.round(round))?;
        for (seat, hand) in round.hands.iter().enumerate() {
            let name = narrator.name(Seat::new(seat));
            let total = round.totals.get(seat).copied().unwrap_or(0);
            let total = if total == 0 { String::new() } else { format!("  (total {total})") };
            let cards = narrator.cards(hand);
            writeln!(self.out, "  {name:<width$} {:>3}  {cards}{total}", hand.len())?;
        }
        Ok(())
    }
}
