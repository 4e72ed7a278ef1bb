//! What can be wrong with a record.

use std::io;
use unobench_core::rules::RuleError;

/// A record that cannot be read, or that breaks the rules.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The input failed.
    #[error("line {line}: cannot read the record: {error}")]
    Read {
        /// The line's number, from 1.
        line: u64,
        /// What the system says.
        #[source]
        error: io::Error,
    },

    /// The output failed.
    #[error("cannot write: {0}")]
    Write(#[source] io::Error),

    /// A line has no end in sight.
    #[error("line {line} is longer than {limit} bytes, which no event is")]
    TooLong {
        /// The line's number, from 1.
        line: u64,
        /// The most bytes allowed.
        limit: usize,
    },

    /// There is more than can be held to be stepped through.
    #[error("the record is longer than {limit} bytes, the most that can be stepped through")]
    TooLarge {
        /// The most bytes allowed.
        limit: u64,
    },

    /// A line is not JSON.
    #[error(
        "line {line} is not JSON{}: {message}",
        if *.broken_off { " and has no end: the record breaks off here" } else { "" }
    )]
    Json {
        /// The line's number, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
        /// Whether the file ends in the midst of the line.
        broken_off: bool,
    },

    /// A line is not an object with an event.
    #[error("line {line}: found {found}; a line is an object with the field \"event\"")]
    NoEvent {
        /// The line's number, from 1.
        line: u64,
        /// What stands there.
        found: String,
    },

    /// No such event exists.
    #[error("line {line}: unknown event {event}")]
    UnknownEvent {
        /// The line's number, from 1.
        line: u64,
        /// Its name.
        event: String,
    },

    /// A field is missing or of the wrong type.
    #[error("line {line}, {event}: {field} is {found}; it has to be {wanted}")]
    Field {
        /// The line's number, from 1.
        line: u64,
        /// The event.
        event: &'static str,
        /// The field.
        field: &'static str,
        /// What stands there, or "missing".
        found: String,
        /// What is allowed.
        wanted: String,
    },

    /// The settings are no rule set, or one that cannot be played.
    #[error("line {line}, round: {error}")]
    Rules {
        /// The line's number, from 1.
        line: u64,
        /// What the rule layer says.
        #[source]
        error: Box<RuleError>,
    },

    /// A field differs from what the rules demand.
    #[error("line {line}, {event}: {field} is {found}; the rules demand {demanded}")]
    Differs {
        /// The line's number, from 1.
        line: u64,
        /// The event.
        event: &'static str,
        /// The field.
        field: String,
        /// What stands there.
        found: String,
        /// What has to stand there.
        demanded: String,
    },

    /// Another event has to come here.
    #[error("line {line}, {event}: found {found}; the rules demand {demanded}")]
    WrongEvent {
        /// The line's number, from 1.
        line: u64,
        /// The event found.
        event: &'static str,
        /// The line.
        found: String,
        /// What has to come.
        demanded: String,
    },

    /// A seat does what it may not do.
    #[error("line {line}, {event}: found {found}; the rules allow seat {seat} here: {legal}")]
    Illegal {
        /// The line's number, from 1.
        line: u64,
        /// The event.
        event: &'static str,
        /// The line.
        found: String,
        /// The seat.
        seat: usize,
        /// The legal actions.
        legal: String,
    },

    /// The record ends before the round or the match does.
    #[error(
        "the record ends in the middle of a {inside}, after line {line}; next would come {demanded}"
    )]
    Truncated {
        /// The number of the last line.
        line: u64,
        /// "round" or "match".
        inside: &'static str,
        /// What would come next.
        demanded: String,
    },

    /// There is nothing in the record.
    #[error("the record has no events")]
    Empty,

    /// The record has no such line.
    #[error("there is no event at line {wanted}: lines count from 1, and the record has {lines}")]
    NoSuchLine {
        /// The line asked for.
        wanted: u64,
        /// The lines there are.
        lines: u64,
    },
}
