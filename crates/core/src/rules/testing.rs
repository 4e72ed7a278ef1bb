//! What the tests of this crate need and nobody else does.

use super::RuleSet;
use super::section::Section;
use toml::Value;

/// Takes a value of a dotted key without asking whether it goes with the others; false if it is
/// not allowed.
///
/// # Panics
/// If there is no such key.
pub fn take(rules: &mut RuleSet, key: &str, value: &Value) -> bool {
    let notation = rules.deck.notation();
    let (section, name) = key.split_once('.').expect("a dotted key");
    if section != "people" {
        return rules.section_mut(section).expect("a section").set(name, value, &notation);
    }
    match name.strip_prefix("seat.").and_then(|seat| seat.split_once('.')) {
        Some((seat, name)) => {
            let seat: usize = seat.parse().expect("a seat");
            rules.people.seats[seat].set(name, value, &notation)
        }
        None => rules.people.seats.iter_mut().all(|person| person.set(name, value, &notation)),
    }
}
