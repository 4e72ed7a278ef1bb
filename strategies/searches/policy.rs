//! Who plays on in playouts.

use unobench_core::game::Action;
use unobench_fast::high_points::HighPoints;
use unobench_fast::orders::Order;
use unobench_fast::random::Uniform;
use unobench_learners::linear::Linear;
use unobench_learners::net::Learned;
use unobench_tactics::choices;
use unobench_tactics::prelude::*;

choices! {
    /// A strategy that plays on in playouts. Playouts are compiled for several types of cards, and
    /// a few policies are compiled sooner than the whole catalogue.
    pub(super) enum Policy {
        Linear(Linear),
        Order(Order),
        HighPoints(HighPoints),
        Uniform(Uniform),
        Learned(Learned),
    }
}

const POLICIES: [&str; 5] = ["linear", "most-colour", "high-points", "random", "champion"];

impl Policy {
    pub(super) fn new(place: u32) -> Policy {
        let settings = ParameterValues::new(&[0]);
        match place {
            0 => Policy::Linear(Linear::new(&settings)),
            1 => Policy::Order(Order::MostColour),
            2 => Policy::HighPoints(HighPoints),
            3 => Policy::Uniform(Uniform::new(&settings)),
            _ => Policy::Learned(Learned::new(&settings)),
        }
    }
}

pub(super) const POLICY: Parameter =
    Parameter::choice("policy", &POLICIES).means("who plays on in the playouts, at every seat");
