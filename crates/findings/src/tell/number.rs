//! Numbers as people read them: with a minus sign (−), thousands in groups, and as many digits as
//! their uncertainty allows. Nothing else writes a number for a person; files have all digits and
//! the minus of ASCII, by `serde`.

use crate::estimate::Estimate;
use unobench_stats::Interval;

/// With so many decimals; never "−0".
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { with_minus(text) }
}

/// The same of a difference: with a plus where it is above 0, as far as its digits show.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if number > 0.0 && !is_zero { format!("+{text}") } else { text }
}

/// With four significant digits, without zeros at the end.
pub fn significant(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e7).contains(&size) {
        return scientific(number, 2);
    }
    let decimals = (3 - size.log10().floor() as i32).max(0) as usize;
    let text = fixed(number, decimals);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// As a number below 10 times a power of ten: `3.14e−5`.
pub fn scientific(number: f64, decimals: usize) -> String {
    with_minus(format!("{number:.decimals$e}"))
}

/// The upper end of what is possible: two significant digits, rounded up.
pub fn at_most(bound: f64) -> String {
    let size = bound.abs();
    if size < 1e-9 {
        return "0".to_owned();
    }
    let unit = 10f64.powi(size.log10().floor() as i32 - 1);
    // A tiny bit less, so that 0.4 is not made 0.41 by the way in which it is stored.
    significant((size / unit - 1e-9).ceil() * unit)
}

/// A share in percent, with so many decimals.
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{} %", fixed(100.0 * share, decimals))
}

/// A share in hundredths, with a decimal where it is not whole: 25, or 33.3.
pub fn hundredths(share: f64) -> String {
    fixed(100.0 * share, 1).trim_end_matches(".0").to_owned()
}

/// The same with its sign for percent: `25 %`.
pub fn short_percent(share: f64) -> String {
    hundredths(share) + " %"
}

/// A count, with a comma before each thousand.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something: `1 game`, `2 games`, `3 matches`.
pub fn counted(number: u64, noun: &str) -> String {
    let noun = if number == 1 { noun.to_owned() } else { plural(noun) };
    format!("{} {noun}", grouped(number))
}

/// More than one of something: `games`, `matches`.
pub fn plural(noun: &str) -> String {
    let ending = if noun.ends_with("ch") { "es" } else { "s" };
    format!("{noun}{ending}")
}

/// How likely it is by chance: `p = 0.031`.
pub fn p_value(p_value: f64) -> String {
    match p_value {
        p_value if p_value < 0.001 => "p < 0.001".to_owned(),
        p_value if p_value < 0.1 => format!("p = {p_value:.3}"),
        _ => format!("p = {p_value:.2}"),
    }
}

/// Decimals that show an uncertainty with one or two digits: 0 to 4.
pub fn decimals_for(margin: f64) -> usize {
    match margin {
        margin if margin >= 3.0 => 0,
        margin if margin >= 0.3 => 1,
        margin if margin >= 0.03 => 2,
        margin if margin >= 0.003 => 3,
        _ => 4,
    }
}

/// The decimals that an estimate has: as its interval allows, and one where there is none.
pub fn decimals_of(estimate: Estimate) -> usize {
    estimate.margin().filter(|margin| *margin > 0.0).map_or(1, decimals_for)
}

/// An estimate with its interval, or the number alone where there is none.
pub fn with_margin(estimate: Estimate) -> String {
    match estimate.margin() {
        Some(margin) if margin > 0.0 => with_margin_to(estimate, decimals_for(margin)),
        _ => significant(estimate.value),
    }
}

/// The same with so many decimals.
pub fn with_margin_to(estimate: Estimate, decimals: usize) -> String {
    in_its_interval(estimate, |number| fixed(number, decimals), decimals)
}

/// A difference with its interval.
pub fn difference(estimate: Estimate) -> String {
    difference_to(estimate, decimals_of(estimate))
}

/// The same with so many decimals.
pub fn difference_to(estimate: Estimate, decimals: usize) -> String {
    in_its_interval(estimate, |number| signed(number, decimals), decimals)
}

/// A share with its interval, in percent.
pub fn share_with_margin(share: Estimate) -> String {
    with_margin(share.times(100.0)) + " %"
}

/// The ends of an interval as they stand behind a value; nothing where there is none.
pub fn ends(interval: Option<Interval>, decimals: usize) -> String {
    interval.map_or_else(String::new, |Interval { low, high }| {
        format!(" [{}, {}]", fixed(low, decimals), fixed(high, decimals))
    })
}

/// The value with half the width of its interval; with its ends where one is farther off than the
/// other by more than a tenth; alone where there is no interval.
fn in_its_interval(estimate: Estimate, write: impl Fn(f64) -> String, decimals: usize) -> String {
    let value = write(estimate.value);
    let Some(Interval { low, high }) = estimate.interval else { return value };
    let [below, above] = [estimate.value - low, high - estimate.value];
    if (above - below).abs() > 0.1 * above.max(below) {
        return format!("{value} [{}, {}]", write(low), write(high));
    }
    format!("{value} ± {}", fixed((high - low) / 2.0, decimals))
}

fn with_minus(text: String) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn decimals_follow_the_margin() {
        for (margin, decimals) in [(10.0, 0), (0.6, 1), (0.1, 2), (0.02, 3), (0.0, 4)] {
            assert_eq!(decimals_for(margin), decimals, "{margin}");
        }
        let told =
            |value, low, high| with_margin(Estimate::of(Some(value), low, high).expect("a value"));
        assert_eq!(told(58.184, Some(57.9), Some(58.46)), "58.18 ± 0.28");
        assert_eq!(told(58.184, Some(50.0), Some(66.0)), "58 ± 8");
        assert_eq!(told(-0.001, Some(-0.5), Some(0.5)), "0.0 ± 0.5");
        assert_eq!(told(-1.2, Some(-1.7), Some(-0.7)), "−1.2 ± 0.5");
        assert_eq!(told(95.0, Some(69.9), Some(99.4)), "95 [70, 99]");
        assert_eq!(told(0.0, Some(0.0), Some(3.6)), "0.0 [0.0, 3.6]");
        let halves = [9.1, 8.9].map(|below| told(50.0, Some(50.0 - below), Some(60.0)));
        assert_eq!(halves, ["50 ± 10", "50 [41, 60]"], "a tenth is nothing");
        assert_eq!(told(2.5, None, None), "2.5");
    }

    #[test]
    fn nothing_is_less_than_nothing() {
        let told = [-0.04, -0.06, 0.0, 1.25].map(|number| fixed(number, 1));
        assert_eq!(told, ["0.0", "−0.1", "0.0", "1.2"]);
        let told = [1.25, -1.25, 0.01, -0.01].map(|number| signed(number, 1));
        assert_eq!(told, ["+1.2", "−1.2", "0.0", "0.0"]);
    }

    #[test]
    fn numbers_have_four_significant_digits() {
        let known = [
            (0.0, "0"),
            (117.730_86, "117.7"),
            (0.25, "0.25"),
            (-0.047_193, "−0.04719"),
            (51_234.0, "51234"),
            (7.63e-10, "7.63e−10"),
        ];
        for (number, text) in known {
            assert_eq!(significant(number), text);
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
    fn counts_agree_with_their_nouns() {
        assert_eq!(counted(1, "rule set"), "1 rule set");
        assert_eq!(counted(12_000, "game"), "12,000 games");
        assert_eq!(counted(2, "match"), "2 matches");
    }
}
