//! A survey as it is kept in `progress.jsonl`, and as it is read.

use super::header::{GROUPS, Header, Leg};
use super::tally::Tally;
use crate::any::AnyHeader;
use crate::header::HeaderRules;
use crate::store::StoreError;
use crate::store::differences::differences;
use crate::store::line::{Origin, seal, unseal};
use crate::store::progress::{ChunkRecord, Experiment, Job, OwnedJobs};
use serde::{Deserialize, Serialize};
use unobench_engine::{ChunkSizes, Chunks, Owners, Shard};
use unobench_files::documents::Play;

/// What was played in a survey.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    header: Header,
    /// By rule set, leg and group; none where nothing is played yet, and of groups that were joined
    /// with others.
    tallies: Vec<Option<Tally>>,
    /// By rule set and leg: all groups added up.
    wholes: Vec<Tally>,
}

/// A table at which each seat begins in turn: one of those that a rule set is measured by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panelist {
    /// The place of its leg.
    pub(crate) leg: usize,
    /// Seats.
    pub players: usize,
    /// Who sits there; see [`Play::table`].
    pub name: String,
    /// The places of the legs in which a strategy of the pool sits alone among them.
    pub(super) pool: Vec<usize>,
}

/// A line of a survey in formats 1 and 2: a whole group.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupRecord {
    rules: String,
    leg: usize,
    group: usize,
    tally: Tally,
}

impl GroupRecord {
    /// The same as a line of today: of the chunk that is the group.
    fn into_chunk(self, legs: &[Leg]) -> Result<ChunkRecord<Vec<Option<Tally>>>, String> {
        let blocks = legs.get(self.leg).ok_or("there is no such leg")?.blocks_per_group;
        let mut tally = vec![None; GROUPS];
        *tally.get_mut(self.group).ok_or("there is no such group")? = Some(self.tally);
        let (leg, chunk) = (Some(self.leg), self.group as u64);
        let first = chunk * blocks;
        Ok(ChunkRecord { rules: self.rules, leg, chunk, first, blocks, tally })
    }
}

/// A line holds, for each group, what happened in those blocks of the chunk that belong to it.
impl Experiment for Header {
    type Tally = Vec<Option<Tally>>;
    type Totals = Vec<Option<Tally>>;
    type Header = AnyHeader;

    fn header_line(&self) -> Result<Vec<u8>, StoreError> {
        Ok(seal(self, Origin::none())?)
    }

    fn versions(&self) -> (u32, &str) {
        (self.format, &self.version)
    }

    fn adopted(&self, there: &AnyHeader) -> Option<Header> {
        let AnyHeader::Survey(there) = there else { return None };
        let mut header = self.of_version(there.format, &there.version);
        header.rules.iter_mut().zip(&there.rules).for_each(|(here, there)| here.adopt(there));
        (header == **there).then_some(header)
    }

    fn differences(&self, there: &AnyHeader) -> Vec<String> {
        match there {
            AnyHeader::Run(_) => vec![format!("question: another there, {} here", self.question)],
            AnyHeader::Survey(there) => differences(&**there, self),
        }
    }

    fn shorter(&self, there: &AnyHeader) -> Option<Header> {
        let AnyHeader::Survey(there) = there else { return None };
        let mut longer = (**there).clone();
        let legs = longer.legs.iter_mut().zip(&self.legs);
        let is_shorter = legs.fold(true, |is_shorter, (leg, here)| {
            let before = std::mem::replace(&mut leg.blocks_per_group, here.blocks_per_group);
            is_shorter && before <= here.blocks_per_group && leg.chunk.is_some()
        });
        (is_shorter && longer == *self && there.check().is_ok()).then(|| (**there).clone())
    }

    fn rules(&self) -> &[HeaderRules] {
        &self.rules
    }

