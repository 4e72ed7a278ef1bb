//! What a run is: everything that determines its bytes, and nothing else.
//!
//! A plan is the first line of `progress.jsonl`. Two runs with equal plans give the same bytes; a
//! run is resumed only under the plan that it was begun with. Threads, time limits and what is
//! shown on the way are not part of it.

use super::header::{Header, Question};
use super::results::RuleSetResults;
use super::stop::{Stop, StopError};
use super::totals::Totals;
use crate::header::{FORMAT, HeaderRules, PROGRAM, VERSION, is_read};
use crate::store::differences::differences;
use std::collections::BTreeMap;
use unobench_bots::OnFault;
use unobench_engine::schedule::{LineUp, Schedule, ScheduleError, Seating};
use unobench_engine::{ChunkSizes, Shard, largest_chunk};

/// About how many rounds a match takes.
const ROUNDS_OF_A_MATCH: u64 = 16;

/// The first format that plays no game twice.
const NO_REPEATS: u32 = 4;

/// A plan that cannot be played.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// The line-up or the number of games is wrong.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// Nothing to play.
    #[error("no rule set to play")]
    NoRules,
    /// The stop rule makes no sense.
    #[error("a stop rule of {0}")]
    Stop(#[from] StopError),
    /// Results could not be told apart.
    #[error("two rule sets are called \"{0}\", and their results could not be told apart")]
    RepeatedRules(String),
    /// A stop rule looks at prefixes of all blocks, which a shard does not have.
    #[error("a run that stops by itself ({0}) cannot be split into shards")]
    StopWithShard(Stop),
    /// The header was written by another version of the format.
    #[error("format {found} is not known to this version, which reads formats 1 to {FORMAT}")]
    Format {
        /// The format found.
        found: u32,
    },
    /// A header that contradicts itself.
    #[error("{0} does not fit the rest")]
    Contradiction(&'static str),
}

/// Everything that determines the bytes of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    header: Header,
    schedule: Schedule,
}

/// What a plan is made of; see [`Header`].
#[derive(Debug, Clone)]
pub struct PlanParts<'a> {
    /// What question the games answer.
    pub question: Question,
    /// The strategies as named.
    pub line_up: &'a [String],
    /// About how many nanoseconds a core takes for the part of each strategy named in a round.
    pub nanoseconds: &'a [u64],
    /// The line-ups one by one, if they are not all combinations.
    pub line_ups: Option<Vec<Vec<usize>>>,
    /// The files that strategies were read from, with their digests.
    pub files: BTreeMap<String, String>,
    /// The versions of strategies that are not the program's own, by name.
    pub versions: BTreeMap<String, String>,
    /// How bots are written, by name.
    pub bots: BTreeMap<String, String>,
    /// Seats at the table.
    pub players: usize,
    /// In which seatings each deal is played.
    pub seating: Seating,
    /// Whether a game is a match.
    pub match_play: bool,
    /// What a bot's fault costs.
    pub on_fault: OnFault,
    /// Games of each rule set, to be rounded up.
    pub games: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// The rule sets.
    pub rules: Vec<HeaderRules>,
    /// The stop rule.
    pub stop: Option<Stop>,
    /// The part of the run.
    pub shard: Option<Shard>,
}

