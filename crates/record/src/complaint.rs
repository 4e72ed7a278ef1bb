use super::ReplayError;
use super::line::Line;
use super::parse::{shortened, shown};
use serde_json::Value;
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
            let text = |value: Option<&Value>| value.map_or_else(|| "left out".to_owned(), shown);
            ReplayError::Differs {
                line,
                event,
                field: field.clone(),
                found: text(have.get(field)),
                demanded: text(want.get(field)),
            }
        }
        _ => wrong_event(line, found, demanded.text(notation), notation),
    }
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

pub(super) fn legal_actions(round: &Round, notation: Notation) -> String {
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
