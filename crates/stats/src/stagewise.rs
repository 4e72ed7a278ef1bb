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
//! drift is φ = e/Δ. The density of the motion that has not ended is carried from look to look for
//! φ = 0; for other φ it has the factor exp(φy − φ²τ/2). Results of tests of which neither is better
//! are ordered by their mean y/τ.
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
    /// That of B over A, where the test asks for it.
    pub reverse: Option<f64>,
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
    /// How likely one that speaks as little for the alternative is if that is true, of A or of B.
    pub alternative: f64,
    /// How likely a result that speaks as much for B is if the null hypothesis is true.
    pub reverse: Option<f64>,
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
    /// // H1 was accepted after 8,000 blocks, where the plain estimate was 7.6 ± 2.7.
    /// let (llr, reverse) = (3.7, Some(-12.0));
    /// let found = LastLook { test, looks: &looks, llr, reverse, elo: 7.6, error: 2.7 }.stagewise();
    /// let found = found.expect("an estimate");
    /// assert!(found.elo < 7.6, "who stops when it is high enough stops too high: {found:?}");
    /// assert!(found.interval.low > 0.0, "as the test says: {found:?}");
    /// ```
    #[must_use]
    pub fn stagewise(&self) -> Option<Stagewise> {
        if let Some(reverse) = self.reverse.filter(|_| self.elo < 0.0) {
            let (elo, llr, reverse) = (-self.elo, reverse, Some(self.llr));
            return Some(LastLook { elo, llr, reverse, ..*self }.stagewise()?.mirrored());
        }
        let usable = self.error > 0.0 && self.error.is_finite() && self.elo.is_finite();
        let played = self.looks.last().is_some_and(|&blocks| blocks > 0);
        let motion = (usable && played).then(|| Motion::new(self))?;
        let (elo0, elo1) = self.test.hypotheses();
        let distance = elo1 - elo0;
        let miss = 1.0 - CONFIDENCE;
        let share = |elo: f64| self.test.share_of_high(elo, miss);
        let solve = |target: &dyn Fn(f64) -> f64| {
            let drift = root(self.elo / distance, self.error / distance, |drift| {
                motion.beyond(drift, 1.0) - target(drift * distance)
            });
            distance * drift
        };
        let beyond =
            |elo: f64, side: f64| motion.beyond(elo / distance, side).clamp(f64::MIN_POSITIVE, 1.0);
        let is_mirrored = self.test.is_mirrored();
        Some(Stagewise {
            elo: solve(&|_| 0.5),
            interval: Interval { low: solve(&share), high: solve(&|e| CONFIDENCE + share(e)) },
            null: beyond(elo0, 1.0),
            alternative: match is_mirrored {
                true => beyond(elo1, -1.0).max(beyond(-elo1, 1.0)),
                false => beyond(elo1, -1.0),
            },
            reverse: is_mirrored.then(|| beyond(-elo0, -1.0)),
        })
    }
}

impl Stagewise {
    /// The same, told of B over A.
    fn mirrored(self) -> Stagewise {
        let Interval { low, high } = self.interval;
        Stagewise {
            elo: -self.elo,
            interval: Interval { low: -high, high: -low },
            null: self.reverse.unwrap_or(1.0),
            reverse: Some(self.null),
            ..self
        }
    }
}

impl Sprt {
    /// The part of all misses of an interval that is left to results that are too high, if that is
    /// the true difference: so much that an interval does not hold a hypothesis that was refused.
    fn share_of_high(&self, elo: f64, miss: f64) -> f64 {
        let within = |error: f64| error.clamp(miss / 2.0, LARGEST_SHARE);
        let ((alpha, beta), (elo0, elo1)) = (self.errors(), self.hypotheses());
        let of_null = if self.is_mirrored() { miss / 2.0 } else { within(alpha) };
        let share = |elo: f64| {
            let way = ((elo - elo0) / (elo1 - elo0)).clamp(0.0, 1.0);
            of_null + (miss - within(beta) - of_null) * way
        };
        if self.is_mirrored() && elo < 0.0 { miss - share(-elo) } else { share(elo) }
    }
}

