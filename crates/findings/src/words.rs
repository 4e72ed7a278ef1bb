//! Words and numbers as sentences and tables have them.

use std::collections::HashSet;
use std::hash::Hash;

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

/// Stands after the name of a bot that did not play itself.
pub const DEFAULT_MARK: char = '‡';
pub const DEFAULT_NOTE: &str = "‡: random made more than 1 % of its decisions";

/// Why nothing is said of strategies that stand under these names, where some are marked as those
/// that did not play themselves; nothing where none is.
pub fn no_verdict<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Option<String> {
    let names: Vec<String> = distinct(names.into_iter().map(|name| name.as_ref().to_owned()));
    let marked: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| name.ends_with(DEFAULT_MARK)).collect();
    (!marked.is_empty()).then(|| {
        let marked = listed(&marked);
        format!("there is no verdict, for random made more than 1 % of the decisions of {marked}")
    })
}

/// Lists names as in speech: `a`, `a and b`, `a, b and c`.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [name] => name.as_ref().to_owned(),
        [init @ .., last] => {
            let init: Vec<&str> = init.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", init.join(", "), last.as_ref())
        }
    }
}

/// Each once, in the order of first appearance.
pub fn distinct<T: Clone + Eq + Hash>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    items.filter(|item| seen.insert(item.clone())).collect()
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A sentence as it goes on after a colon.
pub fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
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

pub fn told_p(p_value: f64) -> String {
    match p_value {
        p_value if p_value < 0.001 => "p < 0.001".to_owned(),
        p_value if p_value < 0.1 => format!("p = {p_value:.3}"),
        _ => format!("p = {p_value:.2}"),
    }
}

/// Writes a number with so many decimals; never "-0".
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
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
    fn names_are_listed_as_in_speech() {
        assert_eq!(listed::<&str>(&[]), "");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn decimals_follow_the_margin() {
        for (margin, decimals) in [(10.0, 0), (0.6, 1), (0.1, 2), (0.02, 3), (0.0, 4)] {
            assert_eq!(decimals_for(margin), decimals, "{margin}");
        }
    }

    #[test]
    fn nothing_is_less_than_nothing() {
        let told = [-0.04, -0.06, 0.0, 1.25].map(|number| fixed(number, 1));
        assert_eq!(told, ["0.0", "-0.1", "0.0", "1.2"]);
    }
}
