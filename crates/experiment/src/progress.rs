//! A plan as far as it is played. Each line of `progress.jsonl` after the header is one finished
//! chunk; [`Progress`] adds them up.

use crate::store::{PROGRESS, StoreError, read_line};
use crate::survey::SurveyTally as GroupTally;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek as _, SeekFrom};
use std::iter::Peekable;
use std::ops::Range;
use std::path::{Path, PathBuf};
use unobench_measure::header::Header;
use unobench_measure::line::{LineOrigin, seal};
use unobench_measure::plan::{Job, JobKey, Jobs, Plan, Record};
use unobench_measure::totals::{LegTally, LegTotals};

/// Lines that were played already and whose turn comes later, with what they are of.
pub(crate) type PendingLines = BTreeMap<JobKey, (Job, Vec<u8>)>;

/// What of a `progress.jsonl` was left out because it could not be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The first line that was left out, from 1.
    pub line: u64,
    /// How many bytes were left out, to the end of the file.
    pub bytes: u64,
    pub reason: String,
}

/// How far a run or survey is, by the lines of its `progress.jsonl`.
pub(crate) struct Progress {
    plan: Plan,
    /// Of a run all of it; of a survey the rule set that was played last.
    totals: Vec<LegTotals>,
    /// Where the lines of each rule set begin, in bytes after the header, and where the last ends.
    starts: Vec<u64>,
    len: u64,
    jobs: Peekable<Jobs>,
    games: u64,
    origin: Option<((usize, usize), LineOrigin)>,
}

impl Progress {
    pub(crate) fn new(plan: Plan) -> Progress {
        let (totals, jobs) = (plan.empty_totals(), plan.jobs().peekable());
        Progress { plan, totals, starts: Vec::new(), len: 0, jobs, games: 0, origin: None }
    }

    unobench_core::reads! {
        pub(crate) fn plan(&self) -> &Plan = &self.plan;
        pub(crate) fn totals(&self) -> &[LegTotals] = &self.totals;
        pub(crate) fn games(&self) -> u64 = self.games;
    }

    /// What was played, which is not kept here as well: nothing is added after it.
    pub(crate) fn take_totals(&mut self) -> Vec<LegTotals> {
        std::mem::take(&mut self.totals)
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
    pub(crate) fn adopt(&mut self, stored: &Header) {
        let header = self.plan.header().of_version(stored);
        if header == *stored
            && let Ok(plan) = Plan::new(header)
        {
            *self = Progress::new(plan);
        }
    }

    pub(crate) fn origin(&mut self, job: &Job) -> LineOrigin {
        let table = (job.rules, job.leg);
        match self.origin {
            Some((key, origin)) if key == table => origin,
            _ => self.origin.insert((table, self.plan.header().origin(job.rules, job.leg))).1,
        }
    }

    /// Takes in what happened in the chunk that comes next; returns its line.
    pub(crate) fn finish(&mut self, tally: LegTally) -> Result<Vec<u8>, StoreError> {
        let job = self.next().ok_or_else(|| StoreError::Internal(nothing_left()))?;
        let (record, origin) = (self.plan.record(&job, tally), self.origin(&job));
        let line = seal(&record, origin)?;
        self.add(&record, line.len()).map_err(StoreError::Internal)?;
        Ok(line)
    }

    /// Takes in lines that were kept as long as their turn has come; returns them.
    pub(crate) fn take_kept(&mut self, kept: &mut PendingLines) -> Vec<Vec<u8>> {
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
        self.add(&record, line.len())
    }

    fn add(&mut self, record: &Record, bytes: usize) -> Result<(), String> {
        let job = self.next().ok_or_else(nothing_left)?;
        self.plan.check(record, &job)?;
        let is_first = self.starts.len() <= job.rules;
        if is_first && self.plan.schedule().is_none() {
            self.totals = self.plan.empty_totals();
        }
        self.plan.add(&mut self.totals, &job, &record.tally)?;
        self.starts.resize(job.rules + 1, self.len);
        self.len += bytes as u64;
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

/// The sums of a survey in its `progress.jsonl`, read again as they are asked for.
pub(crate) struct WrittenSums<'a> {
    progress: &'a Progress,
    path: PathBuf,
    file: BufReader<File>,
    /// The length of the header.
    header: u64,
    line: Vec<u8>,
}

fn changed(reason: String) -> io::Error {
    io::Error::other(format!("it was changed while it was read: {reason}"))
}

impl<'a> WrittenSums<'a> {
    pub(crate) fn open(progress: &'a Progress, source: &Path) -> Result<Self, StoreError> {
        let (path, mut line) = (source.join(PROGRESS), Vec::new());
        let file = unobench_disk::open(&path).map_err(StoreError::reading(&path))?;
        let mut file = BufReader::new(file);
        read_line(&mut file, &mut line).map_err(StoreError::reading(&path))?;
        Ok(WrittenSums { progress, path, file, header: line.len() as u64, line })
    }

    /// Those of a rule set, by leg and group; none of what is not played.
    pub(crate) fn of(&mut self, rules: usize) -> Result<Vec<Option<GroupTally>>, StoreError> {
        let (starts, mut totals) = (&self.progress.starts, self.progress.plan.empty_totals());
        if let Some(start) = starts.get(rules) {
            let end = starts.get(rules + 1).unwrap_or(&self.progress.len);
            self.add(rules, *start..*end, &mut totals).map_err(StoreError::reading(&self.path))?;
        }
        Ok(totals.into_iter().flat_map(LegTotals::into_groups).collect())
    }

    fn add(&mut self, rules: usize, lines: Range<u64>, totals: &mut [LegTotals]) -> io::Result<()> {
        let (plan, mut place) = (&self.progress.plan, lines.start);
        self.file.seek(SeekFrom::Start(self.header + place))?;
        let mut jobs = plan.jobs_of(rules..rules + 1);
        let (mut leg, mut origin) = (usize::MAX, LineOrigin::none());
        while place < lines.end && read_line(&mut self.file, &mut self.line)? {
            let job = jobs.next().ok_or_else(|| changed(nothing_left()))?;
            if leg != job.leg {
                (leg, origin) = (job.leg, plan.header().origin(rules, job.leg));
            }
            let record = plan.read(&self.line, origin).map_err(changed)?;
            plan.add(totals, &job, &record.tally).map_err(changed)?;
            place += self.line.len() as u64;
        }
        Ok(())
    }
}

fn nothing_left() -> String {
    "nothing was left to be played".to_owned()
}
