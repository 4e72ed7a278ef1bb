//! Bounds are labelled wherever a person may take them for players: a mark after the name, and a
//! note that says what it means.
//!
//! Files that programs read keep the plain names.

use super::catalogue;

const MARK: char = '†';

const NOTE: &str = "†: sees hidden cards; a bound, not a competitor";

pub(super) fn marked(strategy: &str) -> String {
    let name = strategy.split(':').next().unwrap_or(strategy);
    let is_bound = catalogue().entries().any(|entry| entry.name == name && entry.traits.is_bound());
    if is_bound { format!("{strategy} {MARK}") } else { strategy.to_owned() }
}

pub(super) fn note(text: &str) -> Option<String> {
    text.contains(MARK).then(|| NOTE.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_marked_and_nobody_else() {
        assert_eq!(marked("cheat"), "cheat †");
        assert_eq!(marked("oracle:playouts=20"), "oracle:playouts=20 †");
        for other in ["random", "ismcts:playouts=20", "cmd:cheat", "cheater"] {
            assert_eq!(marked(other), other);
        }
        assert_eq!(note("random"), None);
        assert!(note(&marked("cheat")).is_some());
    }
}
