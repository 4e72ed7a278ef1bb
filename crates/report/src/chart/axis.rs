//! A horizontal axis with round numbers.

use super::super::words::{plain, with_margin};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;
use unobench_findings::estimate::Estimate;
use unobench_stats::Interval;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Unit {
    #[default]
    Plain,
    Signed,
    Times,
    /// Nothing; the number is whole.
    Rank,
}

impl Unit {
    pub(crate) fn write(self, number: f64) -> String {
        // A tick at 0.1 + 0.2 is one at 0.3.
        let text = plain((number * 1e9).round() / 1e9);
        match self {
            Unit::Plain | Unit::Rank => text,
            Unit::Signed if number > 1e-12 => format!("+{text}"),
            Unit::Signed => text,
            Unit::Times => format!("× {text}"),
        }
    }

    pub(crate) fn noted(self, of: Estimate) -> String {
        match (self, of.interval) {
            (Unit::Rank, Some(Interval { low, high })) if low < high => format!("{low} to {high}"),
            (Unit::Rank, _) => plain(of.value),
            _ => with_margin(of),
        }
    }

    fn least_step(self) -> f64 {
        if self == Unit::Rank { 1.0 } else { 0.0 }
    }
}

/// A range of numbers, spaced evenly or by ratio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    by_ratio: bool,
    unit: Unit,
}

/// The ratio from which an axis by ratio has ticks at 1, 2 and 5 times the powers of ten.
const WIDE_RATIO: f64 = 5.0;

/// How many times as wide a band may make an axis.
const MOST_FOR_BAND: f64 = 3.0;

impl Axis {
    pub(crate) fn around(shown: impl IntoIterator<Item = f64>, by_ratio: bool, unit: Unit) -> Axis {
        let usable = |number: &f64| number.is_finite() && (!by_ratio || *number > 0.0);
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        let wider = |(low, high): (f64, f64), number| (low.min(number), high.max(number));
        let (low, high) = shown.into_iter().filter(usable).fold(none, wider);
        if low > high {
            return Axis { low: 0.5, high: 2.0, by_ratio, unit };
        }
        if by_ratio {
            let air = (high / low).powf(0.04).max(1.005);
            return Axis { low: low / air, high: high * air, by_ratio, unit };
        }
        let air = if high > low { 0.04 * (high - low) } else { (0.05 * high.abs()).max(0.5) };
        Axis { low: low - air, high: high + air, by_ratio, unit }
    }

    /// An axis that shows all these numbers, and the whole band too unless that would leave them
    /// too little room.
    pub(crate) fn around_with_band(
        numbers: impl IntoIterator<Item = f64> + Clone,
        band: Option<Interval>,
        by_ratio: bool,
        unit: Unit,
    ) -> Axis {
        let without = Axis::around(numbers.clone(), by_ratio, unit);
        let ends = band.map(|band| [band.low, band.high]).into_iter().flatten();
        let with = Axis::around(numbers.into_iter().chain(ends), by_ratio, unit);
        let taken = without.share(with.high) - without.share(with.low);
        if taken <= MOST_FOR_BAND { with } else { without }
    }

    pub(super) fn titled(&self, title: &str) -> String {
        if self.by_ratio { format!("{title} (log scale)") } else { title.to_owned() }
    }

    pub(crate) fn exactly(low: f64, high: f64, by_ratio: bool, unit: Unit) -> Axis {
        Axis { low, high, by_ratio, unit }
    }

    pub(super) fn clamp(&self, number: f64) -> f64 {
        number.clamp(self.low, self.high)
    }

    pub(crate) fn contains(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// Where a number is: 0 at the low end, 1 at the high end.
    pub(crate) fn share(&self, number: f64) -> f64 {
        if self.by_ratio {
            (number.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (number - self.low) / (self.high - self.low)
        }
    }

    pub(crate) fn at(&self, share: f64) -> f64 {
        if self.by_ratio {
            self.low * (self.high / self.low).powf(share)
        } else {
            self.low + share * (self.high - self.low)
        }
    }

    pub(super) fn ticks(&self, most: usize) -> Vec<f64> {
        let most = most.max(2);
        if self.by_ratio && self.high / self.low >= WIDE_RATIO {
            let sparse: [&[f64]; 3] = [&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0], &[1.0, 2.0, 5.0], &[1.0]];
            let fitting =
                sparse.iter().map(|steps| self.powers(steps)).find(|ticks| ticks.len() <= most);
            return fitting.unwrap_or_default();
        }
        let span = self.high - self.low;
        let rough = (span / most as f64).max(self.unit.least_step());
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|step| step * power)
            .filter(|step| self.unit != Unit::Rank || step.fract() == 0.0)
            .find(|step| span / step <= most as f64);
        let step = step.unwrap_or(10.0 * power);
        let (first, last) = ((self.low / step).ceil(), (self.high / step).floor());
        (0..=((last - first).max(0.0) as usize).min(most))
            .map(|place| (first + place as f64) * step)
            .collect()
    }

