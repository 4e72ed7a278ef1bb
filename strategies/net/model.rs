//! The network in whole numbers, so that the same file makes the same choices on every machine.
//!
//! rows → 64 → 32 → 2: a first layer that is a sum of rows, since inputs are 0 or 1, and two dense
//! layers, with activations clipped between 0 and 8. Weights and activations of 16 bits count in
//! 1024ths. The idea is that of the networks of chess programs (Y. Nasu, *Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi*, 2018).

use super::rows::rows;
use unobench_core::machine::{Job, with_wide_registers};

/// Units of the first layer.
pub const WIDTH: usize = 64;
/// Units of the second layer.
pub const DEPTH: usize = 32;
/// Outputs: the logit of the chance to win, and the expected lead in points, in hundreds.
pub const OUTPUTS: usize = 2;
/// What 1 is in weights and activations.
const ONE: i32 = 1024;
/// The largest weight of the second and third layers, so that no sum is too large for 32 bits.
pub const MOST: f32 = 4.0;
const LARGEST: i16 = (MOST * ONE as f32) as i16;
/// The largest activation.
pub const CLIP: f32 = 8.0;
const CLIPPED: i16 = (CLIP * ONE as f32) as i16 - 1;

/// A network for one number of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Net {
    /// Seats it is made for.
    pub(super) players: usize,
    /// For each row, what it adds to each unit.
    pub(super) first: Box<[[i16; WIDTH]]>,
    pub(super) first_bias: [i16; WIDTH],
    /// For each unit of the first layer, what it adds to those of the second.
    pub(super) second: Box<[[i32; DEPTH]; WIDTH]>,
    pub(super) second_bias: [i16; DEPTH],
    pub(super) third: [[i16; DEPTH]; OUTPUTS],
    pub(super) third_bias: [i16; OUTPUTS],
}

/// What the network thinks of an action, in 2⁻²⁰.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// The logit of the chance to win.
    pub win: i32,
    /// The expected lead in points, in hundreds.
    pub points: i32,
}

impl Worth {
    const SCALE: f64 = (ONE * ONE) as f64;

    /// The chance to win.
    #[must_use]
    pub fn chance(self) -> f64 {
        1.0 / (1.0 + (-f64::from(self.win) / Self::SCALE).exp())
    }
}

impl Net {
    /// A network of weights as they were learned, rounded: the parts in the order of the fields,
    /// the first layer row by row.
    ///
    /// # Panics
    /// If there are not as many as a network for so many players has.
    #[must_use]
    pub fn rounded(players: usize, weights: &[f32]) -> Net {
        assert_eq!(weights.len(), Net::len(players), "weights for {players} players");
        let dense = rows(super::rows::slots(players)) * WIDTH + WIDTH;
        let most = |place: usize| if place < dense { i16::MAX } else { LARGEST };
        let whole: Vec<i16> = (weights.iter().enumerate())
            .map(|(place, &weight)| round(weight, most(place)))
            .collect();
        Net::of_numbers(players, &whole)
    }

    /// How many opponents it looks at one by one.
    #[must_use]
    pub fn slots(&self) -> usize {
        super::rows::slots(self.players)
    }

    /// How many numbers a network for so many players has.
    #[must_use]
    pub fn len(players: usize) -> usize {
        let first = rows(super::rows::slots(players)) * WIDTH + WIDTH;
        first + DEPTH * WIDTH + DEPTH + OUTPUTS * DEPTH + OUTPUTS
    }

    /// Whether no sum of it can be too large for 32 bits.
    pub(super) fn is_sound(&self) -> bool {
        let dense = self.third.as_flattened().iter().chain(&self.second_bias);
        let dense = dense.map(|&weight| i32::from(weight));
        dense
            .chain(self.second.as_flattened().iter().copied())
            .all(|weight| weight.abs() <= i32::from(LARGEST))
    }

    /// Puts together what [`Net::numbers`] takes apart.
    pub(super) fn of_numbers(players: usize, mut numbers: &[i16]) -> Net {
        fn take<'a>(numbers: &mut &'a [i16], count: usize) -> &'a [i16] {
            let (taken, rest) = numbers.split_at(count);
            *numbers = rest;
            taken
        }
        fn array<const N: usize>(numbers: &mut &[i16]) -> [i16; N] {
            take(numbers, N).try_into().expect("as many as were taken")
        }
        let count = rows(super::rows::slots(players));
        Net {
            players,
            first: (0..count).map(|_| array(&mut numbers)).collect(),
            first_bias: array(&mut numbers),
            second: Box::new(std::array::from_fn(|_| array(&mut numbers).map(i32::from))),
            second_bias: array(&mut numbers),
            third: std::array::from_fn(|_| array(&mut numbers)),
            third_bias: array(&mut numbers),
        }
    }

    /// All weights, in the order of the fields.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i16> {
        let parts = self.first.as_flattened().iter().chain(&self.first_bias);
        let second = self.second.as_flattened().iter().map(|&weight| weight as i16);
        let rest = self.second_bias.iter().chain(self.third.as_flattened()).chain(&self.third_bias);
        parts.copied().chain(second).chain(rest.copied())
    }

    /// The weights as fractions, in the order of the fields.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.numbers().map(|number| f32::from(number) / ONE as f32)
    }

    /// What an action is worth of which these rows count.
    #[must_use]
    pub fn worth(&self, active: &[u16]) -> Worth {
        let mut worth = Worth { win: 0, points: 0 };
        with_wide_registers(Weighing { net: self, active, worth: &mut worth });
        worth
    }

    #[inline(always)]
    fn weigh(&self, active: &[u16]) -> Worth {
        let mut units = self.first_bias;
        for &row in active {
            for (unit, weight) in units.iter_mut().zip(&self.first[usize::from(row)]) {
                *unit = unit.saturating_add(*weight);
            }
        }
        let units = units.map(|unit| unit.clamp(0, CLIPPED));
        let mut sums = [0_i32; DEPTH];
        for (&unit, weights) in units.iter().zip(self.second.iter()) {
            // About half of the units are 0.
            if unit > 0 {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += i32::from(unit) * weight;
                }
            }
        }
        let mut hidden = [0_i16; DEPTH];
        for ((unit, sum), &bias) in hidden.iter_mut().zip(sums).zip(&self.second_bias) {
            *unit = ((sum >> ONE.ilog2()) + i32::from(bias)).clamp(0, i32::from(CLIPPED)) as i16;
        }
        let output = |output: usize| {
            dot(&hidden, &self.third[output]) + i32::from(self.third_bias[output]) * ONE
        };
        Worth { win: output(0), points: output(1) }
    }
}

/// A value to be worked out.
struct Weighing<'a> {
    net: &'a Net,
    active: &'a [u16],
    worth: &'a mut Worth,
}

impl Job for Weighing<'_> {
    #[inline(always)]
    fn run(self) {
        *self.worth = self.net.weigh(self.active);
    }
}

#[inline(always)]
fn dot<const N: usize>(one: &[i16; N], other: &[i16; N]) -> i32 {
    one.iter().zip(other).map(|(&one, &other)| i32::from(one) * i32::from(other)).sum()
}

/// The nearest whole number, no larger than the largest.
fn round(weight: f32, most: i16) -> i16 {
    (weight * ONE as f32).round().clamp(f32::from(-most), f32::from(most)) as i16
}
