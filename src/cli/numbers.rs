//! Numbers, durations and assignments as they are written on the command line.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::{Duration, Instant};
pub(super) use unobench_findings::tell::number::grouped;
use unobench_findings::tell::number::{counted, fixed, percent};

/// The most games that can be asked for: 10^15 is thirty years at a million games a second.
const MAX_COUNT: u64 = 1_000_000_000_000_000;

pub(super) fn count(text: &str) -> Result<NonZeroU64, String> {
    let wrong =
        || "expected a whole number from 1 to 1e15, such as 50000, 2_000, 1e6 or 10M".to_owned();
    let digits = text.replace('_', "");
    let (mantissa, exponent) = split_exponent(&digits).ok_or_else(wrong)?;
    let value = scaled(mantissa, exponent).ok_or_else(wrong)?;
    NonZeroU64::new(value).filter(|value| value.get() <= MAX_COUNT).ok_or_else(wrong)
}

pub(super) fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a whole number such as 4, or a range such as 2..6".to_owned()),
    }
}

pub(super) fn count_or_none(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { count(text).map(NonZeroU64::get) }
}

fn split_exponent(text: &str) -> Option<(&str, usize)> {
    if let Some((mantissa, exponent)) = text.split_once(['e', 'E']) {
        return Some((mantissa, exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?));
    }
    let exponent = match text.chars().last()? {
        'k' | 'K' => 3,
        'm' | 'M' => 6,
        'g' | 'G' => 9,
        _ => return Some((text, 0)),
    };
    Some((&text[..text.len() - 1], exponent))
}

/// Multiplies a decimal fraction by a power of ten; none if the result is not whole or does not
/// fit.
fn scaled(mantissa: &str, exponent: usize) -> Option<u64> {
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = exponent.checked_sub(fraction.len()).filter(|&zeros| zeros <= 20)?;
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{digits}{}", "0".repeat(zeros)).parse().ok()
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    read(text, |number: &NonZeroUsize| number.get() <= 1024, "a whole number from 1 to 1024")
}

fn read<T: FromStr>(
    text: &str,
    is_allowed: impl FnOnce(&T) -> bool,
    expected: &str,
) -> Result<T, String> {
    text.parse().ok().filter(is_allowed).ok_or_else(|| format!("expected {expected}"))
}

/// Reads a duration: `90` (seconds), `1.5s`, `5m`, `2h`, `1h30m`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let seconds = seconds(text).filter(|seconds| *seconds > 0.0 && *seconds <= YEAR);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a time above 0 such as 90s, 5m, 2h or 1h30m".to_owned())
}

/// Reads how long something may take, from now on; arguments are read as a command begins.
pub(super) fn deadline(text: &str) -> Result<Instant, String> {
    let end = Instant::now().checked_add(duration(text)?);
    end.ok_or_else(|| "expected a time that ends".to_owned())
}

pub(super) fn share(text: &str) -> Result<f32, String> {
    read(text, |share| (0.0..=1.0).contains(share), "a number from 0 to 1")
}

pub(super) fn width(text: &str) -> Result<f64, String> {
    let expected = "a width above 0 and below 1, such as 0.01 for half a percent to either side";
    read(text, |&width| width > 0.0 && width < 1.0, expected)
}

fn seconds(text: &str) -> Option<f64> {
    if let Ok(seconds) = plain_decimal(text) {
        return Some(seconds);
    }
    let mut total = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let (number, tail) = rest.split_at(rest.find(|c: char| c.is_ascii_alphabetic())?);
        let unit_end = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(unit_end);
        total += plain_decimal(number).ok()? * unit_seconds(unit)?;
        rest = tail;
    }
    Some(total)
}

/// Reads digits with an optional point; not `inf`, `nan` or `1e3`, which `f64` would accept.
fn plain_decimal(text: &str) -> Result<f64, ()> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if plain { text.parse().map_err(|_| ()) } else { Err(()) }
}

fn unit_seconds(unit: &str) -> Option<f64> {
    match unit {
        "ms" => Some(0.001),
        "s" | "sec" => Some(1.0),
        "m" | "min" => Some(60.0),
        "h" => Some(3600.0),
        "d" => Some(86_400.0),
        _ => None,
    }
}

/// Reads `key=value`, as `--set` takes it; whether there is such a key is for the rule set to say.
pub(super) fn change(text: &str) -> Result<String, String> {
    match text.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => Ok(format!("{key}={value}")),
        _ => {
            Err("expected key=value with a dotted key, such as responses.draw_two=stack".to_owned())
        }
    }
}

/// Writes a time in the two units that matter: `0.42 s`, `4.2 s`, `12 s`, `3 min 20 s`,
/// `2 h 5 min`.
pub(super) fn spoken(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let whole = seconds.round() as u64;
    match whole {
        _ if seconds < 1.0 => format!("{} s", fixed(seconds, 2)),
        0..10 => format!("{} s", fixed(seconds, 1)),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

pub(super) fn positive(text: &str) -> Result<f64, String> {
    read(text, |&number| number > 0.0 && number <= 1000.0, "a number above 0, at most 1000")
}

/// So many games, or matches.
pub(super) fn counted_games(games: u64, match_play: bool) -> String {
    counted(games, if match_play { "match" } else { "game" })
}

/// The share of games that nobody won, where it is worth a column: above one in a thousand.
pub(super) fn undecided_share(share: f64) -> Option<String> {
    (share > 0.001).then(|| percent(share, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        let texts = ["1", "2_000", "1e6", "2.5e6", "1E+3", "10M", "1.5k", "1G"];
        let values = [1, 2000, 1_000_000, 2_500_000, 1000, 10_000_000, 1500, 1_000_000_000];
        assert_eq!(texts.map(|text| count(text).map(NonZeroU64::get)), values.map(Ok));
        let wrong = "0 -5 1.5 1e-3 e6 . 1e99 99999999999999999999 1e16 ten 1,000 +5 _ M 1e6M 0e3 \
            1.25k5";
        for text in wrong.split(' ').chain([""]) {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn threads_are_at_least_one() {
        assert_eq!(threads("8").map(NonZeroUsize::get), Ok(8));
        for text in ["0", "1025", "-1", "two", ""] {
            assert!(threads(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_are_read_in_mixed_units() {
        let texts = ["90", "1.5s", "5m", "1h30m", "250ms", "2min"];
        let seconds = [90.0, 1.5, 300.0, 5400.0, 0.25, 120.0];
        assert_eq!(texts.map(duration), seconds.map(|number| Ok(Duration::from_secs_f64(number))));
        for text in ["", "0", "0s", "-3", "5x", "m", "inf", "1e9", "99999d", "5 m", "1.2.3", "5m6"]
        {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn changes_have_a_key_and_a_value() {
        for text in ["uno.penalty=4", " uno.penalty = 4"] {
            assert_eq!(change(text).as_deref(), Ok("uno.penalty=4"));
        }
        for text in ["", "uno.penalty", "=4", "uno.penalty="] {
            assert!(change(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_spoken_in_units_that_matter() {
        let told = [0.42, 4.0, 12.3, 200.0, 7500.0].map(Duration::from_secs_f64).map(spoken);
        assert_eq!(told, ["0.42 s", "4.0 s", "12 s", "3 min 20 s", "2 h 5 min"]);
    }
}
