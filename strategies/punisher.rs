//! `punisher`: spends skips and draws on a neighbour who is nearly out.

use super::{CardChoice, Cards, Entry, Kind, KindSet, Strategy, View};
use super::most_colour::most_frequent;
use crate::cards::{Symbol, Word};
use crate::strategy::{Parameter, Traits};

/// What the catalogue says.
pub const ENTRY: Entry = Entry {
    name: "punisher",
    description: "plays the colour it holds most of and keeps its action cards back; spends them, the hardest first, on a next player who is nearly out",
    source: "source D: keep others from being the first to finish; how is our own",
    tier: 2,
    parameters: &[Parameter {
        name: "threshold",
        description: "punishes a next player with this many cards or fewer",
        default: 2,
        min: 1,
        max: 20,
    }],
    traits: Traits { stochastic: false, memory: false, looks_at: "hand sizes, direction" },
};

/// Punishes a neighbour who is nearly out.
#[derive(Debug, Clone)]
pub struct Punisher {
    threshold: u32,
}

impl Punisher {
    /// The strategy with its threshold.
    #[must_use]
    pub fn new(parameters: &[i64]) -> Punisher {
        Punisher { threshold: parameters[0] as u32 }
    }

    /// The hardest of the playable cards that make the next player lose a turn.
    #[inline(always)]
    fn hardest<C: Cards>(view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
        let of = |symbol: Symbol| playable.and(KindSet(C::Word::symbol(symbol.index())));
        let wild = |symbol: Symbol| playable.and(KindSet::only(Kind::wild(symbol)));
        let reverses = if view.players() == 2 { of(Symbol::Reverse) } else { KindSet::EMPTY };
        [
            wild(Symbol::BlankDraw),
            wild(Symbol::WildDrawFour),
            of(Symbol::DrawTwo),
            wild(Symbol::DownpourTwo),
            of(Symbol::DrawOne),
            of(Symbol::Skip).or(reverses),
            wild(Symbol::DownpourOne),
        ]
        .into_iter()
        .find_map(|kinds| kinds.last())
    }
}

impl Strategy for Punisher {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let next = view.after(view.seat());
        if view.hand_size(next) <= self.threshold
            && let Some(kind) = Self::hardest(view, choice.playable)
        {
            return Some(kind);
        }
        let numbers = choice.playable.and(KindSet(C::Word::NUMBERS));
        most_frequent(view, if numbers.is_empty() { choice.playable } else { numbers })
    }
}
