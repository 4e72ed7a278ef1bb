//! `unobench` plays millions of seeded games of UNO a second and tells the truth about them.

pub use unobench_core::{cards, game, rng, rules, strategy, table};
pub use unobench_engine as engine;
pub use unobench_stats as stats;
pub use unobench_strategies as strategies;

#[cfg(feature = "program")]
mod cli;
#[cfg(feature = "program")]
pub use cli::{command, main_with};
