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
use super::stream::{Numbered, RecordStream};
use super::told::OfferedAction;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use unobench_core::game::{Action, ActiveRules, Decision, Round};
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
    let fork = |round, event_lines, lines, actions: Vec<Option<Action>>| {
        let (trying, later) = (Move::default(), actions.into_iter());
        Fork { round, event_lines, lines, trying, later, agreed: false }
    };
    let mut path = vec![fork(dealt, EventLines::default(), 0, vec![None])];
    let (mut furthest, mut best, mut deepest) = (None, Vec::new(), 0);
    let (mut seen, hasher) = (HashSet::new(), RandomState::new());
    while path.len() + BACK > deepest
        && let Some(here) = path.last_mut()
    {
        if !here.turn() {
            let next = checker.stream.peek(here.lines);
            let is_asked = next.is_some_and(|line| line.seat() == Some(here.round.actor()));
            let reached = Some((here.lines, 1 + u8::from(is_asked)));
            if !here.agreed && path.len() > 1 && reached > furthest {
                (furthest, best) = (reached, moves_of(&path[..path.len() - 1]));
            }
            path.pop();
            continue;
        }
        let mut round = here.round;
        checker.event_lines.clone_from(&here.event_lines);
        (checker.trial, checker.is_near) = (Some(here.lines), false);
        let done = checker.step(&mut round, here.trying.clone());
        here.trying.choices = std::mem::take(&mut checker.choices);
        let lines = checker.trial.unwrap_or_default();
        here.agreed |= lines > here.lines;
        match done {
            Ok(Some(_)) => return (moves_of(&path), true),
            Ok(None) => {
                if seen.insert(hasher.hash_one((lines, &round))) {
                    let actions = actions(&round, checker.stream.ahead(lines));
                    path.push(fork(round, checker.event_lines.clone(), lines, actions));
                    deepest = deepest.max(path.len());
                }
            }
            Err(_) => {
                let next = checker.stream.peek(lines);
                let is_told = match (here.trying.action, next) {
                    (Some(_), None) => lines > here.lines,
                    (Some(action), Some(line)) => {
                        lines > here.lines || checker.is_near && line.may_be(action)
                    }
                    (None, _) => true,
                };
                let reached = Some((lines, if checker.is_near { 3 } else { 0 }));
                // Nothing leads further than to the end.
                if next.is_none() {
                    return (moves_of(&path[..path.len() - usize::from(!is_told)]), true);
                }
                if is_told && reached > furthest {
                    (furthest, best) = (reached, moves_of(&path));
                }
            }
        }
    }
    (best, false)
}

fn moves_of(path: &[Fork]) -> Vec<Move> {
    let chosen = |Fork { trying, round, lines, .. }: &Fork| {
        let act = trying.action.map(|action| OfferedAction::of(round.decision(), action));
        Move { act, line: *lines, ..trying.clone() }
    };
    path.iter().map(chosen).collect()
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
