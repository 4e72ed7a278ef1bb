//! What `chunk` and `gather` share.

use super::failure::Failure;
use unobench_experiment::scale::ScaleError;

/// Tells apart whether the user or a machine is at fault.
pub(super) fn failure(error: ScaleError) -> Failure {
    if error.is_usage() { Failure::Usage(error.into()) } else { Failure::Failed(error.into()) }
}
