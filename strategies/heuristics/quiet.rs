//! `quiet`: does not call UNO, in the hope that nobody notices.

use super::counter::{self, Counter};
use super::{
    CardChoice, Cards, Colour, Decision, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, Seat,
    SeatChoice, View,
};
use unobench_core::strategy::{Parameter, Settings};

/// The catalogue's entry for `quiet`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "quiet",
    description: "plays like counter, but does not call UNO where few could notice; that never \
        gains, since hand sizes are public",
    source: "source D: some deliberately do not call, in the hope of not being found out in time",
    tier: 2,
    parameters: &[Parameter::whole(
        "others",
        "does not call where at most this many others are in play; 0: always calls",
        9,
        0,
        9,
    )],
    traits: counter::ENTRY.traits,
    make: |settings| Player::honest(Quiet::new(settings)),
    ..LIBRARY
};

/// Keeps quiet about its last card.
#[derive(Debug, Clone)]
pub struct Quiet {
    counter: Counter,
    others: u32,
}

impl Quiet {
    /// The strategy with the number of others before whom it is quiet.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> Quiet {
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