impl Plan {
    /// Makes a plan.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn new(parts: PlanParts<'_>) -> Result<Plan, PlanError> {
        let schedule = schedule(
            FORMAT,
            parts.line_up,
            parts.line_ups.as_deref(),
            parts.players,
            parts.seating,
        )?;
        let extent = schedule.extent(parts.games)?;
        let cost = nanoseconds_per_block(&schedule, parts.nanoseconds, parts.match_play);
        let wanted = parts.stop.and_then(|stop| stop.look(parts.players));
        let (largest_chunk, look) = chunks(largest_chunk(cost), wanted);
        let line_up = schedule
            .entries()
            .iter()
            .map(|&number| schedule.strategies()[usize::from(number)].clone())
            .collect();
        let header = Header {
            format: FORMAT,
            question: parts.question,
            program: PROGRAM.to_owned(),
            version: VERSION.to_owned(),
            seed: parts.seed,
            players: parts.players,
            seating: parts.seating.to_string(),
            r#match: parts.match_play,
            games: extent.games,
            blocks: extent.blocks,
            largest_chunk: Some(largest_chunk),
            look,
            on_fault: parts.on_fault,
            line_up,
            line_ups: parts.line_ups,
            strategies: schedule.strategies().to_vec(),
            files: parts.files,
            versions: parts.versions,
            bots: parts.bots,
            scale: schedule.scale(),
            rules: parts.rules,
            stop: parts.stop,
            shard: parts.shard,
        };
        check(&header)?;
        Ok(Plan { header, schedule })
    }

    /// Makes the plan that a header was written for.
    ///
    /// # Errors
    /// If the header is of another format, or could not have been written.
    pub fn from_header(header: Header) -> Result<Plan, PlanError> {
        if !is_read(header.format) {
            return Err(PlanError::Format { found: header.format });
        }
        let schedule = schedule_of(&header)?;
        let extent = schedule.extent(header.games)?;
        let fits = [
            ("games", extent.games == header.games),
            ("blocks", extent.blocks == header.blocks),
            ("strategies", schedule.strategies() == header.strategies),
            ("scale", schedule.scale() == header.scale),
            ("largest_chunk", header.largest_chunk.is_none_or(is_largest)),
            ("look", has_looks(&header)),
            ("shard", header.shard.is_none_or(Shard::is_valid)),
        ];
        if let Some((key, _)) = fits.iter().find(|(_, fits)| !fits) {
            return Err(PlanError::Contradiction(key));
        }
        check(&header)?;
        Ok(Plan { header, schedule })
    }

    /// The plan as it is written.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Who sits where in which block.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// What is known of a rule set.
    pub(super) fn results_of<'a>(&'a self, rules: usize, totals: &'a Totals) -> RuleSetResults<'a> {
        RuleSetResults::new(&self.header, &self.header.rules[rules], &self.schedule, totals)
    }

    /// The games that all rule sets will probably have taken.
    pub(super) fn expected_games(&self, totals: &[Totals]) -> u64 {
        let of_rules = |(rules, totals): (usize, &Totals)| {
            self.schedule.games_before(self.results_of(rules, totals).expected_blocks())
        };
        totals.iter().enumerate().map(of_rules).sum()
    }

    /// The plan as it is written, and who sits where.
    pub(super) fn into_parts(self) -> (Header, Schedule) {
        (self.header, self.schedule)
    }

    /// The same plan for another part of the run, or for the whole.
    pub(crate) fn with_shard(&self, shard: Option<Shard>) -> Plan {
        Plan { header: Header { shard, ..self.header.clone() }, schedule: self.schedule.clone() }
    }

    /// The same plan as the version of another header would have written it: until format 2 there
    /// were no cost classes; until format 3 chunks grew in sequential tests too, a run ended when
    /// the intervals of a confidence sequence were narrow enough, and games were played twice.
    ///
    /// # Errors
    /// If it could not be played then.
    pub(super) fn as_written(&self, there: &Header) -> Result<Plan, PlanError> {
        let mut header =
            Header { format: there.format, version: there.version.clone(), ..self.header.clone() };
        if there.largest_chunk.is_none() {
            header.largest_chunk = None;
        }
        if there.format < NO_REPEATS {
            if header.line_ups.is_none() {
                let seats = header.line_up.len().max(header.players);
                header.line_up = header.line_up.iter().cycle().take(seats).cloned().collect();
            }
            header.on_fault = there.on_fault;
        }
        header.rules.iter_mut().zip(&there.rules).for_each(|(here, there)| here.adopt(there));
        if let (Some(Stop::Sprt { .. }), None) = (there.stop, there.look) {
            (header.look, header.largest_chunk) = (None, there.largest_chunk);
        }
        if let (Some(Stop::FixedWidth { width }), Some(Stop::Width { .. })) =
            (header.stop, there.stop)
        {
            header.stop = Some(Stop::Width { width });
        }
        let schedule = schedule_of(&header)?;
        let extent = schedule.extent(header.games)?;
        (header.games, header.blocks) = (extent.games, extent.blocks);
        header.scale = schedule.scale();
        Ok(Plan { header, schedule })
    }

    /// Lists what another run did otherwise, in words; empty if nothing.
    #[must_use]
    pub fn differences(&self, there: &Header) -> Vec<String> {
        differences(there, &self.header)
    }
}

