//! `manifest.json`: what was played, under which rules, by which version; and, under `host`, where
//! and how fast.

use super::overview::head;
use crate::run::results::Results;
use serde_json::json;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;
use unobench_files::documents::{self, Manifest, RulesEntry, Timing};

/// How the program was started, and from which sources it was built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invocation {
    /// The arguments as given.
    pub arguments: Vec<String>,
    /// The commit.
    pub commit: Option<&'static str>,
}

impl Invocation {
    /// Nobody started anything.
    pub const NONE: Invocation = Invocation { arguments: Vec::new(), commit: None };
}

/// What belongs to this machine and this session.
#[derive(Debug, Clone, Copy)]
pub struct Host<'a> {
    /// Threads that played.
    pub threads: usize,
    /// How the program was started.
    pub invocation: &'a Invocation,
    /// How long the session took.
    pub time: Duration,
    /// Games played in it.
    pub games: u64,
}

/// The contents of `manifest.json`.
#[must_use]
pub fn manifest(results: &Results, complete: bool, host: &Host<'_>) -> Manifest {
    let header = results.header();
    let rules = header.rules.iter().zip(results.rule_sets()).map(|(rules, played)| RulesEntry {
        name: rules.name.clone(),
        games: Some(played.games()),
        blocks: Some(played.blocks()),
        settings: rules.settings.clone(),
    });
    Manifest {
        format: Some(header.format),
        head: head(results, complete),
        line_up: Some(header.line_up.clone()),
        line_ups: Some(json!(header.line_ups)),
        files: Some(header.files.clone()),
        bots: Some(header.bots.clone()).filter(|bots| !bots.is_empty()),
        seating: Some(header.seating.clone()),
        r#match: Some(header.r#match),
        games: Some(header.games),
        blocks: Some(header.blocks),
        stop: Some(json!(header.stop)),
        shard: json!(header.shard),
        rules: rules.collect(),
        host: host.into(),
        ..Manifest::default()
    }
}

impl From<&Host<'_>> for documents::Host {
    fn from(host: &Host<'_>) -> documents::Host {
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
