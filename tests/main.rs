//! All tests from the outside, in one binary; see `docs/ARCHITECTURE.md`, "Tests".

mod agreement;
mod clauses;
mod cli;
mod conformance;
mod distributions;
mod properties;
mod randomness;
mod records;
mod reference;
mod support;
mod value_stability;