/// The length of the chunks and the blocks between two looks, if there are looks: whole chunks, as
/// few as the bound allows.
fn chunks(largest: u64, look: Option<u64>) -> (u64, Option<u64>) {
    let Some(look) = look else { return (largest, None) };
    let parts = look.div_ceil(largest);
    (look / parts, Some(look / parts * parts))
}

/// Whether the looks are those of a sequential test in whole chunks, if there are any.
fn has_looks(header: &Header) -> bool {
    let is_test = matches!(header.stop, Some(Stop::Sprt { .. }));
    let whole = |look: u64| header.largest_chunk.is_some_and(|chunk| look.is_multiple_of(chunk));
    header.look.is_none_or(|look| is_test && look > 0 && whole(look))
}

fn is_largest(blocks: u64) -> bool {
    ChunkSizes::growing(blocks).is_valid()
}

/// About how many nanoseconds a core takes for the games of a block: the mean over the line-ups.
pub(super) fn nanoseconds_per_block(
    schedule: &Schedule,
    nanoseconds: &[u64],
    match_play: bool,
) -> u64 {
    let rounds = if match_play { u128::from(ROUNDS_OF_A_MATCH) } else { 1 };
    let costs: Vec<u64> =
        schedule.representatives().iter().map(|&place| nanoseconds[place]).collect();
    let (line_ups, players) = (schedule.line_ups(), schedule.players());
    let of_game = |line_up: &LineUp| -> u128 {
        line_up.members[..players]
            .iter()
            .map(|&member| u128::from(costs[usize::from(member)]))
            .sum()
    };
    let of_block = |(place, line_up): (usize, &LineUp)| {
        of_game(line_up) * u128::from(schedule.games_per_block(place))
    };
    let sum: u128 = line_ups.iter().enumerate().map(of_block).sum();
    u64::try_from(rounds * sum / line_ups.len().max(1) as u128).unwrap_or(u64::MAX)
}

/// Who sits where, as the header says.
fn schedule_of(header: &Header) -> Result<Schedule, PlanError> {
    let Header { format, ref line_up, ref line_ups, players, .. } = *header;
    let seating = [Seating::Rotate, Seating::All, Seating::Fixed]
        .into_iter()
        .find(|seating| seating.to_string() == header.seating);
    let seating = seating.ok_or(PlanError::Contradiction("seating"))?;
    Ok(schedule(format, line_up, line_ups.as_deref(), players, seating)?)
}

fn schedule(
    format: u32,
    line_up: &[String],
    line_ups: Option<&[Vec<usize>]>,
    players: usize,
    seating: Seating,
) -> Result<Schedule, ScheduleError> {
    match line_ups {
        _ if format < NO_REPEATS => Schedule::with_repeats(line_up, players, seating, line_ups),
        None => Schedule::new(line_up, players, seating),
        Some(line_ups) => Schedule::of_line_ups(line_up, players, seating, line_ups),
    }
}

