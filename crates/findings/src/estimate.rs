//! A number with its 95 % interval, for whoever tells of it.

use unobench_stats::Interval;

/// The ends of an interval, as two columns have them.
pub fn ends(interval: Option<Interval>) -> (Option<f64>, Option<f64>) {
    interval.map(|interval| (interval.low, interval.high)).unzip()
}

/// The interval that two columns have.
pub fn between(low: Option<f64>, high: Option<f64>) -> Option<Interval> {
    low.zip(high).map(|(low, high)| Interval { low, high })
}

/// What is known of a quantity.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Estimate {
    pub value: f64,
    /// Its interval; none where nothing is known of it.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// An estimate as files have it; none without a value.
    pub fn of(value: Option<f64>, low: Option<f64>, high: Option<f64>) -> Option<Estimate> {
        value.map(|value| Estimate { value, interval: between(low, high) })
    }

    pub const fn exactly(value: f64) -> Estimate {
        Estimate { value, interval: None }
    }

    /// The estimate of an increasing function of it.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Estimate {
        let interval = self.interval;
        let interval = interval
            .map(|interval| Interval { low: change(interval.low), high: change(interval.high) });
        Estimate { value: change(self.value), interval }
    }

    #[must_use]
    pub fn times(self, factor: f64) -> Estimate {
        self.map(|number| factor * number)
    }

    pub fn low(&self) -> f64 {
        self.interval.map_or(f64::NEG_INFINITY, |interval| interval.low)
    }

    pub fn high(&self) -> f64 {
        self.interval.map_or(f64::INFINITY, |interval| interval.high)
    }

    /// Whether it may be this number.
    pub fn holds(&self, number: f64) -> bool {
        self.low() <= number && number <= self.high()
    }

    /// How far from a number it may be at most.
    pub fn farthest(&self, number: f64) -> f64 {
        (self.high() - number).max(number - self.low())
    }

    /// Half the width of its interval; none where that is unknown.
    pub fn margin(&self) -> Option<f64> {
        self.interval.map(|interval| (interval.high - interval.low) / 2.0)
    }

    /// The value and the ends of the interval, which an axis has to show.
    pub fn ends(&self) -> [f64; 3] {
        let Interval { low, high } =
            self.interval.unwrap_or(Interval { low: self.value, high: self.value });
        [low, self.value, high]
    }
}
