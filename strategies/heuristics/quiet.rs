//! `quiet`: does not call UNO, in the hope that nobody notices.

use super::counter::{self, Counter};
use unobench_fast::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "quiet",
    description: "plays like counter, but does not call UNO where few could notice; that never \
        gains, since hand sizes are public",
    source: "source D: some deliberately do not call, in the hope of not being found out in time",
    tier: 2,
    parameters: &[Parameter::whole("others", 9, 0, 9)
        .means("does not call where at most this many others are in play; 0: always calls")],
    traits: counter::ENTRY.traits,
    ..LIBRARY.fast::<Quiet>()
};

/// Keeps quiet about its last card.
#[derive(Debug, Clone)]
pub struct Quiet {
    counter: Counter,
    others: u32,
}

impl FromSettings for Quiet {
    fn new(settings: &Settings<'_>) -> Quiet {
        Quiet { counter: Counter::standard(), others: settings.whole(0) }
    }
}

impl FastStrategy for Quiet {
    fn agrees<C: Cards>(&mut self, view: &View<'_, C>, decision: Decision) -> bool {
        match decision {
            Decision::Uno => view.opponents().len() > self.others,
            _ => self.counter.agrees(view, decision),
        }
    }

    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.counter.play(view, choice)
    }

    fn lay<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        decision: Decision,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.counter.lay(view, decision, choice)
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        self.counter.colour(view)
    }

    fn choose<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        decision: Decision,
        choice: SeatChoice,
    ) -> Option<Seat> {
        self.counter.choose(view, decision, choice)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        self.counter.give(view, kinds)
    }
}
