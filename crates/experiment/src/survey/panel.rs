//! A survey as it is read: its tables, and the groups of blocks that were played at each.

use super::tally::Tally;
use crate::header::{GROUPS, Header, HeaderRules, Leg};
use unobench_findings::documents::Play;

#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    header: Header,
    /// By rule set, leg and group; none where nothing is played yet, and of groups that were joined
    /// with others.
    tallies: Vec<Option<Tally>>,
    /// By rule set and leg: all groups added up.
    wholes: Vec<Tally>,
    /// Of the settings of each rule set.
    digests: Vec<String>,
}

/// A table that a rule set is measured by: each seat begins in turn there, or a pool sits among
/// its players one by one, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panelist {
    /// That in which each seat begins in turn.
    pub(crate) leg: Option<usize>,
    pub players: usize,
    /// Who sits there; see [`Play::table`].
    pub name: String,
    /// The places of the legs in which a strategy of the pool sits alone among them.
    pub(crate) pool: Vec<usize>,
    /// That in which one sits alone among them in matches.
    pub(crate) matches: Option<usize>,
}

impl Panelist {
    /// The leg in which each seat begins in turn, if there is one.
    pub fn leg(&self) -> Option<usize> {
        self.leg
    }

    /// Whether each seat begins in turn there, and not only somebody sits among others.
    pub fn has_seats(&self) -> bool {
        self.leg.is_some()
    }
}

/// Joins the groups of blocks that the same of several have played who have learned the rules, so
/// that what tells these players apart is in the spread of the groups.
fn join(groups: &mut [Option<Tally>], learners: usize) {
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

impl Survey {
    pub(crate) fn new(header: Header, mut tallies: Vec<Option<Tally>>) -> Survey {
        let legs = header.rules.iter().flat_map(|_| &header.legs);
        for (leg, groups) in legs.zip(tallies.chunks_mut(GROUPS)) {
            join(groups, header.learners(leg));
        }
        let legs = header.rules.iter().flat_map(|_| &header.legs);
        let sum = |(leg, groups): (&Leg, &[Option<Tally>])| {
            Tally::sum(leg.seats(header.players), groups.iter().flatten())
        };
        let wholes = legs.zip(tallies.chunks(GROUPS)).map(sum).collect();
        let digests = header.rules.iter().map(HeaderRules::digest).collect();
        Survey { header, tallies, wholes, digests }
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The groups of a leg of a rule set; none for those that are not played. Where several play
    /// who have learned the rules, there is a group for each.
    pub fn groups(&self, rules: usize, leg: usize) -> &[Option<Tally>] {
        &self.tallies[(rules * self.header.legs.len() + leg) * GROUPS..][..GROUPS]
    }

    /// A digest of the settings of a rule set.
    pub fn digest(&self, rules: usize) -> &str {
        &self.digests[rules]
    }

    pub fn whole(&self, rules: usize, leg: usize) -> &Tally {
        &self.wholes[rules * self.header.legs.len() + leg]
    }

    pub fn play(&self, leg: usize) -> &Play {
        self.header.legs[leg].survey().expect("a leg of a survey")
    }

    pub fn seats(&self, leg: usize) -> usize {
        self.header.legs[leg].seats(self.header.players)
    }

    /// The tables at which each seat begins in turn, in the order of their legs, and then those
    /// that have a pool alone; none where each seat begins in turn nowhere.
    pub fn panel(&self) -> Vec<Panelist> {
        let panelist = |leg: usize| {
            let (name, players) = (self.header.legs[leg].survey()?.table()?, self.seats(leg));
            Some(Panelist { leg: Some(leg), players, name, pool: Vec::new(), matches: None })
        };
        let mut panel: Vec<Panelist> = (0..self.header.legs.len()).filter_map(panelist).collect();
        if panel.is_empty() {
            return panel;
        }
        for leg in 0..self.header.legs.len() {
            let (others, is_match) = match self.play(leg) {
                Play::Alone { others, .. } => (others, false),
                Play::Matches { others, .. } => (others, true),
                _ => continue,
            };
            let players = self.seats(leg);
            let is_it = |table: &Panelist| (table.players, &table.name) == (players, others);
            let place = panel.iter().position(is_it).unwrap_or(panel.len());
            if place == panel.len() {
                let (leg, name, pool, matches) = (None, others.clone(), Vec::new(), None);
                panel.push(Panelist { leg, players, name, pool, matches });
            }
            match is_match {
                true => panel[place].matches = Some(leg),
                false => panel[place].pool.push(leg),
            }
        }
        panel
    }

    pub fn legs<'a>(
        &'a self,
        wanted: impl Fn(&Play) -> bool + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        self.header
            .legs
            .iter()
            .enumerate()
            .filter(move |(_, leg)| leg.survey().is_some_and(&wanted))
            .map(|(place, _)| place)
    }

    pub fn played(&self) -> impl Iterator<Item = usize> + '_ {
        let begun = |rules: usize| {
            (0..self.header.legs.len())
                .all(|leg| self.groups(rules, leg).iter().any(Option::is_some))
        };
        (0..self.header.rules.len()).filter(move |&rules| begun(rules))
    }

    pub fn baseline(&self) -> usize {
        self.header
            .rules
            .iter()
            .position(|rules| rules.name == self.header.baseline)
            .expect("the baseline is one of the rule sets")
    }

    /// The share of games that a strategy wins which plays as well as all others: 1/n, with
    /// partners 2/n.
    pub fn fair_share(&self, rules: usize, players: usize) -> f64 {
        1.0 / self.header.rules[rules].sides(players) as f64
    }
}
