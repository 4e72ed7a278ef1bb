//! `eager-draw`: draws by choice rather than spend its special cards early.

use super::tactics::{most_frequent, worth_playing};
use unobench_core::cards::Word;
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "eager-draw",
    description: "like most-colour, but draws rather than play a special card while its own hand \
        is small and every other one large",
    source: "source D: there can be reasons to draw although a card fits; source E: one may; the \
        reasons are our own",
    tier: 1,
    parameters: &[
        Parameter::choice("keeps", &["specials", "actions", "wilds"])
            .means("which cards it keeps rather than plays"),
        Parameter::whole("own", 4, 1, 20)
            .means("draws by choice only with this many cards or fewer"),
        Parameter::whole("other", 3, 0, 20)
            .means("plays what it can once another hand has this many cards or fewer"),
    ],
    traits: Traits { looks_at: "hand sizes", ..HEURISTIC },
    ..LIBRARY.fast::<EagerDraw>()
};

/// Which special cards `eager-draw` does not spend early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeps {
    Specials,
    Actions,
    Wilds,
}

/// Rather draws than plays a special card.
#[derive(Debug, Clone)]
pub struct EagerDraw {
    keeps: Keeps,
    own: u32,
    other: u32,
}

impl EagerDraw {
    #[inline(always)]
    fn kept<W: Word>(&self, playable: KindSet<W>) -> KindSet<W> {
        match self.keeps {
            Keeps::Specials => playable.without(KindSet::NUMBERS),
            Keeps::Actions => playable.coloured().without(KindSet::NUMBERS),
            Keeps::Wilds => playable.and(KindSet::WILDS),
        }
    }

    /// Whether there is time to draw. With one card left there is none: to play it wins.
    #[inline(always)]
    fn has_time<C: Cards>(&self, view: &View<'_, C>) -> bool {
        let own = view.hand_size(view.seat());
        own > 1
            && own <= self.own
            && view
                .in_play()
                .without(view.seat())
                .iter()
                .all(|seat| view.hand_size(seat) > self.other)
    }
}

impl FromSettings for EagerDraw {
    fn new(settings: &ParameterValues<'_>) -> EagerDraw {
        let keeps = [Keeps::Specials, Keeps::Actions, Keeps::Wilds][settings.whole(0) as usize];
        EagerDraw { keeps, own: settings.whole(1), other: settings.whole(2) }
    }
}

impl FastStrategy for EagerDraw {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let free = playable.without(self.kept(playable));
        if free.is_empty() && choice.may_decline && self.has_time(view) {
            None
        } else {
            most_frequent(view, playable)
        }
    }

    /// Keeps a drawn card by the same rule. Answers whenever it can: to take is dearer than any
    /// card.
    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        match view.decision() {
            Decision::Drawn => self.play(view, choice),
            Decision::Answer => most_frequent(view, choice.playable),
            _ => careful::card(view, choice),
        }
    }
}
