//! The band around no effect: changes that people at a table would hardly notice, by the number
//! by which `settle` answers whether anybody would.

use crate::settle::noticed_from;
use crate::words::plain;

/// A change of a share of games, in hundredths, that people notice; none of what they do not see.
pub(super) fn games(metric: &str) -> Option<((f64, f64), String)> {
    let least = noticed_from(metric)?;
    Some(((-least, least), format!("{} games in 100", plain(least))))
}

/// A multiple that people notice; none of what they do not see.
pub(super) fn times(metric: &str) -> Option<((f64, f64), String)> {
    let least = noticed_from(metric)?;
    let share = least / 100.0;
    Some(((1.0 - share, 1.0 + share), format!("{} %", plain(least))))
}

/// A change of a number that people notice, where this is the usual one; none of what they do not
/// see.
pub(super) fn number(metric: &str, usual: f64, unit: &str) -> Option<((f64, f64), String)> {
    let percent = noticed_from(metric)?;
    let least = usual.abs() * percent / 100.0;
    let told = format!("{least:.1}{unit} ({} % of the usual {usual:.1})", plain(percent));
    (least > 0.0).then_some(((-least, least), told))
}

/// What the legend says of a band of changes by less than this.
pub(super) fn told(amount: &str, is_whole: bool) -> String {
    let wider = if is_whole { "" } else { "; the band is wider than the chart" };
    format!("Would anybody notice? Hardly, within {amount} of no effect{wider}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_as_wide_as_what_people_notice() {
        let least = noticed_from("turns_mean").expect("people see it");
        assert_eq!(games("first_seat"), Some(((-least, least), format!("{least} games in 100"))));
        let (low, high) = (1.0 - least / 100.0, 1.0 + least / 100.0);
        assert_eq!(times("turns_mean"), Some(((low, high), format!("{least} %"))));
        let (ends, amount) = number("turns_mean", 44.0, " turns").expect("people see it");
        assert_eq!(ends, (-0.44 * least, 0.44 * least));
        assert_eq!(amount, format!("{:.1} turns ({least} % of the usual 44.0)", 0.44 * least));
        assert_eq!([times("lead_changes"), games("forced_share")], [None, None]);
    }
}
