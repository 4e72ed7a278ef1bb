//! A record to step through: the table after any of its lines, forwards and backwards, and what was
//! told of them.

use super::ask::{Judgement, ask};
use super::audience::Audience;
use super::line::Line;
use super::losses::Departure;
use super::narrator::Narrator;
use super::parse::Numbered;
use super::replay::{Referee, replay_so_far};
use super::stream::{Go, RecordStream, StreamStop};
use super::table::TableAt;
use super::watch::Watch;
use super::{ReplayError, ReplayReport, Result};
use std::io::{BufRead, Read};
use unobench_core::game::{Round, Seat};
use unobench_core::strategy::StrategySpec;

const MAX_LOG: u64 = 100_000_000;

fn read_whole(input: impl Read, most: u64) -> Result<Vec<u8>> {
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
    frames: Vec<usize>,
    begins: Vec<usize>,
    asked: Option<Judgement>,
    report: ReplayReport,
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
    pub fn read(input: impl BufRead, strategy: Option<&StrategySpec>) -> Result<Self> {
        ReplayLog::of(&read_whole(input, MAX_LOG)?, strategy)
    }

    fn of(text: &[u8], strategy: Option<&StrategySpec>) -> Result<ReplayLog> {
        let (asked, report) = match strategy {
            Some(strategy) => {
                let asked = ask(text, strategy, None)?;
                (Some(asked.clone()), asked.report)
            }
            None => (None, replay_so_far(text)?),
        };
        let lines: Vec<String> = String::from_utf8_lossy(text).lines().map(str::to_owned).collect();
        let frames: Vec<usize> =
            (0..lines.len()).filter(|&line| !lines[line].trim().is_empty()).collect();
        let begins =
            round_lines(text)?.iter().filter_map(|line| frames.binary_search(line).ok()).collect();
        Ok(ReplayLog { lines, frames, begins, asked, report })
    }

    unobench_core::reads! {
        pub fn frames(&self) -> usize = self.frames.len();
        pub fn report(&self) -> &ReplayReport = &self.report;
        pub fn broken_off(&self) -> Option<&str> = self.report.open_end.as_deref();
    }

    pub fn begin_of(&self, frame: usize) -> usize {
        self.begins.iter().rev().find(|&&begin| begin <= frame).copied().unwrap_or(0)
    }

    pub fn next_begin(&self, frame: usize) -> Option<usize> {
        self.begins.iter().find(|&&begin| begin > frame).copied()
    }

    pub fn line_of(&self, frame: usize) -> u64 {
        self.frames.get(frame).map_or(0, |&line| line as u64 + 1)
    }

    pub fn frame_of(&self, line: u64) -> usize {
        self.frames.partition_point(|&index| (index as u64) < line).saturating_sub(1)
    }

    pub fn table(&self, frame: usize) -> Result<TableAt> {
        let wanted = self.line_of(frame);
        let mut watch = Watch::new(wanted);
        self.follow_round(frame, &mut watch)?;
        watch.table().ok_or(ReplayError::NoSuchLine { wanted, lines: self.lines.len() as u64 })
    }

    /// The events of a frame's round until then in sentences, as everybody sees them or one seat
    /// alone.
    ///
    /// # Errors
    /// What is wrong with the round, of which nothing is left after [`ReplayLog::read`].
    pub fn told(&self, frame: usize, eyes: Option<Seat>) -> Result<Vec<String>> {
        let (until, narrator) = (self.line_of(frame), Narrator::new(eyes));
        let mut printer = ReplayPrinter { narrator, until, told: Vec::new() };
        self.follow_round(frame, &mut printer)?;
        Ok(printer.told)
    }

    fn follow_round(&self, frame: usize, audience: &mut dyn Audience) -> Result {
        let from = self.frames.get(self.begin_of(frame)).copied().unwrap_or(0);
        let next = self.next_begin(frame).and_then(|next| self.frames.get(next)).copied();
        let lines = &self.lines[from..next.unwrap_or(self.lines.len())];
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        match Referee::within(&mut text.as_bytes(), from as u64, audience).run() {
            Ok(()) | Err(StreamStop::Reached) => Ok(()),
            Err(StreamStop::Broken(error)) => Err(error),
        }
    }

    /// Where the strategy that was asked would have acted differently, and number of its decisions;
    /// nothing if nobody was asked.
    pub fn departures(&self) -> Option<(&[Departure], u64)> {
        self.asked.as_ref().map(|asked| (asked.departures.as_slice(), asked.decisions))
    }

    pub fn departures_at(&self, frame: usize) -> impl Iterator<Item = &Departure> {
        let next = self.line_of(frame + 1);
        self.all_departures().iter().filter(move |departure| departure.line == next)
    }

    fn all_departures(&self) -> &[Departure] {
        self.departures().map_or(&[], |(departures, _)| departures)
    }

    fn departed(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.all_departures().iter().map(|departure| self.frame_of(departure.line - 1))
    }

    pub fn next_departure(&self, frame: usize) -> Option<usize> {
        self.departed().find(|&other| other > frame)
    }

    /// The last frame before this one at which the strategy would have acted differently, if there
    /// is one.
    pub fn previous_departure(&self, frame: usize) -> Option<usize> {
        self.departed().rev().find(|&other| other < frame)
    }
}

/// Tells the lines of a record in words, up to one of them.
struct ReplayPrinter {
    narrator: Narrator,
    until: u64,
    told: Vec<String>,
}

impl Audience for ReplayPrinter {
    fn line(&mut self, taken: &Numbered, meant: Option<&Line>, round: Option<&Round>) -> Go {
        self.narrator.follow(&taken.line, round.filter(|_| meant.is_some()));
        self.told.push(self.narrator.tell(&taken.line));
        if taken.number < self.until { Ok(()) } else { Err(StreamStop::Reached) }
    }
}

fn round_lines(mut text: &[u8]) -> Result<Vec<usize>> {
    let mut stream = RecordStream::after(&mut text, 0);
    let mut begins = Vec::new();
    while let Some(Numbered { number, line, .. }) = stream.take()? {
        if let Line::Round(_) = line {
            begins.push(number as usize - 1);
        }
    }
    Ok(begins)
}
