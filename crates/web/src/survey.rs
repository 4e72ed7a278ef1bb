//! A survey of a house rule, played chunk by chunk by whoever has time.

use crate::documents::{SurveyAnswer, SurveyJob, SurveyPlan, SurveyRequest};
use crate::{CATALOGUE, json, told};
use std::sync::atomic::{AtomicBool, AtomicU64};
use unobench_core::rules::RuleSet;
use unobench_findings::comparison::effects;
use unobench_findings::csv;
use unobench_findings::finding::Findings as _;
use unobench_findings::panel::CHAMPION;
use unobench_findings::tell::plain::PlainAnswer;
use unobench_learners::net::Nets;
use unobench_measure::Job;
use unobench_measure::answers::RuleAnswer;
use unobench_measure::header::exam::{ExamResult, ExaminerResult, known};
use unobench_measure::line::seal;
use unobench_measure::settle::{SettleRequest, games, header};
use unobench_measure::survey::{
    self, LearnedSeats, LegTable, LookEnd, SequentialSurvey, TableGuests,
};
use unobench_measure::{Chunk, Look, Plan, PlayChunk as _, PlayMonitor};
use wasm_bindgen::prelude::wasm_bindgen;

/// Games that differ by fewer turns stand in one pile.
const TURNS_OF_BIN: usize = 5;

/// The most blocks of a part of it that is played at a time: some tenths of a second.
const BLOCKS: u64 = 600;

/// What is asked, and what was played of it.
#[wasm_bindgen]
pub struct Survey {
    request: SurveyRequest,
    asked: SettleRequest,
    keys: Vec<String>,
    /// The official game, and the house rule.
    rules: Vec<RuleSet>,
    looks: SequentialSurvey<'static>,
    /// The jobs of this look, and how many of them are added.
    jobs: Vec<Job>,
    added: usize,
    learned: LearnedSeats,
}

#[wasm_bindgen]
impl Survey {
    /// Plans what a request, which is JSON, asks for.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &str) -> Result<Survey, String> {
        let request: SurveyRequest = serde_json::from_str(request).map_err(told)?;
        let (asked, keys) = request.asked()?;
        let rules = vec![RuleSet::official(), asked.rules.clone().expect("it can be played")];
        let most = request.games.unwrap_or_else(|| games(request.players));
        let mut header = header(&rules, request.players, request.seed, most).map_err(told)?;
        header.examined = known(&rules, &header.seats_of(CHAMPION), |digest, players| {
            // Specialists are not here: where one would sit, nobody is said to know the rules.
            let exam =
                Nets::champion().examined(digest, players).filter(|exam| !exam.in_its_place)?;
            let met = exam.met.iter().map(|met| ExaminerResult {
                examiner: met.examiner.clone(),
                games: met.games,
                won: met.won,
            });
            Some(ExamResult { in_its_place: None, met: met.collect() })
        });
        let plan = Plan::of_survey(header, &rules, CATALOGUE, 0).map_err(told)?;
        let looks = match request.games {
            None => SequentialSurvey::new(plan, Look::last(), None),
            Some(_) => SequentialSurvey::at_once(plan),
        };
        let (jobs, learned) = (looks.jobs(BLOCKS), LearnedSeats::default());
        Ok(Survey { request, asked, keys, rules, looks, jobs, added: 0, learned })
    }

    /// What will be played: at most so many games, first these jobs, and the command that plays the
    /// same.
    pub fn plan(&self) -> String {
        json(SurveyPlan {
            name: &self.rules[1].name,
            printed: self.asked.printed(&self.request.rules[0]),
            command: self.request.command(&self.keys, self.is_known()),
            version: env!("CARGO_PKG_VERSION"),
            most: self.looks.most_games(),
            jobs: self.jobs.iter().map(|job| self.written(job)).collect(),
        })
    }

    /// Plays a job, which is JSON, and gives its line of `progress.jsonl`.
    ///
    /// # Errors
    /// If there is no such job.
    pub fn play(&self, job: &str) -> Result<String, String> {
        let job = self.read(job)?;
        let (header, rules) = (self.looks.plan().header(), &self.rules[job.rules]);
        let seated = TableGuests { catalogue: CATALOGUE, learned: &self.learned, guests: None };
        let table = LegTable::new(header, seated, rules, job.leg)?;
        let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
        let monitor = PlayMonitor { stopped: &stopped, games: &games };
        let tally = table.play_chunk(job.chunk, monitor);
        let record = self.looks.plan().record(&job, tally.ok_or("it was stopped")?);
        let line = seal(&record, header.origin(job.rules, job.leg)).map_err(told)?;
        String::from_utf8(line).map_err(told)
    }

    /// Adds the line of the job that is next.
    ///
    /// # Errors
    /// If it is another line.
    pub fn add(&mut self, line: &str) -> Result<(), String> {
        let job = *self.jobs.get(self.added).ok_or("all jobs are added")?;
        let plan = self.looks.plan();
        let record = plan.read(line.as_bytes(), plan.header().origin(job.rules, job.leg))?;
        plan.check(&record, &job)?;
        self.looks.add(&job, &record.tally)?;
        self.added += 1;
        Ok(())
    }

    /// What is played next, now that all jobs are added; nothing if the answer is sure, or nothing
    /// is left to play.
    ///
    /// # Errors
    /// If some jobs are not added.
    pub fn go_on(&mut self) -> Result<String, String> {
        if self.added < self.jobs.len() {
            return Err("some jobs are not added".to_owned());
        }
        self.added = 0;
        self.jobs = match self.looks.finish_look() {
            LookEnd::GoesOn => self.looks.jobs(BLOCKS),
            LookEnd::Answered => Vec::new(),
        };
        Ok(json(self.jobs.iter().map(|job| self.written(job)).collect::<Vec<_>>()))
    }

    /// What `settle` says of the last look that is finished, and the lengths of games without the
    /// rule and with it.
    pub fn answer(&self) -> String {
        let survey = self.looks.survey();
        let answer = RuleAnswer::of(&survey, 1);
        let findings = answer.map_or_else(Vec::new, |answer| answer.findings);
        let plain = PlainAnswer::to(&effects(&findings));
        json(SurveyAnswer {
            told: self.asked.told(self.request.players, self.is_known(), &plain.told),
            sure: plain.sure,
            lengths: plain.lengths,
            dots: [0, 1].map(|rules| dots(&survey, rules)),
        })
    }

    /// The findings as `findings.csv` has them.
    pub fn findings(&self) -> String {
        let mut file = Vec::new();
        csv::write(&mut file, self.looks.survey().all()).expect("memory takes it");
        String::from_utf8(file).expect("it is text")
    }
}

