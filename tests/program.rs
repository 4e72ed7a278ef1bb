//! The program from the outside, and the pages that its tests keep up to date.

mod bots;
#[cfg(target_os = "linux")]
mod bots_end;
mod cli;
#[cfg(unix)]
mod guide;
mod pages;
mod rules_table;
mod strategies_page;
mod survey;
