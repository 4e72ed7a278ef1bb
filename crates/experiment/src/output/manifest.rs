//! `manifest.json`: what was played, under which rules, by which version; and, under `host`, where
//! and how fast.

use serde_json::json;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;
use unobench_findings::documents::{self, DocumentHead, LegEntry, Manifest, RulesEntry, Timing};
use unobench_measure::header::GROUPS;
use unobench_measure::header::{Header, Leg, LegPlay};
use unobench_measure::output::{head, tests};
use unobench_measure::results::Results;
use unobench_measure::survey::Survey;

/// How the program was started, and from which sources it was built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invocation {
    pub arguments: Vec<String>,
    pub commit: Option<&'static str>,
}

impl Invocation {
    pub const NONE: Invocation = Invocation { arguments: Vec::new(), commit: None };
}

/// Whether all was played that was to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    Whole,
    CutShort,
}

/// What belongs to this machine and this session.
#[derive(Debug, Clone, Copy)]
pub struct SessionHost<'a> {
    pub threads: usize,
    pub invocation: &'a Invocation,
    pub time: Duration,
    pub games: u64,
}

/// What was played in a run.
pub fn manifest(results: &Results, completion: Completion, host: &SessionHost<'_>) -> Manifest {
    let header = results.header();
    let rules = header.rules.iter().zip(results.rule_sets()).map(|(rules, played)| RulesEntry {
        name: rules.name.clone(),
        games: Some(played.games()),
        blocks: Some(played.blocks()),
        settings: rules.settings.clone(),
    });
    let document = Manifest { rules: rules.collect(), ..manifest_of(header, completion, host) };
    let [Leg { play: LegPlay::LineUps(line_ups), games, .. }] = header.legs.as_slice() else {
        return document;
    };
    Manifest {
        line_up: Some(line_ups.line_up.clone()),
        line_ups: Some(json!(line_ups.line_ups)),
        files: Some(header.files.clone()),
        seating: Some(line_ups.seating.to_string()),
        r#match: Some(header.r#match),
        games: Some(*games),
        blocks: results.schedule().extent(*games).ok().map(|extent| extent.blocks),
        stop: Some(json!(header.stop)),
        tests: tests(results),
        ..document
    }
}

/// What every manifest says.
pub(super) fn manifest_of(
    header: &Header,
    completion: Completion,
    host: &SessionHost<'_>,
) -> Manifest {
    let complete = Some(completion == Completion::Whole);
    Manifest {
        format: Some(header.format),
        head: DocumentHead { complete, ..head(header) },
        bots: Some(header.bots.clone()).filter(|bots| !bots.is_empty()),
        host: host.into(),
        ..Manifest::default()
    }
}

impl From<&SessionHost<'_>> for documents::Host {
    fn from(host: &SessionHost<'_>) -> documents::Host {
        let seconds = host.time.as_secs_f64();
        let is_timed = host.games > 0 && seconds > 0.0;
        documents::Host {
            cores: available_parallelism().ok().map(NonZeroUsize::get),
            threads: host.threads,
            arguments: Some(host.invocation.arguments.clone()),
            commit: Some(host.invocation.commit.unwrap_or("unknown").to_owned()),
            timing: Timing {
                games: host.games,
                seconds,
                games_per_second: is_timed.then(|| host.games as f64 / seconds),
            },
        }
    }
}

/// What was played in a survey.
pub(super) fn manifest_of_survey(
    survey: &Survey,
    completion: Completion,
    host: &SessionHost<'_>,
) -> Manifest {
    let header = survey.header();
    let legs = header.legs.iter().filter_map(|leg| {
        Some(LegEntry {
            play: leg.survey()?.clone(),
            players: leg.players,
            blocks_per_group: Some(leg.blocks(header.players) / GROUPS as u64),
            games: Some(leg.games),
        })
    });
    let rules = header.rules.iter().map(|rules| RulesEntry {
        name: rules.name.clone(),
        settings: rules.settings.clone(),
        ..RulesEntry::default()
    });
    Manifest {
        groups: Some(GROUPS),
        legs: Some(legs.collect()),
        learned: header.learned.clone(),
        champions: header.champions,
        examined: header.examined.clone(),
        rules: rules.collect(),
        ..manifest_of(header, completion, host)
    }
}
