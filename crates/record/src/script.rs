//! A record as a stream of lines with a short look ahead.

use super::ReplayError;
use super::line::Line;
use super::parse::Parser;
use std::collections::VecDeque;
use std::io::{BufRead, Read};

/// The most bytes of a line; the longest that the rules can make has some 20,000.
pub(super) const LINE_LIMIT: usize = 1 << 20;

/// The lines of a record that are still to come.
pub(super) struct Script<R> {
    input: R,
    pub(super) parser: Parser,
    /// Number of lines read.
    lines: u64,
    buffer: Vec<u8>,
    ahead: VecDeque<Numbered>,
    /// What was wrong with the line after those in `ahead`.
    failed: Option<ReplayError>,
    ended: bool,
}

/// A line with its number in the file, from 1.
#[derive(Debug, Clone)]
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) line: Line,
}

impl<R: BufRead> Script<R> {
    pub(super) fn new(input: R) -> Script<R> {
        Script::after(input, 0)
    }

    /// The rest of a record, after so many lines.
    pub(super) fn after(input: R, lines: u64) -> Script<R> {
        Script {
            input,
            parser: Parser::new(),
            lines,
            buffer: Vec::new(),
            ahead: VecDeque::new(),
            failed: None,
            ended: false,
        }
    }

    /// Number of lines read so far.
    pub(super) const fn lines(&self) -> u64 {
        self.lines
    }

    /// The draw value of the blanks of the round that is being read.
    pub(super) const fn blank_draws(&self) -> u8 {
        self.parser.blank_draws()
    }

    /// The next line, if there is one.
    pub(super) fn front(&mut self) -> Result<Option<&Numbered>, ReplayError> {
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
    pub(super) fn peek(&mut self, index: usize) -> Option<&Line> {
        self.fill(index + 1);
        self.ahead.get(index).map(|numbered| &numbered.line)
    }

    /// Takes the next line.
    pub(super) fn take(&mut self) -> Result<Option<Numbered>, ReplayError> {
        self.front()?;
        Ok(self.ahead.pop_front())
    }

    /// Reads until so many lines lie ahead, or there are no more.
    fn fill(&mut self, count: usize) {
        while self.ahead.len() < count && self.failed.is_none() && !self.ended {
            match self.read_line() {
                Ok(Some(numbered)) => self.ahead.push_back(numbered),
                Ok(None) => self.ended = true,
                Err(error) => self.failed = Some(error),
            }
        }
    }

    /// Reads the next line that is not blank.
    fn read_line(&mut self) -> Result<Option<Numbered>, ReplayError> {
        loop {
            let number = self.lines + 1;
            self.buffer.clear();
            let mut limited = self.input.by_ref().take(LINE_LIMIT as u64 + 1);
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
                let line = self.parser.line(number, &self.buffer)?;
                return Ok(Some(Numbered { number, line }));
            }
        }
    }
}

impl<R> Script<R> {
    /// Puts lines that are read already before those of the input, and what was wrong with the one
    /// after them.
    pub(super) fn read_already(&mut self, lines: Vec<Line>, failed: Option<ReplayError>) {
        self.lines = lines.len() as u64;
        self.ahead = (1..).zip(lines).map(|(number, line)| Numbered { number, line }).collect();
        self.failed = failed;
    }
}
