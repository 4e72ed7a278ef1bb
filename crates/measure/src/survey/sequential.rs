//! A survey that is stopped as soon as its answer is sure. It is played in looks, each of twice the
//! games of the one before. After each, only those legs are played on whose sentences are neither
//! sure nor bounded, where more games may settle them. What each look may say wrong is so small
//! that all that is said holds however it ends; see [`looks`](unobench_stats::looks).
//!
//! ```text
//! jobs ─ somebody plays them ─ add ─ finish_look: the legs of the next look, or the answer
//! ```

use super::effects::legs;
use super::surveyed::Survey;
use super::table::{LegTable, TableGuests};
use super::tally::SurveyTally;
use crate::answers::RuleAnswer;
use crate::header::{GROUPS, Header, HeaderRules, Leg};
use crate::plan::{Job, Plan};
use crate::totals::{LegTally, LegTotals, PlayChunk as _};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::OnceLock;
use unobench_core::rules::RuleSet;
use unobench_engine::Chunk;
use unobench_engine::workers::PlayMonitor;
use unobench_findings::comparison::effects;
use unobench_findings::tell::plain::worth_more_games;
use unobench_stats::looks::Look;

/// From the look on that has a quarter of the games, what would take far more games than there are
/// is given up.
const GIVEN_UP_FROM: u64 = 4;

/// What groups of blocks counted; none of groups of which nothing is played.
type Groups = Vec<Option<SurveyTally>>;

/// What was counted of the official game at the looks of a survey, so that it need not be played
/// again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfficialGames {
    seed: u64,
    players: usize,
    legs: Vec<Leg>,
    /// By leg and look, of the blocks since the look before.
    tallies: Vec<Vec<Groups>>,
}

impl OfficialGames {
    /// Reads what ships, which is JSON.
    ///
    /// # Errors
    /// If it is no such document.
    pub fn read(json: &[u8]) -> serde_json::Result<OfficialGames> {
        serde_json::from_slice(json)
    }

    /// The same as JSON.
    ///
    /// # Errors
    /// If they cannot be written, which nothing in them allows.
    pub fn json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }

    /// Plays the first rule set of a plan until the last look; nothing if it was stopped.
    ///
    /// # Errors
    /// If a strategy is not known.
    pub fn play(
        plan: &Plan,
        tables: &LookTables<'_>,
        monitor: PlayMonitor<'_>,
    ) -> Result<Option<OfficialGames>, String> {
        let header = plan.header();
        let mut tallies = Vec::new();
        for leg in 0..header.legs.len() {
            let (mut first, mut looks) = (0, Vec::new());
            for look in Look::all() {
                let end = blocks_until(header, leg, look);
                let chunk = Chunk { index: first, first, blocks: end - first };
                let played = tables.play(header, &Job { rules: 0, leg, chunk }, monitor)?;
                let Some(LegTally::Groups(groups)) = played else { return Ok(None) };
                looks.push(groups);
                first = end;
            }
            tallies.push(looks);
        }
        let (seed, players, legs) = (header.seed, header.players, uncut(header));
        Ok(Some(OfficialGames { seed, players, legs, tallies }))
    }

    /// The first look of each leg again, as far as it is another; for a test of what ships.
    ///
    /// # Errors
    /// If a strategy is not known.
    pub fn differences(
        &self,
        plan: &Plan,
        tables: &LookTables<'_>,
        monitor: PlayMonitor<'_>,
    ) -> Result<Vec<String>, String> {
        let header = plan.header();
        if !self.are_of(header) {
            return Ok(vec!["they are of another survey".to_owned()]);
        }
        let mut differences = Vec::new();
        let first = Look::all().next().expect("there are looks");
        for (leg, looks) in self.tallies.iter().enumerate() {
            let blocks = blocks_until(header, leg, first);
            let job = Job { rules: 0, leg, chunk: Chunk { index: 0, first: 0, blocks } };
            let played = tables.play(header, &job, monitor)?;
            if played != Some(LegTally::Groups(looks[0].clone())) {
                differences.push(format!("leg {leg}, {}", header.legs[leg].play));
            }
        }
        Ok(differences)
    }

    /// Whether they are games of the baseline of a survey.
    fn are_of(&self, header: &Header) -> bool {
        let official = HeaderRules::from(&RuleSet::official()).digest();
        (self.seed, self.players) == (header.seed, header.players)
            && header.rules[header.baseline()].digest() == official
            && !header.has_specialist(&[header.baseline()], header.players)
            && self.legs == uncut(header)
    }
}