    fn powers(&self, steps: &[f64]) -> Vec<f64> {
        let powers = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        powers
            .flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)))
            .filter(|tick| self.contains(*tick))
            .collect()
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (f64::from(limit.1 - limit.0) * self.share(*value)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        self.ticks(hint.max_num_points())
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        plain(*value)
    }

    fn format_ext(&self, value: &f64) -> String {
        self.unit.write(*value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let axis = Axis::exactly(-2.3, 16.1, false, Unit::Plain);
        assert_eq!(axis.ticks(5), [0.0, 5.0, 10.0, 15.0]);
        let axis = Axis::exactly(0.48, 0.52, false, Unit::Plain);
        let told: Vec<String> =
            axis.ticks(5).into_iter().map(|tick| Unit::Plain.write(tick)).collect();
        assert_eq!(told, ["0.48", "0.49", "0.5", "0.51", "0.52"]);
        let ranks = |last: f64| Axis::around([1.0, last], false, Unit::Rank).ticks(11);
        assert_eq!(ranks(4.0), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(ranks(24.0), [5.0, 10.0, 15.0, 20.0], "not every 2.5");
        let axis = Axis::exactly(0.3, 40.0, true, Unit::Times);
        assert_eq!(axis.ticks(7), [0.5, 1.0, 2.0, 5.0, 10.0, 20.0]);
    }

    #[test]
    fn an_axis_reaches_around_what_it_shows() {
        for by_ratio in [false, true] {
            for numbers in [vec![1.0, 3.0], vec![2.0], vec![], vec![f64::NAN, 4.0, f64::INFINITY]] {
                let axis = Axis::around(numbers.clone(), by_ratio, Unit::Plain);
                assert!(axis.low < axis.high, "{numbers:?}: {axis:?}");
                assert!(axis.low.is_finite() && axis.high.is_finite(), "{numbers:?}: {axis:?}");
                let mut finite = numbers.iter().filter(|number| number.is_finite());
                assert!(finite.all(|&number| axis.contains(number)), "{numbers:?}");
                assert!((axis.share(axis.at(0.3)) - 0.3).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_band_is_whole_on_the_axis_unless_it_would_take_most_of_it() {
        let around = |numbers: [f64; 2], by_ratio, (low, high)| {
            let band = Some(Interval { low, high });
            let axis = Axis::around_with_band(numbers, band, by_ratio, Unit::Plain);
            [low, high].map(|end| axis.contains(end))
        };
        assert_eq!(around([-0.5, 8.0], false, (-5.0, 5.0)), [true; 2]);
        assert_eq!(around([-0.1, 0.1], false, (-5.0, 5.0)), [false; 2]);
        assert_eq!(around([1.0, 2.5], true, (0.95, 1.05)), [true; 2]);
        assert_eq!(around([0.999, 1.001], true, (0.95, 1.05)), [false; 2]);
    }

    #[test]
    fn an_axis_by_ratio_says_so() {
        let titled = |by_ratio| Axis::exactly(1.0, 9.0, by_ratio, Unit::Plain).titled("turns");
        assert_eq!([false, true].map(titled), ["turns", "turns (log scale)"]);
    }

    #[test]
    fn units_are_written_with_the_number() {
        let known =
            [(Unit::Plain, 2.0, "2"), (Unit::Signed, 2.5, "+2.5"), (Unit::Signed, -1.0, "−1")];
        for (unit, number, text) in known {
            assert_eq!(unit.write(number), text);
        }
        let noted = |unit: Unit, low, high| {
            unit.noted(Estimate { value: 2.0, interval: Some(Interval { low, high }) })
        };
        assert_eq!(noted(Unit::Rank, 1.0, 3.0), "1 to 3");
        assert_eq!(noted(Unit::Rank, 2.0, 2.0), "2");
        assert_eq!(noted(Unit::Plain, 1.0, 3.0), "2.0 ± 1.0");
        assert_eq!(Unit::Times.write(1.25), "× 1.25");
        assert_eq!(Unit::Signed.write(0.1 + 0.2 - 0.3), "0");
    }
}
