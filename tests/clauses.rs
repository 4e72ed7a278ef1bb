//! Each clause of the catalogue has a small scripted test that bears its name.
//!
//! The doc comment of a test is its row in the table of `docs/RULES.md`: `key | source | clause`.
//! [`table`] reads the rows from these very files, compares them with the document and checks that
//! no key, and no value that is a word, lacks a clause. [`meet`] has its own table: what the
//! catalogue leaves open where two rules meet.

mod deck;
mod finish;
mod hands;
mod jump_in;
mod meet;
mod order;
mod people;
mod play;
mod responses;
mod scene;
mod scoring;
mod sets;
mod setup;
mod silence;
mod table;
mod uno;
