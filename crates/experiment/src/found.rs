//! What was found.

use crate::progress::Progress;
use crate::results::Results;
use crate::survey::Survey;
use crate::totals::LegTotals;

#[derive(Debug, Clone)]
pub enum Found {
    Run(Box<Results>),
    Survey(Box<Survey>),
}

impl Found {
    pub(crate) fn of(progress: &mut Progress) -> Found {
        let (mut line_ups, mut groups) = (Vec::new(), Vec::new());
        for totals in progress.take_totals() {
            match totals {
                LegTotals::LineUps(totals) => line_ups.push(*totals),
                LegTotals::Groups(of_leg) => groups.extend(of_leg),
            }
        }
        let header = progress.plan().header().clone();
        match progress.plan().schedule() {
            Some(schedule) => {
                Found::Run(Box::new(Results::new(header, schedule.clone(), line_ups)))
            }
            None => Found::Survey(Box::new(Survey::new(header, groups))),
        }
    }
}
