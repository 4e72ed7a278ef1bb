//! `bluffer`: plays wild draw fours that are not honest where it pays, and challenges those of
//! others.

use super::counter::{self, Weights};
use super::tactics::{agrees_if_it_pays, out_of_line, spoil_or_swap, unfit};
use super::{
    CardChoice, Cards, Colour, Decision, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, Seat,
    SeatChoice, View, careful,
};
use unobench_core::strategy::{Parameter, Settings};

/// The catalogue's entry for `bluffer`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "bluffer",
    description: "plays like counter, but bluffs with wild draw fours where that gains on average, \
        and challenges where a bluff is likely",
    source: "our own; that a wild draw four may be played unfairly and challenged: sources A, B, \
        C, D",
    tier: 2,
    parameters: &[
        Parameter::whole(
            "challenged",
            "in percent, how often it expects a bluff to be challenged",
            20,
            0,
            100,
        ),
        Parameter::decimal(
            "keep",
            "what it is worth to keep a wild draw four for later, in cards",
            3500,
            0,
            20_000,
        ),
        Parameter::whole(
            "suspicion",
            "in percent, how often it takes others to bluff when they could play another card; 0: \
             never challenges",
            2,
            0,
            100,
        ),
    ],
    traits: counter::ENTRY.traits,
    make: |settings| Player::honest(Bluffer::new(settings)),
    ..LIBRARY
};

/// Bluffs with wild draw fours.
#[derive(Debug, Clone)]
pub struct Bluffer {
    challenged: f64,
    keep: f64,
    suspicion: u32,
}

impl Bluffer {
    /// The strategy with what it expects of others.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> Bluffer {
        Bluffer {
            challenged: f64::from(settings.whole(0)) / 100.0,
            keep: settings.decimal(1),
            suspicion: settings.whole(2),
        }
    }

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

impl FastStrategy for Bluffer {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        out_of_line::<C, _>(|| {
            if self.bluffs(view, choice) {
                return Some(Kind::WILD_DRAW_FOUR);
            }
            Weights::STANDARD.choose(view, choice)
        })
    }

    /// Answers whatever hits; a bluff among the answers by the same rule.
    #[inline(always)]
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

    #[inline(always)]
    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        out_of_line::<C, _>(|| Weights::STANDARD.best_colour(view))
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
