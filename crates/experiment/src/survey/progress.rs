//! The tallies of a survey, as they are added up line by line, and as they are read.

use super::header::{GROUPS, Header, HeaderError, Leg};
use super::tally::Tally;
use crate::any::AnyHeader;
use crate::header::is_read;
use crate::store::StoreError;
use crate::store::differences::differences;
use crate::store::line::{Origin, seal, unseal};
use crate::store::progress::Progress;
use serde::{Deserialize, Serialize};
use unobench_core::bounded::quoted;
use unobench_files::documents::Play;

/// A line of a survey's `progress.jsonl`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupRecord {
    /// The rule set's name.
    pub(super) rules: String,
    /// The leg's place in the header.
    pub(super) leg: usize,
    /// The group's number.
    pub(super) group: usize,
    /// What happened in its blocks.
    pub(super) tally: Tally,
}

/// A survey as far as it is played.
#[derive(Debug, Clone)]
pub(crate) struct SurveyProgress {
    survey: Survey,
    /// What comes next: rule set, leg and group, counted as one number.
    next: usize,
    games: u64,
    /// What determines the lines of a leg of a rule set, once it is known of one.
    origin: Option<(usize, Origin)>,
}

/// What was played in a survey.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    header: Header,
    /// By rule set, leg and group; none where nothing is played yet.
    tallies: Vec<Option<Tally>>,
}

/// A group by the places of its rule set and leg in the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) rules: usize,
    pub(super) leg: usize,
    pub(super) group: usize,
}

impl SurveyProgress {
    /// A survey of which nothing is played yet.
    ///
    /// # Errors
    /// If the survey cannot be made.
    pub(crate) fn from_header(header: Header) -> Result<SurveyProgress, HeaderError> {
        header.check()?;
        let groups = header.rules.len() * header.legs.len() * GROUPS;
        let mut progress = SurveyProgress {
            survey: Survey { header, tallies: vec![None; groups] },
            next: 0,
            games: 0,
            origin: None,
        };
        progress.skip();
        Ok(progress)
    }

    /// Goes on to the next group that this part plays.
    fn skip(&mut self) {
        while self.next < self.survey.tallies.len() && !self.survey.header.owns(self.next % GROUPS)
        {
            self.next += 1;
        }
    }

    fn spot(&self, place: usize) -> Spot {
        let legs = self.survey.header.legs.len();
        Spot { rules: place / GROUPS / legs, leg: place / GROUPS % legs, group: place % GROUPS }
    }

    /// The groups of one leg that come next, at most so many.
    pub(super) fn coming(&self, most: usize) -> Vec<Spot> {
        let places = (self.next..self.survey.tallies.len())
            .filter(|place| self.survey.header.owns(place % GROUPS));
        let first = self.next / GROUPS;
        places
            .take_while(|place| place / GROUPS == first)
            .take(most)
            .map(|place| self.spot(place))
            .collect()
    }

    /// The record of the group that comes next.
    pub(super) fn record(&self, tally: Tally) -> GroupRecord {
        let Spot { rules, leg, group } = self.spot(self.next);
        GroupRecord { rules: self.survey.header.rules[rules].name.clone(), leg, group, tally }
    }

    /// The line of such a record.
    pub(super) fn line(&mut self, record: &GroupRecord) -> Result<Vec<u8>, StoreError> {
        Ok(seal(record, self.origin())?)
    }

    /// What determines the line that comes next.
    fn origin(&mut self) -> Origin {
        let last = self.survey.tallies.len() - 1;
        let Spot { rules, leg, .. } = self.spot(self.next.min(last));
        let place = self.next / GROUPS;
        match self.origin {
            Some((of, origin)) if of == place => origin,
            _ => self.origin.insert((place, self.survey.header.origin(rules, leg))).1,
        }
    }

    /// Takes in the record of the group that comes next.
    pub(super) fn add(&mut self, record: GroupRecord) -> Result<(), String> {
        if self.is_complete() {
            return Err("nothing was left to be played".to_owned());
        }
        let Spot { rules, leg, group } = self.spot(self.next);
        let Header { players, .. } = self.survey.header;
        let name = &self.survey.header.rules[rules].name;
        if record.rules != *name || (record.leg, record.group) != (leg, group) {
            let GroupRecord { rules, leg: other, group: another, .. } = record;
            let rules = quoted(&rules);
            return Err(format!(
                "it is group {another} of leg {other} of {rules}, not group {group} of leg {leg} of {name}"
            ));
        }
        let Leg { play, blocks_per_group } = &self.survey.header.legs[leg];
        if !record.tally.fits(play, *blocks_per_group, players) {
            return Err("its tally does not fit the leg".to_owned());
        }
        self.games += record.tally.games;
        self.survey.tallies[self.next] = Some(record.tally);
        self.next += 1;
        self.skip();
        Ok(())
    }

