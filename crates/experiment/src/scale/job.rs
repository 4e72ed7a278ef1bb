//! Jobs as they travel: lines of JSON that nobody but this program needs to understand.

use super::ScaleError;
use serde::{Deserialize, Serialize};
use unobench_core::bounded::quoted;
use unobench_measure::plan::{Job, Plan};

/// About how many seconds a core takes for the largest chunk of its cost class.
const SECONDS: f64 = 6.0;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobText {
    plan: String,
    rules: usize,
    leg: usize,
    chunk: u64,
    /// About how long it takes a core, if what strategies declare of their cost is true.
    seconds: f64,
}

impl JobText {
    pub(super) fn new(job: &Job, check: &str, plan: &Plan) -> JobText {
        let longest = plan.header().legs[job.leg].chunk_sizes().largest;
        let share = job.chunk.blocks as f64 / longest as f64;
        JobText {
            plan: check.to_owned(),
            rules: job.rules,
            leg: job.leg,
            chunk: job.chunk.index,
            seconds: (SECONDS * share * 1000.0).ceil() / 1000.0,
        }
    }

    pub(super) fn read(text: &str, check: &str, plan: &Plan) -> Result<Job, ScaleError> {
        let failed = |reason: String| ScaleError::Job { job: text.to_owned(), reason };
        let job: JobText = serde_json::from_str(text).map_err(|error| failed(error.to_string()))?;
        if job.plan != check {
            return Err(failed(format!(
                "it is of plan {}, and this is {check}",
                quoted(&job.plan)
            )));
        }
        plan.job_at((job.rules, job.leg, job.chunk))
            .ok_or_else(|| failed("there is no such chunk in the plan".to_owned()))
    }
}
