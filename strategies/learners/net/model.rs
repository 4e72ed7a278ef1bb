//! The network in whole numbers, so that the same file makes the same choices on every machine.
//!
//! rows → 64 → 32 → 2: a first layer that is a sum of rows, since inputs are 0 or 1, and two dense
//! layers, with activations clipped between 0 and 8. Weights and activations of 16 bits count in
//! 1024ths. The idea is that of the networks of chess programs (Y. Nasu, *Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi*, 2018).

use super::rows::rows;
use unobench_core::machine::{Job, products, with_wide_registers};
use unobench_core::strategy::Aim;

/// Units of the first layer.
pub const WIDTH: usize = 64;
/// Units of the second layer.
pub const DEPTH: usize = 32;
/// Outputs: the logit of the chance to win, and the expected lead in points, in hundreds.
pub const OUTPUTS: usize = 2;
/// Units of the second layer that are added up at once.
const LANES: usize = 8;
/// What 1 is in weights and activations.
const ONE: i32 = 1024;
/// The largest weight of the second and third layers, so that no sum is too large for 32 bits.
pub const MOST: f32 = 4.0;
const LARGEST: i16 = (MOST * ONE as f32) as i16;
/// The largest activation.
pub const CLIP: f32 = 8.0;
const CLIPPED: i16 = (CLIP * ONE as f32) as i16 - 1;

/// For each pair of units, what they add to those of the next layer.
type Dense<const P: usize, const B: usize> = [[[[i16; 2]; LANES]; B]; P];

/// What a unit adds to one of the next layer.
fn weight<const P: usize, const B: usize>(dense: &Dense<P, B>, unit: usize, next: usize) -> i16 {
    dense[unit / 2][next / LANES][next % LANES][unit % 2]
}

/// Puts together what [`weight`] takes apart.
fn dense<const P: usize, const B: usize>(weight: impl Fn(usize, usize) -> i16) -> Box<Dense<P, B>> {
    let mut dense = Box::new([[[[0; 2]; LANES]; B]; P]);
    for unit in 0..2 * P {
        for next in 0..LANES * B {
            dense[unit / 2][next / LANES][next % LANES][unit % 2] = weight(unit, next);
        }
    }
    dense
}

/// A network for one number of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Net {
    pub(super) players: usize,
    /// For each row, what it adds to each unit.
    pub(super) first: Box<[[i16; WIDTH]]>,
    pub(super) first_bias: [i16; WIDTH],
    /// What units of the first layer add to those of the second.
    pub(super) second: Box<Dense<{ WIDTH / 2 }, { DEPTH / LANES }>>,
    pub(super) second_bias: [i16; DEPTH],
    /// What units of the second layer add to the outputs, and to lanes that nobody looks at.
    pub(super) third: Box<Dense<{ DEPTH / 2 }, 1>>,
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

    /// What counts for who has this aim.
    pub fn by(self, aim: Aim) -> i32 {
        match aim {
            Aim::Wins => self.win,
            Aim::Score => self.points,
        }
    }

    /// The chance to win.
    pub fn chance(self) -> f64 {
        1.0 / (1.0 + (-f64::from(self.win) / Self::SCALE).exp())
    }

    /// The expected lead in points.
    pub fn lead(self) -> f64 {
        100.0 * f64::from(self.points) / Self::SCALE
    }
}

impl Net {
    /// A network of weights as they were learned, rounded: the parts in the order of the fields,
    /// the first layer row by row.
    ///
    /// # Panics
    /// If there are not as many as a network for so many players has.
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
    pub fn slots(&self) -> usize {
        super::rows::slots(self.players)
    }

    /// How many numbers a network for so many players has.
    pub fn len(players: usize) -> usize {
        let first = rows(super::rows::slots(players)) * WIDTH + WIDTH;
        first + DEPTH * WIDTH + DEPTH + OUTPUTS * DEPTH + OUTPUTS
    }

