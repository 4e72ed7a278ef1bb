//! Each clause of the catalogue has a small scripted test that bears its name.
//!
//! The doc comment of a test is its row in the table of `docs/RULES.md`: `key | source | clause`. [`table`] reads the rows from these very files, compares them
//! with the document and checks that no value of a built key lacks a clause.

mod deck;
mod order;
mod people;
mod play;
mod scene;
mod scoring;
mod setup;
mod table;
mod uno;
