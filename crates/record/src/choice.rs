//! Decisions, read from the lines to come.

use super::ReplayError;
use super::checker::Checker;
use super::line::Line;
use super::stream::{Numbered, Stop};
use unobench_core::cards::Notation;
use unobench_core::game::{Action, Decision, Round, Seat, Why};

impl Checker<'_, '_> {
    pub(super) fn decide(&mut self, round: &Round) -> Result<Action, Stop> {
        let action = match round.decision() {
            Decision::Colour => self.colour(round)?,
            Decision::Uno => self.call(round.actor())?,
            decision => match self.stream.front()? {
                Some(front) => action_of(decision, round.actor(), &front.line),
                None => None,
            },
        };
        let legal = || legal_actions(round, self.active_rules.notation);
        match action {
            Some(action) if round.is_legal(action) => Ok(action),
            Some(_) => Err(self.illegal(round.actor(), legal())),
            None => Err(self.wrong_event(format!(
                "seat {} to decide ({}): {}",
                round.actor().index(),
                round.decision().name(),
                legal()
            ))),
        }
    }

    fn illegal(&mut self, seat: Seat, legal: String) -> Stop {
        let notation = self.stream.notation();
        match self.stream.front() {
            Ok(Some(Numbered { number, line })) => ReplayError::Illegal {
                line: *number,
                event: line.event(),
                found: super::parse::shortened(line.text(notation)),
                seat: seat.index(),
                legal,
            }
            .into(),
            Ok(None) => self.stream.truncated("round", legal).into(),
            Err(error) => error.into(),
        }
    }

    /// The colour that is named: for a wild just laid it stands in that card's own line.
    fn colour(&mut self, round: &Round) -> Result<Option<Action>, Stop> {
        let seat = round.actor();
        let laid = self.event_lines.waits_for_colour();
        match (self.stream.front()?, laid) {
            (Some(Numbered { line: Line::NameColour { seat: names, colour }, .. }), None)
                if *names == seat =>
            {
                Ok(Some(Action::Colour(*colour)))
            }
            (
                Some(Numbered { number, line: Line::Play { seat: plays, card, colour, .. } }),
                Some((player, kind)),
            ) if (*plays, *card) == (player, kind) => {
                let missing = || ReplayError::Field {
                    line: *number,
                    event: "play".into(),
                    field: "colour",
                    found: "missing".into(),
                    wanted: "the colour named, R, B, G or Y".into(),
                };
                Ok(Some(Action::Colour(colour.ok_or_else(missing)?)))
            }
            _ => {
                self.check_held(round);
                self.check_halt().map(|()| None)
            }
        }
    }

    /// Whether a player wants to call. Who is silent and who forgot look alike, unless a late call
    /// follows.
    fn call(&mut self, seat: Seat) -> Result<Option<Action>, Stop> {
        let is_late = |line: &Line| {
            matches!(
                line,
                Line::Uno { seat: calls, called: true, false_call: false } if *calls == seat
            )
        };
        let called = match self.stream.front()? {
            Some(Numbered {
                line: Line::Uno { seat: calls, called, false_call: false }, ..
            }) if *calls == seat => *called,
            _ => return Ok(None),
        };
        self.calls_late = !called && self.stream.peek(1).is_some_and(is_late);
        Ok(Some(if called || self.calls_late { Action::Yes } else { Action::No }))
    }
}

/// The action that a line stands for where `seat` has to decide; none if the line cannot come here.
fn action_of(decision: Decision, seat: Seat, line: &Line) -> Option<Action> {
    let card_by = |decision: Decision| match line {
        Line::Play { seat: plays, card, how, .. } if *plays == seat && how.is_by(decision) => {
            Some(Action::Card(*card))
        }
        _ => None,
    };
    match (decision, line) {
        (
            Decision::Play,
            Line::Draw { seat: acts, why: Why::Turn, .. } | Line::Keep { seat: acts },
        ) if *acts == seat => Some(Action::No),
        (Decision::Play, Line::Reshuffle { .. }) => Some(Action::No),
        (Decision::Play, Line::Pass { seat: passes }) if *passes == seat => Some(Action::Pass),
        (Decision::Drawn, Line::Keep { seat: keeps }) if *keeps == seat => Some(Action::No),
        (Decision::Play | Decision::Drawn, _) => card_by(decision),
        (Decision::Challenge, Line::Challenge { seat: challenges, .. }) if *challenges == seat => {
            Some(Action::Yes)
        }
        (Decision::Challenge, _) => Some(Action::No),
        (Decision::Swap, Line::Swap { seat: swaps, with }) if *swaps == seat => {
            Some(Action::Seat(*with))
        }
        (Decision::Swap, _) => Some(Action::No),
        (Decision::Exchange, Line::Exchange { seat: asks, with, .. }) if *asks == seat => {
            Some(Action::Seat(*with))
        }
        (Decision::Exchange, _) => Some(Action::No),
        (Decision::Target, Line::Target { seat: chooses, whom }) if *chooses == seat => {
            Some(Action::Seat(*whom))
        }
        (Decision::Target, _) => None,
        (Decision::Give, Line::Exchange { seat: asks, gives, gets, .. }) => {
            Some(Action::Card(if *asks == seat { *gives } else { *gets }))
        }
        (Decision::Give, _) => None,
        // Who lets it pass leaves no line.
        (decision, _) => card_by(decision).or(Some(Action::No)),
    }
}

fn legal_actions(round: &Round, notation: Notation) -> String {
    let mut words = Vec::new();
    round.for_each_action(|action| {
        words.push(word_of(round.decision(), action, notation));
    });
    words.join(", ")
}

pub(super) fn word_of(decision: Decision, action: Action, notation: Notation) -> String {
    match action {
        Action::Card(kind) => kind.text(notation).to_string(),
        Action::Colour(colour) => colour.to_string(),
        Action::Seat(seat) => format!("seat {}", seat.index()),
        Action::Yes | Action::No | Action::Pass => decision.word(action).to_owned(),
    }
}
