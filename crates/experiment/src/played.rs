//! How playing ended.

use crate::directory::Resumed;
use crate::found::RunFindings;
use crate::survey::Survey;
use std::time::Duration;
use unobench_bots::Trouble;
use unobench_measure::results::Results;

/// Why a session stopped playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnding {
    Complete,
    Interrupted,
    TimeUp,
}

/// What a session played and found, for the report to its user.
#[derive(Debug)]
pub struct Played<F = RunFindings> {
    pub found: F,
    pub ending: RunEnding,
    pub resumed: Option<Resumed>,
    pub games: u64,
    pub time: Duration,
    pub faults: u64,
    pub troubles: Vec<Trouble>,
    pub rounds: Option<u64>,
}

impl Played {
    pub(crate) fn of_run(self) -> Played<Results> {
        self.map(|found| match found {
            RunFindings::Run(results) => *results,
            RunFindings::Survey(_) => unreachable!("a run was played"),
        })
    }

    pub(crate) fn of_survey(self) -> Played<Survey> {
        self.map(|found| match found {
            RunFindings::Survey(survey) => *survey,
            RunFindings::Run(_) => unreachable!("a survey was played"),
        })
    }
}

impl<F> Played<F> {
    pub fn map<G>(self, other: impl FnOnce(F) -> G) -> Played<G> {
        let Played { found, ending, resumed, games, time, faults, troubles, rounds } = self;
        Played { found: other(found), ending, resumed, games, time, faults, troubles, rounds }
    }
}
