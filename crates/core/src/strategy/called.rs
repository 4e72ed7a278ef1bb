//! Fast strategies whose type a table does not know. It calls them, so that it need not be compiled
//! again when one of them is edited.

use super::{CardChoice, FastStrategy, SeatChoice};
use crate::cards::{Bits as _, Cards, Colour, Compact, FastBits, Kind, KindSet, Roomy};
use crate::game::{Action, Decision, Seat, View};
use crate::machine::Job;
use crate::rng::Rng;
use std::any::Any;
use std::fmt::Debug;

/// What is asked of a strategy: a method of [`FastStrategy`] and its arguments.
#[derive(Debug, Clone, Copy)]
pub enum Question<W> {
    /// [`FastStrategy::lay`]
    Lay(Decision, CardChoice<W>),
    /// [`FastStrategy::colour`]
    Colour,
    /// [`FastStrategy::agrees`]
    Agrees(Decision),
    /// [`FastStrategy::choose`]
    Choose(Decision, SeatChoice),
    /// [`FastStrategy::give`]
    Give(KindSet<W>),
}

/// How a strategy is called at tables with cards of one type.
pub trait Answers<C: Cards> {
    /// [`FastStrategy::play`], with the random numbers that go on from here.
    fn play(&self, rng: &mut Rng, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind>;

    /// Answers any other question.
    fn answer(&self, rng: &mut Rng, view: &View<'_, C>, question: Question<C::Word>) -> Action;

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
    fn play(&self, rng: &mut Rng, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let mut answer = None;
        C::Bits::compiled(Asking { strategy: self, rng, view, asked: choice, answer: &mut answer });
        answer
    }

    fn answer(&self, rng: &mut Rng, view: &View<'_, C>, question: Question<C::Word>) -> Action {
        let mut answer = Action::No;
        C::Bits::compiled(Asking {
            strategy: self,
            rng,
            view,
            asked: question,
            answer: &mut answer,
        });
        answer
    }

    fn value(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
        FastStrategy::value(self, view, action)
    }
}

/// A question to be answered in code compiled for the machine.
struct Asking<'a, 'v, C: Cards, S, Q, A> {
    strategy: &'a S,
    rng: &'a mut Rng,
    view: &'a View<'v, C>,
    asked: Q,
    answer: &'a mut A,
}

impl<C: Cards, S: FastStrategy, Q, A> Asking<'_, '_, C, S, Q, A> {
    /// Has a copy of the strategy answer, and takes over the random numbers that it leaves.
    #[inline(always)]
    fn ask(self, answer: impl FnOnce(&mut S, &View<'_, C>, Q) -> A) {
        let mut strategy = self.strategy.clone();
        strategy.begin(Some(self.rng));
        *self.answer = answer(&mut strategy, self.view, self.asked);
        if let Some(used) = strategy.rng() {
            *self.rng = used.clone();
        }
    }
}

impl<C: Cards, S: FastStrategy> Job for Asking<'_, '_, C, S, CardChoice<C::Word>, Option<Kind>> {
    #[inline(always)]
    fn run(self) {
        self.ask(|strategy, view, choice| strategy.play(view, choice));
    }
}

impl<C: Cards, S: FastStrategy> Job for Asking<'_, '_, C, S, Question<C::Word>, Action> {
    #[inline(always)]
    fn run(self) {
        self.ask(|strategy, view, question| match question {
            Question::Lay(decision, choice) => {
                strategy.lay(view, decision, choice).map_or(Action::No, Action::Card)
            }
            Question::Colour => Action::Colour(strategy.colour(view)),
            Question::Agrees(decision) if strategy.agrees(view, decision) => Action::Yes,
            Question::Agrees(_) => Action::No,
            Question::Choose(decision, choice) => {
                strategy.choose(view, decision, choice).map_or(Action::No, Action::Seat)
            }
            Question::Give(kinds) => Action::Card(strategy.give(view, kinds)),
        });
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
    #[must_use]
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
    fn ask<C: Cards>(&mut self, view: &View<'_, C>, question: Question<C::Word>) -> Action {
        self.door::<C>().answer(&mut self.rng, view, question)
    }
}

impl FastStrategy for Called {
    const LOOKS_BACK: bool = true;

    #[inline(always)]
    fn rng(&mut self) -> Option<&mut Rng> {
        Some(&mut self.rng)
    }

    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.door::<C>().play(&mut self.rng, view, choice)
    }

    #[inline(always)]
    fn lay<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        decision: Decision,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.ask(view, Question::Lay(decision, choice)).card()
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        match self.ask(view, Question::Colour) {
            Action::Colour(colour) => colour,
            action => unreachable!("{action:?} is no colour"),
        }
    }

    fn agrees<C: Cards>(&mut self, view: &View<'_, C>, decision: Decision) -> bool {
        self.ask(view, Question::Agrees(decision)) == Action::Yes
    }

    fn choose<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        decision: Decision,
        choice: SeatChoice,
    ) -> Option<Seat> {
        self.ask(view, Question::Choose(decision, choice)).seat()
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        self.ask(view, Question::Give(kinds)).card().expect("a card is given")
    }

    fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
        self.door::<C>().value(view, action)
    }
}
