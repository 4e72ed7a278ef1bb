//! What the tests of this crate need and nobody else does.

pub use crate::order::{Layout, insert_at};

use crate::ReplayError;
use crate::board::Board;
use crate::line::Line;
use crate::parse::Parser;
use crate::play::Session;
use crate::replay::Referee;
use crate::script::Script;
use crate::stream::Stop;
use serde_json::Value;
use std::io::BufRead;
use std::sync::Arc;
use unobench_core::cards::Kind;

/// The same session, with everything that is hidden from the person dealt anew.
#[must_use]
pub fn redealt<'t>(session: &Session<'t>, key: u64) -> Session<'t> {
    session.redealt(key)
}

/// The table as the lines of a record leave it, without a machine that knows the rules.
#[derive(Debug)]
pub struct Followed {
    /// The hands, each sorted.
    pub hands: Vec<Vec<Kind>>,
    /// Turns counted.
    pub turns: u64,
    /// Number of cards in hands and piles.
    pub cards: usize,
}

/// The table after each line of a record.
///
/// # Errors
/// If a line cannot be read.
pub fn follow(record: &[u8]) -> Result<Vec<Followed>, ReplayError> {
    let (mut script, mut board) = (Script::new(record), Board::new());
    let mut tables = Vec::new();
    while let Some(numbered) = script.take()? {
        board.apply(&numbered.line);
        tables.push(board.followed());
    }
    Ok(tables)
}

/// A good record, to be checked again and again with some of its lines changed: only those are
/// read anew.
#[derive(Debug)]
pub struct Original {
    lines: Vec<Line>,
    /// What reads changed lines.
    parser: Parser,
    /// The rules that are known to be playable.
    accepted: Option<(Arc<Value>, usize)>,
}

/// A line of a changed record.
#[derive(Debug, Clone)]
pub enum Piece {
    /// The line of the original with this index.
    Same(usize),
    /// Another one.
    Other(Value),
}

impl Original {
    /// Reads a good record.
    ///
    /// # Errors
    /// If there is anything wrong with it.
    pub fn read(record: &[u8]) -> Result<Original, ReplayError> {
        let input: &mut dyn BufRead = &mut &record[..];
        let mut referee = Referee::new(input, None);
        if let Err(Stop::Broken(error)) = referee.run() {
            return Err(error);
        }
        let mut script = Script::new(record);
        let mut lines = Vec::new();
        while let Some(numbered) = script.take()? {
            lines.push(numbered.line);
        }
        Ok(Original { lines, parser: script.parser, accepted: referee.accepted })
    }

    /// What is wrong with a record of these lines; nothing if it is good.
    pub fn error_of(&self, pieces: &mut dyn Iterator<Item = Piece>) -> Option<ReplayError> {
        let mut read = Vec::new();
        let mut failed = None;
        for piece in pieces {
            let number = read.len() as u64 + 1;
            let line = match piece {
                Piece::Same(index) => Ok(self.lines[index].clone()),
                Piece::Other(line) => self.parser.clone().line(number, line.to_string().as_bytes()),
            };
            match line {
                Ok(line) => read.push(line),
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        let input: &mut dyn BufRead = &mut &b""[..];
        let mut referee = Referee::new(input, None);
        referee.stream.script.parser = self.parser.clone();
        referee.stream.script.read_already(read, failed);
        referee.accepted.clone_from(&self.accepted);
        match referee.run() {
            Err(Stop::Broken(error)) => Some(error),
            _ => None,
        }
    }
}
