//! The files of a run directory: how tables are written, and how their numbers are read by people.
//!
//! A file's rows are values of a type that implements [`Row`]; [`csv`], [`json`] and [`markdown`]
//! write any of them, [`file`] puts them in place at once or not at all.

pub mod csv;
pub mod file;
pub mod json;
pub mod markdown;
pub mod table;
pub mod words;

pub use table::{Cell, Row, Table};
