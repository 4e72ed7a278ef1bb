//! The band around no effect: changes that people at a table would hardly notice, by the number
//! by which `settle` answers whether anybody would.

use crate::document::Short;
use unobench_findings::metric::Metric;
use unobench_findings::tell::number::{fixed, significant};
use unobench_findings::tell::plain::noticed_from;

/// Changes too small for people at a table to notice, to either side of no change.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Band {
    middle: f64,
    least: f64,
    /// How much its ends are from its middle, in words.
    amount: String,
}

impl Band {
    /// Of a share of games, in hundredths; none of what people do not see.
    pub(super) fn of_games(metric: Metric) -> Option<Band> {
        let least = noticed_from(metric)?;
        Some(Band { middle: 0.0, least, amount: format!("{} games in 100", significant(least)) })
    }

    /// Of multiples.
    pub(super) fn of_times(metric: Metric) -> Option<Band> {
        let least = noticed_from(metric)?;
        Some(Band {
            middle: 1.0,
            least: least / 100.0,
            amount: format!("{} %", significant(least)),
        })
    }

    /// Of a number, where this is the usual one.
    pub(super) fn of_number(metric: Metric, usual: f64) -> Option<Band> {
        let percent = noticed_from(metric)?;
        let least = usual.abs() * percent / 100.0;
        let unit = metric.words().unit;
        let [amount, of_usual] = [least, usual].map(|number| fixed(number, 1));
        let amount = format!("{amount}{unit} ({} % of the usual {of_usual})", significant(percent));
        (least > 0.0).then_some(Band { middle: 0.0, least, amount })
    }

    pub(super) fn ends(&self) -> [Short; 2] {
        [self.middle - self.least, self.middle + self.least].map(Short)
    }

    pub(super) fn told(&self) -> String {
        format!("Would anybody notice? Hardly, within {} of no effect", self.amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_as_wide_as_what_people_notice() {
        let turns = Metric::LENGTH;
        let least = noticed_from(turns).expect("people see it");
        let games = Band::of_games(Metric::FirstSeat).expect("people see it");
        assert_eq!(games.ends(), [Short(-least), Short(least)]);
        let told = format!("Hardly, within {least} games in 100 of no effect");
        assert!(games.told().ends_with(&told));
        let share = least / 100.0;
        let times = Band::of_times(turns).expect("people see it");
        assert_eq!(times.ends(), [Short(1.0 - share), Short(1.0 + share)]);
        let usual = Band::of_number(turns, 44.0).expect("people see it");
        assert_eq!(usual.ends(), [Short(-0.44 * least), Short(0.44 * least)]);
        assert!(usual.amount.ends_with(&format!(" turns ({least} % of the usual 44.0)")));
        let unseen = [Band::of_times(Metric::LeadChanges), Band::of_games(Metric::ForcedShare)];
        assert_eq!(unseen, [None, None]);
    }
}