/// Where the motion goes on, in units of the distance of the hypotheses over the standard error:
/// between a lower and an upper bound that rise with information. Where B may be better too, also
/// at the mirror image of that, and between the two as long as the lower bound is below 0.
#[derive(Clone, Copy)]
struct Region {
    lower: f64,
    upper: f64,
    slope: f64,
    mirrored: bool,
}

impl Region {
    fn ends(&self, time: f64) -> (f64, f64) {
        let lower = self.lower + self.slope * time;
        let lower = if self.mirrored { lower.max(0.0) } else { lower };
        (lower, self.upper + self.slope * time)
    }

    /// Where results are that are beyond a mean value, among those that end at a look.
    fn beyond(&self, time: f64, mean: f64, side: f64) -> [(f64, f64); 2] {
        const NOTHING: (f64, f64) = (0.0, 0.0);
        let (lower, upper) = self.ends(time);
        match (self.mirrored, side > 0.0) {
            (true, _) => [(upper, f64::INFINITY), (lower.min(-lower).max(mean * time), lower)],
            (false, true) => [(upper, f64::INFINITY), NOTHING],
            (false, false) => [(f64::NEG_INFINITY, lower), NOTHING],
        }
    }
}

/// A sequential test from look to look, and the value at which it ended.
struct Motion {
    region: Region,
    steps: Vec<LookStep>,
    value: f64,
}

/// From one look to the next: the information before it and since, and the mass at each node then,
/// for a motion without drift; half of it where the other half is at the mirror image.
struct LookStep {
    before: f64,
    since: f64,
    nodes: Vec<f64>,
    masses: Vec<f64>,
}

impl Motion {
    fn new(look: &LastLook<'_>) -> Motion {
        let (elo0, elo1) = look.test.hypotheses();
        let (distance, middle) = (elo1 - elo0, (elo0 + elo1) / 2.0);
        let information = (distance / look.error).powi(2);
        let value = look.elo / distance * information;
        let slope = middle / distance;
        let (lower, upper) = look.test.bounds();
        let far = (look.elo - middle).abs() > distance;
        let ratio = (value - slope * information) / look.llr;
        let scale = if far { ratio.clamp(SCALES.0, SCALES.1) } else { 1.0 };
        let (lower, upper, mirrored) = (scale * lower, scale * upper, look.test.is_mirrored());
        let region = Region { lower, upper, slope, mirrored };
        let last = *look.looks.last().unwrap_or(&1) as f64;
        let shortest = (NODES_PER_STEP * (upper - lower) / MOST_NODES as f64).powi(2);
        let times = spaced(look.looks.iter().map(|&l| information * l as f64 / last), shortest);
        Motion { steps: carried(&region, &times), region, value }
    }

    /// The probability, if the drift is so much, of a result at least as high as the one found, or,
    /// with the side −1, at least as low.
    fn beyond(&self, drift: f64, side: f64) -> f64 {
        let turn = if self.region.mirrored { side } else { 1.0 };
        let (drift, value, side) = (turn * drift, turn * self.value, turn * side);
        let Some((last, earlier)) = self.steps.split_last() else { return 1.0 };
        let mean = value / (last.before + last.since);
        let earlier = earlier.iter().map(|step| {
            let ends = self.region.beyond(step.before + step.since, mean, side);
            ends.map(|ends| self.mass(step, drift, ends)).iter().sum::<f64>()
        });
        let ends = if side > 0.0 { (value, f64::INFINITY) } else { (f64::NEG_INFINITY, value) };
        earlier.sum::<f64>() + self.mass(last, drift, ends)
    }

    /// The mass that a step carries between two ends, if there is a drift.
    fn mass(&self, step: &LookStep, drift: f64, (low, high): (f64, f64)) -> f64 {
        if low >= high {
            return 0.0;
        }
        let deviation = step.since.sqrt();
        let contribution = |node: f64, mass: f64| {
            let mass = (mass.ln() + drift * node - drift * drift * step.before / 2.0).exp();
            let [low_end, high_end] =
                [low, high].map(|end| (end - node - drift * step.since) / deviation);
            // Either tail is exact by itself.
            let share = match low == f64::NEG_INFINITY {
                true => upper_tail(-high_end),
                false => upper_tail(low_end) - upper_tail(high_end),
            };
            if share > 0.0 { mass * share } else { 0.0 }
        };
        let nodes = step.nodes.iter().zip(&step.masses);
        nodes
            .map(|(&node, &mass)| {
                let image = if self.region.mirrored { contribution(-node, mass) } else { 0.0 };
                contribution(node, mass) + image
            })
            .sum()
    }
}

