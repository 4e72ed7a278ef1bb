//! A record as a stream of lines with a short look ahead.

use super::hidden;
use super::line::Line;
use super::parse::{Numbered, Parser, no_event};
use super::{ReplayError, Result};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{BufRead, Read as _};
use unobench_core::cards::Notation;

/// The most bytes of a line; the longest that the rules can make has some 20,000.
const LINE_LIMIT: usize = 1 << 20;

/// Whether the check goes on, or why not.
pub(super) type Go = Result<(), StreamStop>;

/// Why the check of a record stops: enough was read, or something is wrong.
#[derive(Debug)]
pub(super) enum StreamStop {
    Reached,
    Broken(ReplayError),
}

impl From<ReplayError> for StreamStop {
    fn from(error: ReplayError) -> StreamStop {
        StreamStop::Broken(error)
    }
}

/// The lines of a record in their order, of which some may be read ahead.
pub(super) struct RecordStream<'i> {
    input: &'i mut dyn BufRead,
    pub(super) parser: Parser,
    lines: u64,
    buffer: Vec<u8>,
    /// Lines of a round whose hidden cards were filled in, and what came after it.
    filled: VecDeque<(u64, Vec<u8>)>,
    /// How many rounds that was.
    pub(super) fillings: u64,
    ahead: VecDeque<Numbered>,
    /// What was wrong with the line after those in `ahead`.
    failed: Option<ReplayError>,
    ended: bool,
    last: u64,
    taken: u64,
}

impl<'i> RecordStream<'i> {
    pub(super) fn after(input: &'i mut dyn BufRead, lines: u64) -> RecordStream<'i> {
        RecordStream {
            input,
            parser: Parser::new(),
            lines,
            buffer: Vec::new(),
            filled: VecDeque::new(),
            fillings: 0,
            ahead: VecDeque::new(),
            failed: None,
            ended: false,
            last: 0,
            taken: 0,
        }
    }

    unobench_core::reads! {
        pub(super) fn lines(&self) -> u64 = self.lines;
        pub(super) fn taken(&self) -> u64 = self.taken;
        pub(super) fn last(&self) -> u64 = self.last;
        pub(super) fn notation(&self) -> Notation = self.parser.notation();
    }

    pub(super) fn front(&mut self) -> Result<Option<&Numbered>> {
        self.fill(1);
        if self.ahead.is_empty()
            && let Some(error) = self.failed.take()
        {
            self.ended = true;
            return Err(error);
        }
        Ok(self.ahead.front())
    }

    /// The line that comes `index` lines after the next one, if it is there and can be read.
    pub(super) fn ahead(&mut self, index: usize) -> Option<&Numbered> {
        self.fill(index + 1);
        self.ahead.get(index)
    }

    pub(super) fn peek(&mut self, index: usize) -> Option<&Line> {
        self.ahead(index).map(|numbered| &numbered.line)
    }

    /// Refuses a line that was read ahead: the check goes no further.
    pub(super) fn refuse(&mut self, index: usize, error: ReplayError) {
        self.ahead.truncate(index);
        self.failed = Some(error);
    }

    pub(super) fn take(&mut self) -> Result<Option<Numbered>> {
        self.front()?;
        let taken = self.ahead.pop_front();
        if let Some(Numbered { number, .. }) = taken {
            self.last = number;
            self.taken += 1;
        }
        Ok(taken)
    }

    /// Number of the line that comes next, or of the one taken last.
    pub(super) fn next_number(&mut self) -> Result<u64> {
        let last = self.last;
        Ok(self.front()?.map_or(last, |numbered| numbered.number))
    }

    pub(super) fn truncated(&self, inside: &'static str, wanted: impl Into<String>) -> ReplayError {
        ReplayError::Truncated { line: self.last, inside, demanded: wanted.into() }
    }

    /// Puts lines that are read already before those of the input, and what was wrong with the one
    /// after them.
    pub(super) fn read_already(&mut self, lines: Vec<Numbered>, failed: Option<ReplayError>) {
        self.lines = lines.len() as u64;
        self.ahead = lines.into();
        self.failed = failed;
    }

    fn fill(&mut self, count: usize) {
        while self.ahead.len() < count && self.failed.is_none() && !self.ended {
            match self.read_line() {
                Ok(Some(numbered)) => self.ahead.push_back(numbered),
                Ok(None) => self.ended = true,
                Err(error) => self.failed = Some(error),
            }
        }
    }

    fn read_line(&mut self) -> Result<Option<Numbered>> {
        let number = match self.filled.pop_front() {
            Some((number, line)) => {
                self.buffer = line;
                number
            }
            None => match self.next_line()? {
                Some(number) => number,
                None => return Ok(None),
            },
        };
        if hidden::hides(&self.buffer) {
            self.fill_round(number)?;
            return self.read_line();
        }
        self.parser.line(number, &self.buffer).map(Some)
    }

    /// Reads a round with hidden cards to its end, and fills them in.
    fn fill_round(&mut self, number: u64) -> Result {
        let (mut lines, mut after) = (vec![(number, std::mem::take(&mut self.buffer))], None);
        while let Some(number) = self.next_line()? {
            let line = (number, std::mem::take(&mut self.buffer));
            if hidden::begins_round(&line.1) {
                after = Some(line);
                break;
            }
            lines.push(line);
        }
        let read = |(number, line): &(u64, Vec<u8>)| {
            serde_json::from_slice::<Value>(line).map_err(|_| no_event(*number, line))
        };
        let mut values = lines.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        hidden::fill(&mut values)
            .map_err(|(index, why)| ReplayError::Hidden { line: lines[index].0, why })?;
        self.fillings += 1;
        let filled = lines.iter().zip(&values);
        let filled = filled.map(|((number, _), value)| (*number, value.to_string().into_bytes()));
        self.filled.extend(filled.chain(after));
        Ok(())
    }

    /// Reads a line that is not blank into the buffer.
    fn next_line(&mut self) -> Result<Option<u64>> {
        loop {
            let number = self.lines + 1;
            self.buffer.clear();
            let mut limited = (&mut *self.input).take(LINE_LIMIT as u64 + 1);
            let length = limited
                .read_until(b'\n', &mut self.buffer)
                .map_err(|error| ReplayError::Read { line: number, error })?;
            if length == 0 {
                return Ok(None);
            }
            self.lines = number;
            if length > LINE_LIMIT {
                return Err(ReplayError::TooLong { line: number, limit: LINE_LIMIT });
            }
            if !self.buffer.trim_ascii().is_empty() {
                return Ok(Some(number));
            }
        }
    }
}
