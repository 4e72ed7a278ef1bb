//! The environment from the outside.

mod deals;
mod errors;
mod rows;
mod search;
mod support;
