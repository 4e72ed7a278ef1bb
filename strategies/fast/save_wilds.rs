//! `save-wilds`: keeps its wilds for the end, when they always fit.

use unobench_tactics::prelude::*;
use unobench_tactics::{most_frequent, worth_playing};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "save-wilds",
    description: "offensive: draws rather than spend a wild while nobody is near the end, then \
        goes out with it",
    source: "the offensive tactic of source D: black cards are kept for the end, where little else \
        fits",
    tier: 1,
    parameters: &[
        Parameter::whole("own", 4, 1, 20)
            .means("spends wilds once its own hand has this many cards or fewer"),
        Parameter::whole("other", 2, 0, 20)
            .means("spends wilds once another hand has this many cards or fewer"),
    ],
    traits: Traits { looks_at: "hand sizes", ..HEURISTIC },
    ..LIBRARY.fast::<SaveWilds>()
};

/// Keeps its wilds for the end.
#[derive(Debug, Clone)]
pub struct SaveWilds {
    own: u32,
    other: u32,
}

impl SaveWilds {
    #[inline(always)]
    fn is_late<C: Cards>(&self, view: &View<'_, C>) -> bool {
        view.hand_size(view.seat()) <= self.own
            || view.in_play().iter().any(|seat| view.hand_size(seat) <= self.other)
    }
}

impl FromSettings for SaveWilds {
    fn new(settings: &ParameterValues<'_>) -> SaveWilds {
        SaveWilds { own: settings.whole(0), other: settings.whole(1) }
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
    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        match view.decision() {
            Decision::Drawn | Decision::JumpIn | Decision::Double => self.play(view, choice),
            Decision::Answer => most_frequent(view, choice.playable),
            _ => careful::card(view, choice),
        }
    }
}
