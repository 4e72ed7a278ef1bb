//! The bots of a survey.

use crate::directory::known_bots;
use crate::session::BOTS_LOG;
use std::path::PathBuf;
use std::time::Duration;
use unobench_bots::{
    BotError, BotTable, Contestant, ContestantError, Log, Naming, Pool, PoolSettings, Trouble,
    name_bots,
};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Catalogue, StrategySpec};
use unobench_core::table::{Table, TableSetup};
use unobench_measure::header::Header;
use unobench_measure::survey::{ExternalPlayers, SurveyGame};

/// How the bots of a survey are started, and how long they may think about a decision.
#[derive(Debug, Clone, Default)]
pub struct BotCare {
    pub move_time: Option<Duration>,
    /// The directory of the survey; none where nothing is played yet.
    pub out: Option<PathBuf>,
    /// Whether the bots keep the names that they have in that directory.
    pub resumed: bool,
}

/// The bots of a survey, by the names that they have there, and their processes.
#[derive(Debug)]
pub struct SurveyBots {
    named: Vec<Contestant>,
    pool: Pool,
}

impl SurveyBots {
    /// Bots, each once, who are started to be asked for their names where nobody knows them; with
    /// what is to be told of names that cannot be used. None if there are no bots.
    ///
    /// # Errors
    /// If a bot cannot be found, or has a name that it cannot have.
    pub fn of(
        mut bots: Vec<Contestant>,
        care: &BotCare,
        catalogue: Catalogue,
    ) -> Result<Option<(SurveyBots, Vec<String>)>, BotError> {
        let Some(mut pool) = care.pool(&bots)? else { return Ok(None) };
        let directory = care.out.as_ref().filter(|_| care.resumed);
        let known = directory.map(|out| known_bots(out)).unwrap_or_default();
        let naming = Naming { catalogue, known: &known, apart: false };
        let remarks = name_bots(&mut bots, &mut pool, naming)?;
        Ok(Some((SurveyBots { named: bots, pool }, remarks)))
    }

    pub(crate) fn of_header(
        header: &Header,
        care: &BotCare,
        catalogue: Catalogue,
    ) -> Result<Option<SurveyBots>, ContestantError> {
        let mut named = Vec::new();
        for (name, line) in header.named_bots() {
            named.push(Contestant::parse(&line, catalogue)?.named(&name));
        }
        Ok(care.pool(&named)?.map(|pool| SurveyBots { named, pool }))
    }

    pub fn named(&self) -> &[Contestant] {
        &self.named
    }

    fn find(&self, name: &str) -> Option<&Contestant> {
        self.named.iter().find(|bot| bot.to_string() == name)
    }

    pub(super) fn stop(&self) {
        self.pool.stop();
    }

    pub(super) fn never_started(&self) -> Option<BotError> {
        self.pool.never_started()
    }

    pub(super) fn faults(&self) -> (u64, Vec<Trouble>) {
        (self.pool.diary().fault_count(), self.pool.troubles())
    }
}

impl BotCare {
    fn pool(&self, bots: &[Contestant]) -> Result<Option<Pool>, BotError> {
        let log = self.out.as_ref().map_or(Log::Nowhere, |out| Log::File(out.join(BOTS_LOG)));
        Pool::of(bots, PoolSettings::with_move_time(self.move_time), log)
    }
}

impl ExternalPlayers for SurveyBots {
    fn is_guest(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn table<'a>(
        &'a self,
        rules: &'a RuleSet,
        game: SurveyGame,
        seated: &[(&str, &StrategySpec)],
    ) -> Box<dyn Table + 'a> {
        let seated: Vec<Contestant> = seated
            .iter()
            .map(|(name, spec)| match self.find(name) {
                Some(bot) => bot.clone(),
                None => Contestant::from((*spec).clone()),
            })
            .collect();
        let SurveyGame { players, is_match, seed } = game;
        let strategies = Contestant::strategies(&seated);
        let setup = TableSetup::new(rules, players, &strategies, is_match, seed);
        Box::new(BotTable::new(setup, &seated, &self.pool))
    }
}
