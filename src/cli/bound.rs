//! Bounds are labelled wherever a person may take them for players: a mark after the name, and a
//! note that says what it means. Files that programs read keep the plain names.

use super::catalogue;
use unobench_findings::rule_set::RuleSetFindings;
use unobench_findings::tell::speech::{DEFAULT_MARK, DEFAULT_NOTE};

const MARK: char = '†';

const NOTE: &str = "†: sees hidden cards; a bound, not a competitor";

pub(super) fn marked(strategy: &str) -> String {
    let name = strategy.split(':').next().unwrap_or(strategy);
    let is_bound = catalogue().entries().any(|entry| entry.name == name && entry.traits.is_bound());
    if is_bound { format!("{strategy} {MARK}") } else { strategy.to_owned() }
}

/// The name of a strategy as it played under a rule set.
pub(super) fn marked_in(run: &RuleSetFindings<'_>, strategy: &str) -> String {
    let marked = marked(strategy);
    if run.is_substituted(strategy) { format!("{marked} {DEFAULT_MARK}") } else { marked }
}

pub(super) fn note(text: &str) -> Option<String> {
    let notes = [(MARK, NOTE), (DEFAULT_MARK, DEFAULT_NOTE)];
    let notes = notes.into_iter().filter(|(mark, _)| text.contains(*mark));
    let notes: Vec<&str> = notes.map(|(_, note)| note).collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}
