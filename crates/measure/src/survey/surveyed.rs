//! What a survey found: of each rule set, at each table, what every metric is, and what it is
//! against the baseline. The sums that it comes from are asked for one rule set after the other and
//! not kept, so that a survey of thousands needs little room.

use super::effects::{BaselinePair, MetricEffect, has_substitutes, judge, legs};
use super::factorial::MeasuredCells;
use super::learners::Of;
use super::metric::Measured;
use super::panel::{PanelTable, PlayedRuleSet};
use super::skill::skill;
use super::table::{LegTable, TableGuests};
use super::tally::SurveyTally;
use crate::header::{Header, HeaderRules, Study};
use crate::plan::Plan;
use crate::totals::{LegTotals, PlayChunk as _};
use std::collections::HashMap;
use unobench_core::rules::RuleSet;
use unobench_engine::histogram::Histogram;
use unobench_engine::workers::PlayMonitor;
use unobench_findings::documents::KnowledgeResult;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::tell::speech::distinct;

/// What a survey found, for its outputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    header: Header,
    panel: Vec<PanelTable>,
    /// Of the settings of each rule set.
    digests: Vec<String>,
    /// By rule set; none of those that are not played yet.
    found: Vec<Option<RuleSetSurvey>>,
    /// Of a sweep of two values of each of two things or more, or of a number.
    factorial: Vec<Finding>,
}

/// What was found of a rule set.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleSetSurvey {
    pub tables: Vec<AtTable>,
    pub effects: Vec<MetricEffect>,
    /// The ladder and who is the best of it, in a survey of skill.
    pub skill: Vec<Finding>,
    /// The bots for which random made more than 1 % of the decisions.
    pub substituted: Vec<String>,
}

/// What was found of a rule set at a table.
#[derive(Debug, Clone, PartialEq)]
pub struct AtTable {
    /// Of the leg in which each seat begins in turn, and of those in which somebody sits alone.
    pub games: GameCounts,
    pub games_of_pool: GameCounts,
    pub metrics: Vec<(Metric, Estimate)>,
    /// What would be fair for a seat.
    pub fair: f64,
    /// The wins of each seat, and its share of games.
    pub seats: Vec<(u64, Estimate)>,
    /// For each tenth of chances, how often one was said, and of how many of these the side won.
    pub chances: Vec<[u64; 2]>,
    pub lengths: Option<Box<Histogram>>,
}

/// Games, and those of them that nobody won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameCounts {
    pub all: u64,
    pub undecided: u64,
}

impl GameCounts {
    fn of(sums: &PlayedRuleSet<'_>, legs: impl IntoIterator<Item = usize>) -> GameCounts {
        let mut games = GameCounts { all: 0, undecided: 0 };
        for leg in legs {
            let SurveyTally { games: all, stalled, blocked, .. } = sums.whole(leg);
            games.all += all;
            games.undecided += stalled + blocked;
        }
        games
    }
}

impl AtTable {
    fn of(sums: &PlayedRuleSet<'_>, table: &PanelTable, measured: &[Option<Measured>]) -> AtTable {
        let fair = sums.fair_share(table.players);
        let known = |(metric, measured): (Metric, &Option<Measured>)| {
            let (reference, measured) = ((Of::Value, &[sums.rules][..]), measured.clone()?);
            let any = sums.of_any_learner(metric, table, reference, measured);
            let share = sums.error_share(&legs(table, metric));
            let interval = any.estimate().and_then(|found| found.at_look(share).interval());
            Some((metric, Estimate { value: any.value, interval }))
        };
        let seat = |leg: usize, seat: usize| {
            let whole = sums.whole(leg);
            let rate = Measured::of(sums, leg, |tally| tally.rate(seat, fair))?;
            let found = rate.estimate()?.at_look(sums.error_share(&[leg]));
            let interval = found.interval_of_rate(whole.blocks);
            Some((whole.wins[seat], Estimate { value: rate.value, interval }))
        };
        let of_leg = |leg| (0..table.players).filter_map(move |number| seat(leg, number));
        let whole = table.leg.map(|leg| sums.whole(leg));
        let said = whole.map(|tally| tally.course.said.0.as_chunks::<2>().0.to_vec());
        let pool = table.pool.iter().copied().chain(table.matches);
        AtTable {
            games: GameCounts::of(sums, table.leg),
            games_of_pool: GameCounts::of(sums, pool),
            metrics: Metric::of_surveys().zip(measured).filter_map(known).collect(),
            fair,
            seats: table.leg.into_iter().flat_map(of_leg).collect(),
            chances: said.unwrap_or_default(),
            lengths: whole.map(|tally| Box::new(tally.lengths.clone())),
        }
    }
}

