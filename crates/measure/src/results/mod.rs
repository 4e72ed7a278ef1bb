//! What was played, ready to be read: the totals of a run with the names of what they count.

mod decisions;
mod length;
mod pairs;
mod rated;
mod seats;
mod stopping;
mod strategy;

use crate::header::{Header, HeaderRules};
use crate::stop::Stop;
use crate::totals::{Group, Totals};
pub use strategy::StrategySums;
use unobench_engine::OnFault;
use unobench_engine::schedule::Schedule;
use unobench_engine::sums::Cell;
use unobench_engine::tally::Tally;
use unobench_findings::finding::Finding;
use unobench_findings::question::Question;
use unobench_stats::{RatioMean, RatioSums};

/// What a run played of all its rule sets, with its header and schedule.
#[derive(Debug, Clone)]
pub struct Results {
    header: Header,
    schedule: Schedule,
    rule_sets: Vec<Totals>,
}

/// What a run played of one rule set, for outputs and stop rules.
#[derive(Debug, Clone, Copy)]
pub struct RuleSetResults<'a> {
    pub name: &'a str,
    /// Who shares a game that nobody wins: seats, or pairs of partners.
    pub sides: u64,
    pub fair_share: f64,
    pub schedule: &'a Schedule,
    pub totals: &'a Tally,
    pub groups: &'a [Group],
    /// Whether the points that are written down are those that nobody wants.
    pub fewest_win: bool,
    pub stop: Option<Stop>,
    rules: &'a HeaderRules,
    header: &'a Header,
}

impl Results {
    pub fn new(header: Header, schedule: Schedule, rule_sets: Vec<Totals>) -> Results {
        Results { header, schedule, rule_sets }
    }

    unobench_core::reads! {
        pub fn header(&self) -> &Header = &self.header;
        pub fn schedule(&self) -> &Schedule = &self.schedule;
    }

    /// The rule sets in the order in which they were to be played, those that nothing was played of
    /// included.
    pub fn rule_sets(&self) -> impl Iterator<Item = RuleSetResults<'_>> {
        let rules = self.header.rules.iter().zip(&self.rule_sets);
        rules
            .map(|(rules, totals)| RuleSetResults::new(&self.header, rules, &self.schedule, totals))
    }

    pub fn played(&self) -> Vec<RuleSetResults<'_>> {
        let mut played: Vec<_> = self.rule_sets().filter(|rules| rules.blocks() > 0).collect();
        played.sort_by_key(|rules| rules.name);
        played
    }

    pub fn strategies(&self) -> Vec<usize> {
        let names = self.schedule.strategies();
        let mut numbers: Vec<usize> = (0..names.len()).collect();
        numbers.sort_by_key(|&number| &names[number]);
        numbers
    }
}

impl<'a> RuleSetResults<'a> {
    pub(crate) fn new(
        header: &'a Header,
        rules: &'a HeaderRules,
        schedule: &'a Schedule,
        totals: &'a Totals,
    ) -> RuleSetResults<'a> {
        let sides = rules.sides(schedule.players()) as u64;
        RuleSetResults {
            name: &rules.name,
            rules,
            fewest_win: rules.settings.at("scoring.at_target") == "loses",
            sides,
            fair_share: 1.0 / sides as f64,
            schedule,
            totals: &totals.tally,
            groups: &totals.groups,
            stop: header.stop,
            header,
        }
    }

    unobench_core::reads! {
        pub fn digest(&self) -> String = self.rules.digest();
        pub fn is_match(&self) -> bool = self.header.r#match;
        pub fn on_fault(&self) -> OnFault = self.header.on_fault;
        pub fn blocks(&self) -> u64 = self.totals.blocks();
        pub fn turns(&self) -> RatioMean = self.turns_of(|_| 1);
    }

    pub(crate) fn finding(&self, question: Question) -> Finding {
        Finding {
            question,
            rules: self.name.to_owned(),
            players: self.schedule.players() as u32,
            undecided: Some(self.undecided_share()),
            games: Some(self.games()),
            rules_digest: self.digest(),
            ..Finding::default()
        }
    }

    fn ratio(&self, blocks: &[Cell]) -> RatioSums {
        let mut sums = RatioSums::of(self.sides);
        blocks.iter().for_each(|&[appearances, shares, blocks]| {
            sums.add(appearances, shares, blocks);
        });
        sums
    }
}
