//! The network while it learns: the one of `net/model.rs` in fractions, and its gradient.

use std::ops::Range;
use unobench_learners::net::{CLIP, DEPTH, EFFECT, Effects, MOST, Net, OUTPUTS, WIDTH, rows};

/// The weights: rows of the first layer, its bias; for each unit of the first layer what it adds to
/// those of the second, their bias; for each output its weights, and their bias.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) weights: Vec<f32>,
    pub(crate) players: usize,
}

/// Where each part of the weights begins, as a place among all of them, and how many there are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts {
    bias: usize,
    second: usize,
    second_bias: usize,
    third: usize,
    third_bias: usize,
    len: usize,
}

impl Parts {
    pub(crate) fn of(players: usize) -> Parts {
        let bias = rows::rows(rows::slots(players)) * WIDTH;
        let second = bias + WIDTH;
        let second_bias = second + WIDTH * DEPTH;
        let third = second_bias + DEPTH;
        let third_bias = third + OUTPUTS * DEPTH;
        Parts { bias, second, second_bias, third, third_bias, len: third_bias + OUTPUTS }
    }
}

/// Units whose sums are kept in registers together.
const LANES: usize = 32;

/// What the units of each layer come to for one action.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UnitWeights {
    first: [f32; WIDTH],
    second: [f32; DEPTH],
    /// The logit of the chance to win, and the lead in points, in hundreds.
    pub(crate) outputs: [f32; OUTPUTS],
}

impl Default for UnitWeights {
    fn default() -> UnitWeights {
        UnitWeights { first: [0.0; WIDTH], second: [0.0; DEPTH], outputs: [0.0; OUTPUTS] }
    }
}

impl UnitWeights {
    pub(crate) fn expected(&self) -> [f32; OUTPUTS] {
        let [logit, lead] = self.outputs;
        [1.0 / (1.0 + (-logit).exp()), lead]
    }
}

#[inline(always)]
fn part<const N: usize>(numbers: &[f32], place: usize) -> &[f32; N] {
    numbers[place..place + N].try_into().expect("a part of this size")
}

#[inline(always)]
fn part_mut<const N: usize>(numbers: &mut [f32], place: usize) -> &mut [f32; N] {
    (&mut numbers[place..place + N]).try_into().expect("a part of this size")
}

/// A sum of products in eight lanes, so that it is the same however wide the registers are.
#[inline(always)]
fn dot<const N: usize>(vector: &[f32; N], other: &[f32; N]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    for (chunk, other) in vector.chunks_exact(8).zip(other.chunks_exact(8)) {
        for lane in 0..8 {
            lanes[lane] += chunk[lane] * other[lane];
        }
    }
    ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]))
        + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

#[inline(always)]
fn add_scaled<const N: usize>(sums: &mut [f32; N], by: f32, numbers: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += by * number;
    }
}

impl Model {
    /// Weights at random, so that units begin of about equal size.
    pub(crate) fn random(players: usize, mut uniform: impl FnMut() -> f32) -> Model {
        /// About how many rows count at once.
        const ACTIVE: f32 = 32.0;
        let parts = Parts::of(players);
        let mut weights = vec![0.0; parts.len];
        let mut fill = |range: std::ops::Range<usize>, size: f32| {
            for weight in &mut weights[range] {
                *weight = size * (2.0 * uniform() - 1.0);
            }
        };
        fill(0..parts.bias, (3.0 / ACTIVE).sqrt());
        fill(parts.second..parts.second_bias, (6.0 / WIDTH as f32).sqrt());
        fill(parts.third..parts.third_bias, (1.0 / DEPTH as f32).sqrt());
        Model { weights, players }
    }

    /// The weights of a network in whole numbers. Of one for fewer opponents, those that it does
    /// not know begin as half of its last one.
    pub(crate) fn of_net(players: usize, net: &Net) -> Model {
        let known: Vec<f32> = net.weights().collect();
        let (own, seat) = (rows::rows(0) * WIDTH, (rows::rows(1) - rows::rows(0)) * WIDTH);
        let (first, rest) = known.split_at(own + net.slots() * seat);
        let mut weights = first[..own].to_vec();
        for slot in 0..rows::slots(players) {
            let last = slot.min(net.slots() - 1);
            let size = if slot == last { 1.0 } else { 0.5 };
            weights.extend(first[own + last * seat..][..seat].iter().map(|weight| size * weight));
        }
        weights.extend(rest);
        Model { weights, players }
    }

