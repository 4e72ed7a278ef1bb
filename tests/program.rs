//! The program from the outside, and the pages that its tests keep up to date.

#![allow(clippy::disallowed_methods, reason = "tests make files as they please")]

mod bots;
mod cli;
mod dir;
mod figures_page;
#[cfg(unix)]
mod guide;
mod networks_page;
mod pages;
mod python_types;
mod rules_table;
mod run_sentences;
mod screen_tables;
mod sentences;
mod strategies_page;
mod survey;
mod survey_sentences;
