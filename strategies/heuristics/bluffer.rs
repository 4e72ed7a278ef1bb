//! `bluffer`: plays wild draw fours that are not honest where it pays, and challenges those of
//! others.

use super::counter::{self, Counter};
use std::sync::Arc;
use unobench_fast::prelude::*;

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

/// What a bluffer reckons with: how often it is challenged, and what a kept wild is worth in cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bluff {
    /// How often a bluff is challenged, from 0 to 1.
    challenged: f64,
    keep: f64,
}

impl Bluff {
    /// Whether to bluff: the next player loses four cards' worth and a turn, unless it challenges,
    /// which turns the four cards round.
    ///
    /// What another loses is worth its part among all opponents, but twice the whole where that
    /// player is nearly out.
    #[inline(never)]
    pub(super) fn pays<C: Cards>(&self, view: &View<'_, C>) -> bool {
        let opponents = view.opponents().len();
        if opponents > 1 && view.hand_size(view.seat()) <= 2 {
            return false;
        }
        let next = view.after(view.seat());
        let part =
            if view.hand_size(next) <= NEARLY_OUT { 2.0 } else { 1.0 / f64::from(opponents) };
        (1.0 - self.challenged) * (FOUR + TURN) * part > self.challenged * FOUR + self.keep
    }
}

const FOUR: f64 = 4.0;
/// What a lost turn costs, in cards.
const TURN: f64 = 1.0;
/// A player with this many cards or fewer is nearly out.
const NEARLY_OUT: u32 = 2;
