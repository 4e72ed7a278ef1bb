//! Numbers as the screens show them.

use unobench_findings::estimate::Estimate;
pub(super) use unobench_report::sentences::scale_of_elo;
use unobench_stats::Interval;

pub(super) fn with_margin(rate: Estimate) -> String {
    unobench_report::with_margin(rate.times(100.0)) + " %"
}

/// Writes the ends of an interval behind a value; nothing where there is none.
pub(super) fn ends(interval: Option<Interval>, places: usize) -> String {
    interval.map_or_else(String::new, |Interval { low, high }| {
        format!(" [{low:.places$}, {high:.places$}]")
    })
}

pub(super) fn percent(rate: f64) -> String {
    let text = format!("{:.1}", 100.0 * rate);
    format!("{} %", text.strip_suffix(".0").unwrap_or(&text))
}
