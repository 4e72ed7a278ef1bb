//! Jobs as they travel: lines of JSON that nobody but this program needs to understand.

use super::ScaleError;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::iter;
use unobench_core::bounded::quoted;
use unobench_measure::plan::{Job, Plan};

/// About how many seconds a core takes for the largest chunk of its cost class.
const SECONDS: f64 = 6.0;

/// A chunk that a machine is to play, as a line of JSON says it.
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

    fn text(self) -> String {
        serde_json::to_string(&self).expect("numbers and texts are JSON")
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

/// What is read of an answer of `gather`.
#[derive(Deserialize)]
struct AnswerText {
    next: Option<Vec<JobText>>,
    refused: Option<IgnoredAny>,
    done: Option<IgnoredAny>,
}

/// The jobs that a line names: its own, or all that an answer of `gather` has. A line that is
/// neither counts as a job, which whoever plays it refuses.
pub fn jobs_of_line(line: String) -> Box<dyn Iterator<Item = String>> {
    match serde_json::from_str(&line) {
        Ok(AnswerText { next: Some(jobs), .. }) => Box::new(jobs.into_iter().map(JobText::text)),
        Ok(AnswerText { refused: Some(_), .. } | AnswerText { done: Some(_), .. }) => {
            Box::new(iter::empty())
        }
        _ => Box::new(iter::once(line)),
    }
}
