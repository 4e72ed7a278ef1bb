//! `save-wilds`: keeps its wilds for the end, when they always fit.

use super::tactics::{most_frequent, worth_playing};
use super::{
    CardChoice, Cards, Decision, Entry, FastStrategy, Kind, LIBRARY, Player, View, careful,
};
use unobench_core::strategy::{Cost, Parameter, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `save-wilds`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "save-wilds",
    description: "offensive: draws rather than spend a wild while nobody is near the end, then \
        goes out with it",
    source: "the offensive tactic of source D: black cards are kept for the end, where little else \
        fits",
    tier: 1,
    parameters: &[
        Parameter::whole(
            "own",
            "spends wilds once its own hand has this many cards or fewer",
            4,
            1,
            20,
        ),
        Parameter::whole(
            "other",
            "spends wilds once another hand has this many cards or fewer",
            2,
            0,
            20,
        ),
    ],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "hand sizes",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(SaveWilds::new(settings)),
    ..LIBRARY
};

/// Keeps its wilds for the end.
#[derive(Debug, Clone)]
pub struct SaveWilds {
    own: u32,
    other: u32,
}

impl SaveWilds {
    /// The strategy with its two thresholds.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> SaveWilds {
        SaveWilds { own: settings.whole(0), other: settings.whole(1) }
    }

    /// Whether somebody is near the end.
    #[inline(always)]
    fn is_late<C: Cards>(&self, view: &View<'_, C>) -> bool {
        view.hand_size(view.seat()) <= self.own
            || view.in_play().iter().any(|seat| view.hand_size(seat) <= self.other)
    }
}

impl FastStrategy for SaveWilds {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let saves =
            choice.playable.coloured().is_empty() && choice.may_decline && !self.is_late(view);
        if saves { None } else { most_frequent(view, worth_playing(view, choice)) }
    }

    /// Answers with a wild only where nothing else answers, but rather than take what hits. Rather
    /// keeps a wild than doubles it or jumps in with it, while nobody is near the end.
    #[inline(always)]
    fn lay<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        decision: Decision,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        match decision {
            Decision::Drawn | Decision::JumpIn | Decision::Double => self.play(view, choice),
            Decision::Answer => most_frequent(view, choice.playable),
            _ => careful::card(view, decision, choice),
        }
    }
}
