//! Why a run or survey could not be begun, or failed.

use crate::store::StoreError;
use std::path::PathBuf;
use unobench_bots::BotError;
use unobench_core::bounded::quoted_path;
use unobench_disk::WriteError;
use unobench_measure::header::PlanError;

/// A result of a run, or why there is none.
pub(crate) type Result<T, E = RunError> = std::result::Result<T, E>;

/// Why a run cannot begin or go on, for the user who asked for it.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Strategy(String),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error(
        "--rounds {}: the run itself writes a file of that name there; name another file",
        quoted_path(.path)
    )]
    RoundsOverResults { path: PathBuf },
    #[error("cannot start {threads} threads: {reason}")]
    Threads { threads: usize, reason: String },
}

impl From<WriteError> for RunError {
    fn from(error: WriteError) -> RunError {
        RunError::Store(error.into())
    }
}

impl From<serde_json::Error> for RunError {
    fn from(error: serde_json::Error) -> RunError {
        RunError::Store(error.into())
    }
}

impl RunError {
    /// Whether the arguments or the input are wrong, rather than the machine.
    pub fn is_usage(&self) -> bool {
        match self {
            RunError::Store(error) => error.is_usage(),
            RunError::Threads { .. } | RunError::Bot(BotError::NeverStarted { .. }) => false,
            _ => true,
        }
    }
}
