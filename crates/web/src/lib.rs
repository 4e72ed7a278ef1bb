//! What the page asks of the program: which question some words ask, a survey of a house rule
//! played chunk by chunk, and what to play with a hand. Everything goes in and out as JSON.
//!
//! The same code answers as in `unobench settle` and `unobench ask`; a chunk is the line that
//! `progress.jsonl` would have. There are no files here, no threads, no clock, and no searches.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files of the page"))]

mod ask;
mod documents;
mod game;
mod networks;
mod question;
mod survey;
mod table;
#[cfg(test)]
#[path = "../../report/src/typescript.rs"]
mod typescript;

pub use ask::ask;
pub use game::Game;
pub use networks::{cut, give, needs};
pub use question::which;
pub use survey::{Survey, hundred};
pub use table::{Table, rule_sets};

use unobench_core::strategy::{Catalogue, Entry};
use unobench_fast::{orders, random};
use unobench_heuristics::counter;

/// Who sits at the tables of a survey, or gives advice. Nobody else, since everybody is loaded.
pub static CATALOGUE: Catalogue = Catalogue::of_crates(&[&HEURISTICS, &unobench_learners::ENTRIES])
    .with_fast_tables(unobench_fast::table);

static HEURISTICS: [Entry; 3] = [random::ENTRY, orders::MOST_COLOUR, counter::ENTRY];

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A document as the page gets it.
fn json(document: impl serde::Serialize) -> String {
    serde_json::to_string(&document).expect("a document is JSON")
}
