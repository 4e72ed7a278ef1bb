use crate::document::Unit;
use unobench_findings::estimate::Estimate;
use unobench_findings::words;
pub(super) use unobench_findings::words::{capital, decimals_for, distinct, grouped, listed};
use unobench_stats::Interval;

pub(super) fn listed_up_to<S: AsRef<str>>(names: &[S], most: usize) -> String {
    if names.len() <= most + 1 {
        return listed(names);
    }
    let shown: Vec<&str> = names[..most].iter().map(AsRef::as_ref).collect();
    format!("{} and {} more", shown.join(", "), names.len() - most)
}

pub(super) fn fixed(number: f64, decimals: usize) -> String {
    with_minus(words::fixed(number, decimals))
}

fn with_minus(text: String) -> String {
    text.strip_prefix('-').map(|digits| format!("−{digits}")).unwrap_or(text)
}

/// A remark as a sentence; names keep their first letter.
pub(super) fn sentence(told: &str) -> String {
    let is_name = !["it ", "neither ", "nobody ", "nothing ", "the "]
        .iter()
        .any(|word| told.starts_with(word));
    if is_name { format!("{told}.") } else { capital(told) + "." }
}

pub(super) fn signed(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    if number > 0.0 && text.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
        format!("+{text}")
    } else {
        text
    }
}

/// Writes a number with four significant digits.
pub(super) fn plain(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e7).contains(&size) {
        return with_minus(format!("{number:.2e}"));
    }
    let decimals = (3 - size.log10().floor() as i32).max(0) as usize;
    let text = fixed(number, decimals);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Writes the upper end of what is possible: two significant digits, rounded up.
pub(super) fn at_most(bound: f64) -> String {
    let size = bound.abs();
    if size < 1e-9 {
        return "0".to_owned();
    }
    let unit = 10f64.powi(size.log10().floor() as i32 - 1);
    // A tiny bit less, so that 0.4 is not made 0.41 by the way in which it is stored.
    plain((size / unit - 1e-9).ceil() * unit)
}

/// Writes an estimate with its interval, or the number alone where there is none.
pub fn with_margin(estimate: Estimate) -> String {
    match estimate.margin() {
        Some(margin) if margin > 0.0 => estimate.written(decimals_for(margin), fixed),
        _ => plain(estimate.value),
    }
}

/// The same of ranks: the first and the last that it may be.
pub(super) fn noted(estimate: Estimate, unit: Unit) -> String {
    match (unit, estimate.interval) {
        (Unit::Rank, Some(Interval { low, high })) if low < high => format!("{low} to {high}"),
        (Unit::Rank, _) => plain(estimate.value),
        _ => with_margin(estimate),
    }
}

/// "1 game", "2 games".
pub(super) fn counted(number: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_four_significant_digits() {
        let known = [
            (0.0, "0"),
            (117.730_86, "117.7"),
            (0.25, "0.25"),
            (-0.047_193, "−0.04719"),
            (51_234.0, "51234"),
            (7.63e-10, "7.63e-10"),
        ];
        for (number, text) in known {
            assert_eq!(plain(number), text);
        }
    }

    #[test]
    fn bounds_are_rounded_away_from_what_is_excluded() {
        for (bound, text) in
            [(0.4, "0.4"), (0.401, "0.41"), (-12.3, "13"), (0.0, "0"), (99.9, "100")]
        {
            assert_eq!(at_most(bound), text);
        }
    }

    #[test]
    fn decimals_follow_the_margin() {
        let told =
            |value, low, high| with_margin(Estimate::of(Some(value), low, high).expect("a value"));
        assert_eq!(told(58.184, Some(57.9), Some(58.46)), "58.18 ± 0.28");
        assert_eq!(told(58.184, Some(50.0), Some(66.0)), "58 ± 8");
        assert_eq!(told(-0.001, Some(-0.5), Some(0.5)), "0.0 ± 0.5");
        assert_eq!(told(95.0, Some(69.9), Some(99.4)), "95 [70, 99]");
        assert_eq!(told(0.0, Some(0.0), Some(3.6)), "0.0 [0.0, 3.6]");
        let halves = [9.1, 8.9].map(|below| told(50.0, Some(50.0 - below), Some(60.0)));
        assert_eq!(halves, ["50 ± 10", "50 [41, 60]"], "a tenth is nothing");
        assert_eq!(told(2.5, None, None), "2.5");
        let told = [1.25, -1.25, 0.01, -0.01].map(|number| signed(number, 1));
        assert_eq!(told, ["+1.2", "−1.2", "0.0", "0.0"]);
    }

    #[test]
    fn lists_are_as_in_speech_and_end() {
        assert_eq!(listed_up_to(&["a", "b", "c"], 2), "a, b and c");
        assert_eq!(listed_up_to(&["a", "b", "c", "d"], 2), "a, b and 2 more");
    }

    #[test]
    fn counts_agree_with_their_nouns() {
        assert_eq!(counted(1, "rule set"), "1 rule set");
        assert_eq!(counted(12_000, "game"), "12,000 games");
        assert_eq!(capital("élan"), "Élan");
        assert_eq!(capital(""), "");
    }
}
