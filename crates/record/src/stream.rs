//! The lines of a record on their way through the check: taken one by one, followed on a board,
//! watched by who wants to see the table.

use super::ReplayError;
use super::board::Board;
use super::line::Line;
use super::script::{Numbered, Script};
use super::table::Table;
use super::watch::{Outlook, Watch};
use std::io::BufRead;
use unobench_core::game::{ActiveRules, Round};

/// Why checking stops.
pub(super) enum Stop {
    /// The line that somebody wants to see is reached.
    Reached,
    /// The record is wrong.
    Broken(ReplayError),
}

impl From<ReplayError> for Stop {
    fn from(error: ReplayError) -> Stop {
        Stop::Broken(error)
    }
}

/// A record that is being checked, and who watches.
pub(super) struct Stream<R> {
    pub(super) script: Script<R>,
    /// The table as the lines taken so far leave it.
    board: Board,
    watch: Option<Watch>,
    /// The number of the line taken last.
    last: u64,
    taken: u64,
}

impl<R: BufRead> Stream<R> {
    pub(super) fn new(script: Script<R>, watch: Option<Watch>) -> Stream<R> {
        Stream { script, board: Board::new(), watch, last: 0, taken: 0 }
    }

    pub(super) const fn blank_draws(&self) -> u8 {
        self.script.blank_draws()
    }

    /// Number of lines read so far.
    pub(super) const fn lines(&self) -> u64 {
        self.script.lines()
    }

    /// The table as the lines taken so far leave it.
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the line taken last.
    pub(super) const fn last(&self) -> u64 {
        self.last
    }

    /// The next line, if there is one.
    pub(super) fn front(&mut self) -> Result<Option<&Numbered>, ReplayError> {
        self.script.front()
    }

    /// The line that comes `index` lines after the next one, if it is there and can be read.
    pub(super) fn peek(&mut self, index: usize) -> Option<&Line> {
        self.script.peek(index)
    }

    /// The line that comes `index` lines after the next one, or the one after that if a reshuffle
    /// comes first.
    pub(super) fn peek_past_reshuffle(&mut self, index: usize) -> Option<&Line> {
        let reshuffled = matches!(self.script.peek(index), Some(Line::Reshuffle { .. }));
        self.script.peek(index + usize::from(reshuffled))
    }

    /// Takes the next line, if there is one.
    pub(super) fn take(&mut self) -> Result<Option<Numbered>, ReplayError> {
        let taken = self.script.take()?;
        if let Some(numbered) = &taken {
            self.note(numbered, Some(&numbered.line));
        }
        Ok(taken)
    }

    /// Takes the next line, which says on the table what `meant` says, or nothing.
    pub(super) fn take_as(&mut self, meant: Option<&Line>) -> Result<(), ReplayError> {
        if let Some(numbered) = self.script.take()? {
            self.note(&numbered, meant);
        }
        Ok(())
    }

    fn note(&mut self, numbered: &Numbered, meant: Option<&Line>) {
        self.last = numbered.number;
        self.taken += 1;
        if let Some(line) = meant {
            self.board.apply(line);
        }
        if let Some(watch) = &mut self.watch {
            watch.see(numbered);
        }
    }

    /// Number of lines taken so far, blank ones not counted.
    pub(super) const fn taken(&self) -> u64 {
        self.taken
    }

    /// Tells the watch what the machine knows.
    pub(super) fn inform(&mut self, round: &Round, rules: &ActiveRules, outlook: &Outlook) {
        if let Some(watch) = &mut self.watch {
            watch.learn(&mut self.board, round, rules, outlook);
        }
    }

    /// Stops if the line that is watched for has been taken.
    pub(super) fn go_on(&self) -> Result<(), Stop> {
        match &self.watch {
            Some(watch) if watch.is_done() => Err(Stop::Reached),
            _ => Ok(()),
        }
    }

    /// What the watch has seen.
    pub(super) fn table(&self) -> Option<Table> {
        self.watch.as_ref().and_then(|watch| watch.table(&self.board))
    }

    /// The error for a record that ends here.
    pub(super) fn truncated(
        &self,
        inside: &'static str,
        demanded: impl Into<String>,
    ) -> ReplayError {
        ReplayError::Truncated { line: self.last, inside, demanded: demanded.into() }
    }
}
