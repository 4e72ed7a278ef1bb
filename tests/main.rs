//! All tests from the outside, in one binary; see `docs/ARCHITECTURE.md`, "Tests".

mod agreement;
mod allocations;
mod bots;
mod clauses;
mod cli;
mod conformance;
mod distributions;
#[cfg(unix)]
mod guide;
mod pages;
mod properties;
mod randomness;
mod records;
mod reference;
mod rules_table;
mod strategies_page;
mod support;
mod survey;
mod value_stability;
