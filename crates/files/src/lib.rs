//! The files of a run directory, each declared once: who writes one and who reads it use the same
//! type.
//!
//! [`rows`] has a type for the rows of each CSV file, whose fields are the columns; [`documents`]
//! has `manifest.json` and `summary.json`. [`csv`] and [`json`] write and read them, [`mod@file`]
//! puts them in place at once or not at all.

pub mod csv;
pub mod documents;
pub mod file;
pub mod json;
pub mod panel;
pub mod rows;
#[cfg(test)]
mod schemas;
pub mod words;
