//! Who plays on in playouts.

use super::super::high_points::HighPoints;
use super::super::linear::Linear;
use super::super::most_colour::MostColour;
use super::super::random::Random;
use crate::cards::{Cards, Colour, Kind, KindSet};
use crate::game::{Seat, SeatSet, View};
use crate::rng::Rng;
use crate::strategy::{CardChoice, Parameter, Settings, Strategy};

/// Declares the policies from one list, the default first.
///
/// They are an enum apart from [`Player`](super::super::Player), because playouts are compiled for
/// each type of cards and each source of law, and a few policies are compiled sooner than the whole
/// catalogue.
macro_rules! policies {
    ($($type:ident $name:literal,)*) => {
        /// Their names.
        pub(super) const POLICIES: [&str; [$($name),*].len()] = [$($name),*];

        /// A strategy that plays on in playouts.
        #[derive(Debug, Clone)]
        pub(super) enum Policy {
            $(
                #[doc = concat!("`", $name, "`")]
                $type($type),
            )*
        }

        impl Policy {
            /// The policy with this name.
            pub(super) fn new(name: &str) -> Policy {
                match name {
                    $($name => Policy::$type($type::new(&Settings::new(&[]))),)*
                    other => unreachable!("{other} is no policy"),
                }
            }
        }

        impl Strategy for Policy {
            fn begin(&mut self, rng: Option<&Rng>) {
                match self { $(Policy::$type(strategy) => strategy.begin(rng),)* }
            }
            #[inline(always)]
            fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Policy::$type(strategy) => strategy.play(view, choice),)* }
            }
            #[inline(always)]
            fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Policy::$type(strategy) => strategy.drawn(view, choice),)* }
            }
            #[inline(always)]
            fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
                match self { $(Policy::$type(strategy) => strategy.colour(view),)* }
            }
            fn challenge<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                match self { $(Policy::$type(strategy) => strategy.challenge(view),)* }
            }
            fn answer<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Policy::$type(strategy) => strategy.answer(view, choice),)* }
            }
            fn jump_in<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Policy::$type(strategy) => strategy.jump_in(view, choice),)* }
            }
            fn double<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self { $(Policy::$type(strategy) => strategy.double(view, choice),)* }
            }
            fn swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Seat {
                match self { $(Policy::$type(strategy) => strategy.swap(view, seats),)* }
            }
            fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
                match self { $(Policy::$type(strategy) => strategy.exchange(view, seats),)* }
            }
            fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
                match self { $(Policy::$type(strategy) => strategy.give(view, kinds),)* }
            }
        }
    };
}

policies! {
    Linear "linear",
    MostColour "most-colour",
    HighPoints "high-points",
    Random "random",
}

/// Who plays on in the playouts.
pub(in super::super) const POLICY: Parameter =
    Parameter::choice("policy", "who plays on in the playouts, at every seat", &POLICIES);
