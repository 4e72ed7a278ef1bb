//! The result in a sentence: only what the intervals support.

use super::run_summary::{RunSummary, StrategyRow};
use unobench_files::estimate::Estimate;
use unobench_files::words::{decimals_for, listed, told_p};
use unobench_stats::{Interval, win_rate};

pub(super) fn of_strategies(summary: &RunSummary) -> Option<String> {
    let mut rows: Vec<&StrategyRow> = summary.rows.iter().collect();
    rows.sort_by(|a, b| b.win_rate.value.total_cmp(&a.win_rate.value));
    let (best, others) = rows.split_first()?;
    if others.is_empty() {
        return None;
    }
    let rivals: Vec<&str> = others
        .iter()
        .filter(|row| row.win_rate.high() >= best.win_rate.low())
        .map(|row| row.strategy.as_str())
        .collect();
    let share = format!("{} is the fair share", percent(summary.fair_share));
    if rows.iter().all(|row| row.win_rate.holds(summary.fair_share)) {
        return Some(format!(
            "the strategies cannot be told apart yet: {share}, which lies within every interval"
        ));
    }
    if rivals.is_empty() {
        return Some(format!(
            "{} wins most: {} where {share}",
            best.strategy,
            with_margin(best.win_rate)
        ));
    }
    Some(format!(
        "{} wins {} where {share}; it cannot yet be told apart from {}",
        best.strategy,
        with_margin(best.win_rate),
        listed(&rivals)
    ))
}

/// Says what a difference of 100 Elo points is: the share of games that the better strategy wins
/// alone among others who are all equal, with its partner where partners win together.
pub(super) fn scale_of_elo(players: usize, fair_share: f64) -> String {
    let winners = (fair_share * players as f64).round() as u32;
    format!(
        "a difference of 100 = the better wins {:.0} % of the games at {players} seats",
        100.0 * win_rate(100.0, players, winners)
    )
}

/// Says whether it helps to move first, and whether all seats win equally often, as far as that was
/// tested.
pub(super) fn of_first_seat(first: Estimate, fair_share: f64, equal_seats: Option<f64>) -> String {
    let rate = format!("the first player wins {}", with_margin(first));
    let told = if first.holds(fair_share) {
        "an advantage no larger than luck could explain"
    } else if first.value > fair_share {
        "more than the fair share"
    } else {
        "less than the fair share"
    };
    let seats = equal_seats.map_or_else(String::new, |p_value| {
        let told = match (p_value < 0.05, first.holds(fair_share)) {
            (true, _) => "the seats do not win equally often",
            (false, true) => "the seats may win equally often",
            (false, false) => "a test of all seats together does not show it",
        };
        format!("; {told} ({})", told_p(p_value))
    });
    format!("{rate}: {told}{seats}")
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
    fn a_hundred_points_are_a_share_of_games() {
        for (players, fair, share) in
            [(2, 0.5, "64 %"), (3, 1.0 / 3.0, "47 %"), (4, 0.25, "37 %"), (4, 0.5, "64 %")]
        {
            assert!(scale_of_elo(players, fair).contains(share), "{players} {fair}");
        }
    }

    fn rate(value: f64, margin: f64) -> Estimate {
        let interval = Interval { low: value - margin, high: value + margin };
        Estimate { value, interval: Some(interval).filter(|_| margin.is_finite()) }
    }

    fn summary(rates: &[(&str, f64, f64)]) -> RunSummary {
        let rows = rates.iter().map(|(name, value, margin)| StrategyRow {
            strategy: (*name).into(),
            win_rate: rate(*value, *margin),
            ..StrategyRow::default()
        });
        RunSummary { fair_share: 0.25, rows: rows.collect(), ..RunSummary::default() }
    }

    #[test]
    fn a_winner_is_named_only_when_the_intervals_part() {
        let clear = summary(&[("a", 0.22, 0.001), ("b", 0.281, 0.001)]);
        assert_eq!(
            of_strategies(&clear).as_deref(),
            Some("b wins most: 28.10 ± 0.10 % where 25 % is the fair share")
        );
        let close = summary(&[("a", 0.280, 0.002), ("b", 0.281, 0.002), ("c", 0.2, 0.002)]);
        let told = of_strategies(&close).expect("there is a best one");
        assert!(
            told.contains("b wins 28.10 ± 0.20 %")
                && told.ends_with("it cannot yet be told apart from a"),
            "{told}"
        );
    }

    #[test]
    fn nothing_is_claimed_when_every_interval_holds_the_fair_share_or_is_unknown() {
        for margin in [0.02, f64::NAN] {
            let even = summary(&[("a", 0.26, margin), ("b", 0.24, margin)]);
            let told = of_strategies(&even).expect("two strategies");
            assert!(told.starts_with("the strategies cannot be told apart yet"), "{told}");
        }
        assert_eq!(of_strategies(&summary(&[("a", 0.25, 0.02)])), None);
        assert_eq!(with_margin(rate(0.5, f64::NAN)), "50 % (too few games for an interval)");
    }

    #[test]
    fn moving_first_helps_only_beyond_the_interval() {
        for (value, margin, p, told) in [
            (0.262, 0.001, None, "more than the fair share"),
            (0.238, 0.001, None, "less than the fair share"),
            (0.251, 0.002, None, "no larger than luck could explain"),
            (0.251, 0.002, Some(0.314), "the seats may win equally often (p = 0.31)"),
            (0.262, 0.001, Some(1e-9), "the seats do not win equally often (p < 0.001)"),
        ] {
            let said = of_first_seat(rate(value, margin), 0.25, p);
            assert!(said.ends_with(told), "{said}");
        }
    }
}
