//! One experiment played by many machines: a plan in a file, jobs, and lines put in order.
//!
//! ```text
//! SealedPlan   what is to be played, in a file that every machine has
//! play_jobs    plays the jobs that it is given, and yields their lines, in any order
//! Gather       says which jobs may be played, takes lines in any order, and is the only one that
//!              writes the directory: byte for byte what one machine would have written
//! ```
//!
//! A line is a pure function of the plan, the rule set and the chunk, so it does not matter who
//! plays a chunk, how often, and when. Nothing here knows how jobs and lines travel.

mod gather;
mod job;
mod plan;
mod play;

pub use crate::store::read_line;
pub use gather::{Gather, GatherAnswer, GatherConfig};
pub use job::{JobText, jobs_of_line};
pub use plan::{PlanFileError, SealedPlan};
pub use play::{PlayConfig, play_jobs};

use crate::error::RunError;

/// Why a command of a plan for many machines failed.
#[derive(Debug, thiserror::Error)]
pub enum ScaleError {
    #[error(transparent)]
    Plan(#[from] PlanFileError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("\"{}\" is not a job: {reason}", unobench_core::bounded::quoted(.job))]
    Job { job: String, reason: String },
    #[error(
        "machines disagree about chunk {chunk} of {}: {differences}; one of the two that played it \
         counts wrongly, and a third one can tell which",
        unobench_core::bounded::quoted(.rules)
    )]
    Disagree { chunk: u64, rules: String, differences: String },
    #[error("cannot {doing}: {source}")]
    Pipe { doing: &'static str, source: std::io::Error },
}

impl ScaleError {
    /// Whether the arguments or the input are wrong, rather than a machine.
    pub fn is_usage(&self) -> bool {
        match self {
            ScaleError::Plan(error) => error.is_usage(),
            ScaleError::Run(error) => error.is_usage(),
            ScaleError::Job { .. } => true,
            ScaleError::Disagree { .. } | ScaleError::Pipe { .. } => false,
        }
    }
}
