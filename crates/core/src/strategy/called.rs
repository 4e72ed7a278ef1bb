//! Fast strategies whose type a table does not know. It calls them, so that it need not be compiled
//! again when one of them is edited.

use super::{CardChoice, FastStrategy, SeatChoice, decide};
use crate::cards::{Bits as _, Cards, Colour, Compact, FastBits, Kind, KindSet, Roomy};
use crate::game::{Action, Seat, View};
use crate::machine::Job;
use crate::rng::Rng;
use std::any::Any;
use std::fmt::Debug;

/// How a strategy is called at tables with cards of one type.
pub trait Answers<C: Cards> {
    /// Makes the decision that is waited for, with the random numbers that go on from here.
    fn decide(&self, rng: &mut Rng, view: &View<'_, C>) -> Action;

    /// [`FastStrategy::value`]
    fn value(&self, view: &View<'_, C>, action: Action) -> Option<f64>;
}

/// A fast strategy of any type, for tables with cards of every type that tables have. Every
/// [`FastStrategy`] is one.
pub trait AnyFast:
    Answers<Compact>
    + Answers<Roomy>
    + Answers<Compact<FastBits>>
    + Answers<Roomy<FastBits>>
    + Any
    + Debug
    + Send
    + Sync
{
}

impl<S: FastStrategy + Debug + 'static> AnyFast for S {}

impl<C: Cards, S: FastStrategy> Answers<C> for S {
    fn decide(&self, rng: &mut Rng, view: &View<'_, C>) -> Action {
        C::Bits::compiled(Asking { strategy: self, rng, view })
    }

    fn value(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
        FastStrategy::value(self, view, action)
    }
}

/// A decision to be made in code compiled for the machine.
struct Asking<'a, 'v, C: Cards, S> {
    strategy: &'a S,
    rng: &'a mut Rng,
    view: &'a View<'v, C>,
}

impl<C: Cards, S: FastStrategy> Job for Asking<'_, '_, C, S> {
    type Output = Action;

    /// Has a copy of the strategy answer, and takes over the random numbers that it leaves.
    #[inline(always)]
    fn run(self) -> Action {
        let mut strategy = self.strategy.clone();
        strategy.begin(Some(self.rng));
        let answer = decide(&mut strategy, self.view);
        if let Some(used) = strategy.rng() {
            *self.rng = used.clone();
        }
        answer
    }
}

/// A fast strategy that is called.
#[derive(Debug, Clone)]
pub struct Called {
    strategy: &'static dyn AnyFast,
    rng: Rng,
}

impl Called {
    /// A strategy that is kept for as long as the program runs, so that players can be copied
    /// without counting.
    pub fn new(strategy: Box<dyn AnyFast>) -> Called {
        Called { strategy: Box::leak(strategy), rng: Rng::from_key(0) }
    }

    /// How it is called where cards are of this type. The compiler knows which it is.
    ///
    /// # Panics
    /// If no table has such cards.
    #[inline(always)]
    fn door<C: Cards>(&self) -> &'static dyn Answers<C> {
        let compact: &'static dyn Answers<Compact> = self.strategy;
        let roomy: &'static dyn Answers<Roomy> = self.strategy;
        let fast_compact: &'static dyn Answers<Compact<FastBits>> = self.strategy;
        let fast_roomy: &'static dyn Answers<Roomy<FastBits>> = self.strategy;
        let doors: [&dyn Any; 4] = [&fast_compact, &fast_roomy, &compact, &roomy];
        let door = doors.into_iter().find_map(|door| door.downcast_ref().copied());
        door.expect("cards of a type that tables have")
    }

    #[inline(always)]
    fn ask<C: Cards>(&mut self, view: &View<'_, C>) -> Action {
        self.door::<C>().decide(&mut self.rng, view)
    }
}

impl FastStrategy for Called {
    const LOOKS_BACK: bool = true;

    #[inline(always)]
    fn rng(&mut self) -> Option<&mut Rng> {
        Some(&mut self.rng)
    }

    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, _: CardChoice<C::Word>) -> Option<Kind> {
        self.ask(view).card()
    }

    #[inline(always)]
    fn lay<C: Cards>(&mut self, view: &View<'_, C>, _: CardChoice<C::Word>) -> Option<Kind> {
        self.ask(view).card()
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        match self.ask(view) {
            Action::Colour(colour) => colour,
            action => unreachable!("{action:?} is no colour"),
        }
    }

    fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        self.ask(view) == Action::Yes
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>, _: SeatChoice) -> Option<Seat> {
        self.ask(view).seat()
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, _: KindSet<C::Word>) -> Kind {
        self.ask(view).card().expect("a card is given")
    }

    fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
        self.door::<C>().value(view, action)
    }
}