impl Survey {
    fn is_known(&self) -> bool {
        self.looks.plan().header().knows(&self.rules[1].name, self.request.players)
    }

    fn written(&self, job: &Job) -> SurveyJob {
        let Job { rules, leg, chunk: Chunk { first, blocks, .. } } = *job;
        SurveyJob { rules, leg, first, blocks, games: self.looks.plan().games_of(job) }
    }

    /// # Errors
    /// If there is no such job.
    fn read(&self, job: &str) -> Result<Job, String> {
        let SurveyJob { rules, leg, first, blocks, .. } =
            serde_json::from_str(job).map_err(told)?;
        let header = self.looks.plan().header();
        let all = header.legs.get(leg).map_or(0, |leg| leg.blocks(header.players));
        let is_there = rules < self.rules.len()
            && blocks > 0
            && first.checked_add(blocks).is_some_and(|end| end <= all);
        let job = Job { rules, leg, chunk: Chunk { index: first, first, blocks } };
        is_there.then_some(job).ok_or_else(|| "there is no such job".to_owned())
    }
}

/// A hundred games of `champion`.
fn dots(survey: &survey::Survey, rules: usize) -> Vec<u32> {
    let place = survey.panel().iter().position(|panelist| panelist.name == CHAMPION);
    let lengths = place.and_then(|place| survey.rules(rules)?.tables[place].lengths.as_ref());
    lengths.map_or_else(Vec::new, |lengths| hundred(lengths.iter()))
}

/// A hundred games by their lengths: how many of them last 0 to 4 turns, 5 to 9, and so on. Each
/// stands for a hundredth of all games, of which it is the one in the middle.
pub fn hundred(counts: impl IntoIterator<Item = (i64, u64)>) -> Vec<u32> {
    let counts: Vec<(i64, u64)> = counts.into_iter().collect();
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    let (mut bins, mut below, mut part) = (Vec::new(), 0, 0);
    for (turns, count) in counts {
        below += count;
        // The middle of a part is at so many two-hundredths.
        while part < 100 && (2 * part + 1) * all < below * 200 {
            let bin = bin(turns);
            bins.resize(bins.len().max(bin + 1), 0);
            bins[bin] += 1;
            part += 1;
        }
    }
    bins
}

/// The pile in which a game of so many turns stands, from 0.
pub(crate) fn bin(turns: i64) -> usize {
    usize::try_from(turns).unwrap_or(0) / TURNS_OF_BIN
}
