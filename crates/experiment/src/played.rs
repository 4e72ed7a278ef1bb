//! What came of playing.

use crate::directory::Resumed;
use crate::found::Found;
use crate::output::manifest::Host;
use crate::results::Results;
use crate::survey::Survey;
use std::time::Duration;
use unobench_bots::Trouble;

/// How playing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Everything is played.
    Complete,
    /// It was cancelled.
    Interrupted,
    /// Its time was over.
    TimeUp,
}

/// An experiment that was played, as far as there was time.
#[derive(Debug)]
pub struct Played<F = Found> {
    pub found: F,
    pub ending: Ending,
    /// What was there before, if it was resumed.
    pub resumed: Option<Resumed>,
    /// Games played in this session, of all rule sets, that count.
    pub games: u64,
    /// How long they took.
    pub time: Duration,
    /// How many decisions bots failed to make in this session.
    pub faults: u64,
    /// What is known of why.
    pub troubles: Vec<Trouble>,
    /// Rows of the file of rounds, if one was asked for.
    pub rounds: Option<u64>,
}

impl Played {
    /// What was found where no bots played.
    pub(crate) fn new(
        found: Found,
        ending: Ending,
        resumed: Option<Resumed>,
        host: &Host<'_>,
    ) -> Played {
        let (games, time) = (host.games, host.time);
        let (faults, troubles, rounds) = (0, Vec::new(), None);
        Played { found, ending, resumed, games, time, faults, troubles, rounds }
    }

    /// What was found of strategies.
    ///
    /// # Panics
    /// If rule sets were asked about.
    #[must_use]
    pub fn of_run(self) -> Played<Results> {
        self.map(|found| match found {
            Found::Run(results) => *results,
            Found::Survey(_) => unreachable!("a run was played"),
        })
    }

    /// What was found of rule sets.
    pub(crate) fn of_survey(self) -> Played<Survey> {
        self.map(|found| match found {
            Found::Survey(survey) => *survey,
            Found::Run(_) => unreachable!("a survey was played"),
        })
    }
}

impl<F> Played<F> {
    /// The same with something else that was found.
    pub fn map<G>(self, other: impl FnOnce(F) -> G) -> Played<G> {
        let Played { found, ending, resumed, games, time, faults, troubles, rounds } = self;
        Played { found: other(found), ending, resumed, games, time, faults, troubles, rounds }
    }
}
