//! What is said of a line that is not the one that the rules demand: which field differs, and what
//! it would have to be.

use super::ReplayError;
use super::line::Line;
use super::parse::{Numbered, shortened, shown};
use super::told::DecisionTrace;
use serde_json::{Map, Value};
use unobench_core::cards::{Kind, Notation};
use unobench_core::game::{Action, Decision, Round};

/// The error for a line that is not the one demanded: the first field that differs, or the whole
/// line.
pub(super) fn differs(line: u64, found: &Line, demanded: &Line, notation: Notation) -> ReplayError {
    let event = found.event();
    let (have, want) = (found.fields(notation), demanded.fields(notation));
    let differing =
        want.keys().chain(have.keys()).find(|field| have.get(*field) != want.get(*field));
    match differing {
        Some(field) if event == demanded.event() => {
            let (found, demanded) = (text(&have, field), text(&want, field));
            ReplayError::Differs { line, event, field: field.clone(), found, demanded }
        }
        _ => wrong_event(line, found, demanded.text(notation), notation),
    }
}

fn text(fields: &Map<String, Value>, field: &str) -> String {
    fields.get(field).map_or_else(|| "left out".to_owned(), shown)
}

/// The error for something that is told with a line, in `act` or `got`.
pub(super) fn is_told(
    with: &Numbered,
    told: &DecisionTrace,
    field: &str,
    demanded: String,
    notation: Notation,
) -> ReplayError {
    let (line, event) = (with.number, with.line.event());
    let found = text(&with.line.json(told, notation).fields(), field);
    ReplayError::Differs { line, event, field: field.to_owned(), found, demanded }
}

/// The error for a line with which something else is told than what is demanded, if there is one.
pub(super) fn told_otherwise(
    found: &Numbered,
    demanded: &DecisionTrace,
    notation: Notation,
) -> Option<ReplayError> {
    let told = &found.told;
    let field = if told.act == demanded.act { "got" } else { "act" };
    let wanted = text(&found.line.json(demanded, notation).fields(), field);
    (told != demanded).then(|| is_told(found, told, field, wanted, notation))
}

pub(super) fn wrong_event(
    line: u64,
    found: &Line,
    demanded: impl Into<String>,
    notation: Notation,
) -> ReplayError {
    ReplayError::WrongEvent {
        line,
        event: found.event(),
        found: shortened(found.text(notation)),
        demanded: demanded.into(),
    }
}

pub(super) fn list(cards: &[Kind], notation: Notation) -> String {
    format!("[{}]", in_notation(cards, notation))
}

pub(super) fn in_notation(cards: &[Kind], notation: Notation) -> String {
    let texts: Vec<String> = cards.iter().map(|kind| kind.text(notation).to_string()).collect();
    texts.join(" ")
}

/// What is demanded where a seat has to decide.
pub(super) fn to_decide(round: &Round, notation: Notation) -> String {
    let (seat, decision) = (round.actor().index(), round.decision());
    let mut words = Vec::new();
    round.for_each_action(|action| words.push(word_of(decision, action, notation)));
    format!("seat {seat} to decide ({}): {}", decision.name(), words.join(", "))
}

pub(super) fn word_of(decision: Decision, action: Action, notation: Notation) -> String {
    match action {
        Action::Card(kind) => kind.text(notation).to_string(),
        Action::Colour(colour) => colour.to_string(),
        Action::Seat(seat) => format!("seat {}", seat.index()),
        Action::Yes | Action::No | Action::Pass => decision.word(action).to_owned(),
    }
}
