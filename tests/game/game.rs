//! The game and the strategies from the outside; see `docs/ARCHITECTURE.md`, "Tests".

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
