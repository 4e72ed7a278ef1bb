//! What is played chunk by chunk: a header with who sits where, cut into chunks in a fixed order.
//!
//! Two experiments with equal plans give the same bytes; one is resumed only under the plan that it
//! was begun with.

use crate::header::{Header, HeaderRules, Leg, LegPlay, PlanError};
use crate::line::{LineOrigin, seal, unseal};
use crate::results::RuleSetResults;
use crate::stop::Stop;
use crate::survey::SurveyTally as GroupTally;
use crate::totals::{LegTally, LegTotals};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use unobench_core::bounded::quoted;
use unobench_engine::schedule::Schedule;
use unobench_engine::{Chunk, Chunks, Tally};

/// What determines the bytes of an experiment, with who sits where if it is a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    header: Header,
    schedule: Option<Schedule>,
    blocks: Vec<u64>,
}

/// A chunk of one leg of one rule set of a plan, for the threads or machines that play it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    pub rules: usize,
    pub leg: usize,
    pub chunk: Chunk,
}

/// The place of a job in a plan: the rule set, the leg and the chunk, each from 0.
pub type JobKey = (usize, usize, u64);

/// The jobs of a plan, in the order in which their lines are written.
pub type Jobs = Box<dyn Iterator<Item = Job> + Send>;

/// A finished chunk, without its check sum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record<T = LegTally> {
    pub rules: String,
    pub leg: usize,
    pub chunk: u64,
    pub first: u64,
    pub blocks: u64,
    pub tally: T,
}

/// The beginning of a line, which says what job it is of.
#[derive(Deserialize)]
struct Beginning {
    rules: String,
    leg: usize,
    chunk: u64,
}

impl Job {
    /// Its place in the order in which chunks are written.
    pub fn place(&self) -> JobKey {
        (self.rules, self.leg, self.chunk.index)
    }

    pub fn is_beside(&self, other: &Job) -> bool {
        (self.rules, self.leg) == (other.rules, other.leg)
    }
}

impl<T> Record<T> {
    fn with<U>(self, wrap: impl FnOnce(T) -> U) -> Record<U> {
        let Record { rules, leg, chunk, first, blocks, tally } = self;
        Record { rules, leg, chunk, first, blocks, tally: wrap(tally) }
    }
}

impl Plan {
    pub fn new(header: Header) -> Result<Plan, PlanError> {
        header.check()?;
        let schedule = header.legs.first().map(|leg| schedule_of(leg, &header)).transpose()?;
        let schedule = schedule.flatten();
        let mut blocks = Vec::new();
        for leg in &header.legs {
            blocks.push(match &schedule {
                Some(schedule) => schedule.extent(leg.games)?.blocks,
                None => leg.blocks(header.players),
            });
        }
        Ok(Plan { blocks, header, schedule })
    }

    unobench_core::reads! {
        pub fn header(&self) -> &Header = &self.header;
        pub fn schedule(&self) -> Option<&Schedule> = self.schedule.as_ref();
    }

    pub fn line(&self) -> serde_json::Result<Vec<u8>> {
        seal(&self.header, LineOrigin::none())
    }

    pub fn chunks(&self, leg: usize) -> Chunks {
        self.header.legs[leg].chunks(self.blocks[leg])
    }

    /// All chunks, in the order in which they are written.
    pub fn jobs(&self) -> Jobs {
        self.jobs_of(0..self.header.rules.len())
    }

    /// Those of some rule sets.
    pub fn jobs_of(&self, rules: Range<usize>) -> Jobs {
        let legs: Vec<Chunks> = (0..self.header.legs.len()).map(|leg| self.chunks(leg)).collect();
        let of_rules = move |rules| {
            let of_leg = move |(leg, chunks): (usize, Chunks)| {
                chunks.map(move |chunk| Job { rules, leg, chunk })
            };
            legs.clone().into_iter().enumerate().flat_map(of_leg)
        };
        Box::new(rules.flat_map(of_rules))
    }

    pub fn games_of(&self, job: &Job) -> u64 {
        match &self.schedule {
            Some(schedule) => {
                schedule.games_before(job.chunk.end()) - schedule.games_before(job.chunk.first)
            }
            None => self.header.legs[job.leg].games / self.blocks[job.leg] * job.chunk.blocks,
        }
    }

    /// Games of all chunks, if nothing stops it.
    pub fn games_to_play(&self) -> u64 {
        self.jobs().map(|job| self.games_of(&job)).sum()
    }

    /// Totals to which nothing is added yet: of a run one for each rule set, of a survey one for each
    /// leg of a rule set.
    pub fn empty_totals(&self) -> Vec<LegTotals> {
        let Header { rules, legs, .. } = &self.header;
        let count = if self.schedule.is_some() { rules.len() } else { legs.len() };
        vec![LegTotals::new(self.schedule()); count]
    }

