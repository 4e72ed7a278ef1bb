//! Fast strategies whose type a table does not know. It calls them, so that it need not be compiled
//! again when one of them is edited.

use super::{CardChoice, FastStrategy, SeatChoice};
use crate::cards::{Cards, Colour, Compact, FastBits, Kind, KindSet, Roomy};
use crate::game::{Action, Seat, View};
use crate::machine::CpuJob;
use crate::rng::Rng;
use std::any::Any;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

/// How a strategy is called at tables with cards of one type.
pub trait Decides<C: Cards> {
    /// Makes the decision that is waited for, with the random numbers that go on from here.
    fn decide(&self, rng: &mut Rng, view: &View<'_, C>) -> Action;

    /// [`FastStrategy::value`]
    fn value(&self, view: &View<'_, C>, action: Action) -> Option<f64>;
}

/// A fast strategy of any type, for tables with cards of every type that tables have. Every
/// [`FastStrategy`] is one.
pub trait AnyFast:
    Decides<Compact>
    + Decides<Roomy>
    + Decides<Compact<FastBits>>
    + Decides<Roomy<FastBits>>
    + Any
    + Debug
    + Send
    + Sync
{
}

impl<S: FastStrategy + Debug + 'static> AnyFast for S {}

impl<C: Cards, S: FastStrategy> Decides<C> for S {
    fn decide(&self, rng: &mut Rng, view: &View<'_, C>) -> Action {
        view.way().compiled(Asking { strategy: self, rng, view })
    }

    fn value(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
        FastStrategy::value(self, view, action)
    }
}

/// One decision of a fast strategy, as a job for code compiled for this processor.
struct Asking<'a, 'v, C: Cards, S> {
    strategy: &'a S,
    rng: &'a mut Rng,
    view: &'a View<'v, C>,
}

impl<C: Cards, S: FastStrategy> CpuJob for Asking<'_, '_, C, S> {
    type Output = Action;

    #[inline(always)]
    fn run(self) -> Action {
        self.strategy.answer(self.rng, self.view)
    }
}

/// Who holds a fast strategy: an owner, or a reference, which is copied without counting.
pub trait Holds: Deref<Target = dyn AnyFast> + Clone + Send + Sync {}

impl<P: Deref<Target = dyn AnyFast> + Clone + Send + Sync> Holds for P {}

/// A fast strategy that is called.
#[derive(Debug, Clone)]
pub struct Called<P = Arc<dyn AnyFast>> {
    strategy: P,
    rng: Rng,
}

impl Called {
    /// A player who owns the strategy, together with its copies.
    pub fn new(strategy: Arc<dyn AnyFast>) -> Called {
        Called { strategy, rng: Rng::from_key(0) }
    }

    /// A copy that owns nothing.
    #[inline(always)]
    pub fn lent(&self) -> Called<&dyn AnyFast> {
        Called { strategy: &*self.strategy, rng: self.rng.clone() }
    }
}

/// What makes a strategy of any type one that is called with cards of this type.
type CallPath<C> = for<'a> fn(&'a dyn AnyFast) -> &'a dyn Decides<C>;

/// How a strategy is called where cards are of this type. The compiler knows which way it is.
///
/// # Panics
/// If no table has such cards.
#[inline(always)]
fn call_path<C: Cards>(strategy: &dyn AnyFast) -> &dyn Decides<C> {
    let compact: CallPath<Compact> = |strategy| strategy;
    let roomy: CallPath<Roomy> = |strategy| strategy;
    let fast_compact: CallPath<Compact<FastBits>> = |strategy| strategy;
    let fast_roomy: CallPath<Roomy<FastBits>> = |strategy| strategy;
    let paths: [&dyn Any; 4] = [&fast_compact, &fast_roomy, &compact, &roomy];
    let path = paths.into_iter().find_map(|path| path.downcast_ref::<CallPath<C>>());
    path.expect("cards of a type that tables have")(strategy)
}

impl<P: Holds> Called<P> {
    #[inline(always)]
    fn ask<C: Cards>(&mut self, view: &View<'_, C>) -> Action {
        call_path::<C>(&*self.strategy).decide(&mut self.rng, view)
    }
}

impl<P: Holds> FastStrategy for Called<P> {
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
        call_path::<C>(&*self.strategy).value(view, action)
    }
}
