//! The files of a run directory, each declared once: who writes one and who reads it use the same
//! type.
//!
//! What a command finds are [`finding::Finding`]s, of which `findings.csv` is made, and [`wide`]
//! tables, and sentences. [`rows`] has a type for the rows of other tables; [`documents`]
//! has `manifest.json` and `findings.json`. [`csv`] and [`json`] write and read them.
//! [`mod@metric`] is the table of what is measured of
//! rule sets, and a [`comparison::Comparison`] is what a row says of it.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests make files as they please"))]

pub mod comparison;
pub mod csv;
pub mod documents;
pub mod estimate;
pub mod finding;
pub mod json;
pub mod metric;
pub mod panel;
pub mod rows;
#[cfg(test)]
mod schemas;
mod sentence;
pub mod settings;
pub mod wide;
pub mod words;
