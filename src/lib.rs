//! `unobench` plays millions of seeded games of UNO a second and tells the truth about them.
//!
//! A compact bit-packed core plays rounds in parallel, pits strategies against each other under any
//! rule set, and derives win rates with intervals and score distributions from integer tallies.
//! `docs/ARCHITECTURE.md` tells what lives where and what must never depend on what.
//!
//! # Examples
//!
//! ```
//! use unobench::arena::table::Table;
//! use unobench::rules::RuleSet;
//!
//! let rules = RuleSet::official();
//! let strategies = ["random".parse()?, "most-colour".parse()?];
//! let table = Table::new(&rules, 2, &strategies, false, 1);
//! let mut outcomes = Vec::new();
//! let (first, second) = ([0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
//! table.play_block(0, &[first, second], &mut outcomes);
//! assert_eq!(outcomes.len(), 2);
//! # Ok::<(), unobench::strategies::StrategyError>(())
//! ```

pub mod arena;
pub mod bots;
pub mod cards;
pub mod cli;
pub mod game;
pub mod machine;
pub mod output;
pub mod play;
pub mod record;
pub mod report;
pub mod rng;
pub mod rules;
pub mod stats;
#[path = "../strategies/mod.rs"]
pub mod strategies;
pub mod strategy;
pub mod survey;
pub mod tune;