    pub fn add(&self, totals: &mut [LegTotals], job: &Job, tally: &LegTally) -> Result<(), String> {
        let place = if self.schedule.is_some() { job.rules } else { job.leg };
        totals[place].add(tally, &self.header.legs[job.leg], self.header.players, job.chunk)
    }

    pub fn results_of<'a>(
        &'a self,
        rules: usize,
        totals: &'a [LegTotals],
    ) -> Option<RuleSetResults<'a>> {
        let LegTotals::LineUps(totals) = totals.get(rules)? else {
            return None;
        };
        let schedule = self.schedule.as_ref()?;
        Some(RuleSetResults::new(&self.header, &self.header.rules[rules], schedule, totals))
    }

    pub fn is_enough(&self, rules: usize, totals: &[LegTotals]) -> bool {
        self.header.stop.is_some()
            && self.results_of(rules, totals).is_some_and(|results| results.is_enough())
    }

    /// The games that all rule sets will probably have taken, where a rule may end them.
    pub fn expected_games(&self, totals: &[LegTotals]) -> Option<u64> {
        let (schedule, _) = (self.schedule.as_ref()?, self.header.stop?);
        let mut games = 0;
        for rules in 0..self.header.rules.len() {
            let blocks = self.results_of(rules, totals)?.expected_blocks();
            games += schedule.games_before(blocks);
        }
        Some(games)
    }

    pub fn read(&self, line: &[u8], origin: LineOrigin) -> Result<Record, String> {
        let Some(schedule) = &self.schedule else {
            let record: Record<Vec<Option<GroupTally>>> = unseal(line, origin)?;
            return Ok(record.with(LegTally::Groups));
        };
        let record: Record<Tally> = unseal(line, origin)?;
        // A tally that does not fit would leave half of itself behind.
        Tally::new(schedule).add(&record.tally).map_err(|error| error.to_string())?;
        Ok(record.with(|tally| LegTally::LineUps(Box::new(tally))))
    }

    pub fn check(&self, record: &Record, job: &Job) -> Result<(), String> {
        let Job { rules, leg, chunk: Chunk { index, first, blocks } } = *job;
        let name = &self.header.rules[rules].name;
        let found = (record.leg, record.chunk, record.first, record.blocks);
        if record.rules == *name && found == (leg, index, first, blocks) {
            return Ok(());
        }
        let legs = self.header.legs.len();
        let prefix = |leg: usize| if legs > 1 { format!("leg {leg} of ") } else { String::new() };
        Err(format!(
            "it is chunk {} of {}{}, not chunk {index} of {}{name}",
            record.chunk,
            prefix(record.leg),
            quoted(&record.rules),
            prefix(leg),
        ))
    }

    pub fn place_of(&self, line: &[u8]) -> Result<JobKey, String> {
        const AFTER: &[u8] = b",\"first\":";
        let end = line.windows(AFTER.len()).position(|bytes| bytes == AFTER);
        let beginning = [&line[..end.ok_or("it is not a line of a plan")?], b"}"].concat();
        let Beginning { rules, leg, chunk } =
            serde_json::from_slice(&beginning).map_err(|error| error.to_string())?;
        let place = self.header.rules.iter().position(|known| known.name == rules);
        let rules = place.ok_or("its rule set is not one of the plan")?;
        if leg >= self.header.legs.len() {
            return Err("there is no such leg in the plan".to_owned());
        }
        Ok((rules, leg, chunk))
    }

    pub fn job_at(&self, (rules, leg, chunk): JobKey) -> Option<Job> {
        let is_there = rules < self.header.rules.len() && leg < self.header.legs.len();
        let chunk = is_there.then(|| self.chunks(leg).nth(usize::try_from(chunk).ok()?))??;
        Some(Job { rules, leg, chunk })
    }

    pub fn record(&self, job: &Job, tally: LegTally) -> Record {
        let Job { rules, leg, chunk: Chunk { index, first, blocks } } = *job;
        let HeaderRules { name, .. } = &self.header.rules[rules];
        Record { rules: name.clone(), leg, chunk: index, first, blocks, tally }
    }
}

fn schedule_of(leg: &Leg, header: &Header) -> Result<Option<Schedule>, PlanError> {
    let LegPlay::LineUps(line_ups) = &leg.play else { return Ok(None) };
    let schedule = line_ups.schedule(header.players)?;
    let looks_fit = leg.look.is_none_or(|look| {
        let is_test = matches!(header.stop, Some(Stop::Sprt { .. }));
        is_test && look > 0 && leg.chunk.is_some_and(|chunk| look.is_multiple_of(chunk))
    });
    let fits = [
        ("games", schedule.extent(leg.games)?.games == leg.games),
        ("strategies", schedule.strategies() == line_ups.strategies),
        ("scale", schedule.scale() == line_ups.scale),
        ("look", looks_fit),
    ];
    match fits.iter().find(|(_, fits)| !fits) {
        Some((key, _)) => Err(PlanError::Contradiction(key)),
        None => Ok(Some(schedule)),
    }
}
