//! A record to step through: the table after any of its lines, forwards and backwards, and what was
//! told of them.

use super::ask::{Asked, Departure, ask};
use super::narrator::Narrator;
use super::replay::{Referee, replay};
use super::script::Script;
use super::stream::Stop;
use super::table::Table;
use super::watch::Watch;
use super::{ReplayError, ReplayReport};
use std::io::{BufRead, Read};
use unobench_core::game::Seat;
use unobench_core::strategy::StrategySpec;

/// The longest record that is held in memory, in bytes.
const MAX_LOG: u64 = 100_000_000;

/// A record of at most so many bytes.
fn read_whole(input: impl Read, most: u64) -> Result<Vec<u8>, ReplayError> {
    let mut text = Vec::new();
    let read = input.take(most + 1).read_to_end(&mut text);
    read.map_err(|error| ReplayError::Read { line: 1, error })?;
    if text.len() as u64 > most {
        return Err(ReplayError::TooLarge { limit: most });
    }
    Ok(text)
}

/// A record that was checked, held in memory.
///
/// A *frame* is the table after an event; frames count from 0, one for each line that is not blank.
#[derive(Debug)]
pub struct ReplayLog {
    lines: Vec<String>,
    /// For each frame its line, from 0.
    frames: Vec<usize>,
    /// The frames at which rounds begin.
    begins: Vec<usize>,
    asked: Option<Asked>,
    report: ReplayReport,
    /// Why it ends too soon, if it does.
    broken_off: Option<String>,
}

impl ReplayLog {
    /// Reads and checks a record, and asks a strategy, if there is one, what it would have done.
    ///
    /// A record that is right as far as it goes, but ends in the midst of a game, is taken as it
    /// is.
    ///
    /// # Errors
    /// The first thing that is wrong with the record, or that it is longer than 100 MB.
    ///
    /// # Complexity
    /// It takes the size of the file and some bytes for each line.
    pub fn read(
        input: impl BufRead,
        strategy: Option<&StrategySpec>,
    ) -> Result<ReplayLog, ReplayError> {
        ReplayLog::of(&read_whole(input, MAX_LOG)?, strategy)
    }

    fn of(text: &[u8], strategy: Option<&StrategySpec>) -> Result<ReplayLog, ReplayError> {
        let checked = match strategy {
            Some(strategy) => ask(text, strategy, None).map(Some),
            None => replay(text).map(|report| Some(Asked { report, ..Asked::default() })),
        };
        let (asked, broken_off) = match checked {
            Ok(asked) => (asked, None),
            Err(error @ ReplayError::Truncated { .. }) => (None, Some(error.to_string())),
            Err(error) => return Err(error),
        };
        let lines: Vec<String> = String::from_utf8_lossy(text).lines().map(str::to_owned).collect();
        let frames: Vec<usize> =
            (0..lines.len()).filter(|&line| !lines[line].trim().is_empty()).collect();
        let begins =
            round_lines(text)?.iter().filter_map(|line| frames.binary_search(line).ok()).collect();
        let report = asked.as_ref().map(|asked| asked.report).unwrap_or_default();
        Ok(ReplayLog {
            lines,
            frames,
            begins,
            asked: asked.filter(|_| strategy.is_some()),
            report,
            broken_off,
        })
    }

    /// Number of frames, at least 1.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// What the record has; nothing where it ends too soon.
    #[must_use]
    pub const fn report(&self) -> &ReplayReport {
        &self.report
    }

    /// Why it ends too soon, if it does.
    #[must_use]
    pub fn broken_off(&self) -> Option<&str> {
        self.broken_off.as_deref()
    }

    /// The frame at which the round of a frame begins.
    #[must_use]
    pub fn begin_of(&self, frame: usize) -> usize {
        self.begins.iter().rev().find(|&&begin| begin <= frame).copied().unwrap_or(0)
    }

    /// The frame at which the next round begins, if there is one.
    #[must_use]
    pub fn next_begin(&self, frame: usize) -> Option<usize> {
        self.begins.iter().find(|&&begin| begin > frame).copied()
    }

