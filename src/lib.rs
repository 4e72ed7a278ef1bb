//! `unobench` plays millions of seeded games of UNO a second and tells the truth about them.
//!
//! # Win a game in ten lines
//!
//! A strategy is one method, which sees the table as its seat does and chooses one of its actions.
//! Here is one that draws rather than plays a wild, and how often it wins against `random`:
//!
//! ```
//! use unobench::prelude::*;
//!
//! #[derive(Clone)]
//! struct Thrifty;
//!
//! impl Strategy for Thrifty {
//!     fn decide(&mut self, view: &View) -> Action {
//!         let tame = |action: &Action| action.card().is_none_or(|card| !card.is_wild());
//!         view.actions().into_iter().find(tame).unwrap_or_else(|| view.actions()[0])
//!     }
//! }
//!
//! static THRIFTY: Entry = Entry::new("thrifty", "keeps its wilds", |_| Player::honest(Thrifty));
//! let report = arena([StrategySpec::new(&THRIFTY), strategy("random")?]).games(2000).run()?;
//! println!("{report}");
//! # assert_eq!(report.games, 2000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The whole command line knows it too, in a program of your own:
//!
//! ```no_run
//! # use unobench::prelude::*;
//! # #[derive(Clone)] struct Thrifty;
//! # impl Strategy for Thrifty {
//! #     fn decide(&mut self, view: &View) -> Action { view.actions()[0] }
//! # }
//! static MINE: [Entry; 1] =
//!     [Entry::new("thrifty", "keeps its wilds", |_| Player::honest(Thrifty))
//!         .version(env!("CARGO_PKG_VERSION"))];
//!
//! # #[cfg(feature = "program")]
//! fn main() -> std::process::ExitCode {
//!     unobench::main_with(&MINE) // my-program duel thrifty counter
//! }
//! # #[cfg(not(feature = "program"))] fn main() {}
//! ```
//!
//! `examples/` has more: a round step by step, a rule set, a record, statistics; and
//! `examples/my-strategy`, a crate to copy.
//!
//! # Where things are
//!
//! | you want | look at |
//! |---|---|
//! | one round, decision by decision | [`game`] |
//! | rules | [`rules`] |
//! | strategies of your own | [`strategy`] |
//! | the library's strategies | [`strategies`] |
//! | many games | [`arena()`], [`engine`] |
//! | intervals | [`stats`] |
//!
//! With `default-features = false` these are all; the feature `program` adds the command line,
//! records, bots and reports, the feature `terminal` the full screens.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests make files as they please"))]
#![warn(missing_docs)]

mod arena;
#[cfg(feature = "program")]
mod cli;

pub use arena::{Arena, ArenaError, ArenaReport, StrategyResult, arena};
#[cfg(feature = "program")]
pub use cli::{CallOutput, call, cancel, command, main_of, main_with, progress};
pub use unobench_core::{cards, game, rng, rules, strategy, table};
pub use unobench_disk as disk;
pub use unobench_engine as engine;
pub use unobench_stats as stats;
pub use unobench_strategies as strategies;

#[cfg(feature = "program")]
pub use {
    unobench_bots as bots, unobench_experiment as experiment, unobench_findings as files,
    unobench_record as record, unobench_report as report,
};

/// What a program with a strategy of its own needs.
///
/// ```
/// use unobench::prelude::*;
///
/// let rules = load_rules("stacking")?; // or a file
/// assert_eq!(rules.name, "stacking");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod prelude {
    pub use crate::arena;
    pub use unobench_core::cards::{Colour, Kind, Symbol};
    pub use unobench_core::game::{Action, Decision, Seat, View};
    pub use unobench_core::rules::RuleSet;
    pub use unobench_core::strategy::{Entry, Player, Strategy, StrategySpec};
    pub use unobench_disk::load_rules;
    pub use unobench_strategies::strategy;
}
