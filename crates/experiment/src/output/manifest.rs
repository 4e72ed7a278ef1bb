//! `manifest.json`: what was played, under which rules, by which version; and, under `host`, where
//! and how fast.
//!
//! Everything outside `host` is the same on every machine.

use crate::run::results::Results;
use serde_json::{Value, json};
use std::time::Duration;

/// What belongs to this machine and this sitting.
#[derive(Debug, Clone, Copy)]
pub struct Host<'a> {
    /// Threads that played.
    pub threads: usize,
    /// The arguments as given.
    pub arguments: &'a [String],
    /// How long the sitting took.
    pub time: Duration,
    /// Games played in it.
    pub games: u64,
}

/// The contents of `manifest.json`.
#[must_use]
pub fn manifest(results: &Results, complete: bool, host: &Host<'_>) -> Value {
    let header = results.header();
    let rules =
        header.rules.iter().zip(results.rule_sets()).map(
            |(rules, played)| json!({"name": rules.name, "games": played.games(), "blocks": played.blocks(), "settings": rules.settings}),
        );
    json!({
        "format": header.format,
        "program": header.program,
        "version": header.version,
        "question": header.question,
        "complete": complete,
        "seed": header.seed,
        "players": header.players,
        "line_up": header.line_up,
        "line_ups": header.line_ups,
        "files": header.files,
        "seating": header.seating,
        "match": header.r#match,
        "games": header.games,
        "blocks": header.blocks,
        "stop": header.stop,
        "shard": header.shard,
        "rules": rules.collect::<Vec<_>>(),
        "host": of_host(host),
    })
}

pub(super) fn of_host(host: &Host<'_>) -> Value {
    let seconds = host.time.as_secs_f64();
    let speed = (host.games > 0 && seconds > 0.0).then(|| host.games as f64 / seconds);
    json!({
        "cores": std::thread::available_parallelism().ok().map(std::num::NonZeroUsize::get),
        "threads": host.threads,
        "arguments": host.arguments,
        "timing": {"games": host.games, "seconds": seconds, "games_per_second": speed},
    })
}
