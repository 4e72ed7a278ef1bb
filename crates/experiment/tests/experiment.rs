//! Whole experiments, most of them with a table that plays no cards: whatever happens to one on its
//! way, its bytes are the same.

#![allow(clippy::disallowed_methods, reason = "tests make files as they please")]

mod directories;
mod forecast;
mod headers;
mod origins;
mod rounds;
mod scale;
mod stops;
mod store;
mod support;
mod surveys;
mod tallies;

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use support::bytes;
use tempfile::{TempDir, tempdir};
use unobench_core::rules::RuleSet;
use unobench_core::table::{Outcome, PlayBlocks, SeatMap};
use unobench_engine::histogram::Histogram;
use unobench_engine::schedule::Seating;
use unobench_experiment::Existing;
use unobench_experiment::error::RunError;
use unobench_experiment::output::manifest::Invocation;
use unobench_experiment::run::Control;
use unobench_experiment::store::{Lock, PROGRESS, StoreError};
use unobench_experiment::testing::{Lines, Sitting, run_at};
use unobench_experiment::{Played, RunEnding};
use unobench_findings::documents::{ExamVerdict, KnowledgeResult, LearnedNetwork, Learning, Play};
use unobench_findings::finding::{Finding, Findings as _, all_of};
use unobench_findings::panel::LEARNED;
use unobench_measure::header::{GROUPS, Header, HeaderRules, Leg, LegPlay, LineUps, Study};
use unobench_measure::line::{LineOrigin, seal};
use unobench_measure::plan::Plan;
use unobench_measure::results::Results;
use unobench_measure::stop::Stop;

const PLAYERS: usize = 3;

struct Dice {
    players: usize,
    partners: bool,
    rules: u64,
}

impl Dice {
    fn outcome(&self, block: u64, game: usize, seating: &SeatMap) -> Outcome {
        let deal = hash(block ^ (self.rules << 40));
        let luck = |seat: usize| hash(deal ^ (seat as u64) << 8 ^ u64::from(seating[seat]) << 16);
        let stalled = luck(0) % 23 == 0;
        let blocked = !stalled && luck(0) % 31 == 0;
        let winner = (0..self.players)
            .max_by_key(|&seat| luck(seat) % 1000 + u64::from(seating[seat]) * 100)
            .unwrap_or(0);
        let partner = (winner + self.players / 2) % self.players;
        let is_won_by_two = self.partners && deal.is_multiple_of(7);
        let winners = 1 << winner | u16::from(is_won_by_two) << partner;
        let mut outcome = Outcome {
            winners: if stalled || blocked && luck(1) % 2 == 0 { 0 } else { winners },
            turns: (luck(1) % 5) as u32 * 10
                + if deal.is_multiple_of(37) { 100_000 } else { game as u32 },
            stalled,
            blocked,
            first: (deal % self.players as u64) as u8,
            ..Outcome::default()
        };
        if !stalled {
            outcome.scores[winner] =
                if deal.is_multiple_of(41) { -300 } else { (luck(2) % 6) as i32 * 50 };
            outcome.hand_points[(winner + 1) % self.players] = (luck(3) % 90) as u32;
            outcome.faults[winner] = u32::from(luck(4).is_multiple_of(19));
            outcome.asked[winner] = (luck(5) % 7) as u32;
        }
        outcome
    }
}

impl PlayBlocks for Dice {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        outcomes.extend(
            seatings.iter().enumerate().map(|(game, seating)| self.outcome(block, game, seating)),
        );
    }
}

fn hash(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

fn header(line_up: &str, players: usize, seating: Seating, games: u64) -> Header {
    let line_up = line_up.split(' ').map(str::to_owned).collect();
    let line_ups = LineUps { line_up, line_ups: None, strategies: Vec::new(), seating, scale: 1 };
    let schedule = line_ups.schedule(players).expect("a line-up");
    let (strategies, scale) = (schedule.strategies().to_vec(), schedule.scale());
    let leg = Leg {
        play: LegPlay::LineUps(LineUps { strategies, scale, ..line_ups }),
        players: None,
        games: schedule.extent(games).expect("games").games,
        chunk: Some(1 << 20),
        look: None,
        ended_at: None,
    };
    let rules = ["official", "double"].map(|name| HeaderRules {
        name: name.to_owned(),
        settings: json!({"scoring": {"partners": false}}).into(),
    });
    Header::new(Study::Run, 1, players, "", rules.to_vec(), vec![leg])
}

fn plan(line_up: &str, players: usize, seating: Seating, games: u64) -> Plan {
    Plan::new(header(line_up, players, seating, games)).expect("a plan that can be played")
}

fn small() -> Plan {
    plan("a b c", PLAYERS, Seating::Rotate, 200)
}

fn changed(plan: &Plan, change: impl FnOnce(&mut Header)) -> Plan {
    let mut header = plan.header().clone();
    change(&mut header);
    Plan::new(header).expect("a plan that can be played")
}

fn job<'a>(plan: &'a Plan, out: &'a Path, threads: usize, existing: Existing) -> Sitting<'a> {
    Sitting { plan, out, threads, existing, deadline: None }
}

fn dice(plan: &Plan) -> impl Fn(usize) -> Box<dyn PlayBlocks> + Sync + use<> {
    let players = plan.header().players;
    move |rules| Box::new(Dice { players, partners: false, rules: rules as u64 })
}

type Ended = Result<Played<Results>, RunError>;

fn play(job: &Sitting<'_>) -> Ended {
    play_with(job, dice(job.plan))
}

fn play_with(job: &Sitting<'_>, table: impl Fn(usize) -> Box<dyn PlayBlocks> + Sync) -> Ended {
    run_at(job, table, Control { cancel: &AtomicBool::new(false), observer: &mut () })
}

fn progress(directory: &Path) -> Vec<u8> {
    fs::read(directory.join(PROGRESS)).expect("a file")
}

fn write_progress(directory: &Path, contents: &[u8]) {
    fs::write(directory.join(PROGRESS), contents).expect("it is written");
}

fn line_ends(text: &[u8]) -> impl Iterator<Item = usize> {
    text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(end, _)| end)
}

fn resumed(plan: &Plan, out: &Path, threads: usize) -> Played<Results> {
    play(&job(plan, out, threads, Existing::Resume)).expect("it is resumed")
}

#[track_caller]
fn assert_usage(error: &RunError, words: &str) {
    assert!(error.is_usage() && error.to_string().contains(words), "{error}");
}

fn played(plan: &Plan, threads: usize) -> TempDir {
    let directory = tempdir().expect("a directory");
    play(&job(plan, directory.path(), threads, Existing::Refuse)).expect("it is played");
    directory
}
