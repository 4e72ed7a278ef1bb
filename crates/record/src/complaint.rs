use super::ReplayError;
use super::line::Line;
use super::parse::{shortened, shown};
use serde_json::Value;
use unobench_core::cards::Kind;

/// The error for a line that is not the one demanded: the first field that differs, or the whole
/// line.
pub(super) fn differs(line: u64, found: &Line, demanded: &Line, blank_draws: u8) -> ReplayError {
    let event = found.event();
    let (have, want) = (found.fields(blank_draws), demanded.fields(blank_draws));
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
        _ => wrong_event(line, found, demanded.text(blank_draws), blank_draws),
    }
}

pub(super) fn wrong_event(
    line: u64,
    found: &Line,
    demanded: impl Into<String>,
    blank_draws: u8,
) -> ReplayError {
    ReplayError::WrongEvent {
        line,
        event: found.event(),
        found: shortened(found.text(blank_draws)),
        demanded: demanded.into(),
    }
}

pub(super) fn list(cards: &[Kind], blank_draws: u8) -> String {
    format!("[{}]", in_notation(cards, blank_draws))
}

pub(super) fn in_notation(cards: &[Kind], blank_draws: u8) -> String {
    let texts: Vec<String> = cards.iter().map(|kind| kind.text(blank_draws).to_string()).collect();
    texts.join(" ")
}
