//! `bluffer`: plays wild draw fours that are not honest where it pays, and challenges those of
//! others.

use super::bluff::Bluff;
use super::counter::{self, Counter};
use std::sync::Arc;
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "bluffer",
    description: "plays like counter, but bluffs with wild draw fours where that gains on average, \
        and challenges where a bluff is likely",
    source: "our own; that a wild draw four may be played unfairly and challenged: sources A, B, \
        C, D",
    parameters: &[
        Parameter::whole("challenged", 20, 0, 100)
            .means("in percent, how often it expects a bluff to be challenged"),
        Parameter::decimal("keep", 3500, 0, 20_000)
            .means("what it is worth to keep a wild draw four for later, in cards"),
        Parameter::whole("suspicion", 2, 0, 100).means(
            "in percent, how often it takes others to bluff when they could play another card; 0: \
             never challenges",
        ),
    ],
    make: |settings| Player::honest(bluffer(settings)),
    fast: Some(|settings| Arc::new(bluffer(settings))),
    ..counter::ENTRY
};

fn bluffer(settings: &ParameterValues<'_>) -> Counter {
    let challenged = f64::from(settings.whole(0)) / 100.0;
    let bluff = Some(Bluff { challenged, keep: settings.decimal(1) });
    Counter { bluff, suspicion: settings.whole(2), ..Counter::STANDARD }
}
