//! The strategies, most of them asked for single decisions in scripted positions.

mod catalogue;
mod heuristics;
mod linear;
mod net;
mod scene;
mod search;
mod tactics;
mod tutorial;
