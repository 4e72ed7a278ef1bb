//! A record as text for a person: one line an event.

use super::ReplayError;
use super::line::{Line, RoundLine};
use super::narrator::Narrator;
use super::script::Script;
use super::trace::LineSink;
use std::io::{self, BufRead, Write};
use unobench_core::game::Seat;

/// Writes a record as text for a person, one line an event; gives the number of events. The record
/// is read, not checked.
///
/// Without `colour` the text has no escape codes.
///
/// # Errors
/// A line that is no event, or what input or output report.
///
/// # Examples
///
/// ```
/// # use unobench_core::rules::{MAX_SEATS, RuleSet};
/// # use unobench_record::{Form, Trace};
/// use unobench_record::pretty;
///
/// # let mut record = Vec::new();
/// # let traced = Trace {
/// #     rules: &RuleSet::official(),
/// #     players: 2,
/// #     strategies: &[unobench_strategies::strategy("random").expect("a strategy")],
/// #     seatings: &|_block| vec![[0; MAX_SEATS]],
/// #     games: 1,
/// #     seed: 1,
/// #     match_play: false,
/// #     form: Form::JsonLines,
/// # }
/// # .write(&mut record)
/// # .expect("memory takes everything");
/// let mut text = Vec::new();
/// let events = pretty(record.as_slice(), &mut text, false).expect("a record");
/// assert_eq!(events, traced.events);
/// let text = String::from_utf8(text).expect("text");
/// assert!(text.starts_with("official: block 0") && !text.contains('\x1b'), "{text}");
/// ```
pub fn pretty(
    mut input: impl BufRead,
    out: &mut dyn Write,
    colour: bool,
) -> Result<u64, ReplayError> {
    pretty_dyn(&mut input, out, colour)
}

/// As [`pretty()`]; compiled here, once for all readers.
fn pretty_dyn(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    colour: bool,
) -> Result<u64, ReplayError> {
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
    narrator: Narrator,
    /// Width of the widest name at the table.
    width: usize,
    begun: bool,
}

impl LineSink for Printer<'_> {
    fn line(&mut self, line: &Line) -> io::Result<()> {
        self.narrator.follow(line);
        match line {
            Line::Round(round) => self.round(round),
            Line::RoundEnd(end) => writeln!(self.out, "{}", self.narrator.round_end(end)),
            Line::MatchEnd(end) => writeln!(self.out, "{}", self.narrator.match_end(end)),
            _ => {
                let (who, what) = self.narrator.sentence(line);
                let (who, size) = match who {
                    Some(seat) => (
                        self.narrator.board.name(seat),
                        format!("{:>3}", self.narrator.board.size(seat)),
                    ),
                    None => (String::new(), "   ".to_owned()),
                };
                writeln!(self.out, "  {who:<width$} {size}  {what}", width = self.width)
            }
        }
    }
}

impl<'a> Printer<'a> {
    pub(super) fn new(out: &'a mut dyn Write, colour: bool) -> Printer<'a> {
        Printer { out, narrator: Narrator::new(colour, None), width: 0, begun: false }
    }

    fn round(&mut self, round: &RoundLine) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        self.width = (0..round.players.len())
            .map(|seat| self.narrator.board.name(Seat::new(seat)).chars().count())
            .max()
            .unwrap_or(0);
        writeln!(self.out, "{}", self.narrator.round(round))?;
        for (seat, hand) in round.hands.iter().enumerate() {
            let name = self.narrator.board.name(Seat::new(seat));
            let total = round.totals.get(seat).copied().unwrap_or(0);
            let total = if total == 0 { String::new() } else { format!("  (total {total})") };
            let cards = self.narrator.cards(hand);
            writeln!(
                self.out,
                "  {name:<width$} {:>3}  {cards}{total}",
                hand.len(),
                width = self.width
            )?;
        }
        Ok(())
    }
}
