//! A plan as far as it is played. Each line of `progress.jsonl` after the header is one finished
//! chunk; [`Progress`] adds them up.

use crate::header::Header;
use crate::plan::{Job, Jobs, Place, Plan, Record};
use crate::store::StoreError;
use crate::store::line::{Origin, read_line, seal};
use crate::totals::{LegTally, LegTotals};
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::iter::Peekable;

/// Lines that were played already and whose turn comes later, with what they are of.
pub(crate) type Kept = BTreeMap<Place, (Job, Vec<u8>)>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The first line that was left out, from 1.
    pub line: u64,
    /// How many bytes were left out, to the end of the file.
    pub bytes: u64,
    pub reason: String,
}

pub(crate) struct Progress {
    plan: Plan,
    totals: Vec<LegTotals>,
    jobs: Peekable<Jobs>,
    games: u64,
    origin: Option<((usize, usize), Origin)>,
}

impl Progress {
    pub(crate) fn new(plan: Plan) -> Progress {
        let (totals, jobs) = (plan.nothing(), plan.jobs().peekable());
        Progress { plan, totals, jobs, games: 0, origin: None }
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn totals(&self) -> &[LegTotals] {
        &self.totals
    }

    /// What was played, which is not kept here as well: nothing is added after it.
    pub(crate) fn take_totals(&mut self) -> Vec<LegTotals> {
        std::mem::take(&mut self.totals)
    }

    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    pub(crate) fn next(&mut self) -> Option<Job> {
        self.jobs.peek().copied()
    }

    pub(crate) fn is_complete(&mut self) -> bool {
        self.next().is_none()
    }

    pub(crate) fn next_table(&mut self) -> Jobs {
        let Some(next) = self.next() else { return Box::new(std::iter::empty()) };
        let jobs = self.plan.jobs().skip_while(move |job| job.place() < next.place());
        Box::new(jobs.take_while(move |job| job.is_beside(&next)))
    }

    /// Takes over the version of another header, if that is all that it says otherwise.
    pub(crate) fn adopt(&mut self, there: &Header) {
        let header = self.plan.header().of_version(there);
        if header == *there
            && let Ok(plan) = Plan::new(header)
        {
            *self = Progress::new(plan);
        }
    }

    pub(crate) fn origin(&mut self, job: &Job) -> Origin {
        let table = (job.rules, job.leg);
        match self.origin {
            Some((of, origin)) if of == table => origin,
            _ => self.origin.insert((table, self.plan.header().origin(job.rules, job.leg))).1,
        }
    }

    /// Takes in what happened in the chunk that comes next; returns its line.
    pub(crate) fn finish(&mut self, tally: LegTally) -> Result<Vec<u8>, StoreError> {
        let job = self.next().ok_or_else(|| StoreError::Internal(nothing_left()))?;
        let (record, origin) = (self.plan.record(&job, tally), self.origin(&job));
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
        let job = self.next().ok_or_else(nothing_left)?;
        let origin = self.origin(&job);
        let record = self.plan.read(line, origin)?;
        self.add(&record)
    }

    fn add(&mut self, record: &Record) -> Result<(), String> {
        let job = self.next().ok_or_else(nothing_left)?;
        self.plan.check(record, &job)?;
        self.plan.add(&mut self.totals, &job, &record.tally)?;
        self.games += self.plan.games_of(&job);
        self.jobs.next();
        if self.plan.is_enough(job.rules, &self.totals) {
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
        let (mut good, mut line, mut buffer) = (header, 2, Vec::new());
        while read_line(reader, &mut buffer)? {
            if let Err(reason) = self.add_line(&buffer) {
                let bytes = buffer.len() as u64 + io::copy(reader, &mut io::sink())?;
                return Ok((good, Some(Dropped { line, bytes, reason })));
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
