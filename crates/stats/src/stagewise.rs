//! What is known of a difference after a sequential test that may have ended by itself; the
//! formulas are in `docs/STATISTICS.md`, "The Elo difference".
//!
//! Who stops as soon as the sum is high enough stops, on average, too high. So a result is ordered
//! among all results that the test could have had, look by look, and S(e) is the probability of one
//! at least as high if the true difference is e. The part of the 5 % that is left to results that
//! are too high is not simply 2.5 %: such an interval would contradict the verdict of about half of
//! all tests whose true difference is a hypothesis, as a test with α = 5 % may be wrong in 5 %.
//!
//! Time is information τ = (Δ/s)², Δ the distance of the hypotheses and s the standard error; the
//! drift is θ = (e − (elo0 + elo1)/2)/Δ. The density of the motion that has not crossed a bound is
//! carried from look to look for θ = 0; for other θ it has the factor exp(θz − θ²τ/2).
//!
//! # Source
//! The ordering: Siegmund 1978, *Estimation following sequential tests*, Biometrika 65; Tsiatis,
//! Rosner and Mehta 1984, *Exact confidence intervals following a group sequential test*,
//! Biometrics 40. The integration from look to look: Armitage, McPherson and Rowe 1969, *Repeated
//! significance tests on accumulating data*, Journal of the Royal Statistical Society A 132. The
//! same idea without looks serves chess engines (fishtest).

use super::sprt::Sprt;
use super::{CONFIDENCE, Interval};
use statrs::distribution::{ContinuousCDF, Normal};
use std::f64::consts::PI;

/// The most of the 5 % that one end of an interval may take: the other needs something to end.
pub const LARGEST_SHARE: f64 = 0.047;

/// The most nodes of the numerical integration; looks that would need more are put together.
const MOST_NODES: usize = 160;

/// Nodes for each step of a standard deviation between two looks.
const NODES_PER_STEP: f64 = 2.0;

/// How far the scale of the log-likelihood ratio may be from that of the motion.
const SCALES: (f64, f64) = (0.25, 4.0);

/// A sequential test as it stood at its last look.
#[derive(Debug, Clone, Copy)]
pub struct LastLook<'a> {
    /// The test.
    pub test: Sprt,
    /// Blocks played at each look, the last one included, ascending.
    pub looks: &'a [u64],
    /// The log-likelihood ratio at the last one.
    pub llr: f64,
    /// The plain estimate of the difference.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
}

/// What is known of the difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stagewise {
    /// The median-unbiased estimate.
    pub elo: f64,
    /// The 95 % interval.
    pub interval: Interval,
    /// How likely a result at least as high is if the null hypothesis is true: a p-value.
    pub null: f64,
    /// How likely one at least as low is if the alternative is true.
    pub alternative: f64,
}

impl LastLook<'_> {
    /// The estimate and its interval; none without looks or a standard error.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_stats::{LastLook, Sprt};
    ///
    /// let test = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("a test");
    /// let looks: Vec<u64> = (1..=100).map(|look| 80 * look).collect();
    /// // H1 was accepted after 8,000 blocks, where the plain estimate was 6.9 ± 2.7.
    /// let found = LastLook { test, looks: &looks, llr: 3.0, elo: 6.9, error: 2.7 }.stagewise();
    /// let found = found.expect("an estimate");
    /// assert!(found.elo < 6.9, "who stops when it is high enough stops too high: {found:?}");
    /// assert!(found.interval.low > 0.0, "as the test says: {found:?}");
    /// ```
    #[must_use]
    pub fn stagewise(&self) -> Option<Stagewise> {
        let usable = self.error > 0.0 && self.error.is_finite() && self.elo.is_finite();
        let played = self.looks.last().is_some_and(|&blocks| blocks > 0);
        let motion = (usable && played).then(|| Motion::new(self))?;
        let (elo0, elo1) = self.test.hypotheses();
        let (middle, distance) = ((elo0 + elo1) / 2.0, elo1 - elo0);
        let start = (self.elo - middle) / distance;
        let miss = 1.0 - CONFIDENCE;
        let share = |theta: f64| self.test.share_of_high(theta, miss);
        let solve = |target: &dyn Fn(f64) -> f64| {
            let root = root(start, self.error / distance, |theta| {
                motion.beyond(theta, 1.0) - target(theta)
            });
            middle + distance * root
        };
        Some(Stagewise {
            elo: solve(&|_| 0.5),
            interval: Interval { low: solve(&share), high: solve(&|t| CONFIDENCE + share(t)) },
            null: motion.beyond(-0.5, 1.0).clamp(f64::MIN_POSITIVE, 1.0),
            alternative: motion.beyond(0.5, -1.0).clamp(f64::MIN_POSITIVE, 1.0),
        })
    }
}

