//! The files of a run directory, each declared once: who writes one and who reads it use the same
//! type.
//!
//! What a command finds are [`finding::Finding`]s, and whoever tells of it reads these:
//! [`comparison`] puts those that compare beside the values that they compare, [`duel`] those of a
//! duel together, [`rule_set`] all of one under a rule set, [`wide`] all of a question into a table. [`mod@metric`] is the table of what is
//! measured of rule sets; [`tell`] says in words what was found.
//!
//! [`known`] has the effects that ship with the program. [`rows`] has the rows of other tables,
//! [`documents`] has `manifest.json` and `findings.json`.
//! [`csv`] and [`json`] write and read them.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests make files as they please"))]

#[cfg(test)]
extern crate self as unobench_findings;

pub mod comparison;
pub mod csv;
pub mod documents;
pub mod duel;
pub mod estimate;
pub mod finding;
pub mod json;
pub mod known;
#[cfg(test)]
mod made;
pub mod metric;
pub mod panel;
pub mod question;
pub mod range;
pub mod rows;
pub mod rule_set;
#[cfg(test)]
mod schemas;
pub mod settings;
pub mod stored;
pub mod study;
pub mod tell;
pub mod vocabulary;
pub mod wide;
