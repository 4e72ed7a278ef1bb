//! Why a command stops short, and the exit status that says so.

use std::fmt::Display;

pub(super) const DONE: u8 = 0;
pub(super) const FAILED: u8 = 1;
pub(super) const USAGE: u8 = 2;
pub(super) const INTERRUPTED: u8 = 130;

/// Why a command ends before it is done, which decides its exit status.
#[derive(Debug)]
pub(super) enum Failure {
    Usage(anyhow::Error),
    Failed(anyhow::Error),
    /// Somebody pressed Ctrl-C; the command has said what it saved.
    Interrupted,
    /// The time is up that the command was given; it has said what it saved. Not an error.
    TimeUp,
    /// Whoever read the standard output has seen enough (`| head`); not an error.
    Closed,
}

/// What a part of a command gives, or why the command ends there.
pub(super) type Result<T = (), E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub(super) fn usage(message: impl Display) -> Failure {
        Failure::Usage(anyhow::anyhow!("{message}"))
    }
}

/// Refuses the arguments of a command, for a reason as `format!` takes it.
macro_rules! refuse {
    ($($reason:tt)+) => {
        return Err($crate::cli::failure::Failure::usage(format_args!($($reason)+)))
    };
}
pub(super) use refuse;

/// Turns the errors of the library into failures of a command, with what was being done.
pub(super) trait OrFailure<T> {
    fn or_usage(self) -> Result<T>;

    fn or_usage_in(self, context: impl Display) -> Result<T>;

    fn or_failed(self, context: impl Display) -> Result<T>;
}

impl<T, E: Into<anyhow::Error>> OrFailure<T> for Result<T, E> {
    fn or_usage(self) -> Result<T> {
        self.map_err(|error| Failure::Usage(error.into()))
    }

    fn or_usage_in(self, context: impl Display) -> Result<T> {
        self.map_err(|error| Failure::Usage(error.into().context(context.to_string())))
    }

    fn or_failed(self, context: impl Display) -> Result<T> {
        self.map_err(|error| Failure::Failed(error.into().context(context.to_string())))
    }
}
