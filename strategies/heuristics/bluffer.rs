//! `bluffer`: plays wild draw fours that are not honest where it pays, and challenges those of
//! others.

use super::counter::{self, Weights};
use super::tactics::{agrees_if_it_pays, spoil_or_swap, unfit};
use unobench_fast::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "bluffer",
    description: "plays like counter, but bluffs with wild draw fours where that gains on average, \
        and challenges where a bluff is likely",
    source: "our own; that a wild draw four may be played unfairly and challenged: sources A, B, \
        C, D",
    tier: 2,
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
    traits: counter::ENTRY.traits,
    ..LIBRARY.fast::<Bluffer>()
};

/// Bluffs with wild draw fours.
#[derive(Debug, Clone)]
pub struct Bluffer {
    challenged: f64,
    keep: f64,
    suspicion: u32,
}

impl Bluffer {
    /// Whether to bluff: the next player loses four cards' worth and a turn, unless it challenges,
    /// which turns the four cards round.
    ///
    /// What another loses is worth its part among all opponents, but twice the whole where that
    /// player is nearly out.
    #[inline(never)]
    fn pays_to_bluff<C: Cards>(&self, view: &View<'_, C>) -> bool {
        let opponents = view.opponents().len();
        if opponents > 1 && view.hand_size(view.seat()) <= 2 {
            return false;
        }
        let next = view.after(view.seat());
        let part =
            if view.hand_size(next) <= NEARLY_OUT { 2.0 } else { 1.0 / f64::from(opponents) };
        (1.0 - self.challenged) * (FOUR + TURN) * part > self.challenged * FOUR + self.keep
    }

    #[inline(always)]
    fn bluffs<C: Cards>(&self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> bool {
        choice.legal != choice.playable && self.pays_to_bluff(view)
    }
}

/// The cards of a wild draw four.
const FOUR: f64 = 4.0;
/// What a lost turn costs, in cards.
const TURN: f64 = 1.0;
/// A player with this many cards or fewer is nearly out.
const NEARLY_OUT: u32 = 2;

impl FromSettings for Bluffer {
    fn new(settings: &Settings<'_>) -> Bluffer {
        Bluffer {
            challenged: f64::from(settings.whole(0)) / 100.0,
            keep: settings.decimal(1),
            suspicion: settings.whole(2),
        }
    }
}

impl FastStrategy for Bluffer {
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if self.bluffs(view, choice) {
            return Some(Kind::WILD_DRAW_FOUR);
        }
        Weights::STANDARD.choose(view, choice)
    }

    /// Answers whatever hits; a bluff among the answers by the same rule.
    fn lay<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        decision: Decision,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        match decision {
            Decision::Drawn => self.play(view, choice),
            Decision::Answer if self.bluffs(view, choice) => Some(Kind::WILD_DRAW_FOUR),
            Decision::Answer => Weights::STANDARD.answer(view, choice),
            _ => careful::card(view, decision, choice),
        }
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        Weights::STANDARD.best_colour(view)
    }

    fn agrees<C: Cards>(&mut self, view: &View<'_, C>, decision: Decision) -> bool {
        agrees_if_it_pays(view, decision, self.suspicion)
    }

    fn choose<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        decision: Decision,
        choice: SeatChoice,
    ) -> Option<Seat> {
        spoil_or_swap(view, decision, choice, NEARLY_OUT)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        unfit(view, kinds)
    }
}
