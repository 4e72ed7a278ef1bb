//! What is kept in a `progress.jsonl`: the one truth from which every other file is derived.
//!
//! Whatever is played, an [`Experiment`], is cut into chunks in a fixed order. Each line after the
//! header is one finished chunk, and [`Progress`] adds them up.

use super::StoreError;
use super::line::{Origin, read_line, seal, unseal};
use crate::header::{HeaderRules, is_read};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::iter::Peekable;
use unobench_core::bounded::quoted;
use unobench_engine::{Chunk, ChunkSizes, Chunks, Shard};

/// A chunk of an experiment by the places of its rule set and leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Job {
    /// The place of the rule set.
    pub(crate) rules: usize,
    /// The place of the leg; 0 in a run, which has one.
    pub(crate) leg: usize,
    /// The blocks.
    pub(crate) chunk: Chunk,
}

impl Job {
    /// Its place in the order in which chunks are written.
    pub(crate) fn place(&self) -> Place {
        (self.rules, self.leg, self.chunk.index)
    }

    /// Whether it is played at the same table as another.
    pub(crate) fn is_beside(&self, other: &Job) -> bool {
        (self.rules, self.leg) == (other.rules, other.leg)
    }
}

/// The rule set, leg and number of a chunk.
pub(crate) type Place = (usize, usize, u64);

/// A finished chunk, without its check sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChunkRecord<T> {
    /// The rule set's name.
    pub(crate) rules: String,
    /// The leg's place in the header, where there are legs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) leg: Option<usize>,
    /// The chunk's number.
    pub(crate) chunk: u64,
    /// Its first block.
    pub(crate) first: u64,
    /// How many blocks it has.
    pub(crate) blocks: u64,
    /// What happened in them.
    pub(crate) tally: T,
}

/// What the beginning of a line says of its place.
#[derive(Deserialize)]
struct Beginning {
    rules: String,
    leg: Option<usize>,
    chunk: u64,
}

/// Lines that were played already and whose turn comes later, with what they are of.
pub(crate) type Kept = BTreeMap<Place, (Job, Vec<u8>)>;

/// Jobs in order.
pub(crate) type Jobs = Box<dyn Iterator<Item = Job> + Send>;

/// Jobs in order, each with the part that plays it.
pub(crate) type OwnedJobs = Box<dyn Iterator<Item = (Job, u32)> + Send>;

/// What is played chunk by chunk: a run or a survey, as its header says.
pub(crate) trait Experiment: Clone + Sized {
    /// What a line says of a chunk.
    type Tally: Serialize + DeserializeOwned + Send;
    /// What all lines say together.
    type Totals: Clone;
    /// What the first line may hold: a header of this kind of file, or of another.
    type Header: DeserializeOwned;

    /// The header, sealed.
    fn header_line(&self) -> Result<Vec<u8>, StoreError>;
    /// The versions of the format and of the program that plays it.
    fn versions(&self) -> (u32, &str);
    /// The same in the format and version of another header, if they are all that it says
    /// otherwise.
    fn adopted(&self, there: &Self::Header) -> Option<Self>;
    /// What another header says otherwise, in words; empty if nothing.
    fn differences(&self, there: &Self::Header) -> Vec<String>;
    /// What another header plays, if this is the same but longer, and may be.
    fn shorter(&self, there: &Self::Header) -> Option<Self>;
    /// The rule sets, in the order in which they are played.
    fn rules(&self) -> &[HeaderRules];
    /// How many legs each rule set has; none of what has no legs.
    fn legs(&self) -> Option<usize>;
    /// The part of it that is played here, if not the whole.
    fn shard(&self) -> Option<Shard>;
    /// The chunks of a leg, which are those of every rule set.
    fn chunks(&self, leg: usize) -> Chunks;
    /// How long those chunks become.
    fn chunk_sizes(&self, leg: usize) -> ChunkSizes;
    /// All chunks of the whole, with the parts from 1 that play them, if there are so many.
    fn owners(&self, parts: u32) -> OwnedJobs;
    /// What determines the lines of a leg of a rule set.
    fn origin(&self, rules: usize, leg: usize) -> Origin;
    /// Nothing played yet.
    fn nothing(&self) -> Self::Totals;
    /// Takes in what happened in a chunk; what does not fit leaves nothing behind.
    fn add(&self, totals: &mut Self::Totals, job: &Job, tally: &Self::Tally) -> Result<(), String>;
    /// Games of a chunk.
    fn games_of(&self, job: &Job) -> u64;
    /// Whether enough is known of a rule set, so that the rest of it is not played.
    fn is_enough(&self, rules: usize, totals: &Self::Totals) -> bool;