    /// The mean of the weights of all; none if there are none.
    pub(crate) fn mean(all: &[Model]) -> Option<Model> {
        let &Model { ref weights, players } = all.first()?;
        let sums =
            (0..weights.len()).map(|place| all.iter().map(|model| model.weights[place]).sum());
        let weights = sums.map(|sum: f32| sum / all.len() as f32).collect();
        Some(Model { weights, players })
    }

    pub(crate) fn rounded(&self) -> Net {
        Net::rounded(self.players, &self.weights)
    }

    pub(crate) fn forget(&mut self, rows: &[u16]) {
        for &row in rows {
            part_mut::<WIDTH>(&mut self.weights, usize::from(row) * WIDTH).fill(0.0);
        }
    }

    /// The first layer where these rows count besides those of the sums, not yet clipped.
    #[inline(always)]
    pub(crate) fn sums(&self, sums: &[f32; WIDTH], rows: &[u16]) -> [f32; WIDTH] {
        let mut all = [0.0; WIDTH];
        for place in (0..WIDTH).step_by(LANES) {
            let mut sums = *part::<LANES>(sums, place);
            for &row in rows {
                let row = part::<LANES>(&self.weights, usize::from(row) * WIDTH + place);
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            all[place..place + LANES].copy_from_slice(&sums);
        }
        all
    }

    /// The first layer where no row counts but those of a rule set.
    pub(crate) fn under(&self, parts: &Parts, effects: &Effects) -> [f32; WIDTH] {
        let mut sums = *part(&self.weights, parts.bias);
        for (row, &effect) in rows::effects().zip(effects) {
            add_scaled(&mut sums, f32::from(effect) / EFFECT, part(&self.weights, row * WIDTH));
        }
        sums
    }

    /// What the network says where these rows count besides those of the sums.
    #[inline(always)]
    pub(crate) fn forward(&self, parts: &Parts, sums: &[f32; WIDTH], rows: &[u16]) -> UnitWeights {
        let weights = &self.weights;
        let mut first = self.sums(sums, rows);
        let mut second = *part::<DEPTH>(weights, parts.second_bias);
        for (unit, value) in first.iter_mut().enumerate() {
            *value = value.clamp(0.0, CLIP);
            if *value > 0.0 {
                add_scaled(&mut second, *value, part(weights, parts.second + unit * DEPTH));
            }
        }
        for value in &mut second {
            *value = value.clamp(0.0, CLIP);
        }
        let outputs = std::array::from_fn(|output| {
            weights[parts.third_bias + output]
                + dot(&second, part(weights, parts.third + output * DEPTH))
        });
        UnitWeights { first, second, outputs }
    }

    /// Adds to the gradient what the slopes of the loss by the outputs make of it, and to the
    /// slopes of the sums that it was told what they have of it.
    #[inline(always)]
    pub(crate) fn backward(
        &self,
        parts: &Parts,
        (rows, sums): (&[u16], &mut [f32; WIDTH]),
        units: &UnitWeights,
        slopes: [f32; OUTPUTS],
        gradient: &mut [f32],
    ) {
        let weights = &self.weights;
        let mut second = [0.0; DEPTH];
        for (output, slope) in slopes.into_iter().enumerate() {
            let place = parts.third + output * DEPTH;
            add_scaled(&mut second, slope, part(weights, place));
            add_scaled(part_mut(gradient, place), slope, &units.second);
            gradient[parts.third_bias + output] += slope;
        }
        for (slope, &value) in second.iter_mut().zip(&units.second) {
            *slope = if value > 0.0 && value < CLIP { *slope } else { 0.0 };
        }
        add_scaled(part_mut(gradient, parts.second_bias), 1.0, &second);
        let mut first = [0.0; WIDTH];
        for (unit, &value) in units.first.iter().enumerate() {
            if value > 0.0 && value < CLIP {
                let place = parts.second + unit * DEPTH;
                first[unit] = dot(&second, part(weights, place));
                add_scaled(part_mut(gradient, place), value, &second);
            }
        }
        add_scaled(sums, 1.0, &first);
        add_to_rows(gradient, rows, &first);
    }
}

#[inline(always)]
pub(crate) fn add_to_rows(gradient: &mut [f32], rows: &[u16], slopes: &[f32; WIDTH]) {
    for &row in rows {
        add_scaled(part_mut(gradient, usize::from(row) * WIDTH), 1.0, slopes);
    }
}

/// Adds slopes to the gradient of the bias of the first layer, and of the rows of a rule set.
#[inline(always)]
pub(crate) fn add_to_bias(
    gradient: &mut [f32],
    parts: &Parts,
    effects: &Effects,
    slopes: &[f32; WIDTH],
) {
    add_scaled(part_mut(gradient, parts.bias), 1.0, slopes);
    for (row, &effect) in rows::effects().zip(effects) {
        add_scaled(part_mut(gradient, row * WIDTH), f32::from(effect) / EFFECT, slopes);
    }
}

/// By how much smaller the steps of the rows of a rule set are: all count at once, so that their
/// steps add up, where of other rows some thirty do.
const MANY: f32 = 16.0;

/// What is learned: the weights, and what rows share. Steps are those of Adam (Kingma and Ba,
/// *Adam: A Method for Stochastic Optimization*, ICLR 2015).
#[derive(Debug, Clone)]
pub(crate) struct Learner {
    /// The weights without what rows share, and then that, a row each.
    pub(crate) own: Vec<f32>,
    pub(crate) mean: Vec<f32>,
    pub(crate) square: Vec<f32>,
    pub(crate) steps: i32,
    /// For rows what they share, and how much of it.
    shared: Vec<(u16, u16, f32)>,
    slopes: Vec<f32>,
}

impl Learner {
    pub(crate) fn new(model: &Model) -> Learner {
        let (count, shared) = rows::shared(rows::slots(model.players));
        let mut own = model.weights.clone();
        own.resize(own.len() + count * WIDTH, 0.0);
        let zeros = vec![0.0; own.len()];
        Learner { mean: zeros.clone(), square: zeros.clone(), slopes: zeros, own, steps: 0, shared }
    }