impl Sprt {
    /// The part of all misses of an interval that is left to results that are too high, where the
    /// true drift is θ: −½ under H0, ½ under H1.
    fn share_of_high(&self, theta: f64, miss: f64) -> f64 {
        let within = |error: f64| error.clamp(miss / 2.0, LARGEST_SHARE);
        let (alpha, beta) = self.errors();
        let (low, high) = (within(alpha), miss - within(beta));
        low + (high - low) * (theta + 0.5).clamp(0.0, 1.0)
    }
}

/// The motion between its bounds up to the last look.
struct Motion {
    nodes: Vec<f64>,
    /// The bounds.
    bounds: (f64, f64),
    /// For each look but the first, the information before it and since, and the mass at each node
    /// then.
    steps: Vec<Step>,
    /// The information at the first look.
    first: f64,
    /// The value at the last look.
    value: f64,
}

/// From one look to the next.
struct Step {
    before: f64,
    since: f64,
    masses: Vec<f64>,
}

impl Motion {
    fn new(look: &LastLook<'_>) -> Motion {
        let (elo0, elo1) = look.test.hypotheses();
        let information = ((elo1 - elo0) / look.error).powi(2);
        let value = (look.elo - (elo0 + elo1) / 2.0) / (elo1 - elo0) * information;
        let (lower, upper) = look.test.bounds();
        let far = (look.elo - (elo0 + elo1) / 2.0).abs() > elo1 - elo0;
        let scale = if far { (value / look.llr).clamp(SCALES.0, SCALES.1) } else { 1.0 };
        let bounds = (scale * lower, scale * upper);
        let last = *look.looks.last().unwrap_or(&1) as f64;
        let shortest = (NODES_PER_STEP * (bounds.1 - bounds.0) / MOST_NODES as f64).powi(2);
        let times = spaced(look.looks.iter().map(|&l| information * l as f64 / last), shortest);
        let steps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let least = steps.iter().copied().fold(times[0], f64::min).sqrt();
        let wanted = NODES_PER_STEP * (bounds.1 - bounds.0) / least;
        let (nodes, weights) =
            gauss_legendre((wanted.ceil() as usize + 16).min(MOST_NODES + 16), bounds);
        Motion { steps: carried(&nodes, &weights, &times), nodes, bounds, first: times[0], value }
    }

    /// The probability, if the drift is θ, of a result at least as high as the one found, or, with
    /// the side −1, at least as low.
    fn beyond(&self, theta: f64, side: f64) -> f64 {
        let Some((last, earlier)) = self.steps.split_last() else {
            return above(side * self.value, 0.0, side * theta, self.first);
        };
        let bound = if side > 0.0 { self.bounds.1 } else { self.bounds.0 };
        let mut sum = above(side * bound, 0.0, side * theta, self.first);
        let (mut of, mut leaving) = (0.0_f64, Vec::new());
        for step in earlier {
            if (step.since - of).abs() > 1e-9 * step.since {
                (of, leaving) = (step.since, self.leaving(bound, theta, side, step.since));
            }
            sum += self.mass(step, theta, &leaving);
        }
        sum + self.mass(last, theta, &self.leaving(self.value, theta, side, last.since))
    }

