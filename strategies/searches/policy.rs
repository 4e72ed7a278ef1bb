//! Who plays on in playouts.

use unobench_core::cards::{Cards, Colour, Kind, KindSet};
use unobench_core::game::{Action, Decision, Seat, View};
use unobench_core::strategy::{CardChoice, FastStrategy, Parameter, SeatChoice, Settings};
use unobench_fast::choices;
use unobench_fast::high_points::HighPoints;
use unobench_fast::most_colour::MostColour;
use unobench_fast::random::Uniform;
use unobench_learners::linear::Linear;
use unobench_learners::net::Learned;

/// Declares the policies from one list, the default first.
///
/// They are an enum of their own, because playouts are compiled for several types of cards, and a
/// few policies are compiled sooner than the whole catalogue.
macro_rules! policies {
    ($($type:ident $name:literal,)*) => {
        /// Their names.
        pub(super) const POLICIES: [&str; [$($name),*].len()] = [$($name),*];

        choices! {
            /// A strategy that plays on in playouts.
            pub(super) enum Policy { $($type($type),)* }
        }

        impl Policy {
            /// The policy with this name.
            pub(super) fn new(name: &str) -> Policy {
                match name {
                    $($name => Policy::$type($type::new(&Settings::new(&[0]))),)*
                    other => unreachable!("{other} is no policy"),
                }
            }
        }
    };
}

policies! {
    Linear "linear",
    MostColour "most-colour",
    HighPoints "high-points",
    Uniform "random",
    Learned "champion",
}

/// Who plays on in the playouts.
pub(super) const POLICY: Parameter =
    Parameter::choice("policy", "who plays on in the playouts, at every seat", &POLICIES);
