//! Finding how a round went from what a record tells of it.
//!
//! A record tells what happened; what was decided and what chance gave without a line has to be
//! found. The search tries the legal actions and the possible outcomes one after the other, always
//! the quiet ones first, and goes back where a line does not agree. No rule is judged here: what
//! comes of a choice is what the machine tells.

use super::audience::Nobody;
use super::checker::{Checker, Move};
use super::event_lines::EventLines;
use super::line::Line;
use super::parse::Numbered;
use super::stream::{RecordStream, StreamStop};
use super::told::OfferedAction;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use unobench_core::game::{Action, ActiveRules, Decision, Round, RoundScore};
use unobench_core::rules::RuleSet;

/// How many moves are taken back at most: what nobody has noticed so long, nobody will.
const BACK: usize = 100;

/// A place where something is to be chosen; all that was chosen before agrees with the record.
struct Fork {
    round: Round,
    event_lines: EventLines,
    lines: usize,
    /// What is tried now, and the actions to be tried later.
    trying: Move,
    later: std::vec::IntoIter<Option<Action>>,
    /// Whether a move from here agreed with a line.
    agreed: bool,
}

impl Fork {
    fn new(
        round: Round,
        event_lines: EventLines,
        lines: usize,
        actions: Vec<Option<Action>>,
    ) -> Fork {
        let (trying, later) = (Move::default(), actions.into_iter());
        Fork { round, event_lines, lines, trying, later, agreed: false }
    }

    /// Makes the move that is tried now: what came of it, the round after it, and the number of
    /// lines that agree.
    fn try_move(
        &mut self,
        checker: &mut Checker<'_, '_>,
    ) -> (Result<Option<RoundScore>, StreamStop>, Round, usize) {
        let mut round = self.round;
        checker.event_lines.clone_from(&self.event_lines);
        (checker.trial, checker.is_near) = (Some(self.lines), false);
        let done = checker.step(&mut round, self.trying.clone());
        self.trying.choices = std::mem::take(&mut checker.choices);
        let lines = checker.trial.unwrap_or_default();
        self.agreed |= lines > self.lines;
        (done, round, lines)
    }

    /// Goes on to what is tried next, if there is anything.
    fn turn(&mut self) -> bool {
        let choices = &mut self.trying.choices;
        while choices.pop_if(|choice| choice.chosen + 1 == choice.outcomes).is_some() {}
        if let Some(choice) = choices.last_mut() {
            choice.chosen += 1;
            return true;
        }
        let next = self.later.next();
        self.trying.action = next.flatten();
        next.is_some()
    }
}

/// The moves that lead to the lines of a round, and whether they lead to all there are; where none
/// do, those that lead furthest, the last of them to the line that is wrong unless that is no
/// action's.
pub(super) fn moves(
    dealt: Round,
    rules: &RuleSet,
    active: &ActiveRules,
    stream: &mut RecordStream<'_>,
) -> (Vec<Move>, bool) {
    let mut nobody = Nobody;
    let mut checker = Checker::new(rules, active, stream, &mut nobody);
    let mut search = MoveSearch::new(dealt);
    while search.path.len() + BACK > search.deepest
        && let Some(here) = search.path.last_mut()
    {
        if !here.turn() {
            search.go_back(&mut checker);
            continue;
        }
        let (done, round, lines) = here.try_move(&mut checker);
        match done {
            Ok(Some(_)) => return (moves_of(&search.path), true),
            Ok(None) => search.go_on(&mut checker, round, lines),
            Err(_) => {
                if let Some(moves) = search.note_refused(&mut checker, lines) {
                    return (moves, true);
                }
            }
        }
    }
    (search.best, false)
}

/// What has been tried, and what led furthest.
struct MoveSearch {
    path: Vec<Fork>,
    deepest: usize,
    /// How far the moves led that led furthest, by lines and by how near the next line was.
    furthest: Option<(usize, u8)>,
    best: Vec<Move>,
    /// Rounds, by their hashes, that stood at a line already.
    seen: HashSet<u64>,
    hasher: RandomState,
}

impl MoveSearch {
    fn new(dealt: Round) -> MoveSearch {
        MoveSearch {
            path: vec![Fork::new(dealt, EventLines::default(), 0, vec![None])],
            deepest: 0,
            furthest: None,
            best: Vec::new(),
            seen: HashSet::new(),
            hasher: RandomState::new(),
        }
    }

    /// Leaves the last fork, at which everything was tried.
    fn go_back(&mut self, checker: &mut Checker<'_, '_>) {
        let Some(here) = self.path.pop() else { return };
        let next = checker.stream.peek(here.lines);
        let is_asked = next.is_some_and(|line| line.seat() == Some(here.round.actor()));
        let reached = Some((here.lines, 1 + u8::from(is_asked)));
        if !here.agreed && !self.path.is_empty() && reached > self.furthest {
            (self.furthest, self.best) = (reached, moves_of(&self.path));
        }
    }

    /// Goes on to the next fork, unless the same round stood at this line before.
    fn go_on(&mut self, checker: &mut Checker<'_, '_>, round: Round, lines: usize) {
        if self.seen.insert(self.hasher.hash_one((lines, &round))) {
            let actions = actions(&round, checker.stream.ahead(lines));
            self.path.push(Fork::new(round, checker.event_lines.clone(), lines, actions));
            self.deepest = self.deepest.max(self.path.len());
        }
    }

    /// Notes how far a move led that does not agree with the record; where the record ends there,
    /// nothing leads further, and the moves are returned.
    fn note_refused(&mut self, checker: &mut Checker<'_, '_>, lines: usize) -> Option<Vec<Move>> {
        let here = self.path.last()?;
        let next = checker.stream.peek(lines);
        let is_told = match (here.trying.action, next) {
            (Some(_), None) => lines > here.lines,
            (Some(action), Some(line)) => {
                lines > here.lines || checker.is_near && line.may_be(action)
            }
            (None, _) => true,
        };
        if next.is_none() {
            return Some(moves_of(&self.path[..self.path.len() - usize::from(!is_told)]));
        }
        let reached = Some((lines, if checker.is_near { 3 } else { 0 }));
        if is_told && reached > self.furthest {
            (self.furthest, self.best) = (reached, moves_of(&self.path));
        }
        None
    }
}

fn moves_of(path: &[Fork]) -> Vec<Move> {
    let mut moves = Vec::new();
    for Fork { trying, round, lines, .. } in path {
        let act = trying.action.map(|action| OfferedAction::of(round.decision(), action));
        moves.push(Move { act, line: *lines, ..trying.clone() });
    }
    moves
}

/// The legal actions: first what the next line tells; where it tells nothing, the quiet one, but on
/// its turn a seat does what the line says.
fn actions(round: &Round, next: Option<&Numbered>) -> Vec<Option<Action>> {
    let mut actions = Vec::new();
    round.for_each_action(|action| actions.push(Some(action)));
    let decision = round.decision();
    let told = next.map_or(&[][..], |next| &next.told.act);
    let first = match next.map(|next| &next.line) {
        Some(Line::Play { card, .. }) if decision == Decision::Play => Action::Card(*card),
        _ => Action::No,
    };
    let is_first = |action: &Action| match told {
        [] => *action == first,
        told => told.contains(&OfferedAction::of(decision, *action)),
    };
    actions.sort_by_key(|action| !action.as_ref().is_some_and(is_first));
    actions
}
