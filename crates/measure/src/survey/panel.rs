//! The tables of a survey, and what was played of a rule set at each: groups of blocks.

use super::tally::SurveyTally;
use crate::header::{GROUPS, Header, Leg};
use unobench_findings::documents::Play;
use unobench_findings::finding::BY_DEFAULT;
use unobench_findings::tell::speech::distinct;

/// A table that a rule set is measured by: each seat begins in turn there, or a pool sits among
/// its players one by one, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PanelTable {
    /// That in which each seat begins in turn.
    pub leg: Option<usize>,
    pub players: usize,
    /// Who sits there; see [`Play::table`].
    pub name: String,
    /// The places of the legs in which a strategy of the pool sits alone among them.
    pub pool: Vec<usize>,
    /// That in which one sits alone among them in matches.
    pub matches: Option<usize>,
}

impl PanelTable {
    unobench_core::reads! {
        /// The leg in which each seat begins in turn, if there is one.
        pub fn leg(&self) -> Option<usize> = self.leg;
        /// Whether each seat begins in turn there, and not only somebody sits among others.
        pub fn has_seats(&self) -> bool = self.leg.is_some();
    }
}

/// Joins the groups of blocks that the same of several have played who have learned the rules, so
/// that what tells these players apart is in the spread of the groups.
fn join(groups: &mut [Option<SurveyTally>], learners: usize) {
    if learners == 1 {
        return;
    }
    let (own, more) = groups.split_at_mut(learners);
    for (place, more) in more.iter_mut().enumerate() {
        match (&mut own[place % learners], more.take()) {
            (Some(sum), Some(more)) => sum.add(&more),
            (sum @ None, more) => *sum = more,
            (Some(_), None) => {}
        }
    }
}

/// A rule set as it was played.
pub struct PlayedRuleSet<'a> {
    pub header: &'a Header,
    /// Its place among the rule sets.
    pub rules: usize,
    /// By leg and group; none where nothing is played yet, and of groups that were joined with
    /// others.
    tallies: Vec<Option<SurveyTally>>,
    /// By leg: all groups added up.
    wholes: Vec<SurveyTally>,
    /// Seats that win together: 1, or 2 with partners.
    seats_of_side: usize,
}

impl<'a> PlayedRuleSet<'a> {
    pub fn new(
        header: &'a Header,
        rules: usize,
        mut tallies: Vec<Option<SurveyTally>>,
    ) -> PlayedRuleSet<'a> {
        let sum = |(leg, groups): (&Leg, &mut [Option<SurveyTally>])| {
            join(groups, header.learners(leg));
            SurveyTally::sum(leg.seats(header.players), groups.iter().flatten())
        };
        let wholes = header.legs.iter().zip(tallies.chunks_mut(GROUPS)).map(sum).collect();
        let seats_of_side = header.rules[rules].seats_of_side();
        PlayedRuleSet { header, rules, tallies, wholes, seats_of_side }
    }

    /// The groups of a leg; none for those that are not played. Where several play who have learned
    /// the rules, there is a group for each.
    pub fn groups(&self, leg: usize) -> &[Option<SurveyTally>] {
        &self.tallies[leg * GROUPS..][..GROUPS]
    }

    pub fn whole(&self, leg: usize) -> &SurveyTally {
        &self.wholes[leg]
    }

    /// Whether random made more than 1 % of somebody's decisions in a leg, so that nothing can be
    /// said of it. Where several bots sit all faults may be those of one.
    pub(super) fn has_substitutes(&self, leg: usize) -> bool {
        let [faults, asked] = self.whole(leg).faults();
        let bots = self.bots(leg).count().max(1);
        (faults * bots as u64) as f64 > BY_DEFAULT * asked as f64
    }

    /// The bots that sit in a leg, each once.
    fn bots(&self, leg: usize) -> impl Iterator<Item = &String> {
        let all = self.header.play(leg).strategies();
        let bots = self.header.named_bots();
        distinct(all.into_iter())
            .into_iter()
            .filter(move |name| bots.iter().any(|(bot, _)| bot == *name))
    }

    /// Those for which it did, in whatever leg.
    pub(super) fn substituted(&self) -> Vec<String> {
        let legs = (0..self.header.legs.len()).filter(|&leg| self.has_substitutes(leg));
        distinct(legs.flat_map(|leg| self.bots(leg)).cloned())
    }

    /// The part of all error that may be made by what is said of some legs: that of the look at
    /// which the first of them was stopped.
    pub(super) fn error_share(&self, legs: &[usize]) -> f64 {
        legs.iter().map(|&leg| self.header.legs[leg].error_share()).fold(1.0, f64::min)
    }

    /// Whether something of every leg is played.
    pub fn is_played(&self) -> bool {
        self.tallies.chunks(GROUPS).all(|groups| groups.iter().any(Option::is_some))
    }

    /// The share of games that a strategy wins which plays as well as all others: 1/n, with
    /// partners 2/n.
    pub fn fair_share(&self, players: usize) -> f64 {
        1.0 / (players / self.seats_of_side) as f64
    }
}

impl Header {
    pub(super) fn play(&self, leg: usize) -> &Play {
        self.legs[leg].survey().expect("a leg of a survey")
    }

    /// The place of the rule set that others are compared with.
    pub fn baseline(&self) -> usize {
        self.rules
            .iter()
            .position(|rules| rules.name == self.baseline)
            .expect("the baseline is one of the rule sets")
    }

    pub(super) fn legs_of<'a>(
        &'a self,
        wanted: impl Fn(&Play) -> bool + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        (0..self.legs.len()).filter(move |&leg| self.legs[leg].survey().is_some_and(&wanted))
    }

    /// The tables at which each seat begins in turn, in the order of their legs, and then those
    /// that have a pool alone; none where each seat begins in turn nowhere.
    pub fn panel(&self) -> Vec<PanelTable> {
        let mut panel = Vec::new();
        for (number, leg) in self.legs.iter().enumerate() {
            if let Some(name) = leg.survey().and_then(Play::table) {
                let (leg, players) = (Some(number), leg.seats(self.players));
                panel.push(PanelTable { leg, players, name, pool: Vec::new(), matches: None });
            }
        }
        if panel.is_empty() {
            return panel;
        }
        for leg in 0..self.legs.len() {
            let (others, is_match) = match self.play(leg) {
                Play::Alone { others, .. } => (others, false),
                Play::Matches { others, .. } => (others, true),
                _ => continue,
            };
            let players = self.legs[leg].seats(self.players);
            let place = panel
                .iter()
                .position(|table| (table.players, &table.name) == (players, others))
                .unwrap_or(panel.len());
            if place == panel.len() {
                let (leg, name, pool, matches) = (None, others.clone(), Vec::new(), None);
                panel.push(PanelTable { leg, players, name, pool, matches });
            }
            match is_match {
                true => panel[place].matches = Some(leg),
                false => panel[place].pool.push(leg),
            }
        }
        panel
    }
}
