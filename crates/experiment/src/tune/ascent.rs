//! Simultaneous perturbation stochastic approximation: uphill by two noisy evaluations a step,
//! however many numbers there are.
//!
//! Step k tries θ ± cₖ·δ, where each component of δ is +1 or −1 by the toss of a coin, and moves by
//!
//! > θ ← θ + aₖ · (y(θ + cₖδ) − y(θ − cₖδ)) / (2cₖ) · δ,  aₖ = a / (A + k)^0.602,  cₖ = c / k^0.101
//!
//! in units of each number. The result is the mean of the last half of the iterates, which varies
//! less than the last one (Polyak and Juditsky, "Acceleration of stochastic approximation by
//! averaging", SIAM J. Control Optim. 30, 1992).
//!
//! # Source
//! J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", IEEE TAC 37, 1992; gains after "Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization", IEEE TAES 34, 1998.

use super::space::Dimension;
use serde::{Deserialize, Serialize};
use unobench_core::rng::{Purpose, RoundKey};

/// How fast the steps grow shorter.
const STEP_DECAY: f64 = 0.602;
/// How fast the probes grow shorter.
const PROBE_DECAY: f64 = 0.101;
/// A, as a share of all steps.
const STABILITY: f64 = 0.1;
/// The difference that moves a number by the pace in the first step: one percent.
const REFERENCE: f64 = 0.01;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gains {
    /// By how many units each number moves in the first step, when one candidate wins one percent
    /// more than the other.
    pub pace: f64,
    /// How many units to either side of each number the first step tries.
    pub probe: f64,
    pub steps: u64,
}

impl Gains {
    pub const fn new(steps: u64) -> Gains {
        Gains { pace: 0.1, probe: 0.3, steps }
    }

    /// A, the number of steps that are taken as if they were past.
    fn stability(&self) -> f64 {
        (STABILITY * self.steps as f64).ceil()
    }

    /// cₖ, for k from 1.
    fn probe_at(&self, k: u64) -> f64 {
        self.probe / (k as f64).powf(PROBE_DECAY)
    }

    /// aₖ, for k from 1.
    fn gain_at(&self, k: u64) -> f64 {
        let first = self.pace * 2.0 * self.probe / REFERENCE;
        first * ((self.stability() + 1.0) / (self.stability() + k as f64)).powf(STEP_DECAY)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ascent {
    pub step: u64,
    pub theta: Vec<f64>,
    /// Sums of the iterates of the last half.
    pub sums: Vec<f64>,
    pub summed: u64,
}

impl Ascent {
    pub fn new(space: &[Dimension]) -> Ascent {
        let theta: Vec<f64> = space.iter().map(|dimension| dimension.start).collect();
        Ascent { step: 0, sums: vec![0.0; theta.len()], theta, summed: 0 }
    }

    pub(super) fn damage(&self, space: &[Dimension], gains: &Gains) -> Option<&'static str> {
        let is_whole = |numbers: &[f64]| numbers.len() == space.len();
        let summed = self.step.saturating_sub(gains.steps / 2);
        let is_inside = |(number, dimension): (&f64, &Dimension)| {
            (dimension.low..=dimension.high).contains(number)
        };
        if !is_whole(&self.theta) || !self.theta.iter().zip(space).all(is_inside) {
            Some("theta")
        } else if !is_whole(&self.sums) || !self.sums.iter().all(|sum| sum.is_finite()) {
            Some("sums")
        } else {
            (self.step > gains.steps || self.summed != summed).then_some("step")
        }
    }

    fn signs(&self, seed: u64) -> Vec<f64> {
        let mut rng = RoundKey::new(seed, self.step, 0).stream(Purpose::Playout, 0);
        self.theta.iter().map(|_| if rng.bits() >> 63 == 0 { 1.0 } else { -1.0 }).collect()
    }

    /// What the next step tries: θ + cδ and θ − cδ; near a bound about the nearest point that
    /// leaves room for both.
    pub fn candidates(&self, space: &[Dimension], gains: &Gains, seed: u64) -> [Vec<f64>; 2] {
        let probe = gains.probe_at(self.step + 1);
        let signs = self.signs(seed);
        [1.0, -1.0].map(|side| {
            let numbers = space.iter().zip(&self.theta).zip(&signs);
            numbers
                .map(|((dimension, theta), sign)| dimension.aside(*theta, side * sign, probe))
                .collect()
        })
    }

    /// Moves by how much better the first candidate of the step was.
    pub fn advance(&mut self, space: &[Dimension], gains: &Gains, seed: u64, difference: f64) {
        let signs = self.signs(seed);
        self.step += 1;
        let (gain, probe) = (gains.gain_at(self.step), gains.probe_at(self.step));
        for ((dimension, theta), sign) in space.iter().zip(&mut self.theta).zip(signs) {
            let slope = sign * difference * dimension.unit / (2.0 * dimension.reach(probe));
            *theta = dimension.bounded(*theta + gain * slope * dimension.unit);
        }
        if 2 * self.step > gains.steps {
            self.sums.iter_mut().zip(&self.theta).for_each(|(sum, theta)| *sum += theta);
            self.summed += 1;
        }
    }

    /// The result so far: the mean of the last half's iterates, before that the present ones.
    pub fn result(&self) -> Vec<f64> {
        if self.summed == 0 {
            return self.theta.clone();
        }
        self.sums.iter().map(|sum| sum / self.summed as f64).collect()
    }
}