    /// A step of the model down the gradient at this rate, and of the average that follows it.
    /// Weights decay apart from the gradient (I. Loshchilov and F. Hutter, *Decoupled Weight Decay
    /// Regularization*, ICLR 2019).
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        model: &mut Model,
        average: &mut [f32],
        gradient: &[f32],
        (rate, decay): (f32, f32),
    ) {
        const KEPT: (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let steps = self.steps as f32;
        let follow = 10.0 / (10.0 + steps);
        let [warm_mean, warm_square] =
            [KEPT.0, KEPT.1].map(|kept| 1.0 / (1.0 - kept.powi(self.steps)));
        self.spread_slopes(gradient);
        let len = self.own.len();
        let (own, slopes) = (&mut self.own[..len], &self.slopes[..len]);
        let (mean, square) = (&mut self.mean[..len], &mut self.square[..len]);
        let Range { start, end } = rows::effects();
        let (start, end) = (start * WIDTH, end * WIDTH);
        for (places, rate) in [(0..start, rate), (start..end, rate / MANY), (end..len, rate)] {
            for place in places {
                let slope = slopes[place];
                mean[place] = KEPT.0 * mean[place] + (1.0 - KEPT.0) * slope;
                square[place] = KEPT.1 * square[place] + (1.0 - KEPT.1) * slope * slope;
                let size = (square[place] * warm_square).sqrt() + 1e-8;
                own[place] -= rate * mean[place] * warm_mean / size + rate * decay * own[place];
            }
        }
        let parts = Parts::of(model.players);
        for weight in &mut own[parts.second..parts.third_bias] {
            *weight = weight.clamp(-MOST, MOST);
        }
        self.put_together(model);
        for (average, weight) in average.iter_mut().zip(&model.weights) {
            *average += follow * (weight - *average);
        }
    }

    /// The slopes of the weights and of what rows share, by those of a model's weights.
    #[inline(always)]
    fn spread_slopes(&mut self, gradient: &[f32]) {
        let weights = gradient.len();
        self.slopes[..weights].copy_from_slice(gradient);
        self.slopes[weights..].fill(0.0);
        for &(row, part_of, much) in &self.shared {
            let row = part::<WIDTH>(gradient, usize::from(row) * WIDTH);
            let sum = part_mut(&mut self.slopes, weights + usize::from(part_of) * WIDTH);
            add_scaled(sum, much, row);
        }
    }

    #[inline(always)]
    pub(crate) fn put_together(&self, model: &mut Model) {
        let (own, shared) = self.own.split_at(model.weights.len());
        model.weights.copy_from_slice(own);
        for &(row, part_of, much) in &self.shared {
            let part = part::<WIDTH>(shared, usize::from(part_of) * WIDTH);
            add_scaled(part_mut(&mut model.weights, usize::from(row) * WIDTH), much, part);
        }
    }
}
