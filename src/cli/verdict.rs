//! Numbers as the screens show them.

use unobench_files::estimate::Estimate;
use unobench_files::words::decimals_for;
use unobench_stats::{Interval, win_rate};

/// Says what a difference of 100 Elo points is: the share of rounds that the better strategy wins
/// alone among others who are all equal, with its partner where partners win together.
pub(super) fn scale_of_elo(players: usize, fair_share: f64) -> String {
    let winners = (fair_share * players as f64).round() as u32;
    format!(
        "a difference of 100 = the better wins {:.0} % of the rounds at {players} seats",
        100.0 * win_rate(100.0, players, winners)
    )
}

pub(super) fn with_margin(rate: Estimate) -> String {
    match rate.margin() {
        Some(margin) => {
            let decimals = decimals_for(100.0 * margin);
            format!("{:.decimals$} ± {:.decimals$} %", 100.0 * rate.value, 100.0 * margin)
        }
        None => format!("{} (too few games for an interval)", percent(rate.value)),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// 10^(1/4) = 1.778 to as many others; of two who win together each counts a half.
    #[test]
    fn a_hundred_points_are_a_share_of_rounds() {
        for (players, fair, share) in
            [(2, 0.5, "64 %"), (3, 1.0 / 3.0, "47 %"), (4, 0.25, "37 %"), (4, 0.5, "74 %")]
        {
            assert!(scale_of_elo(players, fair).contains(share), "{players} {fair}");
        }
    }

    #[test]
    fn a_rate_without_an_interval_says_so() {
        let told = with_margin(Estimate::exactly(0.5));
        assert_eq!(told, "50 % (too few games for an interval)");
    }
}
