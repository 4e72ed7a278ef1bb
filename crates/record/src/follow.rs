//! A round that is played by what its lines tell of what was decided and what chance gave, without
//! guessing.
//!
//! A record may lack both, or they may contradict the story: then `search` finds how the round
//! went. Only where that leads to all lines are they to blame, and not the story.

use super::ReplayError;
use super::audience::Nobody;
use super::checker::{Checker, Move};
use super::complaint::{is_told, to_decide, told_otherwise};
use super::search;
use super::stream::{RecordStream, StreamStop};
use super::told::{DecisionTrace, TakenPart};
use unobench_core::game::{ActiveRules, Round, RoundScore};
use unobench_core::rules::RuleSet;

/// The end of a round whose lines tell how it went, and how many they are.
pub(super) struct End {
    pub(super) round: Round,
    pub(super) score: RoundScore,
    pub(super) lines: usize,
}

/// Why a round cannot be played by what its lines tell.
#[derive(Debug)]
enum Astray {
    /// It is not told.
    Untold,
    /// What is told with this line, or before it, leads to another line.
    At(usize),
    Wrong(usize, ReplayError),
}

/// The moves that lead to the lines of a round; where none lead to all of them, those that lead
/// furthest. And the end, where the lines tell of all of them; a line that tells what contradicts
/// the story is refused.
pub(super) fn moves(
    dealt: Round,
    rules: &RuleSet,
    active: &ActiveRules,
    stream: &mut RecordStream<'_>,
) -> (Vec<Move>, Option<End>) {
    let astray = match follow(dealt, rules, active, stream) {
        Ok(moves) => return moves,
        Err(astray) => astray,
    };
    let (moves, is_whole) = search::moves(dealt, rules, active, stream);
    let wrong = match astray {
        _ if !is_whole => None,
        Astray::Untold => None,
        Astray::Wrong(index, error) => Some((index, error)),
        Astray::At(index) => (0..=index).rev().find_map(|index| {
            let notation = stream.notation();
            let found = stream.ahead(index).filter(|found| found.told != DecisionTrace::NOTHING)?;
            Some((index, told_otherwise(found, &of_moves(index, &moves), notation)?))
        }),
    };
    wrong.into_iter().for_each(|(index, error)| stream.refuse(index, error));
    (moves, None)
}

/// Plays a round by what its lines tell, as far as there are any.
fn follow(
    dealt: Round,
    rules: &RuleSet,
    active: &ActiveRules,
    stream: &mut RecordStream<'_>,
) -> Result<(Vec<Move>, Option<End>), Astray> {
    let (mut nobody, mut round) = (Nobody, dealt);
    let mut checker = Checker::new(rules, active, stream, &mut nobody);
    (checker.trial, checker.told) = (Some(0), Some(TakenPart::default()));
    let (mut moves, mut step) = (Vec::new(), Move::default());
    loop {
        let done = checker.step(&mut round, step.clone());
        step.choices = std::mem::take(&mut checker.choices);
        moves.push(step);
        let line = checker.trial.unwrap_or_default();
        match done {
            Ok(Some(score)) => return Ok((moves, Some(End { round, score, lines: line }))),
            Err(StreamStop::Broken(error)) => return Err(Astray::Wrong(line, error)),
            _ if checker.stream.ahead(line).is_none() => return Ok((moves, None)),
            Err(StreamStop::Reached) => return Err(Astray::At(line)),
            Ok(None) => step = checker.told_move(&round)?,
        }
    }
}

impl Checker<'_, '_> {
    /// The move that the next line tells.
    fn told_move(&mut self, round: &Round) -> Result<Move, Astray> {
        let (notation, line) = (self.stream.notation(), self.trial.unwrap_or_default());
        let (Some(taken), Some(found)) = (&mut self.told, self.stream.ahead(line)) else {
            return Err(Astray::Untold);
        };
        let all = &found.told.act;
        if all.is_empty() {
            return Err(Astray::Untold);
        }
        let act = all.get(taken.act).copied();
        taken.act += 1;
        let Some(action) = act.and_then(|act| act.legal(round)) else {
            let act = act.map_or_else(|| all.clone(), |act| vec![act]);
            let (told, demanded) =
                (DecisionTrace { act, ..DecisionTrace::NOTHING }, to_decide(round, notation));
            return Err(Astray::Wrong(line, is_told(found, &told, "act", demanded, notation)));
        };
        Ok(Move { action: Some(action), act, line, choices: Vec::new() })
    }

    /// The outcome that the next line tells; where none is told, the first one.
    pub(super) fn told_outcome(&mut self, outcomes: usize) -> usize {
        let Some(taken) = &mut self.told else { return 0 };
        let (notation, line) = (self.stream.notation(), self.trial.unwrap_or_default());
        let Some(found) = self.stream.ahead(line) else { return 0 };
        let chosen = found.told.got.get(taken.got).copied().unwrap_or(0);
        taken.got += 1;
        if chosen < outcomes {
            return chosen;
        }
        let (demanded, got) = (format!("a number from 0 to {}", outcomes - 1), vec![chosen]);
        let told = DecisionTrace { got, ..DecisionTrace::NOTHING };
        self.halt = Some(is_told(found, &told, "got", demanded, notation).into());
        0
    }

    /// Whether more is told with the next line than led to it; the error, if so.
    pub(super) fn told_more(&mut self, line: usize) -> Option<StreamStop> {
        let taken = self.told.as_mut().map(std::mem::take)?;
        let notation = self.stream.notation();
        let found = self.stream.ahead(line)?;
        let DecisionTrace { act, got, .. } = &found.told;
        if act.len() <= taken.act && got.len() <= taken.got {
            return None;
        }
        let (mut act, mut got) = (act.clone(), got.clone());
        act.truncate(taken.act);
        got.truncate(taken.got);
        told_otherwise(found, &DecisionTrace { act, got, ..DecisionTrace::NOTHING }, notation)
            .map(StreamStop::Broken)
    }
}

/// What a line would tell of a round that went so.
fn of_moves(line: usize, moves: &[Move]) -> DecisionTrace {
    let act = moves.iter().filter(|step| step.line == line).filter_map(|step| step.act);
    let choices = moves.iter().flat_map(|step| &step.choices);
    let got = choices.filter(|choice| choice.line == line).map(|choice| choice.chosen);
    DecisionTrace { act: act.collect(), got: got.collect(), ..DecisionTrace::NOTHING }.take()
}
