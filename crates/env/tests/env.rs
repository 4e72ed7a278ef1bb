//! The environment from the outside.

mod deals;
mod errors;
mod networks;
mod rows;
mod search;
mod support;
