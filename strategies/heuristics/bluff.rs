//! Whether a wild draw four that is not honest pays.

use unobench_tactics::prelude::*;

/// What a bluffer reckons with: how often it is challenged, and what a kept wild is worth in cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bluff {
    /// How often a bluff is challenged, from 0 to 1.
    pub(super) challenged: f64,
    /// What it is worth to keep a wild draw four for later, in cards.
    pub(super) keep: f64,
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