    pub(crate) fn into_survey(self) -> Survey {
        self.survey
    }
}

impl Progress for SurveyProgress {
    type Header = AnyHeader;

    fn header_line(&self) -> Result<Vec<u8>, StoreError> {
        Ok(seal(&self.survey.header, Origin::none())?)
    }

    fn adopt(&mut self, there: &AnyHeader) {
        let AnyHeader::Survey(there) = there else { return };
        let (format, version) = (there.format, there.version.clone());
        let header = Header { format, version, ..self.survey.header.clone() };
        if is_read(format) && header == **there {
            self.survey.header = header;
        }
    }

    fn version(&self) -> &str {
        &self.survey.header.version
    }

    fn differences(&self, there: &AnyHeader) -> Vec<String> {
        match there {
            AnyHeader::Run(_) => {
                vec![format!("question: another there, {} here", self.survey.header.question)]
            }
            AnyHeader::Survey(there) => differences(&**there, &self.survey.header),
        }
    }

    fn add_line(&mut self, line: &[u8]) -> Result<(), String> {
        let record = unseal(line, self.origin())?;
        self.add(record)
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn is_complete(&mut self) -> bool {
        self.next >= self.survey.tallies.len()
    }
}

impl Survey {
    /// What was to be played.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The groups of a leg of a rule set; none for those that are not played.
    #[must_use]
    pub fn groups(&self, rules: usize, leg: usize) -> &[Option<Tally>] {
        &self.tallies[(rules * self.header.legs.len() + leg) * GROUPS..][..GROUPS]
    }

    /// All groups of a leg of a rule set, added up.
    #[must_use]
    pub fn whole(&self, rules: usize, leg: usize) -> Tally {
        Tally::sum(self.header.players, self.groups(rules, leg).iter().flatten())
    }

    /// The leg in which seats begin in turn.
    #[must_use]
    pub fn starters_leg(&self) -> Option<usize> {
        self.legs(|play| matches!(play, Play::Starters { .. })).next()
    }

    /// The places of the legs of one sort.
    pub fn legs<'a>(
        &'a self,
        wanted: impl Fn(&Play) -> bool + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        self.header
            .legs
            .iter()
            .enumerate()
            .filter(move |(_, leg)| wanted(&leg.play))
            .map(|(place, _)| place)
    }

    /// The rule sets of which every leg is begun.
    pub fn played(&self) -> impl Iterator<Item = usize> + '_ {
        let begun = |rules: usize| {
            (0..self.header.legs.len())
                .all(|leg| self.groups(rules, leg).iter().any(Option::is_some))
        };
        (0..self.header.rules.len()).filter(move |&rules| begun(rules))
    }

    /// The place of the baseline.
    ///
    /// # Panics
    /// Never: a header names a baseline that is there.
    #[must_use]
    pub fn baseline(&self) -> usize {
        self.header
            .rules
            .iter()
            .position(|rules| rules.name == self.header.baseline)
            .expect("the baseline is one of the rule sets")
    }

    /// How many seats win a game that does not stall: 1, with partners 2.
    #[must_use]
    pub fn winners_per_game(&self, rules: usize) -> u32 {
        self.header.rules[rules].winners_per_game()
    }

    /// The share of games that a strategy wins which plays as well as all others: 1/n, with
    /// partners 2/n.
    #[must_use]
    pub fn fair_share(&self, rules: usize) -> f64 {
        f64::from(self.winners_per_game(rules)) / self.header.players as f64
    }

    /// Whether two rule sets deal the same hands and piles: their `[deck]` and `[setup]` agree.
    #[must_use]
    pub fn share_deals(&self, one: usize, other: usize) -> bool {
        ["/deck", "/setup"].iter().all(|section| {
            let [one, other] =
                [one, other].map(|rules| self.header.rules[rules].settings.pointer(section));
            one == other
        })
    }
}