    /// The number of a frame's line in the file, from 1.
    #[must_use]
    pub fn line_of(&self, frame: usize) -> u64 {
        self.frames.get(frame).map_or(0, |&line| line as u64 + 1)
    }

    /// The last frame whose line has at most this number.
    #[must_use]
    pub fn frame_of(&self, line: u64) -> usize {
        self.frames.partition_point(|&index| (index as u64) < line).saturating_sub(1)
    }

    /// The table after a frame's event.
    ///
    /// # Errors
    /// What is wrong with the round, of which nothing is left after [`ReplayLog::read`].
    pub fn table(&self, frame: usize) -> Result<Table, ReplayError> {
        let (from, text) = self.round_until(self.next_begin(frame).unwrap_or(self.frames()), frame);
        let wanted = self.line_of(frame);
        let input: &mut dyn BufRead = &mut text.as_bytes();
        let mut referee = Referee::within(input, from as u64, Watch::new(wanted));
        match (referee.run(), referee.table()) {
            (_, Some(table)) => Ok(table),
            (Err(Stop::Broken(error)), None) => Err(error),
            (_, None) => Err(ReplayError::NoSuchLine { wanted, lines: self.lines.len() as u64 }),
        }
    }

    /// The events of a frame's round until then in sentences, as everybody sees them or one seat
    /// alone.
    ///
    /// # Errors
    /// What is wrong with the round, of which nothing is left after [`ReplayLog::read`].
    pub fn told(&self, frame: usize, eyes: Option<Seat>) -> Result<Vec<String>, ReplayError> {
        let (_, text) = self.round_until(frame + 1, frame);
        let mut script = Script::new(text.as_bytes());
        let mut narrator = Narrator::new(false, eyes);
        let mut told = Vec::new();
        while let Some(numbered) = script.take()? {
            told.push(narrator.tell(&numbered.line));
        }
        Ok(told)
    }

    /// The round of a frame up to the frame `end`, with the number of lines before it.
    fn round_until(&self, end: usize, frame: usize) -> (usize, String) {
        let from = self.frames.get(self.begin_of(frame)).copied().unwrap_or(0);
        let to = self.frames.get(end).copied().unwrap_or(self.lines.len());
        (from, self.lines[from..to].iter().map(|line| format!("{line}\n")).collect())
    }

    /// Where the strategy that was asked would have acted differently, and number of its decisions;
    /// nothing if nobody was asked.
    #[must_use]
    pub fn departures(&self) -> Option<(&[Departure], u64)> {
        self.asked.as_ref().map(|asked| (asked.departures.as_slice(), asked.decisions))
    }

    /// What the strategy would have done otherwise in the decisions that are taken as the table of
    /// a frame stands.
    pub fn departures_at(&self, frame: usize) -> impl Iterator<Item = &Departure> {
        let next = self.line_of(frame + 1);
        let departures = self.departures().map_or(&[][..], |(departures, _)| departures);
        departures.iter().filter(move |departure| departure.line == next)
    }

    /// The next frame at which the strategy would have acted differently, if there is one.
    #[must_use]
    pub fn next_departure(&self, frame: usize) -> Option<usize> {
        let (departures, _) = self.departures()?;
        departures
            .iter()
            .map(|departure| self.frame_of(departure.line - 1))
            .find(|&other| other > frame)
    }

    /// The last frame before this one at which the strategy would have acted differently, if there
    /// is one.
    #[must_use]
    pub fn previous_departure(&self, frame: usize) -> Option<usize> {
        let (departures, _) = self.departures()?;
        departures
            .iter()
            .rev()
            .map(|departure| self.frame_of(departure.line - 1))
            .find(|&other| other < frame)
    }
}

/// The lines, from 0, at which rounds begin.
fn round_lines(text: &[u8]) -> Result<Vec<usize>, ReplayError> {
    let mut script = Script::new(text);
    let mut begins = Vec::new();
    while let Some(numbered) = script.take()? {
        if numbered.line.event() == "round" {
            begins.push(numbered.number as usize - 1);
        }
    }
    Ok(begins)
}
