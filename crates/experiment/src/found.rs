//! What was found.

use crate::progress::{Progress, WrittenSums};
use crate::store::StoreError;
use crate::survey::Survey;
use std::path::Path;
use unobench_measure::results::Results;
use unobench_measure::totals::LegTotals;

/// What was found by a run or by a survey.
#[derive(Debug, Clone)]
pub enum RunFindings {
    Run(Box<Results>),
    Survey(Box<Survey>),
}

impl RunFindings {
    pub(crate) fn of(progress: &mut Progress, source: &Path) -> Result<RunFindings, StoreError> {
        let header = progress.plan().header().clone();
        let Some(schedule) = progress.plan().schedule().cloned() else {
            let mut sums = WrittenSums::open(progress, source)?;
            return Ok(RunFindings::Survey(Box::new(Survey::new(header, |rules| sums.of(rules))?)));
        };
        let line_ups = progress.take_totals().into_iter().filter_map(|totals| match totals {
            LegTotals::LineUps(totals) => Some(*totals),
            LegTotals::Groups(_) => None,
        });
        Ok(RunFindings::Run(Box::new(Results::new(header, schedule, line_ups.collect()))))
    }
}
