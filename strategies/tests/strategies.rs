//! The strategies, most of them asked for single decisions in scripted positions.

#![allow(clippy::disallowed_methods, reason = "tests make files as they please")]

mod catalogue;
mod gaps;
mod heuristics;
mod linear;
mod net;
mod scene;
mod search;
mod sure;
mod tactics;
mod tutorial;