/// The baseline: its sums, what is measured of it at each table, and the digests of all rule sets.
struct MeasuredBaseline<'a> {
    sums: &'a PlayedRuleSet<'a>,
    measured: Vec<Vec<Option<Measured>>>,
    digests: &'a [String],
}

/// What every metric is measured to be at a table.
fn measure_all(sums: &PlayedRuleSet<'_>, table: &PanelTable) -> Vec<Option<Measured>> {
    Metric::of_surveys().map(|metric| sums.measure(metric, table)).collect()
}

impl RuleSetSurvey {
    /// What is found of a rule set that is played, which the cells of a sweep take up.
    fn of(
        here: &PlayedRuleSet<'_>,
        base: &MeasuredBaseline<'_>,
        panel: &[PanelTable],
        mut cells: Option<&mut MeasuredCells>,
    ) -> RuleSetSurvey {
        let is_alias = base.digests[here.rules] == base.digests[base.sums.rules];
        let is_of_skill = here.header.question == Study::Skill;
        let skill = is_of_skill.then(|| skill(here)).flatten().unwrap_or_default();
        let (mut tables, mut all_effects) = (Vec::new(), Vec::new());
        for table in panel.iter().enumerate() {
            let measured = measure_all(here, table.1);
            let pair = BaselinePair { here, base: base.sums, table, is_alias };
            let effects = pair.effects(&measured, &base.measured[table.0]);
            tables.push(AtTable::of(here, table.1, &measured));
            if let Some(cells) = &mut cells {
                let own = without_substitutes(here, table.1, measured);
                cells.take(here.rules, table.0, &own, &effects);
            }
            all_effects.extend(effects);
        }
        RuleSetSurvey { tables, effects: all_effects, skill, substituted: here.substituted() }
    }
}

/// What random had no part in: the rest is not put together either.
fn without_substitutes(
    here: &PlayedRuleSet<'_>,
    table: &PanelTable,
    measured: Vec<Option<Measured>>,
) -> Vec<Option<Measured>> {
    let own = Metric::of_surveys().zip(measured);
    own.map(|(metric, measurement)| measurement.filter(|_| !has_substitutes(here, table, metric)))
        .collect()
}

impl Survey {
    /// Of the sums of all groups of all legs of each rule set, which are asked for by its place,
    /// each once, the baseline first.
    ///
    /// # Errors
    /// That of the sums.
    pub fn new<E>(
        header: Header,
        mut sums: impl FnMut(usize) -> Result<Vec<Option<SurveyTally>>, E>,
    ) -> Result<Survey, E> {
        let panel = header.panel();
        let digests: Vec<String> = header.rules.iter().map(HeaderRules::digest).collect();
        let mut sums_of = |rules: usize| Ok(PlayedRuleSet::new(&header, rules, sums(rules)?));
        let sums = sums_of(header.baseline())?;
        let measured = panel.iter().map(|table| measure_all(&sums, table)).collect();
        let base = MeasuredBaseline { sums: &sums, measured, digests: &digests };
        let mut cells = MeasuredCells::of(&header, &panel);
        let mut found = Vec::new();
        for rules in 0..digests.len() {
            let other = if rules == sums.rules { None } else { Some(sums_of(rules)?) };
            let here = other.as_ref().unwrap_or(&sums);
            let is_played = here.is_played();
            found.push(is_played.then(|| RuleSetSurvey::of(here, &base, &panel, cells.as_mut())));
        }
        let mut first = HashMap::new();
        let same = (0..).zip(&digests).map(|(place, digest)| *first.entry(digest).or_insert(place));
        let same: Vec<usize> = same.collect();
        let mut all: Vec<&mut MetricEffect> =
            found.iter_mut().flatten().flat_map(|results| &mut results.effects).collect();
        judge(&mut all, &same);
        let is_played = |rules: usize| found[rules].is_some();
        let factorial = cells.and_then(|cells| cells.factorial(&panel, &sums, is_played));
        Ok(Survey { panel, digests, found, factorial: factorial.unwrap_or_default(), header })
    }

