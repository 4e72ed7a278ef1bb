//! Distributions of whole numbers: their quantiles, and smooth curves to look at.

use super::chart::Axis;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Distribution {
    counts: BTreeMap<i64, u64>,
}

const POINTS: usize = 96;

/// Beyond this many standard deviations of the kernel nothing is added.
const REACH: f64 = 4.0;

/// The least width of a kernel, as a share of the distance between two whole numbers, so that
/// curves have no teeth.
const SMOOTH: f64 = 0.6;

impl Distribution {
    pub(super) fn add(&mut self, number: i64, count: u64) {
        if count > 0 {
            let entry = self.counts.entry(number).or_default();
            *entry = entry.saturating_add(count);
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> {
        self.counts.iter().map(|(&number, &count)| (number as f64, count as f64))
    }

    pub(super) fn total(&self) -> f64 {
        self.counts.values().map(|&count| count as f64).sum()
    }

    pub(super) fn share_of_zero(&self) -> f64 {
        self.counts.get(&0).map_or(0.0, |&count| count as f64 / self.total())
    }

    pub(super) fn without_zero(&self) -> Distribution {
        let mut without = self.clone();
        without.counts.remove(&0);
        without
    }

    pub(super) fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self.pairs().map(|(number, count)| number * count).sum();
        (total > 0.0).then(|| sum / total)
    }

    pub(super) fn deviation(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares: f64 =
            self.pairs().map(|(number, count)| (number - mean).powi(2) * count).sum();
        Some((squares / self.total()).sqrt())
    }

    /// The smallest number that at least this share is not above; none of none.
    pub(super) fn quantile(&self, share: f64) -> Option<i64> {
        unobench_stats::quantile(share, self.counts.iter().map(|(&number, &count)| (number, count)))
    }

    pub(super) fn least(&self) -> Option<i64> {
        self.counts.first_key_value().map(|(&number, _)| number)
    }

    /// A smooth curve along an axis: a kernel density estimate with Gaussian kernels in the scale
    /// of the axis, as wide as Silverman's rule of thumb says, but wide enough to bridge whole
    /// numbers. The heights are densities per length of the axis, so areas are equal.
    ///
    /// # Source
    /// Silverman 1986, *Density Estimation for Statistics and Data Analysis*, (3.31).
    pub(super) fn curve(&self, axis: &Axis) -> Vec<(f64, f64)> {
        let total = self.total();
        let width = self.kernel(axis);
        let mut heights = vec![0.0; POINTS + 1];
        for (&number, &count) in &self.counts {
            let (place, next) = (axis.share(number as f64), axis.share(number as f64 + 1.0));
            let width = width.max(SMOOTH * (next - place));
            let weight = count as f64 / total / width / (2.0 * std::f64::consts::PI).sqrt();
            let from = ((place - REACH * width) * POINTS as f64).ceil().max(0.0) as usize;
            let to = ((place + REACH * width) * POINTS as f64).floor().min(POINTS as f64);
            for (at, height) in
                heights.iter_mut().enumerate().skip(from).take_while(|(at, _)| *at as f64 <= to)
            {
                let distance = (at as f64 / POINTS as f64 - place) / width;
                *height += weight * (-distance * distance / 2.0).exp();
            }
        }
        heights
            .into_iter()
            .enumerate()
            .map(|(at, height)| (axis.at(at as f64 / POINTS as f64), height))
            .collect()
    }

    fn kernel(&self, axis: &Axis) -> f64 {
        let places: Vec<(f64, f64)> =
            self.pairs().map(|(number, count)| (axis.share(number), count)).collect();
        let total = self.total();
        let mean = places.iter().map(|(place, count)| place * count).sum::<f64>() / total;
        let deviation =
            (places.iter().map(|(place, count)| (place - mean).powi(2) * count).sum::<f64>()
                / total)
                .sqrt();
        let quartile =
            |share: f64| self.quantile(share).map_or(0.0, |number| axis.share(number as f64));
        let spread = (quartile(0.75) - quartile(0.25)) / 1.34;
        let spread = if spread > 0.0 { spread.min(deviation) } else { deviation };
        (0.9 * spread * total.powf(-0.2)).max(0.4 / POINTS as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::chart::Unit;
    use super::*;

    fn of(counts: &[(i64, u64)]) -> Distribution {
        let mut distribution = Distribution::default();
        counts.iter().for_each(|&(number, count)| distribution.add(number, count));
        distribution
    }

    #[test]
    fn moments_and_quantiles_are_those_of_the_counts() {
        let distribution = of(&[(0, 5), (10, 3), (20, 2)]);
        assert_eq!(distribution.mean(), Some(7.0));
        assert!((distribution.deviation().expect("there are some") - 61f64.sqrt()).abs() < 1e-12);
        assert_eq!(
            [0.05, 0.5, 0.51, 0.95].map(|share| distribution.quantile(share)),
            [Some(0), Some(0), Some(10), Some(20)]
        );
        assert_eq!(distribution.share_of_zero(), 0.5);
        assert_eq!(distribution.without_zero().mean(), Some(14.0));
        assert_eq!(Distribution::default().mean(), None);
        assert_eq!(Distribution::default().quantile(0.5), None);
    }

    #[test]
    fn a_curve_has_the_area_of_what_it_shows_on_either_scale() {
        let counts: Vec<(i64, u64)> =
            (20..80_i64).map(|number| (number, 1000 - 10 * (number - 50).unsigned_abs())).collect();
        for axis in [
            Axis::exactly(1.0, 120.0, false, Unit::Plain),
            Axis::exactly(5.0, 300.0, true, Unit::Plain),
        ] {
            let curve = of(&counts).curve(&axis);
            let area: f64 = curve.iter().map(|(_, height)| height).sum::<f64>() / POINTS as f64;
            assert!((area - 1.0).abs() < 0.01, "{area}");
        }
    }

    #[test]
    fn a_curve_of_one_number_is_finite() {
        let curve = of(&[(7, 3)]).curve(&Axis::exactly(0.0, 20.0, false, Unit::Plain));
        assert!(curve.iter().all(|(_, height)| height.is_finite()));
        assert!(curve.iter().any(|(_, height)| *height > 0.0));
    }
}
