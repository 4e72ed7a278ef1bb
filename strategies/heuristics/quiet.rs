//! `quiet`: does not call UNO, in the hope that nobody notices.

use super::counter::{self, Counter};
use std::sync::Arc;
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "quiet",
    description: "plays like counter, but does not call UNO where few could notice; that never \
        gains, since hand sizes are public",
    source: "source D: some deliberately do not call, in the hope of not being found out in time",
    parameters: &[Parameter::whole("others", 9, 0, 9)
        .means("does not call where at most this many others are in play; 0: always calls")],
    make: |settings| Player::honest(quiet(settings)),
    fast: Some(|settings| Arc::new(quiet(settings))),
    ..counter::ENTRY
};

fn quiet(settings: &ParameterValues<'_>) -> Counter {
    Counter { quiet_among: Some(settings.whole(0)), ..Counter::STANDARD }
}
