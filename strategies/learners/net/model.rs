//! The network in whole numbers, so that the same file makes the same choices on every machine.
//!
//! rows → 64 → 32 → 2: a first layer that is a sum of rows, since inputs are 0 or 1, and two dense
//! layers, with activations clipped between 0 and 8. Weights and activations of 16 bits count in
//! 1024ths. The idea is that of the networks of chess programs (Y. Nasu, *Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi*, 2018).

use super::house::{EFFECT_BITS, Effects};
use super::rows::{MOST_GROUPS, MOST_ROWS, Own, RowRange, RowSink, ZEROS, rows};
use unobench_core::cards::BitsWitness;
use unobench_core::machine::{Lanes, Sums};
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

/// For each pair of units of the first layer, what they add to those of the second.
type Dense = [[[[i16; 2]; LANES]; DEPTH / LANES]; WIDTH / 2];

/// What a unit adds to one of the next layer.
fn weight(dense: &Dense, unit: usize, next: usize) -> i16 {
    dense[unit / 2][next / LANES][next % LANES][unit % 2]
}

/// Puts together what [`weight`] takes apart, with units at their places.
fn dense(weights: &[i16], places: &[usize; WIDTH]) -> Box<Dense> {
    let mut dense = Box::new([[[[0; 2]; LANES]; DEPTH / LANES]; WIDTH / 2]);
    for (place, weight) in weights.iter().enumerate() {
        let (unit, next) = (places[place / DEPTH], place % DEPTH);
        dense[unit / 2][next / LANES][next % LANES][unit % 2] = *weight;
    }
    dense
}

/// The units of the first layer, sixteen at a time.
type Units = [[i16; 16]; WIDTH / 16];

/// The rows of the first layer, and one of zeros before each group.
type RowTable = [Units; MOST_ROWS + MOST_GROUPS];

/// Where it has a row.
fn place(row: usize) -> usize {
    row + usize::from(ZEROS[row])
}

/// Where units stand: by what rows may add to them, so that those that are seldom above zero stand
/// together. A pair of zeros takes no time.
fn places(rows: &[i16]) -> [usize; WIDTH] {
    let column = |unit| rows.iter().skip(unit).step_by(WIDTH).map(|&row| i64::from(row.max(0)));
    let gains: [i64; WIDTH] = std::array::from_fn(|unit| column(unit).sum());
    let rank = |unit| (0..WIDTH).filter(|&to| (gains[to], to) < (gains[unit], unit)).count();
    std::array::from_fn(rank)
}

/// A network for one number of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Net {
    pub(super) players: usize,
    /// Where each unit of the first layer in the file's order is in what follows.
    places: [usize; WIDTH],
    /// For each row, what it adds to each unit, and before each group zeros; nothing for rows that
    /// it does not have.
    first: Box<RowTable>,
    first_bias: Units,
    /// What units of the first layer add to those of the second.
    pub(super) second: Box<Dense>,
    pub(super) second_bias: [[i16; 16]; DEPTH / 16],
    /// For each output, what units of the second layer add to it.
    pub(super) third: [[[i16; 16]; DEPTH / 16]; OUTPUTS],
    pub(super) third_bias: [i16; OUTPUTS],
}

