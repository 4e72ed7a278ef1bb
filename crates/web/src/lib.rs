//! What the page asks of the program: which question some words ask, a survey of a house rule
//! played chunk by chunk, and what to play with a hand. Everything goes in and out as JSON.
//!
//! The same code answers as in `unobench settle` and `unobench ask`; a chunk is the line that
//! `progress.jsonl` would have. There are no files here, no threads, no clock, and no searches.

mod ask;
mod networks;
mod question;
mod survey;
mod table;

pub use ask::ask;
pub use networks::{cut, give, needs};
pub use question::{Request, which};
pub use survey::{Survey, hundred};
pub use table::{Table, rule_sets};

use unobench_core::strategy::Catalogue;

/// Who sits at the tables of a survey, or gives advice.
pub static CATALOGUE: Catalogue = Catalogue::of_crates(&[
    &unobench_fast::ENTRIES,
    &unobench_heuristics::ENTRIES,
    &unobench_learners::ENTRIES,
]);

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
