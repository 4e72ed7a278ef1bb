//! Intervals as two columns have them.

use unobench_stats::Interval;

/// The ends of an interval, as two columns have them.
pub fn ends(interval: Option<Interval>) -> (Option<f64>, Option<f64>) {
    interval.map(|interval| (interval.low, interval.high)).unzip()
}