    /// Checks a line and returns what it says.
    fn read(&self, line: &[u8], origin: Origin) -> Result<ChunkRecord<Self::Tally>, String> {
        unseal(line, origin)
    }

    /// All chunks of the whole in the order in which they are written.
    fn all_jobs(&self) -> Jobs {
        let legs: Vec<Chunks> = (0..self.legs().unwrap_or(1)).map(|leg| self.chunks(leg)).collect();
        let of_rules = move |rules| {
            let of_leg = move |(leg, chunks): (usize, Chunks)| {
                chunks.map(move |chunk| Job { rules, leg, chunk })
            };
            legs.clone().into_iter().enumerate().flat_map(of_leg)
        };
        Box::new((0..self.rules().len()).flat_map(of_rules))
    }

    /// The chunks that this part plays.
    fn jobs(&self) -> Jobs {
        match self.shard() {
            None => self.all_jobs(),
            Some(Shard { part, of }) => {
                let mine = move |(job, owner)| (owner == part).then_some(job);
                Box::new(self.owners(of).filter_map(mine))
            }
        }
    }

    /// Games of all chunks that this part plays, if nothing stops it.
    fn games_to_play(&self) -> u64 {
        self.jobs().map(|job| self.games_of(&job)).sum()
    }

    /// Makes sure that a record is of a chunk.
    fn check(&self, record: &ChunkRecord<Self::Tally>, job: &Job) -> Result<(), String> {
        let Job { rules, leg, chunk: Chunk { index, first, blocks } } = *job;
        let name = &self.rules()[rules].name;
        let leg = self.legs().map(|_| leg);
        let found = (record.leg, record.chunk, record.first, record.blocks);
        if record.rules == *name && found == (leg, index, first, blocks) {
            return Ok(());
        }
        let of = |leg: Option<usize>| leg.map_or_else(String::new, |leg| format!("leg {leg} of "));
        Err(format!(
            "it is chunk {} of {}{}, not chunk {index} of {}{name}",
            record.chunk,
            of(record.leg),
            quoted(&record.rules),
            of(leg),
        ))
    }

    /// The place of a line, by its beginning.
    fn place_of(&self, line: &[u8]) -> Result<Place, String> {
        const AFTER: &[u8] = b",\"first\":";
        let end = line.windows(AFTER.len()).position(|bytes| bytes == AFTER);
        let beginning = [&line[..end.ok_or("it is not a line of a plan")?], b"}"].concat();
        let beginning: Beginning =
            serde_json::from_slice(&beginning).map_err(|error| error.to_string())?;
        let rules = self.rules().iter().position(|rules| rules.name == beginning.rules);
        let rules = rules.ok_or("its rule set is not one of the plan")?;
        let leg = beginning.leg.unwrap_or(0);
        if leg >= self.legs().unwrap_or(1) {
            return Err("there is no such leg in the plan".to_owned());
        }
        Ok((rules, leg, beginning.chunk))
    }

    /// A finished chunk as it is written.
    fn record(&self, job: &Job, tally: Self::Tally) -> ChunkRecord<Self::Tally> {
        let Job { rules, leg, chunk: Chunk { index, first, blocks } } = *job;
        ChunkRecord {
            rules: self.rules()[rules].name.clone(),
            leg: self.legs().map(|_| leg),
            chunk: index,
            first,
            blocks,
            tally,
        }
    }
}

/// What was left out of a damaged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The first line that was left out, from 1.
    pub line: u64,
    /// How many bytes were left out, to the end of the file.
    pub bytes: u64,
    /// What is wrong with that line.
    pub reason: String,
}

/// An experiment as far as it is played.
pub(crate) struct Progress<E: Experiment> {
    experiment: E,
    totals: E::Totals,
    jobs: Peekable<Jobs>,
    games: u64,
    /// What determines the lines of a leg of a rule set, once it is known of one.
    origin: Option<((usize, usize), Origin)>,
}

impl<E: Experiment> Progress<E> {
    /// Nothing is played yet.
    pub(crate) fn new(experiment: E) -> Progress<E> {
        let (totals, jobs) = (experiment.nothing(), experiment.jobs().peekable());
        Progress { experiment, totals, jobs, games: 0, origin: None }
    }

