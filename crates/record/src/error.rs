//! What can be wrong with a record: it cannot be read, or it breaks the rules.

use std::io;
use unobench_core::rules::RuleError;

/// What reading or checking a record gives, or what is wrong with it.
pub(crate) type Result<T = (), E = ReplayError> = std::result::Result<T, E>;

/// A record that cannot be read, or that breaks the rules.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    #[error("line {line}: cannot read the record: {error}")]
    Read {
        line: u64,
        #[source]
        error: io::Error,
    },

    #[error("cannot write: {0}")]
    Write(#[source] io::Error),

    #[error("line {line} is longer than {limit} bytes, which no event is")]
    TooLong { line: u64, limit: usize },

    #[error("the record is longer than {limit} bytes, the most that can be stepped through")]
    TooLarge { limit: u64 },

    #[error(
        "line {line} is not JSON{}: {message}",
        if *.broken_off { " and has no end: the record breaks off here" } else { "" }
    )]
    Json { line: u64, message: String, broken_off: bool },

    #[error("line {line}: found {found}; a line is an object with the field \"event\"")]
    NoEvent { line: u64, found: String },

    #[error("line {line}: unknown event {event}")]
    UnknownEvent { line: u64, event: String },

    #[error("line {line}, {event}: {field} is {found}; it has to be {wanted}")]
    Field { line: u64, event: String, field: &'static str, found: String, wanted: String },

    #[error("line {line}, round: {error}")]
    Rules {
        line: u64,
        #[source]
        error: Box<RuleError>,
    },

    #[error("line {line}, {event}: {field} is {found}; the rules demand {demanded}")]
    Differs { line: u64, event: &'static str, field: String, found: String, demanded: String },

    #[error("line {line}, {event}: found {found}; the rules demand {demanded}")]
    WrongEvent { line: u64, event: &'static str, found: String, demanded: String },

    #[error(
        "the record ends in the middle of a {inside}, after line {line}; next would come {demanded}"
    )]
    Truncated { line: u64, inside: &'static str, demanded: String },

    #[error("line {line}: the hidden cards cannot be found: {why}")]
    Hidden { line: u64, why: String },

    #[error(
        "line {line}: player {} decides there, whose hand the record hides: nobody can say what to \
         play from it",
        .seat + 1
    )]
    HiddenHand { line: u64, seat: usize },

    #[error("the record has no events")]
    Empty,

    #[error("there is no event at line {wanted}: lines count from 1, and the record has {lines}")]
    NoSuchLine { wanted: u64, lines: u64 },
}

impl ReplayError {
    /// Something is wrong with the line that a round begins with.
    pub(super) fn of_round(line: u64, field: &str, found: String, demanded: String) -> ReplayError {
        ReplayError::Differs { line, event: "round", field: field.to_owned(), found, demanded }
    }
}