    /// For each node the probability to be above a bound one step later, or below it with the side
    /// −1, times exp(θz), over the largest of these factors.
    fn leaving(&self, bound: f64, theta: f64, side: f64, since: f64) -> Vec<f64> {
        let largest = self.largest(theta);
        let of = |&from: &f64| {
            above(side * bound, side * from, side * theta, since) * (theta * from - largest).exp()
        };
        self.nodes.iter().map(of).collect()
    }

    /// The logarithm of the largest of the factors exp(θz).
    fn largest(&self, theta: f64) -> f64 {
        (theta * self.bounds.0).max(theta * self.bounds.1)
    }

    /// The mass that leaves at a step, if the drift is θ.
    fn mass(&self, step: &Step, theta: f64, leaving: &[f64]) -> f64 {
        let sum: f64 = step.masses.iter().zip(leaving).map(|(mass, leaving)| mass * leaving).sum();
        sum * (self.largest(theta) - theta * theta * step.before / 2.0).exp()
    }
}

/// The steps between looks, each with the mass at each node before it, for a motion without drift.
fn carried(nodes: &[f64], weights: &[f64], times: &[f64]) -> Vec<Step> {
    let deviation = times[0].sqrt();
    let mut masses: Vec<f64> =
        nodes.iter().zip(weights).map(|(z, weight)| weight * density(*z, deviation)).collect();
    let (mut of, mut kernel) = (0.0_f64, Vec::new());
    let mut steps = Vec::new();
    for pair in times.windows(2) {
        let (before, since) = (pair[0], pair[1] - pair[0]);
        if (since - of).abs() > 1e-9 * since {
            of = since;
            let row = |to: &f64| -> Vec<f64> {
                nodes.iter().map(|from| density(to - from, since.sqrt())).collect()
            };
            kernel = nodes.iter().map(row).collect();
        }
        let moved = |row: &Vec<f64>| row.iter().zip(&masses).map(|(k, mass)| k * mass).sum::<f64>();
        let next = kernel.iter().zip(weights).map(|(row, weight)| weight * moved(row)).collect();
        steps.push(Step { before, since, masses: std::mem::replace(&mut masses, next) });
    }
    steps
}

/// Leaves out looks that are closer to one before than the distance, but for the last one.
fn spaced(times: impl Iterator<Item = f64>, distance: f64) -> Vec<f64> {
    let times: Vec<f64> = times.collect();
    let mut kept: Vec<f64> = Vec::new();
    for (place, &time) in times.iter().enumerate() {
        let far = time - kept.last().copied().unwrap_or(0.0) >= distance;
        if far || place + 1 == times.len() {
            kept.push(time);
        }
    }
    if let [.., before, last] = kept[..]
        && last - before < distance
    {
        kept.remove(kept.len() - 2);
    }
    kept
}

/// The probability to be above a bound after a time, from a value and with a drift.
fn above(bound: f64, from: f64, drift: f64, time: f64) -> f64 {
    Normal::standard().sf((bound - from - drift * time) / time.sqrt())
}

fn density(z: f64, deviation: f64) -> f64 {
    (-0.5 * (z / deviation).powi(2)).exp() / (deviation * (2.0 * PI).sqrt())
}

/// The zero of a rising function, found by the secant with the halving of Illinois, from an
/// interval of eight standard errors to either side; its end if there is none within.
fn root(start: f64, error: f64, function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (start - 8.0 * error, start + 8.0 * error);
    let (mut at_low, mut at_high) = (function(low), function(high));
    if at_low >= 0.0 || at_high <= 0.0 {
        return if at_low >= 0.0 { low } else { high };
    }
    let mut side = 0;
    for _ in 0..200 {
        let middle = (low * at_high - high * at_low) / (at_high - at_low);
        let at = function(middle);
        if at.abs() < 1e-13 || high - low < 1e-12 * error {
            return middle;
        }
        if at < 0.0 {
            (low, at_low) = (middle, at);
            at_high *= if side == -1 { 0.5 } else { 1.0 };
            side = -1;
        } else {
            (high, at_high) = (middle, at);
            at_low *= if side == 1 { 0.5 } else { 1.0 };
            side = 1;
        }
    }
    low + (high - low) / 2.0
}