/// The legs of a header, however they are cut into chunks.
fn uncut(header: &Header) -> Vec<Leg> {
    header.legs.iter().map(|leg| Leg { chunk: None, ..leg.clone() }).collect()
}

/// The blocks of a leg until a look.
fn blocks_until(header: &Header, leg: usize, look: Look) -> u64 {
    let all = header.legs[leg].blocks(header.players);
    (all / look.times_fewer()).next_multiple_of(GROUPS as u64).min(all)
}

/// A survey as far as it is played; see the [module](self).
pub struct SequentialSurvey<'a> {
    plan: Plan,
    /// The look at which it ends in any case.
    last: Look,
    /// Whether there is but one look, so that all error may be made there.
    is_at_once: bool,
    /// The look that is played.
    look: Look,
    official: Option<&'a OfficialGames>,
    /// By leg, whether it is played at this look.
    is_open: Vec<bool>,
    /// By leg, the last look that is finished.
    ended_at: Vec<Option<Look>>,
    /// By rule set and leg, at the last look that is finished.
    totals: Vec<Vec<LegTotals>>,
    /// The same with what was added since.
    next: Vec<Vec<LegTotals>>,
}

/// Where a sequential survey stands after a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookEnd {
    /// Some legs are played on.
    GoesOn,
    /// Its answer is sure, or all games are played.
    Answered,
}

