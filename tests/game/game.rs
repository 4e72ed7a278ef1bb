//! The game and the strategies from the outside; see `docs/ARCHITECTURE.md`, "Tests".

#![allow(clippy::disallowed_methods, reason = "tests make files as they please")]

mod agreement;
mod allocations;
mod clauses;
mod conformance;
mod distributions;
mod hearing;
mod properties;
mod randomness;
mod records;
mod reference;
mod sources;
mod support;
mod value_stability;