/// Nodes and weights of the Gauss–Legendre rule between two ends: the zeros of the Legendre
/// polynomial, by Newton's method (Abramowitz and Stegun 25.4.29).
fn gauss_legendre(nodes: usize, (low, high): (f64, f64)) -> (Vec<f64>, Vec<f64>) {
    let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
    let rule = (0..nodes).rev().map(|place| {
        let mut z = (PI * (place as f64 + 0.75) / (nodes as f64 + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..20 {
            let value;
            (value, slope) = legendre(nodes, z);
            z -= value / slope;
            if (value / slope).abs() < 1e-15 {
                break;
            }
        }
        (middle + half * z, 2.0 * half / ((1.0 - z * z) * slope * slope))
    });
    rule.unzip()
}

/// The value and the slope of a Legendre polynomial.
fn legendre(degree: usize, z: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, z);
    for k in 2..=degree {
        let k = k as f64;
        (before, value) = (value, ((2.0 * k - 1.0) * z * value - (k - 1.0) * before) / k);
    }
    (value, degree as f64 * (z * value - before) / (z * z - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
    }

    fn found(looks: &[u64], llr: f64, elo: f64, error: f64) -> Stagewise {
        let look = LastLook { test: test(0.0, 5.0), looks, llr, elo, error };
        look.stagewise().expect("an estimate")
    }

    /// Three nodes: 0 and ±√(3/5) with 8/9 and 5/9.
    #[test]
    fn the_rule_is_that_of_gauss_and_legendre() {
        let (nodes, weights) = gauss_legendre(3, (-1.0, 1.0));
        [-0.6_f64.sqrt(), 0.0, 0.6_f64.sqrt()]
            .iter()
            .zip(&nodes)
            .for_each(|(&expected, &node)| close(node, expected, 1e-14));
        [5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0]
            .iter()
            .zip(&weights)
            .for_each(|(&expected, &weight)| close(weight, expected, 1e-14));
        let (nodes, weights) = gauss_legendre(90, (0.0, 3.0));
        let sum: f64 = nodes.iter().zip(&weights).map(|(z, weight)| weight * z.exp()).sum();
        close(sum, 3.0_f64.exp() - 1.0, 1e-12);
    }

    /// A single look is an experiment of a fixed size: nothing was selected.
    #[test]
    fn a_single_look_gives_the_plain_estimate() {
        let single = found(&[5000], 0.4, 3.0, 2.5);
        close(single.elo, 3.0, 1e-9);
        // Between the hypotheses the 5 % are shared as the truth lies between them.
        assert!(single.interval.low < 3.0 - 1.6 * 2.5 && single.interval.high > 3.0 + 1.6 * 2.5);
        let plain = Sprt::new(0.0, 5.0, 0.025, 0.025).expect("a test");
        let look = LastLook { test: plain, looks: &[5000], llr: 0.4, elo: 3.0, error: 2.5 };
        let plain = look.stagewise().expect("an estimate").interval;
        close(plain.low, 3.0 - 1.959_963_984_540_054 * 2.5, 1e-6);
        close(plain.high, 3.0 + 1.959_963_984_540_054 * 2.5, 1e-6);
    }

    /// With looks without end, and so close to each other that they are nearly continuous, the
    /// probability to cross the upper bound first is that of Wald, (1 − e^(2θa)) / (e^(−2θb) −
    /// e^(2θa)) for bounds −a and b.
    #[test]
    fn the_motion_crosses_its_bounds_as_often_as_it_should() {
        let looks: Vec<u64> = (1..=6000).collect();
        // 60 units of information: hardly any motion is still between the bounds.
        let error = 5.0 / 60.0_f64.sqrt();
        for theta in [-0.5_f64, -0.2, 0.0, 0.3, 0.5] {
            // At the last look the lowest value that there may be: whatever crossed, crossed above.
            let look = LastLook { test: test(0.0, 5.0), looks: &looks, llr: 1.0, elo: 2.5, error };
            let mut motion = Motion::new(&look);
            motion.value = motion.bounds.1;
            // Siegmund 1985: looks now and then are bounds farther away by 0.583 standard
            // deviations of a step.
            let step = motion.steps.last().expect("looks").since;
            let (a, b) =
                (-motion.bounds.0 + 0.5826 * step.sqrt(), motion.bounds.1 + 0.5826 * step.sqrt());
            let expected = if theta == 0.0 {
                a / (a + b)
            } else {
                (1.0 - (2.0 * theta * a).exp())
                    / ((-2.0 * theta * b).exp() - (2.0 * theta * a).exp())
            };
            close(motion.beyond(theta, 1.0), expected, 1e-3);
            motion.value = motion.bounds.0;
            close(motion.beyond(theta, -1.0), 1.0 - expected, 1e-3);
        }
    }

    #[test]
    fn results_at_their_mirror_image_mirror_each_other() {
        let looks: Vec<u64> = (1..=200).map(|look| 80 * look).collect();
        let better = found(&looks, 3.1, 7.0, 1.9);
        let worse = found(&looks, -3.1, -2.0, 1.9);
        close(better.elo - 2.5, 2.5 - worse.elo, 1e-6);
        close(better.interval.low - 2.5, 2.5 - worse.interval.high, 1e-6);
        close(better.interval.high - 2.5, 2.5 - worse.interval.low, 1e-6);
        close(better.null, worse.alternative, 1e-9);
        close(better.alternative, worse.null, 1e-9);
        // What refutes a hypothesis at 5 % is its p-value.
        assert!(better.null < 0.05 && better.alternative > 0.2, "{better:?}");
    }

    /// An interval never contradicts the verdict, however late it came.
    #[test]
    fn intervals_agree_with_the_verdict() {
        for number in [1, 3, 10, 50, 150, 256, 600, 1500] {
            let looks: Vec<u64> = (1..=number).map(|look| 80 * look).collect();
            // A hundred looks are three units of information.
            let information: f64 = 0.0339 * number as f64;
            let error = 5.0 / information.sqrt();
            for over in [0.001, 0.3] {
                let llr = 19.0_f64.ln() + over;
                let better = found(&looks, llr, 2.5 + 5.0 * llr / information, error);
                assert!(better.interval.low > 0.0, "{number} looks: {better:?}");
                assert!(better.elo > better.interval.low && better.elo < better.interval.high);
                let worse = found(&looks, -llr, 2.5 - 5.0 * llr / information, error);
                assert!(worse.interval.high < 5.0, "{number} looks: {worse:?}");
            }
        }
    }

    #[test]
    fn a_sooner_end_says_more() {
        let at = |number: u64| {
            let looks: Vec<u64> = (1..=number).map(|look| 80 * look).collect();
            let information = 0.0339 * number as f64;
            let llr = 19.0_f64.ln() + 0.1;
            found(&looks, llr, 2.5 + 5.0 * llr / information, 5.0 / information.sqrt())
        };
        let found: Vec<f64> = [5, 20, 60, 200, 800].map(|number| at(number).elo).to_vec();
        assert!(found.windows(2).all(|pair| pair[0] > pair[1]), "{found:?}");
    }

    #[test]
    fn nothing_is_said_without_an_error_or_a_look() {
        let look =
            |looks, error| LastLook { test: test(0.0, 5.0), looks, llr: 3.0, elo: 6.0, error };
        assert_eq!(look(&[], 2.0).stagewise(), None);
        assert_eq!(look(&[80], 0.0).stagewise(), None);
        assert_eq!(look(&[80], f64::NAN).stagewise(), None);
    }
}
