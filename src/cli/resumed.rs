//! What is said of games that were played before: by which version, and how many are gone on from.

use super::console::Verbosity;
use super::numbers::grouped;
use unobench_core::bounded::quoted;
use unobench_experiment::header::{Header, VERSION};
use unobench_experiment::{Dropped, Resumed};

pub(super) fn tell_of_resuming(header: &Header, resumed: Option<&Resumed>, verbosity: Verbosity) {
    tell_of_version(&header.version, verbosity);
    tell_of_resumed(resumed, verbosity);
}

/// Says which version wrote what is read, if it is another.
pub(super) fn tell_of_version(version: &str, verbosity: Verbosity) {
    if version != VERSION {
        verbosity.say(&format!("this was played by unobench {}", quoted(version)));
    }
}

pub(super) fn tell_of_resumed(resumed: Option<&Resumed>, verbosity: Verbosity) {
    let Some(resumed) = resumed else { return };
    verbosity.say(&format!("resumed after {} games", grouped(resumed.games)));
    if let Some(Dropped { line, bytes, reason }) = &resumed.dropped {
        let bytes = grouped(*bytes);
        verbosity.say(&format!(
            "progress.jsonl is damaged from line {line} on ({reason}): its last {bytes} bytes were \
             dropped, and the games in them were played again"
        ));
    }
}