    /// The rule set at a place against the baseline, judged by its own questions alone: what is
    /// said of it is corrected for what somebody asks who asks about this one. None if it is not played.
    pub fn alone(&self, place: usize) -> Option<Survey> {
        let mut of_it = self.found[place].clone()?;
        let same: Vec<usize> = (0..self.found.len()).collect();
        judge(&mut of_it.effects.iter_mut().collect::<Vec<_>>(), &same);
        let mut found: Vec<Option<RuleSetSurvey>> = vec![None; self.found.len()];
        let baseline = self.header.baseline();
        found[baseline].clone_from(&self.found[baseline]);
        found[place] = Some(of_it);
        let Survey { header, panel, digests, .. } = self;
        Some(Survey {
            header: header.clone(),
            panel: panel.clone(),
            digests: digests.clone(),
            found,
            factorial: Vec::new(),
        })
    }

    /// The same with what exams say that were over later.
    #[must_use]
    pub fn with_exams(mut self, examined: Vec<KnowledgeResult>) -> Survey {
        self.header.examined = examined;
        self
    }

    /// Plays a plan here and now, on the threads that there are, and keeps nothing but what it
    /// found; of what is stopped, what was played.
    ///
    /// # Errors
    /// If a strategy is not known, or cannot be measured.
    pub fn play(
        plan: &Plan,
        seated: TableGuests<'_>,
        rules: &[RuleSet],
        monitor: PlayMonitor<'_>,
    ) -> Result<Survey, String> {
        Survey::new(plan.header().clone(), |place| {
            let (mut totals, mut table) = (plan.empty_totals(), None);
            for job in plan.jobs_of(place..place + 1) {
                if job.chunk.index == 0 {
                    table = Some(LegTable::new(plan.header(), seated, &rules[place], job.leg)?);
                }
                let played = table.as_ref().and_then(|table| table.play_chunk(job.chunk, monitor));
                let Some(tally) = played else { break };
                plan.add(&mut totals, &job, &tally)?;
            }
            Ok(totals.into_iter().flat_map(LegTotals::into_groups).collect())
        })
    }

    unobench_core::reads! {
        pub fn header(&self) -> &Header = &self.header;
        /// The tables at which each seat begins in turn, and then those that have a pool alone.
        pub fn panel(&self) -> &[PanelTable] = &self.panel;
        /// A digest of the settings of a rule set.
        pub fn digest(&self, rules: usize) -> &str = &self.digests[rules];
    }

    /// The rule sets of which something of every leg is played.
    pub fn played(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.found.len()).filter(|&rules| self.found[rules].is_some())
    }

    pub fn rules(&self, rules: usize) -> Option<&RuleSetSurvey> {
        self.found[rules].as_ref()
    }

    /// All effects, by rule set and table.
    pub fn effects(&self) -> impl Iterator<Item = &MetricEffect> {
        self.found.iter().flatten().flat_map(|results| &results.effects)
    }

    /// For each tenth of chances at a table, how often one was said under the baseline, and of how
    /// many of these the side won.
    pub fn chances_of_baseline(&self, table: usize) -> &[[u64; 2]] {
        self.rules(self.header.baseline()).map_or(&[], |results| &results.tables[table].chances)
    }

    /// The share of games that a strategy wins which plays as well as all others, under a rule set.
    pub fn fair_share(&self, rules: usize) -> f64 {
        1.0 / self.header.rules[rules].sides(self.header.players) as f64
    }

    /// What a sweep says of what is put in, or of a number; nothing if it is neither, or if some
    /// combinations are not played yet.
    pub(crate) fn factorial(&self) -> &[Finding] {
        &self.factorial
    }

    /// The bots of which nothing is said, for random made more than 1 % of their decisions under
    /// some rule set.
    pub fn substituted(&self) -> Vec<&str> {
        distinct(
            self.found
                .iter()
                .flatten()
                .flat_map(|results| &results.substituted)
                .map(String::as_str),
        )
    }

    /// What each rule set rewards, in a survey of skill: its ladder, and who is the best of it.
    pub fn skill(&self) -> impl Iterator<Item = &[Finding]> {
        self.found.iter().flatten().map(|results| &*results.skill).filter(|found| !found.is_empty())
    }
}