fn check(header: &Header) -> Result<(), PlanError> {
    if header.rules.is_empty() {
        return Err(PlanError::NoRules);
    }
    for (place, rules) in header.rules.iter().enumerate() {
        if header.rules[..place].iter().any(|earlier| earlier.name == rules.name) {
            return Err(PlanError::RepeatedRules(rules.name.clone()));
        }
    }
    if let Some(stop) = header.stop {
        stop.check()?;
    }
    match (header.stop, header.shard) {
        (Some(stop), Some(_)) => Err(PlanError::StopWithShard(stop)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::progress::Experiment as _;
    use serde_json::json;

    fn plan(
        seed: u64,
        names: &[&str],
        shard: Option<Shard>,
        stop: Option<Stop>,
    ) -> Result<Plan, PlanError> {
        let rules = names.iter().map(|name| HeaderRules {
            name: (*name).to_owned(),
            settings: json!({"play": {"bluff": true, "draw": seed}}),
        });
        Plan::new(PlanParts {
            question: Question::Run,
            line_up: &["a".to_owned(), "b".to_owned()],
            nanoseconds: &[400, 400],
            line_ups: None,
            files: BTreeMap::new(),
            versions: BTreeMap::new(),
            bots: BTreeMap::new(),
            players: 4,
            seating: Seating::Rotate,
            match_play: false,
            on_fault: OnFault::Random,
            games: 10,
            seed,
            rules: rules.collect(),
            stop,
            shard,
        })
    }

    #[test]
    fn a_plan_comes_back_from_its_header() {
        let plan = plan(7, &["official", "double"], None, None).expect("a plan");
        let text = serde_json::to_string(plan.header()).expect("a header is JSON");
        let header: Header = serde_json::from_str(&text).expect("and is read again");
        assert_eq!(Plan::from_header(header), Ok(plan.clone()));
        assert_eq!((plan.header().games, plan.header().blocks), (10, 5));
        assert_eq!(plan.header().line_up, ["a", "b"]);
    }

    #[test]
    fn headers_that_contradict_themselves_are_refused() {
        let header = plan(7, &["official"], None, None).expect("a plan").header().clone();
        let wrong = |change: fn(&mut Header)| {
            let mut header = header.clone();
            change(&mut header);
            Plan::from_header(header).expect_err("it is wrong")
        };
        assert_eq!(wrong(|header| header.format = 9), PlanError::Format { found: 9 });
        assert_eq!(wrong(|header| header.blocks = 9), PlanError::Contradiction("blocks"));
        assert_eq!(wrong(|header| header.games = 11), PlanError::Contradiction("games"));
        assert_eq!(
            wrong(|header| header.seating = "x".to_owned()),
            PlanError::Contradiction("seating")
        );
        assert_eq!(wrong(|header| header.line_up.truncate(1)), PlanError::Contradiction("blocks"));
        assert_eq!(
            wrong(|header| header.shard = Some(Shard { part: 0, of: 0 })),
            PlanError::Contradiction("shard")
        );
    }

    #[test]
    fn differences_name_the_keys() {
        let here = plan(1, &["official"], None, None).expect("a plan");
        assert_eq!(here.differences(here.header()), Vec::<String>::new());
        let there = plan(2, &["official"], Some(Shard { part: 1, of: 3 }), None).expect("a plan");
        let expected = [
            "seed: 2 there, 1 here",
            "rules official.settings.play.draw: 2 there, 1 here",
            "shard.part: 1 there, none here",
        ];
        assert_eq!(here.differences(there.header())[..2], expected[..2]);
        let there = plan(1, &["official", "double"], None, None).expect("a plan");
        assert_eq!(
            here.differences(there.header()),
            ["rules: official, double there, official here"]
        );
    }

    /// Headers from before there were files in them are read as if there had been none, which
    /// differs where there are some.
    #[test]
    fn files_that_have_changed_are_named() {
        let without = plan(1, &["official"], None, None).expect("a plan");
        assert!(!serde_json::to_string(without.header()).expect("JSON").contains("files"));
        let with = |digest: &str| {
            let mut plan = without.clone();
            plan.header.files.insert("my.toml".to_owned(), digest.to_owned());
            plan
        };
        let (old, new) = (with("fnv1a64:1"), with("fnv1a64:2"));
        assert_eq!(
            new.differences(old.header()),
            ["files.my.toml: fnv1a64:1 there, fnv1a64:2 here"]
        );
        assert_eq!(
            new.differences(without.header()),
            ["files: none there, {\"my.toml\":\"fnv1a64:2\"} here"]
        );
    }

    #[test]
    fn plans_that_cannot_be_played_are_refused() {
        assert_eq!(plan(1, &[], None, None), Err(PlanError::NoRules));
        assert_eq!(
            plan(1, &["a", "b", "a"], None, None),
            Err(PlanError::RepeatedRules("a".to_owned()))
        );
        let stop = Stop::Width { width: 0.01 };
        let split = plan(1, &["a"], Some(Shard { part: 1, of: 2 }), Some(stop));
        assert_eq!(split, Err(PlanError::StopWithShard(stop)));
    }

    #[test]
    fn shards_together_play_every_chunk_once() {
        let whole = plan(1, &["a"], None, None).expect("a plan");
        let mut blocks = 0;
        for part in 1..=3 {
            blocks += whole
                .with_shard(Some(Shard { part, of: 3 }))
                .jobs()
                .map(|job| job.chunk.blocks)
                .sum::<u64>();
        }
        assert_eq!(blocks, whole.header().blocks);
    }
}
