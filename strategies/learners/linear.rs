//! `linear`: a linear function of named features of a view and an action.
//!
//! Each legal action of a decision is described by the numbers of [`Feature`], each number has a
//! weight, and the action with the highest sum is taken; among equals the first, cards and seats in
//! their order, declining last. UNO is always called. What is good differs between two players and
//! more, so there are two tables of weights; which one is used goes by the number of seats still in
//! play.
//!
//! The weights that come with the program are in `linear/built_in.toml`, where it stands how they
//! were found.

mod feature;
mod scene;
mod weights;

pub use feature::Feature;
pub use weights::{MAX_WEIGHT, PlayerCount, WeightRow, Weights, WeightsError};

use scene::LinearScene;
use std::ops::Deref;
use std::sync::Arc;
use unobench_core::game::Action;
use unobench_core::rng::Rng;
use unobench_core::strategy::{FileFormat, careful, decide};
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "linear",
    description: "plays the action with the highest value of a linear function of named features",
    source: "our own; weights found by self-play (SPSA), and frozen",
    tier: 3,
    parameters: &[Parameter::file("file").means("weights to play by instead of those built in")],
    traits: Traits {
        recall: Recall::Table,
        looks_at: "all that lies on the table",
        cost: Cost::Moderate,
        ..HEURISTIC
    },
    file: Some(FileFormat {
        read: |path, files| {
            Ok(Arc::new(Weights::read(path, files).map_err(|error| error.to_string())?))
        },
        built_in: || &**Weights::built_in(),
    }),
    ..LIBRARY.fast::<Linear>()
};

/// Plays by its weights, which it owns together with others, or is lent.
#[derive(Debug, Clone)]
pub struct Linear<W = Arc<Weights>> {
    weights: W,
}

impl<W: Deref<Target = Weights>> Linear<W> {
    /// The value of an action of the decision that is waited for.
    pub fn value_of<C: Cards>(&self, view: &View<'_, C>, action: Action) -> f32 {
        let choice = view.options().card_choice();
        self.ask(view, choice).value_of(action)
    }

    /// Hands the features of an action of the decision that is waited for, and their values, to the
    /// visitor; those left out are 0.
    ///
    /// A feature may be handed over more than once, and then counts as the sum. For a wild they are
    /// those of the colour that it would name.
    pub fn features<C: Cards>(
        &self,
        view: &View<'_, C>,
        action: Action,
        mut visit: impl FnMut(Feature, f32),
    ) {
        let choice = view.options().card_choice();
        let question = self.ask(view, choice);
        question.scene.features(question.table, choice, action, &mut visit);
    }

    #[inline(always)]
    fn ask<'a, 'v, C: Cards>(
        &'a self,
        view: &'a View<'v, C>,
        choice: CardChoice<C::Word>,
    ) -> ScoredChoice<'a, 'v, C> {
        let seats = PlayerCount::of(view.in_play().len() as usize);
        ScoredChoice { scene: LinearScene::new(view), table: self.weights.of(seats), choice }
    }

    /// The best of the cards, or none where declining is better.
    #[inline(always)]
    fn card<C: Cards>(&self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let question = self.ask(view, choice);
        let (best, value) = question.best(choice.legal.iter(), Action::Card)?;
        (!choice.may_decline || value >= question.value_of(Action::No)).then_some(best)
    }
}

/// A decision with the weights by which its actions are valued.
struct ScoredChoice<'a, 'v, C: Cards> {
    scene: LinearScene<'a, 'v, C>,
    table: &'a WeightRow,
    choice: CardChoice<C::Word>,
}

impl<C: Cards> ScoredChoice<'_, '_, C> {
    #[inline(always)]
    fn value_of(&self, action: Action) -> f32 {
        let mut value = 0.0;
        self.scene.features(self.table, self.choice, action, &mut |feature, x| {
            value += self.table[feature as usize] * x
        });
        value
    }

    /// The first of the most valuable, with its value; none of none.
    #[inline(always)]
    fn best<T: Copy>(
        &self,
        actions: impl Iterator<Item = T>,
        action: impl Fn(T) -> Action,
    ) -> Option<(T, f32)> {
        let mut best: Option<(T, f32)> = None;
        for candidate in actions {
            let value = self.value_of(action(candidate));
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((candidate, value));
            }
        }
        best
    }
}

impl FromSettings for Linear {
    fn new(settings: &ParameterValues<'_>) -> Linear {
        Linear { weights: settings.file().unwrap_or_else(|| Weights::built_in().clone()) }
    }
}

impl<W: Deref<Target = Weights> + Clone + Send + Sync> FastStrategy for Linear<W> {
    #[inline(always)]
    fn answer<C: Cards>(&self, _rng: &mut Rng, view: &View<'_, C>) -> Action {
        decide(&mut Linear { weights: &*self.weights }, view)
    }

    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.card(view, choice)
    }

    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.card(view, choice)
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        let best = self.ask(view, CardChoice::NONE).best(Colour::ALL.into_iter(), Action::Colour);
        best.map_or(Colour::Red, |(colour, _)| colour)
    }

    fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
        Some(f64::from(self.value_of(view, action)))
    }

    fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        if view.decision() == Decision::Uno {
            return true;
        }
        let question = self.ask(view, CardChoice::NONE);
        question.value_of(Action::Yes) > question.value_of(Action::No)
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        let question = self.ask(view, CardChoice::NONE);
        let (seat, value) = question.best(choice.seats.iter(), Action::Seat)?;
        if view.decision() == Decision::Swap {
            return careful::keep_if_shorter(view, seat, choice);
        }
        (value >= question.value_of(Action::No)).then_some(seat)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        let choice = CardChoice { legal: kinds, playable: kinds, may_decline: false };
        self.ask(view, choice).best(kinds.iter(), Action::Card).expect("a hand to give from").0
    }
}
