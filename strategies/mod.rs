//! The strategies. To add one: a file beside this one, and its line in the list at the end of this file.

use crate::cards::{Cards, Colour, Kind, KindSet};
use crate::game::{Seat, SeatSet, View};
use crate::rng::Rng;
use crate::strategy::{CardChoice, Entry, Strategy};

mod spec;

pub use spec::{StrategyError, StrategySpec};

/// Declares the strategies from one list: their modules, the catalogue, and [`Player`], which is any one of them.
macro_rules! strategies {
    ($($module:ident :: $type:ident,)*) => {
        $(pub mod $module;)*

        /// All strategies, in order of tier.
        pub static CATALOGUE: &[Entry] = &[$($module::ENTRY,)*];

        /// A strategy of the catalogue; a match instead of a table of functions, so that the small ones are inlined where they are called.
        #[derive(Debug, Clone)]
        pub enum Player {
            $(
                #[doc = concat!("`", stringify!($module), "`")]
                $type($module::$type),
            )*
        }

        impl Player {
            /// The strategy with this index in the catalogue and these values of its parameters, in their order.
            ///
            /// # Panics
            /// If there is no such strategy.
            #[must_use]
            pub fn new(index: usize, parameters: &[i64]) -> Player {
                let makers: &[fn(&[i64]) -> Player] = &[$(|parameters| Player::$type($module::$type::new(parameters)),)*];
                makers[index](parameters)
            }
        }

        /// Each decision is the strategy's own.
        impl Strategy for Player {
            #[inline(always)]
            fn begin(&mut self, rng: Option<&Rng>) {
                match self { $(Player::$type(strategy) => strategy.begin(rng),)* }
            }
            #[inline(always)]
            fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Player::$type(strategy) => strategy.play(view, choice),)* }
            }
            #[inline(always)]
            fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Player::$type(strategy) => strategy.drawn(view, choice),)* }
            }
            #[inline(always)]
            fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
                match self { $(Player::$type(strategy) => strategy.colour(view),)* }
            }
            #[inline(always)]
            fn uno<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                match self { $(Player::$type(strategy) => strategy.uno(view),)* }
            }
            fn challenge<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                match self { $(Player::$type(strategy) => strategy.challenge(view),)* }
            }
            fn answer<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Player::$type(strategy) => strategy.answer(view, choice),)* }
            }
            fn jump_in<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Player::$type(strategy) => strategy.jump_in(view, choice),)* }
            }
            fn double<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Player::$type(strategy) => strategy.double(view, choice),)* }
            }
            fn swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Seat {
                match self { $(Player::$type(strategy) => strategy.swap(view, seats),)* }
            }
            fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
                match self { $(Player::$type(strategy) => strategy.exchange(view, seats),)* }
            }
            fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
                match self { $(Player::$type(strategy) => strategy.give(view, kinds),)* }
            }
        }
    };
}

strategies! {
    random::Random,
    first_legal::FirstLegal,
    high_points::HighPoints,
    save_wilds::SaveWilds,
    most_colour::MostColour,
    punisher::Punisher,
}