/// The probability that a standard normal variable is larger.
fn upper_tail(end: f64) -> f64 {
    if end > 38.0 { 0.0 } else { Normal::standard().sf(end) }
}

/// The steps between looks, each with the mass at each node before it, for a motion without drift.
fn carried(region: &Region, times: &[f64]) -> Vec<LookStep> {
    let mut before = 0.0;
    let steps = times.iter().map(|time| time - std::mem::replace(&mut before, *time));
    let least = steps.fold(f64::INFINITY, f64::min).sqrt();
    let wanted = NODES_PER_STEP * (region.upper - region.lower) / least;
    let rule = gauss_legendre((wanted.ceil() as usize + 16).min(MOST_NODES + 16), (0.0, 1.0));
    let mut nodes = vec![0.0];
    let mut masses = vec![if region.mirrored { 0.5 } else { 1.0 }];
    let (mut kernel, mut known) = (Vec::new(), None);
    let (mut steps, mut before) = (Vec::new(), 0.0);
    for &time in times {
        let (since, deviation) = (time - before, (time - before).sqrt());
        let (low, high) = region.ends(time);
        let next: Vec<f64> = rule.0.iter().map(|node| low + (high - low) * node).collect();
        // Far from the mirror image the strips of two looks lie alike.
        let is_far = !region.mirrored || region.ends(before).0 > 9.0 * deviation;
        let is_known = |span: f64| is_far && (since - span).abs() <= 1e-9 * since;
        if steps.is_empty() || !known.is_some_and(is_known) {
            let from_node = |to: f64, from: f64| {
                let folded = if is_far { 0.0 } else { density(to + from, deviation) };
                density(to - from, deviation) + folded
            };
            let row = |to: &f64| nodes.iter().map(|from| from_node(*to, *from)).collect();
            kernel = next.iter().map(row).collect::<Vec<Vec<f64>>>();
            known = (is_far && !steps.is_empty()).then_some(since);
        }
        let rows = kernel.iter().zip(&rule.1);
        let then = rows
            .map(|(row, weight)| {
                let moved: f64 = row.iter().zip(&masses).map(|(k, mass)| k * mass).sum();
                (high - low) * weight * moved
            })
            .collect();
        let nodes = std::mem::replace(&mut nodes, next);
        steps.push(LookStep { before, since, nodes, masses: std::mem::replace(&mut masses, then) });
        before = time;
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
    use crate::{close, spans};

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
    }

    /// A test that asks nothing of B, of a difference that is 2.5 less.
    fn found(looks: &[u64], llr: f64, elo: f64, error: f64) -> Stagewise {
        let (test, elo) = (test(-2.5, 2.5), elo - 2.5);
        let look = LastLook { test, looks, llr, reverse: None, elo, error };
        let Stagewise { elo, interval: Interval { low, high }, .. } =
            look.stagewise().expect("an estimate");
        let interval = Interval { low: low + 2.5, high: high + 2.5 };
        Stagewise { elo: elo + 2.5, interval, ..look.stagewise().expect("an estimate") }
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
        let test = Sprt::new(-1.0, 4.0, 0.025, 0.025).expect("a test");
        let (looks, reverse) = (&[5000], None);
        let look = LastLook { test, looks, llr: 0.4, reverse, elo: 3.0, error: 2.5 };
        let plain = look.stagewise().expect("an estimate").interval;
        let half = 1.959_963_984_540_054 * 2.5;
        spans(plain, [3.0 - half, 3.0 + half], 1e-6);
    }

    /// With looks without end, and so close to each other that they are nearly continuous, the
    /// probability to cross the upper bound first is that of Wald, (1 − e^(2θa)) / (e^(−2θb) −
    /// e^(2θa)) for bounds −a and b.
    #[test]
    fn the_motion_crosses_its_bounds_as_often_as_it_should() {
        let looks: Vec<u64> = (1..=2000).collect();
        // 60 units of information: hardly any motion is still between the bounds.
        let error = 5.0 / 60.0_f64.sqrt();
        for theta in [-0.5_f64, -0.2, 0.0, 0.3, 0.5] {
            // At the last look the lowest value that there may be: whatever crossed, crossed above.
            let (test, reverse) = (test(-2.5, 2.5), None);
            let look = LastLook { test, looks: &looks, llr: 1.0, reverse, elo: 0.0, error };
            let mut motion = Motion::new(&look);
            motion.value = motion.region.upper;
            // Siegmund 1985: looks now and then are bounds farther away by 0.583 standard
            // deviations of a step.
            let step = motion.steps.last().expect("looks").since;
            let [a, b] = [-motion.region.lower, motion.region.upper]
                .map(|bound| bound + 0.5826 * step.sqrt());
            let expected = if theta == 0.0 {
                a / (a + b)
            } else {
                (1.0 - (2.0 * theta * a).exp())
                    / ((-2.0 * theta * b).exp() - (2.0 * theta * a).exp())
            };
            close(motion.beyond(theta, 1.0), expected, 1e-3);
            motion.value = motion.region.lower;
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

    /// How a duel of one information a look ended that asks for both: by the value of its motion.
    fn of_both(number: u64, value: f64) -> Option<Stagewise> {
        let looks: Vec<u64> = (1..=number).map(|look| 80 * look).collect();
        let information = 0.0339 * number as f64;
        let (elo, error) = (5.0 * value / information, 5.0 / information.sqrt());
        let [llr, back] = [value, -value].map(|value| value - information / 2.0);
        let (test, reverse) = (test(0.0, 5.0), Some(back));
        LastLook { test, looks: &looks, llr, reverse, elo, error }.stagewise()
    }

    /// What is said of A is what is said of B where the names are exchanged; no interval holds what
    /// the test refused: equality where one is better, 5 points where neither is.
    #[test]
    fn who_is_called_a_does_not_matter_to_what_is_known() {
        let (lower, upper) = test(0.0, 5.0).bounds();
        for (number, over) in [(20, 0.01), (60, 0.05), (150, 0.2)] {
            let information = 0.0339 * number as f64;
            let value = upper + over + information / 2.0;
            let [estimate, other] =
                [value, -value].map(|value| of_both(number, value).expect("an estimate"));
            assert_eq!((estimate.elo, estimate.interval.low), (-other.elo, -other.interval.high));
            assert_eq!(
                (estimate.null, estimate.alternative),
                (other.reverse.unwrap(), other.alternative)
            );
            assert!(estimate.interval.low > 0.0 && estimate.null < 0.025, "{number}: {estimate:?}");
            assert!(
                estimate.interval.low < estimate.elo && estimate.elo < estimate.interval.high,
                "{estimate:?}"
            );
        }
        for (number, share) in [(190, 0.0), (250, 0.4), (300, -0.9)] {
            let information = 0.0339 * number as f64;
            let value = share * (information / 2.0 + lower - 0.01);
            let [estimate, other] =
                [value, -value].map(|value| of_both(number, value).expect("an estimate"));
            close(estimate.elo, -other.elo, 1e-9);
            close(estimate.interval.low, -other.interval.high, 1e-9);
            let Interval { low, high } = estimate.interval;
            assert!(
                low > -5.0 && high < 5.0 && low < estimate.elo && estimate.elo < high,
                "{estimate:?}"
            );
            assert!(estimate.alternative < 0.05, "{number}: {estimate:?}");
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
        let found: Vec<f64> = [5, 20, 60, 200].map(|number| at(number).elo).to_vec();
        assert!(found.windows(2).all(|pair| pair[0] > pair[1]), "{found:?}");
    }

    #[test]
    fn nothing_is_said_without_an_error_or_a_look() {
        let (test, reverse) = (test(0.0, 5.0), Some(-9.0));
        let look = |looks, error| LastLook { test, looks, llr: 3.0, reverse, elo: 6.0, error };
        assert_eq!(look(&[], 2.0).stagewise(), None);
        assert_eq!(look(&[80], 0.0).stagewise(), None);
        assert_eq!(look(&[80], f64::NAN).stagewise(), None);
    }
}