    /// What is played.
    pub(crate) fn experiment(&self) -> &E {
        &self.experiment
    }

    /// What was played.
    pub(crate) fn totals(&self) -> &E::Totals {
        &self.totals
    }

    /// Games played so far.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// The chunk that comes next; none when everything is played.
    pub(crate) fn next(&mut self) -> Option<Job> {
        self.jobs.peek().copied()
    }

    /// Whether nothing is left to be played.
    pub(crate) fn is_complete(&mut self) -> bool {
        self.next().is_none()
    }

    /// The chunks that come next and are played at one table.
    pub(crate) fn next_table(&mut self) -> Jobs {
        let Some(next) = self.next() else { return Box::new(std::iter::empty()) };
        let jobs = self.experiment.jobs().skip_while(move |job| job.place() < next.place());
        Box::new(jobs.take_while(move |job| job.is_beside(&next)))
    }

    /// Takes over the format and version of another header, if they are all that it says otherwise.
    pub(super) fn adopt(&mut self, there: &E::Header) {
        if let Some(adopted) = self.experiment.adopted(there)
            && is_read(adopted.versions().0)
        {
            *self = Progress::new(adopted);
        }
    }

    /// What determines the lines of a chunk's leg.
    pub(crate) fn origin(&mut self, job: &Job) -> Origin {
        let table = (job.rules, job.leg);
        match self.origin {
            Some((of, origin)) if of == table => origin,
            _ => self.origin.insert((table, self.experiment.origin(job.rules, job.leg))).1,
        }
    }

    /// Takes in what happened in the chunk that comes next; returns its line.
    pub(crate) fn finish(&mut self, tally: E::Tally) -> Result<Vec<u8>, StoreError> {
        let job = self.next().ok_or_else(|| StoreError::Internal(nothing_left()))?;
        let (record, origin) = (self.experiment.record(&job, tally), self.origin(&job));
        self.add(&record).map_err(StoreError::Internal)?;
        Ok(seal(&record, origin)?)
    }

    /// Takes in lines that were kept as long as their turn has come; returns them.
    pub(crate) fn take_kept(&mut self, kept: &mut Kept) -> Vec<Vec<u8>> {
        let mut taken = Vec::new();
        while let Some((_, line)) = self.next().and_then(|job| kept.remove(&job.place())) {
            if self.add_line(&line).is_err() {
                break;
            }
            taken.push(line);
        }
        taken
    }

    /// Takes in the line of the chunk that comes next; what does not fit leaves nothing behind.
    pub(crate) fn add_line(&mut self, line: &[u8]) -> Result<(), String> {
        let origin = match self.next() {
            Some(job) => self.origin(&job),
            None => self.origin.map_or_else(Origin::none, |(_, origin)| origin),
        };
        let record = self.experiment.read(line, origin)?;
        self.add(&record)
    }

    /// Takes in the record of the chunk that comes next.
    pub(crate) fn add(&mut self, record: &ChunkRecord<E::Tally>) -> Result<(), String> {
        let job = self.next().ok_or_else(nothing_left)?;
        self.experiment.check(record, &job)?;
        self.experiment.add(&mut self.totals, &job, &record.tally)?;
        self.games += self.experiment.games_of(&job);
        self.jobs.next();
        if self.experiment.is_enough(job.rules, &self.totals) {
            while self.jobs.next_if(|next| next.rules == job.rules).is_some() {}
        }
        Ok(())
    }

    /// Takes in the lines after the header, up to the first that is damaged; returns how
    /// many bytes are good, and what is not.
    pub(crate) fn add_lines(
        &mut self,
        reader: &mut impl BufRead,
        header: u64,
    ) -> io::Result<(u64, Option<Dropped>)> {
        let (mut good, mut line) = (header, 2);
        let mut buffer = Vec::new();
        while read_line(reader, &mut buffer)? {
            if let Err(reason) = self.add_line(&buffer) {
                let rest = io::copy(reader, &mut io::sink())?;
                return Ok((
                    good,
                    Some(Dropped { line, bytes: buffer.len() as u64 + rest, reason }),
                ));
            }
            good += buffer.len() as u64;
            line += 1;
        }
        Ok((good, None))
    }
}

fn nothing_left() -> String {
    "nothing was left to be played".to_owned()
}