impl<'a> SequentialSurvey<'a> {
    /// A survey of all legs of a plan until a look; what is known of the official game is not
    /// played.
    pub fn new(
        plan: Plan,
        last: Look,
        official: Option<&'a OfficialGames>,
    ) -> SequentialSurvey<'a> {
        let legs = plan.header().legs.len();
        let totals = vec![plan.empty_totals(); plan.header().rules.len()];
        let official = official.filter(|games| games.are_of(plan.header()));
        SequentialSurvey {
            official,
            last,
            is_at_once: false,
            look: Look::all().next().expect("there are looks"),
            is_open: vec![true; legs],
            ended_at: vec![None; legs],
            next: totals.clone(),
            totals,
            plan,
        }
    }

    /// A survey of all games of a plan, whatever they say.
    pub fn at_once(plan: Plan) -> SequentialSurvey<'a> {
        let look = Look::last();
        SequentialSurvey { look, is_at_once: true, ..SequentialSurvey::new(plan, look, None) }
    }

    unobench_core::reads! {
        pub fn plan(&self) -> &Plan = &self.plan;
        /// The look that is played.
        pub fn look(&self) -> Look = self.look;
    }

    fn blocks_until(&self, leg: usize, look: Look) -> u64 {
        blocks_until(self.plan.header(), leg, look)
    }

    /// The blocks of a leg that were played at the last look that it had.
    fn blocks_played(&self, leg: usize) -> u64 {
        self.ended_at[leg].map_or(0, |look| self.blocks_until(leg, look))
    }

    /// Games of all rule sets that are to be played at most.
    pub fn most_games(&self) -> u64 {
        let header = self.plan.header();
        let mut of_rules = 0;
        for leg in 0..header.legs.len() {
            let blocks = self.blocks_until(leg, self.last);
            let chunk = Chunk { index: 0, first: 0, blocks };
            of_rules += self.plan.games_of(&Job { rules: 0, leg, chunk });
        }
        self.to_play().count() as u64 * of_rules
    }

    /// The rule sets that are played: not those of which all games are known.
    fn to_play(&self) -> impl Iterator<Item = usize> + '_ {
        let known = self.official.map(|_| self.plan.header().baseline());
        (0..self.plan.header().rules.len()).filter(move |&rules| Some(rules) != known)
    }

    /// What is to be played at this look, in chunks of at most so many blocks.
    pub fn jobs(&self, most_blocks: u64) -> Vec<Job> {
        let mut jobs = Vec::new();
        for rules in self.to_play() {
            for leg in (0..self.is_open.len()).filter(|&leg| self.is_open[leg]) {
                let (begin, end) = (self.blocks_played(leg), self.blocks_until(leg, self.look));
                let mut first = begin;
                while first < end {
                    let blocks = most_blocks.min(end - first);
                    jobs.push(Job { rules, leg, chunk: Chunk { index: first, first, blocks } });
                    first += blocks;
                }
            }
        }
        jobs
    }

    /// Adds what was played of a job of this look.
    ///
    /// # Errors
    /// If it is not of that job.
    pub fn add(&mut self, job: &Job, tally: &LegTally) -> Result<(), String> {
        self.plan.add(&mut self.next[job.rules], job, tally)
    }

    /// Ends a look of which all jobs are added, and decides which legs are played on.
    pub fn finish_look(&mut self) -> LookEnd {
        self.add_official();
        self.totals.clone_from(&self.next);
        for (ended_at, _) in self.ended_at.iter_mut().zip(&self.is_open).filter(|(_, open)| **open)
        {
            *ended_at = Some(self.look);
        }
        let next = Look::numbered(self.look.number() + 1).filter(|next| *next <= self.last);
        let Some(next) = next else { return LookEnd::Answered };
        self.is_open = self.legs_to_play_on();
        if !self.is_open.contains(&true) {
            return LookEnd::Answered;
        }
        self.look = next;
        LookEnd::GoesOn
    }

    /// Adds what is known of the official game until this look.
    fn add_official(&mut self) {
        let Some(OfficialGames { tallies, .. }) = self.official else { return };
        let baseline = self.plan.header().baseline();
        for leg in (0..self.is_open.len()).filter(|&leg| self.is_open[leg]) {
            let first = self.ended_at[leg].map_or(0, |look| look.number() + 1);
            let mut from = self.blocks_played(leg);
            for number in first..=self.look.number() {
                let end = self.blocks_until(leg, Look::numbered(number).expect("a look"));
                let chunk = Chunk { index: from, first: from, blocks: end - from };
                let tally = LegTally::Groups(tallies[leg][usize::from(number)].clone());
                let job = Job { rules: baseline, leg, chunk };
                self.plan
                    .add(&mut self.next[baseline], &job, &tally)
                    .expect("what ships was counted at these looks");
                from = end;
            }
        }
    }

    /// Those of which more games may say more. Of legs that no sentence is told from one look is
    /// enough.
    fn legs_to_play_on(&self) -> Vec<bool> {
        let survey = self.survey();
        let left = self.look.times_fewer() / self.last.times_fewer();
        let left = if self.look.times_fewer() > GIVEN_UP_FROM { u64::MAX } else { left };
        let mut is_open = vec![false; self.is_open.len()];
        let baseline = self.plan.header().baseline();
        for place in (0..self.totals.len()).filter(|&place| place != baseline) {
            let Some(answer) = RuleAnswer::of(&survey, place) else { continue };
            for (metric, name) in worth_more_games(&effects(&answer.findings), left) {
                let tables = survey.panel().iter().filter(|table| table.name == name);
                tables.flat_map(|table| legs(table, metric)).for_each(|leg| is_open[leg] = true);
            }
        }
        is_open
    }

    /// What was found at the last look that is finished, at which each leg has as many games as its
    /// header says.
    pub fn survey(&self) -> Survey {
        let mut header = self.plan.header().clone();
        for (place, leg) in header.legs.iter_mut().enumerate() {
            let games_per_block = leg.games / leg.blocks(self.plan.header().players);
            leg.games = self.blocks_played(place) * games_per_block;
            let look = self.ended_at[place].filter(|_| !self.is_at_once);
            leg.ended_at = look.map(Look::number);
        }
        let sums = |rules: usize| {
            let groups = self.totals[rules].iter().cloned().flat_map(LegTotals::into_groups);
            Ok::<_, Infallible>(groups.collect())
        };
        match Survey::new(header, sums) {
            Ok(survey) => survey,
            Err(never) => match never {},
        }
    }
}

/// The tables of a sequential survey, each set when it is first played at.
pub struct LookTables<'a> {
    seated: TableGuests<'a>,
    rules: &'a [RuleSet],
    tables: Vec<Vec<OnceLock<LegTable<'a>>>>,
}

impl<'a> LookTables<'a> {
    /// For the rule sets of a survey, in the order of its header.
    pub fn new(seated: TableGuests<'a>, rules: &'a [RuleSet], header: &Header) -> LookTables<'a> {
        let of_rules = |_| header.legs.iter().map(|_| OnceLock::new()).collect();
        LookTables { seated, rules, tables: rules.iter().map(of_rules).collect() }
    }

    /// Plays a job on the threads that there are; nothing if it was stopped.
    ///
    /// # Errors
    /// If a strategy is not known.
    pub fn play(
        &self,
        header: &Header,
        job: &Job,
        monitor: PlayMonitor<'_>,
    ) -> Result<Option<LegTally>, String> {
        let place = &self.tables[job.rules][job.leg];
        let table = match place.get() {
            Some(table) => table,
            None => {
                let table = LegTable::new(header, self.seated, &self.rules[job.rules], job.leg)?;
                place.get_or_init(|| table)
            }
        };
        Ok(table.play_chunk(job.chunk, monitor))
    }
}