    fn legs(&self) -> Option<usize> {
        Some(self.legs.len())
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn chunks(&self, leg: usize) -> Chunks {
        self.legs[leg].chunks()
    }

    fn chunk_sizes(&self, leg: usize) -> ChunkSizes {
        self.legs[leg].chunk_sizes()
    }

    /// The longest chunks of all legs take about as long. Until format 3 groups went by turns.
    fn owners(&self, parts: u32) -> OwnedJobs {
        const LONGEST: u64 = 1 << 16;
        if self.format < 3 {
            return Box::new(
                self.all_jobs().map(move |job| (job, job.chunk.index as u32 % parts + 1)),
            );
        }
        let sizes: Vec<u64> = self.legs.iter().map(|leg| leg.chunk_sizes().largest).collect();
        let load = move |job: &Job| (LONGEST * job.chunk.blocks / sizes[job.leg]).max(1);
        Box::new(Owners::new(self.all_jobs().map(move |job| (job, load(&job))), parts))
    }

    fn origin(&self, rules: usize, leg: usize) -> Origin {
        Header::origin(self, rules, leg)
    }

    fn nothing(&self) -> Vec<Option<Tally>> {
        vec![None; self.rules.len() * self.legs.len() * GROUPS]
    }

    fn add(
        &self,
        totals: &mut Vec<Option<Tally>>,
        job: &Job,
        tally: &Vec<Option<Tally>>,
    ) -> Result<(), String> {
        let leg = &self.legs[job.leg];
        let players = leg.seats(self.players);
        let totals = &mut totals[(job.rules * self.legs.len() + job.leg) * GROUPS..][..GROUPS];
        let blocks = leg.blocks_by_group(job.chunk);
        let mut sums = totals.to_vec();
        let fits = tally.len() == GROUPS
            && sums.iter_mut().zip(tally).zip(blocks).all(|((sum, more), blocks)| match more {
                None => blocks == 0,
                Some(more) => {
                    more.fits(&leg.play, blocks, players)
                        && sum.get_or_insert_with(|| Tally::new(players)).try_add(more)
                }
            });
        if !fits {
            return Err("its tally does not fit the leg".to_owned());
        }
        totals.clone_from_slice(&sums);
        Ok(())
    }

    fn games_of(&self, job: &Job) -> u64 {
        job.chunk.blocks * self.legs[job.leg].games_per_block(self.players)
    }

    fn is_enough(&self, _: usize, _: &Vec<Option<Tally>>) -> bool {
        false
    }

    fn read(&self, line: &[u8], origin: Origin) -> Result<ChunkRecord<Vec<Option<Tally>>>, String> {
        if self.format >= 3 {
            return unseal(line, origin);
        }
        let record: GroupRecord = unseal(line, origin)?;
        record.into_chunk(&self.legs)
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
    /// A survey as far as it is played.
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
        Survey { header, tallies, wholes }
    }

    /// What was to be played.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The groups of a leg of a rule set; none for those that are not played. Where several play
    /// who have learned the rules, there is a group for each.
    #[must_use]
    pub fn groups(&self, rules: usize, leg: usize) -> &[Option<Tally>] {
        &self.tallies[(rules * self.header.legs.len() + leg) * GROUPS..][..GROUPS]
    }

    /// All groups of a leg of a rule set, added up.
    #[must_use]
    pub fn whole(&self, rules: usize, leg: usize) -> &Tally {
        &self.wholes[rules * self.header.legs.len() + leg]
    }

    /// Seats at the table of a leg.
    #[must_use]
    pub fn seats(&self, leg: usize) -> usize {
        self.header.legs[leg].seats(self.header.players)
    }

    /// The tables at which each seat begins in turn, in the order of their legs.
    #[must_use]
    pub fn panel(&self) -> Vec<Panelist> {
        let panelist = |leg: usize| {
            let (name, players) = (self.header.legs[leg].play.table()?, self.seats(leg));
            let is_among =
                |play: &Play| matches!(play, Play::Alone { others, .. } if *others == name);
            let pool = self.legs(is_among).filter(|&leg| self.seats(leg) == players).collect();
            Some(Panelist { leg, players, name, pool })
        };
        (0..self.header.legs.len()).filter_map(panelist).collect()
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
    pub fn fair_share(&self, rules: usize, players: usize) -> f64 {
        f64::from(self.winners_per_game(rules)) / players as f64
    }

    /// Whether two rule sets deal the same hands and piles.
    #[must_use]
    pub fn share_deals(&self, one: usize, other: usize) -> bool {
        self.header.rules[one].deals_as(&self.header.rules[other])
    }
}