/// What one's worth by an aim says, in 2⁻²⁰ as the network has it: the chance to win, or the lead in
/// points that it expects.
pub fn said(worth: i32, aim: Aim) -> f64 {
    let worth = f64::from(worth) / f64::from(ONE * ONE);
    match aim {
        Aim::Wins => 1.0 / (1.0 + (-worth).exp()),
        Aim::Score => 100.0 * worth,
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
        let third = self.third.into_iter().flatten().flatten();
        let mut dense = self.second_bias.into_iter().flatten().chain(self.second()).chain(third);
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
        let places = places(&numbers[..count * WIDTH]);
        let mut row = || {
            let (mut placed, taken) = ([0; WIDTH], take(&mut numbers, WIDTH));
            places.iter().zip(taken).for_each(|(place, number)| placed[*place] = *number);
            units(&placed)
        };
        let mut first = vec![Units::default(); MOST_ROWS + MOST_GROUPS];
        (0..count).for_each(|number| first[place(number)] = row());
        let first_bias = row();
        let second = take(&mut numbers, WIDTH * DEPTH);
        let second_bias = std::array::from_fn(|_| array(&mut numbers));
        let third = std::array::from_fn(|_| std::array::from_fn(|_| array(&mut numbers)));
        Net {
            players,
            places,
            first: first.try_into().expect("as many rows as there may be"),
            first_bias,
            second: dense(second, &places),
            second_bias,
            third,
            third_bias: array(&mut numbers),
        }
    }

    /// For each unit of the first layer, what it adds to those of the second.
    fn second(&self) -> impl Iterator<Item = i16> {
        let each = move |unit| (0..DEPTH).map(move |next| weight(&self.second, unit, next));
        self.places.into_iter().flat_map(each)
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = i16> {
        let rows = 0..rows(super::rows::slots(self.players));
        let first = rows.map(|row| &self.first[place(row)]).chain([&self.first_bias]);
        let first = first.flat_map(|row| self.places.map(|place| row.as_flattened()[place]));
        let second = self.second().chain(self.second_bias.into_iter().flatten());
        let third = self.third.into_iter().flatten().flatten();
        first.chain(second).chain(third).chain(self.third_bias)
    }

    /// The weights as fractions, in the order of the fields.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.numbers().map(|number| f32::from(number) / ONE as f32)
    }

    /// The first layer where no row counts.
    pub fn bias(&self) -> &[i16; WIDTH] {
        self.first_bias.as_flattened().try_into().expect("as many units")
    }

    /// The first layer where these rows count besides those of the sums, not yet clipped.
    pub fn sums(&self, sums: &[i16; WIDTH], rows: &[u16]) -> [i16; WIDTH] {
        let mut layer =
            Layer { sums: Sums::new(BitsWitness::PORTABLE, &units(sums)), table: &self.first };
        rows.iter().for_each(|&row| layer.sums.add(&self.first[place(row.into())]));
        layer.sums.numbers().as_flattened().try_into().expect("as many units")
    }

    /// What an action is worth by each aim, in 2⁻²⁰, where these rows count besides those of the
    /// sums: the logit of the chance to win, and the expected lead in points, in hundreds.
    pub fn worth(&self, sums: &[i16; WIDTH], rows: &[u16]) -> [i32; OUTPUTS] {
        let way = BitsWitness::PORTABLE;
        let sums = Sums::new(way, &units(&self.sums(sums, rows)));
        Aim::ALL.map(|aim| self.weigh(way, sums, aim))
    }

    /// The first layer where no row counts but those of a rule set.
    pub fn under(&self, effects: &Effects) -> [i16; WIDTH] {
        let first = self.first[place(Own::first_of(Own::Rules))..].iter();
        let mut sums = self.bias().map(|bias| i64::from(bias) << EFFECT_BITS);
        for (effect, row) in effects.iter().zip(first) {
            for (sum, weight) in sums.iter_mut().zip(row.as_flattened()) {
                *sum += i64::from(*effect) * i64::from(*weight);
            }
        }
        let most = i64::from(i16::MAX);
        sums.map(|sum| (sum >> EFFECT_BITS).clamp(-most, most) as i16)
    }

    #[inline(always)]
    pub(super) fn layer<B: Lanes>(
        &self,
        way: BitsWitness<B>,
        under: &[i16; WIDTH],
    ) -> Layer<'_, B> {
        Layer { table: &self.first, sums: Sums::new(way, &units(under)) }
    }

    /// What an action is worth by an aim whose rows were added up.
    #[inline(always)]
    pub(super) fn weigh<B: Lanes>(&self, way: BitsWitness<B>, sums: LayerSums<B>, aim: Aim) -> i32 {
        let mut pairs = [[0; 2]; WIDTH / 2];
        let sums = sums.numbers();
        for (unit, sum) in pairs.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            *unit = (*sum).clamp(0, CLIPPED);
        }
        let sums = B::products(way, &pairs, &self.second);
        let weights = &self.third[aim as usize];
        let sum = B::dot::<{ ONE.ilog2() as i32 }>(way, &sums, &self.second_bias, CLIPPED, weights);
        sum + i32::from(self.third_bias[aim as usize]) * ONE
    }
}

/// The sums of the first layer's units, in registers.
pub(super) type LayerSums<B> = Sums<B, { WIDTH / 16 }>;

/// The first layer of a network as rows are added to its sums.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layer<'a, B: Lanes> {
    pub(super) table: &'a RowTable,
    pub(super) sums: LayerSums<B>,
}

impl<B: Lanes> RowSink for Layer<'_, B> {
    #[inline(always)]
    fn row(&mut self, group: RowRange, row: usize) {
        self.sums.add(&self.table[group.first + group.before + 1 + row]);
    }

    /// Without a branch where there mostly is one.
    #[inline(always)]
    fn number(&mut self, group: RowRange, number: u32) {
        if group.usual || number > 0 {
            let row = (number as usize).min(group.size);
            self.sums.add(&self.table[group.first + group.before + row]);
        }
    }
}

fn units(numbers: &[i16]) -> Units {
    let (units, _) = numbers.as_chunks();
    units.try_into().expect("as many units")
}

/// The nearest whole number, no larger than the largest.
fn round(weight: f32, most: i16) -> i16 {
    (weight * ONE as f32).round().clamp(f32::from(-most), f32::from(most)) as i16
}