    /// Whether no sum of it can be too large for 32 bits.
    pub(super) fn is_sound(&self) -> bool {
        let mut dense = self.second_bias.into_iter().chain(self.second()).chain(self.third());
        dense.all(|weight| weight.unsigned_abs() <= LARGEST as u16)
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
        let first = (0..count).map(|_| array(&mut numbers)).collect();
        let first_bias = array(&mut numbers);
        let second = take(&mut numbers, WIDTH * DEPTH);
        let second_bias = array(&mut numbers);
        let third = take(&mut numbers, OUTPUTS * DEPTH);
        let to_output =
            |unit, output| if output < OUTPUTS { third[output * DEPTH + unit] } else { 0 };
        Net {
            players,
            first,
            first_bias,
            second: dense(|unit, next| second[unit * DEPTH + next]),
            second_bias,
            third: dense(to_output),
            third_bias: array(&mut numbers),
        }
    }

    /// For each unit of the first layer, what it adds to those of the second.
    fn second(&self) -> impl Iterator<Item = i16> {
        let each = move |unit| (0..DEPTH).map(move |next| weight(&self.second, unit, next));
        (0..WIDTH).flat_map(each)
    }

    /// For each output, what the units of the second layer add to it.
    fn third(&self) -> impl Iterator<Item = i16> {
        let each = move |output| (0..DEPTH).map(move |unit| weight(&self.third, unit, output));
        (0..OUTPUTS).flat_map(each)
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = i16> {
        let parts = self.first.as_flattened().iter().chain(&self.first_bias);
        let second = self.second().chain(self.second_bias);
        parts.copied().chain(second).chain(self.third()).chain(self.third_bias)
    }

    /// The weights as fractions, in the order of the fields.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.numbers().map(|number| f32::from(number) / ONE as f32)
    }

    /// The first layer where these rows count, not yet clipped: of rows that many actions share.
    pub fn base(&self, rows: &[u16]) -> [i16; WIDTH] {
        with_wide_registers(Adding { net: self, rows })
    }

    /// What an action is worth of which these rows count besides those of a [`base`](Net::base).
    pub fn worth(&self, base: &[i16; WIDTH], rows: &[u16]) -> Worth {
        with_wide_registers(Weighing { net: self, base, rows })
    }

    #[inline(always)]
    fn add(&self, rows: &[u16], sums: &mut [i16; WIDTH]) {
        let first = &*self.first;
        for &row in rows {
            for (sum, weight) in sums.iter_mut().zip(&first[usize::from(row)]) {
                *sum = sum.saturating_add(*weight);
            }
        }
    }

    #[inline(always)]
    fn weigh(&self, base: &[i16; WIDTH], rows: &[u16]) -> Worth {
        let mut units = *base;
        self.add(rows, &mut units);
        let mut pairs = [[0; 2]; WIDTH / 2];
        for (unit, sum) in pairs.as_flattened_mut().iter_mut().zip(units) {
            *unit = sum.clamp(0, CLIPPED);
        }
        let sums = products(&pairs, &self.second);
        let mut hidden = [[0; 2]; DEPTH / 2];
        let units = hidden.as_flattened_mut().iter_mut().zip(sums.as_flattened());
        for ((unit, sum), &bias) in units.zip(&self.second_bias) {
            *unit = ((sum >> ONE.ilog2()) + i32::from(bias)).clamp(0, i32::from(CLIPPED)) as i16;
        }
        let [sums] = products(&hidden, &self.third);
        let output = |output: usize| sums[output] + i32::from(self.third_bias[output]) * ONE;
        Worth { win: output(0), points: output(1) }
    }
}

struct Adding<'a> {
    net: &'a Net,
    rows: &'a [u16],
}

impl Job for Adding<'_> {
    type Output = [i16; WIDTH];

    #[inline(always)]
    fn run(self) -> [i16; WIDTH] {
        let mut sums = self.net.first_bias;
        self.net.add(self.rows, &mut sums);
        sums
    }
}

struct Weighing<'a> {
    net: &'a Net,
    base: &'a [i16; WIDTH],
    rows: &'a [u16],
}

impl Job for Weighing<'_> {
    type Output = Worth;

    #[inline(always)]
    fn run(self) -> Worth {
        self.net.weigh(self.base, self.rows)
    }
}

/// The nearest whole number, no larger than the largest.
fn round(weight: f32, most: i16) -> i16 {
    (weight * ONE as f32).round().clamp(f32::from(-most), f32::from(most)) as i16
}
