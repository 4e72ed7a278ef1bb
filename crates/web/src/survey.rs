//! A survey of a house rule, played chunk by chunk by whoever has time.

use crate::documents::{SurveyAnswer, SurveyPlan, SurveyRequest};
use crate::{CATALOGUE, json, told};
use std::sync::atomic::{AtomicBool, AtomicU64};
use unobench_core::rules::RuleSet;
use unobench_findings::comparison::effects;
use unobench_findings::csv;
use unobench_findings::finding::Findings as _;
use unobench_findings::panel::CHAMPION;
use unobench_findings::tell::plain::PlainAnswer;
use unobench_learners::net::Nets;
use unobench_measure::answers::RuleAnswer;
use unobench_measure::header::exam::{ExamResult, ExaminerResult, known};
use unobench_measure::line::seal;
use unobench_measure::plan::Job;
use unobench_measure::settle::{SettleRequest, header};
use unobench_measure::survey::{self, LearnedSeats, LegTable, TableGuests};
use unobench_measure::totals::LegTotals;
use unobench_measure::{Plan, PlayChunk as _, PlayMonitor};
use wasm_bindgen::prelude::wasm_bindgen;

/// Games that differ by fewer turns stand in one pile.
const TURNS_OF_BIN: usize = 5;

/// What is asked, and what was played of it.
#[wasm_bindgen]
pub struct Survey {
    request: SurveyRequest,
    asked: SettleRequest,
    keys: Vec<String>,
    /// The official game, and the house rule.
    rules: Vec<RuleSet>,
    plan: Plan,
    jobs: Vec<Job>,
    learned: LearnedSeats,
    /// By rule set, the sums of all chunks that were added.
    totals: Vec<Vec<LegTotals>>,
    added: usize,
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
        let mut header =
            header(&rules, request.players, request.seed, request.games()).map_err(told)?;
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
        let totals = vec![plan.empty_totals(); rules.len()];
        let (jobs, learned) = (plan.jobs().collect(), LearnedSeats::default());
        Ok(Survey { request, asked, keys, rules, plan, jobs, learned, totals, added: 0 })
    }

    /// What will be played: the games of each chunk, in order, and the command that plays the same.
    pub fn plan(&self) -> String {
        let games: Vec<u64> = self.jobs.iter().map(|job| self.plan.games_of(job)).collect();
        json(SurveyPlan {
            name: &self.rules[1].name,
            printed: self.asked.printed(&self.request.rules[0]),
            command: self.request.command(&self.keys, self.is_known()),
            version: env!("CARGO_PKG_VERSION"),
            games,
        })
    }

    /// Plays a chunk by its place in the plan, and gives its line of `progress.jsonl`.
    ///
    /// # Errors
    /// If there is no such chunk.
    pub fn play(&self, place: usize) -> Result<String, String> {
        let job = self.jobs.get(place).ok_or("there is no such chunk")?;
        let (header, rules) = (self.plan.header(), &self.rules[job.rules]);
        let seated = TableGuests { catalogue: CATALOGUE, learned: &self.learned, guests: None };
        let table = LegTable::new(header, seated, rules, job.leg)?;
        let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
        let monitor = PlayMonitor { stopped: &stopped, games: &games };
        let tally = table.play_chunk(job.chunk, monitor);
        let record = self.plan.record(job, tally.ok_or("it was stopped")?);
        let line = seal(&record, header.origin(job.rules, job.leg)).map_err(told)?;
        String::from_utf8(line).map_err(told)
    }

    /// Adds the line of the chunk that is next in the plan.
    ///
    /// # Errors
    /// If it is another line.
    pub fn add(&mut self, line: &str) -> Result<(), String> {
        let job = *self.jobs.get(self.added).ok_or("all chunks are added")?;
        let record =
            self.plan.read(line.as_bytes(), self.plan.header().origin(job.rules, job.leg))?;
        self.plan.check(&record, &job)?;
        self.plan.add(&mut self.totals[job.rules], &job, &record.tally)?;
        self.added += 1;
        Ok(())
    }

    /// What `settle` says, the lengths of games without the rule and with it, and whether
    /// all of it is played.
    pub fn answer(&self) -> String {
        let survey = self.survey();
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
        csv::write(&mut file, self.survey().all()).expect("memory takes it");
        String::from_utf8(file).expect("it is text")
    }
}

impl Survey {
    fn is_known(&self) -> bool {
        self.plan.header().knows(&self.rules[1].name, self.request.players)
    }

    fn survey(&self) -> survey::Survey {
        let sums = |rules: usize| {
            let groups = self.totals[rules].iter().cloned().flat_map(LegTotals::into_groups);
            Ok::<_, std::convert::Infallible>(groups.collect())
        };
        match survey::Survey::new(self.plan.header().clone(), sums) {
            Ok(survey) => survey,
            Err(never) => match never {},
        }
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
