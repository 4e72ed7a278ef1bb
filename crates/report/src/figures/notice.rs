//! The band around no effect: changes that people at a table would hardly notice, by the number
//! by which `settle` answers whether anybody would.

use crate::chart::Axis;
use crate::words::plain;
use unobench_findings::metric::Metric;
use unobench_findings::plain::noticed_from;
use unobench_stats::Interval;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Band {
    pub(super) ends: Interval,
    /// How much its ends are from its middle, in words.
    amount: String,
}

impl Band {
    fn around(middle: f64, least: f64, amount: String) -> Band {
        Band { ends: Interval { low: middle - least, high: middle + least }, amount }
    }

    /// Of a share of games, in hundredths; none of what people do not see.
    pub(super) fn of_games(metric: Metric) -> Option<Band> {
        let least = noticed_from(metric)?;
        Some(Band::around(0.0, least, format!("{} games in 100", plain(least))))
    }

    /// Of multiples.
    pub(super) fn of_times(metric: Metric) -> Option<Band> {
        let least = noticed_from(metric)?;
        Some(Band::around(1.0, least / 100.0, format!("{} %", plain(least))))
    }

    /// Of a number, where this is the usual one.
    pub(super) fn of_number(metric: Metric, usual: f64) -> Option<Band> {
        let percent = noticed_from(metric)?;
        let least = usual.abs() * percent / 100.0;
        let unit = metric.words().unit;
        let told = format!("{least:.1}{unit} ({} % of the usual {usual:.1})", plain(percent));
        (least > 0.0).then(|| Band::around(0.0, least, told))
    }

    pub(super) fn told(&self, axis: &Axis) -> String {
        let is_whole = [self.ends.low, self.ends.high].iter().all(|end| axis.contains(*end));
        let wider = if is_whole { "" } else { "; the band is wider than the chart" };
        format!("Would anybody notice? Hardly, within {} of no effect{wider}", self.amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_as_wide_as_what_people_notice() {
        let turns = Metric::LENGTH;
        let least = noticed_from(turns).expect("people see it");
        let band = |low, high, amount| Some(Band { ends: Interval { low, high }, amount });
        let games = Band::of_games(Metric::FirstSeat);
        assert_eq!(games, band(-least, least, format!("{least} games in 100")));
        let share = least / 100.0;
        assert_eq!(Band::of_times(turns), band(1.0 - share, 1.0 + share, format!("{least} %")));
        let amount = format!("{:.1} turns ({least} % of the usual 44.0)", 0.44 * least);
        let usual = Band::of_number(turns, 44.0);
        assert_eq!(usual, band(-0.44 * least, 0.44 * least, amount));
        let unseen = [Band::of_times(Metric::LeadChanges), Band::of_games(Metric::ForcedShare)];
        assert_eq!(unseen, [None, None]);
    }
}
