//! A run as it is kept in `progress.jsonl`: each line is one finished chunk of one rule set, with
//! its [`Tally`].

use super::header::Header;
use super::plan::Plan;
use super::stop::Stop;
use super::totals::Totals;
use crate::any::AnyHeader;
use crate::header::HeaderRules;
use crate::store::StoreError;
use crate::store::line::{Origin, seal, unseal};
use crate::store::progress::{ChunkRecord, Experiment, Job, OwnedJobs};
use unobench_engine::{ChunkSizes, Chunks, Owners, Shard, Tally};

impl Experiment for Plan {
    type Tally = Tally;
    type Totals = Vec<Totals>;
    type Header = AnyHeader;

    fn header_line(&self) -> Result<Vec<u8>, StoreError> {
        Ok(seal(self.header(), Origin::none())?)
    }

    fn versions(&self) -> (u32, &str) {
        (self.header().format, &self.header().version)
    }

    fn adopted(&self, there: &AnyHeader) -> Option<Plan> {
        let AnyHeader::Run(there) = there else { return None };
        let plan = self.as_written(there).ok()?;
        (*plan.header() == **there).then_some(plan)
    }

    fn differences(&self, there: &AnyHeader) -> Vec<String> {
        match there {
            AnyHeader::Run(there) => Plan::differences(self, there),
            AnyHeader::Survey(there) => {
                vec![format!("question: {} there, another here", there.question)]
            }
        }
    }

    /// The horizon of a sequential test is part of its plan.
    fn shorter(&self, there: &AnyHeader) -> Option<Plan> {
        let AnyHeader::Run(there) = there else { return None };
        let here = self.header();
        let longer = Header { games: here.games, blocks: here.blocks, ..(**there).clone() };
        let may_be = !matches!(here.stop, Some(Stop::Sprt { .. }));
        (may_be && there.blocks < here.blocks && longer == *here)
            .then(|| Plan::from_header((**there).clone()).ok())
            .flatten()
    }

    fn rules(&self) -> &[HeaderRules] {
        &self.header().rules
    }

    fn legs(&self) -> Option<usize> {
        None
    }

    fn shard(&self) -> Option<Shard> {
        self.header().shard
    }

    fn chunks(&self, _: usize) -> Chunks {
        Chunks::new(self.header().blocks, Experiment::chunk_sizes(self, 0))
    }

    fn chunk_sizes(&self, _: usize) -> ChunkSizes {
        self.header().chunk_sizes()
    }

    /// Each rule set is dealt out anew.
    fn owners(&self, parts: u32) -> OwnedJobs {
        let (chunks, rules) = (self.chunks(0), self.header().rules.len());
        Box::new((0..rules).flat_map(move |rules| {
            let jobs =
                chunks.clone().map(move |chunk| (Job { rules, leg: 0, chunk }, chunk.blocks));
            Owners::new(jobs, parts)
        }))
    }

    fn origin(&self, rules: usize, _: usize) -> Origin {
        self.header().origin(rules)
    }

    fn nothing(&self) -> Vec<Totals> {
        vec![Totals::new(self.schedule()); self.header().rules.len()]
    }

    fn add(&self, totals: &mut Vec<Totals>, job: &Job, tally: &Tally) -> Result<(), String> {
        let blocks = tally.blocks();
        if blocks != job.chunk.blocks {
            return Err(format!("its tally has {blocks} blocks, not {}", job.chunk.blocks));
        }
        totals[job.rules].add(job.chunk.index, tally).map_err(|error| error.to_string())
    }

    fn games_of(&self, job: &Job) -> u64 {
        self.schedule().games_before(job.chunk.end())
            - self.schedule().games_before(job.chunk.first)
    }

    fn is_enough(&self, rules: usize, totals: &Vec<Totals>) -> bool {
        self.results_of(rules, &totals[rules]).is_enough()
    }

    /// A tally that does not fit would leave half of itself behind.
    fn read(&self, line: &[u8], origin: Origin) -> Result<ChunkRecord<Tally>, String> {
        let record: ChunkRecord<Tally> = unseal(line, origin)?;
        Tally::new(self.schedule()).add(&record.tally).map_err(|error| error.to_string())?;
        Ok(record)
    }
}
