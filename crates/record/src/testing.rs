pub use crate::order::{PileOrder, insert_at};

use crate::audience::Nobody;
use crate::parse::{Numbered, Parser};
use crate::play::{PlaySession, PlayWords};
use crate::replay::Referee;
use crate::stream::{RecordStream, StreamStop};
use crate::{Advice, ReplayError, Result, Trace};
use serde_json::Value;
use std::sync::Arc;
use unobench_core::game::View;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::StrategySpec;

/// What a strategy says at a table, to the seat that has to decide.
pub fn advised(view: &View<'_>, rules: &RuleSet, spec: &StrategySpec) -> Advice {
    let words = PlayWords::new(Vec::new(), view.seat(), rules.deck);
    Advice::of(spec, &mut spec.player(), view, rules, &words)
}

pub fn redealt<'t>(session: &PlaySession<'t>, key: u64) -> PlaySession<'t> {
    session.redealt(key)
}

/// The text of what a trace writes down.
pub fn traced(trace: &Trace<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    trace.write(&mut text).expect("memory takes everything");
    text
}

/// A good record, to be checked again and again with some of its lines changed: only those are
/// read anew.
#[derive(Debug)]
pub struct Original {
    lines: Vec<Numbered>,
    parser: Parser,
    accepted: Option<(Arc<Value>, usize)>,
}

#[derive(Debug, Clone)]
pub enum Piece {
    Same(usize),
    Other(Value),
}

impl Original {
    pub fn read(record: &[u8]) -> Result<Original> {
        let (mut input, mut nobody) = (record, Nobody);
        let mut referee = Referee::new(&mut input, &mut nobody);
        if let Err(StreamStop::Broken(error)) = referee.run() {
            return Err(error);
        }
        let accepted = referee.accepted.take();
        let mut input = record;
        let mut stream = RecordStream::after(&mut input, 0);
        let mut lines = Vec::new();
        while let Some(numbered) = stream.take()? {
            lines.push(numbered);
        }
        Ok(Original { lines, parser: stream.parser, accepted })
    }

    /// What is wrong with a record of these lines; nothing if it is good.
    pub fn error_of(&self, pieces: &mut dyn Iterator<Item = Piece>) -> Option<ReplayError> {
        let mut read = Vec::new();
        let mut failed = None;
        for piece in pieces {
            let number = read.len() as u64 + 1;
            let line = match piece {
                Piece::Same(index) => Ok(Numbered { number, ..self.lines[index].clone() }),
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
        let (mut input, mut nobody) = (&b""[..], Nobody);
        let mut referee = Referee::new(&mut input, &mut nobody);
        referee.stream.parser = self.parser.clone();
        referee.stream.read_already(read, failed);
        referee.accepted.clone_from(&self.accepted);
        match referee.run() {
            Err(StreamStop::Broken(error)) => Some(error),
            _ => None,
        }
    }
}
