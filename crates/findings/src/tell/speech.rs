//! Names and clauses put together as in speech.

use std::collections::HashSet;
use std::hash::Hash;

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

/// Lists names: `a`, `a and b`, `a, b and c`.
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

/// The same of the first of them, where there are more: `a, b and 7 more`.
pub fn listed_up_to<S: AsRef<str>>(names: &[S], most: usize) -> String {
    if names.len() <= most + 1 {
        return listed(names);
    }
    let shown: Vec<&str> = names[..most].iter().map(AsRef::as_ref).collect();
    format!("{} and {} more", shown.join(", "), names.len() - most)
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

/// A remark as a sentence; names keep their first letter.
pub fn sentence(told: &str) -> String {
    let is_name = !["it ", "neither ", "nobody ", "nothing ", "the "]
        .iter()
        .any(|word| told.starts_with(word));
    if is_name { format!("{told}.") } else { capital(told) + "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_in_speech() {
        assert_eq!(listed::<&str>(&[]), "");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn lists_are_as_in_speech_and_end() {
        assert_eq!(listed_up_to(&["a", "b", "c"], 2), "a, b and c");
        assert_eq!(listed_up_to(&["a", "b", "c", "d"], 2), "a, b and 2 more");
    }

    #[test]
    fn names_keep_their_first_letter() {
        assert_eq!(capital("élan"), "Élan");
        assert_eq!(capital(""), "");
        assert_eq!(sentence("linear won"), "linear won.");
        assert_eq!(sentence("nobody won"), "Nobody won.");
    }
}
