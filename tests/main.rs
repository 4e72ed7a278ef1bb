//! All tests from the outside, in one binary; see `docs/ARCHITECTURE.md`, "Tests".

mod cli;
mod conformance;
mod distribution;
mod properties;
mod reference;
mod support;
mod value_stability;
