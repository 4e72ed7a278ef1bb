//! `punisher`: spends skips and draws on a neighbour who is nearly out.

use unobench_tactics::prelude::*;
use unobench_tactics::{agrees_if_it_pays, hardest, prefer, spoil_or_swap, unfit, worth_playing};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "punisher",
    description: "plays the colour it holds most of and keeps its action cards back; spends them, \
        the hardest first, on a next player who is nearly out",
    source: "source D: keep others from being the first to finish; the way of doing so is our own",
    tier: 2,
    parameters: &[
        Parameter::whole("threshold", 2, 1, 20)
            .means("punishes a next player with this many cards or fewer"),
        Parameter::whole("suspicion", 0, 0, 100).means(
            "in percent, how often it takes others to bluff with a wild draw four when they could \
             play another card; 0: never challenges",
        ),
    ],
    traits: Traits {
        recall: Recall::Table,
        looks_at: "hand sizes, direction, which colours others did not follow",
        ..HEURISTIC
    },
    ..LIBRARY.fast::<Punisher>()
};

/// Punishes a neighbour who is nearly out.
#[derive(Debug, Clone)]
pub struct Punisher {
    threshold: u32,
    suspicion: u32,
}

impl FromSettings for Punisher {
    fn new(settings: &ParameterValues<'_>) -> Punisher {
        Punisher { threshold: settings.whole(0), suspicion: settings.whole(1) }
    }
}

impl FastStrategy for Punisher {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let next = view.after(view.seat());
        if view.hand_size(next) <= self.threshold
            && let Some(kind) = hardest(view, playable)
        {
            return Some(kind);
        }
        prefer(view, playable.and(KindSet::NUMBERS), playable)
    }

    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if view.decision() != Decision::Answer {
            return careful::card(view, choice);
        }
        hardest(view, choice.playable).or(choice.playable.last())
    }

    fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        agrees_if_it_pays(view, self.suspicion)
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        spoil_or_swap(view, choice, self.threshold)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        unfit(view, kinds)
    }
}
